// Work as a dealer adds, cuts and divides it.
#pragma once

#include <cerrado/run/parts/work_left.hpp>

#include <cstddef>
#include <vector>

namespace cerrado {

WorkLeft no_work();
std::uint64_t parts_in(WorkLeft const& work); // jobs and records
void add_work(WorkLeft& to, WorkLeft const& work);
void append_record(WorkLeft& to, std::uint32_t const* record, std::uint32_t words);

// Cuts the ranges of extensions of donated traversals, until there are about `wanted` records, or no range is left that
// can be cut.
void cut_records(WorkLeft& work, std::uint64_t wanted);

// Deals jobs in turns of `piece` jobs, one to each share. Requires: both numbers are above 0.
std::vector<std::vector<JobRange>> deal_in_turns(std::vector<JobRange> const& jobs, std::size_t shares,
                                                 std::uint64_t piece);

} // namespace cerrado
