// --verify: the counts of a run against the application's serial program.
#pragma once

#include "common/application.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

// How much is verified: every root, or so many roots drawn with a seed.
struct VerifyRequest {
    std::optional<std::uint64_t> roots; // none: all
    std::uint64_t seed = 1;
};

// "all" or a positive number; throws InputError.
VerifyRequest parse_verify(std::string const& text, std::uint64_t seed);

// Distinct vertices, ascending; the same on every machine for the same seed. All of them when `count` is not less than
// the number of vertices.
std::vector<VertexId> sample_roots(VertexId vertex_count, std::uint64_t count, std::uint64_t seed);

// Throws Error that names the first pattern whose counts differ.
void require_equal(std::string const& what, CountsByPattern const& counted, CountsByPattern const& expected);

// Throws Error that names the first vertex or edge whose counts differ; edges only where they were counted.
void require_equal(std::string const& what, LocalCounts const& counted, LocalCounts const& expected);

} // namespace cerrado::command
