// Statistics of network motifs against numbers that are worked out here from the counts themselves.
#include "unit/apps/support.hpp"
#include "unit/message_of.hpp"
#include "unit/random_arcs.hpp"

#include "discovery/statistics.hpp"
#include "motif/verifier.hpp"

#include <cerrado/apps/discovery.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/marks.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace cerrado::test {
namespace {

RunOptions on_host() { return on(DeviceKind::host); }

// One row of numbers, obviously. `given` and `random` are f and all f'.
struct Obvious {
    double mean = 0, deviation = 0, skew = 0, p_over = 0, p_under = 0;

    Obvious(double given, std::vector<double> const& random) {
        double const r = static_cast<double>(random.size());
        double squares = 0, cubes = 0, over = 1, under = 1;
        for (double const value : random) mean += value / r;
        for (double const value : random) {
            squares += std::pow(value - mean, 2);
            cubes += std::pow(value - mean, 3);
            over += value >= given ? 1 : 0;
            under += value <= given ? 1 : 0;
        }
        deviation = std::sqrt(squares / (r - 1));
        skew = squares == 0 ? 0 : cubes / r / std::pow(squares / r, 1.5);
        p_over = over / (r + 1);
        p_under = under / (r + 1);
    }
};

void expect_obvious(Discovery const& found, DiscoveryStatistic statistic) {
    bool const is_share = statistic == DiscoveryStatistic::concentration;
    auto const total = [&](std::vector<WideCount> const& counts) {
        double sum = 0;
        for (WideCount const count : counts) sum += static_cast<double>(count);
        return is_share ? sum : 1;
    };
    double length = 0;
    std::vector<double> largest(found.random.size(), -1e300);
    for (ClassStatistics const& row : found.classes) length += row.z ? *row.z * *row.z : 0;
    for (std::size_t i = 0; i < found.classes.size(); ++i) {
        ClassStatistics const& row = found.classes[i];
        std::vector<double> values;
        for (auto const& counts : found.random) values.push_back(static_cast<double>(counts[i]) / total(counts));
        Obvious const is(row.value, values);
        EXPECT_NEAR(row.mean, is.mean, 1e-9 * (1 + is.mean)) << row.pattern.graph6;
        EXPECT_NEAR(row.deviation, is.deviation, 1e-9 * (1 + is.deviation)) << row.pattern.graph6;
        EXPECT_NEAR(row.skew, is.skew, 1e-6) << row.pattern.graph6;
        EXPECT_DOUBLE_EQ(row.p_over, is.p_over);
        EXPECT_DOUBLE_EQ(row.p_under, is.p_under);
        EXPECT_EQ(row.z.has_value(), row.deviation > 0);
        if (!row.z) continue;
        EXPECT_NEAR(*row.z, (row.value - is.mean) / is.deviation, 1e-6);
        EXPECT_NEAR(*row.profile, *row.z / std::sqrt(length), 1e-9);
        for (std::size_t g = 0; g < values.size(); ++g) {
            largest[g] = std::max(largest[g], (values[g] - row.mean) / row.deviation);
        }
    }
    for (ClassStatistics const& row : found.classes) {
        if (!row.z) continue;
        auto const as_large = std::ranges::count_if(largest, [&](double z) { return z >= *row.z; });
        EXPECT_DOUBLE_EQ(*row.p_of_all,
                         (1 + static_cast<double>(as_large)) / (static_cast<double>(largest.size()) + 1));
        EXPECT_LE(row.p_over, row.q_over);
        EXPECT_LE(row.p_over, *row.p_of_all);
    }
}

} // namespace

