// How many workers fit, and a refusal that names the numbers.
#include <cerrado/core/error.hpp>
#include <cerrado/run/session/plan.hpp>

#include <gtest/gtest.h>

namespace cerrado::test {

TEST(RuntimePlan, TakesAsManyWorkersAsFit) {
    WorkerLayout layout;
    layout.entries[0] = 250;
    layout.entry_bytes[0] = 4; // 1000 bytes in all
    EXPECT_EQ(fit_workers(layout, 7, 100000), 7);
    EXPECT_EQ(fit_workers(layout, 7, 3999), 3);
    EXPECT_EQ(fit_workers(layout, 7, 1000), 1);
}

TEST(RuntimePlan, RefusesWithTheNumbers) {
    WorkerLayout layout;
    layout.entries[0] = 250;
    layout.entry_bytes[0] = 4;
    try {
        fit_workers(layout, 7, 999);
        FAIL() << "nothing fits, and no error came";
    } catch (Error const& error) {
        std::string const message = error.what();
        EXPECT_EQ(error.exit_code(), ExitCode::failed);
        EXPECT_NE(message.find("needs 1000 bytes"), std::string::npos) << message;
        EXPECT_NE(message.find("999 are available"), std::string::npos) << message;
    }
}

TEST(RuntimePlan, RefusesAGraphThatTheDeviceCannotHold) {
    std::uint64_t const gibibyte = std::uint64_t{1} << 30;
    EXPECT_NO_THROW(require_room("the graph", 80 * gibibyte, 80 * gibibyte));
    try {
        require_room("the graph", 160 * gibibyte, 80 * gibibyte);
        FAIL() << "it does not fit, and no error came";
    } catch (Error const& error) {
        EXPECT_STREQ(error.what(),
                     "the graph needs 163840.0 MiB of device memory, and 81920.0 MiB are free; use "
                     "--device host, or a device with more memory");
    }
}

} // namespace cerrado::test
