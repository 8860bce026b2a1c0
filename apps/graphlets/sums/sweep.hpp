// The sweep over wedges u - a - x with x below u. Each wedge has two numbers: W, the common neighbours of u and x, and
// q, the number of these that are adjacent to a. If u and x are adjacent, the wedge is one of the three wedges of a
// triangle T, and q is k(T).
#pragma once

#include "graphlets/graphlets.hpp"

#include <cerrado/engine/detail/lists/list_entries.hpp>
#include <cerrado/engine/detail/wedges/tally.hpp>
#include <cerrado/engine/scratch.hpp>
#include <cerrado/traversal/detail/fault.hpp>
#include <cerrado/traversal/filter.hpp>

#include <algorithm>

namespace cerrado::cuts {

// The engine Ends. A job is a vertex, the root u. The job visits the wedges u - a - x over all neighbours a, with x
// below u, and tallies their ends x. (The engine Wedges takes only the neighbours a below the root.)
//
// A heavy root is divided into several jobs, each with a range of the vertices x. If a job may have more ends than its
// tally can hold, it takes them range by range.
//
// An application declares with `static constexpr VertexId least_end` the least degree of a root. If it has
// `static constexpr bool in_one_piece = true`, a root is one job with one tally, and its x are all other vertices.

struct Ends : OneVisit {
    struct Lists : ArrayOf<phase::PartOfList, Place::device> {
    }; // the parts of the neighbours' lists that lie below the root
    struct ListsInRange : ArrayOf<phase::PartOfList, Place::device> {}; // their parts within a range
    struct Tallied : ArrayOf<VertexId, Place::device> {};
    using Arrays = JoinArrays<TallyArrays, ArrayList<Lists, ListsInRange, Tallied>>;
    static constexpr int max_vertices = 1;
    struct Ref {
        TallySizes tally;
        std::uint32_t room = 0; // number of vertices that a tally holds
    };

    struct Planner : OneVisit::Planner {
        template <class App> explicit Planner(App const& app)
            : OneVisit::Planner(app),
              least_end_(App::least_end),
              in_one_piece_(is_in_one_piece<App>()) {}
        static int levels(TraversalNeeds const&, GraphShape const&) { return 1; }
        JobNeeds jobs(TraversalNeeds const&) const {
            return {.levels_below = in_one_piece_ ? 0 : 1,
                    .least_extensions = least_end_,
                    .pieces_a_slice = 2,
                    .lists = ListPart::whole};
        }
        Ref plan(ArrayPlan arrays, PlanRequest const& request) const {
            constexpr std::uint32_t room_of_a_warp = 24000; // 256 KiB of slots
            constexpr std::uint32_t fast_slots = 1024;
            std::uint32_t const vertices = std::max(1u, request.shape.vertex_count);
            bool const is_whole = in_one_piece_ || request.kind == WorkerKind::lane;
            Ref ref;
            ref.room = is_whole ? vertices : std::min(vertices, room_of_a_warp);
            std::uint64_t const neighbours = std::min<std::uint64_t>(ref.room, request.shape.max_degree());
            ref.tally = plan_tally<Arrays>(arrays, request, ref.room + neighbours, fast_slots);
            arrays.reserve<Arrays, Lists>(request.shape.max_degree());
            arrays.reserve<Arrays, ListsInRange>(in_one_piece_ ? 0 : request.shape.max_degree());
            arrays.reserve<Arrays, Tallied>(in_one_piece_ ? ref.room : 0);
            return ref;
        }

    private:
        VertexId least_end_;
        bool in_one_piece_;
    };

