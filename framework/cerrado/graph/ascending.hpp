// The one sort behind the orders: vertices by a small key, ties by id.
#pragma once

#include <cerrado/graph/order.hpp>

#include <utility>

namespace cerrado {

// The vertices 0 .. count - 1 by ascending key(v) < keys; a stable counting sort with a histogram per member, as many members as the
// histograms are worth. O(count + keys).
template <class Key> VertexOrder ascending(VertexId count, std::size_t keys, Key key, Team& team) {
    int const members =
        static_cast<int>(std::clamp<std::size_t>(count / keys, 1, static_cast<std::size_t>(team.size())));
    std::vector<VertexId> place(keys * static_cast<std::size_t>(members));
    auto const for_share = [&](auto const& visit) {
        team.run([&](Member member) {
            if (member.index >= members) return;
            Member const part{member.index, members};
            VertexId* const mine = place.data() + keys * static_cast<std::size_t>(member.index);
            for (std::size_t v = part.begin(count); v < part.end(count); ++v) visit(static_cast<VertexId>(v), mine);
        });
    };
    for_share([&](VertexId v, VertexId* mine) { ++mine[key(v)]; });
    VertexId next = 0;
    for (std::size_t k = 0; k < keys; ++k) {
        for (std::size_t at = k; at < place.size(); at += keys) next += std::exchange(place[at], next);
    }
    VertexOrder order(count);
    for_share([&](VertexId v, VertexId* mine) { order[mine[key(v)]++] = v; });
    return order;
}

} // namespace cerrado
