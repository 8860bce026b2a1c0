// What the core calls of an engine or an output around the walk, where it is there. See engine/engine.hpp and
// output/output_list.hpp.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

// How a traversal came to this worker.
enum class Entry {
    handed_out, // an initial traversal
    donated,    // by another worker: its last level has extensions already, of which a range is this job's
    resumed,    // it is this worker's own, which was stopped in the middle
};

namespace phase {

template <class Part> CERRADO_FN void call_on_begin(Part& part) {
    if constexpr (requires { part.on_begin(); }) part.on_begin();
}
template <class Part> CERRADO_FN void call_on_enter(Part& part, Entry entry) {
    if constexpr (requires { part.on_enter(entry); }) part.on_enter(entry);
}
template <class Part> CERRADO_FN void call_on_push(Part& part) {
    if constexpr (requires { part.on_push(); }) part.on_push();
}
template <class Part> CERRADO_FN void call_on_leave(Part& part) {
    if constexpr (requires { part.on_leave(); }) part.on_leave();
}
template <class Part> CERRADO_FN void call_on_pause(Part& part) {
    if constexpr (requires { part.on_pause(); }) part.on_pause();
}
template <class Part> CERRADO_FN void call_on_finish(Part& part) {
    if constexpr (requires { part.on_finish(); }) part.on_finish();
}

// The traversal as its engine sees it.
template <class T> CERRADO_FN auto& engine_of(T& te) {
    return static_cast<typename T::Engine::template Operators<typename T::WarpType, T>&>(te);
}

} // namespace phase

} // namespace cerrado
