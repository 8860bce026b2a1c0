// keep(): subgraphs stay on the device after the run, and may be dropped during it.
#include "store_sinks.hpp"

#include "clique/clique.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/kept_batch.hpp>
#include <cerrado/run/run.hpp>

namespace cerrado::test {
namespace {

Records rows_of(std::vector<KeptBatch> const& kept, int k) {
    Records records;
    for (KeptBatch const& batch : kept) {
        std::vector<std::uint32_t> const ids = read_batch({batch.ids.get(), batch.count, nullptr});
        for (std::size_t i = 0; i < ids.size(); i += static_cast<std::size_t>(k)) {
            auto const row = ids.begin() + static_cast<std::ptrdiff_t>(i);
            std::ranges::sort(records.emplace_back(row, row + k));
        }
    }
    std::ranges::sort(records);
    return records;
}

TEST(KeptBatch, IsRefusedWithoutCuda) {
    if (why_no_cuda().empty()) return;
    EXPECT_THROW(keep({}), Error);
}

class CudaKeptBatch : public testing::Test {
protected:
    void SetUp() override {
        if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    }
    static RunOptions with_small_ring() {
        RunOptions options;
        options.device = DeviceKind::cuda;
        options.of<Store>().ring = {256, 4};
        return options;
    }
};

TEST_F(CudaKeptBatch, OutlivesItsRun) {
    Graph const graph = generate_graph("gen:er:n=120,m=3000,seed=2");
    RunOptions options = with_small_ring();
    std::vector<KeptBatch> kept;
    options.of<Store>().device_sink = [&](DeviceBatch const& batch) { kept.push_back(keep(batch)); };
    run(CliqueList{4}, graph, options);
    EXPECT_GT(kept.size(), 4u);
    EXPECT_TRUE(rows_of(kept, 4) == expected(graph, 4));
}

// Workers wait for room in the ring meanwhile: to free memory must not wait for them.
TEST_F(CudaKeptBatch, MayBeDroppedDuringTheRun) {
    Graph const graph = generate_graph("gen:complete:n=60");
    RunOptions options = with_small_ring();
    std::uint64_t ids = 0;
    KeptBatch last;
    options.of<Store>().device_sink = [&](DeviceBatch const& batch) {
        last = keep(batch); // drops the one before
        ids += last.count;
    };
    auto const result = run(CliqueList{4}, graph, options);
    EXPECT_EQ(result.count, 487635u);
    EXPECT_EQ(ids, 4 * 487635u);
}

} // namespace
} // namespace cerrado::test
