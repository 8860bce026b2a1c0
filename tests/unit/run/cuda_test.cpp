#include "unit/run/runs.hpp"

#include <algorithm>
#include <numeric>

#if CERRADO_HAS_CUDA
#include <cerrado/graph/detail/order/order.hpp>
#include <cerrado/run/detail/preparation/cuda_upload.hpp>
#include <cerrado/run/detail/preparation/device_preparation.hpp>
#endif

#if CERRADO_HAS_CUDA
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/run/detail/preparation/device_buffer.hpp>
#endif

namespace cerrado::test {

// What the device prepares is what the host prepares, to the last entry: order, lists and jobs.

#if CERRADO_HAS_CUDA

namespace {

std::vector<Job> jobs_of(DevicePreparation& preparation, JobPlan const& plan) {
    preparation.jobs().plan(plan);
    std::vector<Job> jobs(preparation.jobs().count());
    MemoryMeter meter;
    DeviceBuffer<Job> const buffer(jobs.size(), meter);
    preparation.jobs().write(buffer.data());
    if (!jobs.empty()) buffer.read(jobs.data());
    return jobs;
}

Graph star_beside_a_clique(VertexId leaves, VertexId clique) {
    std::vector<Edge> edges;
    for (VertexId leaf = 1; leaf <= leaves; ++leaf) edges.push_back({0, leaf});
    for (VertexId i = 0; i < clique; ++i) {
        for (VertexId j = 0; j < i; ++j) edges.push_back({leaves + 1 + i, leaves + 1 + j});
    }
    return graph_from_edges(leaves + clique + 2, edges); // the last vertex has no edge
}

std::vector<Graph> graphs_to_prepare() {
    std::vector<Graph> graphs = {star_beside_a_clique(5000, 40), star_beside_a_clique(1, 2)};
    for (char const* spec : {"gen:er:n=2,m=1,seed=1", "gen:er:n=40,m=400,seed=2", "gen:er:n=30000,m=100000,seed=3",
                             "gen:ba:n=2000,m=7,seed=4", "gen:rmat:scale=13,degree=16,seed=5", "gen:complete:n=70"}) {
        graphs.push_back(generate_graph(spec));
    }
    return graphs;
}

auto fields_of(Job const& job) { return std::tuple(job.source, job.target, job.slice, job.slices); }

// What engines ask for: from vertices and from edges, in one piece and in slices, with and without those that lead to
// nothing.
std::vector<JobPlan> plans() {
    std::vector<JobPlan> plans = {{1, 0, 1, {}},
                                  {1, 2, 64, {}, 3},
                                  {1, 3, 1000, {}, 1, 4},
                                  {2, 0, 1, {}},
                                  {2, 2, 64, {}, 3},
                                  {2, 3, 1000, {}, 1, 4},
                                  {1, 1, 10, {}, 0, 1, ListPart::whole},
                                  {2, 1, 10, {}, 2, 1, ListPart::whole},
                                  {1, 1, 10, {}, 2, 1, ListPart::below}};
    return plans;
}

void expect_equal_lists(DevicePreparation const& preparation, Graph const& given, Graph const& expected) {
    Graph const made = preparation.download(given);
    ASSERT_TRUE(std::ranges::equal(made.offsets(), expected.offsets())) << given.source;
    ASSERT_TRUE(std::ranges::equal(made.neighbour_array(), expected.neighbour_array())) << given.source;
    ASSERT_TRUE(std::ranges::equal(made.original_ids(), expected.original_ids())) << given.source;
    EXPECT_EQ(made.oriented(), expected.oriented());
    GraphShape const shape = shape_of(expected);
    EXPECT_EQ(*preparation.shape().lists, *shape.lists) << given.source;
    EXPECT_EQ(preparation.shape().entries, shape.entries) << given.source;
}

} // namespace

TEST(CudaPreparation, GivesWhatTheHostGives) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    for (Graph const& graph : graphs_to_prepare()) {
        for (bool const oriented : {false, true}) {
            VertexOrder const order = degree_order(graph);
            Graph const expected = oriented ? orient(graph, order) : reorder(graph, order);
            DevicePreparation preparation(graph, oriented, 3);
            expect_equal_lists(preparation, graph, expected);
            for (JobPlan const& plan : plans()) {
                EXPECT_TRUE(
                    std::ranges::equal(jobs_of(preparation, plan), make_jobs(expected, plan), {}, fields_of, fields_of))
                    << graph.source << ", oriented " << oriented << ", roots of " << plan.root_size << ", "
                    << plan.workers << " workers, lists " << static_cast<int>(plan.lists);
            }
        }
    }
}

