#include "discovery/models/graphs_on_device.hpp"
#include "discovery/models/pairs.hpp"
#include "discovery/models/random_graphs.hpp"
#include "discovery/statistics.hpp"
#include "isomorphism/verifier.hpp"
#include "motif/verifier.hpp"
#include "places.hpp"
#include "unit/apps/support.hpp"
#include "unit/growing_deadlines.hpp"
#include "unit/message_of.hpp"
#include "unit/random_arcs.hpp"

#include <cerrado/apps/discovery.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/run/devices.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace cerrado::test {

// Labels for the vertices and edges of any graph.

// Three labels of vertices and two of edges, which repeat. With `some_lack` every fifth vertex and edge has none.
inline Graph with_any_labels(Graph const& graph, bool some_lack = false) {
    std::vector<std::string> of_vertices, of_edges;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        of_vertices.push_back(some_lack && v % 5 == 0 ? "" : std::string(1, static_cast<char>('a' + v * v % 7 % 3)));
    }
    std::vector<Edge> edges;
    for_each_arc_or_edge(graph, [&](VertexId u, VertexId v) {
        edges.push_back({u, v});
        of_edges.push_back(some_lack && edges.size() % 5 == 0 ? "" : (u + 3 * v) % 4 < 2 ? "x" : "y");
    });
    return with_edge_labels(with_labels(graph, of_vertices), edges, of_edges);
}

// Statistics of network motifs against numbers that are worked out here from the counts themselves.

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
        auto const as_large =
            std::ranges::count_if(largest, [&](double z) { return z >= *row.z - 1e-9 * (1 + std::abs(*row.z)); });
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

// z is N / sqrt(V), but for a factor that all share: N is r f - (the sum of f'), V is r (the sum of f' f') - (the sum of f')^2.
struct ExactZ {
    __int128 n, v;
    bool operator>=(ExactZ const& other) const {
        __int128 const own = (n < 0 ? -n * n : n * n) * other.v,
                       others = (other.n < 0 ? -other.n * other.n : other.n * other.n) * v;
        return own >= others;
    }
};

