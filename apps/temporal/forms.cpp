#include "temporal/forms.hpp"

#include "temporal/random_arcs.hpp"

#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/resident_arcs.hpp>
#include <cerrado/run/resident_sort.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace cerrado::temporal {

namespace {

std::uint64_t parts(std::uint64_t items, std::uint64_t size) { return (items + size - 1) / size; }

// Returns: the size of jobs that makes enough of them for each worker to have several.
std::uint32_t size_of_jobs(std::uint64_t items, std::uint32_t least, std::uint32_t most) {
    constexpr std::uint64_t enough = 1 << 15;
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(items / enough, least, most));
}

// The same for walks, whose jobs are better the more walks each lane has.
std::uint32_t walks_of_job(std::uint64_t walks) {
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(walks >> 12, 32, 512));
}

// Returns: a bound on the triples of arcs with a common end in the first of the graphs. Random graphs keep the arcs of a vertex.
double most_triples(ResidentArcs const& arcs, Slices const& slices) {
    auto const triples = [](double own) { return own * own * own / 6; };
    double const of_all = triples(2 * static_cast<double>(slices.arcs));
    if (of_all < 0x1p62) return of_all;
    std::vector<std::uint64_t> const begins = arcs.read_begins();
    std::uint64_t const *const out = begins.data(), *const in = out + begins.size() / 2;
    double sum = 0;
    for (VertexId v = 0; v < slices.vertices; ++v)
        sum += triples(static_cast<double>(out[v + 1] - out[v] + in[v + 1] - in[v]));
    return sum;
}

// Makes a table of the sums of a graph and a delta. A star's directions are those at its centre, 0.
MotifTable table_of(WideCount const* sum, bool are_wide) {
    MotifTable table{};
    auto const add = [&](ArcOfThree a, ArcOfThree b, ArcOfThree c, WideCount count) {
        table[static_cast<std::size_t>(cell_of(a, b, c))] += are_wide ? count : static_cast<Count>(count);
    };
    auto const arc = [](int direction, int other) {
        return direction == 0 ? ArcOfThree{0, other} : ArcOfThree{other, 0};
    };
    for (int i = 0; i < 8; ++i) {
        int const first = i >> 2, second = i >> 1 & 1, third = i & 1;
        WideCount const same = sum[sums::same + i]; // they were counted as stars, too
        auto const stars = [&](int kind) { return sum[kind + i] - same; };
        add(arc(first, 1), arc(second, 2), arc(third, 1), stars(sums::same_other_same));
        add(arc(first, 1), arc(second, 1), arc(third, 2), stars(sums::same_same_other));
        add(arc(first, 1), arc(second, 2), arc(third, 2), stars(sums::other_same_same));
        if (first == 0) add(arc(first, 1), arc(second, 1), arc(third, 1), same); // either end is a centre
    }
    for (int i = 0; i < motif_cells; ++i) table[static_cast<std::size_t>(i)] += sum[sums::triangles + i];
    return table;
}

// Batches of random graphs.
struct RandomBatches {
    TemporalRandom asked;
    std::uint32_t graphs = 0; // of a batch
    std::uint64_t span = 0, spacing = 0;
    ResidentArcs given;
    // For the models that permute something of pairs.
    std::uint32_t pairs = 0;
    std::optional<ResidentArray<std::uint32_t>> pair_arcs{}, pair_begin{}, pair_of{};

    std::optional<ResidentArray<VertexId>> source{}, target{}; // of the batch
    std::optional<ResidentArray<std::int64_t>> time{};
    std::optional<ResidentArray<std::uint64_t>> keys{};

    ArcPairs pair_arrays() const {
        if (pairs == 0) return {};
        return {pairs, pair_arcs->ref().data, pair_begin->ref().data, pair_of->ref().data};
    }
    void find_pairs(Arcs const& arcs) {
        auto const ends = [&](Rank rank) { return std::pair(arcs.source[rank], arcs.target[rank]); };
        std::vector<std::uint32_t> order(arcs.size()), begin, of(arcs.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::stable_sort(order, {}, ends);
        for (std::uint32_t i = 0; i < order.size(); ++i) {
            if (i == 0 || ends(order[i]) != ends(order[i - 1])) begin.push_back(i);
            of[i] = static_cast<std::uint32_t>(begin.size() - 1);
        }
        pairs = static_cast<std::uint32_t>(begin.size());
        begin.push_back(arcs.size());
        pair_arcs = given.resident().array(order);
        pair_begin = given.resident().array(begin);
        pair_of = given.resident().array(of);
    }
};

} // namespace

