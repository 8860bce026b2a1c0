// Where the time of a command went.
#pragma once

#include "command/record/json_text.hpp"

#include <cerrado/graph/graph.hpp>
#include <cerrado/run/result.hpp>

#include <functional>

namespace cerrado::command {

// Of the process, in seconds; RunResult::seconds has the rest.
struct Stages {
    double start = 0;      // from the first moment to the reading of the graph, and the wait for the device after it
    double load = 0;       // reading the graph
    double tables = 0;     // transition tables, part of `prepare`
    double choice = 0;     // of the order in which a pattern's vertices are found, likewise
    bool in_parts = false; // the run has checkpoints
};

// What open() reads, while start() makes the device ready beside it. What fails there fails in the run again, and says
// so there.
Graph load_beside(std::function<void()> const& start, std::function<Graph()> const& open, Stages& stages);

// Of the process until now, and of a run in parts the search of all of them. What is not of another member is of
// `output`.
Json seconds_json(Stages const& stages, Seconds const& run);

} // namespace cerrado::command
