// The warp width: which one a run gets, and who may ask for one.
#include "runs.hpp"

#include <cerrado/contract/declared.hpp>

#include <array>

namespace cerrado::test {
namespace {

constexpr std::array full_alone{full_warp_width};

} // namespace

TEST(RuntimeWarpWidth, IsThatOfTheDeviceUnlessAskedFor) {
    EXPECT_EQ(choose_warp_width(0, DeviceKind::cuda, full_alone), 32);
    EXPECT_EQ(choose_warp_width(0, DeviceKind::host, full_alone), 0);
    EXPECT_EQ(choose_warp_width(0, DeviceKind::lockstep, all_warp_widths), 0);
    for (int const width : all_warp_widths) {
        EXPECT_EQ(choose_warp_width(width, DeviceKind::cuda, all_warp_widths), width);
    }
}

TEST(RuntimeWarpWidth, OneThatNoTileCanHaveIsRefused) {
    for (int const width : {-8, 2, 4, 31, 64}) {
        EXPECT_EQ(message_of<InputError>([&] { choose_warp_width(width, DeviceKind::cuda, all_warp_widths); }),
                  "a warp width of " + std::to_string(width) + " is not supported; choose one of 1, 8, 16, 32");
    }
}

TEST(RuntimeWarpWidth, OneThatIsNotCompiledIsRefusedWithThoseThatAre) {
    std::string const message = message_of<InputError>([] { choose_warp_width(8, DeviceKind::cuda, full_alone); });
    EXPECT_EQ(message.find("this application is not compiled for a warp width of 8, but for 32;"), 0u) << message;
    EXPECT_NE(message.find("warp_widths = all_warp_widths"), std::string::npos) << message;
    constexpr std::array narrow{8, 16};
    std::string const full = message_of<InputError>([&] { choose_warp_width(0, DeviceKind::cuda, narrow); });
    EXPECT_EQ(full.find("this application is not compiled for a warp width of 32, but for 8, 16;"), 0u) << full;
}

TEST(RuntimeWarpWidth, IsRefusedWhereThereIsNoHardwareWarp) {
    Graph const graph = generate_graph("gen:complete:n=6");
    RunOptions options = on(DeviceKind::host, 1);
    for (int const width : {1, 8, 32}) {
        options.warp_width = width;
        EXPECT_EQ(message_of<InputError>([&] { run_clique(3, graph, options); }),
                  "a warp width of " + std::to_string(width) +
                      " is for CUDA, and this run is on the host; leave it out, or use --device cuda");
    }
    options.device = DeviceKind::lockstep;
    EXPECT_NE(message_of<InputError>([&] { run_clique(3, graph, options); }).find("is on lockstep;"),
              std::string::npos);
    options.device = DeviceKind::automatic;
    if (!why_no_cuda().empty()) message_of<InputError>([&] { run_clique(3, graph, options); });
    options = on(DeviceKind::host, 1);
    EXPECT_EQ(run_clique(3, graph, options).count, WideCount{20});
}

// Compiled for a full warp alone, as an application is that says nothing about it.
TEST(RuntimeWarpWidthCuda, ApplicationOfFullWarpsRefusesAnother) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    Graph const graph = generate_graph("gen:complete:n=6");
    RunOptions options = on(DeviceKind::cuda);
    options.warp_width = 8;
    EXPECT_NE(message_of<InputError>([&] { run_clique(3, graph, options); }).find("but for 32"), std::string::npos);
    options.warp_width = 32;
    EXPECT_EQ(run_clique(3, graph, options).count, WideCount{20});
}

} // namespace cerrado::test
