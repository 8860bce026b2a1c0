// By code: how many subgraphs have each code, for patterns too large for tables of all of them.
//
// A code is of up to 63 bits. Its highest bits are the class of the first vertices, as many as the tables have patterns
// of. Then come the masks of the vertices after these, each over the canonical positions of the first ones and over
// those that follow them. So subgraphs of one code have one pattern. A pattern has several codes, which the host joins.
// Requires: an engine with masks of two bits for each vertex, and tables of smaller patterns than those that are
// counted. The application adds; what it gives to finish() says takes_codes, and has advance(), add(code, count) and
// what an output by pattern has besides.
#pragma once

#include <cerrado/contract/result.hpp>
#include <cerrado/contract/run_memory.hpp>
#include <cerrado/contract/wide_cells.hpp>
#include <cerrado/output/codes/by_code_input.hpp>
#include <cerrado/output/output_list.hpp>
#include <cerrado/pattern/transition.hpp>
#include <cerrado/warp/grid_cas.hpp>

#include <vector>

namespace cerrado {

struct PlanRequest;

// How many subgraphs of a group have a code.
struct CodeCount {
    std::uint64_t code;
    std::uint32_t group;
    WideCount count;
};

// Those that are not 0, in no order.
struct CodeCounts {
    std::vector<CodeCount> counts;
    bool is_full = false; // there were more than slots: some are missing, so run again with more
};

struct ByCode {
    using Input = ByCodeInput;
    using Result = CodeCounts;
    static constexpr bool joins_count = true;
    using Arrays = ArrayList<>;
    struct LevelState {
        PatternState pattern{}; // of the traversal; beyond the tables its positions alone
        std::uint64_t code = 0; // beyond the tables
    };
    struct Ref {
        std::uint64_t* keys = nullptr; // code * groups + group + 1; 0: the slot is empty
        WideCells counts;              // by slot
        std::uint32_t* is_full = nullptr;
        std::uint32_t groups = 1;
        int hash_shift = 0;
        std::uint32_t last_slot = 0;
        TransitionTableRef patterns;
    };

    static void check(Session const& session); // throws InputError for tables and numbers that it cannot serve

    class Memory {
    public:
        template <class App> Memory(App const&, Session const& session, RunMemory& memory, int)
            : Memory(session, memory) {}
        Ref ref() const;
        void collect();
        void conclude(RunResult& result, Session const&) const; // the sum over the codes joins RunResult::count
        Result const& result() const { return result_; }

    private:
        Memory(Session const& session, RunMemory& memory);
        TransitionTableRef patterns_;
        std::uint32_t groups_;
        RunArray<std::uint64_t> keys_;
        RunArray<Count> low_, high_;
        RunArray<std::uint32_t> is_full_;
        Result result_;
    };

    template <class W, class Te> class Operators {
        static constexpr std::uint32_t most_probes = 128;

    public:
        CERRADO_FN auto& by_code() { return *this; }
        CERRADO_FN TransitionTableRef const& patterns() const { return ref().patterns; }

        // The state of a traversal with one more vertex, whose mask this is. Lanes: any.
        CERRADO_FN LevelState advance(LevelState const& state, int length, std::uint32_t mask) const {
            int const of_tables = patterns().k;
            if (length < of_tables) {
                PatternState const next = patterns().template advance<2>(state.pattern, length, mask);
                return {next, next.pattern_class};
            }
            std::uint32_t const permuted = TransitionTableRef::permute<2>(state.pattern, length, mask);
            LevelState next = state;
            next.code = state.code << 2 * length | permuted;
            next.pattern.positions |= static_cast<std::uint64_t>(length) << 4 * length;
            return next;
        }
        // Adds to the count of a code in a group. Lanes: any. Cost: two random reads and an atomic addition.
        CERRADO_FN void add(std::uint64_t code, std::uint32_t group, Count count) {
            std::uint64_t const key = code * ref().groups + group + 1;
            auto slot = static_cast<std::uint32_t>(key * 0x9E3779B97F4A7C15 >> ref().hash_shift); // Fibonacci hashing
            for (std::uint32_t probe = 0; probe < most_probes; ++probe) {
                std::uint64_t there = W::grid_load(ref().keys + slot);
                if (there == 0) there = grid_cas(ref().keys + slot, 0, key);
                if (there == 0 || there == key) {
                    return phase::add_wide<W>(ref().counts, slot, count);
                }
                slot = (slot + 1) & ref().last_slot;
            }
            W::grid_store(ref().is_full, 1u);
        }

        CERRADO_FN void on_push() {
            Te& te = this->te();
            int const before = te.size() - 1;
            LevelState& top = te.top();
            top = before > 0 ? advance(te.level(before - 1), before, te.top().mask) : LevelState{};
        }

    private:
        CERRADO_FN Te& te() { return static_cast<Te&>(*this); }
        CERRADO_FN Ref const& ref() const {
            return static_cast<Te const&>(*this).context().outputs.template get<ByCode>();
        }
    };
};

} // namespace cerrado