struct ArcRuns::State {
    template <class T> using Array = std::optional<ResidentArray<T>>;

    State(Arcs const& given, RunOptions const& with, RunResult& into)
        : time(with),
          options(with),
          result(into),
          arcs(given),
          lists(std::in_place, given, with),
          slices{1, given.size(), given.graph.vertex_count()} {
        result.seconds.prepare += time.spent();
    }

    // Calls work(), whose time belongs to the run, but for what its runs prepare.
    template <class Work> bool timed(Work const& work) {
        auto const others = [&] { return result.seconds.start + result.seconds.prepare; };
        double const before = time.spent(), known = others();
        bool const is_done = work();
        result.seconds.run += time.spent() - before - (others() - known);
        return is_done;
    }
    template <class Work> bool run(std::uint64_t count, Work const& work) { return run(count, work, time.in(options)); }
    template <class Work> bool run(std::uint64_t count, Work const& work, RunOptions const& with) {
        auto const found = run_jobs(count, work, resident(), with);
        result.device = found.device;
        result.devices = found.devices;
        result.seconds.start += found.seconds.start;
        result.seconds.prepare += found.seconds.prepare;
        result.balance = found.balance;
        result.status = found.status;
        return found.status == Status::complete;
    }

    Resident const& resident() const { return lists->resident(); }
    ArcArrays const& arrays() const { return lists->arrays(); }
    bool is_on_device() const { return resident().device() == DeviceKind::cuda; }

    // Returns: an array with room. Its entries are what they were before.
    template <class T> T* room(Array<T>& array, std::uint64_t size) {
        if (!array || array->size() < size) array = resident().template array<T>(size);
        return array->ref().data;
    }
    template <class T> T* zeros(Array<T>& array, std::uint64_t size) {
        array = resident().template array<T>(size);
        return array->ref().data;
    }

    void make_lists() {
        if (!lists->has_lists()) lists->make_lists();
    }
    // The arrays for the times of a delta.
    Times times_of(std::size_t number, std::int64_t delta, Ties ties) {
        std::uint64_t const size = arrays().arcs;
        if (within.size() <= number) within.resize(number + 1);
        Rank* const begin = room(within[number], (ties == Ties::strict ? 4 : 2) * size);
        Times times{delta, begin, begin + size};
        if (ties == Ties::strict) times.lo = begin + 2 * size, times.hi = begin + 3 * size;
        return times;
    }
    // Requires: the run that counts stars has made the keys. They serve all shares of the work.
    bool make_edges(MotifWork const& motifs) {
        std::vector<std::int64_t> deltas;
        for (std::uint32_t i = 0; i < motifs.deltas; ++i) deltas.push_back(motifs.times[i].delta);
        if (edges.keys != nullptr && deltas == deltas_of_edges) return true;
        if (edges.keys == nullptr)
            sorted_edges = sorted(resident(), *edge_keys, (std::uint64_t{1} << 2 * edge_bits()) - 1).keys;
        std::uint64_t const most = arrays().arcs;
        FindEdges work;
        static_cast<MotifWork&>(work) = motifs;
        work.begin = room(edge_begin, arrays().vertices + std::uint64_t{1});
        work.sides = room(edge_sides, most);
        work.first = room(edge_times, (1 + motifs.deltas) * most);
        work.limit = work.first + most;
        edges = {
            edge_bits(), sorted_edges->ref().data, work.begin, work.begin + arrays().vertices, work.sides, work.first,
            work.limit};
        work.edges = edges;
        work.items_of_job = size_of_jobs(work.items(), 64, 1024);
        deltas_of_edges = std::move(deltas);
        return run(parts(work.items(), work.items_of_job), work);
    }
    int edge_bits() const { return std::bit_width(std::uint32_t{arrays().vertices}); } // no vertex has all of them
    template <class Number> bool add_motifs(MotifWork const& work, std::vector<WideCount>& sums) {
        std::uint64_t const most = arrays().arcs;
        MotifStars<Number> stars;
        static_cast<MotifWork&>(stars) = work;
        stars.arcs_of_job = size_of_jobs(most, 32, 1024);
        stars.bits = edge_bits();
        if (edges.keys == nullptr) stars.edge_keys = zeros(edge_keys, most);
        if (!run(stars.jobs(), stars)) return false;
        if (!make_edges(work)) return false;
        MotifTriangles triangles;
        static_cast<MotifWork&>(triangles) = work;
        triangles.edges = edges;
        triangles.edges_of_job = size_of_jobs(most * work.deltas, 1, 64);
        if (!run(triangles.jobs(), triangles)) return false;
        std::vector<Count> const found = cells->read();
        std::size_t const size = found.size() / 2;
        for (std::size_t i = 0; i < size; ++i) sums.push_back(WideCount{found[size + i]} << 64 | found[i]);
        return true;
    }

