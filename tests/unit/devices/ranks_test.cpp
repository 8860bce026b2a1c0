#include "unit/scoped_folder.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/compression.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/apps/temporal.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/arcs.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/read_report.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/broadcast.hpp>
#include <cerrado/run/detail/many/distant_deal.hpp>
#include <cerrado/run/detail/many/shared_run.hpp>
#include <cerrado/run/detail/ranks/transport.hpp>
#include <cerrado/run/ranks.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace cerrado::test {

// Ranks that are threads of the test: a transport over queues.

class Hub {
public:
    explicit Hub(int size) : boxes_(static_cast<std::size_t>(size)) {}
    int size() const { return static_cast<int>(boxes_.size()); }
    void send(int from, int to, std::string_view bytes) {
        std::lock_guard const lock(mutex_);
        boxes_[static_cast<std::size_t>(to)].push_back({from, std::string(bytes)});
        came_.notify_all();
    }
    std::optional<Frame> receive(int rank, double seconds) {
        std::unique_lock lock(mutex_);
        std::deque<Frame>& box = boxes_[static_cast<std::size_t>(rank)];
        if (!came_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return !box.empty(); })) return {};
        Frame frame = std::move(box.front());
        box.pop_front();
        return frame;
    }

private:
    std::mutex mutex_;
    std::condition_variable came_;
    std::vector<std::deque<Frame>> boxes_;
};

class ThreadTransport final : public Transport {
public:
    ThreadTransport(Hub& hub, int rank) : hub_(hub), rank_(rank) {}
    int rank() const override { return rank_; }
    int size() const override { return hub_.size(); }
    int rank_on_host() const override { return rank_; }
    void send(int to, std::string_view bytes) override { hub_.send(rank_, to, bytes); }
    std::optional<Frame> receive(double seconds) override { return hub_.receive(rank_, seconds); }
    void flush(double) override {}
    [[noreturn]] void abort(int) override { std::abort(); }

private:
    Hub& hub_;
    int const rank_;
};

// What a rank's program came to.
struct Ended {
    int exit_code = 0;
    std::string message;
};

using MakeTransport = std::function<std::unique_ptr<Transport>(int rank)>;

// Runs the program in so many ranks. Returns: what each came to; all must have ended.
inline std::vector<Ended> in_ranks(int size, std::function<void(Ranks&)> const& program, MakeTransport const& make) {
    std::vector<Ended> ended(static_cast<std::size_t>(size));
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < size; ++rank) {
        threads.emplace_back([&, rank] {
            Ranks ranks(make(rank));
            Ended& own = ended[static_cast<std::size_t>(rank)];
            int exit_code = 0;
            try {
                program(ranks);
            } catch (Error const& error) {
                own.message = error.what();
                exit_code = static_cast<int>(error.exit_code());
            }
            try {
                own.exit_code = ranks.finish(exit_code, own.message);
            } catch (Error const& error) { // of another rank
                own = {static_cast<int>(error.exit_code()), error.what()};
            }
        });
    }
    threads.clear();
    return ended;
}

inline std::vector<Ended> in_ranks(int size, std::function<void(Ranks&)> const& program) {
    Hub hub(size);
    return in_ranks(size, program, [&](int rank) { return std::make_unique<ThreadTransport>(hub, rank); });
}

// One run in several processes gives what it gives in one. Here the processes are threads; tests/cli has real ones.

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

