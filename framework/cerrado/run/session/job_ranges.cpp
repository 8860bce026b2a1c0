#include <cerrado/run/session/job_ranges.hpp>

#include <cerrado/core/weighted_turns.hpp>

#include <algorithm>
#include <utility>

namespace cerrado {

namespace {

constexpr std::uint64_t most_ranges = std::uint64_t{1} << 15; // 512 KiB, made and copied in a tenth of a millisecond

std::uint64_t pieces_of(std::vector<JobRange> const& ranges, std::uint32_t shift) {
    std::uint64_t pieces = 0;
    for (JobRange const& range : ranges) pieces += (range.count + (std::uint64_t{1} << shift) - 1) >> shift;
    return pieces;
}

// Calls visit(piece) for each range's pieces of at most `most` jobs.
template <class Visit> void for_pieces(std::vector<JobRange> const& ranges, std::uint64_t most, Visit const& visit) {
    for (JobRange const& range : ranges) {
        for (std::uint64_t at = 0; at < range.count; at += most) {
            visit(JobRange{range.first + at, std::min(most, range.count - at)});
        }
    }
}

// Appends the range, to the last one where it follows that.
void append(std::vector<JobRange>& ranges, JobRange const& range) {
    if (!ranges.empty() && ranges.back().first + ranges.back().count == range.first) {
        ranges.back().count += range.count;
    } else {
        ranges.push_back(range);
    }
}

} // namespace

// Tickets without a job cost time, so ranges are cut as finely as the table has room for.
JobRanges::JobRanges(std::vector<JobRange> ranges) : are_all_(false) {
    while (shift_ < 40 && pieces_of(ranges, shift_) > std::max<std::uint64_t>(most_ranges, 2 * ranges.size())) ++shift_;
    std::uint64_t const most = std::uint64_t{1} << shift_;
    if (std::ranges::all_of(ranges, [&](JobRange const& range) { return range.count <= most; })) {
        ranges_ = std::move(ranges);
    } else {
        for_pieces(ranges, most, [&](JobRange const& piece) { ranges_.push_back(piece); });
    }
}

std::uint64_t JobRanges::count() const {
    std::uint64_t sum = 0;
    for (JobRange const& range : ranges_) sum += range.count;
    return sum;
}

JobRanges JobRanges::from_ticket(std::uint64_t next, std::uint64_t all) const {
    std::vector<JobRange> rest;
    if (are_all_) {
        if (next < all) rest.push_back({next, all - next});
        return JobRanges(std::move(rest));
    }
    for (std::uint64_t i = next >> shift_; i < ranges_.size(); ++i) {
        std::uint64_t const begun = i == next >> shift_ ? next & ((std::uint64_t{1} << shift_) - 1) : 0;
        if (begun < ranges_[i].count) append(rest, {ranges_[i].first + begun, ranges_[i].count - begun});
    }
    return JobRanges(std::move(rest));
}

std::vector<std::vector<JobRange>> deal_jobs(std::vector<JobRange> const& jobs, std::vector<double> const& weights) {
    constexpr std::uint64_t heavy = 1 << 12; // jobs that are dealt one by one
    constexpr std::uint64_t pieces = 1 << 12;
    std::uint64_t all = 0;
    for (JobRange const& range : jobs) all += range.count;
    std::uint64_t const piece = std::max<std::uint64_t>(1, all / pieces);
    std::vector<std::vector<JobRange>> shares(weights.size());
    WeightedTurns turns(weights);
    std::uint64_t dealt = 0;
    for (JobRange const& range : jobs) {
        for (std::uint64_t at = 0; at < range.count;) {
            std::uint64_t const count = std::min(dealt < heavy ? 1 : piece, range.count - at);
            append(shares[turns.next()], {range.first + at, count});
            dealt += count;
            at += count;
        }
    }
    return shares;
}

} // namespace cerrado
