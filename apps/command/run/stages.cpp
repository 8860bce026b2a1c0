#include "command/run/stages.hpp"

#include "command/run/process_clock.hpp"

#include <algorithm>
#include <future>
#include <system_error>

namespace cerrado::command {
namespace {

// Beside the caller, or at once where the system has no more threads.
std::future<void> begin(std::function<void()> const& work) {
    try {
        return std::async(std::launch::async, work);
    } catch (std::system_error const&) {
        std::packaged_task<void()> task(work);
        task();
        return task.get_future();
    }
}

} // namespace

Graph load_beside(std::function<void()> const& start, std::function<Graph()> const& open, Stages& stages) {
    std::future<void> const starting = begin(start);
    double const begun = process_seconds();
    Graph graph = open();
    stages.load = process_seconds() - begun;
    starting.wait();
    stages.start = process_seconds() - stages.load;
    return graph;
}

Json seconds_json(Stages const& stages, Seconds const& run) {
    double const start = stages.start + run.start;
    double const prepare = run.prepare + stages.tables + stages.choice;
    double const now = process_seconds();
    Json json = {{"load", stages.load},
                 {"start", start},
                 {"prepare", prepare},
                 {"run", run.run},
                 {"output", std::max(0.0, now - stages.load - start - prepare - run.run)},
                 {"total", now}};
    if (stages.broadcast) json["broadcast"] = *stages.broadcast;
    if (stages.in_parts) json["run_of_all_parts"] = run.run_before + run.run;
    return json;
}

} // namespace cerrado::command
