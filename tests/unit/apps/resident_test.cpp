#include "unit/apps/support.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/detail/team.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>
#include <cerrado/output/store.hpp>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace cerrado::test {

// The functions of the library on a resident graph give what they give on the graph, again and again.

namespace {

std::vector<std::vector<OriginalId>> list(auto const& graph, int k, RunOptions options) {
    std::vector<std::vector<OriginalId>> cliques;
    options.of<Store>().sink = [&](std::span<OriginalId const> ids) {
        std::vector<OriginalId> clique(ids.begin(), ids.end());
        std::ranges::sort(clique);
        cliques.push_back(clique);
    };
    list_cliques(graph, {.k = k}, options);
    std::ranges::sort(cliques);
    return cliques;
}

} // namespace

class ResidentLibrary : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(ResidentLibrary);

TEST_P(ResidentLibrary, GivesWhatTheGraphGives) {
    for (char const* spec : {"gen:er:n=60,m=700,seed=3", "gen:rmat:scale=8,degree=8,seed=1"}) {
        Graph const graph = generate_graph(spec);
        Resident const resident(graph, options());
        for (int repetition = 0; repetition < 2; ++repetition) {
            for (Algorithm const algorithm :
                 {Algorithm::fast, Algorithm::paper, Algorithm::oriented, Algorithm::bitmap, Algorithm::pivot}) {
                EXPECT_EQ(count_cliques(resident, {.k = 4, .algorithm = algorithm}, options()).count,
                          count_cliques(graph, {.k = 4, .algorithm = algorithm}, options()).count)
                    << spec << " " << name_of(algorithm);
            }
            EXPECT_EQ(count_cliques(resident, {}, options()).of<BySize>().sum,
                      count_cliques(graph, {}, options()).of<BySize>().sum);
            EXPECT_EQ(count_local_cliques(resident, {.k = 4, .per_edge = true}, options()).of<PerVertexAndEdge>(),
                      count_local_cliques(graph, {.k = 4, .per_edge = true}, options()).of<PerVertexAndEdge>());
            for (int const k : {2, 4}) EXPECT_EQ(list(resident, k, options()), list(graph, k, options())) << k;
            for (Algorithm const algorithm : {Algorithm::fast, Algorithm::paper}) {
                EXPECT_EQ(count_motifs(resident, {.k = 4, .algorithm = algorithm}, options()).of<ByPattern>(),
                          count_motifs(graph, {.k = 4, .algorithm = algorithm}, options()).of<ByPattern>());
            }
        }
    }
}

// The graphs need different amounts of a multiprocessor's memory.
TEST_P(ResidentLibrary, SeveralThreadsRunTheSameFormAtTheSameTime) {
    constexpr int k = 5, threads = 4, runs = 30;
    TransitionTable const tables = TransitionTable::load(k);
    MotifQuery const query{.k = k, .algorithm = Algorithm::fast, .tables = &tables};
    RunOptions own = options();
    own.threads = 1;
    std::vector<Graph> graphs;
    std::vector<std::string> expected;
    for (char const* spec :
         {"gen:cycle:n=40", "gen:er:n=60,m=200,seed=1", "gen:bipartite:a=2,b=40", "gen:complete:n=24"}) {
        graphs.push_back(generate_graph(spec));
        expected.push_back(to_string(count_motifs(graphs.back(), query, own).count));
    }
    std::mutex mutex;
    std::set<std::string> wrong;
    auto const run_some = [&](std::size_t first) {
        for (std::size_t run = 0; run < runs; ++run) {
            std::size_t const which = (first + run) % graphs.size();
            std::string found;
            try {
                found = to_string(count_motifs(graphs[which], query, own).count);
            } catch (Error const& error) {
                found = error.what();
            }
            std::lock_guard const lock(mutex);
            if (found != expected[which]) wrong.insert(graphs[which].source + ": " + found);
        }
    };
    std::vector<std::thread> all;
    for (std::size_t thread = 0; thread < threads; ++thread) all.emplace_back(run_some, thread);
    for (std::thread& thread : all) thread.join();
    EXPECT_EQ(wrong, std::set<std::string>{});
}

