// Patterns from and to graphs of Boost.Graph.
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/pattern/from_boost.hpp>

#include <boost/graph/adjacency_list.hpp>
#include <gtest/gtest.h>

#include <string>

namespace cerrado::test {
namespace {

using Undirected = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
using Directed = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
using OfLists = boost::adjacency_list<boost::listS, boost::listS, boost::undirectedS>;

void expect_same(Pattern const& a, Pattern const& b) {
    ASSERT_EQ(a.size(), b.size());
    for (int v = 0; v < a.size(); ++v) {
        EXPECT_EQ(a.edges(v), b.edges(v)) << v;
        EXPECT_EQ(a.arcs_from(v), b.arcs_from(v)) << v;
        EXPECT_EQ(a.strangers(v), b.strangers(v)) << v;
    }
}

template <class Function> std::string message_of(Function const& function) {
    try {
        function();
    } catch (InputError const& error) {
        return error.what();
    }
    return "nothing was thrown";
}

} // namespace

TEST(PatternFromBoost, HasTheEdges) {
    Undirected graph(4);
    for (auto const& [u, v] : {std::pair(0, 1), {1, 2}, {2, 0}, {2, 3}, {1, 0}}) {
        add_edge(static_cast<std::size_t>(u), static_cast<std::size_t>(v), graph);
    }
    expect_same(pattern_from_boost(graph), parse_pattern("0-1,1-2,0-2,2-3"));
    expect_same(pattern_from_boost(pattern_to_boost<Undirected>(parse_pattern("house"))), parse_pattern("house"));
}

TEST(PatternFromBoost, HasArcsOfADirectedGraph) {
    Pattern const loop = parse_pattern("0>1,1>2,2>0,0<>3");
    Directed const graph = pattern_to_boost<Directed>(loop);
    EXPECT_EQ(num_edges(graph), 5u);
    expect_same(pattern_from_boost(graph), loop);
}

TEST(PatternFromBoost, NumbersVerticesThatHaveNoNumbers) {
    OfLists graph;
    auto const a = add_vertex(graph), b = add_vertex(graph), c = add_vertex(graph);
    add_edge(c, b, graph);
    add_edge(b, a, graph);
    expect_same(pattern_from_boost(graph), parse_pattern("0-1,1-2"));
}

TEST(PatternFromBoost, RefusesWhatIsNoPattern) {
    EXPECT_THROW(pattern_from_boost(Undirected(33)), InputError);
    EXPECT_THROW(pattern_from_boost(Undirected()), InputError);
    Undirected loop(2);
    add_edge(1, 1, loop);
    EXPECT_THROW(pattern_from_boost(loop), InputError);
}

TEST(PatternToBoost, RefusesWhatAGraphDoesNotSay) {
    EXPECT_NE(message_of([] { pattern_to_boost<Undirected>(parse_pattern("0-1,1-2,0~2")); }).find("not to be there"),
              std::string::npos);
    EXPECT_NE(message_of([] { pattern_to_boost<Undirected>(parse_pattern("0>1")); }).find("take a directed graph"),
              std::string::npos);
    EXPECT_NE(message_of([] { pattern_to_boost<Directed>(parse_pattern("0-1")); }).find("take an undirected graph"),
              std::string::npos);
    EXPECT_NE(message_of([] { pattern_to_boost<Undirected>(parse_pattern("0:a,0-1")); }).find("labels"),
              std::string::npos);
}

} // namespace cerrado::test
