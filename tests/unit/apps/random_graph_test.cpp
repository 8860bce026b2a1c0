// Random graphs against all graphs that keep the same: none is missing, and all come equally often.
#include "unit/message_of.hpp"
#include "unit/random_arcs.hpp"

#include <cerrado/apps/motif.hpp>
#include <cerrado/apps/random_graph.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/marks.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cerrado::test {
namespace {

using Pairs = std::vector<std::pair<VertexId, VertexId>>; // ascending

Pairs pairs_of(Graph const& graph) {
    Pairs pairs;
    for_each_arc_or_edge(graph, [&](VertexId u, VertexId v) { pairs.emplace_back(u, v); });
    std::ranges::sort(pairs);
    return pairs;
}

Graph digraph(VertexId vertices, Pairs const& arcs) {
    std::vector<Edge> list;
    for (auto const& [u, v] : arcs) list.push_back({u, v});
    return graph_from_arcs(vertices, list);
}

// What a model keeps, obviously: sorted numbers of each vertex, then of the whole graph.
std::vector<std::vector<std::uint64_t>> kept(NullModel model, VertexId n, Pairs const& arcs, bool directed = true) {
    std::set<std::pair<VertexId, VertexId>> const there(arcs.begin(), arcs.end());
    std::vector<std::vector<std::uint64_t>> of_vertex(n, {0, 0, 0}); // out, in, mutual
    std::uint64_t mutual = 0;
    for (auto const& [u, v] : arcs) {
        bool const is_mutual = directed && there.contains({v, u});
        mutual += is_mutual ? 1 : 0;
        ++of_vertex[u][directed ? 0 : 1];
        ++of_vertex[v][1];
        if (is_mutual) ++of_vertex[u][2];
    }
    if (model == NullModel::er) return {{arcs.size()}};
    std::vector<std::vector<std::uint64_t>> result = of_vertex;
    if (model == NullModel::mutual) return result;
    for (auto& numbers : result) numbers.pop_back();
    if (model == NullModel::global) result.push_back({mutual});
    if (model != NullModel::jdm) return result;
    std::map<std::vector<std::uint64_t>, std::uint64_t> joined;
    for (auto const& [u, v] : arcs) {
        std::vector<std::uint64_t> from(result[u]), to(result[v]);
        if (!directed && to < from) std::swap(from, to);
        from.insert(from.end(), to.begin(), to.end());
        ++joined[from];
    }
    for (auto const& [classes, times] : joined) {
        result.push_back(classes);
        result.back().push_back(times);
    }
    return result;
}

// Every digraph with as many arcs that keeps the same.
std::set<Pairs> realisations(NullModel model, VertexId n, Pairs const& arcs) {
    Pairs all;
    for (VertexId u = 0; u < n; ++u) {
        for (VertexId v = 0; v < n; ++v) {
            if (u != v) all.emplace_back(u, v);
        }
    }
    auto const wanted = kept(model, n, arcs);
    std::vector<std::uint64_t> out(n), in(n);
    for (auto const& [u, v] : arcs) ++out[u], ++in[v];
    std::set<Pairs> found;
    Pairs chosen;
    auto const choose = [&](auto const& self, std::size_t next) -> void {
        if (chosen.size() == arcs.size()) {
            if (kept(model, n, chosen) == wanted) found.insert(chosen);
            return;
        }
        if (next == all.size()) return;
        auto const& [u, v] = all[next];
        if (out[u] > 0 && in[v] > 0) {
            --out[u], --in[v];
            chosen.push_back(all[next]);
            self(self, next + 1);
            chosen.pop_back();
            ++out[u], ++in[v];
        }
        self(self, next + 1);
    };
    choose(choose, 0);
    return found;
}

Pairs const digraph_a = {{0, 1}, {0, 2}, {0, 5}, {1, 2}, {2, 3}, {3, 4}, {4, 2}, {4, 5}};
Pairs const digraph_c = {{0, 1}, {0, 2}, {0, 4}, {1, 2}, {1, 3}, {2, 3}, {3, 4}, {3, 5}, {4, 5}, {5, 3}};

std::uint64_t feed_forward_loops(Pairs const& arcs) {
    std::set<std::pair<VertexId, VertexId>> const there(arcs.begin(), arcs.end());
    auto const is_single = [&](VertexId u, VertexId v) { return there.contains({u, v}) && !there.contains({v, u}); };
    std::uint64_t loops = 0;
    for (auto const& [u, v] : arcs) {
        for (VertexId w = 0; w < 6; ++w) loops += is_single(u, v) && is_single(v, w) && is_single(u, w) ? 1 : 0;
    }
    return loops;
}

// How often realisations are drawn, beside what is to be expected if all are equally likely.
struct Drawn {
    double chi_square = 0, freedom = 0;
    std::size_t missing = 0; // and those that were drawn although they are none

