#include "temporal/forms.hpp"

#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/resident_sort.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <bit>
#include <utility>

namespace cerrado::temporal {

// Arcs and their lists.

namespace {

constexpr Rank arcs_of_job = 256;

// Twice as many bits must fit a key, and no vertex has all of them.
int bits_of(VertexId vertices) { return std::bit_width(std::uint32_t{vertices}); }

} // namespace

ResidentArcs::ResidentArcs(Arcs const& arcs, RunOptions const& options)
    : resident_(options),
      source_(resident_.array(arcs.source)),
      target_(resident_.array(arcs.target)),
      time_(resident_.array(arcs.time)) {
    arrays_.arcs = arcs.size();
    arrays_.vertices = arcs.graph.vertex_count();
    arrays_.source = source_.ref().data;
    arrays_.target = target_.ref().data;
    arrays_.time = time_.ref().data;
}

bool ResidentArcs::make_lists(Steps const& steps) {
    std::uint64_t const arcs = arrays_.arcs, vertices = arrays_.vertices;
    int const bits = bits_of(arrays_.vertices);
    Offsets const keys = resident_.array<std::uint64_t>(arcs);
    auto const sort_by = [&](ArcKeys::By by, std::optional<Numbers>& places, std::optional<Offsets>& begin,
                             std::optional<Numbers>* lower) {
        bool const are_both = by == ArcKeys::By::both;
        if (!steps.keys({arrays_.arcs, arrays_.source, arrays_.target, by, bits, keys.ref().data, arcs_of_job}))
            return false;
        SortedKeys const found = sorted(resident_, keys, (std::uint64_t{1} << (are_both ? 2 * bits : bits)) - 1);
        places = found.places;
        begin = resident_.array<std::uint64_t>(vertices + 1);
        if (lower != nullptr) *lower = resident_.array<std::uint32_t>(arcs);
        return steps.begins({arcs, arrays_.vertices, are_both ? bits : 0, found.keys.ref().data, begin->ref().data,
                             lower != nullptr ? (*lower)->ref().data : nullptr, arcs_of_job});
    };
    bool const are_made = sort_by(ArcKeys::By::source, out_, out_begin_, nullptr) &&
                          sort_by(ArcKeys::By::target, in_, in_begin_, nullptr) &&
                          sort_by(ArcKeys::By::both, by_target_, out_begin_, &target_at_);
    if (!are_made) return false;
    arrays_.out_begin = out_begin_->ref().data;
    arrays_.in_begin = in_begin_->ref().data;
    arrays_.out = out_->ref().data;
    arrays_.in = in_->ref().data;
    arrays_.by_target = by_target_->ref().data;
    arrays_.target_at = target_at_->ref().data;
    return true;
}

bool ResidentArcs::make_edges(Steps const& steps) {
    if (has_edges_) return true;
    int const bits = bits_of(arrays_.vertices);
    Offsets const keys = resident_.array<std::uint64_t>(arrays_.arcs);
    if (!steps.edge_keys({arrays_, bits, keys.ref().data, arcs_of_job})) return false;
    edge_keys_ = sorted(resident_, keys, (std::uint64_t{1} << 2 * bits) - 1).keys;
    edge_begin_ = resident_.array<std::uint64_t>(arrays_.vertices + std::uint64_t{1});
    if (!steps.begins({arrays_.arcs, arrays_.vertices, bits, edge_keys_->ref().data, edge_begin_->ref().data, nullptr,
                       arcs_of_job}))
        return false;
    edges_ = {edge_begin_->read().back(), bits, edge_keys_->ref().data, edge_begin_->ref().data};
    return has_edges_ = true;
}

double ResidentArcs::most_triples() const {
    std::vector<std::uint64_t> const out = out_begin_->read(), in = in_begin_->read();
    double sum = 0;
    for (std::size_t v = 0; v + 1 < out.size(); ++v) {
        auto const own = static_cast<double>(out[v + 1] - out[v] + in[v + 1] - in[v]);
        sum += own * own * own / 6;
    }
    return sum;
}

// The runs over them.

namespace {

std::uint64_t parts(std::uint64_t items, std::uint64_t size) { return (items + size - 1) / size; }

// Returns: jobs of about equal numbers of pairs.
std::vector<WalkJob> jobs_of(std::vector<std::uint64_t> const& pairs_of_block) {
    constexpr std::uint64_t most = 2048; // pairs of a job
    std::vector<WalkJob> jobs;
    for (std::uint32_t block = 0; block < pairs_of_block.size(); ++block) {
        std::uint64_t const pairs = pairs_of_block[block], count = parts(pairs, most);
        for (std::uint64_t i = 0; i < count; ++i) jobs.push_back({block, pairs * i / count, pairs * (i + 1) / count});
    }
    return jobs;
}

// Adds the sums of stars and pairs to the cells. A star's directions are those at its centre, 0.
template <class Number> void add_stars(StarSums<Number> const& sums, MotifTable& table) {
    auto const add = [&](ArcOfThree a, ArcOfThree b, ArcOfThree c, Number count) {
        table[static_cast<std::size_t>(cell_of(a, b, c))] += count;
    };
    auto const arc = [](int direction, int other) {
        return direction == 0 ? ArcOfThree{0, other} : ArcOfThree{other, 0};
    };
    for (int i = 0; i < 8; ++i) {
        int const first = i >> 2, second = i >> 1 & 1, third = i & 1;
        Number const same = sums.same[i]; // they were counted as stars, too
        add(arc(first, 1), arc(second, 2), arc(third, 1), sums.same_other_same[i] - same);
        add(arc(first, 1), arc(second, 1), arc(third, 2), sums.same_same_other[i] - same);
        add(arc(first, 1), arc(second, 2), arc(third, 2), sums.other_same_same[i] - same);
        if (first == 0) add(arc(first, 1), arc(second, 1), arc(third, 1), same); // either end is a centre
    }
}

} // namespace

struct ArcRuns::State {
    State(Arcs const& arcs, RunOptions const& given, RunResult& into)
        : time(given),
          options(given),
          result(into),
          lists(arcs, given) {
        result.seconds.prepare += time.spent();
    }

