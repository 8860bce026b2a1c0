// The hooks of engines and outputs. If they exist, the core calls them around the walk. engine/engine.hpp and
// output/output_list.hpp say when. Lanes: all lanes call each hook.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

// The ways in which a traversal comes to a worker.
enum class Entry {
    handed_out, // as an initial traversal
    donated,    // from another worker: this job is a range of the extensions of the traversal's last level
    attached,   // the same, and the engine has taken the donor's state
    resumed,    // the worker was stopped in the middle of it; its levels are as they were
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

// Returns: whether this worker does a part of another one's visit, whose traversal it then has. It takes no job before.
template <class Part> CERRADO_FN bool call_help(Part& part) {
    if constexpr (requires { part.help(); }) return part.help();
    return false;
}

// True if the engine's jobs are numbers instead of initial traversals. Then the engine takes them by
// take_number(number), and has no initial traversals.
template <class Engine> inline constexpr bool has_numbers = requires { requires Engine::has_numbers; };

// True if a level of the engine has stages, see engine/engine.hpp.
template <class Engine> inline constexpr bool has_stages = requires { requires Engine::has_stages; };

// True if the engine's state can travel with a donated traversal, see engine/engine.hpp.
template <class Engine> inline constexpr bool has_attachments = requires { requires Engine::has_attachments; };

// The engine's part of the traversal.
template <class T> CERRADO_FN auto& engine_of(T& te) {
    return static_cast<typename T::Engine::template Operators<typename T::WarpType, T>&>(te);
}

} // namespace phase

} // namespace cerrado
