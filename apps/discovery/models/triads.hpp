// Random graphs with the triads of a given one, so that patterns of four vertices are not strange for their parts alone.
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

// Connected induced subgraphs of three vertices of a directed graph, by their 13 classes in an order of no meaning.
using TriadCounts = std::array<std::int64_t, 13>;

TriadCounts count_triads(VertexId vertices, std::span<Edge const> arcs);

// The sum over the classes of |f' - f| / (f' + f); 0 where both are 0.
double triad_distance(TriadCounts const& one, TriadCounts const& other);
// The distance of a graph that has the triads.
inline constexpr double near_triads = .005;

struct WithTriads {
    std::vector<Edge> arcs;
    std::uint64_t steps = 0, taken = 0;
    bool is_near = false;
};

// Takes steps of the model `mutual` from these arcs on until the triads are near the wanted ones, or come no nearer. By
// Metropolis's rule a step that leads away is taken seldom, and ever more seldom.
// Asks goes_on() at times. Returns: nothing if it says no.
// Cost: a step looks at the triads of four pairs. Source: Milo et al. 2002; mfinder.
std::optional<WithTriads> with_triads(VertexId vertices, std::vector<Edge> const& arcs, TriadCounts const& wanted,
                                      RandomGraphQuery const& query, std::function<bool()> const& goes_on);

} // namespace cerrado::discovery
