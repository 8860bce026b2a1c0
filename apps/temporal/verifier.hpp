// The serial verifier of temporal motifs. It is slow and obvious, and shares no code with lists, plans or restrictions.
#pragma once

#include "library/verifier.hpp"

#include <cerrado/apps/temporal.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/graph/arcs.hpp>

#include <cstdint>
#include <vector>

namespace cerrado {

struct VerifiedTemporal {
    WideCount count = 0;
    std::vector<WideCount> of_arcs{}, of_vertices{}; // by rank; by vertex
};

inline constexpr std::uint32_t all_first_arcs = ~std::uint32_t{0};

// Counts the matches whose earliest arc has a rank below `first_arcs`. It takes the arcs of a match in the order of
// their ranks, each for every arc of the pattern that can be next. Matches are visited once for each automorphism of
// the pattern, so the counts are divided by their number. It calls `look`, which may be empty, all the while. An
// exception that `look` throws ends the count. Cost: the visits, of parts of matches, too.
VerifiedTemporal verify_temporal(Arcs const& arcs, TemporalPattern const& pattern, TemporalSettings const& settings,
                                 std::uint32_t first_arcs = all_first_arcs, Look const& look = {});

// Returns: the number of pairs of a permutation of the vertices and one of the arcs that keep the ends, the order and the labels.
// Cost: all permutations of the vertices, and for each the permutations of the arcs that keep the ends.
std::uint64_t symmetries_of(TemporalPattern const& pattern);

struct VerifiedTemporalMotifs {
    MotifTable table{};
    std::vector<MotifTable> of_arcs{}, of_vertices{};
};

// Counts the 36 motifs by every three arcs that are near enough in time, of which the second and the third share a
// vertex with the first. `first_arcs` and `look` are as above. Cost: such triples.
VerifiedTemporalMotifs verify_temporal_motifs(Arcs const& arcs, std::int64_t delta, Ties ties,
                                              std::uint32_t first_arcs = all_first_arcs, Look const& look = {});

} // namespace cerrado
