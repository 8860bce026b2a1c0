#include <cerrado/run/session/jobs.hpp>

#include <cerrado/core/weighted_turns.hpp>
#include <cerrado/graph/order/shares.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace cerrado {

namespace {

// The initial traversals before they are sliced, in the order of their vertices, each with the extensions it starts
// with at most: of the neighbours of its vertices those that plan.lists says.
class InitialTraversals {
public:
    InitialTraversals(Graph const& graph, JobPlan const& plan)
        : ref_(graph.ref()),
          plan_(plan),
          oriented_(graph.oriented()) {}

    // Calls visit(source, target, extensions) for each of a member's part.
    template <class Visit> void for_part_of(Member member, Visit const& visit) const {
        if (!plan_.roots) {
            for_vertices_of(member, ref_, [&](VertexId root) { of_root(root, visit); });
            return;
        }
        member.for_part_of(plan_.roots->size(), [&](std::size_t i) { of_root((*plan_.roots)[i], visit); });
    }

private:
    template <class Visit> void of_root(VertexId root, Visit const& visit) const {
        std::uint32_t const extensions = extensions_of(root, root);
        if (plan_.root_size == 1) {
            if (extensions >= plan_.least_extensions) visit(root, no_vertex, extensions);
            return;
        }
        for (EdgeOffset p = oriented_ ? ref_.begin(root) : ref_.first_above(root, root); p < ref_.end(root); ++p) {
            VertexId const target = ref_.neighbours[p];
            std::uint32_t const all = extensions + extensions_of(target, root);
            if (all >= plan_.least_extensions) visit(root, target, all);
        }
    }

    std::uint32_t extensions_of(VertexId v, VertexId root) const {
        return ref_.entries(v, oriented_ ? ListPart::whole : plan_.lists, root);
    }

    GraphRef const ref_;
    JobPlan const& plan_;
    bool const oriented_;
};

// With c extensions a job meets about c^levels traversals of as many extensions each.
double weight_of(std::size_t extensions, JobPlan const& plan) {
    return std::pow(static_cast<double>(extensions), plan.levels_below + 1);
}

} // namespace

// Where the weight of a job exceeds a piece of a worker's share it is sliced.
std::vector<std::uint32_t> slices_by_extensions(std::vector<std::size_t> const& jobs, JobPlan const& plan) {
    std::vector<std::uint32_t> slices(jobs.size(), 1);
    if (plan.levels_below == 0) return slices;
    auto const weight = [&](std::size_t extensions) { return weight_of(extensions, plan); };
    double total = 0;
    for (std::size_t c = 0; c < jobs.size(); ++c) {
        if (jobs[c] > 0) total += static_cast<double>(jobs[c]) * weight(c);
    }
    double const piece = total / (static_cast<double>(usual_pieces) * plan.workers);
    for (std::size_t c = 2; c < jobs.size(); ++c) {
        if (jobs[c] == 0 || weight(c) <= piece) continue;
        auto const extensions = static_cast<double>(c);
        double const wanted = std::ceil(weight(c) / piece);
        double const parts = std::min<double>(plan.most_parts, std::ceil(wanted / extensions));
        slices[c] = static_cast<std::uint32_t>(parts > 1 ? parts * extensions : std::min(wanted, extensions));
    }
    return slices;
}

// A stable counting sort by falling number of extensions, with a table per member of the jobs that have so many.
std::vector<Job> make_jobs(Graph const& graph, JobPlan const& plan, Team& team) {
    InitialTraversals const initial(graph, plan);
    std::size_t const keys = std::size_t{graph.max_degree()} * static_cast<std::size_t>(plan.root_size) + 1;
    int const members = members_for_tables(team, graph.vertex_count(), keys);
    std::vector<std::size_t> place(keys * static_cast<std::size_t>(members));
    auto const for_all = [&](auto const& visit) {
        team.run([&](Member member) {
            if (member.index >= members) return;
            std::size_t* const mine = place.data() + keys * static_cast<std::size_t>(member.index);
            initial.for_part_of({member.index, members},
                                [&](VertexId source, VertexId target, std::uint32_t extensions) {
                                    visit(source, target, extensions, mine[extensions]);
                                });
        });
    };
    for_all([](VertexId, VertexId, std::uint32_t, std::size_t& count) { ++count; });

    std::vector<std::size_t> counts(keys);
    for (std::size_t at = 0; at < place.size(); ++at) counts[at % keys] += place[at];
    std::vector<std::uint32_t> const slices = slices_by_extensions(counts, plan);
    std::size_t next = 0;
    for (std::size_t c = keys; c-- > 0;) {
        for (std::size_t at = c; at < place.size(); at += keys) next += slices[c] * std::exchange(place[at], next);
    }
    std::vector<Job> jobs(next);
    for_all([&](VertexId source, VertexId target, std::uint32_t extensions, std::size_t& position) {
        std::uint32_t const cut = slices[extensions];
        for (std::uint32_t slice = 0; slice < cut; ++slice) jobs[position++] = {source, target, slice, cut};
    });
    return jobs;
}

std::vector<Job> make_jobs(Graph const& graph, JobPlan const& plan) {
    Team alone;
    return make_jobs(graph, plan, alone);
}

PredictedWork::PredictedWork(std::span<VertexId const> lists, bool oriented, JobPlan const& plan) {
    bool const is_known = plan.root_size == 1 && !plan.roots && (oriented || plan.lists == ListPart::whole);
    if (!is_known) return;
    std::vector<std::size_t> roots(lists.begin(), lists.end());
    std::fill_n(roots.begin(), std::min<std::size_t>(plan.least_extensions, roots.size()), 0);
    std::vector<std::uint32_t> const slices = slices_by_extensions(roots, plan);
    Alike sum{0, 0};
    for (std::size_t extensions = roots.size(); extensions-- > 0;) {
        if (roots[extensions] == 0) continue;
        sum.jobs += roots[extensions] * slices[extensions];
        sum.work += static_cast<double>(roots[extensions]) * weight_of(extensions, plan);
        alike_.push_back(sum);
    }
}

double PredictedWork::share(std::uint64_t jobs, std::uint64_t all) const {
    if (all == 0) return 1;
    std::uint64_t const whole = jobs / all;
    jobs %= all;
    if (alike_.empty() || alike_.back().work <= 0) {
        return static_cast<double>(whole) + static_cast<double>(jobs) / static_cast<double>(all);
    }
    auto const next = std::ranges::upper_bound(alike_, jobs, {}, &Alike::jobs);
    if (next == alike_.end()) return static_cast<double>(whole) + 1;
    Alike const before = next == alike_.begin() ? Alike{0, 0} : *(next - 1);
    double const part = static_cast<double>(jobs - before.jobs) / static_cast<double>(next->jobs - before.jobs);
    return static_cast<double>(whole) + (before.work + part * (next->work - before.work)) / alike_.back().work;
}

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
