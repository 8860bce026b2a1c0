#include <cerrado/run/many/work_shares.hpp>

#include <algorithm>
#include <utility>

namespace cerrado {

namespace {

// In how many parts a record can be cut. A traversal that also has to do what its own visit does stays whole.
std::uint64_t cuts_of(std::uint32_t const* record) {
    bool const has_range = static_cast<JobOrigin>(record[record_origin]) == JobOrigin::donated &&
                           record[record_end] != ~0u && record[record_slices] == 1;
    return has_range && record[record_end] > record[record_first] ? record[record_end] - record[record_first] : 1;
}

} // namespace

WorkLeft no_work() {
    WorkLeft work;
    work.jobs = JobRanges(std::vector<JobRange>());
    return work;
}

std::uint64_t parts_in(WorkLeft const& work) { return work.jobs.count() + work.count(); }

void add_work(WorkLeft& to, WorkLeft const& work) {
    std::vector<JobRange> ranges = to.jobs.ranges();
    ranges.insert(ranges.end(), work.jobs.ranges().begin(), work.jobs.ranges().end());
    to.jobs = JobRanges(std::move(ranges));
    to.records.insert(to.records.end(), work.records.begin(), work.records.end());
    to.words = std::max(to.words, work.words);
}

void append_record(WorkLeft& to, std::uint32_t const* record, std::uint32_t words) {
    to.words = words;
    to.records.insert(to.records.end(), record, record + words);
}

void cut_records(WorkLeft& work, std::uint64_t wanted) {
    if (work.count() == 0 || work.count() >= wanted) return;
    std::uint64_t const each = (wanted + work.count() - 1) / work.count();
    WorkLeft cut;
    for (std::uint64_t i = 0; i < work.count(); ++i) {
        std::uint32_t const* const record = work.records.data() + i * work.words;
        std::uint64_t const parts = std::min(each, cuts_of(record));
        std::uint64_t const first = record[record_first];
        std::uint64_t const size = record[record_end] - first;
        for (std::uint64_t part = 0; part < parts; ++part) {
            append_record(cut, record, work.words);
            if (parts == 1) continue;
            std::uint32_t* const own = cut.records.data() + cut.records.size() - work.words;
            own[record_first] = static_cast<std::uint32_t>(first + size * part / parts);
            own[record_end] = static_cast<std::uint32_t>(first + size * (part + 1) / parts);
        }
    }
    work.records = std::move(cut.records);
}

std::vector<std::vector<JobRange>> deal_in_turns(std::vector<JobRange> const& jobs, std::size_t shares,
                                                 std::uint64_t piece) {
    std::vector<std::vector<JobRange>> dealt(shares);
    std::uint64_t number = 0; // of the next job
    for (JobRange const& range : jobs) {
        for (std::uint64_t at = 0; at < range.count;) {
            std::uint64_t const count = std::min(piece - number % piece, range.count - at);
            std::vector<JobRange>& share = dealt[number / piece % shares];
            if (!share.empty() && share.back().first + share.back().count == range.first + at) {
                share.back().count += count;
            } else {
                share.push_back({range.first + at, count});
            }
            number += count;
            at += count;
        }
    }
    return dealt;
}

} // namespace cerrado
