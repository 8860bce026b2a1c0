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

void add_sizes_options(Options& command, Application const& application, SizeRequest& sizes) {
    Option const k =
        command.add("-k", sizes.k, fmt::format("Vertices of the subgraphs, {} or more", application.k_min));
    Option const all = command.flag("--all", sizes.all, "Every size up to the largest there is, in one run");
    Option const min_k = command.add("--min-k", sizes.min_k, "Every size from this one on, in one run");
    Option const max_k = command.add("--max-k", sizes.max_k, "Every size up to this one, in one run");
    k.excludes(all).excludes(min_k).excludes(max_k);
    all.excludes(min_k).excludes(max_k);
}

Sizes sizes_of(SizeRequest const& request, int least) {
    if (request.k) return {*request.k, *request.k};
    if (!request.all && !request.min_k && !request.max_k) {
        throw InputError(
            "no size is given: -k K for one, --all for every size at once, --min-k and --max-k for some; see --help");
    }
    return {request.min_k.value_or(least), request.max_k.value_or(largest_there_is)};
}

void add_device_options(Options& command, Parameters& parameters) {
    command.add("--device", parameters.device, "Where to run; auto: CUDA where a device is there, else the host")
        .one_of({"auto", "cuda", "host", "lockstep"})
        .shows_default();
    command.add("--threads", parameters.threads, "Host threads; 0: one per hardware thread")
        .range(0, most_threads)
        .shows_default();
}

void add_where_options(Options& command, Parameters& parameters) {
    add_device_options(command, parameters);
    add_time_option(command, "--deadline", parameters.deadline,
                    "Stop so long after the start, with a partial result; 0: never");
}

void add_shared_devices_option(Options& command, Parameters& parameters) {
    command
        .add("--devices", parameters.devices,
             "Share the run among devices: all CUDA devices (all), some of them (0,1), the host (0,1,host), all "
             "for a run of more than a second (auto)")
        .between_commas()
        .repeated()
        .excludes(command.option("--device"))
        .shown_as("auto|all|N,N...|host");
    command.flag(
        "--isolate",
        "Each of --devices in a process of its own: if one is lost, the run goes on without it, from where it was "
        "a "
        "minute before");
}

void add_devices_option(Options& command, std::vector<int>& devices, std::string const& what) {
    command.add("--devices", devices, what + ", by number, as 0,1")
        .between_commas()
        .repeated()
        .range(0, 1023)
        .shown_as("N,N...");
}

void add_run_options(Options& command, Application const& application, Parameters& parameters, std::string& algorithm) {
    add_where_options(command, parameters);
    add_shared_devices_option(command, parameters);
    command.add("--workers", parameters.workers, "CUDA warps, see --warp-width; 0: as many as are resident at once")
        .range(0, most_workers)
        .shows_default();
    command
        .add("--warp-width", parameters.warp_width, "CUDA lanes that share a traversal [32]; 1: each lane has its own")
        .one_of(all_warp_widths)
        .shown_as("1|8|16|32");
    command
        .add("--pieces", parameters.pieces,
             "Jobs that each worker's share is cut into, at least: more end together, and cost more [4; auto: "
             "more where its sample says so]")
        .range(1, most_pieces);
    if (application.has_orders) {
        command
            .add("--order", parameters.order,
                 "How vertices are numbered before each edge is kept at its lower end; auto: degree, or "
                 "degeneracy where its lists are far shorter")
            .one_of({"auto", "degree", "degeneracy"})
            .shows_default();
    }
    command.add("--algorithm", algorithm, application.algorithms_help)
        .one_of(algorithm_names(application))
        .shows_default();
}

} // namespace cerrado::command
