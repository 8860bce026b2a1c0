#include <cerrado/apps/algorithm.hpp>
#include <cerrado/apps/bound_application.hpp>

#include "bound_widths.hpp"

namespace cerrado {

std::span<int const> bound_warp_widths() { return bound_widths; }

std::string_view name_of(Algorithm algorithm) {
    switch (algorithm) {
    case Algorithm::automatic: return "auto";
    case Algorithm::fast: return "fast";
    case Algorithm::paper: return "paper";
    case Algorithm::oriented: return "oriented";
    case Algorithm::bitmap: return "bitmap";
    case Algorithm::pivot: return "pivot";
    case Algorithm::walk: return "walk";
    case Algorithm::formula: return "formula";
    }
    return "unknown";
}

} // namespace cerrado