    // Makes the arcs of a batch, whose size is that of `slices`.
    bool make_random(std::uint32_t first) {
        using Stream = RandomNumbers::Stream;
        RandomBatches& own = *random;
        TemporalNull const null = own.asked.null;
        RandomWork work{own.given.arrays(), slices, {own.asked.seed, first, Stream::times}};
        bool const is_single = slices.graphs == 1; // then times stay as they are, however large
        work.first_time = static_cast<std::uint64_t>(arcs.time.front());
        work.spacing = own.spacing;
        work.items_of_job = size_of_jobs(work.arcs(), 64, 1024);
        std::uint64_t const last_time = (slices.graphs - 1) * own.spacing + own.span;
        ArcPairs const pairs = own.pair_arrays();
        auto const run_on = [&](std::uint64_t items, auto const& step) {
            return run(parts(items, work.items_of_job), step);
        };
        auto const sorted_keys = [&](std::uint64_t most) { return sorted(resident(), *own.keys, most); };
        std::uint64_t const most_key = (std::uint64_t{slices.graphs} << RandomNumbers::key_bits) - 1;
        auto const permute = [&](std::uint32_t items, Stream stream) -> std::optional<SortedKeys> {
            work.numbers.stream = stream;
            own.keys = resident().array<std::uint64_t>(std::uint64_t{slices.graphs} * items);
            if (!run_on(own.keys->size(), PermutationKeys{work, items, own.keys->ref().data})) return {};
            return sorted_keys(most_key);
        };
        TakeArcs take{work};
        take.source = own.source->ref().data;
        take.target = own.target->ref().data;
        take.time = own.time->ref().data;
        take.add_to_time = is_single ? work.first_time : 0;
        std::optional<SortedKeys> order;
        if (null == TemporalNull::times || null == TemporalNull::targets) {
            order = permute(slices.arcs, null == TemporalNull::times ? Stream::times : Stream::targets);
            if (!order) return false;
            take.target_of = order->places.ref().data;
            if (null == TemporalNull::times) take.source_of = take.target_of;
            if (!run_on(work.arcs(), take)) return false;
            if (null == TemporalNull::times) return true;
            work.numbers.stream = Stream::swaps;
            return run(slices.graphs, MendLoops{work, take.source, take.target});
        }
        if (null == TemporalNull::timelines) {
            order = permute(pairs.pairs, Stream::timelines);
            if (!order) return false;
            auto const ends = resident().array<std::uint32_t>(work.arcs());
            TimelineEnds const step{work, pairs, order->places.ref().data, ends.ref().data};
            if (!run_on(std::uint64_t{slices.graphs} * pairs.pairs, step)) return false;
            take.source_of = take.target_of = ends.ref().data;
            return run_on(work.arcs(), take);
        }
        own.keys = resident().array<std::uint64_t>(work.arcs());
        if (null == TemporalNull::uniform) {
            work.numbers.stream = Stream::uniform;
            if (!run_on(work.arcs(), UniformKeys{work, own.span + 1, own.keys->ref().data})) return false;
        } else {
            work.numbers.stream = Stream::intervals;
            if (!run_on(work.arcs(), IntervalKeys{work, pairs, own.keys->ref().data})) return false;
            SortedKeys const intervals = sorted_keys((std::uint64_t{1} << RandomNumbers::key_bits) - 1);
            std::uint32_t const* const places = intervals.places.ref().data;
            if (!run_on(work.arcs(), PairKeys{work, pairs, places, own.keys->ref().data})) return false;
            SortedKeys const of_pairs = sorted_keys(std::uint64_t{slices.graphs} * pairs.pairs - 1);
            IntervalTimes const step{work, pairs, places, of_pairs.places.ref().data, own.keys->ref().data};
            if (!run_on(std::uint64_t{slices.graphs} * pairs.pairs, step)) return false;
        }
        order = sorted_keys(last_time);
        take.source_of = take.target_of = order->places.ref().data;
        take.time_of = order->keys.ref().data;
        return run_on(work.arcs(), take);
    }

