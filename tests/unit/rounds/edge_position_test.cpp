// Where an edge lies: values of edges are found from traversals and from views, in whole and in oriented graphs, and
// what is no edge is said to be none.
#include "support.hpp"

#include <cerrado/engine/masks.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <array>

namespace cerrado::test {
namespace {

// Triangles whose edges have times within a window.
template <class EngineType, bool is_oriented> struct QuickTriangles {
    int k = 3;
    using Engine = EngineType;
    static constexpr bool oriented = is_oriented;
    ArrayRef<int> times;
    int window;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) {
            te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
            if (te.size() == 2) {
                int const first = times[te.edge_position(0, 1)];
                te.filter([&](auto const& t, VertexId v) {
                    int const second = times[t.edge_position(0, v)];
                    int const third = times[t.edge_position(1, v)];
                    int const least = first < second ? first : second;
                    int const most = first < second ? second : first;
                    return (third > most ? third : most) - (third < least ? third : least) <= window;
                });
            }
        }
        if (te.size() == 2) te.aggregate_counter();
    }
};

int time_of(OriginalId a, OriginalId b) {
    auto const [low, high] = std::minmax(a, b);
    return static_cast<int>((low * 7919 + high * 104729) % 1000);
}

Count count_quick(Graph const& graph, int window) {
    Count found = 0;
    for (VertexId a = 0; a < graph.vertex_count(); ++a) {
        for (VertexId const b : graph.neighbours(a)) {
            for (VertexId const c : graph.neighbours(b)) {
                if (a >= b || b >= c || !graph.ref().adjacent(a, c)) continue;
                std::array const ids{graph.original_id(a), graph.original_id(b), graph.original_id(c)};
                auto const [least, most] =
                    std::minmax({time_of(ids[0], ids[1]), time_of(ids[1], ids[2]), time_of(ids[0], ids[2])});
                found += most - least <= window ? 1 : 0;
            }
        }
    }
    return found;
}

// The entry of every pair of vertices of paths u - v - w, by both ways to ask: the value of an edge and direction tells
// its ends.
struct AsksOfEachPair {
    int k = 4;
    ArrayRef<OriginalId const> ids;
    ArrayRef<OriginalId const> ends; // by edge and direction: 1000 * from + to

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(te.size() - 1, te.size()) && te.size() == 3) {
            te.filter([this](auto const& t, VertexId u) {
                for (int i = 0; i < 3; ++i) {
                    EdgeOffset const position = t.edge_position(i, u);
                    OriginalId const expected = ids[t.vertex(i)] * 1000 + ids[u];
                    if (t.adjacent(i, u) ? ends[position] != expected : position != no_edge) return false;
                }
                return true;
            });
            te.aggregate_counter();
            bool right = te.edge_position(1, 1) == no_edge;
            for (int i = 0; i < 9; ++i) {
                EdgeOffset const position = te.edge_position(i / 3, i % 3);
                OriginalId const expected = ids[te.vertex(i / 3)] * 1000 + ids[te.vertex(i % 3)];
                right &= te.edge(i / 3, i % 3) ? ends[position] == expected : position == no_edge;
            }
            if (!right) te.counter().add_once(1000000);
        }
    }
};

struct AsksTooFar {
    int k = 4;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend(0, 1);
        if (te.size() == 2 && te.edge_position(0, 2) != no_edge) te.counter().add_once(1);
    }
};

Count count_paths(Graph const& graph) { // of four vertices, in both directions
    Count found = 0;
    for (VertexId a = 0; a < graph.vertex_count(); ++a) {
        for (VertexId const b : graph.neighbours(a)) {
            for (VertexId const c : graph.neighbours(b)) {
                if (c == a) continue;
                for (VertexId const d : graph.neighbours(c)) found += d != a && d != b ? 1 : 0;
            }
        }
    }
    return found;
}

} // namespace

class EdgePosition : public OnDevices {};
CERRADO_ON_EVERY_DEVICE(EdgePosition);

TEST_P(EdgePosition, LeadsToTheTimesOfTriangles) {
    Graph const graph = generate_graph(this->graph("gen:er:n=120,m=1500,seed=5", "gen:er:n=20,m=80,seed=5"));
    Resident const resident(graph, options());
    std::vector<int> entries, edges;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId const u : graph.neighbours(v)) {
            entries.push_back(time_of(graph.original_id(v), graph.original_id(u)));
            if (v < u) edges.push_back(entries.back());
        }
    }
    auto const of_entries = resident.array(Per::edge, entries);
    auto const of_edges = resident.array(Per::oriented_edge, edges);
    Count last = 0;
    for (int const window : {100, 300, 1000}) {
        Count const expected = count_quick(graph, window);
        EXPECT_GT(expected, last) << "the windows tell nothing apart";
        last = expected;
        QuickTriangles<Lists, false> const whole{.times = of_entries.ref(), .window = window};
        QuickTriangles<Masks, false> const masked{.times = of_entries.ref(), .window = window};
        QuickTriangles<Lists, true> const oriented{.times = of_edges.ref(), .window = window};
        EXPECT_EQ(run(whole, resident, options()).count, expected);
        EXPECT_EQ(run(masked, resident, options()).count, expected);
        EXPECT_EQ(run(oriented, resident, options()).count, expected);
    }
}

TEST_P(EdgePosition, IsOfADirectionAndOfNoneWhereThereIsNoEdge) {
    Graph const graph = generate_graph("gen:er:n=12,m=24,seed=2");
    Resident const resident(graph, options());
    std::vector<OriginalId> ends;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId const u : graph.neighbours(v)) ends.push_back(graph.original_id(v) * 1000 + graph.original_id(u));
    }
    auto const of_entries = resident.array(Per::edge, ends);
    auto const ids = resident.array_by_id([](OriginalId id) { return id; });
    AsksOfEachPair const application{.ids = {ids.ref().data, ids.size()},
                                     .ends = {of_entries.ref().data, of_entries.size()}};
    EXPECT_EQ(run(application, resident, options()).count, count_paths(graph));
}

// `checked` is for the host.
TEST(EdgePositionOnTheHost, IsOfVerticesOfTheTraversal) {
    RunOptions checked;
    checked.device = DeviceKind::host;
    checked.checked = true;
    EXPECT_NE(message_of<InputError>([&] {
                  run(AsksTooFar{}, generate_graph("gen:complete:n=5"), checked);
              }).find("edge_position() was asked for vertex 2 at size() == 2"),
              std::string::npos);
}

} // namespace cerrado::test