    template <class App> static CERRADO_FN constexpr bool is_in_one_piece() {
        if constexpr (requires { App::in_one_piece; }) return App::in_one_piece;
        return false;
    }
    template <class W, class Te> class Operators;
};

template <class W, class Te> class Ends::Operators : public OneVisit::Hooks {
public:
    // Finds the wedges of this job. list_of(entry) gives the wanted x of the neighbour at that entry of the root's
    // list, as a part of the neighbour's list.
    // Requires: list_of calls no collective function. Lanes: all. Cost: the root's degree, divided by the width; two
    // searches in each list if the root is several jobs.
    template <class ListOf> CERRADO_FN void find_wedges(ListOf const& list_of) {
        find_range();
        lists_ = 0;
        entries_ = 0;
        EdgeOffset const begin = te().graph().begin(te().root());
        std::uint32_t const degree = te().graph().degree(te().root());
        for (std::uint32_t first = 0; first < degree; first += W::width) {
            std::uint32_t const i = first + static_cast<std::uint32_t>(te().warp().lane());
            phase::PartOfList part;
            if (i < degree) part = list_of(begin + i);
            if (is_divided_) part = cut(part, begin_, end_);
            part.number = i;
            append(te().template array<Lists>(), lists_, entries_, part);
        }
        te().warp().sync();
    }

    // Calls each() for each range of x. The methods below then work on this range.
    // Lanes: all. Cost: for each range but a single one, two searches in each list.
    template <class Each> CERRADO_FN void for_each_range(Each const& each) {
        std::uint32_t const room = te().context().engine.room;
        if (entries_ == 0) return;
        bool const is_one = entries_ + te().graph().degree(te().root()) <= room || end_ - begin_ <= room;
        VertexId begin = begin_;
        do { // each() stands here once, since kernels that have it twice are slower
            VertexId const end = is_one ? end_ : begin + min_of(room, end_ - begin);
            if (is_one) {
                take_whole();
            } else {
                cut_lists(begin, end);
            }
            if (range_lists_ > 0) each();
            begin = end;
        } while (begin < end_);
    }

    // Sets all tallies to 0.
    CERRADO_FN void clear_tally() {
        Count const ends = min_of<Count>(range_entries_, to_vertex_ - from_vertex_);
        Count const neighbours = min_of<Count>(te().graph().degree(te().root()), to_vertex_ - from_vertex_);
        tally_.clear(te().warp(), tally_memory(te()), te().context().engine.tally, ends + neighbours);
    }
    // Adds `value` to the tallies of the root's neighbours in the range.
    CERRADO_FN void tally_neighbours(std::uint32_t value) {
        tally_neighbours_by([value](EdgeOffset) { return value; });
    }
    // Adds value(entry), unless it is 0, to the tallies of the root's neighbours in the range.
    // Requires: `value` calls no collective function.
    template <class Value> CERRADO_FN void tally_neighbours_by(Value const& value) {
        GraphRef const& graph = te().graph();
        EdgeOffset const end = graph.end(te().root());
        EdgeOffset p = graph.lower_bound(graph.begin(te().root()), end, from_vertex_);
        for (p += static_cast<EdgeOffset>(te().warp().lane()); p < end; p += W::width) {
            VertexId const one[] = {graph.neighbours[p]};
            if (one[0] >= to_vertex_) break;
            std::uint32_t const added = value(p);
            std::uint32_t before[1];
            if (added != 0) tally_.add(one, added, before);
        }
        close();
    }
    // Adds 1 to x for each wedge, and calls f(before) with the tally that x had.
    template <class Function> CERRADO_FN void tally_ends(Function const& f) {
        if constexpr (W::width == 1 && !is_in_one_piece<typename Te::Application>()) {
            // the lists end below the root
            phase::for_each_list_alone(
                te(), from_, 0, 1, range_lists_, [](phase::PartOfList const& part) { return part; },
                [&](std::uint32_t, phase::PartOfList const& part) {
                    tally_.add_list(te().graph().neighbours + part.begin, part.length, part.bound, f);
                });
            return close();
        }
        for_each_entry([&](auto const& entries) {
            constexpr int n = std::remove_cvref_t<decltype(entries)>::count;
            VertexId ends[n];
            std::uint32_t before[n];
            for (int j = 0; j < n; ++j) ends[j] = entries.vertex[j] == te().root() ? no_vertex : entries.vertex[j];
            tally_.add(ends, 1, before);
            for (int j = 0; j < n; ++j) {
                if (ends[j] != no_vertex) f(before[j]);
            }
        });
        close();
    }
    // Adds value(first, second) to the tally of x for each wedge, see for_each_wedge(). A sum beyond 32 bits ends the
    // run.
    template <class Value> CERRADO_FN void tally_ends_by(Value const& value) {
        EdgeOffset const begin = te().graph().begin(te().root());
        bool is_beyond = false;
        for_each_entry([&](auto const& entries) {
            constexpr int n = std::remove_cvref_t<decltype(entries)>::count;
            for (int j = 0; j < n; ++j) {
                if (entries.vertex[j] == no_vertex) continue;
                std::uint32_t const added = value(begin + from_[entries.list[j]].number, entries.position[j]);
                VertexId const one[] = {entries.vertex[j]};
                std::uint32_t before[1];
                if (added == 0) continue;
                tally_.add(one, added, before);
                is_beyond |= before[0] + added < added;
            }
        });
        close(is_beyond);
    }
    // Calls f(tally of x, first, second) for each wedge u - a - x. `first` is the entry of a in the root's list, and
    // `second` that of x in a's list.
    // Requires: f calls no collective function.
    template <class Function> CERRADO_FN void for_each_wedge(Function const& f) const {
        EdgeOffset const begin = te().graph().begin(te().root());
        for_each_entry([&](auto const& entries) {
            constexpr int n = std::remove_cvref_t<decltype(entries)>::count;
            std::uint32_t tally[n];
            tally_.look_up(entries.vertex, tally);
            for (int j = 0; j < n; ++j) {
                if (tally[j] != 0) f(tally[j], begin + from_[entries.list[j]].number, entries.position[j]);
            }
        });
    }

    // The same by lists, for a single lane: calls f(tallies, first, list) for each a. `tallies` has that of x at x, and
    // `list` is the part of a's list that has the x. Calls ask(first, list, is_soon) twice before that, some
    // lists earlier and, with `is_soon`, half as many lists earlier.
    template <class Ask, class Function> CERRADO_FN void for_each_list(Ask const& ask, Function const& f) const {
        constexpr std::uint32_t ahead = 3;
        EdgeOffset const begin = te().graph().begin(te().root());
        auto const ask_for = [&](std::uint32_t i, bool is_soon) {
            if (i < range_lists_) ask(begin + from_[i].number, from_[i], is_soon);
        };
        for (std::uint32_t i = 0; i < range_lists_; ++i) {
            ask_for(i + 2 * ahead, false);
            ask_for(i + ahead, true);
            f(tally_.values(), begin + from_[i].number, from_[i]);
        }
    }

    // Calls f(tally of x, tally of y, entry of y in x's list) for each edge between two tallied vertices. Requires:
    // `in_one_piece`; f calls no collective function. Lanes: all. Cost: the lists of the tallied vertices, divided by
    // the width.
    template <class Function> CERRADO_FN void for_each_edge_of_tallied(Function const& f) const {
        VertexId* const list = te().template array<Tallied>();
        std::uint32_t count = 0;
        tally_.for_each(te().warp(), [&](bool is_one, VertexId x) {
            phase::append(te().warp(), list, nullptr, count, is_one, x, Mask{0});
        });
        te().warp().sync();
        auto const lists = [&](VertexId x) { return phase::PartOfList::below(te().graph(), x, x); };
        phase::for_each_entry<at_once>(te(), list, 0, 1, count, lists, [&](auto const& entries) {
            constexpr int n = std::remove_cvref_t<decltype(entries)>::count;
            std::uint32_t tally[n];
            tally_.look_up(entries.vertex, tally);
            for (int j = 0; j < n; ++j) {
                if (tally[j] == 0) continue;
                VertexId const one[] = {list[entries.list[j]]};
                std::uint32_t at_x[1];
                tally_.look_up(one, at_x);
                f(at_x[0], tally[j], entries.position[j]);
            }
        });
    }

    CERRADO_FN void on_finish() { tally_.leave(); }

private:
    static constexpr int at_once = 4; // entries that a lane looks up at the same time

    CERRADO_FN Te const& te() const { return static_cast<Te const&>(*this); }
    template <class T> static CERRADO_FN T min_of(T a, T b) { return a < b ? a : b; }

    // Finds the x of this job. The lists of the vertices in each job's range have about equally many entries together.
    CERRADO_FN void find_range() {
        std::uint32_t const parts = te().job().slices;
        is_divided_ = parts > 1;
        begin_ = 0;
        end_ = is_in_one_piece<typename Te::Application>() ? te().graph().vertex_count : te().root();
        if (!is_divided_) return;
        EdgeOffset const share = te().graph().begin(te().root()) / parts;
        std::uint32_t const slice = te().job().slice;
        begin_ = phase::first_with_entries(te(), te().root(), share * slice);
        if (slice + 1 < parts) end_ = phase::first_with_entries(te(), te().root(), share * (slice + 1));
    }

    CERRADO_FN phase::PartOfList cut(phase::PartOfList part, VertexId from, VertexId to) const {
        GraphRef const& graph = te().graph();
        EdgeOffset const last = part.begin + part.length;
        part.begin = graph.lower_bound(part.begin, last, from);
        part.length = static_cast<std::uint32_t>(graph.lower_bound(part.begin, last, to) - part.begin);
        return part;
    }

    // Appends the parts of the lanes. Lanes: all, each with a part that may be empty.
    CERRADO_FN void append(phase::PartOfList* to, std::uint32_t& count, Count& entries,
                           phase::PartOfList const& part) const {
        LaneMask const there = te().warp().ballot(part.length > 0);
        if (part.length > 0) to[count + static_cast<std::uint32_t>(te().warp().rank_below(there))] = part;
        count += static_cast<std::uint32_t>(popcount(there));
        entries += te().warp().reduce_add(Count{part.length});
    }

    CERRADO_FN void take_whole() {
        range_lists_ = lists_;
        range_entries_ = entries_;
        from_ = te().template array<Lists>();
        from_vertex_ = begin_;
        to_vertex_ = end_;
    }
    CERRADO_FN void cut_lists(VertexId from, VertexId to) {
        phase::PartOfList const* const lists = te().template array<Lists>();
        from_ = te().template array<ListsInRange>();
        range_lists_ = 0;
        range_entries_ = 0;
        from_vertex_ = from;
        to_vertex_ = to;
        te().warp().sync(); // no lane still reads the previous range
        for (std::uint32_t first = 0; first < lists_; first += W::width) {
            std::uint32_t const i = first + static_cast<std::uint32_t>(te().warp().lane());
            phase::PartOfList const part = i < lists_ ? cut(lists[i], from, to) : phase::PartOfList{};
            append(te().template array<ListsInRange>(), range_lists_, range_entries_, part);
        }
        te().warp().sync();
    }
    CERRADO_FN Count range_entries() const { return from_ == te().template array<Lists>() ? entries_ : range_entries_; }

    template <class Take> CERRADO_FN void for_each_entry(Take const& take) const {
        phase::for_each_entry<at_once>(
            te(), from_, 0, 1, range_lists_, [](phase::PartOfList const& part) { return part; }, take);
    }

    CERRADO_FN void close(bool is_beyond = false) {
        te().warp().sync();
        if (te().warp().any(tally_.is_overfull() || is_beyond))
            phase::report(te(), {FaultKind::tally, Method::tally_wedges});
    }

    Tally<W> tally_;
    VertexId begin_ = 0, end_ = 0; // range of this job's x
    bool is_divided_ = false;
    std::uint32_t lists_ = 0; // number of the job's lists
    Count entries_ = 0;
    phase::PartOfList const* from_ = nullptr; // lists of the range
    std::uint32_t range_lists_ = 0;
    Count range_entries_ = 0;
    VertexId from_vertex_ = 0, to_vertex_ = 0;
};

// The wedges of a pass, from the engine Ends.

// Finds the wedges u - a - x with x below u, without the ends x that a sweep leaves out.
// Lanes: all. Cost: that of find_wedges().
template <class Traversal> CERRADO_FN void find_wedges_below(Traversal& te, Known const& known) {
    constexpr EdgeOffset ahead = 8;
    GraphRef const& graph = te.graph();
    EdgeOffset const end = graph.end(te.root());
    te.find_wedges([&](EdgeOffset entry) {
        VertexId const a = graph.neighbours[entry];
        if constexpr (Traversal::WarpType::width == 1) {
            if (entry + ahead < end) {
                prefetch_on_host(&known.low[graph.neighbours[entry + ahead]]);
                prefetch_on_host(graph.offsets + graph.neighbours[entry + ahead]);
            }
        }
        std::uint32_t const low = known.low[a], below = known.reverse[entry];
        return phase::PartOfList{graph.begin(a) + low, below > low ? below - low : 0, te.root()};
    });
}

// Finds the wedges from u to all other vertices.
// Requires: `in_one_piece`. Lanes: all.
template <class Traversal> CERRADO_FN void find_wedges_to_all(Traversal& te) {
    GraphRef const& graph = te.graph();
    te.find_wedges([&](EdgeOffset entry) {
        VertexId const a = graph.neighbours[entry];
        return phase::PartOfList{graph.begin(a), graph.degree(a), no_vertex};
    });
}

// Tallies the ends of the wedges from u to all other vertices, then calls each(). Cost: the wedges, divided by the
// width.
template <class Traversal, class Each> CERRADO_FN void tally_all_ends(Traversal& te, Each const& each) {
    find_wedges_to_all(te);
    te.for_each_range([&] {
        te.clear_tally();
        te.tally_ends([](std::uint32_t) {});
        each();
    });
}

// Writes the matrices for a single lane, by intersecting lists. A job has a vertex's whole matrix, so it
// needs no atomic additions, of which Matrices has six for each triangle.
struct MatricesByRow {
    using Engine = Ends;
    static constexpr VertexId least_end = 2;
    static constexpr bool in_one_piece = true;

