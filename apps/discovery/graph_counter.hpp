// Counts the patterns of many graphs with the same vertices, some at a time.
#pragma once

#include "discovery/classes/code_classes.hpp"
#include "discovery/classes/statistics.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/canonical/transition_table.hpp>

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace cerrado::discovery {

class GraphCounter {
public:
    // Counts graphs like `graph`: as large, and directed if it is.
    GraphCounter(Graph const& graph, int k, PatternKind kind, DeviceKind device);

    // The canonical form of a class.
    std::uint64_t canonical(std::uint64_t class_number) const {
        return codes_ ? class_number : tables_.representatives(tables_.k())[class_number];
    }
    // The graphs that one run can count.
    std::size_t most() const;
    // The graphs with these edges, or arcs, as one.
    Graph side_by_side(std::vector<std::vector<Edge>> const& graphs) const;
    // Counts the patterns of each of `groups` graphs side by side, and appends them to `counts` if the run is complete.
    // The run's other results are of all together.
    RunResult count(Graph const& graph, std::size_t groups, RunOptions options, std::vector<ClassCounts>& counts) const;

private:
    RunResult count_codes(Graph const& graph, RunOptions options, std::size_t groups,
                          std::vector<ClassCounts>& counts) const;
    void learn_codes(std::uint64_t of_graph) const;

    VertexId vertices_;
    std::vector<VertexId> rank_; // by vertex: the heaviest of the given graph first
    bool is_directed_;
    TransitionTable tables_;
    std::optional<BoundApplication> alone_; // what counts one graph at a time, if that is quicker
    BoundApplication together_;
    std::size_t most_; // graphs by their size
    std::uint64_t most_counts_;
    std::unique_ptr<CodeClasses> codes_;                    // null: classes are those of the tables
    mutable std::atomic<std::uint64_t> codes_of_graph_ = 1; // that a graph is expected to have; grows
};

} // namespace cerrado::discovery
