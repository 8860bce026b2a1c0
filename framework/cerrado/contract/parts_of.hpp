// The engine and the outputs of an application, as everything below applications names them. What an application
// declares, and the defaults, are in application/application.hpp.
#pragma once

#include <cerrado/contract/declared.hpp>

namespace cerrado {

// Engine, Outputs, and Remedies<W, Te>: methods of a traversal that say what to declare, see missing_methods.hpp.
// Defined in application/application.hpp.
template <class App> struct PartsOf;

template <class App> using EngineOf = typename PartsOf<App>::Engine;

// All outputs of an application: the counter, those that it names, and the fold if it has an accumulator.
template <class App> using OutputsOf = typename PartsOf<App>::Outputs;

template <class App> inline constexpr bool has_accumulator = requires { typename App::Accumulator; };

template <class App> consteval int max_vertices_of() {
    if constexpr (requires { App::max_vertices; }) {
        static_assert(App::max_vertices <= EngineOf<App>::max_vertices,
                      "the engine holds fewer vertices: lower the application's max_vertices");
        return App::max_vertices;
    }
    return EngineOf<App>::max_vertices;
}

} // namespace cerrado
