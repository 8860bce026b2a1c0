// By size: the number of subgraphs with each number of vertices, computed from bundles. Requires: the application has
// `k`, or `min_k` and `max_k`.
#pragma once

#include <cerrado/contract/detail/class_totals_memory.hpp>
#include <cerrado/output/output_list.hpp>
#include <cerrado/output/size_counts.hpp>

namespace cerrado {

// The sizes that an application looks for.
struct SizeRange {
    int shortest;
    int longest;
};
template <class App> SizeRange sizes_of(App const& app) {
    if constexpr (requires { app.k; }) {
        return {app.k, app.k};
    } else {
        return {app.min_k, app.max_k};
    }
}

struct BySize {
    using Arrays = ArrayList<>;
    using LevelState = NoState;
    using Ref = ClassTotals; // by class of bundles
    using Result = SizeCounts;
    static void merge(Result& total, Result const& part) { add_to(total, part); }

    class Memory {
    public:
        template <class App> Memory(App const& app, Session const& session, RunMemory& memory, int workers)
            : Memory(sizes_of(app), session, memory, workers) {}
        Ref ref() const { return totals_.totals(); }
        void collect() { totals_.collect(); }
        void conclude(RunResult& result, Session const& session); // the sum over the sizes is its number
        Result const& result() const { return counts_; }

    private:
        Memory(SizeRange sizes, Session const& session, RunMemory& memory, int workers);
        SizeRange sizes_;
        ClassTotalsMemory totals_;
        Result counts_;
    };

    template <class W, class Te> class Operators : public ClassTotalsOperators<BySize, W, Te> {
    public:
        static constexpr bool takes_records = false;
        static constexpr bool takes_patterns = false;

        // Takes bundles by their class: reserve(at_most), then add(bundle_class(fixed, optional), how many); or add_wide().
        CERRADO_FN auto& by_size() { return *this; }
    };
};

} // namespace cerrado
