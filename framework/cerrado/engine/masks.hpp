// Masks: the extensions are a list, and beside each of them is its adjacency mask over the traversal. So no pair of an
// induced subgraph is tested twice.
#pragma once

#include <cerrado/engine/detail/masks/neighbourhood.hpp>
#include <cerrado/engine/lists.hpp>

namespace cerrado {

struct Masks : Lists {
    struct ExtensionMasks : ArrayOf<Mask, Place::device> {};
    using Arrays = JoinArrays<Lists::Arrays, ArrayList<ExtensionMasks>>;
    struct LevelState {
        Mask mask = 0; // adjacency of the level's vertex to the vertices before it
    };
    using Carried = Mask;
    static CERRADO_FN Mask carried(LevelState const& level) { return level.mask; }
    static CERRADO_FN Mask carried_along_edge() { return 1; }
    static constexpr bool has_masks = true;
    static constexpr int max_vertices = max_pattern_vertices;
    static constexpr int most_counted_levels = 1;

    struct Planner : EnginePlanner {
        template <class App> explicit Planner(App const&) {}
        static Ref plan(ArrayPlan arrays, PlanRequest const& request);
    };

    template <class W, class Te> class Operators;
};

namespace phase {

// Does the work of extend_plain(), and also writes the masks. The table has each neighbour's mask. The mask also tells
// whether an earlier list of the range holds the neighbour. Lanes: all. Returns: the number of extensions. Cost: twice
// the lists of the traversal, divided by the width.
template <class T> CERRADO_FN std::uint32_t extend_with_masks(T& te, int begin, int size) {
    using W = typename T::WarpType;
    auto const& warp = te.warp();
    Mask const closed = mark_neighbourhood<false>(te);
    VertexId* const list = te.extensions(te.size());
    Mask* const masks = te.extension_masks(te.size());
    std::uint32_t count = 0;
    for (int i = begin; i < size; ++i) {
        std::uint32_t const earlier = (1u << i) - (1u << begin);
        ListRange const range = list_of<false>(te, i);
        for (EdgeOffset first = range.begin; first < range.end; first += W::width) {
            EdgeOffset const p = first + static_cast<EdgeOffset>(warp.lane());
            bool valid = p < range.end;
            VertexId const u = valid ? te.graph().neighbours[p] : 0;
            Mask const mask = valid ? te.table().value(te.table().find(u)) : closed;
            valid = mask != closed && (mask & earlier) == 0;
            append(warp, list, masks, count, valid, u, mask);
        }
    }
    return count;
}

} // namespace phase

// The methods of every engine with masks. Lanes: the same as ListOperators.
template <class W, class Te> class MaskOperators : public ListOperators<W, Te> {
public:
    // Returns: the masks of the extensions of the traversal's first `length` vertices, in the order of
    // extensions(length).
    CERRADO_FN Mask* extension_masks(int length) const {
        return this->te().template array<Masks::ExtensionMasks>() + this->te().context().engine.level_offset[length];
    }

    // The same as extend() of Lists. Cost: twice the lists of the traversal, divided by the width.
    CERRADO_FN bool extend(int begin, int end) {
        if (phase::is_extended(this->te()) || !phase::may_extend(this->te(), begin, end)) return false;
        return phase::produced(this->te(), phase::extend_with_masks(this->te(), begin, end));
    }

    CERRADO_FN void take_extension() {
        Te& te = this->te();
        std::uint32_t const position = --te.top().size;
        te.push(te.extensions(te.size())[position], te.extension_masks(te.size())[position]);
    }
};

template <class W, class Te> class Masks::Operators : public MaskOperators<W, Te> {
public:
    // The same as the method of Lists, but also with masks over the whole traversal. Cost: one more search for each bit
    // of a mask.
    template <std::convertible_to<int>... Positions> CERRADO_FN bool extend_common(int first, Positions... others) {
        return phase::extend_common_of(this->te(), {first, static_cast<int>(others)...});
    }
    CERRADO_FN void on_push(Mask mask) { this->te().top().mask = mask; }
};

} // namespace cerrado
