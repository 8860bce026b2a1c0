// extend_common: the vertices adjacent to all of the traversal, and the counting form that never writes the last two levels.
#pragma once

#include <cerrado/traversal/dense.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

namespace phase {

// Appends those of `candidates` that are adjacent to each vertex of te in [from, size).
template <class T>
CERRADO_FN std::uint32_t intersect(T& te, VertexId const* candidates, std::uint32_t count, int from) {
    using W = typename T::WarpType;
    VertexId* const list = te.extensions(te.size());
    std::uint32_t kept = 0;
    for (std::uint32_t first = 0; first < count; first += W::width) {
        std::uint32_t const i = first + static_cast<std::uint32_t>(te.warp().lane());
        bool valid = i < count;
        VertexId const u = valid ? candidates[i] : 0;
        for (int j = from; valid && j < te.size(); ++j) valid = te.adjacent(j, u);
        te.append(list, nullptr, kept, valid, u, Mask{0});
    }
    return kept;
}

// From the extensions of the level before, or from the root's list.
template <class T> CERRADO_FN std::uint32_t common_extensions(T& te) {
    int const before = te.size() - 1;
    if (before > 0 && te.level(before - 1).generated) {
        return intersect(te, te.extensions(before), te.level(before - 1).total, before);
    }
    return intersect(te, te.graph().neighbours + te.graph().begin(te.root()), te.graph().degree(te.root()), 1);
}

// Puts the extensions in the table.
template <class T> CERRADO_FN void mark_extensions(T& te) {
    using W = typename T::WarpType;
    VertexId const* const list = te.extensions(te.size());
    std::uint32_t const size = te.extension_count();
    te.table().reset(te.warp(), te.memory(), te.context().layout, size);
    for (std::uint32_t i = static_cast<std::uint32_t>(te.warp().lane()); i < size; i += W::width)
        te.table().add(list[i], 1);
    te.warp().sync();
}

// Edges among the extensions, by streaming the list of each against the table; the total is this lane's share. A group of 8 lanes
// takes a list, a batch of entries a lane at a time, and goes to its next list without waiting for the other groups.
template <class T, class View> CERRADO_FN Count edges_in(T const& te, View const table) {
    using W = typename T::WarpType;
    constexpr std::uint32_t group = W::width < 8 ? W::width : 8;
    constexpr std::uint32_t groups = W::width / group;
    constexpr int batch = W::width == 1 ? 1 : 4;
    std::uint32_t const lane = static_cast<std::uint32_t>(te.warp().lane());
    VertexId const* const list = te.extensions(te.size());
    GraphRef const graph = te.graph();
    std::uint32_t const size = te.extension_count();
    VertexId const largest = list[size - 1];
    std::uint32_t next = lane / group;
    VertexId const* from = nullptr;
    std::uint32_t length = 0;
    Count edges = 0;
    for (std::uint32_t i = 0;; i += batch * group) {
        while (i >= length) {
            if (next >= size) return edges;
            VertexId const w = list[next];
            from = graph.neighbours + graph.begin(w);
            length = graph.degree(w);
            next += groups;
            i = lane % group;
        }
        VertexId u[batch];
        for (int j = 0; j < batch; ++j) u[j] = i + j * group < length ? from[i + j * group] : no_vertex;
        for (int j = 0; j < batch; ++j) {
            if (u[j] <= largest) edges += table.find(u[j]) >= 0 ? 1 : 0;
        }
        if (u[batch - 1] > largest) length = 0; // the lists ascend
    }
}

template <class T> CERRADO_FN Count count_edges_among(T& te) {
    mark_extensions(te);
    Count edges;
    if (te.table().in_fast_memory()) {
        edges = edges_in(te, te.table().template view<true>());
    } else {
        edges = edges_in(te, te.table().template view<false>());
    }
    te.warp().sync();
    return edges;
}

} // namespace phase

// The extensions of the traversal less its last vertex, intersected with that vertex's list; the first level copies its list. Lists stay
// ascending. On an oriented graph each clique is met once. Cost: O(|previous| log degree) over the width; in dense mode the
// extensions are a row that is there already. Returns as extend().
template <class W, class App> CERRADO_FN bool Traversal<W, App>::extend_common() {
    Level& current = top();
    if (current.generated) return false;
    if constexpr (wants_dense<App>()) {
        current.size = current.total; // descend() has made the row
    } else {
        current.size = current.total = phase::common_extensions(*this);
        warp_.sync();
    }
    current.generated = true;
    return true;
}

template <class W, class App> CERRADO_FN void Traversal<W, App>::add_to_counter(Count lane_share) {
    add_once(warp_.reduce_add(lane_share));
}

// Counts the cliques of size() + 2 vertices that extend this traversal: the edges among its common extensions. Oriented graphs only.
template <class W, class App> CERRADO_FN void Traversal<W, App>::count_common_pairs() {
    static_assert(wants_orientation<App>(), "count_common_pairs needs `static constexpr bool oriented = true`");
    static_assert(counted_levels_of<App>() >= 2, "counting pairs needs `static constexpr int counted_levels = 2`");
    extend_common();
    if (top().size > 1 && aggregates_here()) {
        if constexpr (wants_dense<App>()) {
            add_to_counter(phase::count_pairs_of_row(*this, extension_row(length_)));
        } else {
            add_to_counter(phase::count_edges_among(*this));
        }
    }
    top().size = 0;
}

// Counts the cliques of size() + 3 vertices that extend this traversal: the triangles among its common extensions. In dense mode.
template <class W, class App> CERRADO_FN void Traversal<W, App>::count_common_triples() {
    static_assert(wants_dense<App>(), "count_common_triples needs `static constexpr bool dense = true`");
    static_assert(counted_levels_of<App>() == 3, "counting triples needs `static constexpr int counted_levels = 3`");
    extend_common();
    if (top().size > 2 && aggregates_here()) add_to_counter(phase::count_triangles_of_row(*this));
    top().size = 0;
}

} // namespace cerrado
