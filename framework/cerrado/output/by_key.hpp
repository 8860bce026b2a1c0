// By key: the number of subgraphs with each key. The application makes the keys, for example from the labels of
// vertices. Requires: the application has `std::uint32_t keys() const`, and all keys are below it.
#pragma once

#include <cerrado/contract/detail/class_totals_memory.hpp>
#include <cerrado/contract/result.hpp>
#include <cerrado/output/output_list.hpp>
#include <cerrado/traversal/detail/fault.hpp>
#include <cerrado/traversal/filter.hpp>

#include <vector>

namespace cerrado {

struct ByKey {
    using Arrays = ArrayList<>;
    using LevelState = NoState;
    using Ref = ClassTotals;
    using Result = std::vector<WideCount>; // by key
    static void merge(Result& total, Result const& part) { add_counts(total, part); }

    class Memory {
    public:
        template <class App> Memory(App const& app, Session const&, RunMemory& memory, int workers)
            : totals_(memory, app.keys(), workers) {}
        Ref ref() const { return totals_.totals(); }
        void collect() { totals_.collect(); }
        void conclude(RunResult& result, Session const& session) const; // the sum over the keys is its number
        Result const& result() const { return totals_.sums(); }

    private:
        ClassTotalsMemory totals_;
    };

    template <class W, class Te> class Operators : public ClassTotalsOperators<ByKey, W, Te> {
        using Base = ClassTotalsOperators<ByKey, W, Te>;

    public:
        // For what is not an extension.
        CERRADO_FN auto& by_key() { return *this; }

        // Adds to the count of a key. Requires: reserve() has announced the count, and the key is below the
        // application's keys(). Lanes: any. Cost: an atomic addition.
        CERRADO_FN void add(std::uint32_t key, Count count) {
            if (key < Base::totals().classes) return Base::add(key, count);
            Fault const fault{FaultKind::key, Method::aggregate_key, static_cast<std::int16_t>(key),
                              static_cast<std::int16_t>(key >> 16)};
            phase::report(Base::te(), fault);
        }

        // Counts the extensions by key(view, u). The view is the one that predicates get.
        // Requires: an engine with lists; keys below the application's keys(). Lanes: all; `key` is called once for
        // each extension, on one lane.
        // Cost: the key and an atomic addition for each extension, divided by the width. Memory: 16 bytes for each key,
        // and up to 4 MiB.
        template <class Key> CERRADO_FN void aggregate_key(Key const& key) {
            Te& te = Base::te();
            static_assert(Te::Engine::has_lists, "aggregate_key(f) needs an engine whose extensions are lists");
            if (!phase::may_aggregate(te, Method::aggregate_key) || !te.aggregates_here()) return;
            Base::reserve(te.top().size);
            phase::for_each_extension(te, [&](ExtensionView<Te> const& view, VertexId u) { add(key(view, u), 1); });
        }
        CERRADO_REFUSED(
            "aggregate_key(key) calls key(view, u) for each extension u, and the key is a number: write "
            "'te.aggregate_key([](auto const& t, VertexId u) { return ...; })'",
            (std::is_invocable_r_v<std::uint32_t, Key const&, ExtensionView<Te> const&, VertexId&>),
            template <class Key> CERRADO_FN void aggregate_key(Key const&));
    };
};

} // namespace cerrado
