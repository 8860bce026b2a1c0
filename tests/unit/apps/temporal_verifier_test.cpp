// The verifier of temporal motifs against known answers.
#include "temporal/verifier.hpp"
#include "unit/apps/temporal_golden.hpp"

#include <cerrado/apps/temporal.hpp>
#include <cerrado/contract/result.hpp>
#include <cerrado/graph/arcs.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace cerrado::test {
namespace {

WideCount sum_of(std::vector<WideCount> const& counts) {
    return std::accumulate(counts.begin(), counts.end(), WideCount{0});
}
WideCount sum_of(MotifTable const& table) { return std::accumulate(table.begin(), table.end(), WideCount{0}); }

std::vector<std::uint64_t> narrow(MotifTable const& table) { return {table.begin(), table.end()}; }

// Each match is at all its arcs and all its vertices.
void expect_local_sums(VerifiedTemporal const& found, TemporalPattern const& pattern) {
    EXPECT_EQ(to_string(sum_of(found.of_arcs)), to_string(found.count * pattern.arcs.size()));
    EXPECT_EQ(to_string(sum_of(found.of_vertices)),
              to_string(found.count * static_cast<WideCount>(pattern.vertices())));
}

TEST(TemporalVerifier, HasTheCountsInRandomGraphs) {
    if (!why_no_temporal().empty()) GTEST_SKIP() << why_no_temporal();
    std::map<std::string, Arcs> const graphs = random_temporal_graphs();
    std::vector<GoldenTemporal> const rows = golden_random_temporal();
    EXPECT_EQ(graphs.size(), 12);
    EXPECT_EQ(rows.size(), 12 * 46 * 2);
    for (GoldenTemporal const& row : rows) {
        SCOPED_TRACE(row.what());
        TemporalPattern const pattern = row.pattern.parsed();
        VerifiedTemporal const found = verify_temporal(graphs.at(row.graph), pattern, row.settings);
        EXPECT_EQ(to_string(found.count), row.value);
        expect_local_sums(found, pattern);
    }
}

TEST(TemporalVerifier, HasTheCountsInMessagesOfADepartment) {
    if (!why_no_temporal().empty()) GTEST_SKIP() << why_no_temporal();
    constexpr std::uint64_t most = 100000; // more take long
    Arcs const arcs = temporal_graph("email-dept3");
    int compared = 0;
    for (GoldenTemporal const& row : golden_temporal()) {
        if (row.graph != "email-dept3" || row.kind != "pattern" || row.count() > most) continue;
        ++compared;
        SCOPED_TRACE(row.what());
        EXPECT_EQ(to_string(verify_temporal(arcs, row.pattern.parsed(), row.settings).count), row.value);
    }
    EXPECT_GT(compared, 60);
}

class VerifiedTemporalMotifsOf : public testing::TestWithParam<char const*> {
protected:
    void SetUp() override {
        if (!why_no_temporal().empty()) GTEST_SKIP() << why_no_temporal();
    }
};

TEST_P(VerifiedTemporalMotifsOf, HaveTheTables) {
    std::string const graph = GetParam();
    constexpr std::int64_t longest = 3600; // more takes long
    Arcs const arcs = temporal_graph(graph);
    int compared = 0;
    for (GoldenTemporal const& row : golden_temporal()) {
        if (row.graph != graph || row.kind != "motifs" || row.settings.delta > longest) continue;
        ++compared;
        SCOPED_TRACE(row.what());
        VerifiedTemporalMotifs const found = verify_temporal_motifs(arcs, row.settings.delta, row.settings.ties);
        EXPECT_EQ(narrow(found.table), narrow(row.table()));
        WideCount at_arcs = 0;
        for (MotifTable const& table : found.of_arcs) at_arcs += sum_of(table);
        EXPECT_EQ(to_string(at_arcs), to_string(3 * sum_of(found.table)));
    }
    EXPECT_GE(compared, 2);
}
INSTANTIATE_TEST_SUITE_P(Graphs, VerifiedTemporalMotifsOf, testing::Values("email-dept3", "bitcoinotc", "collegemsg"),
                         [](auto const& info) {
                             std::string name = info.param;
                             std::erase(name, '-');
                             return name;
                         });

TEST(TemporalMotifVerifier, HasTheCountsAtVerticesAndArcs) {
    if (!why_no_temporal().empty()) GTEST_SKIP() << why_no_temporal();
    Arcs const arcs = temporal_graph("collegemsg");
    std::map<Ties, VerifiedTemporalMotifs> found;
    for (Ties const ties : {Ties::order, Ties::strict}) found[ties] = verify_temporal_motifs(arcs, 3600, ties);
    auto const place = [](auto const& all, auto const& one) {
        return static_cast<std::size_t>(std::ranges::find(all, one) - std::ranges::begin(all));
    };
    int compared = 0;
    for (GoldenTemporal const& row : golden_temporal()) {
        if (row.graph != "collegemsg" || (row.kind != "vertex" && row.kind != "arc")) continue;
        ASSERT_EQ(row.settings.delta, 3600);
        ++compared;
        SCOPED_TRACE(row.what());
        VerifiedTemporalMotifs const& own = found[row.settings.ties];
        std::uint64_t const number = std::stoull(row.pattern.name);
        MotifTable const& table = row.kind == "vertex"
                                      ? own.of_vertices.at(place(arcs.graph.original_ids(), number))
                                      : own.of_arcs.at(place(arcs.line, static_cast<std::uint32_t>(number)));
        EXPECT_EQ(narrow(table), narrow(row.table()));
    }
    EXPECT_GT(compared, 50);
}

// The first arcs below one rank, and from it on.
TEST(TemporalVerifier, CountsByTheEarliestArc) {
    Arcs const arcs = arcs_from({{1, 2, 5}, {2, 3, 5}, {2, 1, 6}, {3, 1, 7}, {1, 2, 9}, {2, 3, 9}});
    TemporalPattern const path = parse_temporal_patterns("path:2")[0];
    TemporalSettings const settings{.delta = 4};
    EXPECT_EQ(to_string(verify_temporal(arcs, path, settings).count), "5");
    std::vector<std::string> counts;
    for (std::uint32_t first = 0; first <= 6; ++first)
        counts.push_back(to_string(verify_temporal(arcs, path, settings, first).count));
    EXPECT_EQ(counts, (std::vector<std::string>{"0", "2", "3", "3", "4", "5", "5"}));
    WideCount motifs = 0;
    for (std::uint32_t first = 0; first <= 6; ++first) {
        VerifiedTemporalMotifs const found = verify_temporal_motifs(arcs, 4, Ties::order, first);
        EXPECT_GE(sum_of(found.table), motifs);
        motifs = sum_of(found.table);
    }
    EXPECT_EQ(to_string(motifs), to_string(sum_of(verify_temporal_motifs(arcs, 4, Ties::order).table)));
}

TEST(TemporalVerifier, EndsWhenItsCallerThrows) {
    Arcs const arcs = arcs_from({{1, 2, 5}, {2, 3, 5}, {3, 1, 6}});
    auto const look = [] { throw 3; };
    TemporalPattern const path = parse_temporal_patterns("path:2")[0];
    EXPECT_THROW(verify_temporal(arcs, path, {.delta = 4}, all_first_arcs, look), int);
    EXPECT_THROW(verify_temporal_motifs(arcs, 4, Ties::order, all_first_arcs, look), int);
}

// Times may lie further apart than the largest time.
TEST(TemporalVerifier, TakesAnyTimes) {
    constexpr std::int64_t most = INT64_MAX, least = INT64_MIN;
    Arcs const arcs = arcs_from({{1, 2, least}, {2, 3, 0}, {2, 3, most}, {3, 1, most}});
    TemporalPattern const path = parse_temporal_patterns("path:2")[0];
    EXPECT_EQ(to_string(verify_temporal(arcs, path, {.delta = most}).count), "2");
    EXPECT_EQ(to_string(verify_temporal(arcs, path, {.delta = most, .ties = Ties::strict}).count), "1");
}

// The cells are patterns, too.
TEST(TemporalVerifier, CountsAPatternForEachCell) {
    if (!why_no_temporal().empty()) GTEST_SKIP() << why_no_temporal();
    for (auto const& [name, arcs] : random_temporal_graphs()) {
        for (TemporalSettings const& settings : {TemporalSettings{8, Ties::order}, TemporalSettings{8, Ties::strict}}) {
            VerifiedTemporalMotifs const motifs = verify_temporal_motifs(arcs, settings.delta, settings.ties);
            for (int cell = 0; cell < 36; ++cell) {
                SCOPED_TRACE(name + ", cell " + std::to_string(cell));
                VerifiedTemporal const found = verify_temporal(arcs, motif_of_cell(cell / 6, cell % 6), settings);
                auto const place = static_cast<std::size_t>(cell);
                EXPECT_EQ(to_string(found.count), to_string(motifs.table[place]));
                for (std::uint32_t arc = 0; arc < arcs.size(); ++arc)
                    EXPECT_TRUE(found.of_arcs[arc] == motifs.of_arcs[arc][place]) << arc;
                for (VertexId v = 0; v < arcs.graph.vertex_count(); ++v)
                    EXPECT_TRUE(found.of_vertices[v] == motifs.of_vertices[v][place]) << v;
            }
        }
    }
}

} // namespace
} // namespace cerrado::test
