// Replay: what a policy would have decided on the states that a run recorded. It judges each look as it was. It cannot
// know how the run would have gone on after another decision.
#pragma once

#include <cerrado/loadbalance/trace_reader.hpp>

namespace cerrado {

// A look at which the two decisions differ.
struct ReplayDifference {
    double seconds = 0;
    std::size_t active = 0;
    std::size_t workers = 0;
    Decision recorded;
    Decision replayed;
};

struct ReplayReport {
    std::uint64_t looks = 0;   // with states in the trace, so they are judged
    std::uint64_t skipped = 0; // without states in the trace, so they are not judged
    std::uint64_t recorded_rebalances = 0;
    std::uint64_t replayed_rebalances = 0;
    std::uint64_t common_rebalances = 0;  // both rebalance, with any donations
    std::uint64_t recorded_donations = 0; // traversals asked for
    std::uint64_t replayed_donations = 0;
    std::uint64_t different = 0;               // looks at which they differ: whether to rebalance, or in a donation
    std::vector<ReplayDifference> differences; // the first looks at which they differ
};

// Reads the trace to its end. O(looks * the policy's own time).
ReplayReport replay(TraceReader& trace, Policy const& policy, std::size_t most_differences = 20);

} // namespace cerrado