    bool are_alike() const { return missing == 0 && chi_square < freedom + 4.5 * std::sqrt(2 * freedom); }
    void operator+=(Drawn const& more) {
        chi_square += more.chi_square;
        freedom += more.freedom;
        missing += more.missing;
    }
};

Drawn drawn(NullModel model, VertexId n, Pairs const& arcs, std::set<Pairs> const& all) {
    constexpr int draws_of_each = 60;
    Graph const graph = digraph(n, arcs);
    std::map<Pairs, int> times;
    int const draws = draws_of_each * static_cast<int>(all.size());
    for (int i = 0; i < draws; ++i) {
        auto const number = static_cast<std::uint32_t>(i);
        RandomGraphQuery const query{.model = model, .seed = 5, .number = number};
        ++times[pairs_of(random_graph(graph, query).graph)];
    }
    Drawn of_family{.freedom = static_cast<double>(all.size() - 1)};
    for (Pairs const& one : all) {
        double const difference = times[one] - draws_of_each;
        of_family.chi_square += difference * difference / draws_of_each;
        if (times[one] == 0) ++of_family.missing;
    }
    of_family.missing += times.size() - all.size();
    return of_family;
}

void expect_uniform(NullModel model, Pairs const& arcs, std::set<Pairs> const& all) {
    Drawn const of_family = drawn(model, 6, arcs, all);
    EXPECT_EQ(of_family.missing, 0u) << name_of(model);
    EXPECT_TRUE(of_family.are_alike()) << name_of(model) << ": " << of_family.chi_square;
}

void expect_realisations(NullModel model, Pairs const& arcs, std::size_t number, std::uint64_t loops) {
    std::set<Pairs> const all = realisations(model, 6, arcs);
    EXPECT_EQ(all.size(), number) << name_of(model);
    std::uint64_t sum = 0;
    for (Pairs const& one : all) sum += feed_forward_loops(one);
    EXPECT_EQ(sum, loops) << name_of(model);
    expect_uniform(model, arcs, all);
}

} // namespace

TEST(RandomGraphs, AreAllThatKeepTheSameEquallyOften) {
    expect_realisations(NullModel::degree, digraph_a, 49, 64);
    expect_realisations(NullModel::mutual, digraph_a, 28, 46);
    expect_realisations(NullModel::jdm, digraph_a, 4, 2);
    expect_realisations(NullModel::jdm, digraph_c, 30, 36);
}

// No two ends can be exchanged without making two vertices mutual: a path turns its middle arc, and a cycle all its arcs.
TEST(RandomGraphs, TurnPathsAndCycles) {
    Pairs const path = {{0, 2}, {1, 3}, {2, 1}}, cycle = {{0, 1}, {1, 2}, {2, 0}};
    for (NullModel const model : {NullModel::degree, NullModel::mutual, NullModel::global, NullModel::jdm}) {
        std::set<Pairs> const paths = realisations(model, 6, path), cycles = realisations(model, 6, cycle);
        EXPECT_GE(paths.size(), 2u) << name_of(model);
        EXPECT_EQ(cycles.size(), 2u) << name_of(model);
        expect_uniform(model, path, paths);
        expect_uniform(model, cycle, cycles);
    }
}

constexpr NullModel switched_models[] = {NullModel::degree, NullModel::mutual, NullModel::global, NullModel::jdm};

