// By key: how many subgraphs there are of each key that the application gives them, from labels of their vertices, say.
// Requires: the application has `std::uint32_t keys() const`. Keys are below it.
#pragma once

#include <cerrado/output/class_totals_memory.hpp>
#include <cerrado/output/output_list.hpp>
#include <cerrado/traversal/filter.hpp>

#include <vector>

namespace cerrado {

struct ByKey {
    using Arrays = ArrayList<>;
    using LevelState = NoState;
    using Ref = ClassTotals;
    using Result = std::vector<WideCount>; // by key

    class Memory {
    public:
        template <class App> Memory(App const& app, Session const&, RunMemory& memory, int workers)
            : totals_(memory, app.keys(), workers) {}
        Ref ref() const { return totals_.totals(); }
        void collect() { totals_.collect(); }
        void conclude(RunResult& result, Session const& session) const; // their sum joins RunResult::count
        Result const& result() const { return totals_.sums(); }

    private:
        ClassTotalsMemory totals_;
    };

    template <class W, class Te> class Operators : public ClassTotalsOperators<ByKey, W, Te> {
        using Base = ClassTotalsOperators<ByKey, W, Te>;

    public:
        CERRADO_FN auto& by_key() { return *this; }

        // Counts the extensions by key(view, u). The view is a predicate's.
        // Requires: an engine with lists; keys below the application's keys(). Lanes: all; `key` is called once for
        // each extension, on one lane.
        // Cost: the key and an atomic addition for each extension, over the width.
        template <class Key> CERRADO_FN void aggregate_key(Key const& key) {
            Te& te = Base::te();
            static_assert(Te::Engine::has_lists, "aggregate_key(f) needs an engine whose extensions are lists");
            if (!te.aggregates_here()) return;
            Base::reserve(te.top().size);
            VertexId const* const list = te.extensions(te.size());
            Mask const* const masks = phase::masks_of(te);
            for (std::uint32_t i = static_cast<std::uint32_t>(te.warp().lane()); i < te.top().size; i += W::width) {
                Mask const mask = masks != nullptr ? masks[i] : Mask{0};
                Base::add(key(ExtensionView<Te>(te, mask), list[i]), 1);
            }
        }
    };
};

} // namespace cerrado
