// Canonical transition tables for k = 3..9, and for directed patterns for k = 3..6. nauty builds them, and a cache on
// disk keeps them with a checksum. A table grows with the number of patterns, a dictionary would have 2^(k(k-1)/2)
// entries.
#pragma once

#include <cerrado/canonical/pattern_kind.hpp>
#include <cerrado/pattern/transition.hpp>

#include <filesystem>
#include <functional>
#include <vector>

namespace cerrado {

class TransitionTable {
public:
    // Tables up to patterns of k vertices. Throws InputError unless 3 <= k <= max_pattern_vertices, or
    // max_directed_pattern_vertices for directed patterns. Reads the cache (XDG_CACHE_HOME or ~/.cache, folder cerrado)
    // and rebuilds what is missing, damaged or of another version. An unwritable cache is no error. `progress` is
    // called with the share done, for the long builds of the largest k.
    static TransitionTable load(int k, PatternKind kind, std::function<void(double)> const& progress = {});
    static TransitionTable build(int k, PatternKind kind, std::function<void(double)> const& progress = {});
    static TransitionTable load(int k, std::function<void(double)> const& progress = {}) {
        return load(k, PatternKind::undirected, progress);
    }
    static TransitionTable build(int k, std::function<void(double)> const& progress = {}) { // without the cache
        return build(k, PatternKind::undirected, progress);
    }

    TransitionTableRef ref() const; // valid as long as this object
    int k() const { return k_; }
    PatternKind kind() const { return kind_; }
    std::vector<Transition> const& level(int i) const { return levels_[i]; }
    std::vector<std::uint64_t> const& representatives(int i) const { return representatives_[i]; }

private:
    int k_ = 0;
    PatternKind kind_ = PatternKind::undirected;
    std::vector<std::vector<Transition>> levels_; // [i], 1 <= i < k
    // [i][class]: the class's canonical adjacency. Bit j(j-1)/2 + h is set if canonical vertices h < j are adjacent.
    // For a directed pattern it has the arcs, see arcs.hpp.
    std::vector<std::vector<std::uint64_t>> representatives_; // 1 <= i <= k
};

// $XDG_CACHE_HOME/cerrado, else ~/.cache/cerrado. Empty if neither variable is an absolute path; then nothing is
// cached.
std::filesystem::path cache_folder();

} // namespace cerrado