TEST_P(InRanks, CountsInTimeAreThoseOfOne) {
    Arcs const arcs = arcs_of(generate_graph("gen:bursts:n=200,m=3000,span=10000,seed=1"));
    std::vector<TemporalPattern> const patterns = parse_temporal_patterns("path:3,fan-in:3");
    TemporalQuestion const question{.deltas = {60, 600}};
    TemporalMotifs const motifs = count_temporal_motifs(arcs, {60, 600}, Ties::strict, on_host());
    TemporalCounts const counts = count_temporal(arcs, patterns, {600}, on_host());
    LocalTemporal const of_arcs = count_local_temporal(arcs, TemporalPer::arc, patterns, {600}, on_host());
    TemporalDiscovery const random = discover_temporal(arcs, question, {.graphs = 10}, on_host());
    std::atomic<std::uint64_t> listed = 0;
    run([&](Ranks& ranks) {
        RunOptions const options = on_host(&ranks);
        EXPECT_EQ(count_temporal_motifs(arcs, {60, 600}, Ties::strict, options).tables, motifs.tables);
        EXPECT_EQ(count_temporal(arcs, patterns, {600}, options).counts, counts.counts);
        EXPECT_EQ(count_local_temporal(arcs, TemporalPer::arc, patterns, {600}, options).of, of_arcs.of);
        EXPECT_EQ(discover_temporal(arcs, question, {.graphs = 10}, options).random.of, random.random.of);
        for (std::optional<std::uint64_t> const limit :
             {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(5)}) {
            RunResult const found = list_temporal(
                arcs, patterns.front(), {600}, [&](TemporalMatch const&) { ++listed; }, limit, options);
            EXPECT_EQ(found.count, limit ? 5 : counts.counts.front());
            EXPECT_EQ(found.status, limit ? Status::limit : Status::complete);
        }
    });
    EXPECT_EQ(listed, static_cast<std::uint64_t>(counts.counts.front()) + 5);
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

// The flag that ends a member's share came on another line than the answer to its question, and before it.
TEST(DistantMembers, KeepTheStopThatOvertookAnAnswer) {
    in_ranks(2, [](Ranks& ranks) {
        RunLines const lines{ranks.next_run()};
        auto const flag = [](std::uint64_t number, bool stop) {
            ByteWriter bytes;
            bytes.put(number);
            bytes.put(stop);
            return bytes.bytes();
        };
        if (ranks.rank() == 0) { // as a clerk
            while (!ranks.receive(1, lines.member(0), 1)) {
            }
            ranks.send(1, lines.stops(0), flag(2, true));
            ByteWriter answer, workers;
            answer.put(Answer::done);
            workers.put(7);
            ranks.send(1, lines.member(0), answer.bytes() + flag(1, false) + workers.bytes());
            while (!ranks.receive(1, lines.greeting(), 1)) {
            }
        } else {
            {
                DistantDeal deal(ranks, lines, 1, 1, false);
                deal.arrive(1, 7);
                EXPECT_EQ(deal.workers_of_all(), 7);
                EXPECT_TRUE(deal.stop(1));
            }
            ranks.send(0, lines.greeting(), {});
        }
    });
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

TEST(Ranks, WithOtherDirectionsOrLabelsAreRefused) {
    Graph const plain = graph_from_arcs(3, std::vector<Edge>{{0, 1}, {1, 2}, {2, 0}});
    Graph const other_way = graph_from_arcs(3, std::vector<Edge>{{1, 0}, {1, 2}, {2, 0}});
    std::vector<Edge> const edges = {{0, 1}, {1, 2}, {2, 0}};
    std::pair<Graph, Graph> const pairs[] = {
        {plain, plain},
        {plain, other_way},
        {with_labels(plain, {"A", "B", "A"}), with_labels(plain, {"A", "A", "B"})},
        {with_labels(plain, {"A", "B", "A"}), with_labels(plain, {"A", "C", "A"})},
        {with_edge_labels(plain, edges, {"x", "y", "x"}), with_edge_labels(plain, edges, {"x", "x", "y"})}};
    for (auto const& pair : pairs) {
        bool const are_same = &pair == pairs;
        std::vector<Ended> const ended = in_ranks(2, [&](Ranks& ranks) {
            count_cliques(ranks.rank() == 0 ? pair.first : pair.second, {.k = 3, .algorithm = Algorithm::paper},
                          on_host(&ranks));
        });
        EXPECT_EQ(ended[0].exit_code, are_same ? 0 : 2) << ended[0].message << &pair - pairs;
    }
}

TEST(Ranks, WithOtherSettingsOrRootsAreRefused) {
    auto const expect_refused = [](std::function<void(Ranks&)> const& program) {
        std::vector<Ended> const ended = in_ranks(2, program);
        EXPECT_EQ(ended[0].exit_code, 2);
        EXPECT_NE(ended[0].message.find("give all the same graph"), std::string::npos) << ended[0].message;
        EXPECT_EQ(ended[0].message.find("::"), std::string::npos) << ended[0].message; // the name of a type
    };
    expect_refused([](Ranks& ranks) {
        Pattern const pattern = parse_pattern(ranks.rank() == 0 ? "4-cycle" : "4-path");
        count_matches(graph(), {.pattern = pattern, .algorithm = Algorithm::walk}, on_host(&ranks));
    });
    expect_refused([](Ranks& ranks) {
        RunOptions options = on_host(&ranks);
        options.roots = {static_cast<VertexId>(ranks.rank())};
        count_cliques(graph(), {.k = 4, .algorithm = Algorithm::paper}, options);
    });
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

// A graph that rank 0 alone reads is the same graph in all ranks.

namespace {

// 5 vertices, arcs with labels, vertices with labels and names, one edge without a label.
Graph marked_graph() {
    std::vector<Edge> const arcs = {{0, 1}, {1, 0}, {1, 2}, {2, 3}, {0, 2}, {4, 3}};
    Graph graph = graph_from_arcs(5, arcs, {2, 0, 1, 4, 3});
    graph = with_labels(std::move(graph), {"gene", "", "protein", "gene", "x"});
    graph = with_edge_labels(std::move(graph), arcs, {"binds", "cuts", "", "binds", "binds", "cuts"});
    graph = with_names(std::move(graph), {"A", "B", "C d", "E", "F"});
    graph.source = "genes.txt";
    graph.cleaning = {.self_loops = 3, .duplicates = 2, .directed = true};
    ReadReport report;
    report.format = "edge list";
    report.packing = "gzip";
    report.columns = {{"source", "from", 2}, {"target", "", 3}};
    report.columns_in_file = 4;
    report.comments = 7;
    report.is_doubtful = true;
    report.remark("ids are names");
    graph.read_as = std::make_shared<ReadReport const>(report);
    return graph;
}

// A reader of that graph, which must outlive it.
std::function<Graph()> reader_of(Graph const& graph) {
    return [&graph] { return Graph(graph); };
}

template <class Values> std::vector<std::uint64_t> copied(Values const& values) {
    return {values.begin(), values.end()};
}

void expect_same(Graph const& found, Graph const& expected) {
    EXPECT_EQ(found.vertex_count(), expected.vertex_count());
    EXPECT_EQ(found.oriented(), expected.oriented());
    EXPECT_EQ(found.max_degree(), expected.max_degree());
    EXPECT_EQ(copied(found.neighbour_array()), copied(expected.neighbour_array()));
    EXPECT_EQ(copied(found.original_ids()), copied(expected.original_ids()));
    EXPECT_EQ(copied(found.offsets()), copied(expected.offsets()));
    EXPECT_EQ(found.source, expected.source);
    EXPECT_EQ(found.cleaning.self_loops, expected.cleaning.self_loops);
    EXPECT_EQ(found.cleaning.duplicates, expected.cleaning.duplicates);
    EXPECT_EQ(found.cleaning.directed, expected.cleaning.directed);
    EXPECT_EQ(found.read_as ? described(*found.read_as) : "", expected.read_as ? described(*expected.read_as) : "");
    ASSERT_EQ(found.marks != nullptr, expected.marks != nullptr);
    if (!expected.marks) return;
    EXPECT_EQ(found.marks->arcs, expected.marks->arcs);
    EXPECT_EQ(found.marks->labels, expected.marks->labels);
    EXPECT_EQ(found.marks->label_names, expected.marks->label_names);
    EXPECT_EQ(found.marks->edge_labels, expected.marks->edge_labels);
    EXPECT_EQ(found.marks->edge_label_names, expected.marks->edge_label_names);
    ASSERT_EQ(found.marks->names != nullptr, expected.marks->names != nullptr);
    if (!expected.marks->names) return;
    EXPECT_EQ(*found.marks->names, *expected.marks->names);
}

void expect_same_in_all(int ranks, Graph const& graph, BroadcastOptions const& options = {}) {
    std::atomic<int> reads = 0;
    std::vector<Ended> const ended = in_ranks(ranks, [&](Ranks& own) {
        auto const read = [&] {
            ++reads;
            return graph;
        };
        expect_same(broadcast(own, read, options), graph);
    });
    for (Ended const& one : ended) EXPECT_EQ(one.exit_code, 0) << one.message;
    EXPECT_EQ(reads, 1);
}

class BroadcastTo : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(Ranks, BroadcastTo, testing::Values(1, 2, 5), testing::PrintToStringParamName());

TEST_P(BroadcastTo, APlainGraph) { expect_same_in_all(GetParam(), generate_graph("gen:er:n=400,m=4000,seed=1")); }

TEST_P(BroadcastTo, AllThatBelongsToAGraph) { expect_same_in_all(GetParam(), marked_graph()); }

TEST_P(BroadcastTo, AGraphWithoutVerticesOrEdges) {
    expect_same_in_all(GetParam(), Graph({0}, {}));
    expect_same_in_all(GetParam(), Graph({0, 0, 0, 0}, {}));
}

TEST_P(BroadcastTo, PiecesOfAnySize) {
    Graph const graph = generate_graph("gen:er:n=300,m=2000,seed=1");
    for (std::size_t const piece : {std::size_t{100}, std::size_t{128}, std::size_t{4096}, std::size_t{1} << 40}) {
        for (int const on_the_way : {1, 3}) expect_same_in_all(GetParam(), graph, {piece, on_the_way});
    }
    expect_same_in_all(GetParam(), marked_graph(), {.piece_bytes = 1});
}

TEST_P(BroadcastTo, IsFollowedByAnotherAndByRuns) {
    Graph const one = generate_graph("gen:er:n=400,m=4000,seed=1");
    RunOptions alone;
    alone.device = DeviceKind::host;
    alone.threads = 2;
    WideCount const expected = count_cliques(one, {.k = 4}, alone).count;
    std::vector<Ended> const ended = in_ranks(GetParam(), [&](Ranks& ranks) {
        expect_same(broadcast(ranks, marked_graph), marked_graph());
        Graph const graph = broadcast(ranks, reader_of(one));
        RunOptions options = alone;
        options.ranks = &ranks;
        EXPECT_EQ(count_cliques(graph, {.k = 4}, options).count, expected);
        expect_same(broadcast(ranks, reader_of(one)), one);
    });
    for (Ended const& one_of_all : ended) EXPECT_EQ(one_of_all.exit_code, 0) << one_of_all.message;
}

// Rank 0's, which counts the pieces that each other rank has not said it has.
class CountingTransport final : public Transport {
public:
    CountingTransport(Hub& hub, std::size_t piece_bytes, std::atomic<int>& most)
        : own_(hub, 0),
          frame_bytes_(piece_bytes + line_bytes),
          most_(most),
          on_the_way_(static_cast<std::size_t>(hub.size())) {}
    int rank() const override { return 0; }
    int size() const override { return own_.size(); }
    int rank_on_host() const override { return 0; }
    void send(int to, std::string_view bytes) override {
        if (bytes.size() == frame_bytes_) most_ = std::max<int>(most_, ++on_the_way_[static_cast<std::size_t>(to)]);
        own_.send(to, bytes);
    }
    std::optional<Frame> receive(double seconds) override {
        std::optional<Frame> frame = own_.receive(seconds);
        bool const is_sign_of_life = frame && frame->bytes == std::string(line_bytes, '\xff');
        bool const is_answer = frame && frame->bytes.size() == line_bytes && !is_sign_of_life;
        if (is_answer) --on_the_way_[static_cast<std::size_t>(frame->from)];
        return frame;
    }
    void flush(double) override {}
    [[noreturn]] void abort(int) override { std::abort(); }

private:
    static constexpr std::size_t line_bytes = 8;
    ThreadTransport own_;
    std::size_t const frame_bytes_;
    std::atomic<int>& most_;
    std::vector<std::atomic<int>> on_the_way_; // by rank
};

TEST(Broadcast, ARankThatComesLateHasFewPiecesOnTheWay) {
    Graph const graph = generate_graph("gen:er:n=300,m=2000,seed=1");
    BroadcastOptions const options{.piece_bytes = 1000, .pieces_on_the_way = 3};
    Hub hub(3);
    std::atomic<int> most = 0;
    auto const make = [&](int rank) -> std::unique_ptr<Transport> {
        if (rank == 0) return std::make_unique<CountingTransport>(hub, options.piece_bytes, most);
        return std::make_unique<ThreadTransport>(hub, rank);
    };
    auto const program = [&](Ranks& ranks) {
        if (ranks.rank() == 2) std::this_thread::sleep_for(std::chrono::milliseconds(100));
        expect_same(broadcast(ranks, reader_of(graph), options), graph);
    };
    for (Ended const& one : in_ranks(3, program, make)) EXPECT_EQ(one.exit_code, 0) << one.message;
    EXPECT_EQ(most, 3);
}

TEST(Broadcast, OverSocketsThatHoldLessThanAPiece) {
    Graph const graph = generate_graph("gen:er:n=20000,m=400000,seed=1");
    std::vector<SocketPair> const sockets = make_sockets(3);
    auto const make = [&](int rank) { return make_socket_transport(socket_ranks_text(rank, sockets)); };
    auto const program = [&](Ranks& ranks) { expect_same(broadcast(ranks, reader_of(graph)), graph); };
    for (Ended const& one : in_ranks(3, program, make)) EXPECT_EQ(one.exit_code, 0) << one.message;
}

// A labelled graph so large that pages of its bytes are given back.
TEST(Broadcast, LargeMarksAreThereWhenTheirBytesHaveGone) {
    Graph graph = generate_graph("gen:er:n=20000,m=100000,seed=1");
    std::vector<std::string> labels;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) labels.push_back(std::to_string(v % 7));
    expect_same_in_all(3, with_labels(std::move(graph), labels), {.piece_bytes = 10000});
}

TEST(Broadcast, AGraphThatCannotBeReadIsOneErrorOfAll) {
    auto const begun = std::chrono::steady_clock::now();
    std::vector<Ended> const ended = in_ranks(4, [](Ranks& ranks) {
        broadcast(ranks, []() -> Graph { throw InputError("graph.txt: there is no such file"); });
        ADD_FAILURE() << "there is no graph";
    });
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(5));
    for (Ended const& one : ended) EXPECT_EQ(one.exit_code, 2);
    EXPECT_EQ(ended[0].message, "graph.txt: there is no such file");
    EXPECT_EQ(ended[3].message, "rank 0 of 4: graph.txt: there is no such file");
}

TEST(Broadcast, ARankThatEndsMeanwhileEndsAll) {
    Graph const graph = generate_graph("gen:er:n=300,m=2000,seed=1");
    for (std::size_t const piece : {std::size_t{100}, std::size_t{1} << 20}) {
        std::vector<Ended> const ended = in_ranks(4, [&](Ranks& ranks) {
            if (ranks.rank() == 2) {
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
                throw Error("there is no device");
            }
            broadcast(ranks, reader_of(graph), {.piece_bytes = piece});
            if (ranks.rank() == 0) ADD_FAILURE() << "rank 2 has no graph";
        });
        for (Ended const& one : ended) EXPECT_EQ(one.exit_code, 1);
        EXPECT_EQ(ended[0].message, "rank 2 of 4: there is no device");
    }
}

} // namespace

} // namespace cerrado::test
