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
    // Counts patterns in graphs that have as many vertices as `graph`, and are directed if it is. The query says what
    // to count. If patterns are counted by code, `threads` threads of the host find their canonical forms.
    GraphCounter(Graph const& graph, DiscoveryQuery const& query, DeviceKind device, int threads);

    PatternLabels const& labels() const { return labels_; }
    // The form that identifies a class. For a pattern with labels it is the code in canonical order, else the canonical
    // form.
    PatternWord form(PatternWord class_number) const;
    PatternWord form_of(Pattern const& pattern) const; // the form of a pattern; throws InputError as discover() does
    // Fills the row with the pattern that has this form.
    void describe(PatternWord form, ClassStatistics& row) const;

    // Most graphs that one run can count.
    std::size_t most() const;
    // Joins the graphs with these edges, or arcs, into one graph.
    Graph side_by_side(std::span<RandomEdges const> graphs) const;
    // Counts the patterns of graphs side by side, and appends the counts to `counts` if the run is complete. `numbers`
    // are the numbers of the graphs. They decide what a sample keeps. The run's other results are those of all graphs
    // together.
    RunResult count(Graph const& graph, std::span<std::uint32_t const> numbers, RunOptions options,
                    std::vector<ClassCounts>& counts) const;

    // Returns: true if a device that makes graphs of this model can count them without copying them to the host.
    bool takes_from_device(NullModel model) const;
    // Reserves room for `times` graphs like the given one.
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
    std::vector<VertexId> rank_;            // by vertex; the heaviest vertex of the given graph has the first rank
    TransitionTable tables_;                // tables of small patterns, if way_ is `each`
    std::optional<BoundApplication> alone_; // counts one graph at a time, if that is quicker
    std::optional<BoundApplication> together_;
    std::size_t most_; // most graphs in a run, by their size
    std::uint64_t most_counts_;
    std::unique_ptr<CodeClasses> codes_;                    // null if way_ is `tables`
    mutable std::atomic<std::uint64_t> codes_of_graph_ = 1; // expected codes of a graph
    mutable std::atomic<bool> has_learnt_ = false;          // true after a graph was counted

    // These are set if way_ is `each`.
    PatternLabels labels_;
    std::optional<SubgraphCodes> subgraph_codes_;
    std::vector<std::uint32_t> label_of_rank_;
    std::vector<std::uint64_t> shares_; // see SampledShares
    std::uint64_t seed_;
};

} // namespace cerrado::discovery
