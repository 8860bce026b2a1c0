// extend_common on lists produces the vertices that are adjacent to the whole traversal. If the output only counts,
// finish() does not write the last two levels.
#pragma once

#include <cerrado/engine/lists.hpp>

namespace cerrado {

namespace phase {

// Returns: whether u is in the list of v. Without branches, of which a thread of the host would guess half wrongly.
CERRADO_FN inline bool is_listed(GraphRef const& graph, VertexId v, VertexId u) {
    VertexId const* at = graph.neighbours + graph.begin(v);
    VertexId size = graph.degree(v);
    if (size == 0) return false;
    while (size > 1) {
        VertexId const half = size / 2;
        at += half * static_cast<VertexId>(at[half] <= u);
        size -= half;
    }
    return *at == u;
}

// Lists the `candidates` that are adjacent to each vertex of the traversal in [from, size). Lanes: all. Returns: their
// number. Cost: O(count log degree) for each of these vertices, divided by the width.
template <class T>
CERRADO_FN std::uint32_t intersect(T& te, VertexId const* candidates, std::uint32_t count, int from) {
    using W = typename T::WarpType;
    VertexId* const list = te.extensions(te.size());
    std::uint32_t kept = 0;
    for (std::uint32_t first = 0; first < count; first += W::width) {
        std::uint32_t const i = first + static_cast<std::uint32_t>(te.warp().lane());
        bool valid = i < count;
        VertexId const u = valid ? candidates[i] : 0;
        for (int j = from; valid && j < te.size(); ++j) {
            VertexId const v = te.level(j).vertex;
            valid = W::width == 1 ? is_listed(te.graph(), v, u) : te.graph().adjacent(v, u);
        }
        append(te.warp(), list, nullptr, kept, valid, u, Mask{0});
    }
    return kept;
}

// Lists the common extensions, from the extensions of the level before or from the root's list. Lanes: all. Returns:
// their number.
template <class T> CERRADO_FN std::uint32_t common_extensions(T& te) {
    int const before = te.size() - 1;
    if (before > 0 && te.level(before - 1).generated) {
        return intersect(te, te.extensions(before), te.level(before - 1).total, before);
    }
    return intersect(te, te.graph().neighbours + te.graph().begin(te.root()), te.graph().degree(te.root()), 1);
}

// Puts the extensions in the table. Lanes: all.
template <class T> CERRADO_FN void mark_extensions(T& te) {
    using W = typename T::WarpType;
    VertexId const* const list = te.extensions(te.size());
    std::uint32_t const size = te.extension_count();
    te.reset_table(size);
    for (std::uint32_t i = static_cast<std::uint32_t>(te.warp().lane()); i < size; i += W::width)
        te.table().add(list[i], 1);
    te.warp().sync();
}

// Counts the edges among the extensions. It reads the list of each extension and looks its entries up in the table. A
// group of 8 lanes takes a list, a batch of entries per lane at a time, and goes to its next list without waiting for
// the other groups. Lanes: all. Returns: this lane's share. Cost: the lists of the extensions, divided by the width.
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

// The first level copies its list.
template <class W, class Te> CERRADO_FN bool Lists::Operators<W, Te>::extend_common() {
    Te& te = Base::te();
    if (phase::is_extended(te) || !phase::has_room(te, Method::extend_common)) return false;
    return phase::produced(te, phase::common_extensions(te));
}

// Gives the output the complete subgraphs of k vertices that extend this traversal, and consumes the extensions. An
// application with `counted_levels = 2` finishes two levels at once. Then it knows only the number of the subgraphs,
// which is that of the edges among the extensions. Requires: the graph is oriented; size() is k - counted_levels.
// Lanes: all. Cost: the lists of the extensions, divided by the width.
template <class T, class Output>
    requires(std::is_same_v<typename T::Engine, Lists>)
CERRADO_FN void finish(T& te, Output& output) {
    using App = typename T::Application;
    static_assert(is_oriented<App>(), "finish() on lists needs `static constexpr bool oriented = true`");
    te.extend_common();
    if constexpr (counted_levels_of<App>() == 1) {
        output.take_extensions();
    } else {
        static_assert(!Output::takes_records,
                      "finish() on lists hands over one level at a time: drop counted_levels, or use the engine Rows");
        if (te.top().size > 1 && te.aggregates_here()) output.add_shared(phase::count_edges_among(te));
        te.top().size = 0;
    }
    phase::check_finish(te);
}

} // namespace cerrado
