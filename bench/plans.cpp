// What it costs that matching plans are data: the same search with its plan as a constant of the program, each level
// compiled for itself. The plans below are those that make_plan() gives, which is checked.
#include "isomorphism/compiled_match.hpp"
#include "isomorphism/match.hpp"
#include "isomorphism/plan/plan.hpp"

#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace cerrado;

namespace {

struct K5LessAnEdge {
    static constexpr char const* name = "K5-e";
    CERRADO_FN static constexpr MatchingPlan plan() {
        MatchingPlan plan;
        plan.size = 5;
        plan.walked = 3;
        plan.steps[0] = {.degree = 4};
        plan.steps[1] = {.adjacent = 0b1, .above = 0b1, .degree = 4};
        plan.steps[2] = {.adjacent = 0b11, .above = 0b11, .degree = 3, .keeps = true};
        plan.kinds = plan.sets = 1;
        plan.set[0] = {.adjacent = 0b111, .from = 2, .degree = 3};
        plan.members[0] = 2;
        return plan;
    }
};

struct House {
    static constexpr char const* name = "house";
    CERRADO_FN static constexpr MatchingPlan plan() {
        MatchingPlan plan;
        plan.size = 5;
        plan.walked = 3;
        plan.steps[0] = {.degree = 3};
        plan.steps[1] = {.adjacent = 0b1, .above = 0b1, .degree = 3};
        plan.steps[2] = {.adjacent = 0b10, .degree = 2};
        plan.kinds = 2;
        plan.members[0] = plan.members[1] = 1;
        plan.sets = 3;
        plan.set[0] = {.adjacent = 0b101, .degree = 2};
        plan.set[1] = {.adjacent = 0b11, .degree = 2};
        plan.set[2] = {.adjacent = 0b111, .degree = 3};
        plan.terms = 2;
        plan.term[0] = {-1, 1, {2}};
        plan.term[1] = {1, 2, {0, 1}};
        return plan;
    }
};

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

struct Diamond {
    static constexpr char const* name = "diamond";
    CERRADO_FN static constexpr MatchingPlan plan() {
        MatchingPlan plan;
        plan.size = 4;
        plan.walked = 2;
        plan.steps[0] = {.degree = 3};
        plan.steps[1] = {.adjacent = 0b1, .above = 0b1, .degree = 3};
        plan.kinds = plan.sets = 1;
        plan.set[0] = {.adjacent = 0b11, .degree = 2};
        plan.members[0] = 2;
        return plan;
    }
};

struct Measured {
    WideCount count;
    double milliseconds;
};

template <class App> Measured measure(App const& app, Resident const& resident) {
    std::vector<double> times;
    RunResult result;
    for (int i = 0; i < 5; ++i) {
        result = run(app, resident);
        times.push_back(result.seconds.run * 1e3);
    }
    std::ranges::sort(times);
    return {result.count, times[times.size() / 2]};
}

template <class Pattern> void compare(Resident const& resident) {
    MatchingPlan const plan = make_plan(parse_pattern(Pattern::name), false);
    if (!(plan == Pattern::plan())) {
        std::fprintf(stderr, "%s: the plan is another one now; write it down here\n", Pattern::name);
        std::exit(1);
    }
    Measured const data = measure(Match{plan.walked + 1, plan}, resident);
    Measured const compiled = measure(CompiledMatch<Pattern>{}, resident);
    if (data.count != compiled.count) {
        std::fprintf(stderr, "%s: the counts differ\n", Pattern::name);
        std::exit(1);
    }
    std::printf("%-28s %-8s %12.2f %12.2f %8.2f\n", resident.graph().source.c_str(), Pattern::name, data.milliseconds,
                compiled.milliseconds, data.milliseconds / compiled.milliseconds);
    std::fflush(stdout);
}

} // namespace

int main(int count, char** arguments) {
    std::printf("run, ms, medians of 5\n%-28s %-8s %12s %12s %8s\n", "graph", "pattern", "as data", "compiled",
                "ratio");
    for (int i = 1; i < count; ++i) {
        Resident const resident(open_graph(arguments[i]));
        compare<Diamond>(resident);
        compare<K5LessAnEdge>(resident);
        compare<House>(resident);
        compare<FiveCycle>(resident);
    }
}