TEST(Discovery, IsWhatItsCountsSay) {
    Graph const digraph = graph_from_arcs(40, random_arcs(40, 160, 3));
    Graph const graph = generate_graph("gen:ba:n=60,m=3,seed=4");
    for (DiscoveryStatistic const statistic : {DiscoveryStatistic::count, DiscoveryStatistic::concentration}) {
        for (int k = 3; k <= 4; ++k) {
            for (bool const directed : {false, true}) {
                DiscoveryQuery const query{.k = k, .directed = directed, .random_graphs = 60, .statistic = statistic};
                Discovery const found = discover(directed ? digraph : graph, query, on_host());
                EXPECT_EQ(found.status, Status::complete);
                EXPECT_EQ(found.counted, 60);
                EXPECT_EQ(found.model, directed ? NullModel::mutual : NullModel::degree);
                EXPECT_GT(found.taken, 0u);
                ASSERT_FALSE(found.classes.empty());
                expect_obvious(found, statistic);
            }
        }
    }
}

// f and every f' are the counts of those graphs, whatever thread made them and with how many others they were counted.
void expect_counts_of_its_graphs(Graph const& graph, DiscoveryQuery const& query, RunOptions const& options) {
    TransitionTable const tables =
        TransitionTable::load(query.k, query.directed ? PatternKind::directed : PatternKind::undirected);
    MotifQuery const motifs{.k = query.k, .directed = query.directed, .tables = &tables};
    Discovery const found = discover(graph, query, options);
    MotifResult const given = count_motifs(graph, motifs, on_host());
    EXPECT_EQ(to_string(found.count), to_string(given.count));
    ASSERT_EQ(found.counted, query.random_graphs);
    for (std::size_t g = 0; g < found.random.size(); ++g) {
        ASSERT_EQ(found.numbers[g], g);
        RandomGraphQuery const one{.model = found.model, .seed = query.seed, .number = found.numbers[g]};
        MotifResult const random = count_motifs(random_graph(graph, one).graph, motifs, on_host());
        WideCount sum = 0;
        for (std::size_t i = 0; i < found.classes.size(); ++i) {
            EXPECT_EQ(found.random[g][i], random.motifs[found.classes[i].class_number].count);
            EXPECT_EQ(found.classes[i].count, given.motifs[found.classes[i].class_number].count);
            sum += found.random[g][i];
        }
        EXPECT_EQ(to_string(sum), to_string(random.count));
    }
}

class DiscoveryOfGraphs : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(DiscoveryOfGraphs);

TEST_P(DiscoveryOfGraphs, CountsThoseOfItsNumbers) {
    Graph const directed = graph_from_arcs(30, random_arcs(30, 110, 8));
    for (int const k : {3, 4, 5}) {
        expect_counts_of_its_graphs(directed, {.k = k, .directed = true, .random_graphs = 60, .seed = 6}, options());
    }
    Graph const plain = generate_graph("gen:er:n=40,m=70,seed=3");
    for (int const k : {3, 5, 6, 7}) {
        expect_counts_of_its_graphs(plain, {.k = k, .random_graphs = 40, .seed = 7}, options());
    }
}

// Directed patterns of 6 vertices and more are counted by code.
void expect_counts_of_the_verifier(Graph const& graph, int k, RunOptions const& options) {
    Discovery const found = discover(graph, {.k = k, .directed = true, .random_graphs = 3}, options);
    ASSERT_EQ(found.random.size(), 3u);
    for (int g = -1; g < 3; ++g) {
        Graph const random = g < 0 ? graph : random_graph(graph, {.model = found.model, .number = unsigned(g)}).graph;
        std::map<std::string, WideCount> expected = motif::count_directed_motifs(random, k);
        for (std::size_t i = 0; i < found.classes.size(); ++i) {
            WideCount const count = g < 0 ? found.classes[i].count : found.random[static_cast<std::size_t>(g)][i];
            std::string const& graph6 = found.classes[i].pattern.graph6;
            EXPECT_EQ(to_string(count), to_string(expected[graph6])) << graph6 << " in " << g;
            expected.erase(graph6);
        }
        EXPECT_TRUE(expected.empty()) << expected.size() << " patterns more, k " << k;
    }
}