// Paths and three times the triangles add up to what the degrees say, so their z are opposite, and graphs tie.
TEST(Discovery, TiesOfDifferentPatternsAreNotPartedByRounding) {
    Graph const graph = open_graph((source_folder() / "datasets" / "florentine.txt").string());
    for (std::uint64_t seed = 41; seed <= 80; ++seed) {
        Discovery const found = discover(graph, {.k = 3, .random_graphs = 9, .seed = seed}, on_host());
        auto const exact = [&](std::size_t row, WideCount count) {
            __int128 sum = 0, squares = 0;
            for (auto const& counts : found.random) {
                auto const f = static_cast<__int128>(counts[row]);
                sum += f;
                squares += f * f;
            }
            return ExactZ{9 * static_cast<__int128>(count) - sum, 9 * squares - sum * sum};
        };
        for (std::size_t row = 0; row < found.classes.size(); ++row) {
            if (!found.classes[row].z) continue;
            ExactZ const own = exact(row, found.classes[row].count);
            auto const as_large = std::ranges::count_if(found.random, [&](auto const& counts) {
                bool is_as_large = false;
                for (std::size_t other = 0; other < counts.size(); ++other) {
                    is_as_large = is_as_large || (found.classes[other].z && exact(other, counts[other]) >= own);
                }
                return is_as_large;
            });
            EXPECT_DOUBLE_EQ(*found.classes[row].p_of_all, (1 + static_cast<double>(as_large)) / 10) << seed;
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
    expect_counts_of_its_graphs(directed, {.k = 4, .directed = true, .random_graphs = 2}, on(DeviceKind::lockstep));
    Graph const plain = generate_graph("gen:er:n=12,m=17,seed=3");
    expect_counts_of_its_graphs(plain, {.k = 6, .random_graphs = 2}, on(DeviceKind::lockstep));
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
    std::uint64_t told = 0;
    options.progress = [&](Progress const& progress) { told = std::max(told, progress.roots_done); };
    Discovery const found = run_to_a_deadline(
        options, .3,
        [&](RunOptions const& own) {
            told = 0;
            return discover(graph, query, own);
        },
        [&](Discovery const& result) { return result.counted >= 2 && told >= 1; });
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
    EXPECT_NE(refusal({.model = NullModel::triads}).find("keeps the counts of patterns of 3 vertices"),
              std::string::npos);
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
    EXPECT_NE(refusal(of_another_size).find("returned a graph of 21 vertices"), std::string::npos);
    RunOptions of_roots = on_host();
    of_roots.roots = std::vector<VertexId>{1};
    EXPECT_NE(refusal({}, of_roots).find("roots"), std::string::npos);
}

// A search for given patterns against the counts of their matches, induced or not.

class DiscoveryOfPatterns : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(DiscoveryOfPatterns);

TEST_P(DiscoveryOfPatterns, HasTheCountsOfTheirMatches) {
    auto const parsed = [](std::vector<std::string> const& texts) {
        std::vector<Pattern> patterns;
        for (std::string const& text : texts) patterns.push_back(parse_pattern(text));
        return patterns;
    };
    Graph const digraph = graph_from_arcs(30, random_arcs(30, 160, 8));
    Graph const plain = generate_graph("gen:er:n=30,m=120,seed=3");
    std::vector<std::pair<Graph const*, std::vector<Pattern>>> const searches = {
        {&digraph, parsed({"FFL", "0>1,1>2,2>0", "0<>1,1>2"})},
        {&digraph, parsed({"0>1,0>2,0>3", "0>1,1>2,2>3,3>0"})},
        {&digraph, parsed({"0>1,0>2,0>3,0>4,0>5,4>1"})},
        {&plain, parsed({"C4", "K4", "diamond"})},
        {&plain, parsed({"6-path", "6-cycle"})}};
    for (auto const& [graph, patterns] : searches) {
        for (bool const edge_induced : {false, true}) {
            DiscoveryQuery const query{.k = patterns[0].size(),
                                       .directed = graph == &digraph,
                                       .patterns = patterns,
                                       .edge_induced = edge_induced,
                                       .random_graphs = 3};
            Discovery const found = discover(*graph, query, options());
            ASSERT_EQ(found.classes.size(), patterns.size());
            for (std::size_t i = 0; i < patterns.size(); ++i) {
                MatchQuery const match{.pattern = patterns[i], .induced = !edge_induced};
                auto const matches = [&](Graph const& in) {
                    return count_matches(in, match, on(DeviceKind::host)).count;
                };
                EXPECT_EQ(to_string(found.classes[i].count), to_string(matches(*graph))) << i;
                for (std::uint32_t g = 0; g < 3; ++g) {
                    Graph const random = random_graph(*graph, {.model = found.model, .number = g}).graph;
                    EXPECT_EQ(to_string(found.random[g][i]), to_string(matches(random))) << i << " in " << g;
                }
            }
        }
    }
}

TEST(GivenPatterns, AreRefusedIfTheyCannotBeCounted) {
    Graph const plain = generate_graph("gen:er:n=30,m=120,seed=3");
    Graph const digraph = graph_from_arcs(30, random_arcs(30, 160, 8));
    auto const search = [&](std::vector<std::string> const& texts, DiscoveryQuery query) {
        for (std::string const& text : texts) query.patterns.push_back(parse_pattern(text));
        discover(query.directed ? digraph : plain, query, on(DeviceKind::host));
    };
    expect_refusal("one size", [&] { search({"C4", "C5"}, {.k = 4}); });
    expect_refusal("given twice", [&] { search({"C4", "0-1,1-2,2-3,3-0"}, {.k = 4}); });
    expect_refusal("has edges alone", [&] { search({"0-1,1-2,0~2"}, {.k = 3}); });
    expect_refusal("has arcs alone", [&] { search({"0-1,1-2"}, {.k = 3, .directed = true}); });
    expect_refusal("give patterns", [&] { search({}, {.k = 4, .edge_induced = true}); });
    expect_refusal("share of a pattern among all patterns",
                   [&] { search({"C4"}, {.k = 4, .statistic = DiscoveryStatistic::concentration}); });
}

// Network motifs by labels, and samples: against matches of labelled patterns, and against all subgraphs.

namespace {

Graph digraph() { return graph_from_arcs(24, random_arcs(24, 110, 5)); }
Graph plain() { return generate_graph("gen:er:n=24,m=70,seed=4"); }

WideCount sum_of(Discovery const& found) {
    WideCount sum = 0;
    for (ClassStatistics const& row : found.classes) sum += row.count;
    return sum;
}

// Each row has the matches of its pattern, in the graph and in each random graph.
void expect_matches(Graph const& graph, DiscoveryQuery const& query, RunOptions const& options) {
    Discovery const found = discover(graph, query, options);
    ASSERT_EQ(found.status, Status::complete);
    std::vector<Graph> random;
    for (int g = 0; g < query.random_graphs; ++g) {
        random.push_back(
            random_graph(graph, random_graph_query(query, found.model, static_cast<std::uint32_t>(g))).graph);
    }
    std::set<std::string> seen;
    for (std::size_t i = 0; i < found.classes.size(); ++i) {
        ClassStatistics const& row = found.classes[i];
        std::string name = row.pattern.graph6;
        for (std::string const& label : row.labels) name += " " + label;
        for (std::string const& label : row.edge_labels) name += "/" + label;
        auto const matches = [&](Graph const& in) {
            return to_string(count_matches_serially(in, pattern_of(row, query.directed), true));
        };
        EXPECT_TRUE(seen.insert(name).second) << name;
        EXPECT_EQ(to_string(row.count), matches(graph)) << name;
        for (std::size_t g = 0; g < random.size(); ++g) {
            EXPECT_EQ(to_string(found.random[g][i]), matches(random[g])) << name << " in " << g;
        }
    }
    DiscoveryQuery without = query;
    without.labels = without.edge_labels = false;
    EXPECT_EQ(to_string(sum_of(found)), to_string(sum_of(discover(graph, without, on(DeviceKind::host)))));
}

// How many edges there are by vertex, whether it is the source, the label of the edge and that of the other end.
using Mixing = std::map<std::tuple<VertexId, bool, std::uint32_t, std::uint32_t>, int>;
Mixing mixing_of(Graph const& graph) {
    Mixing mixing;
    for_each_arc_or_edge(graph, [&](VertexId u, VertexId v) {
        std::uint32_t const label = graph.marks->edge_labels[graph.ref().find(u, v)];
        ++mixing[{u, true, label, graph.marks->labels[v]}];
        ++mixing[{v, !is_directed(graph), label, graph.marks->labels[u]}];
    });
    return mixing;
}

} // namespace

class DiscoveryByLabels : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(DiscoveryByLabels);

TEST_P(DiscoveryByLabels, CountsTheMatchesOfItsPatterns) {
    for (Graph const& graph : {with_any_labels(digraph()), with_any_labels(plain())}) {
        bool const directed = is_directed(graph);
        for (auto const& [labels, edge_labels] : {std::pair(true, false), {false, true}, {true, true}}) {
            DiscoveryQuery query{
                .k = 3, .directed = directed, .random_graphs = 3, .labels = labels, .edge_labels = edge_labels};
            expect_matches(graph, query, options());
            query.k = 4;
            query.random_graphs = 2;
            if (labels != edge_labels) expect_matches(graph, query, options());
        }
    }
}

TEST_P(DiscoveryByLabels, OfFreeLabelsAndEveryModel) {
    Graph const graph = with_any_labels(digraph());
    for (NullModel const model :
         {NullModel::degree, NullModel::mutual, NullModel::global, NullModel::jdm, NullModel::er}) {
        for (bool const free : {false, true}) {
            expect_matches(graph,
                           {.k = 3,
                            .directed = true,
                            .random_graphs = 2,
                            .model = model,
                            .labels = true,
                            .edge_labels = true,
                            .free_labels = free},
                           options());
        }
    }
}

TEST_P(DiscoveryByLabels, OfGivenPatterns) {
    Graph const graph = with_any_labels(digraph());
    DiscoveryQuery const query{
        .k = 3,
        .directed = true,
        .patterns = {parse_pattern("0>1,0>2,1>2,0:a,1:b,2:c"), parse_pattern("0>1,1>2,0:a,1:a,2:a")},
        .random_graphs = 2,
        .labels = true};
    Discovery const found = discover(graph, query, options());
    ASSERT_EQ(found.classes.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        WideCount const matches = count_matches_serially(graph, query.patterns[i], true);
        EXPECT_EQ(to_string(found.classes[i].count), to_string(matches)) << i;
    }
}

// Every subgraph is drawn: then the estimates are the counts, and certain.
TEST_P(DiscoveryByLabels, OfASampleOfAll) {
    for (Graph const& graph : {digraph(), plain()}) {
        DiscoveryQuery query{.k = 4, .directed = is_directed(graph), .random_graphs = 3};
        Discovery const exact = discover(graph, query, options());
        query.sample = {1, 1, 1, 1};
        Discovery const sampled = discover(graph, query, options());
        EXPECT_EQ(to_string(sampled.count), to_string(exact.count));
        std::map<std::string, ClassStatistics> by_name;
        for (ClassStatistics const& row : sampled.classes) by_name.emplace(row.pattern.graph6, row);
        ASSERT_EQ(by_name.size(), exact.classes.size());
        for (ClassStatistics const& row : exact.classes) {
            ClassStatistics const& same = by_name.at(row.pattern.graph6);
            EXPECT_EQ(to_string(same.count), to_string(row.count));
            EXPECT_EQ(same.canonical, row.canonical);
            EXPECT_NEAR(same.mean, row.mean, 1e-9 * row.mean);
            EXPECT_NEAR(*same.error, 0, 1e-9 * row.value);
        }
    }
}

TEST_P(DiscoveryByLabels, OfASampleIsTheSameOnTheHost) {
    DiscoveryQuery const query{
        .k = 4, .directed = true, .random_graphs = 3, .labels = true, .sample = {.9, .8, .7, .6}};
    Graph const graph = with_any_labels(digraph(), true);
    Discovery const found = discover(graph, query, options()), on_host = discover(graph, query, on(DeviceKind::host));
    ASSERT_EQ(found.classes.size(), on_host.classes.size());
    EXPECT_EQ(found.random, on_host.random);
    for (std::size_t i = 0; i < found.classes.size(); ++i) {
        EXPECT_EQ(found.classes[i].value, on_host.classes[i].value);
        EXPECT_EQ(found.classes[i].labels, on_host.classes[i].labels);
    }
}

TEST(DiscoveryInLockstep, ByLabels) {
    Graph const graph = with_any_labels(graph_from_arcs(12, random_arcs(12, 30, 8)));
    expect_matches(graph, {.k = 4, .directed = true, .random_graphs = 2, .labels = true}, on(DeviceKind::lockstep));
}

TEST(DiscoveryOfSamples, HasNoBiasAndKnowsItsError) {
    Graph const graph = plain();
    DiscoveryQuery query{.k = 4, .random_graphs = 2};
    std::map<std::string, double> exact, mean, error;
    for (ClassStatistics const& row : discover(graph, query, on(DeviceKind::host)).classes) {
        exact[row.pattern.graph6] = row.value;
    }
    query.sample = {1, .7, .5, .5};
    constexpr int seeds = 100;
    for (int seed = 1; seed <= seeds; ++seed) {
        query.seed = static_cast<std::uint64_t>(seed);
        for (ClassStatistics const& row : discover(graph, query, on(DeviceKind::host)).classes) {
            mean[row.pattern.graph6] += row.value / seeds;
            error[row.pattern.graph6] += *row.error * *row.error / seeds;
        }
    }
    for (auto const& [name, value] : exact) {
        double const of_mean = std::sqrt(error[name] / seeds);
        EXPECT_NEAR(mean[name], value, 4 * of_mean + 1e-9) << name;
        if (value > 100) {
            EXPECT_LT(of_mean, .05 * value) << name;
        }
    }
}

TEST(RandomGraphsWithLabels, KeepWhichLabelsEachVertexMeets) {
    for (Graph const& graph : {with_any_labels(digraph(), true), with_any_labels(plain(), true)}) {
        for (NullModel const model : {NullModel::degree, NullModel::mutual, NullModel::global, NullModel::jdm}) {
            if (!is_directed(graph) && model != NullModel::degree && model != NullModel::jdm) continue;
            RandomGraphQuery const query{
                .model = model, .switches = 30, .number = 3, .labels = true, .edge_labels = true};
            RandomGraph const random = random_graph(graph, query);
            EXPECT_EQ(mixing_of(random.graph), mixing_of(graph)) << name_of(model);
            if (model != NullModel::jdm) {
                EXPECT_GT(random.taken, 0u) << name_of(model);
            }
        }
    }
}

TEST(RandomGraphsWithLabels, KeepHowManyEdgesHaveFreeLabels) {
    Graph const graph = with_any_labels(digraph(), true);
    auto const labels_of = [](Graph const& of) {
        std::map<std::uint32_t, int> counts;
        for_each_arc_or_edge(of, [&](VertexId u, VertexId v) { ++counts[of.marks->edge_labels[of.ref().find(u, v)]]; });
        return counts;
    };
    for (NullModel const model : {NullModel::mutual, NullModel::er, NullModel::triads}) {
        Graph const random =
            random_graph(graph, {.model = model, .labels = true, .edge_labels = true, .free_labels = true}).graph;
        EXPECT_EQ(labels_of(random), labels_of(graph)) << name_of(model);
        EXPECT_EQ(random.marks->labels, graph.marks->labels);
    }
}

TEST(DiscoveryOfSamples, AndLabelsAreRefused) {
    Graph const labelled = with_any_labels(digraph());
    auto const search = [&](Graph const& graph, DiscoveryQuery query) {
        query.directed = is_directed(graph);
        discover(graph, query, on(DeviceKind::host));
    };
    expect_refusal("vertices of this graph have no labels", [&] { search(digraph(), {.labels = true}); });
    expect_refusal("edges of this graph have no labels", [&] { search(digraph(), {.edge_labels = true}); });
    expect_refusal("more than 62 bits", [&] { search(labelled, {.k = 7, .labels = true, .edge_labels = true}); });
    expect_refusal("cannot keep labels",
                   [&] { search(labelled, {.k = 4, .model = NullModel::triads, .labels = true}); });
    expect_refusal("3 probabilities", [&] { search(digraph(), {.sample = {1, 1}}); });
    expect_refusal("from 1e-06 to 1", [&] { search(digraph(), {.sample = {1, 0, 1}}); });
    expect_refusal("a pattern's vertex has no label",
                   [&] { search(labelled, {.patterns = {parse_pattern("0>1,1>2")}, .labels = true}); });
    expect_refusal("has the label z",
                   [&] { search(labelled, {.patterns = {parse_pattern("0>1,1>2,0:z,1:a,2:a")}, .labels = true}); });
    expect_refusal("with labels or samples", [&] {
        search(labelled, {.patterns = {parse_pattern("0>1,1>2")}, .edge_induced = true, .labels = true});
    });
}

// The index of pairs against a set of them.

namespace {

struct Answers {
    int wrong = 0, in_lists = 0, all = 0;
};

// Adds and removes pairs at random. The index was made for `pairs` pairs, and has `most` or fewer.
Answers answers_of(VertexId vertices, std::uint64_t pairs, std::size_t most) {
    using discovery::JoinedPairs;
    JoinedPairs index(vertices, pairs);
    std::set<std::pair<VertexId, VertexId>> joined;
    std::mt19937 random(5);
    std::uniform_int_distribution<VertexId> any(vertices - 40, vertices - 1);
    Answers answers;
    for (int i = 0; i < 20000; ++i) {
        VertexId const u = any(random), v = any(random);
        bool const is_joined = joined.contains({u, v});
        JoinedPairs::Answer const answer = index.has({u, v});
        ++answers.all;
        if (answer == JoinedPairs::Answer::in_lists) {
            ++answers.in_lists;
        } else if ((answer == JoinedPairs::Answer::yes) != is_joined) {
            ++answers.wrong;
        }
        if (is_joined) {
            index.remove({u, v});
            joined.erase({u, v});
        } else if (joined.size() < most) {
            index.add({u, v});
            joined.insert({u, v});
        }
    }
    return answers;
}

} // namespace

TEST(JoinedPairs, AreKnownWithoutListsUnlessTheirBucketIsFull) {
    Answers const answers = answers_of(1000, 600, 600);
    EXPECT_EQ(answers.wrong, 0);
    EXPECT_LT(answers.in_lists, answers.all / 20);
}

TEST(JoinedPairs, AreNotMistakenInFullBuckets) {
    Answers const answers = answers_of(1000, 20, 600);
    EXPECT_EQ(answers.wrong, 0);
    EXPECT_GT(answers.in_lists, answers.all / 2);
}

TEST(JoinedPairs, AreNotMistakenIfTheirWordsAreNotExact) {
    Answers const answers = answers_of(~VertexId{0}, 600, 600); // 54 bits for a word of 30
    EXPECT_EQ(answers.wrong, 0);
    EXPECT_GT(answers.in_lists, 0);
}

// Random graphs that a device makes together against those that one thread makes, step by step.

namespace {

using discovery::SwitchedTogether;

constexpr std::uint64_t memory = std::uint64_t{1} << 30;

// Every model, with hubs, mutual edges and 3-cycles among the arcs. A graph of fewer vertices takes detours in some.
constexpr VertexId without_detours = 65;

struct Sample {
    std::string name;
    Graph graph;
    NullModel model;
    bool has_labels = false; // of vertices and edges
};

std::vector<Sample> samples() {
    std::vector<Sample> samples;
    std::vector<Edge> arcs = random_arcs(40, 150, 3);
    for (VertexId v = 1; v < 40; ++v) arcs.push_back({0, v});            // out of a hub
    for (VertexId v = 2; v < 40; v += 2) arcs.push_back({v, 1});         // into another one
    for (VertexId v = 0; v + 2 < 40; v += 3) arcs.push_back({v + 2, v}); // cycles
    Graph const directed = graph_from_arcs(without_detours, arcs);
    for (NullModel const model : {NullModel::degree, NullModel::mutual, NullModel::global, NullModel::jdm}) {
        samples.push_back({"directed", directed, model});
        samples.push_back({"directed, with labels", with_any_labels(directed), model, true});
    }
    Graph const plain = generate_graph("gen:ba:n=60,m=3,seed=2");
    for (NullModel const model : {NullModel::degree, NullModel::jdm}) samples.push_back({"plain", plain, model});
    samples.push_back({"plain, with labels", with_any_labels(plain), NullModel::degree, true});
    samples.push_back({"mutual edges alone",
                       graph_from_arcs(without_detours, std::vector<Edge>{{0, 1}, {1, 0}, {2, 3}, {3, 2}}),
                       NullModel::mutual});
    samples.push_back({"a star", generate_graph("gen:bipartite:a=1,b=49"), NullModel::degree});
    samples.push_back({"one edge", graph_from_edges(2, std::vector<Edge>{{0, 1}}), NullModel::degree});
    return samples;
}

} // namespace

class Switching : public testing::TestWithParam<DeviceKind> {
protected:
    void SetUp() override {
        if (GetParam() == DeviceKind::cuda && !why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    }
    // Lanes of the lockstep warp are threads.
    static double switches() { return GetParam() == DeviceKind::lockstep ? 1 : 20; }
    static std::vector<std::uint32_t> numbers() {
        return GetParam() == DeviceKind::lockstep ? std::vector<std::uint32_t>{0, 1000000}
                                                  : std::vector<std::uint32_t>{0, 1, 5, 1000000};
    }
};

TEST_P(Switching, MakesTheGraphsOfTheSerialSteps) {
    for (Sample const& sample : samples()) {
        RandomGraphQuery query{.model = sample.model,
                               .switches = switches(),
                               .seed = 7,
                               .labels = sample.has_labels,
                               .edge_labels = sample.has_labels};
        SwitchedTogether const together(sample.graph, query, memory, on(GetParam()));
        auto const made = together.make(numbers(), on(GetParam()));
        ASSERT_TRUE(made);
        for (std::size_t i = 0; i < numbers().size(); ++i) {
            query.number = numbers()[i];
            auto const serial = discovery::random_edges_while(sample.graph, query, [] { return true; });
            discovery::RandomEdges const random = made->graph(i);
            std::string const what = sample.name + ", " + std::string(name_of(sample.model));
            EXPECT_EQ(random.edges, serial->edges) << what;
            EXPECT_EQ(random.taken, serial->taken) << what;
            EXPECT_EQ(random.steps, serial->steps) << what;
        }
    }
}

// A search says so before it makes any.
TEST_P(Switching, RefusesModelsThatTheGraphCannotHave) {
    Graph const plain = generate_graph("gen:ba:n=60,m=3,seed=2");
    for (NullModel const model : {NullModel::mutual, NullModel::global}) {
        DiscoveryQuery const query{.k = 3, .random_graphs = 2, .model = model};
        EXPECT_THROW(discover(plain, query, on(GetParam())), InputError) << name_of(model);
    }
    EXPECT_THROW(discover(plain, {.k = 3, .random_graphs = 2, .switches = -1}, on(GetParam())), InputError);
}

TEST_P(Switching, GoesFromRoundToRound) {
    if (GetParam() == DeviceKind::lockstep) GTEST_SKIP() << "130,000 steps are too many for threads in step";
    Graph const graph = generate_graph("gen:ba:n=60,m=3,seed=2");
    RandomGraphQuery const query{.switches = 1000, .seed = 1};
    SwitchedTogether const together(graph, query, memory, on(GetParam()));
    auto const serial = discovery::random_edges_while(graph, query, [] { return true; });
    EXPECT_GT(serial->steps, 1u << 17) << "more than a round on every device";
    EXPECT_EQ(together.make(std::vector<std::uint32_t>{0}, on(GetParam()))->graph(0).edges, serial->edges);
}

TEST_P(Switching, EndsWhenItIsTold) {
    if (GetParam() == DeviceKind::lockstep) GTEST_SKIP() << "threads in step begin the first jobs";
    std::atomic<bool> const told = true;
    RunOptions options = on(GetParam());
    options.interrupt = &told;
    SwitchedTogether const together(generate_graph("gen:ba:n=60,m=3,seed=2"), {.switches = 1e5}, memory, options);
    EXPECT_EQ(together.make(std::vector<std::uint32_t>(100), options), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Devices, Switching, testing::Values(DeviceKind::host, DeviceKind::lockstep, DeviceKind::cuda),
                         [](auto const& info) {
                             return info.param == DeviceKind::cuda   ? "Cuda"
                                    : info.param == DeviceKind::host ? "Host"
                                                                     : "Lockstep";
                         });

TEST(GraphsTogether, AreTheGraphsSideBySide) {
    for (bool const is_directed : {false, true}) {
        VertexId const n = 30;
        std::vector<VertexId> number(n);
        for (VertexId v = 0; v < n; ++v) number[v] = (7 * v + 3) % n;
        discovery::GraphsTogether together(n, is_directed, 4, 300);
        std::vector<Edge> all;
        for (unsigned seed = 1; seed <= 3; ++seed) {
            std::vector<Edge> const arcs = random_arcs(n, 100, seed);
            Graph const graph = is_directed ? graph_from_arcs(n, arcs) : graph_from_edges(n, arcs);
            std::vector<Edge> const edges = discovery::arcs_or_edges(graph);
            together.add({.edges = edges, .labels = {}}, number);
            VertexId const first = (seed - 1) * n;
            for (Edge const& edge : edges) all.push_back({first + number[edge.source], first + number[edge.target]});
        }
        together.add({}, number); // a graph without edges
        Graph const made = together.made();
        Graph const expected = is_directed ? graph_from_arcs(4 * n, all) : graph_from_edges(4 * n, all);
        EXPECT_TRUE(std::ranges::equal(made.offsets(), expected.offsets()));
        EXPECT_TRUE(std::ranges::equal(made.neighbour_array(), expected.neighbour_array()));
        if (is_directed) {
            EXPECT_EQ(made.marks->arcs, expected.marks->arcs);
        }
    }
}

} // namespace cerrado::test
