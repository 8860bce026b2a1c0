// how() of the policy `dumato`: Algorithm 18 of the DuMato thesis, in one pass instead of a heap operation per
// donation.
#pragma once

#include <cerrado/loadbalance/policy.hpp>

namespace cerrado::detail {

std::uint64_t total_weight(WorkerStates const& states); // the sum over the active workers

// The donations that result if the heaviest worker is popped again and again. Each pop gives one traversal, and the
// worker goes back into the heap while it is heavier than the average over all workers. Repeated pops wear the heaviest
// down to a common level, so the level is found by bisection. Cost: O(n log n) for n workers, whatever the number of
// donations.
std::vector<Donation> take_to_level(WorkerStates const& states, std::uint32_t donations);

} // namespace cerrado::detail
