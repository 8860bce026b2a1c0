// Distinct representatives.
#pragma once

#include <cerrado/core/types.hpp>

#include <optional>
#include <vector>

namespace cerrado {

// One id of each list, no two the same; nothing where there are none. Cost: the lists' entries times the lists, at most.
std::optional<std::vector<VertexId>> distinct_of(std::vector<std::vector<VertexId>> const& lists);

} // namespace cerrado
