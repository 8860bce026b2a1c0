// Compiles forms from an application's type. Only an application's forms*.cpp include this. They compile as CUDA if
// CUDA is on.
#pragma once

#include "bound_widths.hpp" // written by CMake
#include "library/form.hpp"

#include <cerrado/apps/bind.hpp>

namespace cerrado {

// The application, compiled for every warp width of this build.
template <class App> struct OfBoundWidths : App { static constexpr auto warp_widths = bound_widths; };

} // namespace cerrado
