// Work for tests of the dealer.
#pragma once

#include <cerrado/run/many/dealer.hpp>

namespace cerrado::test {

inline constexpr std::uint32_t words = record_vertices + 3;

inline WorkLeft work_of(std::uint64_t jobs) {
    WorkLeft work;
    work.jobs = JobRanges({{0, jobs}});
    return work;
}

inline void add_record(WorkLeft& work, std::uint32_t vertex, std::uint32_t first, std::uint32_t end, JobOrigin origin,
                       std::uint32_t slices = 1) {
    work.words = words;
    std::vector<std::uint32_t> record(words);
    record[record_length] = 1;
    record[record_first] = first;
    record[record_end] = end;
    record[record_parts] = 1;
    record[record_slices] = slices;
    record[record_origin] = static_cast<std::uint32_t>(origin);
    record[record_vertices] = vertex;
    work.records.insert(work.records.end(), record.begin(), record.end());
}

} // namespace cerrado::test
