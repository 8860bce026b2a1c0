// Notes of visits, to find mistakes of an application. Only some warps note them: those of the device lockstep, and the
// one that does a few jobs again if a run found nothing (run/host/second_look.hpp). Elsewhere these functions are empty.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

// The notes of a thread.
struct VisitNotes {
    std::uint64_t deepest = 0;    // visits of traversals after which the walk goes back
    std::uint64_t left = 0;       // those with extensions, or without having asked for any
    bool is_reached = false;      // an output was given something
    bool ends_at_output = false;  // visit() is to end as soon as an output is reached
    bool is_in_predicate = false; // a filter is being applied
};
VisitNotes& notes_of_thread();

// Called if an output is reached. Throws VisitEnded if the notes say so.
void note_output_of_thread();

namespace phase {

template <class W> inline constexpr bool notes_visits = requires { requires W::notes_visits; };

// An output is given something. Lanes: any.
CERRADO_CALLS_HOST template <class T> CERRADO_FN void note_output(T const&) {
    if constexpr (notes_visits<typename T::WarpType>) note_output_of_thread();
}

// visit() has ended. `levels`: the most vertices of a traversal that the walk reaches. Lanes: any.
CERRADO_CALLS_HOST template <class T>
CERRADO_FN void note_visit([[maybe_unused]] T const& te, [[maybe_unused]] int levels) {
    if constexpr (notes_visits<typename T::WarpType>) {
        if (te.size() < levels) return;
        VisitNotes& notes = notes_of_thread();
        ++notes.deepest;
        if (!te.top().generated || te.top().size > 0) ++notes.left;
    }
}

// A filter begins or ends. Lanes: any.
CERRADO_CALLS_HOST template <class T> CERRADO_FN void note_predicate(T const&, [[maybe_unused]] bool begins) {
    if constexpr (notes_visits<typename T::WarpType>) notes_of_thread().is_in_predicate = begins;
}

// Returns: whether a filter is being applied, if that is noted. Lanes: any.
CERRADO_CALLS_HOST template <class T> CERRADO_FN bool is_in_predicate(T const&) {
    if constexpr (notes_visits<typename T::WarpType>) return notes_of_thread().is_in_predicate;
    return false;
}

} // namespace phase

} // namespace cerrado
