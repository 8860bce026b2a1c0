// ByEdges meets each connected set of edges once.
#include "unit/rounds/support.hpp"

#include <cerrado/engine/by_edges.hpp>
#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/output/by_key.hpp>
#include <cerrado/output/table.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace cerrado::test {
namespace {

using EdgeSet = std::set<std::array<VertexId, 2>>;

// All connected sets of `edges` edges whose vertices a predicate keeps, made from those with one edge less.
template <class Kept> std::set<EdgeSet> connected_sets(Graph const& graph, int edges, Kept const& kept) {
    std::vector<std::array<VertexId, 2>> all;
    for (VertexId v = 0; v < graph.vertex_count(); ++v)
        for (VertexId const u : graph.neighbours(v))
            if (v < u && kept(v) && kept(u)) all.push_back({v, u});
    std::set<EdgeSet> sets;
    for (auto const& edge : all) sets.insert({edge});
    for (int size = 1; size < edges; ++size) {
        std::set<EdgeSet> longer;
        for (EdgeSet const& set : sets) {
            for (auto const& edge : all) {
                bool const joins = std::ranges::any_of(set, [&](auto const& other) {
                    return edge[0] == other[0] || edge[0] == other[1] || edge[1] == other[0] || edge[1] == other[1];
                });
                if (!joins || set.contains(edge)) continue;
                EdgeSet with = set;
                with.insert(edge);
                longer.insert(with);
            }
        }
        sets = std::move(longer);
    }
    return sets;
}

constexpr int most_edges = 7;
struct EdgesRow {
    std::uint32_t count;
    VertexId ends[most_edges][2];
};

// Hands over each connected set of k - 1 edges, or only those whose vertices are no multiples of `left_out`.
struct EdgeSets {
    int k;
    VertexId left_out = 0;
    using Engine = ByEdges;
    using Output = Table<EdgesRow>;
    static constexpr bool may_find_nothing = true;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend_edges() && left_out != 0)
            te.filter([this](auto const& t, VertexId u) { return u % left_out != 0 && t.root() % left_out != 0; });
        if (te.size() != k - 1) return;
        te.aggregate_row([&](auto const& t, VertexId u) {
            EdgesRow row{};
            auto const add = [&](VertexId a, VertexId b) {
                row.ends[row.count][0] = a < b ? a : b;
                row.ends[row.count++][1] = a < b ? b : a;
            };
            for (int i = 1; i <= te.edges(); ++i) add(te.vertex(te.ends(i).from), te.vertex(te.ends(i).to));
            add(te.vertex(t.ends().from), t.ends().to < t.size() ? te.vertex(t.ends().to) : u);
            return row;
        });
    }
};

// Counts the sets by the number of their vertices.
struct SetsByVertices {
    int k;
    using Engine = ByEdges;
    using Output = ByKey<std::uint32_t>;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend_edges();
        if (te.size() != k - 1) return;
        std::uint32_t vertices = 1;
        for (int i = 1; i <= te.edges(); ++i) vertices += te.ends(i).to == i ? 1 : 0;
        te.aggregate_key([vertices](auto const& t, VertexId) { return vertices + (t.ends().to == t.size() ? 1 : 0); });
    }
};

