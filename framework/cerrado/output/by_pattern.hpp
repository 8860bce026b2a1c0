// By pattern: the number of subgraphs with each pattern. Requires: an engine with masks, and tables of patterns.
#pragma once

#include <cerrado/contract/detail/class_totals_memory.hpp>
#include <cerrado/contract/result.hpp>
#include <cerrado/output/by_pattern_input.hpp>
#include <cerrado/output/output_list.hpp>
#include <cerrado/pattern/detail/transition.hpp>
#include <cerrado/traversal/detail/extend.hpp>
#include <cerrado/traversal/detail/fault.hpp>
#include <cerrado/warp/detail/warp.hpp>

namespace cerrado {

struct PlanRequest;

struct ByPattern {
    using Input = ByPatternInput;
    using Result = std::vector<WideCount>; // for each group: the counts by canonical class, in the order of the tables
    static void merge(Result& total, Result const& part) { add_counts(total, part); }

    // A histogram of the masks of one traversal's extensions.
    struct Histogram : ArrayOf<std::uint32_t, Place::fast> {};
    // If masks have two bits for each vertex, many masks are possible, but few occur in a traversal. All entries are 0
    // between two traversals.
    struct SparseHistogram : ArrayOf<std::uint32_t, Place::planned> {};
    using Arrays = ArrayList<Histogram, SparseHistogram>;
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
        void conclude(RunResult& result,
                      Session const& session) const; // the sum over the patterns is its number
        Result const& result() const { return totals_.sums(); }

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

        // It has reserve() and add() by canonical class, and the tables that lead to the class.
        CERRADO_FN auto& by_pattern() { return *this; }
        CERRADO_FN TransitionTableRef const& patterns() const {
            return Base::te().context().outputs.template get<ByPattern>().patterns;
        }
        // Counts the extensions by pattern.
        // Requires: an engine with masks; ByPatternInput::tables; size() is k - 1. Lanes: all. Cost: the extensions and
        // 2^size, divided by the width; with directions twice the extensions. Source: DuMato, A2.
        CERRADO_FN void aggregate_pattern();
        CERRADO_FN void take_extensions() { aggregate_pattern(); }

        CERRADO_FN void on_begin() {
            constexpr bool lists_last_level = counted_levels_of<typename Te::Application>() == 1;
            if constexpr (lists_last_level && mask_bits_of<typename Te::Engine>() > 1) clear_histogram();
        }
        CERRADO_FN void on_push() {
            Te& te = Base::te();
            constexpr int bits = mask_bits_of<typename Te::Engine>();
            int const before = te.size() - 1;
            te.top().pattern =
                before > 0 ? patterns().template advance<bits>(te.level(before - 1).pattern, before, te.top().mask)
                           : PatternState{};
        }

    private:
        CERRADO_FN std::uint32_t bins(int size) const { return 1u << (mask_bits_of<typename Te::Engine>() * size); }
        CERRADO_FN void clear_histogram();
        CERRADO_FN void count_by_mask();
        CERRADO_FN void count_by_sparse_mask();
        CERRADO_FN void note_mask(std::uint32_t mask, std::uint32_t count) {
            constexpr int bits = mask_bits_of<typename Te::Engine>();
            Te& te = Base::te();
            Transition const next = patterns().template transition<bits>(te.top().pattern, te.size(), mask);
            Base::add(transition_class(next), count);
        }
    };
};

// A histogram of their masks: each mask that occurs needs one look-up.
template <class W, class Te> CERRADO_FN void ByPattern::Operators<W, Te>::aggregate_pattern() {
    Te& te = Base::te();
    static_assert(
        Te::Engine::has_masks,
        "counting by pattern needs an engine with masks: write 'using Engine = Masks;' or 'using Engine = Exclusive;'");
    if (!phase::is_at_last(te, Method::aggregate_pattern) || !phase::has_room(te, Method::aggregate_pattern)) return;
    if (!te.aggregates_here()) return;
    if constexpr (mask_bits_of<typename Te::Engine>() > 1) {
        count_by_sparse_mask();
    } else {
        count_by_mask();
    }
    te.warp().sync();
}

template <class W, class Te> CERRADO_FN void ByPattern::Operators<W, Te>::count_by_mask() {
    Te& te = Base::te();
    std::uint32_t* const histogram = te.template array<Histogram>();
    std::uint32_t const lane = static_cast<std::uint32_t>(te.warp().lane());
    for (std::uint32_t mask = lane; mask < bins(te.size()); mask += W::width) histogram[mask] = 0;
    te.warp().sync();
    Mask const* const masks = te.extension_masks(te.size());
    for (std::uint32_t i = lane; i < te.top().size; i += W::width) W::lane_add(histogram + masks[i], 1u);
    te.warp().sync();
    Base::reserve(te.top().size);
    for (std::uint32_t mask = lane; mask < bins(te.size()); mask += W::width) {
        if (histogram[mask] != 0) note_mask(mask, histogram[mask]);
    }
}

// If several extensions have the same mask, one of them takes the whole count.
template <class W, class Te> CERRADO_FN void ByPattern::Operators<W, Te>::count_by_sparse_mask() {
    Te& te = Base::te();
    std::uint32_t* const histogram = te.template array<SparseHistogram>();
    std::uint32_t const lane = static_cast<std::uint32_t>(te.warp().lane());
    Mask const* const masks = te.extension_masks(te.size());
    for (std::uint32_t i = lane; i < te.top().size; i += W::width) W::lane_add(histogram + masks[i], 1u);
    te.warp().sync();
    Base::reserve(te.top().size);
    for (std::uint32_t i = lane; i < te.top().size; i += W::width) {
        std::uint32_t const count = W::lane_add(histogram + masks[i], 0u);
        if (count != 0 && W::lane_cas(histogram + masks[i], count, 0) == count) note_mask(masks[i], count);
    }
}

template <class W, class Te> CERRADO_FN void ByPattern::Operators<W, Te>::clear_histogram() {
    Te& te = Base::te();
    std::uint32_t* const histogram = te.template array<SparseHistogram>();
    std::uint32_t const lane = static_cast<std::uint32_t>(te.warp().lane());
    // A run without work, which only loads a kernel, has neither tables nor a histogram.
    std::uint32_t const end = patterns().k > 0 ? bins(patterns().k - 1) : 0;
    for (std::uint32_t mask = lane; mask < end; mask += W::width) histogram[mask] = 0;
    te.warp().sync();
}

} // namespace cerrado