    Matrices matrices;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        if constexpr (W::width == 1) {
            Matrix const matrix = matrices.known.matrix[te.root()];
            if (matrix.words > 0 && matrices.has(matrix)) write(te, matrix);
        }
    }

private:
    template <class Traversal> CERRADO_FN void write(Traversal& te, Matrix const& matrix) const {
        Known const& known = matrices.known;
        GraphRef const& graph = te.graph();
        te.find_wedges([&](EdgeOffset entry) {
            VertexId const a = graph.neighbours[entry];
            return phase::PartOfList{graph.begin(a), known.triangles[entry] > 0 ? graph.degree(a) : 0, no_vertex};
        });
        te.for_each_range([&] {
            te.clear_tally();
            te.tally_neighbours_by(
                [&](EdgeOffset entry) { return known.triangles[entry] > 0 ? known.number[entry] + 1 : 0; });
            Count* const rows = &matrices.bits[matrix.begin - matrices.first];
            auto const ask = [&](EdgeOffset, phase::PartOfList const& list, bool is_soon) {
                if (!is_soon) prefetch_on_host(&graph.neighbours[list.begin]);
            };
            te.for_each_list(ask, [&](std::uint32_t const* tallies, EdgeOffset first, phase::PartOfList const& list) {
                std::uint32_t const a = known.number[first];
                auto const set = [&](std::uint32_t x) {
                    rows[std::uint64_t{a} * matrix.words + x / 64] |= Count{1} << (x % 64);
                    rows[std::uint64_t{x} * matrix.words + a / 64] |= Count{1} << (a % 64);
                };
                if (list.length > search_from * graph.degree(te.root())) {
                    search(te, list, set);
                } else {
                    for_each_common(graph.neighbours + list.begin, list.length, graph.neighbours[first], tallies, set);
                }
            });
        });
    }

