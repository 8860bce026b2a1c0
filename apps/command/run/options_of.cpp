// The options of a run that follow from the words of the command line.
#include "command/run/application_run.hpp"
#include "command/several/ranks_of_program.hpp"

#include <cerrado/output/by_pattern_input.hpp>
#include <cerrado/run/many/devices_of_run.hpp>

namespace cerrado::command {
namespace {

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

} // namespace cerrado::command
