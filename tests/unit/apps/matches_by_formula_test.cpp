// Matches that a formula or a signed sum counts, on every device, against the verifier and the walk.
#include "support.hpp"
#include "unit/random_arcs.hpp"

#include "isomorphism/formula/formula.hpp"
#include "isomorphism/plan/plan.hpp"
#include "isomorphism/verifier.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/marks.hpp>

#include <random>
#include <span>
#include <string_view>

namespace cerrado::test {
namespace {

constexpr char const* with_formula[] = {"4-cycle", "diamond", "house",  "5-cycle", "butterfly",
                                        "D`[",     "5-path",  "banner", "gem"};

MatchQuery walking(char const* pattern) { return {.pattern = parse_pattern(pattern), .algorithm = Algorithm::walk}; }
MatchQuery by_formula(char const* pattern) {
    return {.pattern = parse_pattern(pattern), .algorithm = Algorithm::formula};
}

} // namespace

// Tallies in fast memory and in device memory.
TEST(MatchesByFormulaInLockstep, AreThoseOfTheVerifier) {
    for (char const* spec : {"gen:er:n=12,m=34,seed=6", "gen:complete:n=29"}) {
        Graph const graph = generate_graph(spec);
        bool const is_large = graph.vertex_count() > 20;
        for (char const* text : is_large ? std::span(with_formula).first(4) : std::span(with_formula)) {
            std::string const expected =
                !is_large ? to_string(count_matches_serially(graph, parse_pattern(text), false))
                          : to_string(count_matches(graph, walking(text), on(DeviceKind::host)).count);
            EXPECT_EQ(to_string(count_matches(graph, by_formula(text), on(DeviceKind::lockstep)).count), expected)
                << spec << " " << text;
        }
    }
}

class MatchesByFormula : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(MatchesByFormula);

TEST_P(MatchesByFormula, AreThoseOfTheVerifier) {
    std::mt19937 random(5);
    for (int trial = 0; trial < 12; ++trial) {
        int const n = 5 + static_cast<int>(random() % 12);
        int const pairs = n * (n - 1) / 2;
        Graph const graph = generate_graph("gen:er:n=" + std::to_string(n) +
                                           ",m=" + std::to_string(static_cast<int>(random() % 1000) * pairs / 1000) +
                                           ",seed=" + std::to_string(trial));
        for (char const* text : with_formula) {
            MatchResult const result = count_matches(graph, by_formula(text), options());
            EXPECT_EQ(result.chosen.form, "formula");
            EXPECT_EQ(to_string(result.count), to_string(count_matches_serially(graph, parse_pattern(text), false)))
                << trial << " " << text;
        }
    }
}

// Hubs, whose tallies lie in device memory; vertices numbered in any order; on a resident graph, too.
TEST_P(MatchesByFormula, AreThoseOfTheWalk) {
    bool const is_cuda = GetParam() == DeviceKind::cuda; // which walks these in no time
    for (char const* spec :
         {is_cuda ? "gen:rmat:scale=9,degree=12,seed=2" : "gen:rmat:scale=7,degree=8,seed=2", "gen:ba:n=500,m=6,seed=4",
          is_cuda ? "gen:complete:n=60" : "gen:complete:n=25", "gen:star:n=3000",
          is_cuda ? "gen:er:n=300,m=6000,seed=3" : "gen:er:n=120,m=1500,seed=3"}) {
        Graph const graph = generate_graph(spec);
        Resident const resident(graph, options());
        for (char const* text : with_formula) {
            MatchResult const walked = count_matches(graph, walking(text), options());
            EXPECT_EQ(walked.chosen.form, "walk");
            std::string const expected = to_string(walked.count);
            for (int repetition = 0; repetition < 3; ++repetition) {
                EXPECT_EQ(to_string(count_matches(graph, by_formula(text), options()).count), expected)
                    << spec << " " << text;
                EXPECT_EQ(to_string(count_matches(resident, by_formula(text), options()).count), expected)
                    << spec << " " << text;
            }
            RunOptions fine = options(); // a hub is many jobs
            fine.balance.pieces = most_pieces;
            EXPECT_EQ(to_string(count_matches(graph, by_formula(text), fine).count), expected) << spec << " " << text;
        }
    }
}

TEST_P(MatchesByFormula, AreTakenWhereTheyFitWhatIsAsked) {
    Graph const graph = generate_graph("gen:ba:n=60,m=5,seed=3");
    MatchQuery const house{.pattern = parse_pattern("house")};
    EXPECT_EQ(count_matches(graph, house, options()).chosen.form, "formula");
    for (char const* text : {"6-path", "0-1,0~2,1~2"}) {
        EXPECT_EQ(count_matches(graph, {.pattern = parse_pattern(text)}, options()).chosen.form, "walk");
        EXPECT_THROW(count_matches(graph, by_formula(text), options()), InputError);
    }
    EXPECT_EQ(count_matches(graph, {.pattern = house.pattern, .induced = true}, options()).chosen.form, "walk");
    EXPECT_EQ(count_matches(graph, {.pattern = house.pattern, .order = {3, 4, 1, 0, 2}}, options()).chosen.form,
              "walk");
    RunOptions of_roots = options();
    of_roots.roots = std::vector<VertexId>{1, 2};
    RunOptions narrow = options();
    narrow.warp_width = 8;
    for (RunOptions const& own : {of_roots, narrow}) {
        if (own.warp_width != 8 || own.device == DeviceKind::cuda) {
            EXPECT_EQ(count_matches(graph, house, own).chosen.form, "walk");
        }
        EXPECT_THROW(count_matches(graph, by_formula("house"), own), InputError);
    }
}

// What a pattern forbids is taken away: signed sums of patterns that forbid nothing.
TEST_P(MatchesByFormula, OfSignedSumsAreThoseOfTheVerifier) {
    Graph const graph = generate_graph("gen:er:n=13,m=38,seed=8");
    for (char const* text : {"3-path", "claw", "4-path", "paw", "4-cycle", "diamond", "house", "gem", "K5-e", "5-cycle",
                             "0-1,1-2,2-3,3-0,0~2", "0-1,1-2,2-3,3-4,0~2,1~4", "0-1,1-2,2-3,3-4,4-0,0~2"}) {
        Pattern const pattern = parse_pattern(text);
        bool const induced = std::string_view(text).find('~') == std::string_view::npos;
        MatchQuery const query{.pattern = pattern, .induced = induced, .algorithm = Algorithm::formula};
        MatchResult const result = count_matches(graph, query, options());
        EXPECT_EQ(result.chosen.form, "formula") << text;
        EXPECT_EQ(to_string(result.count), to_string(count_matches_serially(graph, pattern, induced))) << text;
        EXPECT_EQ(to_string(result.mappings.value()), to_string(result.count * result.automorphisms)) << text;
    }
}

// Of more wedges than a tally in fast memory holds: their roots have rows in device memory, filled by several jobs.
TEST(MatchesByFormulaInLockstep, OfHeavyRootsOfFiveCycles) {
    for (int const pieces : {0, most_pieces}) {
        RunOptions own = on(DeviceKind::lockstep);
        own.balance.pieces = pieces;
        EXPECT_EQ(to_string(count_matches(generate_graph("gen:complete:n=43"), by_formula("5-cycle"), own).count),
                  std::to_string(12 * binomial(43, 5)));
    }
}

TEST_P(MatchesByFormula, OfHeavyRootsOfFiveCycles) {
    Graph const graph = generate_graph("gen:ba:n=3000,m=40,seed=5");
    std::string const expected = to_string(count_matches(graph, by_formula("5-cycle"), on(DeviceKind::host)).count);
    Resident const resident(graph, options());
    for (int again = 0; again < 3; ++again) {
        EXPECT_EQ(to_string(count_matches(resident, by_formula("5-cycle"), options()).count), expected);
    }
}

// What has no formula of its own is counted with all graphlets.
TEST_P(MatchesByFormula, OfEveryGraphletAreThoseOfTheVerifier) {
    for (char const* source : {"gen:er:n=12,m=40,seed=2", "gen:ba:n=14,m=4,seed=5"}) {
        Resident const graph(generate_graph(source), options());
        for (Graphlet const& graphlet : graphlets().subspan(1)) {
            Pattern const pattern = parse_pattern(format_graph6(graphlet.size, graphlet.adjacency));
            for (bool const induced : {false, true}) {
                MatchQuery const query{.pattern = pattern, .induced = induced, .algorithm = Algorithm::formula};
                MatchResult const result = count_matches(graph, query, options());
                EXPECT_EQ(result.chosen.form, "formula");
                EXPECT_EQ(to_string(result.count), to_string(count_matches_serially(graph.graph(), pattern, induced)))
                    << source << " " << graphlet.name << (induced ? " induced" : "");
            }
        }
    }
}

// The passes ignore directions, and a pattern without arcs does, too.
TEST_P(MatchesByFormula, OfGraphsWithDirections) {
    Graph const graph = graph_from_arcs(14, random_arcs(14, 50, 3));
    MatchQuery const query{.pattern = parse_pattern("bull"), .algorithm = Algorithm::formula};
    EXPECT_EQ(to_string(count_matches(graph, query, options()).count),
              to_string(count_matches_serially(graph, query.pattern, false)));
}

// Where a walk is long, and the terms are not.
TEST_P(MatchesByFormula, OfSignedSumsAreTakenWhereTheyAreCheaper) {
    MatchQuery claw{.pattern = parse_pattern("claw"), .induced = true};
    MatchResult const summed = count_matches(generate_graph("gen:star:n=3000"), claw, options());
    EXPECT_EQ(summed.chosen.form, "formula");
    EXPECT_EQ(to_string(summed.count), "4491005499"); // C(2999, 3)
    EXPECT_EQ(count_matches(generate_graph("gen:ba:n=60,m=5,seed=3"), claw, options()).chosen.form, "walk");
    claw.algorithm = Algorithm::formula;
    RunOptions own = options();
    own.deadline_seconds = 1e-9;
    MatchResult const none = count_matches(generate_graph("gen:er:n=20000,m=2000000,seed=3"), claw, own);
    EXPECT_EQ(none.status, Status::deadline);
    EXPECT_EQ(to_string(none.count), "0");
}

TEST(SignedSums, KnowInWhichOrderTheirTermsAreWalkedTo) {
    MatchQuery const star{.pattern = parse_pattern("0-1,0-2,0-3,0-4,0-5,1~2,2~3,3~4")};
    Graph const graph = generate_graph("gen:star:n=3000");
    SignedSum sum = signed_sum_of(star).value();
    ASSERT_EQ(sum.size(), 5u);
    ASSERT_TRUE(is_cheaper(sum, star, matching_order(star.pattern, false, graph), graph));
    for (SumTerm const& term : sum) EXPECT_EQ(term.order, matching_order(term.pattern, false, graph));
    EXPECT_EQ(to_string(bind_sum(sum, star.pattern).run(graph, on(DeviceKind::host)).count),
              to_string(60 * binomial(2999, 5)));
    Graph const small = generate_graph("gen:ba:n=60,m=5,seed=3");
    EXPECT_FALSE(is_cheaper(sum, star, matching_order(star.pattern, false, small), small));
}

TEST_P(MatchesByFormula, ThatAreNotDoneAreNone) {
    RunOptions own = options();
    own.deadline_seconds = 1e-9;
    MatchResult const result =
        count_matches(generate_graph("gen:er:n=20000,m=2000000,seed=3"), by_formula("house"), own);
    EXPECT_EQ(result.status, Status::deadline);
    EXPECT_EQ(to_string(result.count), "0");
    EXPECT_EQ(to_string(result.mappings.value()), "0");
}

} // namespace cerrado::test
