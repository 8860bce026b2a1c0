// A search for given patterns against the counts of their matches, induced or not.
#include "unit/apps/support.hpp"
#include "unit/random_arcs.hpp"

#include <cerrado/apps/discovery.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/marks.hpp>

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace cerrado::test {

class DiscoveryOfPatterns : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(DiscoveryOfPatterns);

TEST_P(DiscoveryOfPatterns, HasTheCountsOfTheirMatches) {
    auto const parsed = [](std::vector<std::string> const& texts) {
        std::vector<Pattern> patterns;
        for (std::string const& text : texts) patterns.push_back(parse_pattern(text));
        return patterns;
    };
    Graph const digraph = graph_from_arcs(30, random_arcs(30, 160, 8));
    Graph const plain = generate_graph("gen:er:n=30,m=120,seed=3");
    std::vector<std::pair<Graph const*, std::vector<Pattern>>> const searches = {
        {&digraph, parsed({"FFL", "0>1,1>2,2>0", "0<>1,1>2"})},
        {&digraph, parsed({"0>1,0>2,0>3", "0>1,1>2,2>3,3>0"})},
        {&digraph, parsed({"0>1,0>2,0>3,0>4,0>5,4>1"})},
        {&plain, parsed({"C4", "K4", "diamond"})},
        {&plain, parsed({"6-path", "6-cycle"})}};
    for (auto const& [graph, patterns] : searches) {
        for (bool const edge_induced : {false, true}) {
            DiscoveryQuery const query{.k = patterns[0].size(),
                                       .directed = graph == &digraph,
                                       .patterns = patterns,
                                       .edge_induced = edge_induced,
                                       .random_graphs = 3};
            Discovery const found = discover(*graph, query, options());
            ASSERT_EQ(found.classes.size(), patterns.size());
            for (std::size_t i = 0; i < patterns.size(); ++i) {
                MatchQuery const match{.pattern = patterns[i], .induced = !edge_induced};
                auto const matches = [&](Graph const& in) {
                    return count_matches(in, match, on(DeviceKind::host)).count;
                };
                EXPECT_EQ(to_string(found.classes[i].count), to_string(matches(*graph))) << i;
                for (std::uint32_t g = 0; g < 3; ++g) {
                    Graph const random = random_graph(*graph, {.model = found.model, .number = g}).graph;
                    EXPECT_EQ(to_string(found.random[g][i]), to_string(matches(random))) << i << " in " << g;
                }
            }
        }
    }
}

TEST(GivenPatterns, AreRefusedIfTheyCannotBeCounted) {
    Graph const plain = generate_graph("gen:er:n=30,m=120,seed=3");
    Graph const digraph = graph_from_arcs(30, random_arcs(30, 160, 8));
    auto const search = [&](std::vector<std::string> const& texts, DiscoveryQuery query) {
        for (std::string const& text : texts) query.patterns.push_back(parse_pattern(text));
        discover(query.directed ? digraph : plain, query, on(DeviceKind::host));
    };
    expect_refusal("one size", [&] { search({"C4", "C5"}, {.k = 4}); });
    expect_refusal("given before", [&] { search({"C4", "0-1,1-2,2-3,3-0"}, {.k = 4}); });
    expect_refusal("by their edges alone", [&] { search({"0-1,1-2,0~2"}, {.k = 3}); });
    expect_refusal("by their arcs alone", [&] { search({"0-1,1-2"}, {.k = 3, .directed = true}); });
    expect_refusal("give patterns", [&] { search({}, {.k = 4, .edge_induced = true}); });
    expect_refusal("share of all patterns",
                   [&] { search({"C4"}, {.k = 4, .statistic = DiscoveryStatistic::concentration}); });
}

} // namespace cerrado::test
