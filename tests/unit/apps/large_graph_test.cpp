// Graphs of more entries than 31 bits count, on a GPU: they take tens of gigabytes of host memory, and half a minute. So
// these tests are run where CERRADO_LARGE_TESTS is set.
#include "support.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/core/team.hpp>
#include <cerrado/output/by_pattern.hpp>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace cerrado::test {
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

} // namespace cerrado::test
