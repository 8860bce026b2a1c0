#include "discovery/classes/pattern_copies.hpp"

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/automorphisms.hpp>

#include <bit>
#include <utility>

namespace cerrado::discovery {

SmallRows::SmallRows(PatternKind kind, int k, PatternWord graph) {
    for (int v = 0; v < k; ++v) {
        for (int u = 0; u < k; ++u) {
            bool const is_there = kind == PatternKind::directed ? has_arc(graph, v, u)
                                                                : adjacent(static_cast<std::uint64_t>(graph), v, u);
            if (!is_there) continue;
            out[v] |= Row{1} << u;
            in[u] |= Row{1} << v;
        }
    }
}

// The next vertex is the one with the most edges to those before.
PatternCopies::PatternCopies(Pattern const& pattern) {
    auto const has_edge = [&](int from, int to) {
        return ((pattern.edges(from) | pattern.arcs_from(from)) & Pattern::bit(to)) != 0;
    };
    std::vector<Restriction> const restrictions = automorphisms(pattern).restrictions;
    Pattern::Vertices before = 0;
    auto const edges_before = [&](int v) { return std::popcount(pattern.neighbours(v) & before); };
    while (static_cast<int>(steps_.size()) < pattern.size()) {
        int next = -1;
        for (int v = 0; v < pattern.size(); ++v) {
            if ((before & Pattern::bit(v)) == 0 && (next < 0 || edges_before(v) > edges_before(next))) next = v;
        }
        Step step{next, {}, {}, {}, {}};
        for (Step const& one : steps_) {
            if (has_edge(one.vertex, next)) step.from.push_back(one.vertex);
            if (has_edge(next, one.vertex)) step.to.push_back(one.vertex);
        }
        for (Restriction const& one : restrictions) {
            if (one.high == next && (before & Pattern::bit(one.low)) != 0) step.above.push_back(one.low);
            if (one.low == next && (before & Pattern::bit(one.high)) != 0) step.below.push_back(one.high);
        }
        steps_.push_back(std::move(step));
        before |= Pattern::bit(next);
    }
}

Count PatternCopies::from(SmallRows const& graph, std::size_t step, Images images, SmallRows::Row taken) const {
    constexpr SmallRows::Row one = 1;
    Step const& here = steps_[step];
    SmallRows::Row open = ((one << steps_.size()) - 1) & ~taken;
    for (int const u : here.from) open &= graph.out[images[u]];
    for (int const u : here.to) open &= graph.in[images[u]];
    for (int const u : here.above) open &= ~((one << images[u]) - 1);
    for (int const u : here.below) open &= (one << images[u]) - 1;
    if (step + 1 == steps_.size()) return static_cast<Count>(std::popcount(open));
    Count copies = 0;
    for (; open != 0; open &= open - 1) {
        images[here.vertex] = std::countr_zero(open);
        copies += from(graph, step + 1, images, taken | one << images[here.vertex]);
    }
    return copies;
}

} // namespace cerrado::discovery
