// Canonical transition tables for k = 3..9, and for directed patterns for k = 3..6. nauty builds them, and a cache on
// disk keeps them with a checksum. The size of a table grows with the number of patterns. A dictionary would have
// 2^(k(k-1)/2) entries.
#pragma once

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/pattern/detail/transition.hpp>

#include <filesystem>
#include <functional>
#include <iterator>
#include <vector>

namespace cerrado {

class TransitionTable {
public:
    // Tables up to patterns of k vertices. Throws InputError unless 3 <= k <= max_pattern_vertices, or
    // max_directed_pattern_vertices for directed patterns. Reads the cache (XDG_CACHE_HOME or ~/.cache, folder cerrado)
    // and rebuilds a table that is missing, damaged or of another version. If the cache cannot be written, this is no
    // error. `progress` is called with the part done, as the largest k take long to build.
    static TransitionTable load(int k, PatternKind kind, std::function<void(double)> const& progress = {});
    static TransitionTable build(int k, PatternKind kind, std::function<void(double)> const& progress = {});
    static TransitionTable load(int k, std::function<void(double)> const& progress = {}) {
        return load(k, PatternKind::undirected, progress);
    }
    static TransitionTable build(int k, std::function<void(double)> const& progress = {}) { // without the cache
        return build(k, PatternKind::undirected, progress);
    }

    // For ByPatternInput::tables; valid as long as this object.
    TransitionTableRef ref() const;
    int k() const { return k_; }
    PatternKind kind() const { return kind_; }
    std::vector<Transition> const& level(int i) const { return levels_[i]; }
    std::vector<std::uint64_t> const& representatives(int i) const { return representatives_[i]; }

private:
    int k_ = 0;
    PatternKind kind_ = PatternKind::undirected;
    std::vector<std::vector<Transition>> levels_; // [i], 1 <= i < k
    // [i][class]: the canonical adjacency of the class. Bit j(j-1)/2 + h is set if canonical vertices h < j are
    // adjacent. For a directed pattern it has the arcs, see arc_bit().
    std::vector<std::vector<std::uint64_t>> representatives_; // 1 <= i <= k
};

// $XDG_CACHE_HOME/cerrado, otherwise ~/.cache/cerrado. Empty if neither variable is an absolute path. Then nothing is
// cached.
std::filesystem::path cache_folder();

// The file form of a transition table: a header that must match in every field, then the levels and the
// representatives. A file that is damaged, truncated or of another version is not read. A table that cannot be written
// is not cached.

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

// Writes a temporary file beside `file` and renames it, so that a reader sees the old file or the whole new one.
// Returns: false if it could not.
bool write_transitions(std::filesystem::path const& file, int k, TransitionArrays const& arrays,
                       PatternKind kind = PatternKind::undirected);

} // namespace cerrado
