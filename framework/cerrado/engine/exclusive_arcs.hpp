// ExclusiveArcs: the extensions of Exclusive in a directed graph. A mask has two bits for each vertex of the traversal:
// an arc from it, and an arc to it.
#pragma once

#include <cerrado/engine/detail/masks/exclusive_extensions.hpp>
#include <cerrado/engine/masks.hpp>
#include <cerrado/pattern/detail/transition.hpp>

namespace cerrado {

namespace phase {

// `arcs` is the array of GraphMarks, with an entry for each entry of the lists.
struct ArcCode {
    std::uint8_t const* arcs;
    static constexpr int bits = 2;
    CERRADO_FN std::uint32_t operator()(EdgeOffset entry) const { return arcs[entry]; }
};

} // namespace phase

// A mask that some extensions have.
struct NumberedMask {
    PatternState with;  // the pattern of the traversal with such an extension
    std::uint64_t code; // the code of the same, for an output by code
    std::uint32_t mask;
    std::uint32_t size; // the number of extensions with this mask
};

struct ExclusiveArcs : Masks {
    // These arrays and the extents serve to count the last two levels together; see arc_pair_counts.hpp.
    struct MaskNumbers : ArrayOf<std::uint32_t, Place::planned> {};
    struct PresentMasks : ArrayOf<NumberedMask, Place::planned> {};
    struct ArcPairs : ArrayOf<std::uint32_t, Place::planned> {};
    using Arrays = JoinArrays<Masks::Arrays, ArrayList<Extents, MaskNumbers, PresentMasks, ArcPairs>>;
    struct LevelState : Masks::LevelState {
        EdgeOffset above_root = 0; // where the part of the vertex's list above the root begins
    };
    static constexpr int mask_bits = phase::ArcCode::bits;
    static constexpr int max_vertices = max_directed_pattern_vertices;
    static constexpr int most_counted_levels = 2;

    struct Ref : Masks::Ref {
        std::uint32_t numbered_masks = 0; // 0 unless two levels are counted together
        std::uint32_t pair_cells = 0;
    };

    struct Planner : EnginePlanner {
        template <class App> explicit Planner(App const&) {}
        static void check(PlanRequest const& request); // throws InputError if traversals begin with edges
        static Ref plan(ArrayPlan arrays, PlanRequest const& request);
    };

    template <class W, class Te> class Operators;
};

// The same plan for outputs whose patterns are too large for tables.
struct LongExclusiveArcs : ExclusiveArcs {
    static constexpr int max_vertices = max_pattern_vertices;
};

template <class W, class Te> class ExclusiveArcs::Operators : public MaskOperators<W, Te> {
public:
    // Does what Exclusive's does; `arcs` is GraphMarks::arcs where the graph lies, a Resident's array(Per::edge,
    // marks.arcs). Traversals begin with single vertices.
    // Requires: every level of the application uses it, with the same arcs. Lanes: all. Returns: as extend(). Cost:
    // twice the lists of the traversal, divided by the width. Source: Wernicke 2006.
    CERRADO_FN bool extend_exclusive(std::uint8_t const* arcs) {
        return phase::extend_exclusive_by(this->te(), phase::ArcCode{arcs});
    }
    bool extend(int begin, int end) = delete; // deleted because its masks have one bit per vertex

    CERRADO_FN void on_begin() { // the counters are 0 between two traversals
        Te& te = this->te();
        ExclusiveArcs::Ref const& engine = te.context().engine;
        auto const lane = static_cast<std::uint32_t>(te.warp().lane());
        for (std::uint32_t i = lane; i < engine.numbered_masks; i += W::width) te.template array<MaskNumbers>()[i] = 0;
        for (std::uint32_t i = lane; i < engine.pair_cells; i += W::width) te.template array<ArcPairs>()[i] = 0;
        te.warp().sync();
    }

    CERRADO_FN void on_push(Mask mask) {
        this->te().top().mask = mask;
        this->te().top().above_root = this->te().graph().first_above(this->te().last(), this->te().root());
    }
};

} // namespace cerrado

#include <cerrado/engine/detail/masks/arc_pair_counts.hpp>
