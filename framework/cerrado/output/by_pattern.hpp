// By pattern: how many subgraphs there are of each pattern.
// Requires: an engine with masks, and RunOptions::patterns.
#pragma once

#include <cerrado/output/class_totals_memory.hpp>
#include <cerrado/output/output_list.hpp>
#include <cerrado/pattern/transition.hpp>
#include <cerrado/traversal/extend.hpp>
#include <cerrado/traversal/fault.hpp>
#include <cerrado/warp/warp.hpp>

namespace cerrado {

struct PlanRequest;

struct ByPattern {
    // Of the masks of the extensions of one traversal.
    struct Histogram : ArrayOf<std::uint32_t, Place::fast> {};
    using Arrays = ArrayList<Histogram>;
    struct LevelState {
        PatternState pattern{}; // canonical class and permutation of the traversal up to here
    };
    struct Ref : ClassTotals {
        TransitionTableRef patterns;
    };

    static void check(Session const& session); // throws InputError without tables
    static void plan(ArrayPlan arrays, PlanRequest const& request);

    class Memory {
    public:
        template <class App> Memory(App const&, Session const& session, RunMemory& memory, int workers)
            : Memory(session, memory, workers) {}
        Ref ref() const;
        void collect() { totals_.collect(); }
        void conclude(RunResult& result, Session const& session) const; // RunResult::pattern_counts, and their sum

    private:
        Memory(Session const& session, RunMemory& memory, int workers);
        TransitionTableRef patterns_;
        ClassTotalsMemory totals_;
    };

    template <class W, class Te> class Operators : public ClassTotalsOperators<ByPattern, W, Te> {
        using Base = ClassTotalsOperators<ByPattern, W, Te>;

    public:
        static constexpr bool takes_records = false;
        static constexpr bool takes_patterns = true;

        CERRADO_FN auto& by_pattern() { return *this; }
        CERRADO_FN TransitionTableRef const& patterns() const {
            return Base::te().context().outputs.template get<ByPattern>().patterns;
        }
        CERRADO_FN void aggregate_pattern();
        CERRADO_FN void take_extensions() { aggregate_pattern(); }

        CERRADO_FN void on_push() {
            Te& te = Base::te();
            int const before = te.size() - 1;
            te.top().pattern =
                before > 0 ? patterns().advance(te.level(before - 1).pattern, before, te.top().mask) : PatternState{};
        }
    };
};

// Counts the extensions per pattern: by a histogram of their masks, and one look-up for each mask that occurs.
// Requires: size() is k - 1. Lanes: all. Cost: the extensions and 2^size, over the width. Source: DuMato, A2.
template <class W, class Te> CERRADO_FN void ByPattern::Operators<W, Te>::aggregate_pattern() {
    Te& te = Base::te();
    static_assert(Te::Engine::has_masks, "counting by pattern needs masks: `using Engine = Masks;` or Exclusive");
    if (!phase::is_at_last(te, Method::aggregate_pattern) || !phase::has_room(te, Method::aggregate_pattern)) return;
    if (!te.aggregates_here()) return;
    std::uint32_t* const histogram = te.template array<Histogram>();
    std::uint32_t const bins = 1u << te.size();
    std::uint32_t const lane = static_cast<std::uint32_t>(te.warp().lane());
    for (std::uint32_t mask = lane; mask < bins; mask += W::width) histogram[mask] = 0;
    te.warp().sync();
    Mask const* const masks = te.extension_masks(te.size());
    for (std::uint32_t i = lane; i < te.top().size; i += W::width) W::lane_add(histogram + masks[i], 1u);
    te.warp().sync();
    Base::reserve(te.top().size);
    for (std::uint32_t mask = lane; mask < bins; mask += W::width) {
        if (histogram[mask] == 0) continue;
        Transition const next = patterns().transition(te.top().pattern, te.size(), mask);
        Base::add(transition_class(next), histogram[mask]);
    }
    te.warp().sync();
}

} // namespace cerrado
