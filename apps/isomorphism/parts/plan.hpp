// Counts of a pattern by parts: a plan as data.
//
// Problem. Let inj(P) be the maps of a pattern P into the graph that take different vertices to different vertices. A
// walk meets each of them. But the maps that may join vertices of a forest are sums of products.
//
// Method. Heads are a few vertices H of P without which P is a forest. Tails are leaves of the forest without a
// neighbour in H, and what becomes such a leaf without them. Let X(P, H) be the maps in which a head differs from all
// vertices but tails, while others may coincide. Sorted by which vertices they join,
//
//     inj(P) = X(P, H) - sum of inj(P / s)
//
// over all partitions s of the vertices, but the finest, whose classes have no edge within, and in which a head is
// alone or with tails only. The terms are smaller patterns. Equal ones are one term. Patterns of up to five vertices are
// known from graphlets, the others have heads of their own. X is counted by vectors: see spread.hpp.
//
// The same holds for the maps in which one vertex r of P has the greatest image, if r is a head and there are no tails.
// Then inj(P) is the sum over r, one of each orbit, times the size of the orbit. As vertices are numbered by rising
// degree, the lists below a hub are short. If inj(P) is known, one of the orbits follows from the others.
//
// It holds, too, for the maps that take one vertex of P, the role, to a given vertex of the graph. For each head image
// the vectors give the numbers of all vertices at once, if the role is a head or the root of its tree. So a count at
// each vertex takes a plan for each orbit of P.
//
// The maps that keep the edges and no others are a sum, too, over the sets of edges that may be added:
//
//     induced(P) = sum of (-1)^|S| inj(P + S)
//
// A pattern that has no few heads, such as a large clique, is walked.
//
// Arcs and labels are conditions on the images of vertices and on the entries of lists. A class has all conditions of
// its members. Each term then has heads of its own, since graphlets do not tell it.
//
// Needs. Patterns of up to 10 vertices, and up to three heads that are one or two steps apart. A number
// of one vertex must fit 64 bits. Sums have 128, and may wrap on the way to a count that fits.
//
// Cost. For each image of the heads, the lists of the vertices that the steps reach.
//
// Sources. Quotients: Curticapean, Dell, Marx, STOC 2017. Cut sets: ESCAPE, Pinar, Seshadhri, Vishal, WWW 2017.
#pragma once

#include "isomorphism/marks.hpp"
#include "isomorphism/parts/spread.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/apps/parts.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cerrado {

// Tail t has for each vertex of the graph the sum over its neighbours of the product of other tails.
struct Tail {
    std::vector<int> of{};          // numbers of earlier tails
    std::uint32_t vertex_needs = 0; // of the neighbour
    std::uint32_t entry_needs = 0;
    friend bool operator==(Tail const&, Tail const&) = default;
};

// The maps of a pattern that count together.
struct PatternMaps {
    int size = 0;
    std::uint64_t adjacency = 0; // see <cerrado/canonical/adjacency.hpp>
    int greatest = -1;           // the vertex whose image is greater than all others; -1: any
    int role = -1;               // the vertex by whose image they are counted; -1: all together
    // The bits of marks.hpp that must be met, row by row: at [v][v] by the image of v, at [v][u] by the entry of u's image
    // in the list of v's. Empty: nothing.
    std::vector<std::uint32_t> needs{};

    std::uint32_t need(int v, int u) const { return needs.empty() ? 0 : needs[static_cast<std::size_t>(v * size + u)]; }
    friend auto operator<=>(PatternMaps const&,
                            PatternMaps const&) = default; // NOLINT(modernize-use-nullptr): not ours
};

// A pattern whose maps are counted by parts.
struct PartsNode {
    struct Term {
        int node;
        std::int64_t factor;
    };

    PatternMaps of{};
    WideCount automorphisms = 1; // of the pattern, that keep the role
    bool is_known = false;       // from graphlets, or from the number of edges
    bool is_walked = false;
    std::vector<int> heads{};   // vertices of the pattern; none if it has no sum of its own
    SpreadPlan plan{};          // if there are heads
    std::vector<Tail> tails{};  // that the plan or the product reads
    std::vector<int> product{}; // of a tree: the tails whose product is summed over all vertices
    std::int64_t symmetry = 1;  // images of the heads that have as many maps as the one that the plan takes
    double entries = 0;         // predicted: of lists that it reads
    std::vector<Term> terms{};  // to be added, while the plan is made
    std::int64_t divisor = 1;   // of the sum and the terms together
};

