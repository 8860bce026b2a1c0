// Turns numbers of copies of small graphs into those of induced subgraphs, and back. A copy of a pattern is a subgraph
// of that pattern, whether other edges join its vertices or not. An induced subgraph of a pattern j has A(i, j) copies
// of each pattern i on its vertices, so copies(i) = sum over j of A(i, j) induced(j). If patterns are ordered by their
// edges, A is a triangle with ones on its diagonal. Nothing of it is typed in.
#pragma once

#include <cerrado/core/types.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cerrado {

// The copies of each of some things in each other: of patterns, or of patterns at a vertex or edge that has a role.
class CopyMatrix {
public:
    // `copies[j][i]`: copies of i in j. `edges[j]`: the edges of j's pattern. Requires: copies[j][j] is 1, and no other
    // copies[j][i] differs from 0 unless i has fewer edges.
    CopyMatrix(std::vector<std::vector<std::uint16_t>> copies, std::span<int const> edges);

    int size() const { return static_cast<int>(copies_.size()); }
    int copies(int i, int j) const { return copies_[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)]; }

    // Both work in place and take numbers by thing. The first returns a thing whose number would be negative, and then
    // leaves the numbers undefined. The second throws InputError if 128 bits cannot hold a number.
    std::optional<int> to_induced(std::span<WideCount> counts) const;
    void to_copies(std::span<WideCount> counts) const;

private:
    struct Term {
        std::uint16_t thing, copies;
    };
    struct Column {
        std::size_t thing;
        std::vector<Term> fewer; // the others that it has copies of
    };

    std::vector<std::vector<std::uint16_t>> copies_;
    std::vector<Column> columns_; // from most edges to fewest
};

// Copies of small_graphs(k), 2 <= k <= 5, in each other with all k vertices; or of the connected ones alone.
CopyMatrix const& spanning_copies(int k, bool connected);

// Both take numbers by small_graphs(k), all of them or the connected ones alone (1, 2, 6 or 21), and throw InputError
// for another length. The first throws Error, which names the pattern, if a number would be negative: such numbers are
// of no graph. The second throws InputError if 128 bits cannot hold a number.
std::vector<WideCount> induced_of_copies(int k, std::vector<WideCount> counts);
std::vector<WideCount> copies_of_induced(int k, std::vector<WideCount> counts);

// Does the same for the row of one vertex, or edge: by orbit, the subgraphs that have it in this role.
class OrbitSystem {
public:
    // Rows have vertex_orbits(k) numbers (15 or 73), or edge_orbits(k) (12 or 68). Requires 3 <= k <= 5.
    OrbitSystem(bool per_edge, int k);

    int columns() const { return matrix_.size(); }
    // Copies of orbit r's graphlet in orbit s's, with all vertices, in which a given member of orbit s is in orbit r.
    int copies(int r, int s) const { return matrix_.copies(r, s); }

    // These work in place. Orbit 0, the degree, stays as it is. They throw as those above do. About 1 us. Any thread.
    void induced_of_copies(std::span<WideCount> row) const;
    void copies_of_induced(std::span<WideCount> row) const;

private:
    void require_row(std::span<WideCount const> row) const;

    bool per_edge_;
    CopyMatrix matrix_;
};

} // namespace cerrado
