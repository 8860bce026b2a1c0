// The file form of a transition table: a header that must match in every field, then the levels and the
// representatives. A file that is damaged, truncated or of another version is not read. A table that cannot be written
// is not cached.
#pragma once

#include <cerrado/canonical/pattern_kind.hpp>
#include <cerrado/pattern/transition.hpp>

#include <filesystem>
#include <iterator>
#include <vector>

namespace cerrado {

// The number of connected graphs on i vertices (OEIS A001349), i = 0 .. max_pattern_vertices.
inline constexpr std::uint32_t connected_graphs[] = {0, 1, 1, 2, 6, 21, 112, 853, 11117, 261080};
static_assert(std::size(connected_graphs) == max_pattern_vertices + 1);
// The number of weakly connected directed graphs (OEIS A003085), i = 0 .. max_directed_pattern_vertices.
inline constexpr std::uint32_t connected_digraphs[] = {0, 1, 2, 13, 199, 9364, 1530843};
static_assert(std::size(connected_digraphs) == max_directed_pattern_vertices + 1);

constexpr int mask_bits(PatternKind kind) { return kind == PatternKind::directed ? 2 : 1; }
constexpr std::uint64_t classes_of(PatternKind kind, int i) {
    return kind == PatternKind::directed ? connected_digraphs[i] : connected_graphs[i];
}
constexpr std::uint64_t entries_of(PatternKind kind, int i) { return classes_of(kind, i) << mask_bits(kind) * i; }

struct TransitionArrays {
    std::vector<std::vector<Transition>> levels;             // [i], 1 <= i < k: entries_of(i)
    std::vector<std::vector<std::uint64_t>> representatives; // [i], 1 <= i <= k: classes_of(i)
};

std::filesystem::path transition_file(std::filesystem::path const& folder, int k,
                                      PatternKind kind = PatternKind::undirected);

// Returns: true if `file` was whole and of this version, kind, k and byte order, and `arrays` holds its content.
bool read_transitions(std::filesystem::path const& file, int k, TransitionArrays& arrays,
                      PatternKind kind = PatternKind::undirected);

// Writes a temporary beside `file` and renames it, so that a reader sees the old file or the whole new one. Returns:
// false if it could not.
bool write_transitions(std::filesystem::path const& file, int k, TransitionArrays const& arrays,
                       PatternKind kind = PatternKind::undirected);

} // namespace cerrado
