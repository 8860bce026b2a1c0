// A plan that is a constant of the program counts what the same plan counts as data.
#include "support.hpp"

#include "isomorphism/compiled_match.hpp"
#include "isomorphism/plan/plan.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/run/run.hpp>

namespace cerrado::test {
namespace {

// Lists that are kept for the vertices that are counted together.
struct Gem {
    static constexpr char const* name = "gem";
    CERRADO_FN static constexpr MatchingPlan plan() {
        MatchingPlan plan;
        plan.size = 5;
        plan.walked = 3;
        plan.steps[0] = {.degree = 4};
        plan.steps[1] = {.adjacent = 0b1, .degree = 3};
        plan.steps[2] = {.adjacent = 0b11, .above = 0b10, .degree = 2, .keeps = true};
        plan.kinds = 2;
        plan.members[0] = plan.members[1] = 1;
        plan.sets = 3;
        plan.set[0] = {.adjacent = 0b11, .from = 2, .degree = 2};
        plan.set[1] = {.adjacent = 0b101, .degree = 2};
        plan.set[2] = {.adjacent = 0b111, .from = 2, .degree = 3};
        plan.terms = 2;
        plan.term[0] = {-1, 1, {2}};
        plan.term[1] = {1, 2, {0, 1}};
        return plan;
    }
};

// All but the last vertex are walked to.
struct FiveCycle {
    static constexpr char const* name = "5-cycle";
    CERRADO_FN static constexpr MatchingPlan plan() {
        MatchingPlan plan;
        plan.size = 5;
        plan.walked = 4;
        plan.steps[0] = {.degree = 2};
        plan.steps[1] = {.adjacent = 0b1, .above = 0b1, .degree = 2};
        plan.steps[2] = {.adjacent = 0b1, .above = 0b11, .degree = 2};
        plan.steps[3] = {.adjacent = 0b10, .above = 0b1, .degree = 2};
        plan.steps[4] = {.adjacent = 0b1100, .above = 0b1, .degree = 2};
        return plan;
    }
};

template <class Known> void expect_as_data(RunOptions const& options) {
    Pattern const pattern = parse_pattern(Known::name);
    ASSERT_TRUE(make_plan(pattern, false) == Known::plan()) << "write down the plan of " << Known::name << " anew";
    for (char const* spec : {"gen:er:n=40,m=220,seed=3", "gen:ba:n=60,m=6,seed=1", "gen:complete:n=9"}) {
        Graph const graph = generate_graph(spec);
        MatchResult const as_data = count_matches(graph, {.pattern = pattern, .algorithm = Algorithm::walk}, options);
        EXPECT_GT(as_data.count, 0u);
        EXPECT_EQ(run(CompiledMatch<Known>{}, graph, options).count, as_data.count) << Known::name << " " << spec;
    }
}

} // namespace

class CompiledMatchOn : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(CompiledMatchOn);

TEST_P(CompiledMatchOn, CountsListsThatAreKeptAsDataDoes) { expect_as_data<Gem>(options()); }
TEST_P(CompiledMatchOn, CountsAWalkAsDataDoes) { expect_as_data<FiveCycle>(options()); }

} // namespace cerrado::test
