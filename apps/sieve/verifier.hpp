// The serial answers: finds matches by walking to every connected set of k vertices, and computes the sieve's sums by
// their definition.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace cerrado::sieve_serial {

// Calls visit(vertices) for each connected set of k vertices that can be given different entries by their shades. The
// vertices ascend. Calls look() often, if it is given. If look() throws, the walk ends with that exception.
void for_each_match(Graph const& graph, int k, std::span<std::uint32_t const> shades,
                    std::function<void(std::vector<VertexId> const&)> const& visit,
                    std::function<void()> const& look = {});

// Returns: Q of each vertex in one run, by the definition, one point at a time. Cost: O(2^k k^2 m).
std::vector<std::uint8_t> sums(Graph const& graph, int k, std::span<std::uint32_t const> shades, std::uint64_t seed,
                               std::uint32_t run);

} // namespace cerrado::sieve_serial
