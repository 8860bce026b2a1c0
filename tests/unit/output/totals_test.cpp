// Exact totals: spills lose nothing, however small the budget, and sums go beyond 64 bits.
#include "unit/workbench.hpp"

#include <motif/motif.hpp>

namespace cerrado::test {

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

} // namespace cerrado::test
