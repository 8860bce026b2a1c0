// What load balancing starts from: the rules from measurement to defaults, and the measurement on the devices that
// are here.
#include <cerrado/core/error.hpp>
#include <cerrado/run/conduct/balancer.hpp>
#include <cerrado/run/conduct/calibration.hpp>
#include <cerrado/run/devices.hpp>

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace cerrado {
namespace {

using std::chrono::microseconds;

double idle_share(std::vector<double> const& throughput) { return detail::tolerable_idle_share(throughput); }

TEST(TolerableIdleShare, IsTheLastThatKeepsTheThroughput) {
    EXPECT_EQ(idle_share({1, 1, 0.99, 0.96, 0.9, 0.7}), 3.0 / 8);
    EXPECT_EQ(idle_share({1, 0.951, 0.949, 0.8, 0.7, 0.6}), 1.0 / 8);
}

TEST(TolerableIdleShare, ComparesWithTheBestShareNotWithAll) {
    EXPECT_EQ(idle_share({1, 1.1, 1.2, 1.15, 1.0, 0.9}), 3.0 / 8);
    EXPECT_EQ(idle_share({1, 0.94, 0.96, 0.9, 0.8, 0.7}), 2.0 / 8); // a dip on the way does not end it
}

TEST(TolerableIdleShare, StaysBetweenATwentiethAndThreeFifths) {
    EXPECT_EQ(idle_share({1, 0.9, 0.8, 0.7, 0.6, 0.5}), 0.05);
    EXPECT_EQ(idle_share({1, 1, 1, 1, 1, 1}), 0.6);
}

TEST(DonationsThatFit, FillTheQueueAtMost) {
    for (double const threshold : {0.05, 0.25, 0.375, 0.6}) {
        for (int const workers : {64, 1000, 4224, 8448}) {
            double const donations = detail::donations_that_fit(threshold, workers);
            auto const room = static_cast<double>(share_queue_room(static_cast<std::uint64_t>(workers)));
            EXPECT_LE(donations * threshold * workers, room);
            if (donations < 16) {
                EXPECT_GT((donations + 1) * (threshold * workers + 1), room);
            }
        }
    }
}

TEST(DonationsThatFit, AreFromOneToSixteen) {
    EXPECT_EQ(detail::donations_that_fit(0, 2), 16u);
    EXPECT_EQ(detail::donations_that_fit(0.5, 4096), 6u);    // 16,384 less 4,096 for 2,048
    EXPECT_EQ(detail::donations_that_fit(0.6, 1 << 20), 4u); // the queue grows with the workers
}

TEST(RoundPoll, GivesTheNearestOfAFewReadableTimes) {
    EXPECT_EQ(detail::round_poll(1e-9), microseconds(20));
    EXPECT_EQ(detail::round_poll(24e-6), microseconds(20));
    EXPECT_EQ(detail::round_poll(45e-6), microseconds(50));
    EXPECT_EQ(detail::round_poll(130e-6), microseconds(100));
    EXPECT_EQ(detail::round_poll(160e-6), microseconds(200));
    EXPECT_EQ(detail::round_poll(3), microseconds(1000));
}

TEST(BalanceDefaults, OfAGpuFollowFromItsMeasurement) {
    std::vector<double> const throughput = {1, 1, 0.97, 0.9, 0.8, 0.6};
    BalanceDefaults const defaults = detail::defaults_from({132, 32, throughput, 11e-6, false});
    EXPECT_EQ(defaults.workers, 132 * 32);
    EXPECT_EQ(defaults.threshold, 0.25);
    EXPECT_EQ(defaults.donations, 16u); // 32,768 less 4,224 for 1,056
    EXPECT_EQ(defaults.poll, microseconds(100));
    EXPECT_NE(defaults.origins.workers.find("32 warps resident on each of 132"), std::string::npos);
    EXPECT_NE(defaults.origins.threshold.find("100, 100, 97, 90, 80, 60 %"), std::string::npos);
    EXPECT_NE(defaults.origins.donations.find("1056 idle"), std::string::npos);
    EXPECT_NE(defaults.origins.poll.find("11.0us"), std::string::npos);
}

TEST(BalanceDefaults, OfTheHostCallForWorkWhenOneThreadIsIdle) {
    BalanceDefaults const defaults = detail::defaults_from({16, 1, {}, 5e-6, true});
    EXPECT_EQ(defaults.workers, 16);
    EXPECT_EQ(defaults.threshold, 0);
    EXPECT_EQ(defaults.donations, 16u);
    EXPECT_EQ(defaults.poll, microseconds(500));
}

void require_sensible(BalanceDefaults const& defaults) {
    EXPECT_GE(defaults.workers, 1);
    EXPECT_GE(defaults.donations, 1u);
    EXPECT_LE(defaults.donations, 16u);
    EXPECT_GE(defaults.poll, microseconds(20));
    EXPECT_LE(defaults.poll, microseconds(1000));
    for (std::string const& origin :
         {defaults.origins.workers, defaults.origins.threshold, defaults.origins.donations, defaults.origins.poll}) {
        EXPECT_FALSE(origin.empty());
    }
}

TEST(BalanceDefaults, AreMeasuredOnceWhoeverAsks) {
    std::vector<BalanceDefaults const*> seen(8);
    {
        std::vector<std::jthread> threads;
        for (auto& place : seen) threads.emplace_back([&place] { place = &balance_defaults(DeviceKind::host); });
    }
    for (BalanceDefaults const* each : seen) EXPECT_EQ(each, seen.front());
    require_sensible(*seen.front());
    EXPECT_EQ(seen.front()->workers, static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
    EXPECT_NE(&balance_defaults(DeviceKind::lockstep), seen.front());
    EXPECT_EQ(balance_defaults(DeviceKind::lockstep).workers, 1);
}

TEST(BalanceDefaultsCuda, AreMeasuredOrRefused) {
    std::string const reason = why_no_cuda();
    if (!reason.empty()) {
        EXPECT_THROW(balance_defaults(DeviceKind::cuda), Error);
        EXPECT_EQ(&balance_defaults(), &balance_defaults(DeviceKind::host));
        GTEST_SKIP() << "no CUDA device: " << reason;
    }
    BalanceDefaults const& defaults = balance_defaults(DeviceKind::cuda);
    require_sensible(defaults);
    EXPECT_EQ(&balance_defaults(), &defaults);
    EXPECT_EQ(defaults.workers % list_devices().front().multiprocessors, 0);
    EXPECT_GE(defaults.threshold, 0.05);
    EXPECT_LE(defaults.threshold, 0.6);
}

TEST(ListDevices, HasAnEntryForCudaInAnyCase) {
    std::vector<DeviceDescription> const devices = list_devices();
    ASSERT_GE(devices.size(), 2u);
    EXPECT_EQ(devices.front().kind, "cuda");
    EXPECT_EQ(devices.front().note, why_no_cuda());
    EXPECT_EQ(devices.front().name == "-", !why_no_cuda().empty());
    EXPECT_EQ(devices.back().kind, "host");
    EXPECT_EQ(devices.back().note, "");
}

} // namespace
} // namespace cerrado