TEST(RandomGraphs, AreAllThatKeepTheSameOfFourVertices) {
    Pairs pairs;
    for (VertexId u = 0; u < 4; ++u) {
        for (VertexId v = 0; v < 4; ++v) {
            if (u != v) pairs.emplace_back(u, v);
        }
    }
    for (NullModel const model : switched_models) {
        std::map<std::vector<std::vector<std::uint64_t>>, std::set<Pairs>> families;
        for (unsigned chosen = 0; chosen < 1u << pairs.size(); ++chosen) {
            Pairs arcs;
            for (std::size_t i = 0; i < pairs.size(); ++i) {
                if ((chosen >> i & 1) != 0) arcs.push_back(pairs[i]);
            }
            auto const keeps = kept(model, 4, arcs);
            if (std::is_sorted(keeps.begin(), keeps.begin() + 4)) families[keeps].insert(arcs); // else as one of these
        }
        Drawn together;
        for (auto const& [keeps, all] : families) {
            if (all.size() > 1) together += drawn(model, 4, *all.begin(), all);
        }
        EXPECT_EQ(together.missing, 0u) << name_of(model) << ", of " << families.size() << " families";
        EXPECT_TRUE(together.are_alike())
            << name_of(model) << ": " << together.chi_square << " of " << together.freedom;
    }
}

TEST(RandomGraphs, AreAllThatKeepTheSameOfFiveVertices) {
    for (NullModel const model : switched_models) {
        Drawn together;
        for (unsigned seed = 1; seed <= 60; ++seed) {
            Pairs const arcs = pairs_of(graph_from_arcs(5, random_arcs(5, 4 + static_cast<int>(seed % 14), seed)));
            std::set<Pairs> const all = realisations(model, 5, arcs);
            if (all.size() > 1 && all.size() < 200) together += drawn(model, 5, arcs, all);
        }
        EXPECT_EQ(together.missing, 0u) << name_of(model);
        EXPECT_TRUE(together.are_alike())
            << name_of(model) << ": " << together.chi_square << " of " << together.freedom;
    }
}

TEST(RandomGraphs, KeepWhatTheModelSays) {
    for (NullModel const model :
         {NullModel::degree, NullModel::mutual, NullModel::global, NullModel::jdm, NullModel::er}) {
        for (unsigned seed = 1; seed <= 6; ++seed) {
            Graph const graph = graph_from_arcs(40, random_arcs(40, 120 * static_cast<int>(seed), seed));
            RandomGraph const random = random_graph(graph, {.model = model, .seed = seed, .number = 3});
            EXPECT_TRUE(is_directed(random.graph));
            EXPECT_EQ(kept(model, 40, pairs_of(random.graph)), kept(model, 40, pairs_of(graph))) << name_of(model);
            EXPECT_NE(pairs_of(random.graph), pairs_of(graph)) << name_of(model);
        }
    }
}

// The patterns of three vertices as the motif application counts them.
double distance_of_triads(Graph const& one, Graph const& other) {
    MotifQuery const query{.k = 3, .directed = true};
    RunOptions options;
    options.device = DeviceKind::host;
    MotifResult const of_one = count_motifs(one, query, options), of_other = count_motifs(other, query, options);
    double distance = 0;
    for (std::size_t i = 0; i < of_one.motifs.size(); ++i) {
        auto const a = static_cast<double>(of_one.motifs[i].count), b = static_cast<double>(of_other.motifs[i].count);
        if (a != b) distance += std::abs(a - b) / (a + b);
    }
    return distance;
}

TEST(RandomGraphs, OfTriadsAreNearThoseOfTheGraph) {
    int near = 0;
    for (unsigned seed = 1; seed <= 12; ++seed) {
        Graph const graph = graph_from_arcs(60, random_arcs(60, 150 + 40 * static_cast<int>(seed % 4), seed));
        RandomGraph const random = random_graph(graph, {.model = NullModel::triads, .seed = seed, .number = 5});
        EXPECT_EQ(kept(NullModel::mutual, 60, pairs_of(random.graph)), kept(NullModel::mutual, 60, pairs_of(graph)));
        EXPECT_EQ(random.is_near, distance_of_triads(random.graph, graph) <= .005 + 1e-12);
        EXPECT_NE(pairs_of(random.graph), pairs_of(graph));
        RandomGraph const mutual = random_graph(graph, {.model = NullModel::mutual, .seed = seed, .number = 5});
        EXPECT_LE(distance_of_triads(random.graph, graph), distance_of_triads(mutual.graph, graph));
        near += random.is_near ? 1 : 0;
    }
    EXPECT_GE(near, 9);
}

