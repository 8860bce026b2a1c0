#include "unit/rounds/support.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/engine/masks.hpp>
#include <cerrado/engine/wedges.hpp>
#include <cerrado/graph/detail/order/order.hpp>
#include <cerrado/run/run.hpp>
#include <cerrado/traversal/traversal.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace cerrado::test {

// The engine Wedges: what lies below a root is met once, however many jobs a root is, and tallies hold what was added.

namespace {

// What can be found below a root, each lane for itself.
enum class Kind { lower, own_wedges, pairs_of_wedges, triangles, edges_of_ends };

template <class T> CERRADO_FN void count_pairs_of_wedges(T& te, Count& found) {
    te.clear_tally(te.room_for_own_ends());
    te.tally_own_wedges([&](std::uint32_t before) { found += before; });
}
template <class T> CERRADO_FN void count_own_wedges(T& te, Count& found) {
    te.clear_tally(te.room_for_own_ends());
    te.tally_own_wedges([](auto) {});
    te.for_each_own_wedge([&](auto, auto, auto) { ++found; });
}

struct Counted {
    using Engine = Wedges;
    Kind kind;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        Count found = 0;
        switch (kind) {
        case Kind::lower: te.for_each_lower([&](auto, auto) { ++found; }); break;
        case Kind::own_wedges: count_own_wedges(te, found); break;
        case Kind::pairs_of_wedges: count_pairs_of_wedges(te, found); break;
        case Kind::triangles:
            te.clear_tally(te.lower_count());
            te.tally_lower([](auto, auto) { return 3; });
            te.for_each_falling_wedge([&](std::uint32_t tally, auto, auto) { found += tally == 3 ? 1 : 1000000; });
            break;
        case Kind::edges_of_ends:
            te.clear_tally(te.most_wedges());
            te.tally_wedges();
            te.for_each_edge_of_tallied([&](VertexId x, std::uint32_t at_y) { found += Count{te.tally_of(x)} * at_y; });
            break;
        }
        te.counter().add_shared(found);
    }
};

// With a tally for as many vertices as the largest degree.
struct PairsInRanges {
    using Engine = Wedges;
    static constexpr std::uint32_t most_tallied = 1;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        Count found = 0;
        te.for_each_own_range([&] { count_pairs_of_wedges(te, found); });
        Count wedges = 0;
        te.for_each_own_range([&] { count_own_wedges(te, wedges); });
        te.counter().add_shared(found + 1000000000 * wedges);
    }
};

struct Expected {
    Count lower = 0, wedges = 0, pairs = 0, triangles = 0, edges = 0;
};

Expected count_below(Graph const& given) {
    Graph const graph = reorder(given, degree_order(given));
    Expected sum;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        std::map<VertexId, Count> ends;
        std::set<VertexId> lower;
        for (VertexId const a : graph.neighbours(v)) {
            if (a > v) continue;
            lower.insert(a);
            for (VertexId const x : graph.neighbours(a)) {
                if (x < v) sum.pairs += ends[x]++;
                if (x < a && lower.contains(x)) ++sum.triangles; // lists ascend
            }
        }
        sum.lower += lower.size();
        for (auto const& [x, count] : ends) {
            sum.wedges += count;
            for (VertexId const y : graph.neighbours(x)) {
                if (y < x && ends.contains(y)) sum.edges += count * ends.at(y);
            }
        }
    }
    return sum;
}

struct NoRoom {
    using Engine = Wedges;
    bool of_wedges;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.clear_tally(1);
        if (of_wedges) {
            te.tally_wedges();
        } else {
            te.tally_lower([](auto, auto) { return 1; });
        }
    }
};

} // namespace

class WedgesOnDevices : public OnDevices {};
CERRADO_ON_EVERY_DEVICE(WedgesOnDevices);

TEST_P(WedgesOnDevices, AreEachMetOnceInHoweverManyJobs) {
    for (std::string const& spec :
         {graph("gen:ba:n=400,m=9,seed=2", "gen:ba:n=24,m=4,seed=2"),
          graph("gen:rmat:scale=9,degree=10,seed=1", "gen:er:n=20,m=70,seed=1"),
          graph("gen:complete:n=70", "gen:complete:n=12"), graph("gen:star:n=100", "gen:star:n=40")}) {
        Graph const graph = generate_graph(spec);
        Expected const expected = count_below(graph);
        for (int const pieces : {0, 32, most_pieces}) {
            RunOptions options = this->options();
            options.balance.pieces = pieces;
            EXPECT_EQ(run(Counted{Kind::lower}, graph, options).count, expected.lower) << spec << " " << pieces;
            EXPECT_EQ(run(Counted{Kind::own_wedges}, graph, options).count, expected.wedges) << spec << " " << pieces;
            EXPECT_EQ(run(Counted{Kind::pairs_of_wedges}, graph, options).count, expected.pairs)
                << spec << " " << pieces;
            EXPECT_EQ(run(Counted{Kind::triangles}, graph, options).count, expected.triangles) << spec << " " << pieces;
            EXPECT_EQ(run(Counted{Kind::edges_of_ends}, graph, options).count, expected.edges) << spec << " " << pieces;
        }
    }
}

TEST_P(WedgesOnDevices, AreTheSameRangeByRange) {
    Graph const graph = generate_graph(this->graph("gen:er:n=5000,m=40000,seed=4", "gen:er:n=40,m=90,seed=4"));
    Expected const expected = count_below(graph);
    for (int const pieces : {0, most_pieces}) {
        RunOptions options = this->options();
        options.balance.pieces = pieces;
        EXPECT_EQ(run(PairsInRanges{}, graph, options).count, expected.pairs + 1000000000 * expected.wedges) << pieces;
    }
}

TEST_P(WedgesOnDevices, EndTheRunWhereMoreIsTalliedThanThereIsRoomFor) {
    Graph const hub = generate_graph("gen:star:n=300");
    std::string const of_lower = message_of<InputError>([&] { run(NoRoom{false}, hub, options()); });
    EXPECT_NE(of_lower.find("tally_lower() met more vertices than clear_tally() was asked to make room for"),
              std::string::npos)
        << of_lower;
    Graph const dense = generate_graph("gen:complete:n=100");
    std::string const of_wedges = message_of<InputError>([&] { run(NoRoom{true}, dense, options()); });
    EXPECT_NE(of_wedges.find("tally_wedges() met more vertices"), std::string::npos) << of_wedges;
}

// Where an edge lies: values of edges are found from traversals and from views, in whole and in oriented graphs, and
// what is no edge is said to be none.

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
