// Frequent subgraphs by fsm/dev.csv: every frequent pattern of some numbers of edges, with the sizes of its domains.
#include "places.hpp"
#include "rows.hpp"

#include <cerrado/apps/frequent.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/run/devices.hpp>

#include <frequent/verifier.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::test {
namespace {

using Found = std::map<frequent::SerialForm, std::vector<std::uint64_t>>; // the sizes ascend

struct GoldenFrequent {
    Found patterns;
    int edges = 0; // of the largest pattern
};

std::map<std::pair<std::string, std::uint64_t>, GoldenFrequent> golden_frequent() { // by labels and support
    std::map<std::pair<std::string, std::uint64_t>, GoldenFrequent> golden;
    std::ifstream in(data_folder() / "fsm" / "dev.csv");
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        std::vector<std::string> fields(1);
        bool quoted = false;
        for (char const c : line) {
            if (c == '"')
                quoted = !quoted;
            else if (c == ',' && !quoted)
                fields.emplace_back();
            else
                fields.back() += c;
        }
        std::vector<std::uint64_t> sizes;
        std::istringstream domains(fields.at(7));
        for (std::uint64_t size; domains >> size;) sizes.push_back(size);
        std::ranges::sort(sizes);
        GoldenFrequent& of = golden[{fields[0] + " " + fields[1], std::stoull(fields[3])}];
        of.edges = std::max(of.edges, std::stoi(fields[4]));
        of.patterns[frequent::form_serially(parse_pattern(fields[5])).form] = sizes;
    }
    return golden;
}

Graph with_computed_labels(Graph graph, unsigned labels) {
    std::vector<std::string> of;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) of.push_back(std::to_string(graph.original_id(v) % labels));
    return with_labels(std::move(graph), of);
}

// What the column `labels` of the table says.
Graph golden_graph(std::string const& what) {
    if (what == "citeseer labels.txt" || what == "mico labels.txt")
        return open_real_labelled(what.substr(0, what.find(' ')));
    if (what == "karate id mod 3") return with_computed_labels(open_real("karate"), 3);
    if (what == "ecoli-transcription none") return open_real_directed("ecoli-transcription");
    Graph graph = with_computed_labels(open_real("karate"), 2);
    std::vector<Edge> edges;
    std::vector<std::string> labels;
    for_each_arc_or_edge(graph, [&](VertexId u, VertexId v) {
        edges.push_back({u, v});
        labels.emplace_back(1, "abc"[(graph.original_id(u) + graph.original_id(v)) % 3]);
    });
    return with_edge_labels(std::move(graph), edges, labels);
}

void expect_golden(RunOptions const& options, int repetitions) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    auto const golden = golden_frequent();
    ASSERT_EQ(golden.size(), 5U) << "the rows are gone from fsm/dev.csv";
    for (auto const& [of, expected] : golden) {
        Graph const graph = golden_graph(of.first);
        for (int repetition = 0; repetition < repetitions; ++repetition) {
            SCOPED_TRACE(of.first);
            FrequentResult const result =
                mine_frequent(graph, {.support = of.second, .max_edges = expected.edges}, options);
            Found found;
            for (FrequentPattern const& one : result.patterns) {
                std::vector<std::uint64_t> sizes = one.domain_sizes;
                std::ranges::sort(sizes);
                found[frequent::form_serially(one.pattern).form] = sizes;
            }
            EXPECT_EQ(found, expected.patterns);
        }
    }
}

// The number of frequent patterns of 1, 2, ... edges.
void expect_levels(std::string const& graph, std::uint64_t support, std::vector<std::uint64_t> const& expected,
                   RunOptions const& options) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    FrequentResult const result = mine_frequent(
        open_real_labelled(graph), {.support = support, .max_edges = static_cast<int>(expected.size())}, options);
    std::vector<std::uint64_t> found;
    for (FrequentLevel const& level : result.levels) found.push_back(level.frequent);
    EXPECT_EQ(found, expected) << graph << ", support " << support;
}

void expect_all_levels(RunOptions const& options) {
    expect_levels("citeseer", 300, {5, 2, 2}, options);
    expect_levels("citeseer", 1, {21, 124, 776, 4444}, options);
    expect_levels("mico", 2000, {38, 131, 678}, options);
    expect_levels("mico", 10000, {1, 1, 3, 5, 12}, options);
}

RunOptions on(DeviceKind device) {
    RunOptions options;
    options.device = device;
    if (device == DeviceKind::host) options.threads = 2;
    return options;
}

} // namespace

TEST(HostGoldenFrequent, PatternsAndDomains) { expect_golden(on(DeviceKind::host), 1); }
TEST(HostGoldenFrequent, NumbersOfPatterns) { expect_all_levels(on(DeviceKind::host)); }

TEST(CudaGoldenFrequent, PatternsAndDomainsTenTimes) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    expect_golden(on(DeviceKind::cuda), 10);
}
TEST(CudaGoldenFrequent, NumbersOfPatternsTenTimes) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    for (int repetition = 0; repetition < 10; ++repetition) expect_all_levels(on(DeviceKind::cuda));
}

} // namespace cerrado::test