    // Finds the places of arcs that the chosen walks read, once for all shares of the work.
    bool find_places() {
        if (has_places) return true;
        FindPlaces work{arrays(), {}, size_of_jobs(arrays().arcs, 64, 1024)};
        for (std::size_t i = 0; i < ArcPlaces::kinds; ++i)
            if ((places_needed >> i & 1) != 0) work.places.of[i] = room(places[i], arrays().arcs);
        jobs.places = work.places;
        return has_places = places_needed == 0 || run(parts(arrays().arcs, work.arcs_of_job), work);
    }
    // Runs walks until none hands anything on. take() gets the options of the next run.
    template <class Work, class Take> bool walk(Work work, RunOptions with, Take const& take) {
        if (!find_places()) return false;
        static_cast<WalkJobs&>(work) = jobs;
        work.share = share;
        work.items_of_job = walks_of_job(share.arcs(arrays().arcs) * work.plan_count);
        std::uint64_t const most = is_on_device() ? 1 << 19 : 1 << 12;
        work.left_room = std::min<std::uint64_t>(most, 8 * std::uint64_t{arrays().arcs} * work.plan_count + 64);
        Array<WalkPart> given;
        for (;;) {
            work.left_count = zeros(left_count, 1);
            work.left = room(left, work.left_room);
            with.deadline_seconds = time.seconds();
            if (!run(work.jobs(), work, with)) return false;
            take(with);
            work.part_count = std::min(left_count->read().front(), work.left_room);
            if (work.part_count == 0) return true;
            std::swap(given, left);
            work.parts = given->ref().data;
            work.items_of_job = walks_of_job(work.part_count);
        }
    }

    TimeLeft const time;
    RunOptions options;
    RunResult& result;
    Arcs const& arcs;
    std::optional<ResidentArcs> lists;
    Slices slices;
    WorkShare share;
    std::optional<RandomBatches> random;

    std::vector<Array<Rank>> within; // by delta
    Array<Count> cells;
    Array<std::uint64_t> edge_keys, sorted_edges, edge_begin;
    Array<EdgeSides> edge_sides;
    Array<Rank> edge_times;
    EdgeArrays edges;
    std::vector<std::int64_t> deltas_of_edges; // that the edges have limits for

    WalkJobs jobs;
    Array<WalkPlan> plans;
    unsigned places_needed = 0; // a bit for each of ArcPlaces::In
    bool has_places = false;
    Array<std::uint32_t> places[ArcPlaces::kinds];
    std::vector<ResidentArray<std::uint8_t>> vertex_fits;
    std::vector<ResidentArray<std::uint16_t>> arc_fits;
    Array<WalkPart> left;
    Array<Count> left_count;
};

ArcRuns::ArcRuns(Arcs const& arcs, RunOptions const& options, RunResult& result)
    : state_(std::make_unique<State>(arcs, options, result)) {}
ArcRuns::~ArcRuns() = default;

void ArcRuns::take_random(TemporalRandom const& random, std::int64_t delta) {
    State& own = *state_;
    Arcs const& arcs = own.arcs;
    std::uint64_t const span =
        static_cast<std::uint64_t>(arcs.time.back()) - static_cast<std::uint64_t>(arcs.time.front());
    // As many graphs as fill a device, or the cache of a host, and whose times, vertices and arcs can be numbered.
    std::uint64_t most = std::max<std::uint64_t>((own.is_on_device() ? 1 << 26 : 1 << 17) / arcs.size(), 1);
    double const spacing = static_cast<double>(span) + static_cast<double>(delta) + 1;
    most = std::min({most, std::uint64_t{random.graphs}, (std::uint64_t{1} << 15),
                     (std::uint64_t{1} << 31) / (arcs.graph.vertex_count() + 1),
                     static_cast<std::uint64_t>(0x1p62 / spacing)});
    own.random.emplace(RandomBatches{.asked = random,
                                     .graphs = static_cast<std::uint32_t>(std::max<std::uint64_t>(most, 1)),
                                     .span = span,
                                     .spacing = span + static_cast<std::uint64_t>(delta) + 1,
                                     .given = *own.lists});
    if (random.null == TemporalNull::intervals || random.null == TemporalNull::timelines) own.random->find_pairs(arcs);
}

