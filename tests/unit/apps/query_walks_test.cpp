// The walks of a query that meet one image of a match under the symmetries of the query, or of its bare pattern.
#include "query/forms.hpp"
#include "query/plan.hpp"
#include "unit/apps/query_golden.hpp"
#include "unit/apps/support.hpp"

#include <cerrado/apps/query.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

namespace cerrado::test {
namespace {

using query::InjectiveQuery;
using query::JoinedWalk;
using query::QueryPlan;
using query::Symmetry;

class WalksOfQueries : public OnDeviceOrLockstep {
protected:
    WideCount counted(Graph const& graph, JoinedWalk walk) const {
        return query::count_form(std::make_shared<JoinedWalk const>(std::move(walk))).run(graph, options()).count;
    }
    // Returns: how many of a query's walks tell images apart.
    int expect_same_counts(Graph const& graph, std::string const& text) const {
        Query const asked = parse_query(text);
        auto const whole = query::bound(graph, asked, {}, false);
        if (!whole.contradiction.empty()) return 0;
        int by_images = 0;
        for (InjectiveQuery const& part : query::injective_queries(whole, graph)) {
            if (part.query.variables() == 1) continue;
            QueryPlan const plan(graph, part.query, 0);
            JoinedWalk walk = plan.walk(Symmetry::of_pattern);
            if (walk.plan.images == 0) continue;
            ++by_images;
            EXPECT_EQ(to_string(counted(graph, std::move(walk))),
                      to_string(counted(graph, plan.walk(Symmetry::of_query))));
        }
        return by_images;
    }
};
CERRADO_ON_EVERY_DEVICE_AND_LOCKSTEP(WalksOfQueries);

TEST_P(WalksOfQueries, ByImagesCountTheGoldenRows) {
    if (!why_no_queries().empty()) GTEST_SKIP() << why_no_queries();
    int by_images = 0;
    for (GoldenQuery const& golden : golden_queries()) {
        if (is_slow() && golden.count > 2000) continue;
        SCOPED_TRACE(golden.id);
        by_images += expect_same_counts(golden_graph(golden.graph), golden.texts().front());
    }
    EXPECT_GE(by_images, is_slow() ? 2 : 8);
}

TEST_P(WalksOfQueries, WithAndWithoutListsOfTheirOwnCountTheGoldenRows) {
    if (!why_no_queries().empty()) GTEST_SKIP() << why_no_queries();
    int compared = 0;
    for (GoldenQuery const& golden : golden_queries()) {
        if (golden.mode != QueryMode::nodes || (is_slow() && golden.count > 500)) continue;
        SCOPED_TRACE(golden.id);
        Graph const graph = golden_graph(golden.graph);
        Query const asked = parse_query(golden.texts().front());
        auto const whole = query::bound(graph, asked, {}, false);
        for (InjectiveQuery const& part : query::injective_queries(whole, graph)) {
            if (part.query.variables() == 1) continue;
            QueryPlan const plan(graph, part.query, 0);
            for (bool const takes_lists : {true, false}) {
                JoinedWalk walk = plan.walk(Symmetry::of_pattern);
                walk.takes_lists = takes_lists;
                EXPECT_EQ(to_string(counted(graph, std::move(walk)) * plan.symmetries()), std::to_string(golden.count));
            }
            ++compared;
        }
    }
    EXPECT_GE(compared, is_slow() ? 10 : 30);
}

TEST_P(WalksOfQueries, ByImagesTellAllOrdersApart) {
    std::string vertices, edges;
    constexpr int size = 12;
    for (int u = 0; u < size; ++u) {
        if (u % 5 != 4) vertices += fmt::format("v{}{{x={}}} ", u, u * 7 % 6); // others lack it
        for (int v = 0; v < u; ++v)
            if ((u + v) % 7 != 0) edges += fmt::format("v{}>v{}{{w={}}} ", u, v, (u * 5 + v * 3) % 8);
    }
    Graph const graph = attributed_graph(vertices, edges, false);
    std::string const clique =
        "MATCH DIFFERENT NODES (a)-[e]-(b), (a)-[f]-(c), (b)-[g]-(c), (a)-[h]-(d), (b)-[i]-(d), (c)-[j]-(d) WHERE ";
    for (char const* const conditions :
         {"a.x < b.x AND b.x < c.x AND c.x < d.x", "e.w < j.w", "a.x = b.x OR c.x = d.x",
          "e.w + f.w + h.w > g.w + i.w + j.w", "a.x = d.x AND e.w <= j.w", "a.x + b.x IS NULL"}) {
        SCOPED_TRACE(conditions);
        EXPECT_EQ(expect_same_counts(graph, clique + conditions), 1);
    }
}

} // namespace
} // namespace cerrado::test
