// Lists: the extensions of each level are a list of vertices in the worker's memory. The engine of an application that
// names none.
#pragma once

#include <cerrado/engine/engine.hpp>
#include <cerrado/engine/vertex_table.hpp>
#include <cerrado/traversal/extend.hpp>
#include <cerrado/traversal/filter.hpp>

namespace cerrado {

struct Lists {
    struct Extensions {
        using Entry = VertexId;
        static constexpr Place place = Place::device;
    };
    using Arrays = JoinArrays<ArrayList<Extensions>, TableArrays>;
    using LevelState = NoState;
    using Carried = NoState;
    static constexpr bool has_lists = true;
    static constexpr bool has_masks = false; // adjacency masks beside the extensions
    static constexpr int max_vertices = max_traversal_length;

    struct Ref {
        std::uint64_t level_offset[max_traversal_length + 1] =
            {}; // of the extensions of a traversal of that length, in entries
        TableSizes table;
    };

    struct Planner : EnginePlanner {
        template <class App> explicit Planner(App const&) {}
        static void check(PlanRequest const& request);
        static Ref plan(ArrayPlan arrays, PlanRequest const& request);
    };

    // Entries of the extension lists of lengths 1 to `last_stored`; sets `offsets`.
    static std::uint64_t plan_levels(PlanRequest const& request, int last_stored, std::uint64_t* offsets);
    // How many extensions a traversal of `length` vertices can have: the lists they come from, one after the other.
    static std::uint64_t extension_capacity(PlanRequest const& request, int length);

    template <class W, class Te> class Operators;
};

namespace phase {

// The extensions of the traversal were produced.
template <class T> CERRADO_FN bool produced(T& te, std::uint32_t count) {
    te.warp().sync();
    te.top().generated = true;
    te.top().size = te.top().total = count;
    return true;
}

} // namespace phase

// What every engine with lists offers; collective but for the accessors.
template <class W, class Te> class ListOperators {
public:
    // Of the traversal's first `length` vertices.
    CERRADO_FN VertexId* extensions(int length) const {
        return te().template array<Lists::Extensions>() + te().context().engine.level_offset[length];
    }
    CERRADO_FN VertexTable<W>& table() { return table_; }
    CERRADO_FN VertexTable<W> const& table() const { return table_; }
    CERRADO_FN VertexId const* listed_extensions() const { return extensions(te().size()); } // for records
    CERRADO_FN void reset_table(std::uint64_t expected) {
        table_.reset(te().warp(), table_memory(te()), te().context().engine.table, expected);
    }

    template <class Predicate> CERRADO_FN void filter(Predicate const& predicate) { phase::filter(te(), predicate); }

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
    // True when the extensions are new, false when an earlier call produced them: filters belong behind `if
    // (te.extend(...))`. They are the neighbours of the vertices in [begin, size), without traversal vertices and
    // duplicates, in the order of the lists.
    CERRADO_FN bool extend(int begin, int size) {
        if (Base::te().top().generated) return false;
        return phase::produced(Base::te(), phase::extend_plain(Base::te(), begin, size));
    }
    CERRADO_FN bool extend_common();

    CERRADO_FN void on_push(NoState const&) {}
    CERRADO_FN void take_extension() {
        Te& te = Base::te();
        std::uint32_t const position = --te.top().size;
        te.push(te.extensions(te.size())[position], {});
    }
};

} // namespace cerrado

#include <cerrado/engine/common.hpp>
