// Wedges: a job is a vertex, the root, and what lies below it, that is, has a lower number: its lower neighbours a, the
// wedges root - a - x with a and x below the root, and triangles. It walks to no traversal, but tallies vertices: a
// tally is a number of 32 bits for each vertex, to which all lanes add.
//
// A heavy root is divided into several jobs. Each has its own vertices x (a range of their numbers), neighbours a, and
// edges between tallied vertices. If it needs something from the other parts, it computes that itself.
//
// An entry is a position in the lists, the index into arrays that have an entry for each edge: that of a is in the
// root's list, that of x in a's. A function that a method takes is called once for each item, on one lane, and calls
// nothing collective. All lanes call a method, unless it says otherwise. Each call sees what the one before it tallied.
// Costs are divided by the width.
//
// An application may have these constants:
//   fast_tally_slots  slots of a full warp's tally in fast memory (default: 1024)
//   least_lower       roots with fewer lower neighbours are left out (default: 1)
//   pieces_a_slice    a smaller number cuts heavy roots finer (default: 2)
//   most_tallied      the vertices that a tally holds, all of for_each_own_range() or of lower neighbours (default: all
//                     within two steps of a root)
//
// Vertices are numbered by rising degree, so all wedges together are at most the sum over the edges of the smaller
// degree.
// Source: Chiba and Nishizeki, SIAM J. Comput. 1985.
#pragma once

#include <cerrado/engine/detail/lists/list_entries.hpp>
#include <cerrado/engine/detail/wedges/tally.hpp>
#include <cerrado/traversal/detail/fault.hpp>
#include <cerrado/traversal/filter.hpp>

namespace cerrado::phase {

// The steps of a lane for a batch of entries and a tally.

// Adds 1 to the tally of each entry's vertex, and calls f(before) with the value before the addition.
template <class Tally, int n, class Function>
CERRADO_FN void tally_entries(Tally& tally, Entries<n> const& entries, Function const& f) {
    std::uint32_t before[n];
    tally.add(entries.vertex, 1, before);
    for (int j = 0; j < n; ++j) {
        if (entries.vertex[j] != no_vertex) f(before[j]);
    }
}

// Calls f(tally, j) for each entry j whose vertex was tallied.
template <class Tally, int n, class Function>
CERRADO_FN void look_up_entries(Tally const& tally, Entries<n> const& entries, Function const& f) {
    std::uint32_t values[n];
    tally.look_up(entries.vertex, values);
    for (int j = 0; j < n; ++j) {
        if (values[j] != 0) f(values[j], j);
    }
}

// Returns: u's value in a tally, for a single vertex.
template <class Tally> CERRADO_FN std::uint32_t value_of(Tally const& tally, VertexId u) {
    VertexId const one[] = {u};
    std::uint32_t value[1];
    tally.look_up(one, value);
    return value[0];
}

// A tally that the application keeps. tally_of(x) is its value for x.
template <class TallyOf> struct KeptTally {
    TallyOf const& tally_of;

    template <int n> CERRADO_FN void look_up(VertexId const (&u)[n], std::uint32_t (&values)[n]) const {
        for (int i = 0; i < n; ++i) values[i] = u[i] == no_vertex ? 0 : tally_of(u[i]);
    }
};

} // namespace cerrado::phase

