// Computes the numbers of induced subgraphs from those of copies of small graphs, and back. A copy of a pattern is a
// subgraph of that pattern, even if other edges join its vertices. An induced subgraph of a pattern j has A(i, j)
// copies of each pattern i on its vertices, so copies(i) = sum over j of A(i, j) induced(j). If patterns are ordered by
// their number of edges, A is triangular with ones on its diagonal. All its entries are computed.
#pragma once

#include <cerrado/core/types.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cerrado {

// The copies of some things in each other. The things are patterns, or patterns at a vertex or edge with a given role.
class CopyMatrix {
public:
    // `copies[j][i]`: number of copies of i in j. `edges[j]`: number of edges of j's pattern. Requires: copies[j][j] is
    // 1, and another copies[j][i] is 0 unless i has fewer edges.
    CopyMatrix(std::vector<std::vector<std::uint16_t>> copies, std::span<int const> edges);

    int size() const { return static_cast<int>(copies_.size()); }
    int copies(int i, int j) const { return copies_[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)]; }

    // Both work in place and take numbers by thing. If the first finds a negative number, it returns the thing and
    // leaves the numbers undefined. The second throws InputError if 128 bits cannot hold a number.
    std::optional<int> to_induced(std::span<WideCount> counts) const;
    void to_copies(std::span<WideCount> counts) const;

private:
    struct Term {
        std::uint16_t thing, copies;
    };
    struct Row {
        std::size_t thing;
        std::vector<Term> larger; // the other things that have copies of it
    };

    std::vector<std::vector<std::uint16_t>> copies_;
    std::vector<Row> rows_; // from most edges to fewest
};

// The copies of small_graphs(k), 2 <= k <= 5, in each other with all k vertices. With `connected`, only of the
// connected ones.
CopyMatrix const& spanning_copies(int k, bool connected);

// Both take numbers by small_graphs(k), all of them or the connected ones alone (1, 2, 6 or 21), and throw InputError
// for another length. The first throws Error, which names the pattern, if a number would be negative. No graph has such
// numbers. The second throws InputError if 128 bits cannot hold a number.
std::vector<WideCount> induced_of_copies(int k, std::vector<WideCount> counts);
std::vector<WideCount> copies_of_induced(int k, std::vector<WideCount> counts);

// The same for the row of one vertex or edge: it has, by orbit, the number of subgraphs in which the vertex or edge has
// this role.
class OrbitSystem {
public:
    // Rows have vertex_orbits(k) numbers (15 or 73), or edge_orbits(k) (12 or 68). Requires 3 <= k <= 5.
    OrbitSystem(bool per_edge, int k);

    int columns() const { return matrix_.size(); }
    // The copies of orbit r's graphlet in orbit s's graphlet, with all vertices, in which a given member of orbit s is
    // in orbit r.
    int copies(int r, int s) const { return matrix_.copies(r, s); }

    // These work in place. They do not change a vertex's degree, orbit 0. They throw as the functions above do. Below 2
    // us. Any thread.
    void induced_of_copies(std::span<WideCount> row) const;
    void copies_of_induced(std::span<WideCount> row) const;

private:
    void require_columns(std::size_t numbers) const;

    bool per_edge_;
    CopyMatrix matrix_;
};

} // namespace cerrado
