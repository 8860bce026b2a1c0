// The GPU's warps of every width that a tile may have.
#include "laws.hpp"

#include <cerrado/run/devices.hpp>

#include <gtest/gtest.h>

#include <vector>

#if CERRADO_HAS_CUDA
namespace cerrado::test {
std::vector<std::uint32_t> broken_on_cuda(int width); // cuda_laws.cu: per lane of one block
}
#endif

namespace cerrado::test {

class CudaWarpLaws : public testing::TestWithParam<int> {};

TEST_P(CudaWarpLaws, HoldOnEveryLane) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
#if CERRADO_HAS_CUDA
    std::vector<std::uint32_t> const broken = broken_on_cuda(GetParam());
    ASSERT_EQ(broken.size(), 128u);
    for (std::size_t lane = 0; lane < broken.size(); ++lane) EXPECT_EQ(broken[lane], 0u) << "lane " << lane;
#endif
}

INSTANTIATE_TEST_SUITE_P(Widths, CudaWarpLaws, testing::Values(1, 8, 16, 32));

} // namespace cerrado::test
