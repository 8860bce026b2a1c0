// By length: the number of traversals of one vertex, of two vertices and so on that were met. Traversals that lead to
// no subgraph count, too.
#pragma once

#include <cerrado/contract/result.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/output/output_list.hpp>
#include <cerrado/traversal/detail/job.hpp>
#include <cerrado/warp/detail/scalar.hpp>

#include <type_traits>
#include <vector>

namespace cerrado {

struct ByLength {
    using Arrays = ArrayList<>;
    using LevelState = NoState;
    struct Ref {
        Count* cells = nullptr; // bank by bank; within a bank by length
    };
    using Result = std::vector<WideCount>; // by length, beginning with one vertex
    static void merge(Result& total, Result const& part) { add_counts(total, part); }
    // The number of banks that many workers share. Few banks are fetched quickly. Each thread of the host has a bank of
    // its own, without atomic additions.
    static constexpr std::uint32_t shared_banks = 64;

    class Memory {
    public:
        template <class App> Memory(App const&, Session const& session, RunMemory& memory, int workers)
            : Memory(session, memory, workers) {}
        Ref ref() const { return {cells_}; }
        void collect();
        void conclude(RunResult& result, Session const& session);
        Result const& result() const { return traversals_; }

    private:
        Memory(Session const& session, RunMemory& memory, int workers);
        RunMemory* memory_;
        std::size_t banks_;
        Count* cells_;
        std::vector<Count> collected_;
        Result traversals_;
    };

    template <class W, class Te> class Operators {
    public:
        // Counts the extensions, as traversals with one more vertex, and an initial traversal itself, each once,
        // however jobs are cut and moved. Nothing joins RunResult::count.
        // Requires: the extensions are new, and filtered. Lanes: all. Cost: an atomic addition or two that nobody waits
        // for. Memory: 16 KiB; on the host 256 bytes for each thread.
        CERRADO_FN void aggregate_length() {
            if (!te().aggregates_here()) return;
            JobShare const& job = te().job();
            if (te().size() == job.first_length && job.origin == JobOrigin::queue) add(te().size(), 1);
            add(te().size() + 1, te().top().size);
        }

    private:
        CERRADO_FN Te& te() { return static_cast<Te&>(*this); }
        CERRADO_FN void add(int length, Count count) {
            if (te().warp().lane() != 0 || count == 0) return;
            constexpr bool is_alone = std::is_same_v<W, ScalarWarp>;
            std::uint32_t const bank = is_alone ? te().worker() : te().worker() % shared_banks;
            Count* const cells = te().context().outputs.template get<ByLength>().cells + bank * max_traversal_length;
            if constexpr (is_alone) {
                cells[length - 1] += count;
            } else {
                W::grid_add(cells + length - 1, count);
            }
        }
    };
};

} // namespace cerrado