    // Makes the lists of arcs, whose time belongs to the run.
    bool make(bool (ResidentArcs::*part)(ResidentArcs::Steps const&)) {
        double const before = time.spent(), known = seconds_known();
        auto const keys = [&](auto const& work) { return run(parts(lists.arrays().arcs, work.arcs_of_job), work); };
        auto const begins = [&](Begins const& work) { return run(parts(work.keys_count + 1, work.keys_of_job), work); };
        bool const is_made = (lists.*part)({keys, keys, begins});
        result.seconds.run += time.spent() - before - (seconds_known() - known);
        return is_made;
    }
    double seconds_known() const { return result.seconds.start + result.seconds.prepare + result.seconds.run; }

    template <class Work, class Take> bool run(std::uint64_t count, Work const& work, Take const& take) {
        return run(count, work, take, time.in(options));
    }
    template <class Work, class Take>
    bool run(std::uint64_t count, Work const& work, Take const& take, RunOptions const& with) {
        auto const found = run_jobs(count, work, lists.resident(), with);
        result.device = found.device;
        result.devices = found.devices;
        result.seconds.start += found.seconds.start;
        result.seconds.prepare += found.seconds.prepare;
        result.seconds.run += found.seconds.run;
        result.balance = found.balance;
        result.status = found.status;
        take(found);
        return found.status == Status::complete;
    }
    template <class Work> bool run(std::uint64_t count, Work const& work) {
        return run(count, work, [](auto const&) {});
    }
    template <class T> T* made(std::optional<ResidentArray<T>>& array, std::uint64_t size) {
        if (!array || array->size() != size) array = lists.resident().template array<T>(size);
        return array->ref().data;
    }

    TimeLeft const time;
    RunOptions const options;
    RunResult& result;
    ResidentArcs lists;
    Times times;
    WalkJobs walk;
    std::vector<WalkJob> jobs;
    std::optional<ResidentArray<Rank>> within_begin, within_end, lo, hi;
    std::optional<ResidentArray<std::uint32_t>> seconds;
    std::optional<ResidentArray<std::uint64_t>> of_block, counts;
    std::optional<ResidentArray<WalkJob>> job_array;

