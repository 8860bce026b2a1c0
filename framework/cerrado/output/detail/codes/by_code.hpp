// By code: the number of subgraphs with each code of up to 63 bits. The application makes the codes and knows their
// meaning. So patterns may have labels, or be too many for tables. Requires: the number of codes times the number of
// groups is below 2^64 - 1.
#pragma once

#include <cerrado/contract/detail/wide_cells.hpp>
#include <cerrado/contract/result.hpp>
#include <cerrado/contract/run_memory.hpp>
#include <cerrado/output/detail/codes/by_code_input.hpp>
#include <cerrado/output/output_list.hpp>
#include <cerrado/traversal/filter.hpp>
#include <cerrado/warp/detail/grid_cas.hpp>

#include <vector>

namespace cerrado {

// The number of subgraphs of a group that have a code.
struct CodeCount {
    std::uint64_t code;
    std::uint32_t group;
    WideCount count;
};

// The counts that are not 0, in no order.
struct CodeCounts {
    std::vector<CodeCount> counts;
    bool is_full = false; // there were more codes than slots, so some counts are missing: run again with more slots
};

// The table of counts, as workers see it.
struct CodeTable {
    std::uint64_t* keys = nullptr; // code * groups + group + 1; 0: the slot is empty
    WideCells counts;              // by slot
    std::uint32_t* is_full = nullptr;
    std::uint32_t groups = 1;
    int hash_shift = 0;
    std::uint32_t last_slot = 0;
};

class CodeTableMemory {
public:
    CodeTableMemory(ByCodeInput const& input, RunMemory& memory);
    CodeTable table() const;
    void collect();
    void conclude(RunResult& result) const; // the sum over the codes is its number
    CodeCounts const& counts() const { return counts_; }

private:
    std::uint32_t groups_;
    RunArray<std::uint64_t> keys_;
    RunArray<Count> low_, high_;
    RunArray<std::uint32_t> is_full_;
    CodeCounts counts_;
};

// Throws InputError for numbers that a table cannot have.
void check_code_table(ByCodeInput const& input);

template <class Output, class W, class Te> class CodeOperators {
    static constexpr std::uint32_t most_probes = 128;

public:
    CERRADO_FN auto& by_code() { return static_cast<typename Output::template Operators<W, Te>&>(*this); }

    // Adds to the count of a code in a group. Lanes: any. Cost: two random reads and an atomic addition.
    CERRADO_FN void add(std::uint64_t code, std::uint32_t group, Count count) {
        CodeTable const& table = ref();
        std::uint64_t const key = code * table.groups + group + 1;
        auto slot = static_cast<std::uint32_t>(key * 0x9E3779B97F4A7C15 >> table.hash_shift); // Fibonacci hashing
        for (std::uint32_t probe = 0; probe < most_probes; ++probe) {
            std::uint64_t there = W::grid_load(table.keys + slot);
            if (there == 0) there = grid_cas(table.keys + slot, 0, key);
            if (there == 0 || there == key) {
                return phase::add_wide<W>(table.counts, slot, count);
            }
            slot = (slot + 1) & table.last_slot;
        }
        W::grid_store(table.is_full, 1u);
    }

    // Counts the extensions in a group by code(view, u). The view is the one that predicates get.
    // Requires: an engine with lists, and size() is k - 1. Lanes: all; `code` is called once for each extension, on one
    // lane. Cost: the code and add() for each extension, divided by the width.
    template <class CodeOf> CERRADO_FN void aggregate_code(std::uint32_t group, CodeOf const& code) {
        if (!te().aggregates_here()) return;
        phase::for_each_extension(te(), [&](auto const& view, VertexId u) { add(code(view, u), group, 1); });
    }

protected:
    CERRADO_FN Te& te() { return static_cast<Te&>(*this); }
    CERRADO_FN typename Output::Ref const& ref() const {
        return static_cast<Te const&>(*this).context().outputs.template get<Output>();
    }
};

struct ByCode {
    using Input = ByCodeInput;
    using Result = CodeCounts;
    using Arrays = ArrayList<>;
    using LevelState = NoState;
    using Ref = CodeTable;

    static void check(Session const& session); // throws InputError for numbers that it cannot use

    class Memory {
    public:
        template <class App> Memory(App const&, Session const& session, RunMemory& memory, int)
            : Memory(session, memory) {}
        Ref ref() const { return table_.table(); }
        void collect() { table_.collect(); }
        void conclude(RunResult& result, Session const&) const { table_.conclude(result); }
        Result const& result() const { return table_.counts(); }

    private:
        Memory(Session const& session, RunMemory& memory);
        CodeTableMemory table_;
    };

    template <class W, class Te> class Operators : public CodeOperators<ByCode, W, Te> {};
};

} // namespace cerrado
