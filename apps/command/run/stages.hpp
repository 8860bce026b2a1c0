// Where the time of a command went.
#pragma once

#include "command/record/json.hpp"

#include <cerrado/graph/graph.hpp>
#include <cerrado/run/result.hpp>

#include <functional>
#include <optional>

namespace cerrado::command {

// Parts of the process in seconds. RunResult::seconds has the rest.
struct Stages {
    double start = 0; // from the first moment to the reading of the graph, and the wait for the device after it
    double load = 0;  // reading the graph
    std::optional<double> broadcast; // part of `load`: sending it to other processes; nothing if there are none
    double tables = 0;               // transition tables, part of `prepare`
    double choice = 0;               // part of `prepare`: choosing the order in which a pattern's vertices are found
    bool in_parts = false;           // the run has checkpoints
};

// Returns: what open() reads. start() makes the device ready beside it. If that fails, it fails again in the run, which
// reports it.
Graph load_beside(std::function<void()> const& start, std::function<Graph()> const& open, Stages& stages);

// The seconds of the process until now. For a run in parts the search has the time of all parts. What belongs to no
// other member belongs to `output`.
Json seconds_json(Stages const& stages, Seconds const& run);

} // namespace cerrado::command
