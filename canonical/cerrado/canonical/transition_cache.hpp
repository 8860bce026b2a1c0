// The file form of a transition table: a header that must match in every field, then the levels and the
// representatives. A file that is damaged, truncated or of another version is not read; what cannot be written is not
// cached.
#pragma once

#include <cerrado/pattern/transition.hpp>

#include <filesystem>
#include <iterator>
#include <vector>

namespace cerrado {

// The number of connected graphs on i vertices (OEIS A001349), i = 0 .. max_pattern_vertices.
inline constexpr std::uint32_t connected_graphs[] = {0, 1, 1, 2, 6, 21, 112, 853, 11117, 261080};
static_assert(std::size(connected_graphs) == max_pattern_vertices + 1);

struct TransitionArrays {
    std::vector<std::vector<Transition>> levels;             // [i], 1 <= i < k: connected_graphs[i] << i entries
    std::vector<std::vector<std::uint64_t>> representatives; // [i], 1 <= i <= k: connected_graphs[i] entries
};

std::filesystem::path transition_file(std::filesystem::path const& folder, int k);

// True when `file` was whole and of this version, k and byte order, and `arrays` holds its content.
bool read_transitions(std::filesystem::path const& file, int k, TransitionArrays& arrays);

// Writes a temporary beside `file` and renames it, so that a reader sees the old file or the whole new one. False when
// it could not.
bool write_transitions(std::filesystem::path const& file, int k, TransitionArrays const& arrays);

} // namespace cerrado
