#include "command/run/options_of_run.hpp"

#include "command/record/output.hpp"
#include "command/several/ranks_of_program.hpp"

#include <cerrado/output/by_pattern_input.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/many/devices_of_run.hpp>

#include <fmt/format.h>

namespace cerrado::command {
namespace {

// Others save more than they take to begin.
constexpr double worth_sharing = 1; // seconds

GraphOrder graph_order(std::string const& name) {
    if (name == "degree") return GraphOrder::degree;
    return name == "degeneracy" ? GraphOrder::degeneracy : GraphOrder::automatic;
}

} // namespace

DeviceKind device_kind(std::string const& name) {
    if (name == "cuda") return DeviceKind::cuda;
    if (name == "host") return DeviceKind::host;
    if (name == "lockstep") return DeviceKind::lockstep;
    return DeviceKind::automatic;
}

std::string device_name(DeviceKind kind) {
    if (kind == DeviceKind::cuda) return "cuda";
    return kind == DeviceKind::lockstep ? "lockstep" : "host";
}

RunOptions options_of(Parameters const& parameters, std::optional<TransitionTable> const& tables) {
    RunOptions options;
    options.device = device_kind(parameters.device);
    options.devices = devices_named(parameters.devices);
    options.ranks = ranks_of_program();
    options.threads = parameters.threads;
    options.workers = parameters.workers;
    options.warp_width = parameters.warp_width;
    options.balance.pieces = parameters.pieces;
    options.order = graph_order(parameters.order);
    options.deadline_seconds = parameters.deadline;
    if (tables) options.of<ByPatternInput>().tables = tables->ref();
    return options;
}

bool names_no_devices(Parameters const& parameters) { return parameters.devices == std::vector<std::string>{"auto"}; }

std::vector<std::string> chosen_devices(std::span<BoundApplication const> searches, Graph const& graph,
                                        RunOptions const& options) {
    int const devices = cuda_device_count();
    if (devices < 2) {
        print_message("--devices auto: there are no two CUDA devices here; {} does the run\n",
                      devices == 1 ? "the one" : "the host");
        return {};
    }
    double seconds = 0;
    bool is_more = false;
    for (BoundApplication const& search : searches) {
        Choice::Prediction const found = search.choose(graph, options).chosen;
        seconds += found.seconds;
        is_more = is_more || found.is_more;
    }
    std::string const time = is_more        ? "for long"
                             : seconds == 0 ? "for a time that no sample tells"
                                            : fmt::format("for about {:.2g} s", seconds);
    if (!is_more && seconds <= worth_sharing) {
        print_message("--devices auto: one device would run {}, so one does it\n", time);
        return {};
    }
    print_message("--devices auto: one device would run {}, so all {} share it\n", time, devices);
    std::vector<std::string> words;
    for (int device = 0; device < devices; ++device) words.push_back(std::to_string(device));
    return words;
}

} // namespace cerrado::command
