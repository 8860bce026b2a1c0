#include "unit/rounds/support.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/engine/neighbours.hpp>
#include <cerrado/engine/rows.hpp>
#include <cerrado/graph/detail/order/order.hpp>
#include <cerrado/run/resident_lists.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <numeric>
#include <optional>
#include <thread>

namespace cerrado::test {

// A resident graph: runs on it give what runs on the graph give, and arrays go by the graph as it was given.

namespace {

struct OrientedClique {
    int k;
    using Engine = Rows;
    static constexpr bool oriented = true;
    static constexpr int counted_levels = 2;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 2) {
            te.extend_common();
        } else {
            finish(te, te.counter());
        }
    }
};

struct PaperClique {
    int k;
    int root = 1;
    int root_size() const { return root; }
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

// Counts the entries of edges where the weight is that of the two ids.
template <bool is_oriented> struct MatchWeights {
    using Engine = Neighbours;
    static constexpr bool oriented = is_oriented;
    ArrayRef<OriginalId const> ids;
    ArrayRef<std::uint64_t const> weights;

    static CERRADO_FN std::uint64_t weight(OriginalId from, OriginalId to) { return from * 1000003 + to; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        OriginalId const from = ids[te.root()];
        Count found = 0;
        te.fold([&](VertexId u, EdgeOffset edge) {
            OriginalId const to = ids[u];
            bool const swap = is_oriented && to < from;
            found += weights[edge] == (swap ? weight(to, from) : weight(from, to)) ? 1 : 0;
        });
        te.counter().add_shared(found);
    }
};

// Ids that are neither ascending nor dense.
Graph with_odd_ids(Graph const& graph) {
    std::vector<OriginalId> ids;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) ids.push_back((v * 7919ull) % 10007 + 5);
    return {{graph.offsets().begin(), graph.offsets().end()},
            {graph.neighbour_array().begin(), graph.neighbour_array().end()},
            std::move(ids)};
}

template <class T> ArrayRef<T const> read_only(ArrayRef<T> ref) { return {ref.data, ref.count}; }

} // namespace

class ResidentGraph : public OnDevices {};

TEST_P(ResidentGraph, GivesWhatTheGraphGives) {
    for (std::string const& spec :
         {graph("gen:er:n=200,m=3000,seed=4", "gen:er:n=14,m=50,seed=4"),
          graph("gen:rmat:scale=9,degree=8,seed=2", "gen:complete:n=9"), std::string("gen:star:n=9")}) {
        Graph const graph = generate_graph(spec);
        Resident const resident(graph, options());
        for (int k : {3, 4, 3, 5}) { // once with the jobs of a run before
            EXPECT_EQ(run(OrientedClique{k}, resident, options()).count, run(OrientedClique{k}, graph, options()).count)
                << spec << " " << k;
            EXPECT_EQ(run(PaperClique{k}, resident, options()).count, run(PaperClique{k}, graph, options()).count)
                << spec << " " << k;
            EXPECT_EQ(run(PaperClique{k, 2}, resident, options()).count, run(PaperClique{k}, graph, options()).count)
                << spec << " " << k;
        }
    }
}

TEST_P(ResidentGraph, IsNumberedByDegeneracyWhereThatIsAskedFor) {
    Graph const graph = generate_graph("gen:er:n=14,m=50,seed=4");
    RunOptions by_degeneracy = options();
    by_degeneracy.order = GraphOrder::degeneracy;
    Resident const resident(graph, by_degeneracy);
    auto const result = run(OrientedClique{3}, resident, options());
    EXPECT_EQ(result.count, run(OrientedClique{3}, graph, options()).count);
    EXPECT_EQ(result.chosen.order, GraphOrder::degeneracy);
    EXPECT_NE(
        message_of<InputError>([&] { run(PaperClique{3}, resident, options()); }).find("the degeneracy order is only"),
        std::string::npos);
}

TEST_P(ResidentGraph, TakesRootsOfTheGraphItWasMadeOf) {
    Graph const graph = generate_graph("gen:er:n=16,m=60,seed=9");
    Resident const resident(graph, options());
    RunOptions some = options();
    WideCount sum = 0;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        some.roots = {v};
        auto const result = run(OrientedClique{3}, resident, some);
        EXPECT_LE(result.roots.given, graph.degree(v));
        sum += result.count;
    }
    EXPECT_EQ(sum, run(OrientedClique{3}, graph, options()).count);
    some.roots = {16};
    EXPECT_NE(message_of<InputError>([&] { run(OrientedClique{3}, resident, some); }).find("root 16 is not a vertex"),
              std::string::npos);
}

