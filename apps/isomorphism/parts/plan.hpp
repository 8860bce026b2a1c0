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
// Needs. A pattern of up to 10 vertices with edges only, and up to three heads that are one or two steps apart. The sum
// over all vertices of the degree to the power of the pattern's edges in a tree bounds all numbers; it must be below
// 2^63.
//
// Cost. For each image of the heads, the lists of the vertices that the steps reach.
//
// Sources. Quotients: Curticapean, Dell, Marx, STOC 2017. Cut sets: ESCAPE, Pinar, Seshadhri, Vishal, WWW 2017.
#pragma once

#include "isomorphism/parts/spread.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cerrado {

// Tail t has for each vertex of the graph the sum over its neighbours of the product of other tails.
struct Tail {
    std::vector<int> of; // numbers of earlier tails
    friend bool operator==(Tail const&, Tail const&) = default;
};

// A pattern whose maps are counted by parts.
struct PartsNode {
    struct Term {
        int node;
        std::int64_t factor;
    };

    int size = 0;
    std::uint64_t adjacency = 0; // see <cerrado/canonical/adjacency.hpp>
    int greatest = -1;           // the vertex whose image is greater than all others; -1: any
    WideCount automorphisms = 1; // of the pattern; those of the maps that count keep `greatest`
    bool is_known = false;       // from graphlets, or from the number of edges
    std::vector<int> heads{};    // vertices of the pattern; none if it has no sum of its own
    SpreadPlan plan{};           // if there are heads
    std::vector<Tail> tails{};   // that the plan or the product reads
    std::vector<int> product{};  // of a tree: the tails whose product is summed over all vertices
    std::int64_t symmetry = 1;   // images of the heads that have as many maps as the one that the plan takes
    std::vector<Term> terms{};   // to be added
    std::int64_t divisor = 1;    // of the sum and the terms together
};

// The patterns that the count of a pattern needs, each after those of its terms. The last one is the pattern.
struct PartsPlan {
    std::vector<PartsNode> nodes;
    double entries = 0; // predicted: the entries of lists that all steps read, and the images of heads
};

// The lists of a graph, as far as the planner asks.
struct ListLengths {
    double vertices = 0, entries = 0;
    double neighbours = 0; // mean degree at the end of an edge
    double lesser = 0;     // mean of the lesser degree of the ends of an edge
    double below = 0;      // mean share of the entries whose vertices are both below a vertex

    // Looks at a sample of the edges.
    static ListLengths of(Graph const& graph);
};

// Returns: the plan that reads the fewest entries of lists, as far as the shape tells. Nothing if the pattern has
// conditions besides its edges, fewer than 6 or more than 10 vertices, or if it or a term has no heads. `why` then says
// so.
std::optional<PartsPlan> plan_parts(Pattern const& pattern, ListLengths const& shape, std::string* why = nullptr);

// One line for each node: graph6, heads, tails, steps and terms.
std::string describe(PartsPlan const& plan);

// Returns: whether all numbers of the plan fit 64 bits in this graph.
bool fits_parts(PartsPlan const& plan, Graph const& graph);

// Counts the matches of the plan's pattern, by runs one after the other. The count of a partial run is 0. Throws
// InputError if the numbers may not fit.
BoundApplication bind_by_parts(PartsPlan const& plan);

} // namespace cerrado
