#include "equivalence/sanitizers.hpp"
#include "unit/apps/support.hpp"
#include "unit/growing_deadlines.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/frequent.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/generate/random_source.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>

#include <frequent/verifier.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace cerrado::test {

// Frequent subgraphs: against a search through all connected sets of edges, or of vertices, and by their definitions.

namespace {

using Found = std::map<frequent::SerialForm, std::vector<std::uint64_t>>;

// The domains by vertex of the serial program's form.
Found by_form(std::vector<FrequentPattern> const& patterns) {
    Found found;
    for (FrequentPattern const& one : patterns) {
        frequent::SerialPattern const serial = frequent::form_serially(one.pattern);
        std::vector<std::uint64_t> sizes(one.domain_sizes.size());
        for (std::size_t v = 0; v < sizes.size(); ++v)
            sizes[static_cast<std::size_t>(serial.positions[v])] = one.domain_sizes[v];
        EXPECT_EQ(one.support, *std::ranges::min_element(sizes));
        EXPECT_TRUE(found.emplace(serial.form, sizes).second) << "a pattern came twice";
    }
    return found;
}

struct Kind {
    bool directed = false, labels = false, edge_labels = false;
};

Graph random_graph(std::uint64_t seed, VertexId most, Kind kind) {
    RandomSource random(seed);
    auto const vertices = static_cast<VertexId>(most - random.below(4));
    std::uint64_t const percent = 15 + random.below(30);
    std::vector<Edge> edges;
    for (VertexId u = 0; u < vertices; ++u)
        for (VertexId v = 0; v < vertices; ++v)
            if (u != v && (kind.directed || u < v) && random.below(kind.directed ? 200 : 100) < percent)
                edges.push_back({u, v});
    Graph graph = kind.directed ? graph_from_arcs(vertices, edges) : graph_from_edges(vertices, edges);
    char const* const names[] = {"a", "b", "c", "d", ""}; // some have none
    if (kind.labels) {
        std::uint64_t const labels = 1 + random.below(5);
        std::vector<std::string> of;
        for (VertexId v = 0; v < vertices; ++v) of.emplace_back(names[random.below(labels)]);
        graph = with_labels(graph, of);
    }
    if (kind.edge_labels) {
        std::vector<std::string> of;
        for (std::size_t i = 0; i < edges.size(); ++i) of.emplace_back(names[random.below(3) * 2]);
        graph = with_edge_labels(graph, edges, of);
    }
    return graph;
}

constexpr Kind kinds[] = {{},
                          {.labels = true},
                          {.directed = true},
                          {.directed = true, .labels = true},
                          {.labels = true, .edge_labels = true},
                          {.directed = true, .labels = true, .edge_labels = true}};

FrequentResult mined(Graph const& graph, FrequentQuery const& query, RunOptions const& options) {
    FrequentResult result = mine_frequent(graph, query, options);
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_EQ(to_string(result.count), std::to_string(result.patterns.size()));
    return result;
}

} // namespace

class Frequent : public OnDeviceOrLockstep {};

namespace {

constexpr std::uint64_t seeds_of(bool is_slow) { return is_slow ? 4 : under_sanitizer ? 2 : 8; }

// Those of the serial program's patterns whose support is large enough.
Found with_support(Found const& all, std::uint64_t support) {
    Found some;
    for (auto const& [form, sizes] : all) {
        if (*std::ranges::min_element(sizes) >= support) some[form] = sizes;
    }
    return some;
}

// Mines random graphs of each kind, and compares with the serial program. Returns: how many patterns were compared.
std::size_t compare_mined(bool is_slow, frequent::SerialMining const& serial, FrequentQuery query, VertexId most,
                          RunOptions const& options) {
    std::size_t compared = 0;
    for (std::uint64_t seed = 1; seed <= seeds_of(is_slow); ++seed) {
        for (Kind const& kind : kinds) {
            Graph const graph = random_graph(seed, most, kind);
            Found const all = frequent::frequent_serially(graph, serial);
            for (query.support = 1; query.support <= 3; ++query.support) {
                SCOPED_TRACE(testing::Message() << "seed " << seed << ", support " << query.support);
                Found const expected = with_support(all, query.support);
                EXPECT_EQ(by_form(mined(graph, query, options).patterns), expected);
                compared += expected.size();
            }
        }
    }
    return compared;
}

} // namespace

TEST_P(Frequent, EdgeByEdgeEqualsAllConnectedSetsOfEdges) {
    int const edges = is_slow() ? 3 : 4;
    std::size_t const compared =
        compare_mined(is_slow(), {.max_edges = edges}, {.max_edges = edges}, is_slow() ? 7 : 11, options());
    EXPECT_GT(compared, is_slow() ? 50U : under_sanitizer ? 800U : 3000U);
}