// Graphs of more entries than 31 bits count, on a GPU: they take tens of gigabytes of host memory, and half a minute. So
// these tests are run where CERRADO_LARGE_TESTS is set.

namespace {

struct Arrays {
    std::unique_ptr<EdgeOffset[]> offsets;
    std::unique_ptr<VertexId[]> neighbours;
};

// Vertices on a circle, each adjacent to the `reach` next on either side.
Graph circle(VertexId vertices, VertexId reach) {
    std::uint64_t const degree = 2ull * reach;
    auto arrays = std::make_shared<Arrays>();
    arrays->offsets = std::make_unique_for_overwrite<EdgeOffset[]>(vertices + std::size_t{1});
    arrays->neighbours = std::make_unique_for_overwrite<VertexId[]>(vertices * degree);
    Team team(hardware_threads());
    team.run([&](Member member) {
        member.for_part_of(vertices + std::size_t{1}, [&](std::size_t v) { arrays->offsets[v] = v * degree; });
        member.for_part_of(vertices, [&](std::size_t v) {
            VertexId* const list = arrays->neighbours.get() + v * degree;
            for (std::uint64_t i = 0; i < reach; ++i) {
                list[2 * i] = static_cast<VertexId>((v + i + 1) % vertices);
                list[2 * i + 1] = static_cast<VertexId>((v + vertices - i - 1) % vertices);
            }
            std::sort(list, list + degree);
        });
    });
    Arrays const& made = *arrays;
    return Graph({made.offsets.get(), vertices + std::size_t{1}}, {made.neighbours.get(), vertices * degree}, {},
                 std::move(arrays));
}

constexpr VertexId vertices = (VertexId{1} << 21) + 11;

} // namespace

class CudaLargeGraph : public testing::Test {
protected:
    void SetUp() override {
        if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
        if (std::getenv("CERRADO_LARGE_TESTS") == nullptr) GTEST_SKIP() << "CERRADO_LARGE_TESTS is not set";
    }
};

// A triangle is three vertices within the reach of the first of them.
TEST_F(CudaLargeGraph, OrientedListsOfMoreThan31BitsAreCounted) {
    constexpr VertexId reach = 1024;
    static_assert(std::uint64_t{vertices} * reach > std::uint64_t{1} << 31);
    RunResult const result = count_cliques(circle(vertices, reach), {.k = 3}, on(DeviceKind::cuda));
    EXPECT_EQ(result.count, vertices * binomial(reach, 2));
    EXPECT_EQ(result.status, Status::complete);
}

TEST_F(CudaLargeGraph, WholeListsOfMoreThan31BitsAreCounted) {
    constexpr VertexId reach = 512;
    static_assert(std::uint64_t{vertices} * 2 * reach > std::uint64_t{1} << 31);
    RunResult const result = count_motifs(circle(vertices, reach), {.k = 3}, on(DeviceKind::cuda));
    Count const triangles = vertices * binomial(reach, 2);
    Count const wedges = vertices * binomial(2 * reach, 2) - 3 * triangles;
    std::vector<WideCount> counts = result.of<ByPattern>();
    std::ranges::sort(counts);
    EXPECT_EQ(counts, (std::vector<WideCount>{std::min(triangles, wedges), std::max(triangles, wedges)}));
}

// Lists of runs that are ended in the middle and go on: each clique once, on every device and from one to another.

