// Approximate counts, with intervals, for graphs and sizes whose exact counts take too long.
//
//   auto const found = cerrado::approximate_motifs(graph, {.k = 7}, {.error = 0.01});
//
// Each draw takes a member at random from a set whose size is known, such as the mappings of a tree into the graph, and
// asks whether it gives one of the things that are counted. So the number of things is a share of that size, and the
// share of draws that gave one estimates it. The mean over all seeds is the exact count. See approximate_cliques(),
// approximate_motifs() and approximate_matches().
#pragma once

#include <cerrado/run/result.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace cerrado {

struct Precision {
    double error = 0.01;      // half the interval's width over the count, above 0 and below 1
    double confidence = 0.95; // the share of seeds for which the interval has the count, above 0 and below 1
    std::uint64_t seed = 1;   // the same seed gives the same numbers on every device
};

struct Estimate {
    std::optional<double> count; // nothing: no draw gave one. There may be up to `high`
    double standard_error = 0;
    double low = 0, high = 0; // the interval
    std::uint64_t met = 0;    // draws that gave one
};

// A run ends when the interval of every estimate above a hundredth of all is as narrow as asked for.
struct Approximation {
    RunResult run;           // how it went; its count is 0 and says nothing
    std::uint64_t draws = 0; // made; those of a first trial, which chose how to draw, are not among them
    std::uint64_t trial_draws = 0;
    Precision asked;
    bool is_reached = false;         // as precise as asked for; else the run was stopped
    std::vector<Estimate> estimates; // one; or of motifs, one for each connected pattern, by canonical class
};

} // namespace cerrado