TEST_P(DiscoveryOfGraphs, OfLargeDirectedPatternsAreThoseOfTheVerifier) {
    for (int const k : {6, 7, 8, 9}) {
        expect_counts_of_the_verifier(graph_from_arcs(14, random_arcs(14, 34, 5)), k, options());
        expect_counts_of_the_verifier(graph_from_arcs(10, random_arcs(10, 60, 6)), k, options());
    }
}

TEST(DiscoveryInLockstep, OfLargeDirectedPatternsAreThoseOfTheVerifier) {
    for (int const k : {6, 8, 9}) {
        expect_counts_of_the_verifier(graph_from_arcs(9, random_arcs(9, 18, 5)), k, on(DeviceKind::lockstep));
    }
}

// Here they have more codes than there are slots at first, on several threads.
TEST_P(DiscoveryOfGraphs, MayHaveManyCodes) {
    Graph const graph = graph_from_arcs(26, random_arcs(26, 300, 9));
    Discovery const found = discover(graph, {.k = 6, .directed = true, .random_graphs = 4}, options());
    std::vector<Edge> edges;
    for_each_arc_or_edge(graph, [&](VertexId u, VertexId v) { edges.push_back({u, v}); });
    MotifResult const plain = count_motifs(graph_from_edges(26, edges), {.k = 6}, on_host());
    WideCount sum = 0;
    for (ClassStatistics const& row : found.classes) sum += row.count;
    EXPECT_EQ(to_string(found.count), to_string(plain.count));
    EXPECT_EQ(to_string(sum), to_string(plain.count));
    EXPECT_GT(found.classes.size(), std::size_t{1} << 14);
    EXPECT_EQ(found.counted, 4);
}

TEST(DiscoveryInLockstep, CountsTheGraphsOfItsNumbers) {
    Graph const directed = graph_from_arcs(14, random_arcs(14, 30, 8));
    expect_counts_of_its_graphs(directed, {.k = 4, .directed = true, .random_graphs = 3}, on(DeviceKind::lockstep));
    Graph const plain = generate_graph("gen:er:n=16,m=24,seed=3");
    expect_counts_of_its_graphs(plain, {.k = 6, .random_graphs = 3}, on(DeviceKind::lockstep));
}

// Worked out by hand: f = 3, f' = 1, 2, 3, 2; and a class that only random graphs have.
TEST(Discovery, OfFewNumbers) {
    using discovery::ClassCounts;
    std::vector<ClassCounts> const random = {{{7, 1}}, {{7, 2}, {9, 4}}, {{7, 3}}, {{7, 2}}};
    auto const rows = discovery::statistics_of({ClassCounts{{7, 3}}}, random, {});
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].class_number, 7u);
    EXPECT_DOUBLE_EQ(rows[0].mean, 2);
    EXPECT_DOUBLE_EQ(rows[0].deviation, std::sqrt(2.0 / 3));
    EXPECT_DOUBLE_EQ(rows[0].p_over, 2.0 / 5);
    EXPECT_DOUBLE_EQ(rows[0].p_under, 1);
    EXPECT_FALSE(rows[0].is_motif); // 1.2 deviations
    EXPECT_EQ(rows[1].class_number, 9u);
    EXPECT_DOUBLE_EQ(rows[1].mean, 1);
    EXPECT_DOUBLE_EQ(rows[1].p_over, 1);
    EXPECT_DOUBLE_EQ(rows[1].p_under, 4.0 / 5);
    EXPECT_DOUBLE_EQ(rows[0].q_over, 4.0 / 5); // twice the p of the first of two
}

// A graph that is one of the random ones is not told from them.
TEST(Discovery, FindsNothingInARandomGraph) {
    Graph const graph = graph_from_arcs(60, random_arcs(60, 260, 5));
    for (std::uint32_t number = 0; number < 5; ++number) {
        Graph const random = random_graph(graph, {.model = NullModel::degree, .seed = 77, .number = number}).graph;
        DiscoveryQuery const query{.k = 3, .directed = true, .random_graphs = 200, .model = NullModel::degree};
        for (ClassStatistics const& row : discover(random, query, on_host()).classes) {
            EXPECT_LT(std::abs(row.z.value_or(0)), 5) << row.pattern.graph6;
        }
    }
}

