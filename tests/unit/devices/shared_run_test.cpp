// One run on several devices gives what it gives on one: every application and output, whoever does the jobs and
// whatever happens meanwhile.
#include "support.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/compression.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/many/shared_run.hpp>
#include <cerrado/run/resident.hpp>

#include <atomic>
#include <thread>

namespace cerrado::test {
namespace {

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
    RunResult const part = count_motifs(large, {.k = has_cuda() ? 7 : 6}, timed);
    EXPECT_EQ(part.status, Status::deadline);
    EXPECT_LT(part.roots.done, part.roots.given);
    std::atomic<bool> const set = true;
    RunOptions ended = options();
    ended.interrupt = &set;
    EXPECT_EQ(count_motifs(large, {.k = 5}, ended).status, Status::interrupted);
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
    RunResult const result = count_motifs(generate_graph("gen:er:n=2000,m=60000,seed=1"), {.k = 6}, shown);
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
    EXPECT_NE(refusal({host, {DeviceKind::automatic, 0}}).find("names each device"), std::string::npos);
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
        EXPECT_NE(message.find("the devices came to different runs"), std::string::npos) << message;
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
} // namespace cerrado::test
