// Counts the patterns of many graphs with the same vertices, some at a time.
#pragma once

#include "discovery/models/graphs_on_device.hpp"
#include "discovery/models/random_graphs.hpp"
#include "discovery/statistics.hpp"
#include "discovery/subgraph_codes.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/canonical/transition_table.hpp>

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace cerrado::discovery {

class GraphCounter {
public:
    // Counts graphs like `graph`: as large, and directed if it is. The query says what is counted. `threads` of the host
    // label what is counted by code.
    GraphCounter(Graph const& graph, DiscoveryQuery const& query, DeviceKind device, int threads);

    PatternLabels const& labels() const { return labels_; }
    // The form by which a class is known: of a pattern with labels its code in canonical order, else its canonical form.
    PatternWord form(PatternWord class_number) const;
    PatternWord form_of(Pattern const& pattern) const; // likewise; throws InputError as discover() does
    // Writes what pattern has this form.
    void describe(PatternWord form, ClassStatistics& row) const;

    // The graphs that one run can count.
    std::size_t most() const;
    // The graphs with these edges, or arcs, as one.
    Graph side_by_side(std::span<RandomEdges const> graphs) const;
    // Counts the patterns of graphs side by side, and appends them to `counts` if the run is complete. `numbers` are those
    // of the graphs; samples follow from them. The run's other results are of all together.
    RunResult count(Graph const& graph, std::span<std::uint32_t const> numbers, RunOptions options,
                    std::vector<ClassCounts>& counts) const;

    // Whether graphs of the model can be counted where a device makes them.
    bool takes_from_device(NullModel model) const;
    // Room for `times` graphs like the given one.
    std::unique_ptr<GraphsOnDevice> room_on_device(Graph const& graph, std::size_t times,
                                                   RunOptions const& options) const;
    RunResult count(GraphsOnDevice const& graphs, RunOptions options, std::vector<ClassCounts>& counts) const;

private:
    enum class Way { tables, arc_codes, each };
    static Way way_of(DiscoveryQuery const& query);

    RunResult count_by_tables(BoundApplication const& form, GraphOrResident const& graph, std::size_t groups,
                              RunOptions options, std::vector<ClassCounts>& counts) const;
    RunResult count_by_arc_codes(BoundApplication const& form, GraphOrResident const& graph, std::size_t groups,
                                 RunOptions options, std::vector<ClassCounts>& counts) const;
    template <class Output> RunResult count_by_codes(BoundApplication const& form, GraphOrResident const& graph,
                                                     std::size_t groups, RunOptions options,
                                                     std::vector<ClassCounts>& counts) const;
    BoundApplication each_form(std::span<std::uint32_t const> numbers) const;
    void learn_codes(std::uint64_t of_graph) const;

    int k_;
    Way way_;
    PatternKind kind_;
    DeviceKind device_;
    VertexId vertices_;
    std::vector<VertexId> rank_;            // by vertex: the heaviest of the given graph first
    TransitionTable tables_;                // of small patterns, if way_ is `each`
    std::optional<BoundApplication> alone_; // what counts one graph at a time, if that is quicker
    std::optional<BoundApplication> together_;
    std::size_t most_; // graphs by their size
    std::uint64_t most_counts_;
    std::unique_ptr<CodeClasses> codes_;                    // null if way_ is `tables`
    mutable std::atomic<std::uint64_t> codes_of_graph_ = 1; // that a graph is expected to have
    mutable std::atomic<bool> has_learnt_ = false;          // from a graph

    // If way_ is `each`.
    PatternLabels labels_;
    std::optional<SubgraphCodes> subgraph_codes_;
    std::vector<std::uint32_t> label_of_rank_;
    std::vector<std::uint64_t> shares_; // see SampledShares
    std::uint64_t seed_;
};

} // namespace cerrado::discovery
