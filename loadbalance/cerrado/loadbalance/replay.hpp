// Replay: what a policy would have decided on the states that a run recorded. It judges each look as it was, and does
// not know what would have become of the run after another decision.
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
    std::uint64_t looks = 0;   // with states in the trace, so judged
    std::uint64_t skipped = 0; // their states left out of the trace, so not judged
    std::uint64_t recorded_rebalances = 0;
    std::uint64_t replayed_rebalances = 0;
    std::uint64_t common_rebalances = 0;  // both rebalance, with whatever donations
    std::uint64_t recorded_donations = 0; // traversals asked for
    std::uint64_t replayed_donations = 0;
    std::uint64_t different = 0;               // looks at which they differ: rebalance or not, or in a donation
    std::vector<ReplayDifference> differences; // the first of them
};

// Reads the trace to its end. O(looks * the policy's own time).
ReplayReport replay(TraceReader& trace, Policy const& policy, std::size_t most_differences = 20);

} // namespace cerrado
