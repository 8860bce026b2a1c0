// Random graphs with nearly the triads of a given graph. Against them a pattern of four vertices does not stand out
// only because its parts of three vertices are frequent.
#pragma once

#include <cerrado/apps/random_graph.hpp>
#include <cerrado/core/types.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace cerrado::discovery {

// The numbers of connected induced subgraphs of three vertices of a directed graph, by their 13 classes. The order of
// the classes has no meaning.
using TriadCounts = std::array<std::int64_t, 13>;

TriadCounts count_triads(VertexId vertices, std::span<Edge const> arcs);

// Returns: the sum over the classes of |f' - f| / (f' + f), where a class with f = f' = 0 adds 0.
double triad_distance(TriadCounts const& one, TriadCounts const& other);
// The largest distance at which the triads count as kept.
inline constexpr double near_triads = .005;

struct WithTriads {
    std::vector<Edge> arcs;
    std::uint64_t steps = 0, taken = 0;
    bool is_near = false;
};

// Begins with these arcs and takes steps of the model `mutual` until the triads are near the wanted ones, or come no
// nearer. By Metropolis's rule a step that leads away is seldom taken, and more and more seldom with time. It calls
// goes_on() at times. Returns: the arcs, or nothing if goes_on() returns false.
// Cost: a step reads the triads of four pairs. Source: Milo et al. 2002; mfinder.
std::optional<WithTriads> with_triads(VertexId vertices, std::vector<Edge> const& arcs, TriadCounts const& wanted,
                                      RandomGraphQuery const& query, std::function<bool()> const& goes_on);

} // namespace cerrado::discovery
