#include "unit/growing_deadlines.hpp"
#include "unit/rounds/support.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/engine/neighbours.hpp>
#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/output/by_key.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <numeric>

namespace cerrado::test {

// Rounds: all jobs again, with what earlier rounds wrote. Layers: every job once a layer.

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
    std::uint64_t last = 0;
    told.progress = [&](Progress const& progress) {
        EXPECT_GE(progress.roots_done, last);
        last = progress.roots_done;
    };
    auto const result = run_to_a_deadline(
        told, 0.2,
        [&](RunOptions const& own) {
            last = 0;
            return run(Walks{even.ref(), odd.ref(), 1 << 26}, resident, own);
        },
        [&](RunResult const&) { return last > 0; });
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

// Rounds that end when nothing changes: as many as a serial program takes, on every device, with work that is moved and
// without.

namespace {

// Each label becomes the least among those of its neighbours and itself.
struct Components {
    using Engine = Neighbours;
    static constexpr bool until_unchanged = true;
    ArrayRef<VertexId> even, odd;
    int most_rounds;
    int rounds() const { return most_rounds; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        ArrayRef<VertexId> const from = te.round() % 2 == 0 ? even : odd;
        ArrayRef<VertexId> const to = te.round() % 2 == 0 ? odd : even;
        VertexId least = from[te.root()];
        te.fold([&](VertexId u, EdgeOffset) { least = from[u] < least ? from[u] : least; });
        least = te.warp().reduce_min(least);
        if (te.warp().lane() != 0) return;
        to[te.root()] = least;
        if (least != from[te.root()]) te.note_change();
    }
};

struct Labels {
    std::vector<VertexId> labels;
    int rounds = 0; // with the one that changes nothing, where that is among them
};

Labels propagate(Graph const& graph, int most_rounds) {
    Labels found;
    found.labels.resize(graph.vertex_count());
    std::iota(found.labels.begin(), found.labels.end(), VertexId{0});
    for (bool changed = true; changed && found.rounds < most_rounds; ++found.rounds) {
        std::vector<VertexId> next = found.labels;
        for (VertexId v = 0; v < graph.vertex_count(); ++v) {
            for (VertexId const u : graph.neighbours(v)) next[v] = std::min(next[v], found.labels[u]);
        }
        changed = next != found.labels;
        found.labels = next;
    }
    return found;
}

// Cliques in rounds, of which all but the last note a change, in a job of the last layer.
struct CliquesInRounds {
    int k;
    int changing_rounds;
    int layer_count;
    using Output = ByKey<>;
    static constexpr bool until_unchanged = true;
    int rounds() const { return 50; }
    int layers() const { return layer_count; }
    std::uint32_t keys() const { return 50; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
        if (te.size() == k - 1) {
            auto const round = static_cast<std::uint32_t>(te.round());
            te.aggregate_key([round](auto const&, VertexId) { return round; });
            if (te.round() < changing_rounds && te.layer() == layer_count - 1) te.note_change();
        }
    }
};

struct AlwaysChanges {
    using Engine = Neighbours;
    static constexpr bool until_unchanged = true;
    int rounds() const { return 1 << 26; }
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const { te.note_change(); }
};

// Rounds of numbers; only one job of each round notes a change.
struct CountsDown {
    static constexpr bool until_unchanged = true;
    int rounds() const { return 1000; }
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.counter().add_once(1);
        if (te.number() + static_cast<Count>(te.round()) == 77) te.note_change();
    }
};

} // namespace

class UntilUnchanged : public OnDevices {};
CERRADO_ON_EVERY_DEVICE(UntilUnchanged);

TEST_P(UntilUnchanged, TakesTheRoundsThatASerialProgramTakes) {
    for (std::string const& spec : {graph("gen:er:n=300,m=280,seed=7", "gen:er:n=40,m=36,seed=7"),
                                    graph("gen:path:n=200", "gen:path:n=20"), std::string("gen:star:n=30")}) {
        Graph const graph = generate_graph(spec);
        std::vector<VertexId> own(graph.vertex_count());
        std::iota(own.begin(), own.end(), VertexId{0});
        for (int const most : {1, 3, 1 << 30}) {
            Resident const resident(graph, options());
            auto const even = resident.array(Per::vertex, own);
            auto const odd = resident.array<VertexId>(Per::vertex);
            auto const result = run(Components{even.ref(), odd.ref(), most}, resident, options());
            Labels const expected = propagate(graph, most);
            EXPECT_EQ((expected.rounds % 2 == 0 ? even : odd).read(), expected.labels) << spec << " " << most;
            EXPECT_EQ(result.roots.done, std::uint64_t(expected.rounds) * graph.vertex_count()) << spec << " " << most;
            EXPECT_EQ(result.roots.given, result.roots.done);
            EXPECT_EQ(result.status, Status::complete);
            if (most == 1 << 30) {
                EXPECT_EQ(even.read(), odd.read()) << "the last round changes nothing";
            }
        }
    }
}

