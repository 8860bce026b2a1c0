// Random graphs side by side on a device. The device that made the graphs also makes their lists, so the graphs never
// come to the host.
#pragma once

#include "discovery/models/random_graphs.hpp"

#include <cerrado/run/options.hpp>
#include <cerrado/run/resident.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace cerrado::discovery {

// Random graphs that the device of the runs makes, many at the same time.

struct MadeSlots; // see list_making.hpp

// Some random graphs, in the memory where they were made. Several threads may read them.
class MadeGraphs {
public:
    virtual ~MadeGraphs() = default;
    // Returns: the i-th graph, copied to the host. It may be called once for each graph.
    virtual RandomEdges graph(std::size_t i) = 0;
    // Returns: the i-th graph without its edges: only its numbers of steps.
    virtual RandomEdges account(std::size_t i) const = 0;
    // Returns: all graphs, where they are. Requires: graph() was not called.
    virtual MadeSlots slots() const = 0;
};

// Returns: whether the random graphs are made by switches alone.
inline bool is_switched(Graph const& graph, RandomGraphQuery const& query) {
    return query.model != NullModel::er && query.model != NullModel::triads && !takes_detours(graph, query);
}

class SwitchedTogether {
public:
    // Requires: is_switched(graph, query), and the graph has at least one edge and fewer than 2^30. The random graphs
    // lie on the device of this thread's runs, which has `memory` bytes.
    SwitchedTogether(Graph const& graph, RandomGraphQuery const& query, std::uint64_t memory,
                     RunOptions const& options);
    ~SwitchedTogether();

    // Returns: the number of random graphs that are made at the same time. They take at most a quarter of the memory.
    std::size_t most() const;
    // Makes the graphs that random_graph() gives for these numbers. Returns: null if the run is ended early.
    std::unique_ptr<MadeGraphs> make(std::span<std::uint32_t const> numbers, RunOptions const& options) const;

private:
    struct Shared;
    class Made;
    std::shared_ptr<Shared const> shared_;
    std::uint64_t memory_;
};

// Returns: whether the model keeps each vertex's number of neighbours. If so, lists can replace earlier ones in place.
constexpr bool keeps_neighbours(NullModel model, bool is_directed) {
    return is_directed ? model == NullModel::mutual : model == NullModel::degree || model == NullModel::jdm;
}

class GraphsOnDevice {
public:
    // Makes room for `times` graphs. Their vertices have as many neighbours as those of `one`, in which vertex v of the
    // given graph is number[v]. Requires: fewer than 2^30 vertices; all graphs together have fewer than 2^31 vertices
    // and 2^32 entries.
    GraphsOnDevice(Graph const& one, std::size_t times, std::span<VertexId const> number, RunOptions const& options);

    std::size_t size() const { return size_; }
    // Makes the lists of `count` graphs, beginning with the i-th of `made`. If `count` is less than size(), the other
    // lists stay unchanged. Returns: false if the run is ended early.
    bool take(MadeGraphs const& made, std::size_t i, std::size_t count, RunOptions const& options) const;

    Resident const& resident() const { return resident_; }
    ResidentArray<std::uint32_t> const& groups() const { return groups_; } // by vertex: the graph that it belongs to
    ResidentArray<std::uint8_t> const& arcs() const { return arcs_; }      // see GraphMarks; empty without directions

private:
    std::size_t size_;
    Resident resident_;
    ResidentArray<std::uint32_t> groups_;
    ResidentArray<std::uint8_t> arcs_;
    ResidentArray<VertexId> number_, owners_;
    ResidentArray<EdgeOffset> begins_;
    ResidentArray<std::uint32_t> keys_, came_;
};

} // namespace cerrado::discovery
