// Temporal motifs: known counts, and those of the serial verifier, on every device.
#include "temporal/verifier.hpp"
#include "unit/apps/support.hpp"
#include "unit/apps/temporal_golden.hpp"

#include <cerrado/apps/temporal.hpp>
#include <cerrado/contract/result.hpp>
#include <cerrado/graph/arcs.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace cerrado::test {
namespace {

WideCount sum_of(MotifTable const& table) { return std::accumulate(table.begin(), table.end(), WideCount{0}); }
std::vector<std::uint64_t> narrow(MotifTable const& table) { return {table.begin(), table.end()}; }
std::vector<std::uint64_t> narrow(std::vector<WideCount> const& counts) { return {counts.begin(), counts.end()}; }
std::vector<std::uint64_t> row_of(LocalTemporal const& local, std::size_t row) {
    auto const begin = local.of.begin() + static_cast<std::ptrdiff_t>(row * local.columns);
    return {begin, begin + static_cast<std::ptrdiff_t>(local.columns)};
}

// As random_arcs_in_time(), with labels A, B, C or none of vertices and of arcs, the latter in the columns `kind`, `number` and `is`.
Arcs random_arcs_with_labels(int vertices, int arcs, int times, unsigned seed) {
    std::mt19937 random(seed);
    auto const below = [&](int limit) { return static_cast<std::uint32_t>(random() % static_cast<unsigned>(limit)); };
    std::vector<Edge> edges;
    Column when{.name = "time"}, kind{.name = "kind", .type = ColumnType::text, .words = {"A", "B", "C"}},
        number{.name = "number"}, is{.name = "is", .type = ColumnType::boolean};
    for (int i = 0; i < arcs; ++i) {
        edges.push_back({below(vertices), below(vertices)});
        when.whole.push_back(below(times));
        std::uint32_t const label = below(4);
        kind.text.push_back(label == 3 ? Column::no_word : label);
        number.whole.push_back(label == 3 ? Column::no_whole : 10 * label);
        is.whole.push_back(label == 3 ? Column::no_whole : label == 0 ? 1 : 0);
    }
    std::vector<std::string> labels, of_edges;
    for (std::size_t v = 0; v < static_cast<std::size_t>(vertices); ++v)
        labels.emplace_back(std::array{"A", "B", "C", ""}[v % 4]);
    Graph graph = graph_from_arcs(static_cast<VertexId>(vertices), edges);
    for_each_arc_or_edge(graph,
                         [&](VertexId from, VertexId to) { of_edges.push_back((from + to) % 2 == 0 ? "A" : "B"); });
    std::vector<Edge> arcs_once;
    for_each_arc_or_edge(graph, [&](VertexId from, VertexId to) { arcs_once.push_back({from, to}); });
    graph = with_edge_labels(with_labels(std::move(graph), labels), arcs_once, of_edges);
    return arcs_of(with_rows(std::move(graph), edges, {when, kind, number, is}));
}

// The patterns of a table's rows with the same graph and settings, which one call counts.
struct GoldenGroup {
    std::vector<TemporalPattern> patterns{};
    std::vector<std::uint64_t> counts{};
    std::vector<std::string> names{};
};
using GoldenKey = std::tuple<std::string, std::int64_t, Ties>; // graph, delta
std::map<GoldenKey, GoldenGroup> grouped_patterns(std::vector<GoldenTemporal> const& rows, std::uint64_t most) {
    std::map<GoldenKey, GoldenGroup> groups;
    for (GoldenTemporal const& row : rows) {
        if (row.kind != "pattern" || row.count() > most) continue;
        GoldenGroup& group = groups[{row.graph, row.settings.delta, row.settings.ties}];
        group.patterns.push_back(row.pattern.parsed());
        group.counts.push_back(row.count());
        group.names.push_back(row.what());
    }
    return groups;
}

// Returns: the matches, by their arcs and vertices. Each is checked against the pattern.
std::set<std::pair<std::vector<std::uint32_t>, std::vector<VertexId>>> listed(Arcs const& arcs,
                                                                              TemporalPattern const& pattern,
                                                                              TemporalSettings const& settings,
                                                                              RunOptions const& options) {
    std::set<std::pair<std::vector<std::uint32_t>, std::vector<VertexId>>> matches;
    RunResult const found = list_temporal(
        arcs, pattern, settings,
        [&](TemporalMatch const& match) {
            std::vector<std::uint32_t> const ranks(match.arcs.begin(), match.arcs.end());
            std::vector<VertexId> const vertices(match.vertices.begin(), match.vertices.end());
            ASSERT_EQ(ranks.size(), pattern.arcs.size());
            ASSERT_EQ(static_cast<int>(vertices.size()), pattern.vertices());
            for (std::size_t i = 0; i < ranks.size(); ++i) {
                VertexId const from = vertices[static_cast<std::size_t>(pattern.arcs[i].from)];
                VertexId const to = vertices[static_cast<std::size_t>(pattern.arcs[i].to)];
                bool const is_there = arcs.source[ranks[i]] == from && arcs.target[ranks[i]] == to;
                bool const is_back = arcs.source[ranks[i]] == to && arcs.target[ranks[i]] == from;
                EXPECT_TRUE(is_there || (pattern.arcs[i].is_either && is_back));
            }
            EXPECT_TRUE(matches.emplace(ranks, vertices).second);
        },
        std::nullopt, options);
    EXPECT_EQ(to_string(found.count), std::to_string(matches.size()));
    EXPECT_EQ(found.status, Status::complete);
    return matches;
}

class TemporalRuns : public OnDeviceOrLockstep {
protected:
    static std::uint64_t most_of_slow(std::uint64_t most, std::uint64_t slow) { return is_slow() ? slow : most; }