    // Calls set(number) for each neighbour of the root in the list, up to the vertex `end`. It first notes some of
    // them, since a branch by the tallies would be guessed wrong often.
    template <class Set> static CERRADO_FN void for_each_common(VertexId const* list, std::uint32_t length,
                                                                VertexId end, std::uint32_t const* tallies,
                                                                Set const& set) {
        constexpr std::uint32_t at_once = 64;
        std::uint32_t noted[at_once];
        for (std::uint32_t next = 0; next < length && list[next] < end;) {
            std::uint32_t const last = length - next < at_once ? length : next + at_once;
            std::uint32_t count = 0;
            for (; next < last && list[next] < end; ++next) { // lists ascend
                std::uint32_t const tally = tallies[list[next]];
                noted[count] = tally - 1;
                count += tally != 0 ? 1 : 0;
            }
            for (std::uint32_t j = 0; j < count; ++j) set(noted[j]);
        }
    }

    // Calls set(number) for the same vertices, or more neighbours of the root in the list. The list is far longer than
    // the root's: each neighbour of the root is searched for in it.
    static constexpr Count search_from = 64;
    template <class Traversal, class Set>
    CERRADO_FN void search(Traversal& te, phase::PartOfList const& list, Set const& set) const {
        GraphRef const& graph = te.graph();
        Known const& known = matrices.known;
        EdgeOffset const end = list.begin + list.length;
        for (EdgeOffset p = graph.begin(te.root()); p < graph.end(te.root()); ++p) {
            if (known.triangles[p] == 0) continue;
            EdgeOffset const at = graph.lower_bound(list.begin, end, graph.neighbours[p]);
            if (at < end && graph.neighbours[at] == graph.neighbours[p]) set(known.number[p]);
        }
    }
};

