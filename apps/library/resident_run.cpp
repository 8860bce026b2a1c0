#include "library/resident_run.hpp"

#include <cerrado/run/resident.hpp>
#include <cerrado/run/session/session.hpp>

#include <utility>

namespace cerrado {

std::function<RunResult(Graph const&, RunOptions const&)> made_resident_for(ResidentRun run) {
    return [run = std::move(run)](Graph const& graph, RunOptions const& options) {
        Stopwatch const preparing;
        Resident const resident(graph, options);
        double const prepared = preparing.seconds();
        RunResult result = run(resident, options);
        result.seconds.prepare += prepared;
        return result;
    };
}

} // namespace cerrado
