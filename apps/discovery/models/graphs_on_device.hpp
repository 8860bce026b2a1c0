// Random graphs side by side, whose lists the device makes that made the graphs. So they never come to the host.
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

// Random graphs that the device of the runs makes, many together.

struct MadeSlots; // see list_making.hpp

// Some random graphs, where they were made. Several threads may read them.
class MadeGraphs {
public:
    virtual ~MadeGraphs() = default;
    // Returns: the i-th of them, which comes to the host. May be called once for each.
    virtual RandomEdges graph(std::size_t i) = 0;
    // What is known of the i-th without its edges.
    virtual RandomEdges account(std::size_t i) const = 0;
    // All of them, where they are. Requires: graph() was not called.
    virtual MadeSlots slots() const = 0;
};

// Whether random graphs come of switches alone.
inline bool is_switched(Graph const& graph, RandomGraphQuery const& query) {
    return query.model != NullModel::er && query.model != NullModel::triads && !takes_detours(graph, query);
}

class SwitchedTogether {
public:
    // Requires: is_switched(graph, query), and the graph has an edge, and less than 2^30. The random graphs lie where this
    // thread's runs are, which has `memory` bytes.
    SwitchedTogether(Graph const& graph, RandomGraphQuery const& query, std::uint64_t memory,
                     RunOptions const& options);
    ~SwitchedTogether();

    // The random graphs that are made at the same time. A quarter of the memory has room for them.
    std::size_t most() const;
    // Makes the graphs random_graph() gives for these numbers. Returns null if the run is ended before.
    std::unique_ptr<MadeGraphs> make(std::span<std::uint32_t const> numbers, RunOptions const& options) const;

private:
    struct Shared;
    class Made;
    std::shared_ptr<Shared const> shared_;
    std::uint64_t memory_;
};

// Whether the model keeps each vertex's number of neighbours, so that lists can be written over earlier ones.
constexpr bool keeps_neighbours(NullModel model, bool is_directed) {
    return is_directed ? model == NullModel::mutual : model == NullModel::degree || model == NullModel::jdm;
}

class GraphsOnDevice {
public:
    // As many graphs as `times`, each with as many neighbours of each vertex as `one`, in which the given graph's vertex v
    // is number[v]. Requires: fewer than 2^30 vertices; the graphs together have fewer than 2^31 vertices and 2^32 entries.
    GraphsOnDevice(Graph const& one, std::size_t times, std::span<VertexId const> number, RunOptions const& options);

    std::size_t size() const { return size_; }
    // Makes the lists of `count` graphs, from the i-th that were made on. Those beyond, if there are fewer than size(), stay
    // what they were. Returns: false if the run is ended before.
    bool take(MadeGraphs const& made, std::size_t i, std::size_t count, RunOptions const& options) const;

    Resident const& resident() const { return resident_; }
    ResidentArray<std::uint32_t> const& groups() const { return groups_; } // by vertex: which graph it is of
    ResidentArray<std::uint8_t> const& arcs() const { return arcs_; }      // see GraphMarks; none without directions

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
