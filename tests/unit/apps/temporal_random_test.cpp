// Null models of temporal motifs: what each keeps, their bytes, and the statistics beside them.
#include "unit/apps/support.hpp"
#include "unit/apps/temporal_golden.hpp"

#include <cerrado/apps/temporal.hpp>
#include <cerrado/contract/result.hpp>
#include <cerrado/graph/arcs.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace cerrado::test {
namespace {

using Ends = std::pair<VertexId, VertexId>;
using TimedEnds = std::tuple<VertexId, VertexId, std::int64_t>;

constexpr TemporalNull every_null[] = {TemporalNull::times, TemporalNull::uniform, TemporalNull::intervals,
                                       TemporalNull::timelines, TemporalNull::targets};

std::vector<TimedEnds> content_of(Arcs const& arcs) {
    std::vector<TimedEnds> content;
    for (std::uint32_t rank = 0; rank < arcs.size(); ++rank)
        content.emplace_back(arcs.source[rank], arcs.target[rank], arcs.time[rank]);
    return content;
}

std::string text_of(Arcs const& arcs) {
    std::string text;
    for (auto const& [source, target, time] : content_of(arcs))
        text += fmt::format("{}{}>{}@{}", text.empty() ? "" : " ", source, target, time);
    return text;
}

template <class T> std::vector<T> sorted(std::vector<T> values) {
    std::ranges::sort(values);
    return values;
}

std::vector<Ends> sorted_ends(Arcs const& arcs) {
    std::vector<Ends> ends;
    for (std::uint32_t rank = 0; rank < arcs.size(); ++rank) ends.emplace_back(arcs.source[rank], arcs.target[rank]);
    return sorted(ends);
}

// The times of each ordered pair, ascending.
std::map<Ends, std::vector<std::int64_t>> series_of(Arcs const& arcs) {
    std::map<Ends, std::vector<std::int64_t>> series;
    for (auto const& [source, target, time] : content_of(arcs)) series[{source, target}].push_back(time);
    return series;
}

void expect_kept(Arcs const& arcs, Arcs const& made, TemporalNull null) {
    ASSERT_EQ(made.size(), arcs.size());
    for (std::size_t const size : {made.source.size(), made.target.size(), made.row.size(), made.line.size()})
        ASSERT_EQ(size, arcs.size());
    EXPECT_EQ(made.row, arcs.row);
    EXPECT_EQ(made.line, arcs.line);
    EXPECT_EQ(made.graph.vertex_count(), arcs.graph.vertex_count());
    EXPECT_TRUE(std::ranges::is_sorted(made.time));
    for (std::uint32_t rank = 0; rank < made.size(); ++rank) EXPECT_NE(made.source[rank], made.target[rank]);
    bool const keeps_ends = null != TemporalNull::timelines && null != TemporalNull::targets;
    if (keeps_ends) {
        EXPECT_EQ(sorted_ends(made), sorted_ends(arcs));
    }
    bool const keeps_times = null != TemporalNull::uniform && null != TemporalNull::intervals;
    if (keeps_times) {
        EXPECT_EQ(made.time, arcs.time);
    }
    EXPECT_GE(made.time.front(), arcs.time.front());
    EXPECT_LE(made.time.back(), arcs.time.back());
    std::vector<std::vector<std::int64_t>> all, all_made;
    auto const series = series_of(arcs), series_made = series_of(made);
    for (auto const& [ends, times] : series) all.push_back(times);
    for (auto const& [ends, times] : series_made) all_made.push_back(times);
    auto const intervals = [](std::vector<std::int64_t> const& times) {
        std::vector<std::uint64_t> found(times.begin(), times.end()); // times differ by less than 2^64
        std::adjacent_difference(found.begin(), found.end(), found.begin());
        std::ranges::sort(found.begin() + 1, found.end());
        return found;
    };
    if (null == TemporalNull::intervals) {
        for (auto const& [ends, times] : series) EXPECT_EQ(intervals(series_made.at(ends)), intervals(times));
    }
    if (null == TemporalNull::timelines) {
        EXPECT_EQ(sorted(all_made), sorted(all));
        for (auto const& [ends, times] : series) EXPECT_TRUE(series_made.contains(ends));
    }
    if (null == TemporalNull::targets) {
        EXPECT_EQ(made.source, arcs.source);
        EXPECT_EQ(sorted(made.target), sorted(arcs.target));
    }
}

TEST(TemporalRandom, KeepsWhatTheModelSays) {
    for (TemporalNull const null : every_null) {
        SCOPED_TRACE(kept_by(null));
        for (unsigned seed = 0; seed < 6; ++seed) {
            Arcs const arcs = random_arcs_in_time(4 + static_cast<int>(seed), 60 + 20 * static_cast<int>(seed),
                                                  seed < 3 ? 15 : 1000, seed);
            for (std::uint32_t number = 0; number < 4; ++number) {
                Arcs const made = random_arcs(arcs, null, seed, number);
                expect_kept(arcs, made, null);
                EXPECT_NE(content_of(made), content_of(arcs));
            }
        }
    }
}

TEST(TemporalRandom, FollowsFromSeedAndNumber) {
    Arcs const arcs = random_arcs_in_time(8, 200, 300, 1);
    for (TemporalNull const null : every_null) {
        SCOPED_TRACE(kept_by(null));
        auto const content = [&](std::uint64_t seed, std::uint32_t number) {
            return content_of(random_arcs(arcs, null, seed, number));
        };
        EXPECT_EQ(content(1, 0), content(1, 0));
        EXPECT_NE(content(1, 0), content(1, 1));
        EXPECT_NE(content(1, 0), content(2, 0));
        EXPECT_NE(content(1, 0), content((std::uint64_t{1} << 40) + 1, 0));
    }
}

// A program in another language made these.
TEST(TemporalRandom, HasTheGoldenArcs) {
    Arcs const arcs = arcs_from({{0, 1, 3},
                                 {1, 2, 3},
                                 {0, 1, 5},
                                 {2, 0, 8},
                                 {0, 1, 9},
                                 {1, 0, 9},
                                 {0, 1, 10},
                                 {3, 1, 12},
                                 {0, 1, 17},
                                 {1, 2, 20}});
    struct Golden {
        TemporalNull null;
        std::uint64_t seed;
        std::uint32_t number;
        char const* arcs;
    };
    for (Golden const& row : std::vector<Golden>{
             {TemporalNull::times, 1, 0, "2>0@3 0>1@3 1>0@5 3>1@8 0>1@9 1>2@9 0>1@10 1>2@12 0>1@17 0>1@20"},
             {TemporalNull::times, 0x123456789abcdef, 7,
              "0>1@3 1>0@3 0>1@5 1>2@8 0>1@9 0>1@9 1>2@10 3>1@12 0>1@17 2>0@20"},
             {TemporalNull::uniform, 1, 0, "0>1@3 0>1@7 0>1@13 0>1@14 1>0@14 2>0@16 3>1@16 1>2@17 1>2@19 0>1@20"},
             {TemporalNull::uniform, 0x123456789abcdef, 7,
              "1>2@3 0>1@6 0>1@7 2>0@7 1>0@9 0>1@13 0>1@17 1>2@18 3>1@20 0>1@20"},
             {TemporalNull::intervals, 1, 0, "0>1@3 1>2@3 0>1@7 2>0@8 0>1@9 1>0@9 0>1@10 3>1@12 0>1@17 1>2@20"},
             {TemporalNull::intervals, 0x123456789abcdef, 7,
              "0>1@3 1>2@3 0>1@7 2>0@8 0>1@8 1>0@9 3>1@12 0>1@15 0>1@17 1>2@20"},
             {TemporalNull::timelines, 1, 0, "3>1@3 1>0@3 3>1@5 1>2@8 3>1@9 2>0@9 3>1@10 0>1@12 3>1@17 1>0@20"},
             {TemporalNull::timelines, 0x123456789abcdef, 7,
              "3>1@3 1>2@3 3>1@5 1>0@8 3>1@9 0>1@9 3>1@10 2>0@12 3>1@17 1>2@20"},
             {TemporalNull::targets, 1, 0, "0>1@3 1>0@3 0>2@5 2>1@8 0>1@9 1>0@9 0>1@10 3>1@12 0>1@17 1>2@20"},
             {TemporalNull::targets, 0x123456789abcdef, 7,
              "0>1@3 1>0@3 0>1@5 2>1@8 0>2@9 1>0@9 0>1@10 3>1@12 0>1@17 1>2@20"},
         }) {
        EXPECT_EQ(text_of(random_arcs(arcs, row.null, row.seed, row.number)), row.arcs) << kept_by(row.null);
    }
}

// There is one way to give the targets away without loops, so few draws find it.
TEST(TemporalRandom, MendsLoopsThatDrawsDoNotMend) {
    std::vector<TimedLine> lines;
    for (int i = 0; i < 3000; ++i) lines.push_back({0, 1, i});
    lines.push_back({1, 0, 3000});
    Arcs const arcs = arcs_from(lines);
    for (std::uint32_t number = 0; number < 10; ++number)
        EXPECT_EQ(content_of(random_arcs(arcs, TemporalNull::targets, 1, number)), content_of(arcs));
}

TEST(TemporalRandom, TakesTheLongestSpan) {
    constexpr std::int64_t first = std::numeric_limits<std::int64_t>::min(),
                           last = std::numeric_limits<std::int64_t>::max();
    Arcs const arcs = arcs_from({{0, 1, first}, {0, 1, -5}, {1, 2, 0}, {0, 1, last}});
    for (TemporalNull const null : every_null) expect_kept(arcs, random_arcs(arcs, null, 1, 0), null);
    Arcs const one = arcs_from({{0, 1, last}});
    for (TemporalNull const null : every_null) EXPECT_EQ(content_of(random_arcs(one, null, 1, 0)), content_of(one));
}

// Counts.

class TemporalRandomRuns : public OnDeviceOrLockstep {};
CERRADO_ON_EVERY_DEVICE_AND_LOCKSTEP(TemporalRandomRuns);

std::vector<std::string> digits(std::span<WideCount const> counts) {
    std::vector<std::string> texts;
    for (WideCount const count : counts) texts.push_back(to_string(count));
    return texts;
}

TEST_P(TemporalRandomRuns, AreTheCountsOfRandomArcs) {
    Arcs const arcs = random_arcs_in_time(9, is_slow() ? 60 : 300, is_slow() ? 60 : 600, 5);
    std::vector<std::int64_t> const deltas{3, 20};
    auto const patterns = parse_temporal_patterns("cycle:2..3,fan-in:3");
    for (TemporalNull const null : every_null) {
        SCOPED_TRACE(kept_by(null));
        TemporalRandom const random{.null = null, .graphs = is_slow() ? 2U : 6U, .seed = 9};
        std::vector<WideCount> motifs, matches;
        for (std::uint32_t number = 0; number < random.graphs; ++number) {
            Arcs const made = random_arcs(arcs, null, random.seed, number);
            for (MotifTable const& table :
                 count_temporal_motifs(made, deltas, Ties::strict, on(DeviceKind::host)).tables)
                std::ranges::copy(table, std::back_inserter(motifs));
            std::ranges::copy(count_temporal(made, patterns, {20}, on(DeviceKind::host)).counts,
                              std::back_inserter(matches));
        }
        RandomTemporal const of_motifs = count_random_temporal_motifs(arcs, deltas, Ties::strict, random, options());
        EXPECT_EQ(of_motifs.columns, 72U);
        EXPECT_EQ(digits(of_motifs.of), digits(motifs));
        EXPECT_EQ(of_motifs.status, Status::complete);
        RandomTemporal const of_patterns = count_random_temporal(arcs, patterns, {20}, random, options());
        EXPECT_EQ(of_patterns.columns, 3U);
        EXPECT_EQ(digits(of_patterns.of), digits(matches));
    }
}

TEST_P(TemporalRandomRuns, EndAtADeadline) {
    RunOptions options = on(GetParam());
    options.deadline_seconds = 1e-3;
    Arcs const arcs = random_arcs_in_time(9, 100, 600, 5);
    for (RandomTemporal const& found :
         {count_random_temporal_motifs(arcs, {20}, Ties::order, {.graphs = 1U << 31}, options),
          count_random_temporal(arcs, parse_temporal_patterns("cycle:3"), {20}, {.graphs = 1U << 31}, options)}) {
        EXPECT_EQ(found.status, Status::deadline);
        EXPECT_EQ(found.of.size() % found.columns, 0U);
    }
}

void expect_alike(std::vector<TemporalSignificance> const& rows, std::vector<TemporalSignificance> const& expected) {
    ASSERT_EQ(rows.size(), expected.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(to_string(rows[i].count), to_string(expected[i].count));
        EXPECT_EQ(rows[i].mean, expected[i].mean);
        EXPECT_EQ(rows[i].deviation, expected[i].deviation);
        EXPECT_EQ(rows[i].p_of_all, expected[i].p_of_all);
    }
}

TEST_P(TemporalRandomRuns, DiscoverWithEveryDelta) {
    Arcs const arcs = random_arcs_in_time(9, is_slow() ? 60 : 300, is_slow() ? 60 : 600, 5);
    std::vector<std::int64_t> const deltas{3, 20};
    TemporalRandom const random{.null = TemporalNull::targets, .graphs = 4, .seed = 2};
    std::vector<WideCount> counts;
    for (MotifTable const& table : count_temporal_motifs(arcs, deltas, Ties::order, options()).tables)
        std::ranges::copy(contacts_of(table), std::back_inserter(counts));
    RandomTemporal const motifs = count_random_temporal_motifs(arcs, deltas, Ties::order, random, options());
    RandomTemporal contacts{{}, 10, {}};
    for (std::size_t first = 0; first < motifs.of.size(); first += 36) {
        MotifTable table;
        std::copy_n(motifs.of.data() + first, 36, table.begin());
        std::ranges::copy(contacts_of(table), std::back_inserter(contacts.of));
    }
    TemporalDiscovery const found = discover_temporal(arcs, {.deltas = deltas, .undirected = true}, random, options());
    EXPECT_EQ(found.status, Status::complete);
    EXPECT_EQ(digits(found.counts), digits(counts));
    EXPECT_EQ(digits(found.random.of), digits(contacts.of));
    EXPECT_EQ(to_string(found.count), to_string(std::accumulate(counts.begin(), counts.begin() + 5, WideCount{0})));
    expect_alike(found.rows, significance_of(counts, contacts));

    auto const patterns = parse_temporal_patterns("cycle:2..3,fan-in:3");
    std::vector<WideCount> matches;
    std::vector<RandomTemporal> of_deltas;
    for (std::int64_t const delta : deltas) {
        std::ranges::copy(count_temporal(arcs, patterns, {delta}, options()).counts, std::back_inserter(matches));
        of_deltas.push_back(count_random_temporal(arcs, patterns, {delta}, random, options()));
    }
    RandomTemporal all{{}, 6, {}};
    for (std::size_t first = 0; first < of_deltas[0].of.size(); first += 3)
        for (RandomTemporal const& own : of_deltas) std::copy_n(own.of.data() + first, 3, std::back_inserter(all.of));
    TemporalDiscovery const of_patterns =
        discover_temporal(arcs, {.deltas = deltas, .patterns = patterns}, random, options());
    EXPECT_EQ(digits(of_patterns.counts), digits(matches));
    EXPECT_EQ(digits(of_patterns.random.of), digits(all.of));
    expect_alike(of_patterns.rows, significance_of(matches, all));
}

TEST(TemporalRandom, RefusesLabelsOfArcs) {
    Arcs const arcs = random_arcs_in_time(9, 60, 60, 5);
    expect_refusal("without labels of arcs", [&] {
        discover_temporal(arcs, {.deltas = {5}, .patterns = parse_temporal_patterns("0>1/x,1>2")}, {},
                          on(DeviceKind::host));
    });
}

TEST_P(TemporalRandomRuns, DiscoverUntilADeadline) {
    RunOptions options = on(GetParam());
    options.deadline_seconds = .05;
    Arcs const arcs = random_arcs_in_time(5, 30, 600, 5);
    TemporalDiscovery const found = discover_temporal(
        arcs, {.deltas = {5, 20}, .patterns = parse_temporal_patterns("cycle:2")}, {.graphs = 1U << 31}, options);
    EXPECT_EQ(found.status, Status::deadline);
    EXPECT_EQ(found.random.columns, 2U);
    EXPECT_EQ(found.random.of.size() % 2, 0U);
    EXPECT_EQ(found.rows.empty(), found.random.of.size() < 4);
}

// The order of the vertices of three arcs is that of their first appearance.
std::array<int, 6> form_of(std::array<Ends, 3> const& arcs) {
    std::vector<VertexId> seen;
    std::array<int, 6> form{};
    for (std::size_t i = 0; i < 6; ++i) {
        VertexId const v = i % 2 == 0 ? arcs[i / 2].first : arcs[i / 2].second;
        auto const place = std::ranges::find(seen, v);
        form[i] = static_cast<int>(place - seen.begin());
        if (place == seen.end()) seen.push_back(v);
    }
    return form;
}

// Returns: how many ordered triples of arcs form each motif, without regard to times.
std::vector<double> static_triples(Arcs const& arcs) {
    std::map<std::array<int, 6>, std::size_t> cell_of;
    for (int row = 0; row < 6; ++row) {
        for (int column = 0; column < 6; ++column) {
            std::array<Ends, 3> own;
            TemporalPattern const pattern = motif_of_cell(row, column);
            for (std::size_t i = 0; i < 3; ++i)
                own[i] = {static_cast<VertexId>(pattern.arcs[i].from), static_cast<VertexId>(pattern.arcs[i].to)};
            cell_of[form_of(own)] = static_cast<std::size_t>(6 * row + column);
        }
    }
    std::vector<double> triples(36);
    auto const ends = [&](std::uint32_t rank) { return Ends{arcs.source[rank], arcs.target[rank]}; };
    for (std::uint32_t a = 0; a < arcs.size(); ++a) {
        for (std::uint32_t b = 0; b < arcs.size(); ++b) {
            for (std::uint32_t c = 0; c < arcs.size(); ++c) {
                if (a == b || a == c || b == c) continue;
                auto const cell = cell_of.find(form_of({ends(a), ends(b), ends(c)}));
                if (cell != cell_of.end()) triples[cell->second] += 1;
            }
        }
    }
    return triples;
}

double triples_of_times(Arcs const& arcs, std::int64_t delta) {
    double triples = 0;
    for (std::uint32_t a = 0; a < arcs.size(); ++a)
        for (std::uint32_t b = a + 1; b < arcs.size(); ++b)
            for (std::uint32_t c = b + 1; c < arcs.size(); ++c)
                triples +=
                    arcs.time[a] < arcs.time[b] && arcs.time[b] < arcs.time[c] && arcs.time[c] - arcs.time[a] <= delta;
    return triples;
}

TEST(TemporalRandom, HasTheMeanOfPermutedTimes) {
    constexpr std::uint32_t graphs = 400;
    constexpr std::int64_t delta = 12;
    Arcs const arcs = random_arcs_in_time(5, 56, 40, 3);
    double const m = arcs.size(), of_times = triples_of_times(arcs, delta);
    std::vector<double> const triples = static_triples(arcs);
    RandomTemporal const random =
        count_random_temporal_motifs(arcs, {delta}, Ties::strict, {.graphs = graphs}, on(DeviceKind::host));
    std::vector<TemporalSignificance> const found = significance_of(std::vector<WideCount>(36), random);
    ASSERT_EQ(found.size(), 36U);
    for (std::size_t cell = 0; cell < 36; ++cell) {
        double const expected = triples[cell] * of_times / (m * (m - 1) * (m - 2));
        EXPECT_GT(expected, 1) << cell;
        EXPECT_NEAR(found[cell].mean, expected, 4 * found[cell].deviation / std::sqrt(double{graphs})) << cell;
    }
}

TEST(TemporalRandom, HasTheMeanOfPermutedTimesOfMessages) {
    if (!why_no_temporal().empty()) GTEST_SKIP() << why_no_temporal();
    constexpr std::uint32_t graphs = 30;
    auto const rows = golden_temporal();
    auto const golden = std::ranges::find(rows, "null mean", &GoldenTemporal::kind);
    ASSERT_NE(golden, rows.end());
    std::istringstream in(golden->value);
    RandomTemporal const random =
        count_random_temporal_motifs(temporal_graph(golden->graph), {golden->settings.delta}, golden->settings.ties,
                                     {.graphs = graphs}, on(DeviceKind::host));
    RandomTemporal sums{{}, 1, {}};
    for (std::size_t first = 0; first < random.of.size(); first += 36)
        sums.of.push_back(std::accumulate(random.of.begin() + static_cast<std::ptrdiff_t>(first),
                                          random.of.begin() + static_cast<std::ptrdiff_t>(first + 36), WideCount{0}));
    std::vector<TemporalSignificance> const found = significance_of(std::vector<WideCount>(36), random);
    double sum = 0;
    for (TemporalSignificance const& cell : found) {
        double expected = 0;
        in >> expected;
        sum += expected;
        EXPECT_NEAR(cell.mean, expected, 4 * cell.deviation / std::sqrt(double{graphs}));
    }
    EXPECT_NEAR(sum, 5106.73, .01);
    TemporalSignificance const all = significance_of({0}, sums).at(0);
    EXPECT_NEAR(all.mean, 5106.73, 4 * all.deviation / std::sqrt(double{graphs}));
}

// Statistics.

TEST(TemporalRandom, HasTheStatisticsOfACalculation) {
    // Columns: 7 beside 1, 3, 5; 2 beside 2, 2, 2; 0 beside 0, 4, 2.
    RandomTemporal const random{{}, 3, {1, 2, 0, 3, 2, 4, 5, 2, 2}};
    std::vector<TemporalSignificance> const found = significance_of({7, 2, 0}, random);
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(to_string(found[0].count), "7");
    EXPECT_DOUBLE_EQ(found[0].mean, 3);
    EXPECT_DOUBLE_EQ(found[0].deviation, 2);
    EXPECT_DOUBLE_EQ(found[0].z.value(), 2);
    EXPECT_DOUBLE_EQ(found[0].p_over, .25);
    EXPECT_DOUBLE_EQ(found[0].p_under, 1);
    EXPECT_DOUBLE_EQ(found[0].q_over, .75);
    EXPECT_DOUBLE_EQ(found[0].p_of_all.value(), .25);
    EXPECT_NEAR(found[0].profile.value(), 2 / std::sqrt(5.0), 1e-12);
    EXPECT_DOUBLE_EQ(found[1].mean, 2);
    EXPECT_EQ(found[1].deviation, 0);
    EXPECT_FALSE(found[1].z || found[1].p_of_all || found[1].profile);
    EXPECT_DOUBLE_EQ(found[1].p_over, 1);
    EXPECT_DOUBLE_EQ(found[1].p_under, 1);
    EXPECT_DOUBLE_EQ(found[2].mean, 2);
    EXPECT_DOUBLE_EQ(found[2].z.value(), -1);
    EXPECT_DOUBLE_EQ(found[2].p_over, 1);
    EXPECT_DOUBLE_EQ(found[2].p_under, .5);
    EXPECT_DOUBLE_EQ(found[2].q_over, 1);
    EXPECT_NEAR(found[2].profile.value(), -1 / std::sqrt(5.0), 1e-12);
}

TEST(TemporalRandom, RefusesStatisticsOfFewGraphs) {
    expect_refusal("none was counted", [] { significance_of({7, 2}, RandomTemporal{{}, 2, {}}); });
    expect_refusal("1 was counted", [] { significance_of({7, 2}, RandomTemporal{{}, 2, {1, 2}}); });
    expect_refusal("3 counts", [] { significance_of({7, 2, 1}, RandomTemporal{{}, 2, {1, 2, 3, 4}}); });
}

} // namespace
} // namespace cerrado::test