TEST_P(ResidentGraph, HasArraysInTheOrderOfTheGraphItWasMadeOf) {
    Graph const graph = with_odd_ids(generate_graph(this->graph("gen:ba:n=300,m=4,seed=1", "gen:ba:n=30,m=3,seed=1")));
    Resident const resident(graph, options());
    auto const ids = resident.array_by_id([](OriginalId id) { return id; });
    std::vector<std::uint64_t> entries, edges;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId const u : graph.neighbours(v)) {
            entries.push_back(MatchWeights<false>::weight(graph.original_id(v), graph.original_id(u)));
            if (u < v) continue;
            auto const [low, high] = std::minmax({graph.original_id(v), graph.original_id(u)});
            edges.push_back(MatchWeights<true>::weight(low, high));
        }
    }
    auto const of_entries = resident.array(Per::edge, entries);
    auto const of_edges = resident.array(Per::oriented_edge, edges);
    EXPECT_EQ(of_entries.read(), entries);
    EXPECT_EQ(of_edges.read(), edges);
    MatchWeights<false> const whole{read_only(ids.ref()), read_only(of_entries.ref())};
    MatchWeights<true> const oriented{read_only(ids.ref()), read_only(of_edges.ref())};
    EXPECT_EQ(run(whole, resident, options()).count, 2 * graph.edge_count());
    EXPECT_EQ(run(oriented, resident, options()).count, graph.edge_count());
}

TEST_P(ResidentGraph, HasArraysThatOutliveIt) {
    std::optional<ResidentArray<int>> array;
    {
        Resident const resident(generate_graph("gen:path:n=50"), options());
        std::vector<int> values(50);
        std::iota(values.begin(), values.end(), 100);
        array = resident.array(Per::vertex, values);
    }
    std::vector<int> const values = array->read();
    for (int i = 0; i < 50; ++i) EXPECT_EQ(values[std::size_t(i)], 100 + i);
    array->fill(7);
    EXPECT_EQ(array->read(), std::vector<int>(50, 7));
}

TEST_P(ResidentGraph, HasArraysOfAnyLength) {
    Resident const resident(generate_graph("gen:path:n=5"), options());
    for (std::size_t const size : {0u, 1u, 1000u}) {
        std::vector<double> values(size, 0.25);
        if (size > 0) values.back() = 7;
        auto const array = resident.array(values);
        EXPECT_EQ(array.size(), size);
        EXPECT_EQ(array.ref().size(), size);
        EXPECT_EQ(array.read(), values);
        EXPECT_EQ(resident.array(std::span<double const>(values)).read(), values);
    }
}

TEST_P(ResidentGraph, RefusesWhatDoesNotFit) {
    Graph const graph = generate_graph("gen:complete:n=6");
    Resident const resident(graph, options());
    EXPECT_EQ(message_of<InputError>([&] { resident.array(Per::vertex, std::vector<int>(5)); }),
              "5 values given for an array of 6 entries; give one value for each entry");
    EXPECT_NE(message_of<InputError>([&] { Resident(orient(graph), options()); }).find("oriented"), std::string::npos);
    RunOptions elsewhere = options();
    elsewhere.device = elsewhere.device == DeviceKind::host ? DeviceKind::lockstep : DeviceKind::host;
    EXPECT_NE(message_of<InputError>([&] { run(PaperClique{3}, resident, elsewhere); }).find("not on the device"),
              std::string::npos);
    RunOptions by_degeneracy = options();
    by_degeneracy.order = GraphOrder::degeneracy;
    EXPECT_NE(message_of<InputError>([&] { run(OrientedClique{3}, resident, by_degeneracy); }).find("order"),
              std::string::npos);
}

TEST_P(ResidentGraph, ServesSeveralThreads) {
    Graph const graph = generate_graph("gen:er:n=14,m=50,seed=4");
    WideCount const expected = run(OrientedClique{3}, graph, options()).count;
    Resident const resident(graph, options());
    std::vector<std::jthread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&, i] {
            for (int k : {3, 4, 3}) {
                auto const oriented = run(OrientedClique{k}, resident, options());
                if (k == 3) {
                    EXPECT_EQ(oriented.count, expected);
                }
                EXPECT_EQ(run(PaperClique{k, 1 + i % 2}, resident, options()).count, oriented.count);
            }
            auto const degrees = resident.array(Per::vertex, std::vector<int>(14, i));
            EXPECT_EQ(degrees.read(), std::vector<int>(14, i));
        });
    }
}