TEST_P(Frequent, InducedEqualsAllConnectedSetsOfVertices) {
    int const vertices = is_slow() ? 3 : 4;
    std::size_t const compared =
        compare_mined(is_slow(), {.max_vertices = vertices, .induced = true},
                      {.max_vertices = vertices, .induced = true}, is_slow() ? 7 : 12, options());
    EXPECT_GT(compared, is_slow() ? 20U : under_sanitizer ? 400U : 1500U);
}

TEST_P(Frequent, TheSupportOfAPatternIsThatOfTheSerialProgram) {
    struct Asked {
        char const* pattern;
        Kind kind;
    };
    constexpr Asked all[] = {
        {"0-1", {}},
        {"house", {}},
        {"0-1,1-2,2-3,3-0,0~2", {}},
        {"0-1,0-2,0-3,1-4", {}},
        {"0-1,1-2,0:a,1:b,2:a", {.labels = true}},
        {"0-1,1-2,2-0,0:a|b", {.labels = true}},
        {"0-1,1-2,1:b", {.labels = true}},
        {"0>1,1>2,0>2", {.directed = true}},
        {"0>1,1-2,2~>0", {.directed = true}},
        {"0<>1,1>2", {.directed = true}},
        {"0>1/a,1>2/c", {.directed = true, .edge_labels = true}},
        {"0-1/a,1-2", {.edge_labels = true}},
        {"0-1/a,1>2/c,0:a", {.directed = true, .labels = true, .edge_labels = true}},
    };
    int found_some = 0, refused = 0;
    for (std::uint64_t seed = 1; seed <= (is_slow() ? 2 : under_sanitizer ? 3 : 12); ++seed) {
        for (Asked const& asked : all) {
            for (bool const induced : {false, true}) {
                SCOPED_TRACE(testing::Message() << asked.pattern << ", seed " << seed << (induced ? ", induced" : ""));
                Graph const graph = random_graph(seed, 9, asked.kind);
                Pattern const pattern = parse_pattern(asked.pattern);
                SupportResult result;
                try {
                    result = support_of(graph, {.pattern = pattern, .induced = induced}, options());
                } catch (InputError const&) { // this graph lacks a label
                    ++refused;
                    continue;
                }
                ASSERT_TRUE(result.found);
                auto const sizes = frequent::domain_sizes_serially(graph, pattern, induced, [] {});
                EXPECT_EQ(result.found->domain_sizes, sizes);
                std::uint64_t const support = *std::ranges::min_element(sizes);
                EXPECT_EQ(result.found->support, support);
                found_some += support > 0 ? 1 : 0;
                for (std::uint64_t least : {support, support + 1}) {
                    if (least == 0 || least > graph.vertex_count()) continue;
                    auto const answer =
                        support_of(graph, {.pattern = pattern, .induced = induced, .at_least = least}, options());
                    EXPECT_EQ(answer.is_at_least, support >= least) << least;
                }
            }
        }
    }
    EXPECT_GT(found_some, is_slow() ? 10 : under_sanitizer ? 25 : 100);
    EXPECT_LT(refused, found_some);
}

TEST_P(Frequent, DomainsAreTheVerticesAtEachOrbit) {
    Graph const graph = generate_graph("gen:er:n=60,m=140,seed=4");
    for (char const* const text : {"house", "0-1,1-2,2-3", "bull", "0-1,0-2,0-3"}) {
        Pattern const pattern = parse_pattern(text);
        SupportResult const result = support_of(graph, {.pattern = pattern, .domains = true}, options());
        RunResult const counted = count_local_matches(graph, {.pattern = pattern}, options());
        LocalCounts const& local = counted.of<PerOrbit>();
        std::vector<int> const orbits = match_orbits(pattern);
        for (std::size_t column = 0; column < orbits.size(); ++column) {
            std::vector<OriginalId> ids;
            for (std::size_t i = 0; i < local.vertices.size(); ++i) {
                if (local.orbits_of(i)[column] > 0) ids.push_back(local.vertices[i].vertex);
            }
            std::ranges::sort(ids);
            EXPECT_EQ(result.found->domains[static_cast<std::size_t>(orbits[column])], ids) << text;
        }
    }
}

