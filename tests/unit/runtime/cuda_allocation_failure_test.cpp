// Fails the n-th device allocation of a run, for every n: an Error with a remedy, and the device has all of its memory
// back.
#include "runs.hpp"

#if CERRADO_HAS_CUDA
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/run/cuda/device_buffer.hpp>
#endif

namespace cerrado::test {

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