    template <class Work> Work with_jobs() {
        if (jobs.empty()) jobs = jobs_of(of_block->read());
        Work work;
        static_cast<WalkJobs&>(work) = walk;
        job_array = lists.resident().array(jobs);
        work.jobs = job_array->ref().data;
        return work;
    }
};

ArcRuns::ArcRuns(Arcs const& arcs, RunOptions const& options, RunResult& result)
    : state_(std::make_unique<State>(arcs, options, result)) {}
ArcRuns::~ArcRuns() = default;

bool ArcRuns::set_times(std::int64_t delta, Ties ties) {
    constexpr Rank of_job = 256;
    State& own = *state_;
    if (own.lists.arrays().out == nullptr && !own.make(&ResidentArcs::make_lists)) return false;
    bool const is_strict = ties == Ties::strict;
    FindTimes const work{own.lists.arrays(),
                         delta,
                         own.made(own.within_begin, own.lists.arrays().arcs),
                         own.made(own.within_end, own.lists.arrays().arcs),
                         is_strict ? own.made(own.lo, own.lists.arrays().arcs) : nullptr,
                         is_strict ? own.made(own.hi, own.lists.arrays().arcs) : nullptr,
                         of_job};
    own.times = {delta, work.within_begin, work.within_end, work.lo, work.hi};
    return own.run(parts(own.lists.arrays().arcs, of_job), work);
}

bool ArcRuns::add_motifs(MotifTable& table) {
    constexpr Rank arcs_of_job = 128;
    constexpr std::uint32_t edges_of_job = 8;
    State& own = *state_;
    auto const add = [&](auto const& work) {
        return own.run(parts(own.lists.arrays().arcs, arcs_of_job), work,
                       [&](auto const& found) { add_stars(found.accumulator, table); });
    };
    bool const is_small = own.lists.most_triples() < 0x1p63;
    if (!(is_small ? add(MotifStars<Count>{own.lists.arrays(), own.times, arcs_of_job})
                   : add(MotifStars<WideCount>{own.lists.arrays(), own.times, arcs_of_job})))
        return false;
    if (!own.make(&ResidentArcs::make_edges)) return false;
    EdgeArrays const& edges = own.lists.edges();
    return own.run(parts(edges.edges, edges_of_job), MotifTriangles{own.lists.arrays(), own.times, edges, edges_of_job},
                   [&](auto const& found) {
                       for (std::size_t i = 0; i < table.size(); ++i) table[i] += found.accumulator.cells[i];
                   });
}

std::optional<WideCount> ArcRuns::measure(WalkPlan const& plan) {
    State& own = *state_;
    std::uint64_t const blocks = parts(own.lists.arrays().arcs, WalkJobs::block_size);
    MeasureWalk work;
    own.walk = {own.lists.arrays(), own.times, plan, own.made(own.seconds, own.lists.arrays().arcs)};
    static_cast<WalkJobs&>(work) = own.walk;
    work.of_block = own.made(own.of_block, blocks);
    own.jobs.clear();
    WideCount pairs = 0;
    bool const is_done = own.run(blocks, work, [&](auto const& found) { pairs = found.count; });
    return is_done ? std::optional(pairs) : std::nullopt;
}

bool ArcRuns::count(WideCount& sum) {
    State& own = *state_;
    auto const work = own.with_jobs<CountWalk>();
    return own.run(own.jobs.size(), work, [&](auto const& found) { sum += found.accumulator.count; });
}

bool ArcRuns::count_at(TemporalPer per, std::size_t columns, std::size_t column) {
    State& own = *state_;
    auto work = own.with_jobs<CountWalkAt>();
    work.at_arcs = per == TemporalPer::arc;
    std::uint64_t const rows = work.at_arcs ? own.lists.arrays().arcs : own.lists.arrays().vertices;
    work.of = own.made(own.counts, rows * columns);
    work.columns = static_cast<std::uint32_t>(columns);
    work.column = static_cast<std::uint32_t>(column);
    return own.run(own.jobs.size(), work);
}

std::vector<std::uint64_t> ArcRuns::counts() const {
    return state_->counts ? state_->counts->read() : std::vector<std::uint64_t>();
}

bool ArcRuns::list(std::optional<std::uint64_t> limit, std::function<void(WalkRow const&)> const& visit) {
    State& own = *state_;
    auto const work = own.with_jobs<ListWalk>();
    RunOptions options = own.time.in(own.options);
    auto& table = options.of<Table<WalkRow>>();
    table.limit = limit;
    table.sink = [&](std::span<WalkRow const> rows) { std::ranges::for_each(rows, visit); };
    return own.run(
        own.jobs.size(), work, [&](auto const& found) { own.result.count = found.count; }, options);
}

} // namespace cerrado::temporal