TEST(CudaPreparation, FindsCoresUpToTheDegeneracy) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    for (Graph const& graph : graphs_to_prepare()) {
        DevicePreparation const preparation(graph, true, 3);
        VertexId const most = degeneracy(graph);
        EXPECT_TRUE(preparation.has_core(0)) << graph.source;
        EXPECT_TRUE(preparation.has_core(most)) << graph.source;
        EXPECT_FALSE(preparation.has_core(most + 1)) << graph.source;
    }
}

// More than the memory between holds, and little.
TEST(CudaUpload, BringsEveryByte) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    make_upload_memory();
    for (std::size_t const count : {std::size_t{1}, std::size_t{100000}, std::size_t{19} << 20}) {
        std::vector<VertexId> values(count);
        std::iota(values.begin(), values.end(), VertexId{7});
        for (int threads : {0, 1, 3}) {
            MemoryMeter meter;
            DeviceBuffer<VertexId> const buffer(count, meter);
            buffer.clear();
            upload(buffer.data(), std::as_bytes(std::span<VertexId const>(values)), threads);
            std::vector<VertexId> read(count);
            buffer.read(read.data());
            EXPECT_TRUE(read == values) << count << " values, " << threads << " threads";
        }
    }
}

TEST(CudaPreparation, LeavesTheRestToTheHost) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    EXPECT_FALSE(device_can_prepare(generate_graph("gen:er:n=5,m=0,seed=1"), true));
    EXPECT_FALSE(device_can_prepare(orient(generate_graph("gen:complete:n=5")), true));
    EXPECT_TRUE(device_can_prepare(generate_graph("gen:complete:n=5"), false));
}

#endif

// Fails the n-th device allocation of a run, for every n: an Error with a remedy, and the device has all of its memory
// back.

TEST(CudaAllocationFailure, GivesAnErrorAndAllMemoryBack) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
#if CERRADO_HAS_CUDA
    auto const free_bytes = [] {
        std::size_t available = 0, total = 0;
        check_cuda(cudaMemGetInfo(&available, &total), "asking for free device memory");
        return available;
    };
    Graph const graph = generate_graph("gen:er:n=200,m=800,seed=1");
    TransitionTable const tables = TransitionTable::build(4);
    RunOptions options = on(DeviceKind::cuda);
    options.of<ByPattern>().tables = tables.ref();
    WideCount const expected = run_motif(4, graph, options).count;
    std::size_t const before = free_bytes();
    int failures = 0;
    for (bool failed = true; failed; ++failures) {
        fail_device_allocation(failures + 1);
        failed = false;
        try {
            EXPECT_EQ(run_motif(4, graph, options).count, expected);
        } catch (Error const& error) {
            failed = true;
            EXPECT_NE(std::string(error.what()).find("allocating device memory"), std::string::npos) << error.what();
            EXPECT_NE(std::string(error.what()).find("--device host"), std::string::npos) << error.what();
        }
        ASSERT_EQ(free_bytes(), before) << "after the failure of allocation " << failures + 1;
    }
    fail_device_allocation(0);
    EXPECT_GT(failures, 8);
#endif
}

} // namespace cerrado::test
