// Isomorphism counts, and their verifier, against counts of given patterns that others have verified.
#include "rows.hpp"

#include "isomorphism/formula/formula.hpp"
#include "isomorphism/plan/plan.hpp"
#include "isomorphism/verifier.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/run/devices.hpp>

#include <gtest/gtest.h>

namespace cerrado::test {
namespace {

// Every row of a graph, which is called so in the table. Returns: how many there are.
int expect_matches(std::string const& name, Graph const& real, DeviceKind device) {
    RunOptions options;
    options.device = device;
    Resident const graph(real, options);
    int compared = 0;
    for (GoldenPattern const& row : golden_patterns(name)) {
        Pattern const pattern = parse_pattern(row.pattern);
        MatchResult const result = count_matches(graph, {.pattern = pattern, .induced = row.induced}, options);
        EXPECT_EQ(to_string(result.count), row.count) << name << " " << row.pattern;
        ++compared;
    }
    return compared;
}

// Feed-forward loops, bi-fans, and the census of all directed patterns of three and four vertices.
void expect_directed(DeviceKind device) {
    EXPECT_GE(expect_matches("ecoli-transcription", open_real_directed("ecoli-transcription"), device), 120)
        << "the rows are gone from PATTERNS.csv";
    EXPECT_GE(expect_matches("s420", open_real_directed("s420"), device), 80) << "the rows are gone from PATTERNS.csv";
}

// Every directed pattern of three to six vertices at once. Returns: how many rows there are.
int expect_census(std::string const& name, DeviceKind device) {
    RunOptions options;
    options.device = device;
    Resident const graph(open_real_directed(name), options);
    int compared = 0;
    for (auto const& [k, census] : golden_censuses(name)) {
        MotifResult const result = count_motifs(graph, {.k = k, .directed = true}, options);
        std::map<std::string, std::string> counts;
        for (MotifCount const& motif : result.motifs) {
            if (motif.count != 0) counts[motif.pattern.graph6] = to_string(motif.count);
        }
        EXPECT_EQ(to_string(result.count), census.subgraphs) << name << ", k " << k;
        EXPECT_EQ(std::to_string(counts.size()), census.classes) << name << ", k " << k;
        if (!census.counts.empty()) {
            EXPECT_EQ(counts, census.counts) << name << ", k " << k;
        }
        compared += 2 + static_cast<int>(census.counts.size());
    }
    return compared;
}

void expect_censuses(DeviceKind device) {
    EXPECT_GE(expect_census("ecoli-transcription", device), 8 + 109) << "the rows are gone from PATTERNS.csv";
    EXPECT_GE(expect_census("s420", device), 8 + 66) << "the rows are gone from PATTERNS.csv";
}

void expect_labelled(DeviceKind device) {
    EXPECT_GE(expect_matches("citeseer+labels file", open_real_labelled("citeseer"), device), 20)
        << "the rows are gone from PATTERNS.csv";
}

// Edges labelled by the sum of their ends.
Graph labelled_by_sum(std::string const& name, OriginalId labels) {
    Graph const graph = open_real(name);
    std::vector<Edge> edges;
    std::vector<std::string> of_edges;
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        edges.push_back({v, u});
        of_edges.push_back(std::to_string((graph.original_id(v) + graph.original_id(u)) % labels));
    });
    return with_edge_labels(graph, edges, of_edges);
}

void expect_labelled_edges(DeviceKind device) {
    for (std::string const name : {"karate", "citeseer"}) {
        EXPECT_GE(expect_matches(name + "+edge labels (u+v) mod 2", labelled_by_sum(name, 2), device), 2)
            << "the rows are gone from PATTERNS.csv";
        EXPECT_GE(expect_matches(name + "+edge labels (u+v) mod 3", labelled_by_sum(name, 3), device), 3)
            << "the rows are gone from PATTERNS.csv";
    }
}

// The rows of a graph that a formula counts, or a walk that takes no more than this (see PlanCost). Returns: how many
// there are.
int expect_quick(std::string const& name, Graph const& real, double most_work, DeviceKind device) {
    RunOptions options;
    options.device = device;
    Resident const graph(real, options);
    int compared = 0;
    for (GoldenPattern const& row : golden_patterns(name)) {
        MatchQuery const query{.pattern = parse_pattern(row.pattern), .induced = row.induced};
        auto const takes_long = [&] {
            std::vector<int> const order = matching_order(query.pattern, row.induced, real);
            return predicted_work(query.pattern, row.induced, order, real) > most_work;
        };
        if (!formula_of(query) && takes_long()) continue;
        EXPECT_EQ(to_string(count_matches(graph, query, options).count), row.count) << name << " " << row.pattern;
        ++compared;
    }
    return compared;
}

int expect_large(double most_work, DeviceKind device) {
    int compared = 0;
    for (char const* name : {"ca-astroph", "com-dblp", "wiki-vote"}) {
        compared += expect_quick(name, open_real(name), most_work, device);
    }
    return compared;
}

} // namespace

TEST(GoldenPatterns, OfLargeGraphsOnTheHost) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    EXPECT_GE(expect_large(3e6, DeviceKind::host), 9) << "the rows are gone from PATTERNS.csv";
    char const* const complete = "gen:complete:n=200";
    EXPECT_EQ(expect_quick(complete, generate_graph(complete), 3e6, DeviceKind::host), 3);
}

