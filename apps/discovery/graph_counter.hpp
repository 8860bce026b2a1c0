// Counts the patterns of many graphs with the same vertices, some at a time.
#pragma once

#include "discovery/statistics.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/canonical/transition_table.hpp>

#include <optional>
#include <vector>

namespace cerrado::discovery {

class GraphCounter {
public:
    // Counts graphs like `graph`: as large, and directed if it is.
    GraphCounter(Graph const& graph, int k, PatternKind kind, DeviceKind device);

    TransitionTable const& tables() const { return tables_; }
    // The graphs that one run can count.
    std::size_t most() const { return most_; }
    // Counts the patterns of each graph, and appends them to `counts` if the run is complete. The run's other results
    // are of all together.
    RunResult count(std::vector<std::vector<Edge>> const& graphs, RunOptions options,
                    std::vector<ClassCounts>& counts) const;
    RunResult count(Graph const& graph, RunOptions options, std::vector<ClassCounts>& counts) const;

private:
    VertexId vertices_;
    bool is_directed_;
    TransitionTable tables_;
    std::optional<BoundApplication> alone_; // what counts one graph at a time, if that is quicker
    BoundApplication together_;
    std::size_t most_;
};

} // namespace cerrado::discovery
