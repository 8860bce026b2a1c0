// One run in several processes gives what it gives in one. Here the processes are threads; tests/cli has real ones.
#include "thread_ranks.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/compression.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/many/shared_run.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>

namespace cerrado::test {
namespace {

RunOptions on_host(Ranks* ranks = nullptr) {
    RunOptions options;
    options.device = DeviceKind::host;
    options.threads = 2;
    options.ranks = ranks;
    return options;
}

Graph graph() { return generate_graph("gen:er:n=400,m=4000,seed=1"); }

class InRanks : public testing::TestWithParam<int> {
protected:
    // Runs it in all ranks, and expects each to end well.
    static void run(std::function<void(Ranks&)> const& program) {
        for (Ended const& one : in_ranks(GetParam(), program)) {
            EXPECT_EQ(one.exit_code, 0) << one.message;
            EXPECT_EQ(one.message, "");
        }
    }
};

INSTANTIATE_TEST_SUITE_P(Of, InRanks, testing::Values(1, 2, 3, 7), testing::PrintToStringParamName());

TEST_P(InRanks, CliquesOfOneSizeAndOfAll) {
    WideCount const of_four = count_cliques(graph(), {.k = 4}, on_host()).count;
    WideCount const of_all = count_cliques(graph(), {}, on_host()).count;
    run([&](Ranks& ranks) {
        RunResult const found = count_cliques(graph(), {.k = 4}, on_host(&ranks));
        EXPECT_EQ(found.count, of_four);
        EXPECT_EQ(found.status, Status::complete);
        EXPECT_EQ(found.roots.done, found.roots.given);
        EXPECT_EQ(count_cliques(graph(), {}, on_host(&ranks)).count, of_all);
        if (ranks.rank() != 0) return;
        ASSERT_EQ(found.devices.size(), static_cast<std::size_t>(GetParam()));
        EXPECT_EQ(found.devices.front().name, GetParam() == 1 ? "host" : "rank 0 host");
    });
}

TEST_P(InRanks, MotifsAndMatchesOfEachForm) {
    MotifResult const motifs = count_motifs(graph(), {.k = 4}, on_host());
    Graph const small = generate_graph("gen:er:n=150,m=900,seed=1");
    run([&](Ranks& ranks) {
        MotifResult const found = count_motifs(graph(), {.k = 4}, on_host(&ranks));
        EXPECT_EQ(found.count, motifs.count);
        for (std::size_t i = 0; i < motifs.motifs.size(); ++i) {
            EXPECT_EQ(found.motifs.at(i).count, motifs.motifs[i].count);
        }
        for (Algorithm const algorithm : {Algorithm::fast, Algorithm::walk}) {
            MatchQuery const query{.pattern = parse_pattern("house"), .algorithm = algorithm};
            EXPECT_EQ(count_matches(small, query, on_host(&ranks)).count, count_matches(small, query, on_host()).count);
        }
    });
}

TEST_P(InRanks, CountsPerVertexAreThoseOfOne) {
    MatchQuery const query{.pattern = parse_pattern("diamond"), .induced = true};
    LocalCounts const expected = count_local_matches(graph(), query, on_host()).of<PerOrbit>();
    ASSERT_FALSE(expected.vertices.empty());
    run([&](Ranks& ranks) {
        LocalCounts const found = count_local_matches(graph(), query, on_host(&ranks)).of<PerOrbit>();
        ASSERT_EQ(found.vertices.size(), expected.vertices.size());
        for (std::size_t i = 0; i < found.vertices.size(); ++i) {
            ASSERT_EQ(found.vertices[i].vertex, expected.vertices[i].vertex);
            ASSERT_EQ(found.vertices[i].count, expected.vertices[i].count);
        }
    });
}

TEST_P(InRanks, ListsTogetherHaveEachSubgraphOnceAndKeepTheLimit) {
    WideCount const all = count_cliques(graph(), {.k = 3}, on_host()).count;
    for (std::optional<std::uint64_t> const limit :
         {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(100)}) {
        std::mutex mutex;
        std::multiset<std::vector<OriginalId>> found;
        run([&](Ranks& ranks) {
            RunOptions options = on_host(&ranks);
            options.of<StoreInput>().limit = limit;
            options.of<StoreInput>().batch_sink = [&](std::span<OriginalId const> ids) {
                std::lock_guard const lock(mutex);
                for (std::size_t i = 0; i < ids.size(); i += 3) {
                    std::vector<OriginalId> clique(ids.begin() + static_cast<std::ptrdiff_t>(i),
                                                   ids.begin() + static_cast<std::ptrdiff_t>(i) + 3);
                    std::ranges::sort(clique);
                    found.insert(clique);
                }
            };
            EXPECT_EQ(list_cliques(graph(), {.k = 3}, options).count, limit.value_or(static_cast<std::uint64_t>(all)));
        });
        EXPECT_EQ(found.size(), limit.value_or(static_cast<std::uint64_t>(all)));
        EXPECT_EQ(std::set(found.begin(), found.end()).size(), found.size());
    }
}

TEST_P(InRanks, AnInterruptOfAnyRankEndsAll) {
    Graph const large = generate_graph("gen:er:n=2000,m=60000,seed=1");
    for (int const rank : {0, GetParam() - 1}) {
        run([&](Ranks& ranks) {
            std::atomic<bool> const set = true;
            RunOptions options = on_host(&ranks);
            if (ranks.rank() == rank) options.interrupt = &set;
            EXPECT_EQ(count_motifs(large, {.k = 6}, options).status, Status::interrupted);
        });
    }
}

TEST_P(InRanks, GoOnFromACheckpointOfAnotherNumber) {
    ScopedFolder const folder;
    Graph const large = generate_graph("gen:er:n=700,m=9000,seed=1");
    WideCount const expected = count_motifs(large, {.k = 4, .algorithm = Algorithm::paper}, on_host()).count;
    RunOptions first = on_host();
    first.checkpoint.file = (folder.path() / "run.ck").string();
    first.deadline_seconds = 1e-3;
    count_motifs(large, {.k = 4, .algorithm = Algorithm::paper}, first);
    run([&](Ranks& ranks) {
        RunOptions options = on_host(&ranks);
        options.checkpoint.file = first.checkpoint.file;
        options.checkpoint.resume = true;
        MotifResult const found = count_motifs(large, {.k = 4, .algorithm = Algorithm::paper}, options);
        EXPECT_EQ(found.count, expected);
        EXPECT_EQ(found.status, Status::complete);
    });
}

TEST(Ranks, SixtyFourOfThemWriteACheckpointThatOneProcessEnds) {
    ScopedFolder const folder;
    Graph const large = generate_graph("gen:er:n=2000,m=60000,seed=1");
    CliqueQuery const query{.k = 5, .algorithm = Algorithm::paper};
    WideCount const expected = count_cliques(large, query, on_host()).count;
    std::string const file = folder.path("run.ck");
    for (Ended const& one : in_ranks(64, [&](Ranks& ranks) {
             RunOptions options = on_host(&ranks);
             options.threads = 1;
             options.deadline_seconds = 0.02;
             options.checkpoint.file = file;
             count_cliques(large, query, options);
         })) {
        EXPECT_EQ(one.exit_code, 0) << one.message;
    }
    RunOptions options = on_host();
    options.checkpoint.file = file;
    options.checkpoint.resume = true;
    RunResult const found = count_cliques(large, query, options);
    EXPECT_EQ(found.count, expected);
    EXPECT_EQ(found.status, Status::complete);
}

TEST(Ranks, WithOtherGraphsAreRefused) {
    std::vector<Ended> const ended = in_ranks(3, [](Ranks& ranks) {
        Graph const own = generate_graph(ranks.rank() == 2 ? "gen:er:n=100,m=400,seed=2" : "gen:er:n=100,m=400,seed=1");
        count_cliques(own, {.k = 4}, on_host(&ranks));
    });
    EXPECT_EQ(ended[0].exit_code, 2);
    EXPECT_NE(ended[0].message.find("give all the same graph"), std::string::npos) << ended[0].message;
    EXPECT_EQ(ended[1].exit_code, 2);
}

TEST(Ranks, WithOtherCommandsAreRefused) {
    for (int const other : {0, 1}) {
        std::vector<Ended> const ended = in_ranks(3, [&](Ranks& ranks) {
            if (ranks.rank() == other) {
                find_match(graph(), {.pattern = parse_pattern("house")}, on_host(&ranks));
            } else {
                count_cliques(graph(), {.k = 4, .algorithm = Algorithm::oriented}, on_host(&ranks));
            }
        });
        for (Ended const& one : ended) EXPECT_EQ(one.exit_code, 2) << one.message;
        EXPECT_NE(ended[0].message.find("give all the same graph"), std::string::npos) << ended[0].message;
    }
}

TEST(Ranks, ThatFailBeforeTheRunEndItWithTheirReason) {
    for (int const failing : {0, 2}) {
        std::vector<Ended> const ended = in_ranks(3, [&](Ranks& ranks) {
            if (ranks.rank() == failing) throw InputError("graph.txt: there is no such file");
            count_cliques(graph(), {.k = 4}, on_host(&ranks));
        });
        for (Ended const& one : ended) EXPECT_EQ(one.exit_code, 2);
        EXPECT_NE(ended[0].message.find("graph.txt: there is no such file"), std::string::npos) << ended[0].message;
    }
}

TEST(Ranks, WithADeviceThatIsNotThereEndTheRun) {
    std::vector<Ended> const ended = in_ranks(2, [](Ranks& ranks) {
        RunOptions options = on_host(&ranks);
        if (ranks.rank() == 1) options.devices = {{DeviceKind::cuda, 99}};
        count_cliques(graph(), {.k = 4}, options);
    });
    EXPECT_NE(ended[0].exit_code, 0);
    EXPECT_NE(ended[0].message.find("rank 1 of 2"), std::string::npos) << ended[0].message;
}

TEST(Ranks, WhoseDevicesFailAreDoneWithout) {
    WideCount const expected = count_cliques(graph(), {.k = 4}, on_host()).count;
    std::atomic<int> right = 0;
    std::vector<Ended> const ended = in_ranks(3, [&](Ranks& ranks) {
        auto const found = run_on_devices<RunResult>(on_host(&ranks), [&](RunOptions const& own) {
            if (ranks.rank() == 1) throw Error("out of memory");
            return RunResult(count_cliques(graph(), {.k = 4}, own));
        });
        if (found.count == expected) ++right;
        if (ranks.rank() != 0) return;
        EXPECT_NE(found.devices[1].note.find("rank 1: out of memory"), std::string::npos);
    });
    EXPECT_EQ(right, 2);
    for (Ended const& one : ended) EXPECT_EQ(one.exit_code, 0) << one.message;
}

TEST(Ranks, ThatFailAfterTheRunFailAll) {
    std::vector<Ended> const ended = in_ranks(3, [&](Ranks& ranks) {
        count_cliques(graph(), {.k = 4}, on_host(&ranks));
        if (ranks.rank() == 2) throw Error("the disk is full");
    });
    for (Ended const& one : ended) EXPECT_EQ(one.exit_code, 1);
    EXPECT_EQ(ended[0].message, "rank 2 of 3: the disk is full");
}

TEST(Ranks, RunsThatDoNotShareTheirWorkAreRefused) {
    std::vector<Ended> const ended = in_ranks(2, [](Ranks& ranks) {
        Resident const resident(graph(), on_host());
        count_cliques(resident, {.k = 4}, on_host(&ranks));
    });
    EXPECT_EQ(ended[0].exit_code, 2);
}

} // namespace
} // namespace cerrado::test
