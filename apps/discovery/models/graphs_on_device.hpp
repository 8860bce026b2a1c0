// Random graphs side by side, whose lists the device makes that made the graphs. So they never come to the host.
#pragma once

#include "discovery/models/switched_together.hpp"

#include <cerrado/run/resident.hpp>

#include <span>

namespace cerrado::discovery {

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
