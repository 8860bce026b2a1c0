// finish() of connected induced subgraphs of a directed graph: counts the last two levels by mask, as pair_counts.hpp
// does. Here an edge between two extensions has one of three codes: an arc in one direction, in the other, or in both.
// Masks have two bits for each vertex, so a traversal of d vertices could have 4^d masks. The few masks that occur are
// numbered, and the table has the number of an extension's mask instead of the mask.
//
// Counters of 32 bits suffice, because the lists of distinct extensions hold fewer than 2^32 entries together (the plan
// refuses larger graphs).
#pragma once

#include <cerrado/engine/exclusive_arcs.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// The counters of one traversal. They are a table of cells with a row for each mask that occurs. If not all rows have
// room, the rows are counted in several passes. A row has a column for each mask that occurs, and column 0. A row has
// three cells in each column, one per code. The cell of row a, column b and code c counts entries with code c in the
// lists of extensions with mask a. In column 0 the vertices of these entries are new; in the other columns they have
// mask b.
template <class T> struct ArcPairCounters {
    using W = typename T::WarpType;
    static constexpr std::uint32_t codes = 3; // the codes 1, 2, 3: see GraphMarks

    int d;
    std::uint32_t* number; // number of each mask, from 1 on; 0 between two traversals
    NumberedMask* present; // the masks that occur, by number, from 0 on
    std::uint32_t* cells;  // 0 between two traversals
    std::uint32_t count = 0;

    CERRADO_FN explicit ArcPairCounters(T const& te)
        : d(te.size()),
          number(te.template array<ExclusiveArcs::MaskNumbers>()),
          present(te.template array<ExclusiveArcs::PresentMasks>()),
          cells(te.template array<ExclusiveArcs::ArcPairs>()) {}

    CERRADO_FN std::uint32_t masks() const { return 1u << 2 * d; }
    CERRADO_FN std::uint32_t row_cells() const { return codes * (count + 1); }
    CERRADO_FN std::uint32_t rows(T const& te) const { return te.context().engine.pair_cells / row_cells(); }
};

