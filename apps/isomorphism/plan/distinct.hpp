// Distinct representatives.
#pragma once

#include <cerrado/core/types.hpp>

#include <optional>
#include <vector>

namespace cerrado {

// Takes one id of each list, no two the same. Nothing if that cannot be done. Cost: at most the lists' entries times
// the lists.
std::optional<std::vector<VertexId>> distinct_of(std::vector<std::vector<VertexId>> const& lists);

} // namespace cerrado