namespace cerrado {

template <class W, class Te> class Wedges::Operators : public OneVisit::Hooks {
public:
    // Returns: the number of neighbours of the root that are lower than the root. Lanes: any. Cost: O(1).
    CERRADO_FN std::uint32_t lower_count() const { return lower_count_; }
    // Returns: a bound on the number of wedges. Lanes: any. Cost: O(1).
    CERRADO_FN Count most_wedges() const { return most_wedges_; }
    // Returns: the room that the x of this job need. Cost: O(1). If the root is several jobs, the first call takes two
    // searches in the list of each lower neighbour.
    CERRADO_FN Count room_for_own_ends() {
        if (!is_divided()) return most_wedges_;
        find_own_lists();
        return own_entries_ < own_end_ - own_begin_ ? own_entries_ : own_end_ - own_begin_;
    }

    // Calls each() once for all x of this job, or, if the application has `most_tallied`, once for each range of them
    // that a tally has room for. Within each(), own x are those of the range.
    // Cost: of several ranges, two searches in the list of each lower neighbour for each.
    template <class Each> CERRADO_FN void for_each_own_range(Each const& each) {
        std::uint32_t const room = te().context().engine.room;
        find_own_range();
        VertexId const first = parts_ == 1 ? 0 : own_begin_, last = parts_ == 1 ? te().root() : own_end_;
        is_range_ = last - first > room && room_for_own_ends() > room;
        VertexId begin = first;
        do { // the call stands here only once, since kernels with two copies of each() are slower
            if (is_range_) take_range(begin, last - begin < room ? last : begin + room);
            if (!is_range_ || own_lists_ > 0) each();
            begin = is_range_ ? own_end_ : last;
        } while (begin < last);
        if (!is_range_) return;
        own_begin_ = first;
        own_end_ = last;
        is_range_ = has_own_lists_ = false;
    }

    // Calls f(a, entry) for this job's lower neighbours a. Cost: the lower neighbours.
    template <class Function> CERRADO_FN void for_each_lower(Function const& f) const {
        for_each_lower_of(te().job().slice, parts_, f);
    }

    // Makes all tallies 0, and makes room for `room` vertices. Tallying more than that ends the run. If there is enough
    // memory, there is room for `times` as many: in an emptier tally, a look-up of a missing vertex ends sooner.
    // Cost: the room; on the host what was tallied before.
    CERRADO_FN void clear_tally(Count room, std::uint32_t times = 1) {
        tally_.clear(te().warp(), tally_memory(te()), te().context().engine.tally, room, times);
    }

    // Adds value(a, entry), which is above 0, to the tally of each lower neighbour a. Cost: the lower neighbours.
    template <class Value> CERRADO_FN void tally_lower(Value const& value) {
        for_each_lower_of(0, 1, [&](VertexId a, EdgeOffset entry) {
            VertexId const one[] = {a};
            std::uint32_t before[1];
            tally_.add(one, value(a, entry), before);
        });
        close_tally(Method::tally_lower);
    }

    // Adds 1 to the tally of x for each wedge. Cost: the wedges.
    CERRADO_FN void tally_wedges() {
        tally_all_wedges([](std::uint32_t) {});
        close_tally(Method::tally_wedges);
    }
    // The same for this job's x. It calls f(before) for each wedge, with the tally that x had.
    template <class Function> CERRADO_FN void tally_own_wedges(Function const& f) {
        find_own_lists();
        if constexpr (W::width == 1) {
            if (!is_divided()) {
                tally_all_wedges(f);
                return close_tally(Method::tally_wedges);
            }
        }
        for_each_own_entry([&](auto const& entries, auto const&) { phase::tally_entries(tally_, entries, f); });
        close_tally(Method::tally_wedges);
    }

    // Returns: u's tally, 0 if nothing was added. Lanes: any. Cost: two look-ups.
    CERRADO_FN std::uint32_t tally_of(VertexId u) const { return phase::value_of(tally_, u); }

    // Calls f(tally of x, entry of a, entry of x) for each wedge with a tallied x of this job. Cost: the wedges.
    template <class Function> CERRADO_FN void for_each_own_wedge(Function const& f) {
        find_own_lists();
        if (!is_divided()) {
            for_each_tallied_below<many>(
                0, 1, [root = te().root()](VertexId) { return root; }, f);
            return;
        }
        EdgeOffset const begin = te().graph().begin(te().root());
        phase::PartOfList const* const own = te().template array<OwnLists>();
        for_each_tallied<many>(
            own, 0, 1, own_lists_, [](phase::PartOfList const& part) { return part; }, tally_,
            [&](std::uint32_t tally, std::uint32_t i, EdgeOffset second) { f(tally, begin + own[i].number, second); });
    }

    // Calls f(x) for each wedge, for this job's x. It reads no tally. Cost: the wedges.
    template <class Function> CERRADO_FN void for_each_own_end(Function const& f) {
        find_own_lists();
        for_each_own_entry([&](auto const& entries, auto const&) {
            for (VertexId const x : entries.vertex) {
                if (x != no_vertex) f(x);
            }
        });
    }

    // Does what for_each_own_wedge() does for the wedges with this job's a, and x lower than a. If the lower neighbours
    // were tallied, these are the triangles whose greatest vertex is the root.
    template <class Function> CERRADO_FN void for_each_falling_wedge(Function const& f) const {
        for_each_tallied_below<few>(
            te().job().slice, parts_, [](VertexId a) { return a; }, f);
    }

    // Calls f(x, tally of y) for each edge between two tallied vertices, y lower than x, for this job's x. Cost: the
    // lists of the tallied vertices.
    template <class Function> CERRADO_FN void for_each_edge_of_tallied(Function const& f) {
        std::uint32_t const count = list_own_tallied();
        for_each_edge_of(te().template array<Ends>(), count, tally_, f);
    }

    // The same with tallies that the application keeps; tally_of(x) is the value for x. Requires: no more x are tallied
    // than the root's wedges have ends. Cost: also the number of vertices below the root.
    template <class TallyOf, class Function>
    CERRADO_FN void for_each_edge_of_tallied(TallyOf const& tally_of, Function const& f) {
        find_own_range();
        VertexId* const list = te().template array<Ends>();
        VertexId const begin = is_divided() ? own_begin_ : 0, end = is_divided() ? own_end_ : te().root();
        std::uint32_t const count = phase::list_vertices<many>(
            te(), begin, end, [&](VertexId x) { return tally_of(x) != 0; }, list);
        for_each_edge_of(list, count, phase::KeptTally<TallyOf>{tally_of}, f);
    }

    // A root is divided among as many jobs as pay for their start. Any further jobs find no vertices below it.
    CERRADO_FN void on_push(NoState const&) {
        measure();
        has_own_lists_ = is_range_ = false;
        own_end_ = 0;
        parts_ = te().job().slices;
        if (parts_ == 1) return;
        Count const worth =
            lower_count_ == 0 ? 1 : most_wedges_ / lower_count_; // the start of a job looks at each neighbour
        if (worth < parts_) parts_ = worth < 1 ? 1 : static_cast<std::uint32_t>(worth);
        if (te().job().slice >= parts_) most_wedges_ = lower_count_ = 0;
    }
    CERRADO_FN void on_finish() { tally_.leave(); }

private:
    // Entries that a lane takes at once: `many` if it only adds or looks up in device memory, `few` if it does more
    // with each entry that it finds.
    static constexpr int many = 4;
    static constexpr int few = 2;

    CERRADO_FN Te const& te() const { return static_cast<Te const&>(*this); }

    // Each lane looks at its own entries. A binary search for the root would wait for memory at every step.
    CERRADO_FN void measure() {
        GraphRef const& graph = te().graph();
        EdgeOffset const end = graph.end(te().root());
        EdgeOffset p = graph.begin(te().root()) + static_cast<EdgeOffset>(te().warp().lane());
        std::uint32_t lower = 0;
        Count entries = 0;
        for (; p < end; p += W::width) {
            VertexId const a = graph.neighbours[p];
            if (a > te().root()) break; // lists ascend
            ++lower;
            entries += graph.degree(a);
        }
        lower_count_ = te().warp().reduce_add(lower);
        most_wedges_ = te().warp().reduce_add(entries);
    }

    // Divides the vertices below the root into ranges. The lists of each range have equally many entries together, so
    // the vertices of each range are met about equally often.
    CERRADO_FN VertexId first_of_part(std::uint32_t part) const {
        if (part == parts_) return te().root();
        EdgeOffset const entries = te().graph().begin(te().root()) / parts_;
        return phase::first_with_entries(te(), te().root(), entries * part);
    }
    CERRADO_FN void find_own_range() {
        if (!is_divided() || own_end_ > 0) return;
        own_begin_ = first_of_part(te().job().slice);
        own_end_ = first_of_part(te().job().slice + 1);
    }
    CERRADO_FN bool is_divided() const { return parts_ > 1 || is_range_; }
    CERRADO_FN bool is_own(VertexId x) const { return !is_divided() || (x >= own_begin_ && x < own_end_); }

    CERRADO_FN void take_range(VertexId begin, VertexId end) {
        own_begin_ = begin;
        own_end_ = end;
        has_own_lists_ = false;
        find_own_lists();
    }

    // The parts of the lower neighbours' lists that have this job's x. A root with one job does not need them.
    CERRADO_FN void find_own_lists() {
        if (!is_divided() || has_own_lists_) return;
        has_own_lists_ = true;
        find_own_range();
        phase::PartOfList* const own = te().template array<OwnLists>();
        own_lists_ = phase::cut_lists(te(), te().root(), lower_count_, own_begin_, own_end_, own, own_entries_);
    }

    template <class Function>
    CERRADO_FN void for_each_lower_of(std::uint32_t part, std::uint32_t parts, Function const& f) const {
        EdgeOffset const begin = te().graph().begin(te().root());
        auto const lane = static_cast<std::uint32_t>(te().warp().lane());
        for (std::uint32_t i = part + lane * parts; i < lower_count_; i += W::width * parts) {
            f(te().graph().neighbours[begin + i], begin + i);
        }
    }

    template <class Function> CERRADO_FN void tally_all_wedges(Function const& f) {
        VertexId const root = te().root();
        VertexId const* const list = te().graph().neighbours + te().graph().begin(root);
        auto const lists = [&](VertexId a) { return list_below(a, root); };
        if constexpr (W::width == 1) {
            phase::for_each_list_alone(te(), list, 0, 1, lower_count_, lists,
                                       [&](std::uint32_t, phase::PartOfList const& part) {
                                           tally_.add_list(te().graph().neighbours + part.begin, part.length, root, f);
                                       });
        } else {
            phase::for_each_entry<many>(te(), list, 0, 1, lower_count_, lists,
                                        [&](auto const& entries) { phase::tally_entries(tally_, entries, f); });
        }
    }

    // Lists the tallied x of this job. Returns: their number.
    CERRADO_FN std::uint32_t list_own_tallied() {
        find_own_range();
        VertexId* const list = te().template array<Ends>();
        std::uint32_t count = 0;
        tally_.for_each(te().warp(), [&](bool is_one, VertexId x) {
            phase::append(te().warp(), list, nullptr, count, is_one && is_own(x), x, Mask{0});
        });
        return count;
    }

    // Calls f(x, tally of y) for each tallied y below x, for the `count` vertices x in `list`.
    template <class Tallied, class Function> CERRADO_FN void for_each_edge_of(VertexId const* list, std::uint32_t count,
                                                                              Tallied const& tally,
                                                                              Function const& f) const {
        te().warp().sync();
        auto const lists = [&](VertexId x) { return list_below(x, x); };
        for_each_tallied<many>(list, 0, 1, count, lists, tally,
                               [&](std::uint32_t at_y, std::uint32_t i, EdgeOffset) { f(list[i], at_y); });
    }

    CERRADO_FN phase::PartOfList list_below(VertexId v, VertexId bound) const {
        if constexpr (W::width == 1)
            return phase::PartOfList::whole(te().graph(), v, bound);
        else
            return phase::PartOfList::below(te().graph(), v, bound);
    }

    // Calls f(tally, i, position) for each tallied entry of the lists lists(keys[i]), see phase::for_each_entry().
    template <int at_once, class Key, class Lists, class Tallied, class Function>
    CERRADO_FN void for_each_tallied(Key const* keys, std::uint32_t part, std::uint32_t parts, std::uint32_t count,
                                     Lists const& lists, Tallied const& tally, Function const& f) const {
        if constexpr (W::width == 1) {
            auto const value_of = [&](VertexId u) { return phase::value_of(tally, u); };
            phase::for_each_valued_alone(te(), keys, part, parts, count, lists, value_of, f);
        } else {
            phase::for_each_entry<at_once>(te(), keys, part, parts, count, lists, [&](auto const& entries) {
                phase::look_up_entries(tally, entries, [&](std::uint32_t value, int j) {
                    f(value, entries.list[j], entries.position[j]);
                });
            });
        }
    }

    CERRADO_FN void close_tally(Method method) {
        te().warp().sync();
        if (te().warp().any(tally_.is_overfull())) phase::report(te(), {FaultKind::tally, method});
    }

    // Calls take(entries) for the wedges root - a - x with a lower than the root, and x lower than below(a). The number
    // of a takes the values `part`, `part` + `parts`, `part` + 2 `parts` and so on. Lists have the numbers of the
    // root's neighbours.
    template <int at_once, class Below, class Take>
    CERRADO_FN void for_each_below(std::uint32_t part, std::uint32_t parts, Below const& below,
                                   Take const& take) const {
        EdgeOffset const begin = te().graph().begin(te().root());
        auto const lists = [&](VertexId a) { return list_below(a, below(a)); };
        phase::for_each_entry<at_once>(te(), te().graph().neighbours + begin, part, parts, lower_count_, lists, take);
    }

    // Calls f(tally, first, second) for those of these wedges whose x is tallied.
    template <int at_once, class Below, class Function>
    CERRADO_FN void for_each_tallied_below(std::uint32_t part, std::uint32_t parts, Below const& below,
                                           Function const& f) const {
        EdgeOffset const begin = te().graph().begin(te().root());
        auto const lists = [&](VertexId a) { return list_below(a, below(a)); };
        for_each_tallied<at_once>(
            te().graph().neighbours + begin, part, parts, lower_count_, lists, tally_,
            [&](std::uint32_t tally, std::uint32_t i, EdgeOffset second) { f(tally, begin + i, second); });
    }

    // The same for the wedges with this job's x: calls take(entries, number). number(list) is the number of the
    // neighbour a.
    template <class Take> CERRADO_FN void for_each_own_entry(Take const& take) const {
        if (!is_divided()) {
            for_each_below<many>(
                0, 1, [root = te().root()](VertexId) { return root; },
                [&](auto const& entries) { take(entries, [](std::uint32_t list) { return list; }); });
            return;
        }
        phase::PartOfList const* const own = te().template array<OwnLists>();
        phase::for_each_entry<many>(
            te(), own, 0, 1, own_lists_, [](phase::PartOfList const& part) { return part; },
            [&](auto const& entries) { take(entries, [&](std::uint32_t list) { return own[list].number; }); });
    }

    Tally<W> tally_;
    std::uint32_t parts_ = 1; // jobs among which the root is divided
    std::uint32_t lower_count_ = 0;
    Count most_wedges_ = 0;
    VertexId own_begin_ = 0, own_end_ = 0; // bounds of this job's x, if there are several jobs or ranges
    std::uint32_t own_lists_ = 0;
    Count own_entries_ = 0;
    bool has_own_lists_ = false;
    bool is_range_ = false;
};

} // namespace cerrado