namespace phase {

template <class Output> consteval bool takes_codes() {
    if constexpr (requires { Output::takes_codes; }) return Output::takes_codes;
    return false;
}

// Lanes: any.
template <class T, class Output>
CERRADO_FN NumberedMask numbered_mask(T const& te, Output const& output, Mask mask, std::uint32_t size) {
    if constexpr (takes_codes<Output>()) {
        auto const next = output.advance(te.top(), te.size(), mask);
        return {next.pattern, next.code, mask, size};
    } else {
        return {output.patterns().template advance<2>(te.top().pattern, te.size(), mask), 0, mask, size};
    }
}

// Numbers the masks of the extensions, and lets the table give these numbers. Lanes: all.
template <class T, class Output>
CERRADO_FN void number_masks(T& te, ArcPairCounters<T>& counters, Output const& output) {
    using W = typename T::WarpType;
    auto const& warp = te.warp();
    auto const lane = static_cast<std::uint32_t>(warp.lane());
    VertexId const* const list = te.extensions(te.size());
    Mask const* const masks = te.extension_masks(te.size());
    std::uint32_t const size = te.extension_count();
    for (std::uint32_t i = lane; i < size; i += W::width) W::lane_add(counters.number + masks[i], 1u);
    warp.sync();
    for (std::uint32_t first = 0; first < size; first += W::width) {
        std::uint32_t const i = first + lane;
        std::uint32_t* const number = counters.number + (i < size ? masks[i] : 0);
        std::uint32_t const same = i < size ? W::lane_add(number, 0u) : 0;
        bool const speaks = same != 0 && W::lane_cas(number, same, 0u) == same; // one entry for each mask
        auto const speakers = warp.ballot(speaks);
        if (speaks) {
            std::uint32_t const position = counters.count + static_cast<std::uint32_t>(warp.rank_below(speakers));
            counters.present[position] = numbered_mask(te, output, masks[i], same);
        }
        counters.count += static_cast<std::uint32_t>(popcount(speakers));
    }
    warp.sync();
    for (std::uint32_t i = lane; i < counters.count; i += W::width) counters.number[counters.present[i].mask] = i + 1;
    warp.sync();
    for (std::uint32_t i = lane; i < size; i += W::width) {
        te.table().set_value(te.table().find(list[i]), static_cast<VertexValue>(counters.number[masks[i]]));
    }
    warp.sync();
}

// Finds the cell of an entry. Returns: true if it has one. A closed vertex has none.
template <class T> CERRADO_FN bool cell_of(ArcPairCounters<T> const& counters, std::uint32_t code, std::uint32_t value,
                                           std::uint32_t& cell) {
    cell = counters.codes * value + code - 1;
    return code != 0 && value < counters.masks();
}

// Counts the entries of the lists of the extensions whose masks have the rows from `first` on. Lanes: all.
template <class T> CERRADO_FN void count_arcs(T& te, ArcPairCounters<T>& counters, ArcCode const& code,
                                              std::uint32_t first, std::uint32_t rows) {
    using W = typename T::WarpType;
    auto const& warp = te.warp();
    VertexId const* const list = te.extensions(te.size());
    Mask const* const masks = te.extension_masks(te.size());
    for (std::uint32_t i = static_cast<std::uint32_t>(warp.lane()); i < te.extension_count(); i += W::width) {
        std::uint32_t const row = counters.number[masks[i]] - 1 - first; // large for a number below `first`
        EdgeOffset const begin = te.graph().first_above(list[i], te.root());
        auto const length = static_cast<std::uint32_t>(te.graph().end(list[i]) - begin);
        te.template array<Extents>()[i] = {begin, row < rows ? length : 0, row * counters.row_cells()};
    }
    warp.sync();
    auto const count_in = [&](auto const table) {
        for_each_listed(te, table, code, [&](std::uint32_t row, std::uint32_t said, std::int32_t slot) {
            std::uint32_t cell = 0;
            if (cell_of(counters, said, slot < 0 ? 0 : table.values[slot], cell)) {
                W::lane_add(counters.cells + row + cell, 1u);
            }
        });
    };
    if (te.table().in_fast_memory()) {
        count_in(te.table().template view<true>());
    } else {
        count_in(te.table().template view<false>());
    }
    warp.sync();
}

// The same for a single lane of the host. It reads the table directly.
template <class App> CERRADO_FN void count_arcs(Traversal<ScalarWarp, App>& te,
                                                ArcPairCounters<Traversal<ScalarWarp, App>>& counters,
                                                ArcCode const& code, std::uint32_t first, std::uint32_t rows) {
    VertexId const* const list = te.extensions(te.size());
    Mask const* const masks = te.extension_masks(te.size());
    VertexValue const* const values = te.table().values();
    GraphRef const& graph = te.graph();
    // bits of a sum of new vertices; one word has such a sum for each code
    constexpr int bits = 21;
    constexpr EdgeOffset most = (1u << bits) - 1; // as many entries as a sum has room for
    constexpr std::uint64_t of_one = most;
    for (std::uint32_t i = 0; i < te.extension_count(); ++i) {
        std::uint32_t const row = counters.number[masks[i]] - 1 - first;
        if (row >= rows) continue;
        std::uint32_t* const cells = counters.cells + row * counters.row_cells();
        EdgeOffset const begin = graph.begin(list[i]);
        EdgeOffset p = graph.end(list[i]);
        while (p > begin && graph.neighbours[p - 1] > te.root()) {
            EdgeOffset const least = p - begin > most ? p - most : begin;
            std::uint64_t fresh = 0; // most entries are new, and their sums wait for no memory
            for (; p > least && graph.neighbours[p - 1] > te.root(); --p) {
                std::uint32_t const value = values[graph.neighbours[p - 1]], said = code(p - 1);
                std::uint32_t cell = 0;
                if (value == 0) {
                    fresh += std::uint64_t{1} << bits * (said - 1);
                } else if (cell_of(counters, said, value, cell)) {
                    ++cells[cell];
                }
            }
            for (std::uint32_t c = 0; c < counters.codes; ++c) {
                cells[c] += static_cast<std::uint32_t>(fresh >> bits * c & of_one);
            }
        }
    }
}

// Adds the counts in the cells of row a and column b to the output, and clears the cells. b counts from 1; 0 stands for
// the new vertices. Lanes: one.
template <class T, class Output> CERRADO_FN void add_arc_pairs(Output& output, ArcPairCounters<T>& counters,
                                                               std::uint32_t* cells, std::uint32_t a, std::uint32_t b) {
    int const d = counters.d;
    std::uint32_t seen[ArcPairCounters<T>::codes];
    for (std::uint32_t c = 0; c < counters.codes; ++c) {
        seen[c] = cells[c];
        cells[c] = 0;
    }
    if (b != 0 && b - 1 < a) return; // row b - 1 has the same counts
    auto const& patterns = output.patterns();
    PatternState const with_a = counters.present[a].with;
    std::uint32_t const of_a = counters.present[a].size, of_b = b == 0 ? 0 : counters.present[b - 1].size;
    std::uint64_t pairs = 0;
    if (b - 1 == a) { // each edge was seen from both ends, so an arc was counted once as code 1 and once as code 2
        seen[1] = 0;
        seen[2] /= 2;
        pairs = std::uint64_t{of_a} * (of_a - 1) / 2;
    } else {
        pairs = std::uint64_t{of_a} * of_b;
    }
    // The mask gets one code more. The mask's permutation is the same for all four values of the code.
    std::uint32_t const mask = b == 0 ? 0 : patterns.template permute<2>(with_a, d, counters.present[b - 1].mask);
    std::uint64_t const before = takes_codes<Output>() ? counters.present[a].code : with_a.pattern_class;
    std::uint64_t const first = before << 2 * (d + 1) | mask;
    auto const add = [&](std::uint32_t code, std::uint64_t times) {
        std::uint64_t const last = first | code << 2 * with_a.position(d);
        if (times == 0) return;
        if constexpr (takes_codes<Output>()) {
            output.add(last, times);
        } else {
            output.add(transition_class(patterns.levels[d + 1][last]), times);
        }
    };
    for (std::uint32_t c = 0; c < counters.codes; ++c) {
        add(c + 1, seen[c]);
        pairs -= seen[c];
    }
    if (b != 0) add(0, pairs);
}

template <class T, class Output> CERRADO_FN void count_arc_pairs(T& te, Output& output, ArcCode const& code) {
    using W = typename T::WarpType;
    auto const& warp = te.warp();
    ArcPairCounters<T> counters(te);
    number_masks(te, counters, output);
    std::uint32_t const columns = counters.count + 1, most = counters.rows(te);
    for (std::uint32_t first = 0; first < counters.count; first += most) {
        std::uint32_t const left = counters.count - first, rows = left < most ? left : most;
        count_arcs(te, counters, code, first, rows);
        for (std::uint32_t i = static_cast<std::uint32_t>(warp.lane()); i < rows * columns; i += W::width) {
            add_arc_pairs(output, counters, counters.cells + counters.codes * i, first + i / columns, i % columns);
        }
        warp.sync();
    }
    for (std::uint32_t i = static_cast<std::uint32_t>(warp.lane()); i < counters.count; i += W::width) {
        counters.number[counters.present[i].mask] = 0;
    }
    warp.sync();
}

} // namespace phase

// Gives the output the connected induced subgraphs of k vertices that extend this traversal, and consumes the
// extensions. The output counts by pattern or by code. If the extensions were not produced yet, it produces them first.
// `arcs` are the arcs of the graph, see GraphMarks. Requires: size() is k - 2, and the application has `counted_levels
// = 2`. Lanes: all. Cost: the lists of the extensions and the squared number of masks that occur, divided by the width.
template <class T, class Output>
    requires(std::is_base_of_v<ExclusiveArcs, typename T::Engine>)
CERRADO_FN void finish(T& te, Output& output, std::uint8_t const* arcs) {
    static_assert(counted_levels_of<typename T::Application>() == 2,
                  "write 'static constexpr int counted_levels = 2;'");
    static_assert(Output::takes_patterns, "finish() counts two levels together only by pattern: drop counted_levels");
    te.extend_exclusive(arcs);
    std::uint64_t const size = te.top().size;
    if (size > 0 && te.aggregates_here()) {
        output.reserve(size * size + ~std::uint32_t{0});
        phase::count_arc_pairs(te, output, phase::ArcCode{arcs});
    }
    te.top().size = 0;
    phase::check_finish(te);
}

} // namespace cerrado
