// The copies of a pattern in a small graph with as many vertices.
#pragma once

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace cerrado::discovery {

// Bit u of row v is set if there is an edge of v and u, or an arc that way.
struct SmallRows {
    using Row = std::uint32_t;
    std::array<Row, max_adjacency_vertices> out{}, in{};

    // `graph`: the word of its edges or arcs, see adjacency.hpp and arcs.hpp.
    SmallRows(PatternKind kind, int k, PatternWord graph);
};

class PatternCopies {
public:
    // Requires: the pattern says its edges or arcs alone.
    explicit PatternCopies(Pattern const& pattern);

    // Returns: in how many ways edges can be left out of the graph so that the pattern is left.
    Count in(SmallRows const& graph) const { return from(graph, 0, {}, 0); }

private:
    using Images = std::array<int, max_adjacency_vertices>;
    struct Step { // finds an image for a vertex
        int vertex;
        // Earlier vertices: to which and from which it has edges or arcs, and whose images are below or above its own.
        std::vector<int> to, from, above, below;
    };

    Count from(SmallRows const& graph, std::size_t step, Images images, SmallRows::Row taken) const;

    std::vector<Step> steps_;
};

} // namespace cerrado::discovery