TEST(RandomGraphs, OfUndirectedGraphsKeepWhatTheModelSays) {
    for (NullModel const model : {NullModel::degree, NullModel::jdm, NullModel::er}) {
        for (char const* spec : {"gen:er:n=60,m=200,seed=1", "gen:ba:n=80,m=4,seed=2", "gen:er:n=30,m=400,seed=3"}) {
            Graph const graph = generate_graph(spec);
            VertexId const n = graph.vertex_count();
            RandomGraph const random = random_graph(graph, {.model = model, .seed = 9});
            EXPECT_FALSE(is_directed(random.graph));
            EXPECT_EQ(kept(model, n, pairs_of(random.graph), false), kept(model, n, pairs_of(graph), false)) << spec;
            EXPECT_EQ(random.graph.edge_count(), graph.edge_count());
            EXPECT_NE(pairs_of(random.graph), pairs_of(graph)) << name_of(model) << " " << spec;
        }
    }
}

TEST(RandomGraphs, AreTheSameAgainAndOthersWithAnotherNumber) {
    Graph const graph = graph_from_arcs(50, random_arcs(50, 300, 4));
    auto const drawn = [&](std::uint64_t seed, std::uint32_t number) {
        return pairs_of(random_graph(graph, {.model = NullModel::mutual, .seed = seed, .number = number}).graph);
    };
    EXPECT_EQ(drawn(1, 0), drawn(1, 0));
    EXPECT_NE(drawn(1, 0), drawn(1, 1));
    EXPECT_NE(drawn(1, 0), drawn(2, 0));
}

TEST(RandomGraphs, TakeMoreStepsWhereFewWouldNotDo) {
    Graph const small = generate_graph("gen:path:n=11"), large = generate_graph("gen:er:n=100,m=300,seed=1");
    EXPECT_EQ(random_graph(small, {}).steps, 500u); // of 10 edges
    EXPECT_EQ(random_graph(large, {}).steps, 3000u);
    EXPECT_EQ(random_graph(large, {.model = NullModel::jdm}).steps, 30000u);
}

TEST(RandomGraphs, SayWhereNothingCanBeSwitched) {
    for (char const* spec : {"gen:star:n=50", "gen:complete:n=12"}) {
        Graph const graph = generate_graph(spec);
        RandomGraph const random = random_graph(graph, {.switches = 3});
        EXPECT_EQ(random.taken, 0u) << spec;
        EXPECT_EQ(random.steps, 3 * graph.edge_count()) << spec;
        EXPECT_EQ(pairs_of(random.graph), pairs_of(graph)) << spec;
    }
    std::vector<Edge> leaves;
    for (VertexId v = 1; v < 100000; ++v) leaves.push_back({0, v});
    Graph const star = graph_from_arcs(100000, leaves);
    RandomGraph const random = random_graph(star, {.model = NullModel::triads}); // its 5e9 triads are not looked at
    EXPECT_EQ(random.taken, 0u);
    EXPECT_TRUE(random.is_near);
    Graph const nothing = generate_graph("gen:er:n=9,m=0,seed=1");
    EXPECT_EQ(random_graph(nothing, {.model = NullModel::er}).graph.vertex_count(), 9u);
    EXPECT_EQ(random_graph(nothing, {}).steps, 0u);
}

TEST(RandomGraphs, HaveTheOriginalIds) {
    Graph const graph = graph_from_edges(4, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}}, {70, 5, 900, 31});
    Graph const random = random_graph(graph, {.number = 2}).graph;
    for (VertexId v = 0; v < 4; ++v) EXPECT_EQ(random.original_id(v), graph.original_id(v));
}

TEST(RandomGraphs, RefuseWhatTheyCannotKeep) {
    Graph const graph = generate_graph("gen:er:n=20,m=40,seed=1");
    auto const refusal = [&](RandomGraphQuery const& query) {
        return message_of<InputError>([&] { random_graph(graph, query); });
    };
    EXPECT_NE(refusal({.model = NullModel::mutual}).find("has no directions"), std::string::npos);
    EXPECT_NE(refusal({.model = NullModel::global}).find("has no directions"), std::string::npos);
    EXPECT_NE(refusal({.switches = -1}).find("must be 0 or more"), std::string::npos);
    EXPECT_NE(refusal({.switches = 1e30}).find("switches for each edge"), std::string::npos);
}

} // namespace cerrado::test