struct EdgeSetsCounted {
    int k;
    using Engine = ByEdges;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend_edges();
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

struct FromEdges : EdgeSetsCounted {
    int root_size() const { return 2; }
};

class GrowthByEdges : public OnDevices {
protected:
    void expect_each_once(Graph const& graph, int edges, VertexId left_out = 0) const {
        std::set<EdgeSet> const expected =
            connected_sets(graph, edges, [&](VertexId v) { return left_out == 0 || v % left_out != 0; });
        RunOptions with = options();
        std::vector<EdgeSet> found;
        with.of<TableInput<EdgesRow>>().sink = [&](std::span<EdgesRow const> rows) {
            for (EdgesRow const& row : rows) {
                EdgeSet& set = found.emplace_back();
                for (std::uint32_t i = 0; i < row.count; ++i) set.insert({row.ends[i][0], row.ends[i][1]});
            }
        };
        with.order = GraphOrder::given; // so that the numbers of the vertices are those of the graph
        WideCount const count = run(EdgeSets{edges + 1, left_out}, graph, with).count;
        EXPECT_EQ(count, expected.size());
        EXPECT_EQ(found.size(), expected.size());
        EXPECT_EQ(std::set<EdgeSet>(found.begin(), found.end()), expected);
    }
};

TEST_P(GrowthByEdges, MeetsEachConnectedSetOnce) {
    bool const is_slow = GetParam().device == DeviceKind::lockstep;
    for (int edges = 2; edges <= (is_slow ? 4 : 5); ++edges) {
        for (int seed = 1; seed <= (is_slow ? 1 : 4); ++seed) {
            SCOPED_TRACE(std::to_string(edges) + " edges, seed " + std::to_string(seed));
            expect_each_once(generate_graph("gen:er:n=9,m=14,seed=" + std::to_string(seed)), edges);
        }
    }
    expect_each_once(generate_graph("gen:complete:n=5"), is_slow ? 4 : 6); // many cycles
    expect_each_once(generate_graph("gen:complete:n=4"), 6);               // all edges
    expect_each_once(generate_graph("gen:complete:n=4"), 7);               // none
}

TEST_P(GrowthByEdges, KeepsToAHereditaryFilter) { expect_each_once(generate_graph("gen:er:n=11,m=20,seed=3"), 4, 4); }

// Triangles, claws and paths have closed forms.
TEST_P(GrowthByEdges, CountsWhatTheDegreesTell) {
    for (std::string const& spec : {graph("gen:rmat:scale=9,degree=6,seed=2", "gen:er:n=14,m=30,seed=2"),
                                    graph("gen:star:n=400", "gen:star:n=50")}) {
        Graph const graph = generate_graph(spec);
        WideCount triangles = 0, claws = 0, paths = 0;
        for (VertexId v = 0; v < graph.vertex_count(); ++v) {
            WideCount const d = graph.degree(v);
            if (d > 2) claws += d * (d - 1) * (d - 2) / 6;
            for (VertexId const u : graph.neighbours(v)) {
                if (u < v) continue;
                paths += (d - 1) * (graph.degree(u) - 1);
                for (VertexId const w : graph.neighbours(u)) triangles += w > u && graph.ref().adjacent(v, w) ? 1 : 0;
            }
        }
        paths -= 3 * triangles;
        for (BalanceMechanism const mechanism :
             {BalanceMechanism::none, BalanceMechanism::share, BalanceMechanism::stop}) {
            SCOPED_TRACE(spec + ", mechanism " + std::to_string(int(mechanism)));
            RunOptions with = options();
            if (mechanism != BalanceMechanism::none)
                with.balance = balance_options(mechanism, make_policy("dumato", {.threshold = 0.9, .donations = 4}));
            EXPECT_EQ(run(EdgeSetsCounted{4}, graph, with).count, triangles + claws + paths);
            auto const by_vertices = run(SetsByVertices{4}, graph, with).template of<ByKey<std::uint32_t>>();
            WideCount of_three = 0, of_four = 0;
            for (auto const& [vertices, count] : by_vertices) (vertices == 3 ? of_three : of_four) += count;
            EXPECT_EQ(of_three, triangles);
            EXPECT_EQ(of_four, claws + paths);
        }
    }
}

TEST_P(GrowthByEdges, RefusesWhatItCannotTake) {
    Graph const graph = generate_graph("gen:complete:n=5");
    EXPECT_NE(message_of<InputError>([&] { run(EdgeSetsCounted{12}, graph, options()); }).find("11"),
              std::string::npos);
    EXPECT_NE(message_of<InputError>([&] { run(FromEdges{{4}}, graph, options()); }).find("single vertices"),
              std::string::npos);
}

CERRADO_ON_EVERY_DEVICE(GrowthByEdges);

} // namespace
} // namespace cerrado::test
