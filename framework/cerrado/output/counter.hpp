// The counter: the number of subgraphs. Every application has it.
#pragma once

#include <cerrado/contract/detail/wide_cells.hpp>
#include <cerrado/contract/plan.hpp>
#include <cerrado/output/output_list.hpp>
#include <cerrado/traversal/detail/fault.hpp>

namespace cerrado {

struct Counter {
    using Arrays = ArrayList<>;
    using LevelState = NoState;
    using Ref = WideCells; // one

    class Memory {
    public:
        template <class App> Memory(App const&, Session const&, RunMemory& memory, int) : Memory(memory) {}
        Ref ref() const { return {words_, words_ + 1}; }
        void collect();
        void conclude(RunResult& result, Session const& session) const; // RunResult::count

    private:
        explicit Memory(RunMemory& memory);
        RunMemory* memory_;
        Count* words_; // low, high
        WideCount count_ = 0;
    };

    template <class W, class Te> class Operators {
    public:
        static constexpr bool takes_records = false;
        static constexpr bool takes_patterns = false;

        // For engines that count without a list.
        CERRADO_FN auto& counter() { return *this; }
        // Counts the extensions.
        // Lanes: all. Cost: O(1). Source: DuMato, A1.
        CERRADO_FN void aggregate_counter() {
            if (phase::may_aggregate(te(), Method::aggregate_counter) && te().aggregates_here()) {
                add_once(te().top().size);
            }
        }
        CERRADO_FN void take_extensions() { aggregate_counter(); }
        // Adds the sum over the lanes. Lanes: all.
        CERRADO_FN void add_shared(Count lane_share) { add_once(te().warp().reduce_add(lane_share)); }
        // Subtracts the sum over the lanes, for subgraphs that were counted too often. Until the end a count may be
        // below 0, modulo 2^128. Lanes: all.
        CERRADO_FN void subtract_shared(Count lane_share) {
            add_once_wide(WideCount{0} - te().warp().reduce_add(lane_share));
        }
        // Adds `count`, which must be the same on every lane. Lanes: all. Cost: O(1), no memory.
        CERRADO_FN void add_once(Count count) {
            phase::note_output(te());
            Count const old = low_;
            low_ += count;
            high_ += low_ < old ? 1 : 0;
        }

        // The same with 128 bits.
        CERRADO_FN void add_once_wide(WideCount count) {
            add_once(static_cast<Count>(count));
            high_ += static_cast<Count>(count >> 64);
        }

        CERRADO_FN void on_finish() {
            if (te().warp().lane() != 0 || (low_ | high_) == 0) return;
            phase::add_wide<W>(te().context().outputs.template get<Counter>(), 0, (WideCount{high_} << 64) + low_);
        }

    private:
        CERRADO_FN Te& te() { return static_cast<Te&>(*this); }

        Count low_ = 0; // this worker's count, 128 bits in two words
        Count high_ = 0;
    };
};

} // namespace cerrado
