// Matches of every kind of plan under every policy of load balancing: what is met and how often is the same, whatever
// moves. Against runs without balancing, by workers that dawdle.
#include "balance_delayed.hpp"

#include "isomorphism/match.hpp"
#include "isomorphism/plan/plan.hpp"

#include <cerrado/apps/detail/each_match.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/output/by_length.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/run.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace cerrado::test {
namespace {

struct Found {
    RunResult result;
    std::vector<std::vector<OriginalId>> records{}; // of a list, sorted
};

struct Case {
    char const* pattern;
    bool induced;
    Found (*run)(Pattern const&, bool induced, Graph const&, RunOptions const&);
};

Found count(Pattern const& pattern, bool induced, Graph const& graph, RunOptions const& options) {
    MatchingPlan const plan = make_plan(pattern, induced);
    Found found{run(Delayed<Match>{{plan.walked + 1, plan}}, graph, options)};
    found.result.count /= plan.repetitions;
    return found;
}

Found count_marked(Pattern const& pattern, bool induced, Graph const& graph, RunOptions const& options) {
    Resident const resident(graph, options);
    MarkedPattern const marked(pattern, induced, graph);
    MarkedPlan const plan = marked.plan({});
    Delayed<MarkedMatch> const app{{plan.walked + 1, plan}};
    detail::PlacedMatch const placed(resident, app, plan, *marked.bits(), options.threads);
    return {run(placed.app, resident, options)};
}

Found list(Pattern const& pattern, bool induced, Graph const& graph, RunOptions const& given) {
    Found found;
    RunOptions options = given;
    options.of<Store>().sink = [&](std::span<OriginalId const> ids) {
        found.records.emplace_back(ids.begin(), ids.end());
    };
    MarkedPlan const plan = MarkedPattern(pattern, induced, graph).plan({}); // without bits
    found.result = run(Delayed<MatchList>{{{plan.size, plan}}}, graph, options);
    std::ranges::sort(found.records);
    return found;
}

// With arcs, and the labels A and B.
Graph marked(Graph const& graph) {
    std::vector<Edge> arcs;
    std::vector<std::string> labels;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        labels.push_back(v % 3 == 0 ? "A" : "B");
        for (VertexId const u : graph.neighbours(v)) {
            if (u < v || (u + v) % 3 == 0) arcs.push_back({u, v});
        }
    }
    return with_labels(graph_from_arcs(graph.vertex_count(), arcs), labels);
}

// Runs with both mechanisms, each until something has moved.
void expect_same(Case const& one, std::string const& policy, DeviceKind device, int workers) {
    SCOPED_TRACE(one.pattern);
    Graph const plain =
        generate_graph(device == DeviceKind::cuda ? "gen:ba:n=200,m=8,seed=3" : "gen:ba:n=50,m=4,seed=3");
    Graph const graph = one.run == &count_marked ? marked(plain) : plain;
    Pattern const pattern = parse_pattern(one.pattern);
    Found const expected = one.run(pattern, one.induced, graph, on(device, workers));
    ASSERT_GT(expected.result.count, 0u);
    for (BalanceMechanism const mechanism : {BalanceMechanism::stop, BalanceMechanism::share}) {
        int const most_runs = policy == "never" ? 1 : 1000; // on a busy machine few workers are idle at the same time
        std::uint64_t donated = 0;
        for (int i = 0; i < most_runs && donated == 0; ++i) {
            RunOptions options = on(device, workers);
            options.balance = balance_options(mechanism, make_policy(policy, {0, 4, std::uint64_t(i) + 1}),
                                              std::chrono::microseconds(1));
            Found const found = one.run(pattern, one.induced, graph, options);
            EXPECT_EQ(to_string(found.result.count), to_string(expected.result.count));
            EXPECT_TRUE(found.result.of<ByLength>() == expected.result.of<ByLength>());
            EXPECT_EQ(found.records, expected.records);
            donated += found.result.balance.donated;
        }
        EXPECT_EQ(donated > 0, policy != "never") << to_string(mechanism);
    }
}

constexpr Case cases[] = {{"house", false, count}, // its last vertices are counted together
                          {"5-path", true, count}, // of its vertices some are not adjacent
                          {"0:B,2:A,0>1,1-2,2-3,3-4", false, count_marked},
                          {"4-cycle", false, list}};

class MatchPolicies : public testing::TestWithParam<std::string> {};

} // namespace

TEST_P(MatchPolicies, ChangeNothingOnTheHost) {
    for (Case const& one : cases) expect_same(one, GetParam(), DeviceKind::host, 3);
}

TEST_P(MatchPolicies, ChangeNothingOnCuda) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    for (Case const& one : cases) expect_same(one, GetParam(), DeviceKind::cuda, 64);
}

INSTANTIATE_TEST_SUITE_P(Every, MatchPolicies, testing::ValuesIn(policy_names()),
                         [](testing::TestParamInfo<std::string> const& info) { return info.param; });

} // namespace cerrado::test
