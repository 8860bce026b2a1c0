#include "unit/size_map.hpp"
#include "unit/workbench.hpp"

#include <cerrado/output/local_counts.hpp>
#include <cerrado/output/size_counts.hpp>

#include <gtest/gtest.h>
#include <motif/motif.hpp>

#include <algorithm>
#include <vector>

namespace cerrado::test {

// Exact totals: spills lose nothing, however small the budget, and sums go beyond 64 bits.

template <class W> class Totals : public testing::Test {};
TYPED_TEST_SUITE(Totals, HostWarps, WarpName);

TYPED_TEST(Totals, TinyBudgetsSpillAndStayExact) {
    TransitionTable const tables = TransitionTable::build(4);
    Graph const graph = generate_graph("gen:er:n=12,m=30,seed=1");
    auto const counted = [&](auto app, Count budget, bool* spilled) {
        Workbench<TypeParam, decltype(app)> bench(app, graph, tables.ref());
        bench.context().outputs.template get<ByPattern>().budget = budget;
        bench.enumerate_all();
        if (spilled != nullptr) {
            ClassTotals const& totals = bench.context().outputs.template get<ByPattern>();
            *spilled =
                std::any_of(totals.wide.low, totals.wide.low + totals.classes, [](Count count) { return count != 0; });
        }
        return bench.result().template of<ByPattern>();
    };
    bool spilled = true;
    auto const whole = counted(Motif{4}, Count{1} << 62, &spilled);
    EXPECT_FALSE(spilled);
    for (Count budget : {0u, 1u, 5u, 100u}) {
        EXPECT_EQ(counted(Motif{4}, budget, &spilled), whole) << "budget " << budget;
        EXPECT_TRUE(spilled) << "budget " << budget;
        EXPECT_EQ(counted(MotifPaper{4}, budget, nullptr), whole) << "budget " << budget;
    }
}

TYPED_TEST(Totals, WideAdditionCarries) {
    TransitionTable const tables = TransitionTable::build(3);
    Workbench<TypeParam, Motif> bench({3}, generate_graph("gen:cycle:n=4"), tables.ref());
    ClassTotals const& totals = bench.context().outputs.template get<ByPattern>();
    Count const almost = ~Count{0} - 4;
    on_every_lane<TypeParam>([&](TypeParam const& warp) {
        if (warp.lane() != 0) return;
        for (int i = 0; i < 5; ++i) phase::add_wide<TypeParam>(totals.wide, 1, (WideCount{3} << 64) + almost);
        TypeParam::grid_add(totals.partial + 1, Count{12});
    });
    EXPECT_EQ(bench.result().template of<ByPattern>()[1], 5 * ((WideCount{3} << 64) + almost) + 12);
    EXPECT_EQ(bench.result().template of<ByPattern>()[0], WideCount{0});
}

// All lanes at once: every carry belongs to exactly one addition.
TYPED_TEST(Totals, ConcurrentWideAdditionsCarryOnceEach) {
    TransitionTable const tables = TransitionTable::build(3);
    Workbench<TypeParam, Motif> bench({3}, generate_graph("gen:cycle:n=4"), tables.ref());
    constexpr int rounds = 200;
    on_every_lane<TypeParam>([&](TypeParam const& warp) {
        Count const amount = (Count{1} << 63) + static_cast<Count>(warp.lane());
        for (int i = 0; i < rounds; ++i)
            phase::add_wide<TypeParam>(bench.context().outputs.template get<ByPattern>().wide, 0, amount);
    });
    WideCount expected = 0;
    for (int lane = 0; lane < TypeParam::width; ++lane)
        expected += rounds * ((WideCount{1} << 63) + static_cast<unsigned>(lane));
    EXPECT_EQ(bench.result().template of<ByPattern>()[0], expected);
    EXPECT_GT(expected, WideCount{~Count{0}});
}

TEST(WideCounts, ArePrintedInDecimal) {
    EXPECT_EQ(to_string(WideCount{0}), "0");
    EXPECT_EQ(to_string(WideCount{1} << 64), "18446744073709551616");
    EXPECT_EQ(to_string(~WideCount{0}), "340282366920938463463374607431768211455");
}

// However many workers share a bank, what they may add between two spills fits into 64 bits.
TEST(BankBudget, KeepsSharedBanksBelow64Bits) {
    for (int workers : {1, 2, 1000, 5000}) {
        for (std::uint32_t classes : {1u, 6u, 11117u, 261080u}) {
            std::uint32_t const banks = bank_count(classes, workers);
            std::uint64_t const sharers = (static_cast<std::uint32_t>(workers) + banks - 1) / banks;
            EXPECT_GE(banks, 1u);
            EXPECT_LE(banks, static_cast<std::uint32_t>(workers));
            EXPECT_LE(WideCount{bank_budget(banks, workers)} * sharers, WideCount{1} << 63);
            EXPECT_GT(bank_budget(banks, workers), Count{1} << 40) << "spills would be frequent";
        }
    }
}

// Bundles of subgraphs: a class each, and the number of subgraphs of every size that they stand for.

TEST(Bundles, ClassesAreDistinct) {
    std::vector<int> met(bundle_classes(10));
    for (std::uint32_t fixed = 0; fixed <= 10; ++fixed) {
        for (std::uint32_t optional = 0; fixed + optional <= 10; ++optional) ++met.at(bundle_class(fixed, optional));
    }
    EXPECT_EQ(std::ranges::count(met, 1), 66);
    EXPECT_EQ(met.size(), 66u);
}

// x (1 + x)^2 + 3 x^2
TEST(Bundles, BecomeSizes) {
    std::vector<WideCount> bundles(bundle_classes(5));
    bundles[bundle_class(1, 2)] = 1;
    bundles[bundle_class(2, 0)] = 3;
    EXPECT_EQ(map_of(sizes_of_bundles(bundles, 1, 100)), (SizeMap{{1, "1"}, {2, "5"}, {3, "1"}}));
    EXPECT_EQ(map_of(sizes_of_bundles(bundles, 2, 2)), (SizeMap{{2, "5"}}));
    EXPECT_EQ(sizes_of_bundles(bundles, 1, 100).sum, "7");
    EXPECT_TRUE(sizes_of_bundles(bundles, 4, 9).sizes.empty());
    EXPECT_EQ(to_count("340282366920938463463374607431768211455"), ~WideCount{0});
    EXPECT_EQ(to_count("340282366920938463463374607431768211454"), ~WideCount{0} - 1);
    EXPECT_EQ(to_count("340282366920938463463374607431768211456"), ~WideCount{0}) << "and nothing larger";
}

// Counts per vertex and edge: what becomes of their cells.

TEST(LocalCountsOfCells, AreByOriginalIdsAscending) {
    Graph const oriented({0, 2, 3, 3}, {1, 2, 2}, {70, 7, 700}, true);
    LocalCells const cells{{1, 2, 3, 0, 1, 0}, {4, 5, 6, 0, 0, 2}};
    WideCount const high = WideCount{1} << 64;
    LocalCounts const expected{{{7, high + 2}, {70, 1}, {700, 3}}, {{7, 70, 4}, {7, 700, 2 * high + 6}, {70, 700, 5}}};
    EXPECT_TRUE(local_counts(oriented, cells) == expected);
}

} // namespace cerrado::test