    // Counts, counts at vertices and arcs, and lists.
    static void expect_as_verified(Arcs const& arcs, TemporalPattern const& pattern, TemporalSettings const& settings) {
        SCOPED_TRACE(fmt::format("{} {} delta {} {}", text_of(pattern), order_of(pattern), settings.delta,
                                 settings.ties == Ties::strict ? "strict" : "order"));
        VerifiedTemporal const expected = verify_temporal(arcs, pattern, settings);
        TemporalCounts const found = count_temporal(arcs, {pattern}, settings, options());
        ASSERT_EQ(found.counts.size(), 1u);
        EXPECT_EQ(to_string(found.counts[0]), to_string(expected.count));
        EXPECT_EQ(to_string(found.count), to_string(expected.count));
        for (TemporalPer const per : {TemporalPer::vertex, TemporalPer::arc}) {
            LocalTemporal const local = count_local_temporal(arcs, per, {pattern}, settings, options());
            EXPECT_EQ(narrow(local.of), narrow(per == TemporalPer::arc ? expected.of_arcs : expected.of_vertices));
        }
        EXPECT_EQ(std::to_string(listed(arcs, pattern, settings, options()).size()), to_string(expected.count));
    }
};
CERRADO_ON_EVERY_DEVICE_AND_LOCKSTEP(TemporalRuns);

TEST_P(TemporalRuns, HaveTheGoldenMotifs) {
    if (!why_no_temporal().empty()) GTEST_SKIP() << why_no_temporal();
    std::map<std::pair<std::string, Ties>, std::vector<GoldenTemporal>> rows;
    for (GoldenTemporal const& row : golden_temporal()) {
        bool const is_small = row.graph == "email-dept3" || row.graph == "bitcoinotc";
        if (row.kind != "motifs" || (is_slow() && (!is_small || row.settings.delta > 3600))) continue;
        rows[{row.graph, row.settings.ties}].push_back(row);
    }
    EXPECT_GE(rows.size(), 4u);
    std::map<std::string, Arcs> graphs;
    for (auto const& [key, own] : rows) {
        if (!graphs.contains(key.first)) graphs[key.first] = temporal_graph(key.first);
        std::vector<std::int64_t> deltas;
        for (GoldenTemporal const& row : own) deltas.push_back(row.settings.delta);
        TemporalMotifs const found = count_temporal_motifs(graphs[key.first], deltas, key.second, options());
        ASSERT_EQ(found.tables.size(), own.size());
        EXPECT_EQ(to_string(found.count), to_string(sum_of(found.tables[0])));
        for (std::size_t i = 0; i < own.size(); ++i)
            EXPECT_EQ(narrow(found.tables[i]), narrow(own[i].table())) << own[i].what();
    }
}

TEST_P(TemporalRuns, HaveTheGoldenPatterns) {
    if (!why_no_temporal().empty()) GTEST_SKIP() << why_no_temporal();
    std::map<std::string, Arcs> graphs;
    bool const is_fast = GetParam() == DeviceKind::cuda;
    std::uint64_t const most = is_fast ? ~std::uint64_t{0} : is_slow() ? 500 : 200000;
    for (auto const& [key, group] : grouped_patterns(golden_temporal(), most)) {
        auto const& [graph, delta, ties] = key;
        bool const takes_long = graph == "email-eu" || (graph == "collegemsg" && delta > 3600);
        if ((is_slow() && graph != "email-dept3") || (!is_fast && takes_long)) continue;
        if (!graphs.contains(graph)) graphs[graph] = temporal_graph(graph);
        TemporalCounts const found = count_temporal(graphs[graph], group.patterns, {delta, ties}, options());
        ASSERT_EQ(found.counts.size(), group.counts.size());
        for (std::size_t i = 0; i < group.counts.size(); ++i)
            EXPECT_EQ(to_string(found.counts[i]), std::to_string(group.counts[i])) << group.names[i];
    }
}

TEST_P(TemporalRuns, HaveTheGoldenPatternsOfRandomGraphs) {
    if (!why_no_temporal().empty()) GTEST_SKIP() << why_no_temporal();
    std::map<std::string, Arcs> const graphs = random_temporal_graphs();
    std::size_t compared = 0;
    for (auto const& [key, group] : grouped_patterns(golden_random_temporal(), ~std::uint64_t{0})) {
        auto const& [graph, delta, ties] = key;
        TemporalCounts const found = count_temporal(graphs.at(graph), group.patterns, {delta, ties}, options());
        ASSERT_EQ(found.counts.size(), group.counts.size());
        for (std::size_t i = 0; i < group.counts.size(); ++i, ++compared)
            EXPECT_EQ(to_string(found.counts[i]), std::to_string(group.counts[i])) << group.names[i];
    }
    EXPECT_EQ(compared, 12u * 46 * 2);
}

TEST_P(TemporalRuns, HaveTheGoldenMotifsOfVerticesAndArcs) {
    if (!why_no_temporal().empty()) GTEST_SKIP() << why_no_temporal();
    if (is_slow()) GTEST_SKIP() << "36 walks of 60,000 arcs";
    Arcs const arcs = temporal_graph("collegemsg");
    std::map<std::pair<std::string, Ties>, LocalTemporal> found;
    for (GoldenTemporal const& row : golden_temporal()) {
        if (row.kind != "vertex" && row.kind != "arc") continue;
        TemporalPer const per = row.kind == "arc" ? TemporalPer::arc : TemporalPer::vertex;
        auto const [own, is_new] = found.try_emplace({row.kind, row.settings.ties});
        if (is_new) {
            own->second = count_local_temporal_motifs(arcs, per, row.settings.delta, row.settings.ties, options());
        }
        std::uint64_t const number = std::stoull(row.pattern.name);
        auto const place = per == TemporalPer::arc ? std::ranges::find(arcs.line, number) - arcs.line.begin()
                                                   : std::ranges::find(arcs.graph.original_ids(), number) -
                                                         std::ranges::begin(arcs.graph.original_ids());
        EXPECT_EQ(row_of(own->second, static_cast<std::size_t>(place)), narrow(row.table())) << row.what();
    }
    EXPECT_EQ(found.size(), 4u);
}

// The patterns of the tables, and some that they lack.
std::vector<TemporalPattern> patterns_to_verify() {
    std::vector<TemporalPattern> patterns;
    for (char const* text : {"0>1", "0-1", "0-1,0-1", "0>1,0-1", "0-1,1-2", "cycle:2..4", "path:3", "fan-in:1..4",
                             "fan-out:3", "scatter-gather:1..2", "gather-scatter:2", "stack:2", "ping-pong:4",
                             "burst:5", "0>1,1>2,2>0,0>1,1>2", "0-1,1-2,2-0,0-1"}) {
        std::ranges::copy(parse_temporal_patterns(text), std::back_inserter(patterns));
    }
    for (auto const& [text, order] : std::vector<std::pair<char const*, char const*>>{{"0>1,0>1", "none"},
                                                                                      {"0-1,0-1,0-1", "none"},
                                                                                      {"0>1,1>0,0>1", "none"},
                                                                                      {"0>1,1>2,2>0", "none"},
                                                                                      {"0-1,1-2,2-0", "none"},
                                                                                      {"0>1,1>2,2>3,3>0", "1<3"},
                                                                                      {"0-1,1-2,2-3,3-0", "1<3,2<4"},
                                                                                      {"0>1,0>2,0>3", "1<2"},
                                                                                      {"0>1,0>1,1>2,1>2", "1<3,2<3"},
                                                                                      {"0-1,0-2,0-3", "none"},
                                                                                      {"0>1,2>1,1>0", "1<3,2<3"}}) {
        std::ranges::copy(parse_temporal_patterns(text, {.order = order}), std::back_inserter(patterns));
    }
    for (auto const& [text, gap] : std::vector<std::pair<char const*, char const*>>{
             {"0>1,1>2,2>0", "2"}, {"0>1,1>2,1>3", "0"}, {"0>1,1>0,0>1", "1,3"}, {"0-1,1-2,2-3", "2"}}) {
        std::ranges::copy(parse_temporal_patterns(text, {.gap = gap}), std::back_inserter(patterns));
        std::ranges::copy(parse_temporal_patterns(text, {.gap = gap, .is_consecutive = true}),
                          std::back_inserter(patterns));
    }
    for (auto const& [text, order, gap] : std::vector<std::array<char const*, 3>>{
             {"0>1,1>0", "2<1", ""}, {"0>1,1>2,2>0", "3<1<2", "2,5"}, {"0>1,1>2,1>3,3>0", "4<3<2<1", "1,6,2"}}) {
        std::ranges::copy(parse_temporal_patterns(text, {.order = order, .gap = gap}), std::back_inserter(patterns));
    }
    for (char const* text : {"0>1,1>2", "0>1,0>2,0>1", "0-1,1-2,0-2", "cycle:3"})
        std::ranges::copy(parse_temporal_patterns(text, {.is_consecutive = true}), std::back_inserter(patterns));
    for (char const* text : {"0>1,0>2", "0>1,1>2,2>0", "0-1,0-1"}) {
        std::ranges::copy(parse_temporal_patterns(text, {.order = "none", .is_consecutive = true}),
                          std::back_inserter(patterns));
    }
    return patterns;
}

TEST_P(TemporalRuns, AreAsVerified) {
    std::vector<TemporalPattern> const patterns = patterns_to_verify();
    for (unsigned seed = 0; seed < (is_slow() ? 1u : 4u); ++seed) {
        Arcs const arcs = random_arcs_in_time(seed % 2 == 0 ? 6 : 12, is_slow() ? 50 : 90, seed < 2 ? 20 : 60, seed);
        SCOPED_TRACE(fmt::format("seed {}", seed));
        for (TemporalPattern const& pattern : patterns) {
            for (Ties const ties : {Ties::order, Ties::strict}) expect_as_verified(arcs, pattern, {4, ties});
        }
    }
}

TEST_P(TemporalRuns, AreAsVerifiedWithLabels) {
    Arcs const arcs = random_arcs_with_labels(9, is_slow() ? 60 : 120, 40, 3);
    for (auto const& [text, order] :
         std::vector<std::pair<char const*, char const*>>{{"0:A,0>1", ""},
                                                          {"0>1/A", ""},
                                                          {"0-1/A,0:A|B", ""},
                                                          {"0-1/B", ""},
                                                          {"0>1,1>2/C", ""},
                                                          {"0>1,1>2,2:B", ""},
                                                          {"0:A|C,0>1,1-2", ""},
                                                          {"0>1/A,1-2/B,2>0", ""},
                                                          {"0>1,1>0/A", ""},
                                                          {"0-1,0-1/A", "none"},
                                                          {"0-1/A,0-1/A,0:A", "none"},
                                                          {"0:A,1:A,0-1,0-1", ""},
                                                          {"1>0,2>0,3>0,1:A,2:B,3:B", "none"},
                                                          {"1>0/A,2>0/A,3>0/B", "none"},
                                                          {"0>1,0>2,1>3,2>3,1:A,2:A", "1<3,2<4"},
                                                          {"0-1,1-2,2-0,0:B", "none"}}) {
        TemporalPattern const pattern = parse_temporal_patterns(text, {.order = order})[0];
        for (Ties const ties : {Ties::order, Ties::strict}) expect_as_verified(arcs, pattern, {4, ties, "kind"});
    }
    TemporalPattern consecutive = parse_temporal_patterns("0>1/A,1>2,1:A", {.is_consecutive = true})[0];
    expect_as_verified(arcs, consecutive, {20, Ties::order, "kind"});
    expect_as_verified(arcs, parse_temporal_patterns("0>1/10,1>2/0")[0], {9, Ties::order, "number"});
    expect_as_verified(arcs, parse_temporal_patterns("0>1/true,1>2/false")[0], {9, Ties::order, "is"});
    expect_as_verified(arcs, parse_temporal_patterns("0>1/A,1>2/B")[0], {9, Ties::order, ""});
}

// Labels that all bear, and that nobody bears.
TEST_P(TemporalRuns, WithOneLabelAreThoseWithout) {
    Arcs arcs = random_arcs_with_labels(9, 90, 40, 4);
    std::vector<TemporalPattern> plain, labelled, none;
    for (auto const& [text, own, order] : std::vector<std::tuple<char const*, char const*, char const*>>{
             {"0>1,1>2,2>0", "0:x,0>1,1>2,2>0,2:x", ""},
             {"1>0,2>0,3>0", "0:x,1:x,2:x,3:x,1>0,2>0,3>0", "none"},
             {"0-1,0-1", "0:x,1:x,0-1,0-1", "none"}}) {
        plain.push_back(parse_temporal_patterns(text, {.order = order})[0]);
        labelled.push_back(parse_temporal_patterns(own, {.order = order})[0]);
        none.push_back(labelled.back());
        none.back().vertex_labels[0] = {"y"};
    }
    arcs.graph = with_labels(arcs.graph, std::vector<std::string>(arcs.graph.vertex_count(), "x"));
    TemporalCounts const expected = count_temporal(arcs, plain, {8}, options());
    EXPECT_GT(expected.counts[0], 0);
    EXPECT_EQ(narrow(count_temporal(arcs, labelled, {8}, options()).counts), narrow(expected.counts));
    EXPECT_EQ(narrow(count_temporal(arcs, none, {8}, options()).counts), (std::vector<std::uint64_t>{0, 0, 0}));
}

TEST_P(TemporalRuns, HaveTheMotifsOfTheVerifier) {
    for (unsigned seed = 0; seed < (is_slow() ? 4u : 20u); ++seed) {
        Arcs const arcs =
            random_arcs_in_time(3 + static_cast<int>(seed) % 7, 150, 10 + 20 * static_cast<int>(seed), seed);
        for (Ties const ties : {Ties::order, Ties::strict}) {
            std::vector<std::int64_t> const deltas{0, 1, 5, 1000};
            TemporalMotifs const found = count_temporal_motifs(arcs, deltas, ties, options());
            ASSERT_EQ(found.tables.size(), deltas.size());
            for (std::size_t i = 0; i < deltas.size(); ++i) {
                SCOPED_TRACE(
                    fmt::format("seed {}, delta {}, {}", seed, deltas[i], ties == Ties::strict ? "strict" : "order"));
                EXPECT_EQ(narrow(found.tables[i]), narrow(verify_temporal_motifs(arcs, deltas[i], ties).table));
            }
        }
    }
}

TEST_P(TemporalRuns, HaveTheLocalMotifsOfTheVerifier) {
    Arcs const arcs = random_arcs_in_time(8, 80, 60, 7);
    for (Ties const ties : {Ties::order, Ties::strict}) {
        VerifiedTemporalMotifs const expected = verify_temporal_motifs(arcs, 6, ties);
        for (TemporalPer const per : {TemporalPer::vertex, TemporalPer::arc}) {
            LocalTemporal const found = count_local_temporal_motifs(arcs, per, 6, ties, options());
            auto const& tables = per == TemporalPer::arc ? expected.of_arcs : expected.of_vertices;
            ASSERT_EQ(found.columns, 36u);
            ASSERT_EQ(found.of.size(), 36 * tables.size());
            for (std::size_t row = 0; row < tables.size(); ++row)
                EXPECT_EQ(row_of(found, row), narrow(tables[row])) << row;
        }
    }
}

TEST_P(TemporalRuns, TakeAnyTimes) {
    constexpr std::int64_t most = INT64_MAX, least = INT64_MIN;
    Arcs const arcs =
        arcs_from({{1, 2, least}, {2, 3, least}, {3, 1, 0}, {1, 2, most - 1}, {2, 3, most}, {3, 1, most}});
    for (char const* text : {"path:2", "cycle:3"}) {
        for (std::string const gap : {"", "0", "999999999999999999"}) {
            for (std::int64_t const delta : {std::int64_t{0}, std::int64_t{1}, most - 1, most}) {
                for (Ties const ties : {Ties::order, Ties::strict})
                    expect_as_verified(arcs, parse_temporal_patterns(text, {.gap = gap})[0], {delta, ties});
            }
        }
    }
    for (std::int64_t const delta : {std::int64_t{0}, most}) {
        EXPECT_EQ(narrow(count_temporal_motifs(arcs, {delta}, Ties::order, options()).tables[0]),
                  narrow(verify_temporal_motifs(arcs, delta, Ties::order).table));
    }
}

TEST_P(TemporalRuns, ListAtMostTheLimit) {
    Arcs const arcs = random_arcs_in_time(6, 60, 30, 3);
    TemporalPattern const path = parse_temporal_patterns("path:2")[0];
    std::uint64_t const all = listed(arcs, path, {10}, options()).size();
    ASSERT_GT(all, 20u);
    for (std::uint64_t const limit : {std::uint64_t{1}, std::uint64_t{7}, all, all + 1}) {
        std::uint64_t visited = 0;
        RunResult const found = list_temporal(
            arcs, path, {10}, [&](TemporalMatch const&) { ++visited; }, limit, options());
        EXPECT_EQ(visited, std::min(limit, all));
        EXPECT_EQ(static_cast<std::uint64_t>(found.count), visited);
        EXPECT_EQ(found.status, limit < all ? Status::limit : Status::complete) << limit;
    }
}

// Arcs at one centre, all at one pair, and between two vertices by many: no search takes long.
TEST_P(TemporalRuns, TakeHubs) {
    std::uint64_t const size = most_of_slow(100000, 300);
    std::vector<TimedLine> star, pair, between;
    for (std::uint64_t i = 0; i < size; ++i) {
        star.push_back({0, i + 1, static_cast<std::int64_t>(i)});
        pair.push_back({0, 1, static_cast<std::int64_t>(i)});
    }
    for (std::uint64_t i = 2; i < most_of_slow(120, 40); ++i) {
        for (std::uint64_t const hub : {0, 1}) between.push_back({hub, i, static_cast<std::int64_t>(2 * i + hub)});
    }
    auto const counts = [&](std::vector<TimedLine> const& lines) {
        return count_temporal_motifs(arcs_from(lines), {1000000000}, Ties::order, options()).tables.at(0);
    };
    auto const triples = WideCount{size} * (size - 1) / 2 * (size - 2) / 3;
    EXPECT_EQ(to_string(sum_of(counts(star))), "0"); // four vertices
    EXPECT_EQ(to_string(counts(pair)[30]), to_string(triples));
    EXPECT_EQ(to_string(sum_of(counts(pair))), to_string(triples));
    Arcs const both = arcs_from(between);
    EXPECT_EQ(narrow(counts(between)), narrow(verify_temporal_motifs(both, 1000000000, Ties::order).table));
}

TEST_P(TemporalRuns, TakeNoArcs) {
    Arcs const none = arcs_from({});
    TemporalPattern const path = parse_temporal_patterns("path:2")[0];
    EXPECT_EQ(to_string(count_temporal_motifs(none, {1}, Ties::strict, options()).count), "0");
    EXPECT_EQ(to_string(count_temporal(none, {path}, {1}, options()).count), "0");
    EXPECT_TRUE(count_local_temporal(none, TemporalPer::arc, {path}, {1}, options()).of.empty());
    EXPECT_TRUE(listed(none, path, {1}, options()).empty());
}

TEST(TemporalSums, OfCellsIgnoreTheOrderOfTies) {
    std::mt19937 random(5);
    std::vector<TimedLine> lines;
    for (int i = 0; i < 200; ++i)
        lines.push_back({random() % 9, random() % 9, static_cast<std::int64_t>(random() % 20)});
    RunOptions const options = on(DeviceKind::host);
    std::set<std::string> sums, contacts;
    for (int round = 0; round < 4; ++round) {
        TemporalMotifs const found = count_temporal_motifs(arcs_from(lines), {6}, Ties::order, options);
        sums.insert(to_string(found.count));
        std::shuffle(lines.begin(), lines.end(), random);
    }
    EXPECT_EQ(sums.size(), 1u);
}

// Contacts are patterns without directions.
TEST(TemporalContacts, AreSumsOfCells) {
    Arcs const arcs = random_arcs_in_time(7, 120, 60, 11);
    RunOptions const options = on(DeviceKind::host);
    std::vector<TemporalPattern> patterns;
    for (char const* text : {"0-1,0-1,0-1", "0-1,0-1,0-2", "0-1,0-2,0-1", "0-1,0-2,0-2", "0-1,0-2,1-2"})
        patterns.push_back(parse_temporal_patterns(text)[0]);
    for (Ties const ties : {Ties::order, Ties::strict}) {
        ContactTable const found = contacts_of(count_temporal_motifs(arcs, {8}, ties, options).tables[0]);
        TemporalCounts const expected = count_temporal(arcs, patterns, {8, ties}, options);
        for (std::size_t i = 0; i < found.size(); ++i)
            EXPECT_EQ(to_string(found[i]), to_string(expected.counts[i])) << contact_names[i];
    }
}

// The ends of arcs and the order of time turned around: the first arc is the last.
TEST(TemporalMirror, HasTheMirroredPatterns) {
    std::mt19937 random(6);
    std::vector<TimedLine> lines, mirrored;
    for (std::int64_t i = 0; i < 150; ++i) lines.push_back({random() % 8, random() % 8, 3 * i});
    for (TimedLine const& line : lines) mirrored.push_back({line.to, line.from, -line.time});
    RunOptions const options = on(DeviceKind::host);
    MotifTable const there = count_temporal_motifs(arcs_from(lines), {40}, Ties::order, options).tables[0];
    MotifTable const back = count_temporal_motifs(arcs_from(mirrored), {40}, Ties::order, options).tables[0];
    EXPECT_EQ(to_string(sum_of(there)), to_string(sum_of(back)));
    std::vector<TemporalPattern> turned;
    for (int cell = 0; cell < 36; ++cell) {
        TemporalPattern pattern = motif_of_cell(cell / 6, cell % 6);
        std::ranges::reverse(pattern.arcs);
        for (auto& arc : pattern.arcs) std::swap(arc.from, arc.to);
        turned.push_back(pattern);
    }
    TemporalCounts const expected = count_temporal(arcs_from(mirrored), turned, {40}, options);
    for (std::size_t cell = 0; cell < 36; ++cell)
        EXPECT_EQ(to_string(there[cell]), to_string(expected.counts[cell])) << cell;
}

TEST(TemporalRefusals, SayWhatWouldHelp) {
    Arcs const arcs = random_arcs_in_time(4, 10, 10, 1);
    TemporalPattern const path = parse_temporal_patterns("path:2")[0];
    expect_refusal("expected 0 or more", [&] { count_temporal_motifs(arcs, {5, -1}); });
    expect_refusal("expected 0 or more", [&] { count_temporal(arcs, {path}, {-1}); });
    expect_refusal("give a graph with arcs", [&] { count_random_temporal(arcs_from({}), {path}, {1}, {}); });
    RunOptions options;
    options.checkpoint.file = "x";
    auto const ignore = [](TemporalMatch const&) {};
    expect_refusal("leave out the checkpoint", [&] { list_temporal(arcs, path, {5}, ignore, {}, options); });
    expect_refusal("leave out the checkpoint",
                   [&] { count_local_temporal(arcs, TemporalPer::arc, {path}, {5}, options); });
    options = {};
    options.roots.emplace();
    expect_refusal("leave out roots", [&] { count_temporal_motifs(arcs, {5}, Ties::order, options); });
    Arcs const labelled = random_arcs_with_labels(5, 20, 10, 1);
    auto const count = [](Arcs const& of, std::string const& text, std::string const& column) {
        return [&of, text, column] {
            count_temporal(of, {parse_temporal_patterns(text)[0]}, {5, Ties::order, column});
        };
    };
    expect_refusal("--labels", count(arcs, "0:A,0>1", ""));
    expect_refusal("--edge-labels", count(arcs, "0>1/A", ""));
    expect_refusal("no vertex of the graph bears the label \"D\"; there are A, B", count(labelled, "0:D,0>1", ""));
    expect_refusal("no arc of the graph bears the label \"D\"; there are A, B, C", count(labelled, "0>1/D", "kind"));
    expect_refusal("no arc of the graph bears the label \"5\"", count(labelled, "0>1/5", "number"));
    expect_refusal("no column 'colour'", count(labelled, "0>1/A", "colour"));
    TemporalPattern wrong = path;
    wrong.arc_labels = {"A"};
    expect_refusal("not one for each arc", [&] { count_temporal(labelled, {wrong}, {5}); });
    wrong = path;
    wrong.vertex_labels = {{"B", "A"}, {}, {}};
    expect_refusal("do not ascend", [&] { count_temporal(labelled, {wrong}, {5}); });
}

} // namespace
} // namespace cerrado::test
