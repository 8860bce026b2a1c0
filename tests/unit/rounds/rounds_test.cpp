// Rounds: all jobs again, with what earlier rounds wrote. Layers: every job once a layer.
#include "support.hpp"

#include <cerrado/engine/neighbours.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <atomic>
#include <numeric>

namespace cerrado::test {
namespace {

// Walks of each length from each vertex, modulo 2^64. A round reads what the one before wrote.
struct Walks {
    using Engine = Neighbours;
    ArrayRef<Count> even, odd;
    int length;
    int rounds() const { return length; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        ArrayRef<Count> const from = te.round() % 2 == 0 ? even : odd;
        ArrayRef<Count> const to = te.round() % 2 == 0 ? odd : even;
        Count walks = 0;
        te.fold([&](VertexId u, EdgeOffset) { walks += from[u]; });
        walks = te.warp().reduce_add(walks);
        if (te.warp().lane() == 0) to[te.root()] = walks;
    }
};

std::vector<Count> walks_of(Graph const& graph, int length) {
    std::vector<Count> walks(graph.vertex_count(), 1);
    for (int round = 0; round < length; ++round) {
        std::vector<Count> next(walks.size());
        for (VertexId v = 0; v < graph.vertex_count(); ++v) {
            for (VertexId const u : graph.neighbours(v)) next[v] += walks[u];
        }
        walks = next;
    }
    return walks;
}

// Each label becomes the least among those of its neighbours and itself.
struct Propagate {
    using Engine = Neighbours;
    ArrayRef<VertexId> labels;
    int count;
    int rounds() const { return count; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        std::uint64_t const n = te.graph().vertex_count;
        VertexId const* const from = labels.data + (te.round() % 2 == 0 ? 0 : n);
        VertexId* const to = labels.data + (te.round() % 2 == 0 ? n : 0);
        VertexId least = from[te.root()];
        te.fold([&](VertexId u, EdgeOffset) { least = from[u] < least ? from[u] : least; });
        least = te.warp().reduce_min(least);
        if (te.warp().lane() == 0) to[te.root()] = least;
    }
};

std::size_t components_of(Graph const& graph) {
    std::vector<VertexId> parent(graph.vertex_count());
    std::iota(parent.begin(), parent.end(), VertexId{0});
    auto const root = [&](VertexId v) {
        while (parent[v] != v) v = parent[v];
        return v;
    };
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId const u : graph.neighbours(v)) parent[root(u)] = root(v);
    }
    std::size_t components = 0;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) components += parent[v] == v;
    return components;
}

// Marks the cell of its vertex and layer, and counts the jobs in two more ways.
struct Mark {
    using Engine = Neighbours;
    ArrayRef<std::uint32_t> marks; // layer by layer
    int layer_count;
    int round_count;
    struct Accumulator {
        Count jobs = 0;
        Count neighbours = 0;
    };
    static CERRADO_FN void merge(Accumulator& into, Accumulator const& from) {
        into.jobs += from.jobs;
        into.neighbours += from.neighbours;
    }
    int layers() const { return layer_count; }
    int rounds() const { return round_count; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        std::uint64_t const cell = std::uint64_t(te.layer()) * te.graph().vertex_count + te.root();
        if (te.warp().lane() == 0) {
            ++marks[cell]; // no other job of this round has the cell
            ++te.accumulator().jobs;
        }
        te.fold([&](VertexId, EdgeOffset) { ++te.accumulator().neighbours; });
        te.counter().add_once(1);
    }
};

} // namespace

class Rounds : public OnDevices {};

TEST_P(Rounds, SeeWhatEarlierRoundsWrote) {
    for (std::string const& spec :
         {graph("gen:er:n=500,m=3000,seed=1", "gen:er:n=30,m=90,seed=1"), graph("gen:star:n=400", "gen:star:n=60")}) {
        Graph const graph = generate_graph(spec);
        Resident const resident(graph, options());
        for (int length : {1, 2, on_cuda() ? 1100 : 15}) {
            auto const even = resident.array(Per::vertex, std::vector<Count>(graph.vertex_count(), 1));
            auto const odd = resident.array<Count>(Per::vertex);
            auto const result = run(Walks{even.ref(), odd.ref(), length}, resident, options());
            EXPECT_EQ((length % 2 == 0 ? even : odd).read(), walks_of(graph, length)) << spec << " " << length;
            EXPECT_EQ(result.roots.done, Count(length) * graph.vertex_count());
            EXPECT_EQ(result.roots.given, result.roots.done);
            EXPECT_EQ(result.status, Status::complete);
        }
    }
}

