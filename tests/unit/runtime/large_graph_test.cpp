// The plan of a graph of more entries than 32 bits count.
#include <cerrado/run/run.hpp>

#include <gtest/gtest.h>

#include <sys/mman.h>

namespace cerrado::test {

namespace {

constexpr std::size_t entries = (std::size_t{1} << 32) + 4096;

// As many addresses as the lists would take. Nothing is read there, so they take no memory.
std::shared_ptr<void const> reserve_lists() {
    constexpr std::size_t bytes = entries * sizeof(VertexId);
    void* const memory = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    return {memory, [](void const* mapped) { ::munmap(const_cast<void*>(mapped), bytes); }};
}

} // namespace

// Not of this file alone, for nvcc would warn that nobody calls what is only planned.
struct TrianglesThatArePlanned {
    int k = 3;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return v > t.last(); });
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

TEST(RuntimePlan, IsRightFor64BitsOfEntries) {
    std::shared_ptr<void const> const lists = reserve_lists();
    if (!lists) GTEST_SKIP() << "the system reserves no addresses for 2^32 entries";
    constexpr VertexId vertices = (1 << 20) + 1;
    std::vector<EdgeOffset> offsets(vertices + 1);
    for (VertexId v = 0; v < vertices; ++v) offsets[v + 1] = std::min<EdgeOffset>(entries, (v + 1ull) * 4096);
    Graph const graph(offsets, {static_cast<VertexId const*>(lists.get()), entries}, {}, lists);
    EXPECT_EQ(graph.edge_count(), entries / 2);
    EXPECT_EQ(graph.degree(vertices - 1), 4096u);

    RunOptions options;
    options.device = DeviceKind::host;
    options.threads = 2;
    options.order = GraphOrder::given;
    options.roots = std::vector<VertexId>{0, vertices - 1};
    RunPlan const plan = estimate(TrianglesThatArePlanned{}, graph, options);
    EXPECT_EQ(plan.roots, 2u);
    EXPECT_EQ(plan.memory.graph_bytes, (vertices + 1) * sizeof(EdgeOffset) + entries * sizeof(VertexId));
    EXPECT_GE(plan.memory.peak_bytes, plan.memory.graph_bytes + plan.memory.traversal_bytes);
    EXPECT_GE(plan.bytes_per_worker, 4096 * sizeof(VertexId));
}

} // namespace cerrado::test
