// EachCensus: the connected induced subgraphs of several graphs, each by a code that says all of it; or a sample of them.
//
// Problem. Patterns with labels are too many for tables, and so are the counts of several extensions together: their
// labels differ. A sample, too, needs each subgraph by itself.
//
// Method. The graphs stand side by side, as Census has them, and ESU meets each subgraph once. Its code is a number
// whose digits are what joins each two of its vertices, and the label of each: see discovery::SubgraphCodes. Lanes find
// the digits of the traversal together, and those of an extension each for its own. For a sample each vertex that is
// added is kept with a probability by its place in the traversal (RAND-ESU). The random numbers follow from the seed, the
// number of the graph and the traversal, so a sample is the same on every device.
//
// Needs. Weights of digits, for each vertex its group, and labels if there are any.
//
// Cost. For each subgraph a search in the list of each vertex that is adjacent to its last one, and an atomic addition. If
// edges have no labels and no directions, nothing is searched for.
//
// Source. RAND-ESU: Wernicke 2006.
#pragma once

#include "discovery/models/draws.hpp"

#include <cerrado/engine/exclusive.hpp>
#include <cerrado/output/codes/by_code.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// Which traversals a sample keeps.
struct SampledShares {
    ArrayRef<std::uint64_t> shares;  // by place in the traversal, in 2^-32; none: no sample is taken
    ArrayRef<std::uint32_t> numbers; // of the graphs, by group
    std::uint64_t seed = 0;
    VertexId vertices = 0; // of one graph

    CERRADO_FN bool are_given() const { return shares.size() > 0; }

    // What is drawn of a traversal: whether its last vertex is kept, and what the next draws begin with.
    struct Draw {
        std::uint32_t low, high;
        bool is_kept;
    };
    CERRADO_FN Draw draw(Draw const& before, int place, VertexId v) const {
        discovery::RandomWords words{
            {before.low, before.high, v % vertices,
             static_cast<std::uint32_t>(discovery::DrawnFor::sample) << 8 | static_cast<std::uint32_t>(place)}};
        philox(seed, words.words);
        return {words[1], words[2], words[0] < shares[static_cast<std::uint64_t>(place)]};
    }
    // The same for the whole traversal, whose vertices were kept but perhaps the root.
    template <class Traversal> CERRADO_FN Draw drawn(Traversal const& te, std::uint32_t group) const {
        Draw draw{numbers[group], 0, true};
        bool is_root_kept = true;
        for (int i = 0; i < te.size(); ++i) {
            draw = this->draw(draw, i, te.vertex(i));
            if (i == 0) is_root_kept = draw.is_kept;
        }
        draw.is_kept = is_root_kept;
        return draw;
    }
};

struct EachCensus {
    int k;
    ArrayRef<std::uint32_t> group{};   // by vertex
    ArrayRef<std::uint32_t> labels{};  // by vertex; none: all are 0
    ArrayRef<std::uint32_t> kinds{};   // of pairs, by entry of the lists; none: all are 1
    ArrayRef<std::uint64_t> weights{}; // see SubgraphCodes
    SampledShares sampled{};
    using Engine = Exclusive;
    using Output = ByCode;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        std::uint32_t const of_graph = group[te.root()];
        if (te.extend_exclusive() && sampled.are_given()) {
            auto const drawn = sampled.drawn(te, of_graph);
            int const place = te.size();
            te.filter([&](auto const&, VertexId u) { return drawn.is_kept && sampled.draw(drawn, place, u).is_kept; });
        }
        if (te.size() < k - 1) return;
        std::uint64_t const before = code_of(te);
        te.aggregate_code(of_graph, [&](auto const& view, VertexId u) { return before + code_of_last(view, u); });
    }

private:
    static CERRADO_FN int pairs(int size) { return size * (size - 1) / 2; }
    CERRADO_FN std::uint64_t label_digit(int place, VertexId v) const {
        if (labels.size() == 0) return 0;
        return weights[static_cast<std::uint64_t>(pairs(k) + place)] * labels[v];
    }
    // `view` is of a traversal, or of one with an extension. Requires: u is adjacent to its i-th vertex.
    template <class View> CERRADO_FN std::uint64_t pair_digit(View const& view, int i, int j, VertexId u) const {
        std::uint64_t const weight = weights[static_cast<std::uint64_t>(pairs(j) + i)];
        return kinds.size() == 0 ? weight : weight * kinds[view.graph().find(view.vertex(i), u)];
    }

    // The digits of the traversal. Lanes: all.
    template <class Traversal> CERRADO_FN std::uint64_t code_of(Traversal const& te) const {
        std::uint64_t code = 0;
        int digit = 0; // lanes take them in turn
        for (int j = 0; j < te.size(); ++j) {
            for (int i = 0; i < j; ++i, ++digit) {
                bool const is_own = digit % Traversal::WarpType::width == te.warp().lane();
                if (is_own && te.edge(i, j)) code += pair_digit(te, i, j, te.vertex(j));
            }
            if (te.warp().lane() == 0) code += label_digit(j, te.vertex(j));
        }
        return te.warp().reduce_add(code);
    }
    // Those that an extension adds. Lanes: any.
    template <class View> CERRADO_FN std::uint64_t code_of_last(View const& view, VertexId u) const {
        std::uint64_t code = label_digit(k - 1, u);
        for (int i = 0; i < k - 1; ++i) {
            if (view.adjacent(i, u)) code += pair_digit(view, i, k - 1, u);
        }
        return code;
    }
};

} // namespace cerrado
