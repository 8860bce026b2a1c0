// TimedArcs: a traversal of arcs with times. A job is an arc, and the extensions of a level are a list of arcs: ranks.
//
// `using Engine = TimedArcs;` makes size() the number of arcs of the traversal, and k that of the arcs sought, 2 to 12. They are
// in the order in which they were taken, which need not be that of time. Ranks stand where other engines have vertices:
// predicates and outputs get them, and a record of Store has those of its arcs. The traversal has no graph, so adjacent(), edge()
// and graph() are not for its applications. run() takes the arcs: see <cerrado/run/run_on_arcs.hpp>.
//
// The arcs that may follow another are a range of an ascending list, which a search finds. Source: walks by arcs are from Mackey
// et al., IEEE BigData 2018.
#pragma once

#include <cerrado/engine/engine.hpp>
#include <cerrado/graph/arc_lists.hpp>
#include <cerrado/traversal/detail/extend.hpp>
#include <cerrado/traversal/filter.hpp>

#include <type_traits>

namespace cerrado {

// The arcs of a run. Its lists are made.
struct TimedArcsInput {
    ArcArrays arcs;
    std::uint64_t longest_list = 0; // the most arcs of a vertex, out of it and into it
};

// An application with the arcs of its run, as the engine is given it.
template <class App> struct OnTimedArcs : App { TimedArcsInput timed_arcs; };

// Ascending lists of arcs of a vertex, or between vertices: one, or two without a common arc.
struct ArcList {
    RankList first{}, second{};
};

struct TimedArcs {
    struct Extensions : ArrayOf<Rank, Place::device> {};
    using Arrays = ArrayList<Extensions>;
    using LevelState = NoState;
    using Carried = NoState;
    static constexpr bool has_lists = true;
    static constexpr bool has_masks = false;
    static constexpr bool has_numbers = true; // a job is the rank of an arc
    static constexpr int max_vertices = 12;
    static constexpr int most_counted_levels = 1;

    struct Ref {
        ArcArrays arcs;
        std::uint64_t entries_of_level = 0;
    };

    class Planner : public EnginePlanner {
    public:
        template <class App> explicit Planner(App const& app) {
            constexpr bool is_on_arcs = requires { app.timed_arcs; };
            static_assert(is_on_arcs,
                          "an application with the engine TimedArcs runs on arcs: write '#include "
                          "<cerrado/run/run_on_arcs.hpp>' and 'run(app, arcs, options)'");
            if constexpr (is_on_arcs) input_ = app.timed_arcs;
        }
        static void check_size(TraversalNeeds const& needs); // throws InputError unless k is from 2 to max_vertices
        Ref plan(ArrayPlan arrays, PlanRequest const& request) const;

    private:
        TimedArcsInput input_;
    };

    template <class W, class Te> class Operators;
};

// The view that predicates, keys and rows get with the rank of an extension: the traversal, for one lane.
template <class T>
    requires std::is_same_v<typename T::Engine, TimedArcs>
class ExtensionView<T> {
public:
    CERRADO_FN ExtensionView(T const& te, Mask) : te_(te) {}

