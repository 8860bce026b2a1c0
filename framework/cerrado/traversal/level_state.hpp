// The state that an application keeps for each vertex of the traversal: a sum of weights, a set of colours, a bound. It
// declares a small struct:
//
//     struct LevelState { std::uint32_t weight = 0; };
//
// The struct is trivially copyable and has at most 32 bytes. Each lane has a copy.
#pragma once

#include <cerrado/contract/detail/declared.hpp>
#include <cerrado/traversal/detail/fault.hpp>

namespace cerrado {

// The part of a traversal that has the application's states.
template <class Te> class LevelStates {
public:
    // Returns: the application's state of the last vertex. It is LevelState{} at the first visit of a traversal, and
    // stays until the walk goes back beyond its vertex. A worker that takes over a part of a traversal's extensions
    // visits the traversal anew: with a new state, and with the states of the vertices before as they were.
    // Requires: the application's LevelState. Lanes: all, with the same value. Cost: O(1).
    template <class T = Te> CERRADO_FN typename T::Application::LevelState& state() {
        return static_cast<T&>(*this).top().own;
    }
    template <class T = Te> CERRADO_FN typename T::Application::LevelState const& state() const {
        return static_cast<T const&>(*this).top().own;
    }
    // Returns: the state of the i-th vertex, 0 <= i < size(). Lanes: any.
    template <class T = Te> CERRADO_FN typename T::Application::LevelState const& state(int i) const {
        T const& te = static_cast<T const&>(*this);
        return te.level(phase::checked_position(te, i, Method::state)).own;
    }
#define CERRADO_NO_STATE "state() is what an application keeps for each level: write 'struct LevelState { ... };'"
    CERRADO_REFUSED(CERRADO_NO_STATE, has_level_state<typename T::Application>,
                    template <class T = Te> CERRADO_FN int& state() const);
    CERRADO_REFUSED(CERRADO_NO_STATE, has_level_state<typename T::Application>,
                    template <class T = Te> CERRADO_FN int& state(int) const);
#undef CERRADO_NO_STATE
};

} // namespace cerrado