TEST_P(ResidentGraph, MayBeEmpty) {
    for (Graph const& graph : {Graph(), graph_from_edges(3, {})}) {
        Resident const resident(graph, options());
        EXPECT_EQ(run(OrientedClique{3}, resident, options()).count, 0u);
        EXPECT_EQ(run(PaperClique{3}, resident, options()).count, 0u);
        EXPECT_EQ(resident.array<int>(Per::vertex).read().size(), graph.vertex_count());
        EXPECT_TRUE(resident.array<int>(Per::edge).read().empty());
    }
}

CERRADO_ON_EVERY_DEVICE(ResidentGraph);

// Lists of a resident graph that an application writes: later runs read the graph that they are.

namespace {

struct Triangles {
    int k = 3;
    int root = 1;
    int root_size() const { return root; }
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

struct Writing {
    ArrayRef<VertexId> values, lists;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.warp().lane() == 0) lists[te.number()] = values[te.number()];
    }
};

// Two graphs in which all vertices have two neighbours. In the first none is above vertex 5, in the second above 4 is.
Graph six_cycle() { return graph_from_edges(6, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {0, 5}}); }
Graph two_triangles() { return graph_from_edges(6, std::vector<Edge>{{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}}); }

} // namespace

class ResidentLists : public OnDevices {
protected:
    RunOptions in_order() const {
        RunOptions own = options();
        own.order = GraphOrder::given;
        return own;
    }
};

TEST_P(ResidentLists, AreReadByLaterRuns) {
    Graph const given = six_cycle();
    Resident const resident(given, in_order());
    EXPECT_EQ(run(Triangles{}, resident, in_order()).count, 0u);
    for (Graph const& other : {two_triangles(), six_cycle(), two_triangles()}) {
        std::span<VertexId const> const lists = other.neighbour_array();
        auto const values = resident.array(lists);
        run_jobs(lists.size(), Writing{values.ref(), lists_of(resident)}, resident, in_order());
        WideCount const expected = run(Triangles{}, other, options()).count;
        EXPECT_EQ(run(Triangles{}, resident, in_order()).count, expected);
    }
    EXPECT_TRUE(std::ranges::equal(given.neighbour_array(), six_cycle().neighbour_array())) << "the given one changed";
}

TEST_P(ResidentLists, AreRefusedWhereTheyCannotBeWritten) {
    Resident const by_degree(six_cycle(), options()), resident(six_cycle(), in_order());
    EXPECT_NE(message_of<InputError>([&] { lists_of(by_degree); }).find("GraphOrder::given"), std::string::npos);
    lists_of(resident);
    auto const message = message_of<InputError>([&] { run(Triangles{.root = 2}, resident, in_order()); });
    EXPECT_NE(message.find("begin with single vertices"), std::string::npos) << message;
}

CERRADO_ON_EVERY_DEVICE(ResidentLists);

// An application with an ArrayRef that was given no array is told so, on the host and in lockstep; what comes of it is
// no result.

namespace {

template <class T> struct Writes {
    using Engine = Neighbours;
    ArrayRef<T> cells;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.warp().lane() == te.warp().width - 1) ++cells[te.root()];
        te.counter().add_once(te.warp().any(true) ? 1 : 0); // lanes that others would wait for
    }
};

struct ReadsInAPredicate {
    int k = 4;
    ArrayRef<float const> weights;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([this](auto const&, VertexId u) { return weights[u] > 1; });
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

} // namespace

class MissingArray : public OnDevices {};
INSTANTIATE_TEST_SUITE_P(Host, MissingArray, testing::Values(Where{DeviceKind::host, 1}, Where{DeviceKind::host, 3}),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Lockstep, MissingArray, testing::Values(Where{DeviceKind::lockstep, 2}), name_of);

TEST_P(MissingArray, EndsTheRunWithItsRemedy) {
    Graph const graph = generate_graph("gen:complete:n=40");
    std::string const of_eight =
        "an ArrayRef of the application, with entries of 8 bytes, was never given an array: set that member to "
        "resident.array<T>(...).ref()";
    EXPECT_EQ(message_of<InputError>([&] { run(Writes<std::uint64_t>{}, graph, options()); }), of_eight);
    std::string const of_four = message_of<InputError>([&] { run(ReadsInAPredicate{}, graph, options()); });
    EXPECT_NE(of_four.find("entries of 4 bytes, was never given an array"), std::string::npos) << of_four;
}

TEST_P(MissingArray, IsNoneThatHasNoEntries) {
    Resident const resident(Graph(), options());
    Writes<int> const application{resident.array<int>(Per::vertex).ref()};
    EXPECT_EQ(run(application, resident, options()).count, 0u);
}

TEST(MissingArrayWithoutARun, IsAnErrorToo) { EXPECT_THROW(ArrayRef<int>()[0], InputError); }

} // namespace cerrado::test