// A pattern that is counted: a sum of maps, modulo 2^128, over the divisor and the automorphisms.
struct PartsCount {
    struct Maps {
        int node;
        WideSum factor;
    };

    PatternMaps of{};
    std::vector<Maps> maps{};
    std::int64_t divisor = 1;
    WideCount automorphisms = 1; // that keep the role
    int members = 1;             // vertices that are alike to the role
};

// The patterns that are counted by themselves, and the counts that follow from them.
struct PartsPlan {
    std::vector<PartsNode> nodes{};
    std::vector<PartsCount> counts{};
    PatternBits bits{};    // that the needs of the nodes speak of
    bool is_local = false; // counts at each vertex, by role; all nodes have one
    double entries = 0;    // predicted: the entries of lists that all steps read, and the images of heads
};

// A graph, as far as the planner asks.
struct GraphOutline {
    struct Near { // several vertices
        double size = 0;
        double read = 0; // the entries of their lists
    };
    // Edges whose greater end, or one end, has 2^i to 2^(i+1) - 1 neighbours, and the means of their ends' neighbours.
    struct Edges {
        double count = 0;
        Near upper{}, lower{}; // of the greater end, or of that end, and of the other end
        double share = 1;      // of all entries, those that can be met
    };

    double entries = 0;                           // of all lists
    double wedges = 0;                            // pairs of entries of one list
    std::vector<Near> by_degree{};                // sums over the vertices of 2^i to 2^(i+1) - 1 neighbours
    std::vector<Edges> below{};                   // as far as vertices are below the greater end; each edge once
    std::vector<Edges> whole{};                   // each edge once for each end
    std::function<double(Pattern const&)> walk{}; // the entries that take as long as a walk to all matches
    std::function<MarkBits(PatternBits const&)> marks{};

    // Returns: the different vertices that so many entries of lists lead to, if these are any entries of this share of
    // the graph.
    Near reached(double count, double share) const;

    // Looks at a sample of the edges.
    static GraphOutline of(Graph const& graph);
};

// Returns: the plan that reads the fewest entries of lists, as far as the outline tells. Nothing if the pattern has
// anti-vertices or labels to discover, fewer than 6 vertices (3 with arcs or labels) or more than 10, or too many edges
// that a match must not have, or if it or a term has no heads. `why` then says so. Requires: Pattern::meaning(induced)
// gave it.
std::optional<PartsPlan> plan_parts(Pattern const& pattern, bool induced, GraphOutline const& outline,
                                    std::string& why);

// The same for counts at each vertex: one for each of match_orbits(pattern).
std::optional<PartsPlan> plan_local_parts(Pattern const& pattern, bool induced, GraphOutline const& outline,
                                          std::string& why);

// Returns: the terms of the plan's first pattern.
CountPlan terms_of(PartsPlan const& plan);

// Returns: a plan for the edge-induced counts of these connected patterns of 6 to 10 vertices, in this order.
PartsPlan plan_parts(int size, std::span<std::uint64_t const> patterns, GraphOutline const& outline);

// Lines: the graph6 of each pattern that is counted by itself, its heads and steps with the predicted entries of lists, or
// its tails; and the number of patterns of up to five vertices.
std::string describe(PartsPlan const& plan);

// Lines: the predicted entries of lists, and the needs of the largest run.
std::string estimate_parts(PartsPlan const& plan, Graph const& graph, RunOptions const& options);

// Returns: whether all numbers of the plan fit in this graph.
bool fits_parts(PartsPlan const& plan, Graph const& graph);

// Counts the matches of the plan's first pattern, by runs one after the other. The count of a partial run is 0. A local
// plan gives the counts at each vertex, too: the result's of<PerOrbit>(). Throws InputError if the numbers may not fit.
BoundApplication bind_by_parts(PartsPlan const& plan);

// Returns: the counts of all patterns of a plan that is not local; nothing if the run was partial. Adds the runs to `total`. Throws as
// bind_by_parts().
std::vector<WideCount> count_by_parts(PartsPlan const& plan, Resident const& graph, RunOptions const& options,
                                      RunResult& total);

} // namespace cerrado
