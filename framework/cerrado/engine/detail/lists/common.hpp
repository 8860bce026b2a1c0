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

// Counts the edges from the hubs with a row, among the members of a list, to its members. A group of 8 lanes takes a row.
// Lanes: all. Returns: this lane's share. Cost: the words of these rows, divided by the width.
template <class T>
CERRADO_FN Count edges_in_rows(T const& te, VertexId const* list, std::uint32_t size, HubRows const& rows) {
    using W = typename T::WarpType;
    constexpr std::uint32_t group = W::width < 8 ? W::width : 8;
    constexpr std::uint32_t batch = 4;
    HubSizes const hubs = te.context().engine.hubs;
    if (rows.words == nullptr || !hubs.has(list[size - 1])) return 0;
    std::uint32_t const lane = static_cast<std::uint32_t>(te.warp().lane());
    std::uint32_t const* const bits = W::fast(te.template array<HubBits>());
    std::uint32_t const end = hubs.word(list[size - 1]) + 1;
    std::uint32_t found = 0;
    for (std::uint32_t i = lane / group; i < size; i += W::width / group) {
        VertexId const v = list[i];
        if (!hubs.has(v) || !rows.has(hubs, v)) continue;
        std::uint32_t const* const row = rows.row(hubs, v);
        for (std::uint32_t word = hubs.word(v) + lane % group; word < end; word += batch * group) {
            std::uint32_t successors[batch];
            for (std::uint32_t j = 0; j < batch; ++j)
                successors[j] = word + j * group < end ? row[word + j * group] : 0;
            for (std::uint32_t j = 0; j < batch; ++j) {
                if (successors[j] != 0)
                    found += static_cast<std::uint32_t>(popcount(successors[j] & bits[word + j * group]));
            }
        }
    }
    return found;
}

// Counts the other edges among the members of a list, which has at least one. It reads the lists of the members and looks
// their entries up in the bits and in the table. A group of 8 lanes takes a list, a batch of entries per lane at a time,
// and goes to its next list without waiting for the other groups. Lanes: all. Returns: this lane's share. Cost: the lists
// of the members, divided by the width.
template <class T, class View> CERRADO_FN Count edges_in_lists(T const& te, VertexId const* list, std::uint32_t size,
                                                               HubRows const& rows, View const table) {
    using W = typename T::WarpType;
    constexpr std::uint32_t group = W::width < 8 ? W::width : 8;
    constexpr std::uint32_t groups = W::width / group;
    constexpr int batch = W::width == 1 ? 1 : 4;
    std::uint32_t const lane = static_cast<std::uint32_t>(te.warp().lane());
    GraphRef const graph = te.graph();
    HubSizes const hubs = te.context().engine.hubs;
    VertexId const largest = list[size - 1];
    bool const has_hubs = hubs.has(largest), has_others = !hubs.has(list[0]);
    std::uint32_t const* const bits = has_hubs ? W::fast(te.template array<HubBits>()) : nullptr;
    std::uint32_t next = lane / group;
    VertexId const* from = nullptr;
    std::uint32_t length = 0;
    Count edges = 0;
    for (std::uint32_t i = 0;; i += batch * group) {
        while (i >= length) {
            if (next >= size) return edges;
            VertexId const w = list[next];
            next += groups;
            if (has_hubs && hubs.has(w) && rows.has(hubs, w)) continue;
            from = graph.neighbours + graph.begin(w);
            length = graph.degree(w);
            i = lane % group;
        }
        VertexId u[batch];
        for (int j = 0; j < batch; ++j) u[j] = i + j * group < length ? from[i + j * group] : no_vertex;
        for (int j = 0; j < batch; ++j) {
            if (u[j] > largest) continue;
            if (hubs.has(u[j])) {
                edges += bits[hubs.word(u[j])] >> u[j] % 32 & 1;
            } else if (has_others) {
                edges += table.find(u[j]) >= 0 ? 1 : 0;
            }
        }
        if (u[batch - 1] > largest) length = 0; // the lists ascend
    }
}

// Puts the members of an ascending list, which has at least one, in the bits and in the table. Lanes: all.
template <class T> CERRADO_FN void mark(T& te, VertexId const* list, std::uint32_t size) {
    using W = typename T::WarpType;
    HubSizes const hubs = te.context().engine.hubs;
    std::uint32_t* const bits = te.template array<HubBits>();
    auto const lane = static_cast<std::uint32_t>(te.warp().lane());
    for (std::uint32_t i = lane; i < hubs.words; i += W::width) bits[i] = 0;
    if (!hubs.has(list[0])) te.reset_table(size);
    te.warp().sync();
    for (std::uint32_t i = lane; i < size; i += W::width) {
        VertexId const v = list[i];
        if (hubs.has(v)) {
            W::lane_add(W::fast(bits) + hubs.word(v), 1u << v % 32);
        } else {
            te.table().add(v, 1);
        }
    }
    te.warp().sync();
}

// Marks the members of an ascending list, which has at least one, and counts the edges among them. Lanes: all. Returns:
// this lane's share.
template <class T>
CERRADO_FN Count count_edges_among(T& te, VertexId const* list, std::uint32_t size, HubRows const& rows) {
    mark(te, list, size);
    Count edges = edges_in_rows(te, list, size, rows);
    if (te.table().in_fast_memory()) {
        edges += edges_in_lists(te, list, size, rows, te.table().template view<true>());
    } else {
        edges += edges_in_lists(te, list, size, rows, te.table().template view<false>());
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
// which is that of the edges among the extensions. `rows`: what the run has of them. Requires: the graph is oriented;
// size() is k - counted_levels. Lanes: all. Cost: the lists of the extensions, divided by the width.
template <class T, class Output>
    requires(std::is_same_v<typename T::Engine, Lists>)
CERRADO_FN void finish(T& te, Output& output, HubRows const& rows = {}) {
    using App = typename T::Application;
    static_assert(is_oriented<App>(), "finish() on lists needs `static constexpr bool oriented = true`");
    if constexpr (counted_levels_of<App>() == 1) {
        te.extend_common();
        output.take_extensions();
    } else {
        static_assert(!Output::takes_records,
                      "finish() on lists hands over one level at a time: drop counted_levels, or use the engine Rows");
        VertexId const* list = te.graph().neighbours + te.graph().begin(te.root());
        std::uint32_t size = te.graph().degree(te.root());
        if (te.size() > 1) {
            te.extend_common();
            list = te.extensions(te.size());
            size = te.extension_count();
        }
        if (size > 1 && te.aggregates_here()) output.add_shared(phase::count_edges_among(te, list, size, rows));
        te.top().generated = true;
        te.top().size = 0;
    }
    phase::check_finish(te);
}

} // namespace cerrado
