// Fold: an application's own accumulator, one per lane. All are merged at the end: ResultOf<App>::accumulator.
#pragma once

#include <cerrado/contract/run_memory.hpp>
#include <cerrado/contract/session.hpp>
#include <cerrado/output/output_list.hpp>
#include <cerrado/traversal/detail/fault.hpp>
#include <cerrado/traversal/filter.hpp>

#include <algorithm>

namespace cerrado {

namespace detail {

// Merges by the application's merge(), which changes its first argument or returns the sum.
template <class App>
CERRADO_FN void merge_into(typename App::Accumulator& into, typename App::Accumulator const& from) {
    if constexpr (std::is_convertible_v<decltype(App::merge(into, from)), typename App::Accumulator>) {
        into = App::merge(into, from);
    } else {
        App::merge(into, from);
    }
}

} // namespace detail

template <class App> struct Fold {
    using Accumulator = typename App::Accumulator;
    using Arrays = ArrayList<>;
    using LevelState = NoState;
    struct Ref {
        Accumulator* parts = nullptr; // by lane, then by worker
        std::uint32_t workers = 0;
    };
    using Result = Accumulator;
    static void merge(Result& total, Result const& part) { detail::merge_into<App>(total, part); }

    class Memory {
    public:
        Memory(App const&, Session const& session, RunMemory& memory, int workers)
            : workers_(static_cast<std::uint32_t>(workers)),
              parts_(memory, std::uint64_t{workers_} * static_cast<std::uint64_t>(memory.lanes())) {
            // Workers begin with neutral values. The memory of a run is all 0.
            if (session.launches_again() && !is_zero()) parts_.write(std::vector<Accumulator>(parts_.size()));
        }
        Ref ref() const { return {parts_.data(), workers_}; }
        void conclude(RunResult&, Session const&) {
            for (Accumulator const& part : parts_.read(workers_))
                detail::merge_into<App>(total_, part); // these contain the other lanes' accumulators
        }
        Accumulator result() const { return total_; }

    private:
        static bool is_zero() {
            static Accumulator const neutral{};
            auto const* const bytes = reinterpret_cast<unsigned char const*>(&neutral);
            return std::all_of(bytes, bytes + sizeof neutral, [](unsigned char byte) { return byte == 0; });
        }

        std::uint32_t workers_;
        RunArray<Accumulator> parts_;
        Accumulator total_{};
    };

    template <class W, class Te> class Operators {
        template <class Function, class Own> static constexpr bool takes =
            std::is_invocable_v<Function&, Own, ExtensionView<Te> const&, VertexId&>;
        template <class Function> static constexpr bool serves = takes<Function, Accumulator&>;

    public:
        // Calls fold(accumulator, view, u) for each extension, with the accumulator of the calling lane. The view is
        // the one that predicates get.
        // Requires: an engine with lists. Lanes: all; fold is called once per extension, on one lane.
        // Cost: the fold for each extension, divided by the width.
        template <class Function> CERRADO_FN void aggregate(Function fold) {
            Te& te = static_cast<Te&>(*this);
            static_assert(Te::Engine::has_lists, "aggregate(fold) needs an engine whose extensions are lists");
            if (!phase::may_aggregate(te, Method::aggregate) || !te.aggregates_here()) return;
            phase::for_each_extension(te,
                                      [&](ExtensionView<Te> const& view, VertexId u) { fold(accumulator_, view, u); });
        }
        CERRADO_REFUSED(
            "aggregate(fold) calls fold(accumulator, view, u) for each extension u: write "
            "'te.aggregate([](auto& own, auto const& t, VertexId u) { ... })'",
            serves<Function>, template <class Function> CERRADO_FN void aggregate(Function));
        // A fold that takes a temporary takes its accumulator by value or as const.
        CERRADO_REFUSED(
            "aggregate(fold) changes the accumulator, so fold takes it by reference: write "
            "'te.aggregate([](auto& own, auto const& t, VertexId u) { ... })'",
            (!serves<Function> || !takes<Function, Accumulator>),
            template <class Function> CERRADO_FN void aggregate(Function));
        // This lane's, for what is not an extension.
        CERRADO_FN Accumulator& accumulator() {
            phase::note_output(static_cast<Te&>(*this));
            return accumulator_;
        }

        CERRADO_FN void on_begin() { // not for a worker that was stopped in the middle, and not in a later round
            if (static_cast<Te&>(*this).context().launched_again()) accumulator_ = part(lane());
        }
        CERRADO_FN void on_finish() {
            if (ref().parts == nullptr) return; // this happens while a kernel is warmed up
            part(lane()) = accumulator_;
            static_cast<Te&>(*this).warp().sync();
            for (int other = 1; lane() == 0 && other < W::width; ++other) {
                detail::merge_into<App>(part(0), part(other));
                part(other) = Accumulator{};
            }
        }

    private:
        CERRADO_FN int lane() const { return static_cast<Te const&>(*this).warp().lane(); }
        CERRADO_FN Ref const& ref() const {
            return static_cast<Te const&>(*this).context().outputs.template get<Fold>();
        }
        CERRADO_FN Accumulator& part(int lane) {
            std::uint64_t const first = static_cast<std::uint64_t>(lane) * ref().workers;
            return ref().parts[first + static_cast<Te&>(*this).worker()];
        }

        Accumulator accumulator_{};
    };
};

} // namespace cerrado