TEST_P(Rounds, FindTheComponents) {
    Graph const graph = generate_graph(this->graph("gen:er:n=300,m=280,seed=7", "gen:er:n=40,m=36,seed=7"));
    Resident const resident(graph, options());
    auto const labels = resident.array<VertexId>(2ull * graph.vertex_count());
    std::vector<VertexId> first(labels.size());
    std::iota(first.begin(), first.end(), VertexId{0});
    auto writable = labels;
    writable.write(first);
    run(Propagate{labels.ref(), 60}, resident, options());
    std::vector<VertexId> found = labels.read();
    found.resize(graph.vertex_count());
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    EXPECT_EQ(found.size(), components_of(graph));
}

TEST_P(Rounds, GiveEveryJobOncePerLayerAndRound) {
    Graph const graph = generate_graph("gen:er:n=40,m=100,seed=3");
    Resident const resident(graph, options());
    for (auto const& [layers, rounds] : {std::pair(1, 1), std::pair(5, 1), std::pair(1, 4), std::pair(3, 3)}) {
        std::uint64_t const cells = std::uint64_t(layers) * graph.vertex_count();
        auto const marks = resident.array<std::uint32_t>(cells);
        auto const result = run(Mark{marks.ref(), layers, rounds}, resident, options());
        EXPECT_EQ(marks.read(), std::vector<std::uint32_t>(cells, std::uint32_t(rounds)));
        EXPECT_EQ(result.count, cells * Count(rounds));
        EXPECT_EQ(result.accumulator.jobs, cells * Count(rounds));
        EXPECT_EQ(result.accumulator.neighbours, 2 * graph.edge_count() * Count(layers) * Count(rounds));
        EXPECT_EQ(result.roots.done, cells * Count(rounds));
    }
}

TEST_P(Rounds, AreForAGraphThatIsNotResidentToo) {
    Graph const graph = generate_graph("gen:er:n=40,m=100,seed=3");
    Resident const memory(options());
    auto const marks = memory.array<std::uint32_t>(graph.vertex_count());
    EXPECT_EQ(run(Mark{marks.ref(), 1, 7}, graph, options()).count, 7u * graph.vertex_count());
    EXPECT_EQ(marks.read(), std::vector<std::uint32_t>(graph.vertex_count(), 7));
}

TEST_P(Rounds, EndWhenTold) {
    Graph const graph = generate_graph(this->graph("gen:er:n=2000,m=20000,seed=1", "gen:er:n=30,m=90,seed=1"));
    Resident const resident(graph, options());
    auto const even = resident.array<Count>(Per::vertex);
    auto const odd = resident.array<Count>(Per::vertex);
    RunOptions told = options();
    told.deadline_seconds = 0.2;
    std::uint64_t last = 0;
    told.progress = [&](Progress const& progress) {
        EXPECT_GE(progress.roots_done, last);
        last = progress.roots_done;
    };
    auto const result = run(Walks{even.ref(), odd.ref(), 1 << 26}, resident, told);
    EXPECT_EQ(result.status, Status::deadline);
    EXPECT_LT(result.roots.done, result.roots.given);
    EXPECT_GT(last, 0u);
    EXPECT_LT(result.seconds.run, 20);
    std::atomic<bool> interrupt = true;
    RunOptions interrupted = options();
    interrupted.interrupt = &interrupt;
    EXPECT_EQ(run(Walks{even.ref(), odd.ref(), 1 << 26}, resident, interrupted).status, Status::interrupted);
}

TEST_P(Rounds, AreOneOrMore) {
    Graph const graph = generate_graph("gen:complete:n=4");
    EXPECT_THROW(run(Walks{{}, {}, 0}, graph, options()), InputError);
    EXPECT_THROW(run(Mark{{}, 0, 1}, graph, options()), InputError);
}

CERRADO_ON_EVERY_DEVICE(Rounds);

} // namespace cerrado::test
