#include "command/options/run_options.hpp"

#include "command/options/time_option.hpp"

#include <cerrado/application/application.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

namespace cerrado::command {
namespace {

constexpr int most_threads = 4096;
constexpr int most_workers = 1 << 20;

} // namespace

void add_sizes_options(CLI::App& command, Application const& application, SizeRequest& sizes) {
    auto* const k =
        command.add_option("-k", sizes.k, fmt::format("Vertices of the subgraphs, {} or more", application.k_min));
    auto* const all = command.add_flag("--all", sizes.all, "Every size up to the largest there is, in one run");
    auto* const min_k = command.add_option("--min-k", sizes.min_k, "Every size from this one on, in one run");
    auto* const max_k = command.add_option("--max-k", sizes.max_k, "Every size up to this one, in one run");
    k->excludes(all)->excludes(min_k)->excludes(max_k);
    all->excludes(min_k)->excludes(max_k);
}

Sizes sizes_of(SizeRequest const& request, int least) {
    if (request.k) return {*request.k, *request.k};
    if (!request.all && !request.min_k && !request.max_k) {
        throw InputError(
            "no size is given: -k K for one, --all for every size at once, --min-k and --max-k for some; see --help");
    }
    return {request.min_k.value_or(least), request.max_k.value_or(largest_there_is)};
}

void add_device_options(CLI::App& command, Parameters& parameters) {
    command
        .add_option("--device", parameters.device, "Where to run; auto: CUDA where a device is there, else the host")
        ->check(CLI::IsMember({"auto", "cuda", "host", "lockstep"}))
        ->capture_default_str();
    command.add_option("--threads", parameters.threads, "Host threads; 0: one per hardware thread")
        ->check(CLI::Range(0, most_threads))
        ->capture_default_str();
}

void add_where_options(CLI::App& command, Parameters& parameters) {
    add_device_options(command, parameters);
    add_time_option(command, "--deadline", parameters.deadline,
                    "Stop so long after the start, with a partial result; 0: never");
}

void add_shared_devices_option(CLI::App& command, Parameters& parameters) {
    command
        .add_option("--devices", parameters.devices,
                    "Share the run among devices: all CUDA devices (all), some of them (0,1), the host (0,1,host), all "
                    "for a run of more than a second (auto)")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->excludes(command.get_option("--device"))
        ->option_text("auto|all|N,N...|host");
    command.add_flag("--isolate")
        ->description(
            "Each of --devices in a process of its own: if one is lost, the run goes on without it, from where it was "
            "a "
            "minute before");
}

void add_devices_option(CLI::App& command, std::vector<int>& devices, std::string const& what) {
    command.add_option("--devices", devices, what + ", by number, as 0,1")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::Range(0, 1023))
        ->option_text("N,N...");
}

void add_run_options(CLI::App& command, Application const& application, Parameters& parameters,
                     std::string& algorithm) {
    add_where_options(command, parameters);
    add_shared_devices_option(command, parameters);
    command
        .add_option("--workers", parameters.workers, "CUDA warps, see --warp-width; 0: as many as are resident at once")
        ->check(CLI::Range(0, most_workers))
        ->capture_default_str();
    command
        .add_option("--warp-width", parameters.warp_width,
                    "CUDA lanes that share a traversal [32]; 1: each lane has its own")
        ->check(CLI::IsMember(all_warp_widths))
        ->option_text("1|8|16|32");
    command
        .add_option("--pieces", parameters.pieces,
                    "Jobs that each worker's share is cut into, at least: more end together, and cost more [4; auto: "
                    "more where its sample says so]")
        ->check(CLI::Range(1, most_pieces));
    if (application.has_orders) {
        command
            .add_option("--order", parameters.order,
                        "How vertices are numbered before each edge is kept at its lower end; auto: degree, or "
                        "degeneracy where its lists are far shorter")
            ->check(CLI::IsMember({"auto", "degree", "degeneracy"}))
            ->capture_default_str();
    }
    command.add_option("--algorithm", algorithm, application.algorithms_help)
        ->check(CLI::IsMember(algorithm_names(application)))
        ->capture_default_str();
}

} // namespace cerrado::command