void ArcRuns::take_share(WorkShare share) { state_->share = share; }
void ArcRuns::report_to(std::function<void(Progress const&)> progress) {
    state_->options.progress = std::move(progress);
}

std::uint32_t ArcRuns::graphs() const { return state_->random ? state_->random->graphs : 1; }

bool ArcRuns::make(std::uint32_t first, std::uint32_t graphs) {
    State& own = *state_;
    RandomBatches& random = *own.random;
    return own.timed([&] {
        if (!random.source || own.slices.graphs != graphs) {
            own.slices.graphs = graphs;
            std::uint64_t const size = std::uint64_t{graphs} * own.slices.arcs;
            Resident const& resident = random.given.resident();
            random.source = resident.array<VertexId>(size);
            random.target = resident.array<VertexId>(size);
            random.time = resident.array<std::int64_t>(size);
            own.lists.emplace(resident, graphs * own.slices.vertices, *random.source, *random.target, *random.time);
        }
        own.edges = {};
        own.has_places = false;
        if (!own.make_random(first)) return false;
        own.lists->make_lists();
        return true;
    });
}

std::vector<MotifTable> tables_of(MotifSums const& sums) {
    std::vector<MotifTable> tables;
    for (std::size_t first = 0; first < sums.of.size(); first += sums::all)
        tables.push_back(table_of(&sums.of[first], sums.are_wide));
    return tables;
}

bool ArcRuns::count_motifs(std::span<std::int64_t const> deltas, Ties ties, MotifSums& sums) {
    State& own = *state_;
    // the sums of the graphs, for some deltas after the others
    std::vector<std::vector<WideCount>> parts_of_deltas;
    for (; !deltas.empty(); deltas = deltas.subspan(std::min<std::size_t>(deltas.size(), MotifWork::max_deltas))) {
        MotifWork work;
        bool const is_done = own.timed([&] {
            own.make_lists();
            work.arcs = own.arrays();
            work.slices = own.slices;
            work.share = own.share;
            work.deltas = static_cast<std::uint32_t>(std::min<std::size_t>(deltas.size(), MotifWork::max_deltas));
            for (std::uint32_t i = 0; i < work.deltas; ++i) work.times[i] = own.times_of(i, deltas[i], ties);
            std::uint64_t const size = std::uint64_t{own.slices.graphs} * work.deltas * sums::all;
            work.found.low = own.zeros(own.cells, 2 * size);
            work.found.high = work.found.low + size;
            bool const is_small = most_triples(*own.lists, own.slices) < 0x1p63;
            sums.are_wide = !is_small;
            std::vector<WideCount>& found = parts_of_deltas.emplace_back();
            return is_small ? own.add_motifs<Count>(work, found) : own.add_motifs<WideCount>(work, found);
        });
        if (!is_done) return false;
    }
    for (std::uint32_t graph = 0; graph < own.slices.graphs; ++graph) {
        for (std::vector<WideCount> const& part : parts_of_deltas) {
            auto const count = static_cast<std::ptrdiff_t>(part.size() / own.slices.graphs);
            sums.of.insert(sums.of.end(), part.begin() + graph * count, part.begin() + (graph + 1) * count);
        }
    }
    return true;
}

bool ArcRuns::set_times(std::int64_t delta, Ties ties) {
    State& own = *state_;
    return own.timed([&] {
        own.make_lists();
        own.jobs.arcs = own.arrays();
        own.jobs.slices = own.slices;
        own.jobs.times = own.times_of(0, delta, ties);
        std::uint32_t const size = size_of_jobs(own.arrays().arcs, 64, 1024);
        return own.run(parts(own.arrays().arcs, size), FindTimes{own.arrays(), own.jobs.times, size});
    });
}

