// Finds the cliques of one size that have edges of their own: edges that are in no other clique of the size.
//
// An edge is settled once it is known to be in several cliques. A clique of more vertices than the size settles all its
// edges. For each other edge a search looks for a second clique among the common neighbours of the edge's ends. So the
// search stores only the wanted cliques, and counts no others.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

namespace cerrado::compression {

// A search for cliques among few vertices, on bit rows. It suits callers that need one or two cliques, not all.

// One bit for each vertex of a BitGraph.
using BitSet = std::vector<std::uint64_t>;

template <class Visit> void for_each_member(BitSet const& set, Visit const& visit) {
    for (std::size_t word = 0; word < set.size(); ++word) {
        for (std::uint64_t bits = set[word]; bits != 0; bits &= bits - 1) {
            visit(64 * word + static_cast<std::size_t>(std::countr_zero(bits)));
        }
    }
}
std::size_t count_members(BitSet const& set);
inline void insert(BitSet& set, std::size_t i) { set[i / 64] |= std::uint64_t{1} << i % 64; }
inline void remove(BitSet& set, std::size_t i) { set[i / 64] &= ~(std::uint64_t{1} << i % 64); }
inline bool contains(BitSet const& set, std::size_t i) { return (set[i / 64] >> i % 64 & 1) != 0; }

// A graph of few vertices. Bit j of row i says whether i and j are adjacent.
class BitGraph {
public:
    void reset(std::size_t vertices); // no edges
    void join(std::size_t i, std::size_t j) {
        rows_[i * words_ + j / 64] |= std::uint64_t{1} << j % 64;
        rows_[j * words_ + i / 64] |= std::uint64_t{1} << i % 64;
    }

    std::size_t vertices() const { return vertices_; }
    std::size_t words() const { return words_; } // in a row, and in a set
    std::uint64_t const* row(std::size_t i) const { return rows_.data() + i * words_; }
    BitSet neighbours(std::size_t i) const { return {row(i), row(i) + words_}; }
    std::size_t degree_in(BitSet const& set, std::size_t i) const;
    void keep_neighbours(BitSet& set, std::size_t i) const; // keeps the members that are adjacent to i

    // Removes members from the set until each remaining one has at least `least` neighbours in it.
    void keep_core(BitSet& set, std::size_t least) const;

private:
    std::size_t vertices_ = 0;
    std::size_t words_ = 0;
    std::vector<std::uint64_t> rows_;
};

// Goes through the cliques of one size in a BitGraph. The core and greedy colouring cut branches, so a few steps mostly
// show that there is no clique of the size, or no other. The time may be exponential all the same.
// Source: bit-parallel colouring of San Segundo, Rodriguez-Losada and Jimenez (BBMC, Computers & OR 2011).
class CliqueSearch {
public:
    using Members = std::vector<std::size_t>;

    // Calls found(members) for each clique of `size` vertices, 0 or more, until it returns false. Calls is_stopped()
    // now and then. Returns: false if the search was stopped.
    bool run(BitGraph const& graph, std::size_t size, std::function<bool(Members const&)> const& found,
             std::function<bool()> const& is_stopped);

private:
    struct Level {
        BitSet candidates, uncoloured, colour;
        Members open; // candidates to branch on, the last one first
    };

    bool extend(std::size_t lacking); // returns false if the search must end
    void choose_open(Level& level, std::size_t lacking) const;

    BitGraph const* graph_ = nullptr;
    std::function<bool(Members const&)> const* found_ = nullptr;
    std::function<bool()> const* is_stopped_ = nullptr;
    std::vector<Level> levels_;
    Members clique_;
    std::uint64_t steps_ = 0;
    bool stopped_ = false;
};

class OwnCliques {
public:
    using IsStopped = std::function<bool()>;

    // Requires: `graph` is numbered by ascending degree; k >= 4. `workers` may call search() at the same time.
    OwnCliques(Graph const& graph, int k, int workers);

    // Searches the edges from the vertex to higher ones. Requires: each vertex is searched once; `worker` is below
    // `workers`.
    void search(VertexId vertex, int worker, IsStopped const& is_stopped);
    bool was_stopped() const { return was_stopped_; } // true: some search ended early

    // Calls visit(number of own edges) for each clique that has any. Requires: every vertex was searched.
    void for_each_clique(std::function<void(std::uint64_t)> const& visit) const;

private:
    // The memory of a worker for the neighbourhood of one vertex.
    struct Worker {
        std::vector<std::uint32_t> place; // for each vertex its place among the members, plus 1; 0: not a member
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
