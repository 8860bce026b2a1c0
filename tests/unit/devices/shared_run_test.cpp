#include "unit/message_of.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/compression.hpp>
#include <cerrado/apps/discovery.hpp>
#include <cerrado/apps/graphlets.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/apps/sieve.hpp>
#include <cerrado/apps/six.hpp>
#include <cerrado/apps/temporal.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/arcs.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/detail/many/local_deal.hpp>
#include <cerrado/run/detail/many/shared_run.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/resident.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace cerrado::test {

// One run on several devices: which devices tests take, and graphs for them.

inline constexpr DeviceName host{DeviceKind::host, 0};
inline constexpr DeviceName lockstep{DeviceKind::lockstep, 0};
constexpr DeviceName cuda(int number) { return {DeviceKind::cuda, number}; }

using Devices = std::vector<DeviceName>;

inline RunOptions on(Devices const& devices) {
    RunOptions options;
    options.devices = devices;
    options.threads = 2;
    options.workers = devices.back().kind == DeviceKind::lockstep ? 1 : 0;
    return options;
}
inline RunOptions on_host() {
    RunOptions options;
    options.device = DeviceKind::host;
    options.threads = 2;
    return options;
}

class OnDevices : public testing::TestWithParam<Devices> {
protected:
    void SetUp() override {
        int most = -1;
        for (DeviceName const& device : GetParam()) {
            if (device.kind == DeviceKind::cuda) most = std::max(most, device.number);
        }
        if (most >= 0 && !why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
        if (most >= cuda_device_count()) GTEST_SKIP() << "there is one CUDA device";
    }
    static bool is_lockstep() {
        return std::ranges::any_of(GetParam(), [](DeviceName const& one) { return one.kind == DeviceKind::lockstep; });
    }
    static bool has_cuda() {
        return std::ranges::any_of(GetParam(), [](DeviceName const& one) { return one.kind == DeviceKind::cuda; });
    }
    static RunOptions options() { return on(GetParam()); }
    static Graph graph() {
        return generate_graph(is_lockstep() ? "gen:er:n=36,m=180,seed=1" : "gen:er:n=400,m=4000,seed=1");
    }
    static Graph hub() { return generate_graph(is_lockstep() ? "gen:star:n=30" : "gen:star:n=90"); }
};

// One run on several devices gives what it gives on one: every application and output, whoever does the jobs and
// whatever happens meanwhile.

namespace {

// What is counted by number, and not by a walk, on each kind of devices alone.
SieveQuery sieve_query(Graph const& graph) {
    SieveQuery query;
    query.motif = parse_coloured_motif("0^4,1^3,*^2");
    query.colours = colours_modulo(graph, 2);
    return query;
}

bool are_of_one_kind(Devices const& devices) {
    return std::ranges::all_of(devices, [&](DeviceName const& one) { return one.kind == devices.front().kind; });
}

TEST_P(OnDevices, ShareTheRunsOfASieve) {
    if (!are_of_one_kind(GetParam())) GTEST_SKIP() << "a sieve is on devices of one kind";
    Graph const sparse = generate_graph(is_lockstep() ? "gen:er:n=20,m=24,seed=2" : "gen:er:n=300,m=420,seed=2");
    SieveQuery query = sieve_query(sparse);
    if (is_lockstep()) query.motif = parse_coloured_motif("0,1,*,1");
    SieveResult const expected = sieve(sparse, query, on_host());
    SieveResult const found = sieve(sparse, query, options());
    EXPECT_EQ(found.sums, expected.sums);
    EXPECT_EQ(found.support, expected.support);
    EXPECT_EQ(found.runs, expected.planned);
    EXPECT_GT(found.support.size(), 0u);
    query.oracle = true;
    SieveResult const one = sieve(sparse, query, options());
    EXPECT_EQ(one.status, Status::complete);
    EXPECT_FALSE(one.support.empty());
    RunOptions listing = options();
    std::vector<std::vector<OriginalId>> sets, expected_sets;
    auto const into = [](std::vector<std::vector<OriginalId>>& to) {
        return [&to](std::span<OriginalId const> ids) {
            to.emplace_back(ids.begin(), ids.end());
            std::ranges::sort(to.back());
        };
    };
    query.motif = parse_coloured_motif("0,1,1");
    query.oracle = false;
    listing.of<StoreInput>().sink = into(sets);
    RunOptions of_host = on_host();
    of_host.of<StoreInput>().sink = into(expected_sets);
    EXPECT_EQ(list_sieved_matches(sparse, query, listing).count, list_sieved_matches(sparse, query, of_host).count);
    std::ranges::sort(sets);
    std::ranges::sort(expected_sets);
    EXPECT_EQ(sets, expected_sets);
    EXPECT_GT(sets.size(), 0u);
}

TEST_P(OnDevices, ShareRandomGraphs) {
    Graph const small = generate_graph(is_lockstep() ? "gen:er:n=8,m=12,seed=3" : "gen:er:n=80,m=200,seed=3");
    DiscoveryQuery const query{.k = is_lockstep() ? 3 : 4, .random_graphs = is_lockstep() ? 2 : 40};
    Discovery const expected = discover(small, query, on_host());
    Discovery const found = discover(small, query, options());
    EXPECT_EQ(found.status, Status::complete);
    EXPECT_EQ(found.counted, query.random_graphs);
    EXPECT_EQ(found.random, expected.random);
    ASSERT_EQ(found.classes.size(), expected.classes.size());
    for (std::size_t i = 0; i < found.classes.size(); ++i) {
        EXPECT_EQ(found.classes[i].count, expected.classes[i].count);
        EXPECT_EQ(found.classes[i].z, expected.classes[i].z);
    }
}

// A device that waits asks no other to end early, since that one would lose the graph that it makes.
TEST_P(OnDevices, MakeEachRandomGraphOnce) {
    using namespace std::chrono_literals;
    DiscoveryQuery query{.k = 3, .random_graphs = 7};
    std::mutex mutex;
    std::map<std::uint32_t, int> made;
    query.random_graph = [&](Graph const& given, std::uint32_t number) {
        std::this_thread::sleep_for(50ms);
        std::lock_guard const lock(mutex);
        ++made[number];
        return Graph(given);
    };
    Graph const small = generate_graph("gen:er:n=8,m=12,seed=3");
    EXPECT_EQ(discover(small, query, options()).counted, query.random_graphs);
    EXPECT_EQ(made.size(), 7u);
    for (auto const& [number, times] : made) EXPECT_EQ(times, 1) << number;
}

Arcs bursts(bool is_small) {
    return arcs_of(generate_graph(is_small ? "gen:bursts:n=20,m=200,span=2000,seed=1"
                                           : "gen:bursts:n=300,m=6000,span=20000,seed=1"));
}

TEST_P(OnDevices, ShareCountsOfTemporalMotifsAndPatterns) {
    Arcs const arcs = bursts(is_lockstep());
    for (Ties const ties : {Ties::order, Ties::strict}) {
        TemporalMotifs const motifs = count_temporal_motifs(arcs, {60, 900}, ties, options());
        EXPECT_EQ(motifs.status, Status::complete);
        EXPECT_GT(motifs.count, 0u);
        EXPECT_EQ(motifs.tables, count_temporal_motifs(arcs, {60, 900}, ties, on_host()).tables);
        std::vector<TemporalPattern> patterns = parse_temporal_patterns("path:3,fan-in:3,cycle:2");
        patterns.push_back(parse_temporal_patterns("0-1,1-2").front());
        TemporalCounts const counts = count_temporal(arcs, patterns, {900, ties}, options());
        EXPECT_EQ(counts.status, Status::complete);
        EXPECT_EQ(counts.counts, count_temporal(arcs, patterns, {900, ties}, on_host()).counts);
    }
}

TEST_P(OnDevices, ShareCountsOfVerticesAndArcsInTime) {
    Arcs const arcs = bursts(is_lockstep());
    for (TemporalPer const per : {TemporalPer::vertex, TemporalPer::arc}) {
        LocalTemporal const motifs = count_local_temporal_motifs(arcs, per, 300, Ties::order, options());
        EXPECT_EQ(motifs.columns, 36u);
        EXPECT_EQ(motifs.of, count_local_temporal_motifs(arcs, per, 300, Ties::order, on_host()).of);
    }
}

std::vector<std::vector<std::uint32_t>> matches_in_time(Arcs const& arcs, std::optional<std::uint64_t> limit,
                                                        RunOptions const& options) {
    std::vector<std::vector<std::uint32_t>> found;
    TemporalPattern const pattern = parse_temporal_patterns("path:3").front();
    RunResult const result = list_temporal(
        arcs, pattern, {900},
        [&](TemporalMatch const& match) { found.emplace_back(match.arcs.begin(), match.arcs.end()); }, limit, options);
    EXPECT_EQ(result.count, found.size());
    EXPECT_EQ(result.status, limit ? Status::limit : Status::complete);
    std::ranges::sort(found);
    return found;
}

TEST_P(OnDevices, ShareListsOfMatchesInTime) {
    Arcs const arcs = bursts(is_lockstep());
    auto const all = matches_in_time(arcs, {}, on_host());
    EXPECT_EQ(matches_in_time(arcs, {}, options()), all);
    auto const some = matches_in_time(arcs, 20, options());
    EXPECT_EQ(some.size(), 20u);
    EXPECT_TRUE(std::ranges::includes(all, some));
}

TEST_P(OnDevices, ShareRandomGraphsInTime) {
    Arcs const arcs = bursts(true);
    TemporalRandom const random{.graphs = is_lockstep() ? 3u : 25u};
    std::vector<TemporalPattern> const patterns = parse_temporal_patterns("path:2,fan-in:3");
    for (TemporalQuestion const& question :
         {TemporalQuestion{.deltas = {60, 600}}, TemporalQuestion{.deltas = {600, 90}, .patterns = patterns}}) {
        TemporalDiscovery const expected = discover_temporal(arcs, question, random, on_host());
        TemporalDiscovery const found = discover_temporal(arcs, question, random, options());
        EXPECT_EQ(found.status, Status::complete);
        EXPECT_EQ(found.counts, expected.counts);
        EXPECT_EQ(found.random.numbers.size(), random.graphs);
        EXPECT_EQ(found.random.of, expected.random.of);
    }
}

TEST_P(OnDevices, SharePointsOfAPolynomial) {
    if (is_lockstep()) GTEST_SKIP() << "a point takes seconds in lockstep";
    SixInstance const instance =
        prepare_six(generate_graph("gen:cycle:n=8"), {.pattern = parse_pattern("4-path"), .split = 1});
    SixTask const task{.points = {0, 3, 300}};
    EXPECT_EQ(evaluate_six(instance, task, options()).shard.ranges,
              evaluate_six(instance, task, on_host()).shard.ranges);
}

TEST_P(OnDevices, ShareSweepsOfGraphlets) {
    Graph const some = is_lockstep() ? generate_graph("gen:er:n=12,m=30,seed=1") : graph();
    GraphletCounts const expected = count_graphlets(some, {}, on_host());
    GraphletCounts const found = count_graphlets(some, {}, options());
    ASSERT_EQ(found.patterns.size(), expected.patterns.size());
    for (std::size_t i = 0; i < found.patterns.size(); ++i) {
        EXPECT_EQ(found.patterns[i].induced, expected.patterns[i].induced) << i;
    }
    EXPECT_EQ(count_graphlet_orbits(some, {.k = 4}, options()).counts,
              count_graphlet_orbits(some, {.k = 4}, on_host()).counts);
}

INSTANTIATE_TEST_SUITE_P(Several, OnDevices,
                         testing::Values(Devices{host, host}, Devices{host, host, host}, Devices(7, host),
                                         Devices{lockstep, lockstep}, Devices{host, lockstep}, Devices{host},
                                         Devices{cuda(0), cuda(1)}, Devices{cuda(0), host}, Devices{cuda(0)}),
                         [](auto const& info) {
                             std::string name;
                             for (DeviceName const& device : info.param) name += to_string(device);
                             std::erase(name, ':');
                             return name;
                         });

TEST_P(OnDevices, CliquesOfOneSizeAndOfAll) {
    RunResult const one = count_cliques(graph(), {.k = 4}, options());
    RunResult const expected = count_cliques(graph(), {.k = 4}, on_host());
    EXPECT_EQ(one.count, expected.count);
    EXPECT_EQ(one.status, Status::complete);
    EXPECT_EQ(one.roots.done, one.roots.given);
    EXPECT_EQ(count_cliques(graph(), {}, options()).count, count_cliques(graph(), {}, on_host()).count);
    ASSERT_EQ(one.devices.size(), GetParam().size() == 1 ? 0 : GetParam().size());
    if (one.devices.empty()) return;
    std::uint64_t jobs = 0;
    for (DeviceShare const& share : one.devices) jobs += share.jobs;
    EXPECT_LE(jobs, one.roots.done); // a job that changed hands is nobody's
    EXPECT_EQ(one.devices.front().name, to_string(GetParam().front()));
}

TEST_P(OnDevices, MotifsOfAHubAndOfARandomGraph) {
    for (Graph const& one : {hub(), graph()}) {
        MotifResult const found = count_motifs(one, {.k = 4}, options());
        MotifResult const expected = count_motifs(one, {.k = 4}, on_host());
        EXPECT_EQ(found.count, expected.count);
        ASSERT_EQ(found.motifs.size(), expected.motifs.size());
        for (std::size_t i = 0; i < found.motifs.size(); ++i)
            EXPECT_EQ(found.motifs[i].count, expected.motifs[i].count);
    }
}

TEST_P(OnDevices, AnObserverSeesTheLooksAtAllDevices) {
    RunOptions options = OnDevices::options();
    options.balance.mechanism = BalanceMechanism::share;
    options.balance.decide = [](WorkerStates const&) { return Decision{}; };
    struct Last {
        double seconds = 0;
        std::uint64_t donated = 0;
    };
    std::vector<Last> last(GetParam().size());
    std::atomic<int> calls = 0;
    std::uint64_t looks = 0;
    options.balance.observe = [&](BalanceObservation const& look) {
        EXPECT_EQ(++calls, 1) << "two at a time";
        ASSERT_LT(look.device, last.size());
        EXPECT_FALSE(look.states.workers.empty());
        EXPECT_GE(look.states.seconds, last[look.device].seconds);
        EXPECT_GE(look.donated, last[look.device].donated);
        last[look.device] = {look.states.seconds, look.donated};
        ++looks;
        --calls;
    };
    MotifQuery const query{.k = is_lockstep() ? 3 : 4, .algorithm = Algorithm::paper};
    EXPECT_EQ(count_motifs(graph(), query, options).count, count_motifs(graph(), query, on_host()).count);
    EXPECT_GT(looks, 0U);
}

// Some are counted by formulas, whose jobs may read what others have written.
TEST_P(OnDevices, MatchesOfEveryPatternOfUpToFiveVertices) {
    std::vector<std::string> names = {"3-path", "triangle"};
    for (int k = 4; k <= 5; ++k) {
        TransitionTable const tables = TransitionTable::load(k);
        for (PatternInfo const& info : describe_all(tables)) names.push_back(info.graph6);
    }
    ASSERT_EQ(names.size(), 2U + 6 + 21);
    Graph const of = graph();
    for (std::string const& name : names) {
        MatchQuery const query{.pattern = parse_pattern(name)};
        EXPECT_EQ(count_matches(of, query, options()).count, count_matches(of, query, on_host()).count) << name;
    }
}

TEST_P(OnDevices, EveryWayToDealGivesTheSameCounts) {
    for (Graph const& of : {graph(), hub()}) {
        auto const expected = count_cliques(of, {.k = 4}, on_host());
        for (std::string const& name : deal_policy_names()) {
            RunOptions options = OnDevices::options();
            options.balance.deal = parse_deal_policy(name);
            auto const result = count_cliques(of, {.k = 4}, options);
            EXPECT_EQ(result.count, expected.count) << name;
            EXPECT_EQ(result.roots.done, result.roots.given) << name;
        }
    }
}

TEST_P(OnDevices, MatchesByFormulaWalkedAndPerOrbit) {
    Graph const small = generate_graph(is_lockstep() ? "gen:er:n=30,m=60,seed=1" : "gen:er:n=150,m=900,seed=1");
    for (std::string const pattern : {"6-cycle", "house", "0-1,1-2,2-3"}) {
        for (Algorithm const algorithm : {Algorithm::fast, Algorithm::walk}) {
            MatchQuery const query{.pattern = parse_pattern(pattern), .algorithm = algorithm};
            EXPECT_EQ(count_matches(small, query, options()).count, count_matches(small, query, on_host()).count)
                << pattern;
        }
    }
    MatchQuery const query{.pattern = parse_pattern("diamond"), .induced = true};
    RunResult const found = count_local_matches(graph(), query, options());
    RunResult const expected = count_local_matches(graph(), query, on_host());
    EXPECT_EQ(found.count, expected.count);
}

TEST_P(OnDevices, DeadlineAndInterruptGiveAPart) {
    Graph const large = generate_graph(has_cuda() ? "gen:er:n=3000,m=400000,seed=1" : "gen:er:n=2000,m=60000,seed=1");
    RunOptions timed = options();
    timed.deadline_seconds = 0.3;
    RunResult const part = count_motifs(large, {.k = has_cuda() ? 7 : 6, .algorithm = Algorithm::fast}, timed);
    EXPECT_EQ(part.status, Status::deadline);
    EXPECT_LT(part.roots.done, part.roots.given);
    std::atomic<bool> const set = true;
    RunOptions ended = options();
    ended.interrupt = &set;
    EXPECT_EQ(count_motifs(large, {.k = 5}, ended).status, Status::interrupted);
}

// Formulas write arrays, so every device does all jobs of a pass. One may be through when another is stopped.
TEST_P(OnDevices, AStopBetweenPassesIsOneForAll) {
    Graph const large = generate_graph(is_lockstep() ? "gen:er:n=30,m=90,seed=1" : "gen:er:n=1000,m=30000,seed=1");
    WideCount const all = count_motifs(large, {.k = 5}, on_host()).count;
    double seconds = 1e-4;
    for (Status status = Status::deadline; status != Status::complete; seconds *= 1.5) {
        RunOptions timed = options();
        timed.deadline_seconds = seconds;
        MotifResult const result = count_motifs(large, {.k = 5}, timed);
        status = result.status;
        EXPECT_EQ(result.count, status == Status::complete ? all : 0);
        EXPECT_TRUE(status == Status::complete || status == Status::deadline);
        ASSERT_LT(seconds, 100);
    }
}

TEST_P(OnDevices, ProgressIsOfTheWholeRun) {
    RunOptions shown = options();
    std::vector<Progress> seen;
    std::thread::id const here = std::this_thread::get_id();
    shown.progress = [&](Progress const& progress) {
        EXPECT_EQ(std::this_thread::get_id(), here);
        seen.push_back(progress);
    };
    shown.deadline_seconds = 0.4;
    RunResult const result =
        count_motifs(generate_graph("gen:er:n=2000,m=60000,seed=1"), {.k = 6, .algorithm = Algorithm::fast}, shown);
    for (Progress const& one : seen) {
        EXPECT_LE(one.roots_done, one.roots_given);
        EXPECT_GE(one.share, 0);
        EXPECT_LE(one.share, 1);
    }
    EXPECT_TRUE(result.status == Status::complete || !seen.empty());
}

// Parts of a run on other numbers of devices, until it has come to its end.
TEST_P(OnDevices, ACheckpointGoesOnOnAnyNumberOfDevices) {
    ScopedFolder const folder;
    RunOptions one = on_host();
    RunOptions all = options();
    for (RunOptions* const options : {&one, &all}) {
        options->checkpoint.file = (folder.path() / "ck").string();
        options->checkpoint.key = "cliques";
    }
    Graph const large = generate_graph(is_lockstep() ? "gen:er:n=60,m=600,seed=1" : "gen:er:n=600,m=40000,seed=1");
    int const k = is_lockstep() ? 4 : 5;
    RunResult result;
    result.status = Status::deadline;
    for (int part = 0; result.status != Status::complete; ++part) {
        ASSERT_LT(part, 200);
        RunOptions now = part % 2 == 0 ? all : one;
        now.deadline_seconds = part < 8 ? 0.02 : 0;
        result = count_cliques(large, {.k = k, .algorithm = Algorithm::bitmap}, now);
    }
    EXPECT_EQ(result.count, count_cliques(large, {.k = k}, on_host()).count);
    EXPECT_EQ(result.roots.done, result.roots.given);
}

TEST_P(OnDevices, ScoresOfCompression) {
    CompressionQuery each;
    each.k = 4;
    CompressionQuery all;
    all.min_k = 3;
    all.algorithm = Algorithm::pivot;
    for (CompressionQuery const& query : {each, all}) {
        CompressionResult const found = score_compression(graph(), query, options());
        CompressionResult const expected = score_compression(graph(), query, on_host());
        ASSERT_EQ(found.rows.size(), expected.rows.size());
        for (std::size_t i = 0; i < found.rows.size(); ++i) {
            EXPECT_EQ(found.rows[i].cliques, expected.rows[i].cliques);
            EXPECT_EQ(found.rows[i].compressing, expected.rows[i].compressing);
            EXPECT_EQ(found.rows[i].score, expected.rows[i].score);
        }
    }
}

// A policy that throws stands for a device that fails at its work.
TEST_P(OnDevices, ADeviceThatFailsIsLeftOut) {
    Graph const large = generate_graph(is_lockstep() ? "gen:er:n=80,m=500,seed=1" : "gen:er:n=400,m=4000,seed=1");
    MotifQuery const query{.k = is_lockstep() ? 4 : 5, .algorithm = Algorithm::fast};
    std::atomic<int> failures = 1;
    RunOptions failing = options();
    failing.balance.mechanism = BalanceMechanism::share;
    failing.balance.decide = [&](WorkerStates const&) {
        if (failures.fetch_sub(1) > 0) throw Error("its fan has stopped");
        return Decision{};
    };
    if (GetParam().size() == 1) {
        EXPECT_EQ(message_of<Error>([&] { count_motifs(large, query, failing); }), "its fan has stopped");
        return;
    }
    MotifResult const result = count_motifs(large, query, failing);
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_EQ(result.count, count_motifs(large, query, on_host()).count);
    EXPECT_EQ(std::ranges::count(result.devices, "its fan has stopped", &DeviceShare::note), 1);
    failures = 1;
    failing.of<StoreInput>().batch_sink = [](std::span<OriginalId const>) {};
    EXPECT_EQ(message_of<Error>([&] { list_cliques(large, {.k = 3}, failing); }), "its fan has stopped");
    failures = 1000;
    failing = options();
    failing.balance.mechanism = BalanceMechanism::share;
    failing.balance.decide = [](WorkerStates const&) -> Decision { throw Error("no device has a fan"); };
    EXPECT_EQ(message_of<Error>([&] { count_motifs(large, query, failing); }), "no device has a fan");
}

TEST(SharedRun, RefusesWhatItCannotDo) {
    Graph const graph = generate_graph("gen:complete:n=5");
    auto const refusal = [&](Devices const& devices) {
        return message_of<std::exception>([&] { count_cliques(graph, {.k = 3}, on(devices)); });
    };
    EXPECT_NE(refusal({host, {DeviceKind::automatic, 0}}).find("name each device"), std::string::npos);
    if (why_no_cuda().empty()) {
        EXPECT_NE(refusal({cuda(0), cuda(0)}).find("given twice"), std::string::npos);
        EXPECT_NE(refusal({cuda(99)}).find("no CUDA device 99"), std::string::npos);
    } else {
        EXPECT_NE(refusal({cuda(0), host}).find("no CUDA device can be used"), std::string::npos);
    }
    Resident const resident(graph, on_host());
    EXPECT_NE(message_of<InputError>([&] {
                  count_cliques(resident, {.k = 3}, on({host, host}));
              }).find("resident"),
              std::string::npos);
}

// One shares jobs while another waits for a choice: an error, not a part of the count.
TEST(SharedRun, WhoseDevicesDoDifferentThingsFails) {
    Graph const graph = generate_graph("gen:complete:n=5");
    for (std::size_t const chooser : {0, 1}) {
        std::string const message = message_of<Error>([&] {
            run_on_devices<RunResult>(on({host, host}), [&](RunOptions const& own) {
                if (own.member->index() == chooser)
                    own.member->agree("a form", [] { return std::vector<std::int64_t>{1}; });
                return RunResult(count_cliques(graph, {.k = 3, .algorithm = Algorithm::oriented}, own));
            });
        });
        EXPECT_NE(message.find("the devices wait for different steps of the run"), std::string::npos) << message;
        EXPECT_NE(message.find("a form"), std::string::npos) << message;
    }
}

TEST(SharedRun, WhichOneDeviceEndsBeforeTheOthersFails) {
    for (std::size_t const idle : {0, 1, 2}) {
        std::string const message = message_of<Error>([&] {
            run_on_devices<RunResult>(on({host, host, host}), [&](RunOptions const& own) {
                if (own.member->index() == idle) return RunResult();
                return RunResult(count_cliques(generate_graph("gen:complete:n=5"), {.k = 3}, own));
            });
        });
        EXPECT_NE(message.find("the end"), std::string::npos) << message;
    }
}

TEST(SharedRun, OfAGraphWithoutJobs) {
    RunResult const result = count_cliques(generate_graph("gen:path:n=3"), {.k = 4}, on({host, host}));
    EXPECT_EQ(result.count, 0);
    EXPECT_EQ(result.status, Status::complete);
}

} // namespace

// Subgraphs that several devices hand over: each once, on the thread of the caller.

namespace {

TEST_P(OnDevices, AListHasEachSubgraphOnce) {
    auto const listed = [](Graph const& graph, RunOptions options) {
        std::vector<std::vector<OriginalId>> all;
        std::thread::id const here = std::this_thread::get_id();
        options.of<StoreInput>().batch_sink = [&](std::span<OriginalId const> ids) {
            EXPECT_EQ(std::this_thread::get_id(), here);
            for (; !ids.empty(); ids = ids.subspan(3)) all.emplace_back(ids.begin(), ids.begin() + 3);
        };
        RunResult const result = list_cliques(graph, {.k = 3}, options);
        EXPECT_EQ(result.count, all.size());
        for (auto& one : all) std::ranges::sort(one);
        std::ranges::sort(all);
        return all;
    };
    EXPECT_EQ(listed(graph(), options()), listed(graph(), on_host()));
    RunOptions finely = options();
    finely.balance.pieces = most_pieces; // so finely that what is under an extension is divided, too
    Graph const dense = generate_graph(is_lockstep() ? "gen:complete:n=20" : "gen:complete:n=40");
    EXPECT_EQ(listed(dense, finely), listed(dense, on_host()));
}

// One device makes these for all.
TEST_P(OnDevices, AListOfVerticesOrEdgesHasEachOnce) {
    for (int const k : {1, 2}) {
        RunOptions options = OnDevices::options();
        std::vector<OriginalId> all;
        std::thread::id const here = std::this_thread::get_id();
        options.of<StoreInput>().sink = [&](std::span<OriginalId const> ids) {
            EXPECT_EQ(std::this_thread::get_id(), here);
            ASSERT_EQ(ids.size(), static_cast<std::size_t>(k));
            all.insert(all.end(), ids.begin(), ids.end());
        };
        Graph const of = graph();
        RunResult const result = list_cliques(of, {.k = k}, options);
        EXPECT_EQ(result.count, k == 1 ? of.vertex_count() : of.neighbour_array().size() / 2);
        EXPECT_EQ(result.count * static_cast<unsigned>(k), all.size());
    }
}

TEST_P(OnDevices, AFewMatchesAreListedOnce) {
    MatchQuery const query{.pattern = parse_pattern("house")};
    for (std::uint64_t const limit : {1, 5, 60}) {
        RunOptions options = OnDevices::options();
        std::vector<std::vector<OriginalId>> all;
        options.of<StoreInput>().limit = limit;
        options.of<StoreInput>().sink = [&](std::span<OriginalId const> ids) {
            all.emplace_back(ids.begin(), ids.end());
        };
        RunResult const result = list_matches(graph(), query, options);
        EXPECT_EQ(result.status, Status::limit);
        EXPECT_EQ(result.count, limit);
        EXPECT_EQ(all.size(), limit);
        std::ranges::sort(all);
        EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
    }
}

TEST_P(OnDevices, AMatchIsFoundByOne) {
    FoundMatch const found = find_match(graph(), {.pattern = parse_pattern("house")}, options());
    EXPECT_EQ(found.exists, true);
    EXPECT_EQ(found.vertices.size(), 5U);
    EXPECT_EQ(find_match(graph(), {.pattern = parse_pattern("K9")}, options()).exists, false);
}

TEST_P(OnDevices, AMatchExistsForAll) {
    for (int again = 0; again < (is_lockstep() ? 3 : 10); ++again) { // whichever device comes first
        EXPECT_EQ(bind_match_exists({.pattern = parse_pattern("house")}).run(graph(), options()).count, 1);
        EXPECT_EQ(bind_match_exists({.pattern = parse_pattern("K9")}).run(graph(), options()).count, 0);
    }
}

// A list that one kind of device has begun, and another ends.
TEST_P(OnDevices, AListGoesOnOnOtherDevices) {
    ScopedFolder const folder;
    std::vector<std::vector<OriginalId>> all;
    Graph const large = generate_graph(is_lockstep() ? "gen:er:n=60,m=900,seed=1" : "gen:er:n=300,m=12000,seed=1");
    auto const list = [&](RunOptions options, double seconds) {
        options.balance.pieces = most_pieces;
        options.deadline_seconds = seconds;
        options.checkpoint.file = (folder.path() / "ck").string();
        options.checkpoint.key = "cliques";
        options.checkpoint.mark = [&] { return all.size(); };
        options.checkpoint.go_back = [&](std::uint64_t mark) { all.resize(mark); };
        options.of<StoreInput>().batch_sink = [&](std::span<OriginalId const> ids) {
            for (; !ids.empty(); ids = ids.subspan(4)) all.emplace_back(ids.begin(), ids.begin() + 4);
        };
        return list_cliques(large, {.k = 4}, options);
    };
    RunResult result;
    result.status = Status::deadline;
    for (int part = 0; result.status != Status::complete; ++part) {
        ASSERT_LT(part, 200);
        result = list(part % 2 == 0 ? options() : on_host(), part < 6 ? 0.005 : 0);
    }
    EXPECT_EQ(result.count, count_cliques(large, {.k = 4}, on_host()).count);
    EXPECT_EQ(result.count, all.size());
    for (auto& one : all) std::ranges::sort(one);
    std::ranges::sort(all);
    EXPECT_EQ(std::unique(all.begin(), all.end()), all.end());
}

TEST_P(OnDevices, ALimitIsOfAllDevices) {
    for (std::uint64_t const limit : {0u, 1u, 77u}) {
        std::uint64_t delivered = 0;
        RunOptions limited = options();
        limited.of<StoreInput>().limit = limit;
        limited.of<StoreInput>().sink = [&](std::span<OriginalId const>) { ++delivered; };
        RunResult const result = list_cliques(graph(), {.k = 3}, limited);
        EXPECT_EQ(delivered, limit);
        EXPECT_EQ(result.count, limit);
        EXPECT_EQ(result.status, Status::limit);
    }
}

TEST_P(OnDevices, WhatASinkThrowsEndsTheRun) {
    RunOptions throwing = options();
    int calls = 0;
    throwing.of<StoreInput>().sink = [&](std::span<OriginalId const>) {
        if (++calls == 5) throw std::runtime_error("the disk is full");
    };
    EXPECT_EQ(message_of<std::runtime_error>([&] { list_cliques(graph(), {.k = 3}, throwing); }), "the disk is full");
}

// The first of the members tells its workers for the next step before the last has read the sum for this one.
TEST(LocalDeal, TheWorkersOfAllAreThoseOfTheStepThatAllHaveBegun) {
    LocalDeal deal({host, host}, {"one", "other"}, 2, DealPolicy::hand_over);
    std::atomic<bool> is_on = false;
    std::thread quick([&] {
        deal.arrive(0, 4);
        is_on = true;
        deal.arrive(0, 10);
        EXPECT_EQ(deal.workers_of_all(), 10 + 20);
    });
    deal.arrive(1, 3);
    while (!is_on) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(deal.workers_of_all(), 4 + 3);
    deal.arrive(1, 20);
    EXPECT_EQ(deal.workers_of_all(), 10 + 20);
    quick.join();
}

} // namespace

} // namespace cerrado::test