CERRADO_CALLS_HOST template <class W> CERRADO_FN SumsOfWedges sums_of(WedgesOfList const& wedges) {
    static_assert(W::width == 1);
    return sum_wedges(wedges);
}

struct Sweep {
    using Engine = Ends;
    using Accumulator = AllLaneSums;
    static constexpr bool only_adds_to_arrays = true; // to the sums that lanes cannot hold
    static CERRADO_FN void merge(AllLaneSums& into, AllLaneSums const& from) { AllLaneSums::merge(into, from); }

    Matrices matrices;

    // A vertex with fewer neighbours is not an end in any pattern that is summed here.
    static constexpr VertexId least_end = 3;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.graph().degree(te.root()) < least_end) return;
        find_wedges_below(te, matrices.known);
        te.for_each_range([&] { add_range(te); });
    }

private:
    template <class Traversal> CERRADO_FN void add_range(Traversal& te) const {
        using W = typename Traversal::WarpType;
        GraphRef const& graph = te.graph();
        SharedSums const& shared = matrices.known.sums;
        AllLaneSums& lane = te.accumulator();
        te.clear_tally();
        te.tally_neighbours(is_adjacent);
        te.tally_ends([&](std::uint32_t before) {
            if (is_first()) lane.of[fans] += pairs_of(before & ~is_adjacent);
            if (SharedSums::are_large(lane.of[fans])) shared.relieve<W>(lane);
        });
        if constexpr (W::width == 1) {
            if (graph.vertex_count <= most_by_lists) return add_lists(te);
        }
        te.for_each_wedge([&](std::uint32_t tally, EdgeOffset first, EdgeOffset second) {
            Count const t1 = matrices.known.triangles[first], t2 = matrices.known.triangles[second];
            if (t1 == 0 || t2 == 0) return;
            VertexId const a = graph.neighbours[first];
            Count const q = matrices.common(graph, a, first, second);
            Count const w = tally & ~is_adjacent;
            if (q > 0) lane.of[spokes] += q * (w - 2);
            lane.of[wheels] += pairs_of(q);
            if (tally >= is_adjacent) add_triangle(lane, te, first, second, t1, t2, q);
            if (SharedSums::are_large(all_of(lane))) shared.relieve<W>(lane);
        });
    }

    // In graphs with no more vertices, sums over WedgesOfList::most wedges are below 2^63.
    static constexpr VertexId most_by_lists = VertexId{1} << 27;

    // Does for a single lane what add_range() does for each wedge.
    template <class Traversal> CERRADO_FN void add_lists(Traversal& te) const {
        using W = typename Traversal::WarpType;
        Known const& known = matrices.known;
        GraphRef const& graph = te.graph();
        AllLaneSums& lane = te.accumulator();
        auto const ask = [&](EdgeOffset first, phase::PartOfList const& list, bool is_soon) {
            if (is_soon) return ask_for_rows(graph.neighbours[first], list);
            prefetch_on_host(&known.triangles[list.begin]);
            prefetch_on_host(&known.number[list.begin]);
            prefetch_on_host(&known.matrix[graph.neighbours[first]]);
        };
        te.for_each_list(ask, [&](std::uint32_t const* tallies, EdgeOffset first, phase::PartOfList const& list) {
            Count const t1 = known.triangles[first];
            VertexId const a = graph.neighbours[first];
            Matrix const matrix = known.matrix[a];
            if (t1 == 0) return;
            bool const has_matrix = matrices.has(matrix);
            std::uint32_t const words = has_matrix ? matrix.words : 0; // without words, all q are 0
            Count const* const rows = has_matrix ? &matrices.bits[matrix.begin - matrices.first] : nullptr;
            std::uint32_t const u = known.number[graph.begin(a) + known.reverse[first]];
            for (std::uint32_t from = 0; from < list.length; from += WedgesOfList::most) {
                EdgeOffset const begin = list.begin + from;
                std::uint32_t const left = list.length - from;
                SumsOfWedges const sums =
                    sums_of<W>({left < WedgesOfList::most ? left : WedgesOfList::most, graph.neighbours + begin,
                                &known.triangles[begin], &known.number[begin], rows, rows + std::uint64_t{u} * words,
                                words, tallies});
                lane.of[spokes] += sums.spokes;
                lane.of[wheels] += sums.wheels;
                for (std::uint64_t bits = sums.adjacent; bits != 0; bits &= bits - 1) {
                    auto const j = static_cast<std::uint32_t>(__builtin_ctzll(bits));
                    add_triangle(lane, te, first, begin + j, t1, known.triangles[begin + j], sums.q[j]);
                }
                if (SharedSums::are_large(all_of(lane))) matrices.known.sums.template relieve<W>(lane);
            }
        });
    }

    // Asks for the first rows of the x in the matrix of a. They lie one after the other, and the processor asks for
    // more.
    CERRADO_FN void ask_for_rows(VertexId a, phase::PartOfList const& list) const {
        Matrix const matrix = matrices.known.matrix[a];
        if (!matrices.has(matrix)) return;
        std::uint64_t const first_row = matrices.known.number[list.begin] * std::uint64_t{matrix.words};
        Count const* const row = &matrices.bits[matrix.begin - matrices.first + first_row];
        prefetch_on_host(row);
        prefetch_on_host(row + 8);
    }

    // Adds the terms of a wedge of a triangle. They are below 2^63, since degrees are below 2^31.
    template <class Traversal> CERRADO_FN void add_triangle(AllLaneSums& lane, Traversal& te, EdgeOffset first,
                                                            EdgeOffset second, Count t1, Count t2, Count k) const {
        GraphRef const& graph = te.graph();
        Count const d = graph.degree(te.root()), e = graph.degree(graph.neighbours[second]);
        if (is_first()) {
            lane.of[kites] += (t1 - 1) * (e - 2) + (t2 - 1) * (d - 2);
            lane.of[gems] += (t1 - 1) * (t2 - 1);
        }
        if (k == 0) return;
        lane.of[cliques] += k;
        lane.of[tailed_cliques] += k * graph.degree(graph.neighbours[first]);
        lane.of[hats] += k * (t1 + t2);
        lane.of[pairs_of_tops] += pairs_of(k);
    }
    static CERRADO_FN Count all_of(AllLaneSums const& lane) {
        Count all = 0;
        for (Sum const sum : {spokes, wheels, cliques, tailed_cliques, hats, pairs_of_tops, kites, gems})
            all |= lane.of[sum];
        return all;
    }
    // Sums that need no matrix are taken once, with the first part of the matrices.
    CERRADO_FN bool is_first() const { return matrices.first == 0; }
};

} // namespace cerrado::cuts