TEST_P(UntilUnchanged, IsOneRoundWhereNothingEverChanges) {
    Graph const graph = generate_graph("gen:complete:n=8");
    auto const result = run(CliquesInRounds{3, 0, 2}, graph, options());
    EXPECT_EQ(result.count, 2u * 56);
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_EQ(run(AlwaysChanges{}, Graph(), options()).roots.given, 0u);
}

TEST_P(UntilUnchanged, GoesWithWorkThatIsMoved) {
    bool const slow = GetParam().device == DeviceKind::lockstep;
    Graph const graph = generate_graph(slow ? "gen:complete:n=9" : "gen:complete:n=22");
    int const k = slow ? 4 : 6;
    WideCount const cliques = slow ? 126 : 74613;
    for (BalanceMechanism const mechanism : {BalanceMechanism::none, BalanceMechanism::share, BalanceMechanism::stop}) {
        RunOptions balanced = options();
        if (mechanism != BalanceMechanism::none) {
            balanced.balance = balance_options(mechanism, make_policy("dumato", {.threshold = 0.1, .donations = 4}));
            balanced.balance.poll = std::chrono::microseconds(50);
        }
        auto const result = run(CliquesInRounds{k, 2, 3}, graph, balanced);
        std::vector<WideCount> expected(50);
        std::fill_n(expected.begin(), 3, 3 * cliques); // two that change, and the last; in three layers
        EXPECT_EQ(result.of<ByKey<>>(), expected) << int(mechanism);
        EXPECT_EQ(result.status, Status::complete);
    }
}

TEST_P(UntilUnchanged, IsForNumbersToo) {
    auto const result = run_jobs(60, CountsDown{}, options()); // no number is 77 at first
    EXPECT_EQ(result.count, 60u);
    auto const longer = run_jobs(78, CountsDown{}, options()); // 77 - round, down to round 77
    EXPECT_EQ(longer.count, 78u * 79);
    EXPECT_EQ(longer.roots.given, 78u * 79);
}

TEST_P(UntilUnchanged, EndsWhenTold) {
    RunOptions told = options();
    told.deadline_seconds = 0.2;
    auto const result = run(AlwaysChanges{}, generate_graph("gen:path:n=100"), told);
    EXPECT_EQ(result.status, Status::deadline);
    EXPECT_LT(result.roots.done, result.roots.given);
    EXPECT_EQ(result.roots.given, Count{100} << 26);
}

// A run that ends when nothing changes goes on from its checkpoint, in the middle of rounds, too.
TEST_P(UntilUnchanged, GoesOnFromACheckpoint) {
    Graph const graph = generate_graph(this->graph("gen:path:n=400", "gen:path:n=20"));
    std::vector<VertexId> own(graph.vertex_count());
    std::iota(own.begin(), own.end(), VertexId{0});
    Labels const expected = propagate(graph, 1 << 20);
    ScopedFolder const folder;
    std::string const file = folder.path("rounds.checkpoint");
    for (double const deadline : {0.0, 0.003}) {
        RunOptions kept = options();
        kept.checkpoint.file = file;
        kept.checkpoint.every_seconds = 0.001;
        kept.deadline_seconds = deadline;
        auto const go_on = [&] { // as another process does: with arrays as they are at first
            Resident const resident(graph, options());
            auto const even = resident.array(Per::vertex, own);
            auto const odd = resident.array<VertexId>(Per::vertex);
            RunResult const result = run(Components{even.ref(), odd.ref(), 1 << 20}, resident, kept);
            if (result.status != Status::complete) return result;
            EXPECT_EQ((expected.rounds % 2 == 0 ? even : odd).read(), expected.labels) << deadline;
            EXPECT_EQ(result.roots.done, std::uint64_t(expected.rounds) * graph.vertex_count()) << deadline;
            EXPECT_EQ(result.roots.given, result.roots.done);
            return result;
        };
        int parts = 0;
        for (; go_on().status == Status::deadline && parts < 10000; ++parts) kept.deadline_seconds *= 1.1;
        EXPECT_LT(parts, 10000);
        EXPECT_EQ(go_on().status, Status::complete) << "from the file";
        std::filesystem::remove(file);
    }
}

// Frontiers: rounds of the vertices that the round before gave.