TEST_P(Frequent, NumbersOfVerticesChangeNothing) {
    Graph const graph = random_graph(7, 40, {.labels = true});
    std::vector<VertexId> number(graph.vertex_count());
    std::iota(number.begin(), number.end(), VertexId{0});
    std::ranges::reverse(number);
    std::swap(number[0], number[3]);
    std::vector<Edge> edges;
    std::vector<std::string> labels(graph.vertex_count());
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        std::uint32_t const label = graph.marks->labels[v];
        labels[number[v]] = label == GraphMarks::no_label ? "" : graph.marks->label_names[label];
        for (VertexId const u : graph.neighbours(v)) edges.push_back({number[v], number[u]});
    }
    Graph const other = with_labels(graph_from_edges(graph.vertex_count(), edges), labels);
    FrequentQuery const query{.support = 4, .max_edges = is_slow() ? 2 : 4};
    EXPECT_EQ(by_form(mined(graph, query, options()).patterns), by_form(mined(other, query, options()).patterns));
}

TEST_P(Frequent, SearchesThatRunOutOfTheirBudgetAreFinishedInParts) {
    if (is_slow() || under_sanitizer) GTEST_SKIP() << "it takes long enough on one device";
    auto const groups_of_two = [](VertexId groups) {
        std::vector<Edge> edges;
        for (VertexId v = 0; v < 2 * groups; ++v)
            for (VertexId u = 0; u < v; ++u)
                if (u / 2 != v / 2) edges.push_back({u, v});
        return graph_from_edges(2 * groups, edges);
    };
    auto const clique = [](int k) {
        Pattern pattern(k);
        for (int v = 0; v < k; ++v)
            for (int u = 0; u < v; ++u) pattern.require_edge(u, v);
        return pattern;
    };
    // A search in vain at each vertex looks at 3^10 partial cliques.
    Graph const groups = groups_of_two(11);
    EXPECT_EQ(support_of(groups, {.pattern = clique(12)}, options()).found->support, 0);
    EXPECT_EQ(support_of(groups, {.pattern = clique(12), .at_least = 1}, options()).is_at_least, false);
    EXPECT_EQ(support_of(groups, {.pattern = clique(11)}, options()).found->support, 22);
    // Some vertices have a clique, others search for one in vain.
    Graph const dense = generate_graph("gen:er:n=60,m=1200,seed=2");
    for (int const k : {8, 9, 10, 11}) {
        RunResult const counted = count_local_cliques(dense, {.k = k}, options());
        std::uint64_t with_one = 0;
        for (VertexCount const& row : counted.of<PerVertexAndEdge>().vertices) with_one += row.count > 0 ? 1 : 0;
        EXPECT_EQ(support_of(dense, {.pattern = clique(k)}, options()).found->support, with_one) << k;
    }
}

CERRADO_ON_EVERY_DEVICE_AND_LOCKSTEP(Frequent);

namespace {

Graph labelled_path(std::vector<std::string> const& labels) {
    std::vector<Edge> edges;
    for (VertexId v = 1; v < labels.size(); ++v) edges.push_back({v - 1, v});
    return with_labels(graph_from_edges(static_cast<VertexId>(labels.size()), edges), labels);
}

Graph of_three_labels(Graph graph) {
    std::vector<std::string> labels;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) labels.emplace_back(1, "abc"[v % 3]);
    return with_labels(std::move(graph), labels);
}

std::map<std::string, std::uint64_t> supports(std::vector<FrequentPattern> const& patterns) {
    std::map<std::string, std::uint64_t> found;
    for (FrequentPattern const& one : patterns) found[format_pattern(one.pattern)] = one.support;
    return found;
}

RunOptions host() { return on(DeviceKind::host); }

} // namespace

TEST(FrequentRules, AnEdgeCountsTheVerticesAtBothEnds) {
    EXPECT_EQ(support_of(labelled_path({"A", "A"}), {.pattern = parse_pattern("0-1,0:A,1:A")}, host()).found->support,
              2);
    Graph const path = labelled_path({"A", "B", "A"});
    EXPECT_EQ(support_of(path, {.pattern = parse_pattern("0-1,1-2,0:A,1:B,2:A")}, host()).found->support, 1);
    FrequentResult const found = mined(path, {.support = 1}, host());
    EXPECT_EQ(found.patterns.size(), 2U);
}

TEST(FrequentRules, NoLargerPatternHasMoreSupport) {
    Graph const graph = of_three_labels(generate_graph("gen:er:n=40,m=120,seed=3"));
    std::vector<FrequentPattern> const all = mined(graph, {.support = 2, .max_edges = 4}, host()).patterns;
    ASSERT_GT(all.size(), 200U);
    std::uint64_t most = graph.vertex_count();
    for (int edges = 1; edges <= 4; ++edges) {
        std::uint64_t largest = 0;
        for (FrequentPattern const& one : all)
            if (one.edges == edges) largest = std::max(largest, one.support);
        EXPECT_LE(largest, most);
        most = largest;
    }
}