TEST(Discovery, HasNullModelsOfOnesOwn) {
    Graph const graph = generate_graph("gen:er:n=40,m=100,seed=2");
    std::mutex mutex;
    std::set<std::uint32_t> numbers;
    DiscoveryQuery query{.k = 4, .random_graphs = 12};
    query.random_graph = [&](Graph const& given, std::uint32_t number) {
        std::lock_guard const lock(mutex);
        numbers.insert(number);
        return random_graph(given, {.model = NullModel::er, .number = number}).graph;
    };
    Discovery const found = discover(graph, query, on_host());
    EXPECT_TRUE(found.has_own_model);
    EXPECT_EQ(numbers.size(), 12u);
    EXPECT_EQ(found.counted, 12);
    expect_obvious(found, DiscoveryStatistic::count);
}

TEST(Discovery, OfAStoppedRunIsOfTheGraphsThatAreDone) {
    Graph const graph = generate_graph("gen:er:n=3000,m=20000,seed=2");
    DiscoveryQuery const query{.k = 3, .random_graphs = 100000};
    RunOptions options = on_host();
    options.deadline_seconds = 1.5;
    std::uint64_t told = 0;
    options.progress = [&](Progress const& progress) { told = std::max(told, progress.roots_done); };
    Discovery const found = discover(graph, query, options);
    EXPECT_EQ(found.status, Status::deadline);
    EXPECT_GE(found.counted, 2);
    EXPECT_LT(found.counted, 100000);
    EXPECT_GE(told, 1u);
    EXPECT_EQ(found.random.size(), static_cast<std::size_t>(found.counted));
    expect_obvious(found, DiscoveryStatistic::count);
}

TEST(Discovery, RefusesWhatItCannotDo) {
    Graph const graph = generate_graph("gen:er:n=20,m=40,seed=1");
    auto const refusal = [&](DiscoveryQuery const& query, RunOptions const& options = on_host()) {
        return message_of<InputError>([&] { discover(graph, query, options); });
    };
    EXPECT_NE(refusal({.random_graphs = 1}).find("2 or more"), std::string::npos);
    std::string const of_ten = message_of<InputError>(
        [&] { discover(graph_from_arcs(9, random_arcs(9, 30, 1)), {.k = 10, .directed = true}, on_host()); });
    EXPECT_NE(of_ten.find("3 to 9 vertices"), std::string::npos) << of_ten;
    EXPECT_NE(refusal({.model = NullModel::triads}).find("keeps the patterns of 3 vertices"), std::string::npos);
    EXPECT_NE(refusal({.k = 4, .model = NullModel::triads}).find("no directions"), std::string::npos);
    EXPECT_NE(refusal({.min_excess = -1}).find("excess"), std::string::npos);
    EXPECT_NE(refusal({.theta = -1}).find("theta"), std::string::npos);
    EXPECT_NE(refusal({.k = 2}).find("not 2"), std::string::npos);
    EXPECT_NE(refusal({.model = NullModel::mutual}).find("no directions"), std::string::npos);
    std::string const of_digraph = message_of<InputError>(
        [&] { discover(graph_from_arcs(9, random_arcs(9, 30, 1)), {.random_graphs = 2}, on_host()); });
    EXPECT_NE(of_digraph.find("this graph has directions"), std::string::npos) << of_digraph;
    DiscoveryQuery const of_another_size{
        .random_graph = [](Graph const&, std::uint32_t) { return generate_graph("gen:er:n=21,m=40,seed=1"); }};
    EXPECT_NE(refusal(of_another_size).find("gave a graph of 21 vertices"), std::string::npos);
    RunOptions of_roots = on_host();
    of_roots.roots = std::vector<VertexId>{1};
    EXPECT_NE(refusal({}, of_roots).find("roots"), std::string::npos);
}

} // namespace cerrado::test
