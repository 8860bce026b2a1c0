#include <cerrado/apps/algorithm.hpp>
#include <cerrado/apps/bound_application.hpp>

#include "bound_widths.hpp"
#include "library/on_devices.hpp"

namespace cerrado {

void BoundApplication::warm_up(RunOptions const& options) const {
    if (options.devices.empty()) return form_->warm_up(options);
    on_each_device(options, [&](RunOptions const& own) { form_->warm_up(own); });
}

std::string BoundApplication::estimate(Graph const& graph, RunOptions const& options) const {
    if (options.devices.empty()) return form_->estimate(graph, options);
    return form_->estimate(graph, OneDevice(options).options());
}

Choice BoundApplication::choose(Graph const& graph, RunOptions const& options) const {
    if (options.devices.empty()) return form_->choose(graph, options);
    return form_->choose(graph, OneDevice(options).options());
}

RunResult BoundApplication::run(GraphOrResident const& graph, RunOptions const& options) const {
    if (!is_shared(options)) return form_->run(graph, options);
    return run_on_devices<RunResult>(graph, options, [&](RunOptions const& own) { return form_->run(graph, own); });
}

std::span<int const> bound_warp_widths() { return bound_widths; }

std::string_view name_of(Algorithm algorithm) {
    switch (algorithm) {
    case Algorithm::automatic: return "auto";
    case Algorithm::fast: return "fast";
    case Algorithm::paper: return "paper";
    case Algorithm::oriented: return "oriented";
    case Algorithm::bitmap: return "bitmap";
    case Algorithm::pivot: return "pivot";
    case Algorithm::walk: return "walk";
    case Algorithm::formula: return "formula";
    }
    return "unknown";
}

} // namespace cerrado
