// Lists: the extensions of each level are a list of vertices in the worker's memory. Applications that name no engine
// use it.
#pragma once

#include <cerrado/engine/detail/lists/common_neighbours.hpp>
#include <cerrado/engine/detail/lists/hub_bits.hpp>
#include <cerrado/engine/detail/masks/vertex_table.hpp>
#include <cerrado/engine/engine.hpp>
#include <cerrado/traversal/detail/extend.hpp>
#include <cerrado/traversal/filter.hpp>

namespace cerrado {

struct Lists {
    struct Extensions : ArrayOf<VertexId, Place::device> {};
    using Arrays = JoinArrays<ArrayList<Extensions, HubBits>, TableArrays>;
    using LevelState = NoState;
    using Carried = NoState;
    static constexpr bool has_lists = true;
    static constexpr bool has_masks = false; // adjacency masks beside the extensions
    static constexpr int max_vertices = max_traversal_length;
    static constexpr int most_counted_levels = 2;

    struct Ref {
        std::uint64_t level_offset[max_traversal_length + 1] =
            {}; // where the extensions of a traversal of that length begin, in entries
        TableSizes table;
        HubSizes hubs; // these have bits, and the others go to the table
    };

    struct Planner : EnginePlanner {
        template <class App> explicit Planner(App const&) {}
        static void check(PlanRequest const& request);
        static Ref plan(ArrayPlan arrays, PlanRequest const& request);
        static JobNeeds jobs(TraversalNeeds const& needs);
    };

    // Sets `offsets` to the places where the extensions of each length from 1 to `last_stored` begin. Returns: the
    // entries of all lengths together.
    static std::uint64_t plan_levels(PlanRequest const& request, int last_stored, std::uint64_t* offsets);
    // Returns: an upper bound on the extensions of a traversal of `length` vertices: the entries of their lists.
    static std::uint64_t extension_capacity(PlanRequest const& request, int length);

    template <class W, class Te> class Operators;
};

// The methods of every engine with lists. Lanes: all together; any for the accessors.
template <class W, class Te> class ListOperators {
public:
    // Returns: the extensions of the traversal's first `length` vertices.
    CERRADO_FN VertexId* extensions(int length) const {
        return te().template array<Lists::Extensions>() + te().context().engine.level_offset[length];
    }
    // A table from vertices to 16 bits.
    CERRADO_FN VertexTable<W>& table() { return table_; }
    CERRADO_FN VertexTable<W> const& table() const { return table_; }
    CERRADO_FN VertexId const* listed_extensions() const { return extensions(te().size()); } // for outputs
    // Empties the table and makes room for `expected` vertices.
    CERRADO_FN void reset_table(std::uint64_t expected) {
        table_.reset(te().warp(), table_memory(te()), te().context().engine.table, expected);
    }

    // Keeps the extensions for which predicate(view, u) is true, in their order. `view` is an ExtensionView.
    // Requires: the extensions are new; the predicate calls nothing collective. Lanes: all; the predicate is called
    // once for each extension, on one lane. Cost: the predicate for each extension, divided by the width. Source:
    // DuMato, Algorithm 16.
    template <class Predicate> CERRADO_FN void filter(Predicate const& predicate) { phase::filter(te(), predicate); }
    CERRADO_REFUSED(
        "filter(predicate) calls predicate(view, u) for each extension u: write 'te.filter([](auto const& t, "
        "VertexId u) { return ...; })', a lambda that is not mutable",
        (std::is_invocable_r_v<bool, Predicate const&, ExtensionView<Te>, VertexId const&>),
        template <class Predicate> CERRADO_FN void filter(Predicate const&));

    // Returns: how many vertices outside the traversal are adjacent to all vertices at these positions. The extensions
    // stay as they are.
    // Requires: positions below size(). Lanes: all. Cost: for each entry of the shortest list, O(log degree) per other
    // list; divided by the width.
    template <std::convertible_to<int>... Positions> CERRADO_FN Count count_common(int first, Positions... others) {
        int const positions[] = {first, static_cast<int>(others)...};
        if (!phase::are_positions(te(), positions, Method::count_common)) return 0;
        Count found = 0;
        phase::for_each_common(te(), positions, [&](bool is_common, VertexId) { found += is_common ? 1 : 0; });
        return te().warp().reduce_add(found);
    }

    CERRADO_FN void on_push(NoState const&) {}
    CERRADO_FN void take_extension() {
        std::uint32_t const position = --te().top().size;
        te().push(extensions(te().size())[position], {});
    }
    CERRADO_FN void on_finish() { table_.leave(); }

protected:
    CERRADO_FN Te& te() { return static_cast<Te&>(*this); }
    CERRADO_FN Te const& te() const { return static_cast<Te const&>(*this); }

private:
    VertexTable<W> table_;
};

template <class W, class Te> class Lists::Operators : public ListOperators<W, Te> {
    using Base = ListOperators<W, Te>;

public:
    // Makes the neighbours of the vertices in [begin, end) the extensions, without traversal vertices and duplicates,
    // in the order of the lists.
    // Requires: 0 <= begin < end <= size(); no more lists than the application's extension_lists. Lanes: all.
    // Returns: true if the extensions are new, false if an earlier call produced them. So filters belong behind `if
    // (te.extend(...))`.
    // Cost: O(size log degree) for each entry of the lists, divided by the width. Source: DuMato, Algorithm 15.
    CERRADO_FN bool extend(int begin, int end) {
        if (phase::is_extended(Base::te()) || !phase::may_extend(Base::te(), begin, end)) return false;
        return phase::produced(Base::te(), phase::extend_plain(Base::te(), begin, end));
    }
    // Makes the vertices adjacent to all of the traversal the extensions, ascending: those of the previous extensions,
    // open or consumed, that are in the last vertex's list. On an oriented graph each complete subgraph is met once.
    // Requires: all extensions of the previous level are common neighbours. Lanes: all. Returns: as extend(). Cost:
    // O(|previous| log degree), divided by the width.
    CERRADO_FN bool extend_common();
    // Makes the common neighbours (on an oriented graph: successors) of the vertices at these positions the extensions,
    // ascending, without traversal vertices.
    // Requires: positions below size(). Lanes: all. Returns: as extend(). Cost: as count_common().
    template <std::convertible_to<int>... Positions> CERRADO_FN bool extend_common(int first, Positions... others) {
        return phase::extend_common_of(Base::te(), {first, static_cast<int>(others)...});
    }

    // Leaves open only the extensions for which predicate(view, u) is true, in their order. The others are not taken,
    // but they stay behind the open ones in extensions(size()), and extend_common() of a longer traversal finds them.
    // Requires: as filter(); before the last level, extensions are aggregated before they are closed. Lanes: all; the
    // predicate is called once for each extension, on one lane. Cost: the predicate for each extension, divided by the
    // width.
    template <class Predicate> CERRADO_FN void keep_open(Predicate const& predicate) {
        phase::keep_open(Base::te(), predicate);
    }
    CERRADO_REFUSED(
        "keep_open(predicate) calls predicate(view, u) for each extension u: write 'te.keep_open([](auto const& t, "
        "VertexId u) { return ...; })', a lambda that is not mutable",
        (std::is_invocable_r_v<bool, Predicate const&, ExtensionView<Te>, VertexId const&>),
        template <class Predicate> CERRADO_FN void keep_open(Predicate const&));
};

} // namespace cerrado

#include <cerrado/engine/detail/lists/common.hpp>
