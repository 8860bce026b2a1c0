// Finds the cliques of one size that have edges of their own: edges that are in no other clique of the size.
//
// An edge is settled once it is known to be in several cliques. A clique of more vertices settles all its edges. For
// each other edge a search looks among the common neighbours of its ends for a second clique. So nothing is counted,
// and only the wanted cliques are stored.
#pragma once

#include "codec/few_cliques.hpp"

#include <cerrado/graph/graph.hpp>

#include <atomic>
#include <functional>
#include <mutex>

namespace cerrado::compression {

class OwnCliques {
public:
    using IsStopped = std::function<bool()>;

    // Requires: `graph` is numbered by ascending degree; k >= 4. `workers` may call search() at the same time.
    OwnCliques(Graph const& graph, int k, int workers);

    // Searches the edges from the vertex to higher ones. Requires: each vertex is searched once; `worker` is below
    // `workers`.
    void search(VertexId vertex, int worker, IsStopped const& is_stopped);
    bool was_stopped() const { return was_stopped_; } // some search was left early

    // Calls visit(number of own edges) for each clique that has any. Requires: every vertex was searched.
    void for_each_clique(std::function<void(std::uint64_t)> const& visit) const;

private:
    // What a worker needs for the neighbourhood of one vertex.
    struct Worker {
        std::vector<std::uint32_t> place; // for each vertex its place among the members, plus 1; 0: it is none
        std::vector<VertexId> members;
        BitGraph graph; // among the members
        BitGraph few;   // among those members that may be in a clique with an edge
        CliqueSearch cliques;
        std::vector<VertexId> found; // cliques with an own edge, k vertices each; a clique comes once for each own edge
    };

    void search_among(VertexId vertex, std::span<VertexId const> targets, Worker& worker, IsStopped const& is_stopped);
    void search_edge(VertexId vertex, std::size_t target, Worker& worker, IsStopped const& is_stopped);
    std::vector<VertexId> grown_clique(VertexId vertex, std::size_t target, BitSet const& common,
                                       Worker const& worker) const;
    void enter(Worker& worker) const;
    std::vector<VertexId> common_neighbours(VertexId u, VertexId v) const;
    std::atomic<bool>& settled(VertexId u, VertexId v);
    void settle_all(std::span<VertexId const> clique);

    Graph const& graph_;
    std::size_t k_;
    std::vector<std::atomic<bool>> settled_; // by the place of the edge in the list of its lower end
    std::vector<Worker> workers_;
    std::atomic<bool> was_stopped_ = false;
};

} // namespace cerrado::compression