    // As in the traversal.
    CERRADO_FN int size() const { return te_.size(); }
    CERRADO_FN Rank arc(int i) const { return te_.arc(i); }
    CERRADO_FN std::int64_t time(Rank r) const { return te_.time(r); }
    CERRADO_FN VertexId source(Rank r) const { return te_.source(r); }
    CERRADO_FN VertexId target(Rank r) const { return te_.target(r); }
    CERRADO_FN ArcArrays const& arcs() const { return te_.arcs(); }
    // As in the traversal. Requires: the application's LevelState.
    template <class View = T> CERRADO_FN auto const& state() const { return static_cast<View const&>(te_).state(); }
    template <class View = T> CERRADO_FN auto const& state(int i) const {
        return static_cast<View const&>(te_).state(i);
    }

private:
    T const& te_;
};

template <class W, class Te> class TimedArcs::Operators {
public:
    // Lanes: any. Cost: O(1), each.
    CERRADO_FN Rank arc(int i) const { return te().vertex(i); }           // the rank of the i-th arc, 0 <= i < size()
    CERRADO_FN std::int64_t time(Rank r) const { return arcs().time[r]; } // in the unit of the arcs
    CERRADO_FN VertexId source(Rank r) const { return arcs().source[r]; } // the number of a vertex of the arcs' graph
    CERRADO_FN VertexId target(Rank r) const { return arcs().target[r]; }
    CERRADO_FN ArcArrays const& arcs() const { return te().context().engine.arcs; }

    // The arcs out of a vertex, into it, both, and from a vertex to another. Lanes: any. Cost: O(1); of between() O(log) of the
    // arcs out of `from`.
    CERRADO_FN ArcList out(VertexId v) const { return {arcs().out_of(v)}; }
    CERRADO_FN ArcList in(VertexId v) const { return {arcs().into(v)}; }
    CERRADO_FN ArcList both(VertexId v) const { return {arcs().out_of(v), arcs().into(v)}; }
    CERRADO_FN ArcList between(VertexId from, VertexId to) const { return {arcs().between(from, to)}; }

    // Makes those arcs of the list the extensions whose rank is above `after`, and whose time is at most `until`, without arcs of
    // the traversal. They ascend; of both() those out of the vertex come first. Equal times are in the order of ranks: where a
    // later time is asked for, a filter compares times.
    // Requires: a list of this traversal. Lanes: all, with the same arguments. Returns: true if the extensions are new, false if
    // an earlier call produced them, so filters belong behind `if (te.extend_arcs(...))`.
    // Cost: O(log) of the list, and O(size) for each extension, divided by the width.
    CERRADO_FN bool extend_arcs(ArcList const& from, Rank after, std::int64_t until) {
        if (phase::is_extended(te())) return false;
        Rank* const list = extensions(te().size());
        std::uint32_t count = 0;
        append_arcs(from.first, after, until, list, count);
        append_arcs(from.second, after, until, list, count);
        return phase::produced(te(), count);
    }
    // Returns: the number of extensions that extend_arcs() would make. The extensions stay as they are. Lanes: any. Cost: O(log) of
    // the list for each arc of the traversal.
    CERRADO_FN Count count_arcs(ArcList const& from, Rank after, std::int64_t until) const {
        Count found = count_in(from.first, after, until) + count_in(from.second, after, until);
        for (int i = 0; i < te().size(); ++i) {
            Rank const own = arc(i);
            bool const is_counted =
                own > after && time(own) <= until && (has(from.first, own) || has(from.second, own));
            found -= is_counted ? 1 : 0;
        }
        return found;
    }
    // Keeps the extensions for which predicate(view, r) is true for the rank r, in their order. `view` is an ExtensionView.
    // Requires: the extensions are new; the predicate calls nothing collective. Lanes: all; the predicate is called once for each
    // extension, on one lane. Cost: the predicate for each extension, divided by the width.
    template <class Predicate> CERRADO_FN void filter(Predicate const& predicate) { phase::filter(te(), predicate); }
    CERRADO_REFUSED(
        "filter(predicate) calls predicate(view, r) for the rank r of each extension: write 'te.filter([](auto const& "
        "t, "
        "Rank r) { return ...; })', a lambda that is not mutable",
        (std::is_invocable_r_v<bool, Predicate const&, ExtensionView<Te>, Rank const&>),
        template <class Predicate> CERRADO_FN void filter(Predicate const&));

    // Returns: the extensions of the traversal's first `length` arcs. Lanes: any.
    CERRADO_FN Rank* extensions(int length) const {
        auto const before = static_cast<std::uint64_t>(length - 1);
        return te().template array<Extensions>() + before * te().context().engine.entries_of_level;
    }
    CERRADO_FN Rank const* listed_extensions() const { return extensions(te().size()); } // for outputs

    CERRADO_FN void take_number(Count number) { number_ = static_cast<Rank>(number); }
    CERRADO_FN void on_enter(Entry entry) {
        if (entry == Entry::handed_out) te().level(0).vertex = number_;
    }
    CERRADO_FN void on_push(NoState const&) {}
    CERRADO_FN void take_extension() {
        std::uint32_t const position = --te().top().size;
        te().push(extensions(te().size())[position], {});
    }

private:
    CERRADO_FN Te& te() { return static_cast<Te&>(*this); }
    CERRADO_FN Te const& te() const { return static_cast<Te const&>(*this); }

    CERRADO_FN void append_arcs(RankList const& from, Rank after, std::int64_t until, Rank* list,
                                std::uint32_t& count) const {
        bool goes_on = from.begin < from.end;
        for (std::uint64_t first = goes_on ? from.place(after + 1) : from.end; goes_on && first < from.end;
             first += W::width) {
            std::uint64_t const i = first + static_cast<std::uint64_t>(te().warp().lane());
            Rank const r = i < from.end ? from.ranks[i] : 0;
            bool const is_in = i < from.end && time(r) <= until;
            phase::append(te().warp(), list, nullptr, count, is_in && !te().contains(r), r, Mask{0});
            goes_on = !te().warp().any(!is_in); // times ascend
        }
    }

    // Few arcs are within a time, mostly, so the search begins near `after`.
    CERRADO_FN Count count_in(RankList const& from, Rank after, std::int64_t until) const {
        if (from.begin == from.end) return 0;
        std::uint64_t const first = from.place(after + 1);
        auto const is_in = [&](std::uint64_t i) { return time(from.ranks[i]) <= until; };
        std::uint64_t low = first, step = 1;
        while (low + step <= from.end && is_in(low + step - 1)) low += step, step *= 2;
        for (std::uint64_t high = low + step <= from.end ? low + step - 1 : from.end; low < high;) {
            std::uint64_t const middle = low + (high - low) / 2;
            if (is_in(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - first;
    }
    CERRADO_FN static bool has(RankList const& list, Rank rank) {
        std::uint64_t const place = list.place(rank);
        return place < list.end && list.ranks[place] == rank;
    }

    Rank number_ = 0;
};

} // namespace cerrado