// Whether one pattern is a part of another: some mapping keeps labels and edges.
bool is_part(Pattern const& small, Pattern const& large) {
    std::vector<int> to(static_cast<std::size_t>(large.size()));
    std::iota(to.begin(), to.end(), 0);
    do {
        bool fits = true;
        for (int v = 0; fits && v < small.size(); ++v) {
            int const x = to[static_cast<std::size_t>(v)];
            fits = small.labels(v) == large.labels(x);
            for (int u = 0; fits && u < v; ++u)
                fits = (small.edges(v) >> u & 1) == 0 || (large.edges(x) >> to[static_cast<std::size_t>(u)] & 1) != 0;
        }
        if (fits) return true;
    } while (std::next_permutation(to.begin(), to.end()));
    return false;
}

TEST(FrequentRules, ClosedMaximalAndTopAreChosenFromAll) {
    Graph const graph = of_three_labels(generate_graph("gen:er:n=18,m=34,seed=5"));
    FrequentQuery query{.support = 4, .max_vertices = 5};
    std::vector<FrequentPattern> const all = mined(graph, query, host()).patterns;
    ASSERT_GT(all.size(), 20U);
    std::map<std::string, std::uint64_t> closed, maximal;
    for (FrequentPattern const& one : all) {
        bool has_larger = false, has_equal = false;
        for (FrequentPattern const& other : all) {
            if (other.edges <= one.edges || other.pattern.size() < one.pattern.size()) continue;
            if (!is_part(one.pattern, other.pattern)) continue;
            has_larger = true;
            has_equal = has_equal || other.support == one.support;
        }
        if (!has_equal) closed[format_pattern(one.pattern)] = one.support;
        if (!has_larger) maximal[format_pattern(one.pattern)] = one.support;
    }
    ASSERT_LT(maximal.size(), closed.size());
    ASSERT_LT(closed.size(), all.size());
    query.closed = true;
    EXPECT_EQ(supports(mined(graph, query, host()).patterns), closed);
    query.closed = false;
    query.maximal = true;
    EXPECT_EQ(supports(mined(graph, query, host()).patterns), maximal);
    query.maximal = false;

    std::vector<std::uint64_t> greatest;
    for (FrequentPattern const& one : all) greatest.push_back(one.support);
    std::ranges::sort(greatest, std::greater());
    for (std::size_t const top : {1, 4, 1000}) {
        query.top = top;
        std::vector<std::uint64_t> found;
        for (FrequentPattern const& one : mined(graph, query, host()).patterns) found.push_back(one.support);
        EXPECT_EQ(found, std::vector(greatest.begin(), greatest.begin() + std::ssize(greatest) * (top == 1000) +
                                                           static_cast<std::ptrdiff_t>(top % 1000)));
    }
}

TEST(FrequentRules, AStoppedRunHasThePatternsOfWholeLevels) {
    Graph const graph = generate_graph("gen:er:n=400,m=1600,seed=1");
    std::atomic<bool> stop = true;
    RunOptions options = host();
    options.interrupt = &stop;
    EXPECT_EQ(mine_frequent(graph, {.support = 10}, options).status, Status::interrupted);
    FrequentResult const result = run_to_a_deadline(
        host(), .3, [&](RunOptions const& own) { return mine_frequent(graph, {.support = 10}, own); },
        [](FrequentResult const& found) { return !found.levels.empty(); });
    EXPECT_EQ(result.status, Status::deadline);
    ASSERT_FALSE(result.levels.empty());
    std::size_t patterns = 0;
    for (FrequentLevel const& level : result.levels) patterns += level.frequent;
    EXPECT_EQ(result.patterns.size(), patterns);
}

TEST(FrequentRules, WrongQuestionsAreRefused) {
    Graph const graph = labelled_path({"A", "B", "A"});
    auto const mine = [&](FrequentQuery const& query) { return [&, query] { mine_frequent(graph, query, host()); }; };
    expect_refusal("a support of 0", mine({.support = 0}));
    expect_refusal("the graph has 3 vertices", mine({.support = 4}));
    expect_refusal("give 2 to 15", mine({.support = 1, .max_vertices = 16}));
    expect_refusal("give only one", mine({.support = 1, .closed = true, .maximal = true}));
    auto const ask = [&](char const* pattern) {
        return [&, pattern] { support_of(graph, {.pattern = parse_pattern(pattern)}, host()); };
    };
    expect_refusal("C", ask("0-1,0:C"));
    expect_refusal("anti-vertex", ask("0-1,0~2,1~2"));
    expect_refusal("write 0:A", ask("0-1,0:?"));
    expect_refusal("direct", ask("0>1"));
    RunOptions options = host();
    options.roots = {{0}};
    expect_refusal("whole graph", [&] { mine_frequent(graph, {.support = 1}, options); });
}

} // namespace cerrado::test
