// The threads of a run on the host: every part of a launch is done once, whoever does it.
#include <cerrado/run/host/host_threads.hpp>

#include <gtest/gtest.h>

#include <barrier>
#include <stdexcept>

namespace cerrado {
namespace {

using namespace std::chrono_literals;

void finish(HostThreads& threads) {
    threads.wait(1ms, [] { return false; });
}

TEST(HostThreads, DoEveryPartOfEveryLaunchOnce) {
    for (int const parts : {1, 2, 7}) {
        std::vector<std::atomic<int>> done(static_cast<std::size_t>(parts));
        HostThreads threads(parts, false, [&](int part) { ++done[static_cast<std::size_t>(part)]; });
        for (int launch = 1; launch <= 300; ++launch) {
            threads.launch();
            finish(threads);
            for (std::atomic<int> const& times : done) ASSERT_EQ(times, launch) << parts;
        }
    }
}

TEST(HostThreads, BringOthersToLongParts) {
    std::barrier all(4);
    HostThreads threads(4, false, [&](int) { all.arrive_and_wait(); }); // one thread alone would wait for ever
    for (int launch = 0; launch < 50; ++launch) {
        threads.launch();
        finish(threads);
    }
}

TEST(HostThreads, AreAllThereForPartsThatWaitForEachOther) {
    std::barrier all(6);
    HostThreads threads(6, true, [&](int) { all.arrive_and_wait(); });
    for (int launch = 0; launch < 50; ++launch) {
        threads.launch();
        finish(threads);
    }
}

TEST(HostThreads, LetTheCallerLookMeanwhile) {
    std::atomic<bool> goes_on = true;
    HostThreads threads(2, false, [&](int) {
        while (goes_on) std::this_thread::yield();
    });
    threads.launch();
    int looks = 0;
    threads.wait(100us, [&] {
        goes_on = ++looks < 5;
        return looks == 3; // then it looks again at once
    });
    EXPECT_GE(looks, 5);
}

TEST(HostThreads, RethrowWhatAPartThrewWhenTheOthersHaveEnded) {
    std::atomic<int> done = 0;
    HostThreads threads(5, false, [&](int part) {
        if (part == 3) throw std::runtime_error("part 3");
        ++done;
    });
    threads.launch();
    EXPECT_THROW(finish(threads), std::runtime_error);
    EXPECT_EQ(done, 4);
}

TEST(HostThreads, MayEndWithoutALaunch) {
    HostThreads const one(3, false, [](int) {});
    HostThreads const all(3, true, [](int) {});
}

} // namespace
} // namespace cerrado
