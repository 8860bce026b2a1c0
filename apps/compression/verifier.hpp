// A slow, obvious score of compression by cliques: Algorithm 19 of the DuMato thesis on a plain search. It shares no
// code with the application.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <cstdint>
#include <functional>

namespace cerrado::compression {

struct Score {
    std::uint64_t cliques = 0;
    std::uint64_t compressing = 0;
    std::uint64_t score = 0;
};

// `look` is called at every clique. An exception that it throws ends the count. It may be empty. Serial. It visits
// every clique of up to k vertices twice.
Score score_serially(Graph const& graph, int k, std::function<void()> const& look = {});

} // namespace cerrado::compression