namespace {

// Core numbers: each vertex takes the greatest h of which h neighbours have at least h, until nothing changes. Source:
// Lu et al., The H-index of a network node and its relation to degree and coreness, Nature Communications 7, 2016.
struct CoreNumbers {
    using Engine = Neighbours;
    static constexpr bool by_frontier = true;
    ArrayRef<std::uint32_t> cores;
    int most_rounds;
    int rounds() const { return most_rounds; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        te.add_once(1);
        std::uint32_t const own = te.warp().shuffle(W::grid_load(&cores[te.root()]), 0);
        std::uint32_t least = 0, most = own;
        while (least < most) {
            std::uint32_t const h = least + (most - least + 1) / 2;
            std::uint32_t count = 0;
            te.fold([&](VertexId u, EdgeOffset) { count += W::grid_load(&cores[u]) >= h ? 1 : 0; });
            if (te.warp().reduce_add(count) >= h)
                least = h;
            else
                most = h - 1;
        }
        if (least == own) return;
        W::grid_store(&cores[te.root()], least);
        te.fold([&](VertexId u, EdgeOffset) {
            if (W::grid_load(&cores[u]) > least) te.add_job(u);
        });
    }
};

std::vector<std::uint32_t> core_numbers(Graph const& graph) {
    std::vector<std::uint32_t> degrees, cores(graph.vertex_count());
    for (VertexId v = 0; v < graph.vertex_count(); ++v) degrees.push_back(graph.degree(v));
    std::vector<bool> is_gone(graph.vertex_count());
    std::uint32_t core = 0;
    for (VertexId n = 0; n < graph.vertex_count(); ++n) {
        VertexId next = 0;
        while (is_gone[next]) ++next;
        for (VertexId v = next; v < graph.vertex_count(); ++v) {
            if (!is_gone[v] && degrees[v] < degrees[next]) next = v;
        }
        cores[next] = core = std::max(core, degrees[next]);
        is_gone[next] = true;
        for (VertexId const u : graph.neighbours(next)) --degrees[u];
    }
    return cores;
}

// The distance from a vertex, by rounds from it alone.
struct Distances {
    using Engine = Neighbours;
    static constexpr bool by_frontier = true;
    ArrayRef<std::uint32_t> distances; // 0: not reached yet
    int most_rounds;
    int rounds() const { return most_rounds; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        if (te.warp().lane() == 0) W::grid_store(&distances[te.root()], std::uint32_t(te.round()) + 1);
        te.fold([&](VertexId u, EdgeOffset) {
            if (W::grid_load(&distances[u]) == 0) te.add_job(u);
        });
    }
};

} // namespace

class Frontiers : public OnDevices {};
CERRADO_ON_EVERY_DEVICE(Frontiers);

TEST_P(Frontiers, GiveCoreNumbers) {
    for (std::string const& spec :
         {graph("gen:er:n=600,m=3000,seed=9", "gen:er:n=40,m=130,seed=9"),
          graph("gen:ba:n=500,m=4,seed=2", "gen:ba:n=30,m=2,seed=2"), std::string("gen:star:n=40"),
          std::string("gen:complete:n=12"), std::string("gen:path:n=30")}) {
        Graph const graph = generate_graph(spec);
        std::vector<std::uint32_t> degrees;
        for (VertexId v = 0; v < graph.vertex_count(); ++v) degrees.push_back(graph.degree(v));
        Resident const resident(graph, options());
        auto const cores = resident.array(Per::vertex, degrees);
        auto const result = run(CoreNumbers{cores.ref(), 100000}, resident, options());
        EXPECT_EQ(cores.read(), core_numbers(graph)) << spec;
        EXPECT_EQ(result.status, Status::complete);
        EXPECT_EQ(result.roots.done, result.count) << "a job for each vertex of a frontier";
        EXPECT_EQ(result.roots.given, result.roots.done);
        EXPECT_GE(result.roots.done, graph.vertex_count());
    }
}

TEST_P(Frontiers, BeginAtRootsAndEndAtTheLastRound) {
    Graph const graph = generate_graph("gen:path:n=50");
    for (int const rounds : {1, 2, 7, 50, 1000}) {
        Resident const resident(graph, options());
        auto const distances = resident.array<std::uint32_t>(Per::vertex);
        RunOptions own = options();
        own.roots = {10};
        auto const result = run(Distances{distances.ref(), rounds}, resident, own);
        std::vector<std::uint32_t> expected(50);
        std::uint64_t reached = 0;
        for (int v = 0; v < 50; ++v) {
            if (std::abs(v - 10) < rounds) ++reached, expected[std::size_t(v)] = std::uint32_t(std::abs(v - 10)) + 1;
        }
        EXPECT_EQ(distances.read(), expected) << rounds;
        EXPECT_EQ(result.roots.done, reached) << rounds;
        EXPECT_EQ(result.roots.given, reached);
        EXPECT_EQ(result.status, Status::complete);
    }
}

TEST_P(Frontiers, StopAndAreRefusedACheckpoint) {
    Graph const graph = generate_graph("gen:path:n=50");
    Resident const resident(graph, options());
    auto const distances = resident.array<std::uint32_t>(Per::vertex);
    std::atomic<bool> const interrupt = true;
    RunOptions own = options();
    own.interrupt = &interrupt;
    own.roots = {0};
    auto const result = run(Distances{distances.ref(), 1 << 20}, resident, own);
    if (result.roots.done < 50) {
        EXPECT_EQ(result.status, Status::interrupted);
    }
    own.interrupt = nullptr;
    ScopedFolder const folder;
    own.checkpoint.file = folder.path("frontier.checkpoint");
    EXPECT_NE(message_of<InputError>([&] {
                  run(Distances{distances.ref(), 9}, resident, own);
              }).find("by frontier"),
              std::string::npos);
}

} // namespace cerrado::test
