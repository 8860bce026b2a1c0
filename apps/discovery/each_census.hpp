// EachCensus: counts the connected induced subgraphs of several graphs, or a sample of them, by codes. A code describes
// a subgraph completely.
//
// Problem. There are too many patterns with labels for tables. Several extensions cannot be counted together, because
// their labels differ. A sample, too, decides about each subgraph by itself.
//
// Method. The graphs stand side by side, as in Census, and ESU visits each subgraph once. The code of a subgraph is a
// number. Its digits tell what joins each two vertices, and the label of each vertex: see SubgraphCodes. The
// lanes find the digits of the traversal together. Each lane finds the digits of its own extension. A sample keeps each
// added vertex with a probability that depends on the vertex's place in the traversal (RAND-ESU). The random numbers
// follow from the seed, the number of the graph and the traversal, so a sample is the same on every device.
//
// Needs. The walk needs the weights of the digits, the group of each vertex, and labels if there are any.
//
// Cost. Each subgraph costs an atomic addition, and a search in the list of each vertex that is adjacent to the last
// vertex. No search is needed if edges have neither labels nor directions.
//
// Source. RAND-ESU: Wernicke 2006.
#pragma once

#include "discovery/models/draws.hpp"

#include <cerrado/apps/pattern_codes.hpp>
#include <cerrado/engine/exclusive.hpp>
#include <cerrado/output/detail/codes/by_code.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// Decides which traversals a sample keeps.
struct SampledShares {
    ArrayRef<std::uint64_t> shares;  // by place in the traversal, in units of 2^-32; if empty, no sample is taken
    ArrayRef<std::uint32_t> numbers; // numbers of the graphs, by group
    std::uint64_t seed = 0;
    VertexId vertices = 0; // vertices of one graph

    CERRADO_FN bool are_given() const { return shares.size() > 0; }

    // A random draw for the last vertex of a traversal. `low` and `high` are the input of the next draw.
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
    // Draws for all vertices of the traversal. Requires: all of them were kept, except perhaps the root. Returns: the
    // last draw, where is_kept is about the root.
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
    ArrayRef<std::uint32_t> group{}; // the group of each vertex
    CodeDigits<std::uint64_t> digits{};
    SampledShares sampled{};
    using Engine = Exclusive;
    using Output = ByCode;
    static constexpr bool may_find_nothing = true;

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
    // The sum that the digits of the traversal add to the code. Lanes: all.
    template <class Traversal> CERRADO_FN std::uint64_t code_of(Traversal const& te) const {
        std::uint64_t code = 0;
        int pair = 0; // number of a pair; lanes take pairs in turn
        for (int j = 0; j < te.size(); ++j) {
            for (int i = 0; i < j; ++i, ++pair) {
                bool const is_own = pair % Traversal::WarpType::width == te.warp().lane();
                if (is_own && te.edge(i, j)) code += digits.pair(te, i, j, te.vertex(j));
            }
            if (te.warp().lane() == 0) code += digits.label(k, j, te.vertex(j));
        }
        return te.warp().reduce_add(code);
    }
    // The sum that the digits of an extension add to the code. Lanes: any.
    template <class View> CERRADO_FN std::uint64_t code_of_last(View const& view, VertexId u) const {
        std::uint64_t code = digits.label(k, k - 1, u);
        for (int i = 0; i < k - 1; ++i) {
            if (view.adjacent(i, u)) code += digits.pair(view, i, k - 1, u);
        }
        return code;
    }
};

} // namespace cerrado
