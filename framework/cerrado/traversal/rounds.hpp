// Rounds that end when nothing changes. One word holds the number of the last round in which a job noted a change. A
// round hands out jobs only if that number is the round before it or its own. So the host can launch several rounds of
// a device ahead. A round that was launched in vain finds nothing to do. The host reads the word when it waits for the
// rounds.
#pragma once

#include <cerrado/contract/detail/declared.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/traversal/detail/fault.hpp>

namespace cerrado {

// The part of a traversal that notes changes, and ends rounds and runs.
template <class Te> class RoundOperators {
public:
    // Ends the run, on all of its devices: no more jobs are handed out, and jobs under way end within half a second. The
    // result has the status `limit`, and what outputs were given until then. Requires: the application's ends_run.
    // Lanes: any.
    template <class T = Te> CERRADO_FN void end_run() const { phase::end_run(static_cast<T const&>(*this)); }
    CERRADO_REFUSED("end_run() needs an application that may end: write 'static constexpr bool ends_run = true;'",
                    may_end_run<typename T::Application>(), template <class T = Te> CERRADO_FN void end_run() const);

    // Notes a change, so that another round follows unless the application's rounds() are over. Requires: the
    // application's until_unchanged. Lanes: any. Cost: a load, and a store for the first changes of a round.
    template <class T = Te> CERRADO_FN void note_change() const {
        using W = typename T::WarpType;
        auto const& context = static_cast<T const&>(*this).context();
        Count const number = static_cast<Count>(context.round) + 1;
        if (W::grid_load(context.last_change) != number) W::grid_store(context.last_change, number);
    }
    CERRADO_REFUSED(
        "note_change() needs rounds that end when nothing changes: write 'static constexpr bool "
        "until_unchanged = true;' and, as an upper bound on the rounds, 'int rounds() const { return 1000; }'",
        ends_unchanged<typename T::Application>(), template <class T = Te> CERRADO_FN void note_change() const);
};

namespace phase {

// Returns: true if nothing changed in the round before this one, so that this one has no jobs. Lanes: any. Cost: a
// load.
template <class T> CERRADO_FN bool is_past_last_round([[maybe_unused]] T const& te) {
    if constexpr (ends_unchanged<typename T::Application>()) {
        auto const& context = te.context();
        return context.round > 0 && T::WarpType::grid_load(context.last_change) < static_cast<Count>(context.round);
    }
    return false;
}

} // namespace phase

} // namespace cerrado