bool ArcRuns::choose(std::vector<PatternWalks> const& patterns, std::vector<std::int64_t>& choice) {
    State& own = *state_;
    std::vector<WalkPlan> candidates, chosen;
    own.vertex_fits.clear();
    own.arc_fits.clear();
    for (PatternWalks const& pattern : patterns) {
        LabelFits const& labels = pattern.labels;
        if (!labels.of_vertices.empty()) own.vertex_fits.push_back(own.resident().array(labels.of_vertices));
        if (!labels.of_arcs.empty()) own.arc_fits.push_back(own.resident().array(labels.of_arcs));
        for (WalkPlan plan : pattern.plans) {
            if (!labels.of_vertices.empty()) plan.vertex_fits = own.vertex_fits.back().ref().data;
            if (!labels.of_arcs.empty()) plan.arc_fits = own.arc_fits.back().ref().data;
            plan.vertices_of_graph = own.slices.vertices;
            candidates.push_back(plan);
        }
    }
    auto const sampled = [&] {
        SampleWalks sample;
        static_cast<WalkJobs&>(sample) = own.jobs;
        sample.plan_count = static_cast<std::uint32_t>(candidates.size());
        sample.samples = std::min(own.arrays().arcs, 512u);
        sample.most_steps = 32;
        sample.places = {};
        auto const given = own.resident().array(candidates);
        sample.plans = given.ref().data;
        auto const steps = own.resident().array<Count>(candidates.size());
        sample.steps = steps.ref().data;
        if (!own.run(sample.sample_jobs(), sample)) return false;
        std::vector<Count> const found = steps.read();
        auto begin = found.begin();
        for (PatternWalks const& pattern : patterns) {
            auto const end = begin + static_cast<std::ptrdiff_t>(pattern.plans.size());
            choice.push_back(std::min_element(begin, end) - begin);
            begin = end;
        }
        return true;
    };
    return own.timed([&] {
        if (choice.empty() && !sampled()) return false;
        std::size_t first = 0;
        for (std::size_t i = 0; i < patterns.size(); ++i) {
            chosen.push_back(candidates.at(first + static_cast<std::size_t>(choice.at(i))));
            first += patterns[i].plans.size();
        }
        own.plans = own.resident().array(chosen);
        own.jobs.plans = own.plans->ref().data;
        own.jobs.plan_count = static_cast<std::uint32_t>(chosen.size());
        own.places_needed = 0;
        own.has_places = false;
        for (WalkPlan const& plan : chosen) {
            for (WalkPlan::Step const& step : plan.step)
                if (step.near >= 0) own.places_needed |= 1u << step.near_in;
        }
        return true;
    });
}

bool ArcRuns::count(std::vector<WideCount>& counts) {
    State& own = *state_;
    return own.timed([&] {
        std::uint64_t const size = std::uint64_t{own.slices.graphs} * own.jobs.plan_count;
        CountWalk work;
        work.found.low = own.zeros(own.cells, 2 * size);
        work.found.high = work.found.low + size;
        bool const is_done = own.walk(work, own.options, [](RunOptions&) {});
        std::vector<Count> const found = own.cells->read();
        for (std::size_t i = 0; i < size; ++i) counts.push_back(WideCount{found[size + i]} << 64 | found[i]);
        return is_done;
    });
}

bool ArcRuns::count_at(TemporalPer per, std::vector<WideCount>& counts) {
    State& own = *state_;
    return own.timed([&] {
        CountWalkAt work;
        work.at_arcs = per == TemporalPer::arc;
        std::uint64_t const rows = work.at_arcs ? own.arrays().arcs : own.arrays().vertices;
        work.of = own.zeros(own.cells, rows * own.jobs.plan_count);
        bool const is_done = own.walk(work, own.options, [](RunOptions&) {});
        std::vector<Count> const found = own.cells->read();
        counts.assign(found.begin(), found.end());
        return is_done;
    });
}

bool ArcRuns::list(std::optional<std::uint64_t> limit, std::function<void(std::span<WalkRow const>)> const& visit) {
    State& own = *state_;
    std::uint64_t count = 0;
    RunOptions options = own.options;
    auto& table = options.of<Table<WalkRow>>();
    table.limit = limit;
    table.sink = [&](std::span<WalkRow const> rows) {
        count += rows.size();
        visit(rows);
    };
    bool const is_done = own.timed([&] {
        return own.walk(ListWalk{}, options, [&](RunOptions& next) {
            if (limit) next.of<Table<WalkRow>>().limit = *limit - count;
        });
    });
    own.result.count = count;
    return is_done;
}

} // namespace cerrado::temporal