TEST(CudaGoldenPatterns, OfLargeGraphs) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    EXPECT_EQ(expect_large(1e15, DeviceKind::cuda), 70) << "the rows of PATTERNS.csv are others";
    for (int repetition = 0; repetition < 2; ++repetition) expect_large(0, DeviceKind::cuda);
}

// Of two methods or more: walks, or homomorphisms of all quotients.
struct GoldenParts {
    char const* graph;
    char const* pattern;
    char const* count;
};

void expect_parts(std::initializer_list<GoldenParts> rows, DeviceKind device) {
    RunOptions options;
    options.device = device;
    for (GoldenParts const& row : rows) {
        MatchQuery const query{.pattern = parse_pattern(row.pattern), .algorithm = Algorithm::parts};
        EXPECT_EQ(to_string(count_matches(open_real(row.graph), query, options).count), row.count)
            << row.graph << " " << row.pattern;
    }
}

TEST(GoldenPatterns, ByPartsOnTheHost) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    expect_parts({{"yeast-ppi", "6-cycle", "3169379"},
                  {"yeast-ppi", "7-cycle", "35445085"},
                  {"yeast-ppi", "7-path", "5439980352"},
                  {"yeast-ppi", "prism", "316670"}},
                 DeviceKind::host);
}

TEST(CudaGoldenPatterns, ByParts) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    constexpr char const* k33 = "0-3,0-4,0-5,1-3,1-4,1-5,2-3,2-4,2-5";
    constexpr char const* domino = "0-1,1-2,2-3,3-4,4-5,5-0,0-3";
    for (int repetition = 0; repetition < 3; ++repetition) {
        expect_parts({{"wiki-vote", "6-cycle", "569358731880"},    {"ca-astroph", "6-cycle", "108621883276"},
                      {"com-dblp", "6-cycle", "281926360540"},     {"mico", "6-cycle", "84914379388197"},
                      {"wiki-vote", "7-cycle", "62860549517655"},  {"ca-astroph", "7-cycle", "6618347492026"},
                      {"wiki-vote", "6-path", "34775389201469"},   {"ca-astroph", "6-path", "7179893350463"},
                      {"com-dblp", "6-path", "2759788298596"},     {"mico", "6-path", "1616951744730006"},
                      {"wiki-vote", "7-path", "4685333973518416"}, {"ca-astroph", "7-path", "632534742816232"},
                      {"wiki-vote", "prism", "17934591116"},       {"ca-astroph", "prism", "35848786086"},
                      {"com-dblp", "prism", "258604122108"},       {"wiki-vote", k33, "3730610333"},
                      {"ca-astroph", k33, "6073472655"},           {"com-dblp", k33, "43092974491"},
                      {"wiki-vote", domino, "604704700881"},       {"ca-astroph", domino, "210547168002"},
                      {"com-dblp", domino, "818684602198"}},
                     DeviceKind::cuda);
    }
}

TEST(GoldenPatterns, WithArcsOrLabelsOnTheHost) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    expect_directed(DeviceKind::host);
    expect_labelled(DeviceKind::host);
    expect_labelled_edges(DeviceKind::host);
}

TEST(CudaGoldenPatterns, WithArcsOrLabels) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    expect_directed(DeviceKind::cuda);
    expect_labelled(DeviceKind::cuda);
    expect_labelled_edges(DeviceKind::cuda);
}

TEST(GoldenPatterns, OfDirectedGraphsAllAtOnceOnTheHost) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    expect_censuses(DeviceKind::host);
}

TEST(CudaGoldenPatterns, OfDirectedGraphsAllAtOnce) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    expect_censuses(DeviceKind::cuda);
}

// Patterns of up to seven vertices, all of those that are connected and have six among them.
TEST(GoldenPatterns, OfSmallGraphsOnTheHost) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    for (char const* graph : {"karate", "bio-diseasome", "citeseer"}) {
        EXPECT_GE(expect_matches(graph, open_real(graph), DeviceKind::host), 130)
            << "the rows are gone from PATTERNS.csv";
    }
}

TEST(CudaGoldenPatterns, OfSmallGraphs) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    for (char const* graph : {"karate", "bio-diseasome", "citeseer"}) {
        EXPECT_GE(expect_matches(graph, open_real(graph), DeviceKind::cuda), 130)
            << "the rows are gone from PATTERNS.csv";
    }
}

// Those of up to four vertices, and some of five: the verifier takes half a second for such.
TEST(GoldenPatterns, OfASmallGraphAreThoseOfTheVerifier) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    Graph const graph = open_real("karate");
    int compared = 0, of_five = 0;
    for (GoldenPattern const& row : golden_patterns("karate")) {
        Pattern const pattern = parse_pattern(row.pattern);
        if (pattern.size() > 4 && (pattern.size() > 5 || of_five++ % 6 != 0)) continue;
        EXPECT_EQ(to_string(count_matches_serially(graph, pattern, row.induced)), row.count) << row.pattern;
        EXPECT_EQ(automorphisms(pattern).count, count_automorphisms_serially(pattern)) << row.pattern;
        ++compared;
    }
    EXPECT_GE(compared, 15) << "the rows are gone from PATTERNS.csv";
}

} // namespace cerrado::test
