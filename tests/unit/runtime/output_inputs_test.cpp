// What outputs are given for a run.
#include <cerrado/output/by_pattern_input.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/options.hpp>

#include <gtest/gtest.h>

namespace cerrado::test {
namespace {

struct OwnInput {
    int number = 7;
};
struct OwnOutput {
    using Input = OwnInput;
};

} // namespace

TEST(OutputInputs, HaveDefaultsUntilSet) {
    RunOptions const unset;
    EXPECT_EQ(unset.of<OwnOutput>().number, 7);
    EXPECT_EQ(unset.of<StoreInput>().sinks(), 0);
    EXPECT_FALSE(unset.of<StoreInput>().limit);
}

TEST(OutputInputs, AreFoundByOutputAndByInput) {
    RunOptions options;
    options.of<OwnOutput>().number = 1;
    options.of<StoreInput>().limit = 5;
    EXPECT_EQ(options.of<OwnInput>().number, 1);
    EXPECT_EQ(options.of<StoreInput>().limit, 5u);
    options.of<OwnInput>().number = 2;
    EXPECT_EQ(options.of<OwnOutput>().number, 2);
}

TEST(OutputInputs, OfACopyAreItsOwn) {
    RunOptions options;
    options.of<OwnOutput>().number = 1;
    RunOptions copy = options;
    copy.of<OwnOutput>().number = 3;
    copy.of<StoreInput>().sink = [](std::span<OriginalId const>) {};
    EXPECT_EQ(options.of<OwnOutput>().number, 1);
    EXPECT_EQ(options.of<StoreInput>().sinks(), 0);
    EXPECT_EQ(copy.of<StoreInput>().sinks(), 1);
}

} // namespace cerrado::test