namespace {

using Cliques = std::vector<std::vector<OriginalId>>;

void add(Cliques& cliques, std::size_t k, std::span<OriginalId const> ids) {
    for (; !ids.empty(); ids = ids.subspan(k)) {
        cliques.emplace_back(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(k));
        std::ranges::sort(cliques.back());
    }
}

Cliques list(Graph const& graph, int k) {
    Cliques cliques;
    RunOptions options = on(DeviceKind::host);
    options.of<Store>().batch_sink = [&](std::span<OriginalId const> ids) {
        add(cliques, static_cast<std::size_t>(k), ids);
    };
    list_cliques(graph, {.k = k}, options);
    std::ranges::sort(cliques);
    return cliques;
}

// As a program would that is killed: after each part it has a few more cliques than its checkpoint counts. Gives how many
// parts there were.
int list_in_parts(Graph const& graph, int k, std::vector<DeviceKind> const& devices, Cliques& cliques) {
    ScopedFolder const folder;
    double seconds = 0.0005;
    for (int part = 0; part < 1000; ++part, seconds *= 1.2) {
        RunOptions options = on(devices[static_cast<std::size_t>(part) % devices.size()]);
        std::atomic<bool> interrupt = false;
        options.interrupt = &interrupt;
        options.of<Store>().ring = {64,
                                    2}; // few of the cliques: the first part is not done when the first of them come
        options.of<Store>().batch_sink = [&](std::span<OriginalId const> ids) {
            add(cliques, static_cast<std::size_t>(k), ids);
            interrupt = part == 0;
        };
        options.deadline_seconds = seconds;
        options.checkpoint.file = folder.path("list_parts.checkpoint");
        options.checkpoint.every_seconds = part % 3 == 0 ? seconds / 3 : 0;
        options.checkpoint.resume = part > 0;
        options.checkpoint.mark = [&] { return std::uint64_t{cliques.size()}; };
        options.checkpoint.go_back = [&](std::uint64_t mark) {
            ASSERT_LE(mark, cliques.size());
            cliques.resize(mark);
        };
        RunResult const result = list_cliques(graph, {.k = k}, options);
        if (result.status == Status::complete) {
            EXPECT_EQ(to_string(result.count), std::to_string(cliques.size()));
            return part + 1;
        }
        cliques.insert(cliques.end(), 3, {1, 2, 3});
    }
    ADD_FAILURE() << "it does not end";
    return 0;
}

void expect_each_once(Graph const& graph, std::vector<int> const& sizes, std::vector<DeviceKind> const& devices,
                      int least_parts) {
    for (int const k : sizes) {
        Cliques cliques;
        EXPECT_GE(list_in_parts(graph, k, devices, cliques), least_parts) << "k " << k;
        std::ranges::sort(cliques);
        EXPECT_TRUE(cliques == list(graph, k)) << "k " << k << ", " << cliques.size() << " listed";
    }
}

} // namespace

class ListParts : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(ListParts);

TEST_P(ListParts, AreTheWholeList) {
    Graph const graph = generate_graph("gen:er:n=500,m=25000,seed=1");
    int const least_parts = GetParam() == DeviceKind::host ? 2 : 1; // a device may be done before it is told to end
    expect_each_once(graph, {4, 5, 6}, {GetParam()}, least_parts);
    expect_each_once(graph, {5}, {GetParam(), DeviceKind::host}, least_parts);
}

TEST(ListPartsInLockstep, AreTheWholeList) {
    Graph const graph = generate_graph("gen:er:n=40,m=300,seed=1");
    expect_each_once(graph, {4}, {DeviceKind::lockstep}, 2);
    expect_each_once(graph, {4}, {DeviceKind::lockstep, DeviceKind::host}, 2);
}

TEST(ListPartsOnTheHost, NeedASinkThatCanGoBack) {
    ScopedFolder const folder;
    RunOptions options = on(DeviceKind::host);
    options.of<Store>().batch_sink = [](std::span<OriginalId const>) {};
    options.checkpoint.file = folder.path("list.checkpoint");
    expect_refusal("go_back", [&] { list_cliques(generate_graph("gen:complete:n=5"), {.k = 4}, options); });
}

} // namespace cerrado::test
