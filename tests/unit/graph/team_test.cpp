#include <cerrado/core/detail/ordered_work.hpp>
#include <cerrado/core/detail/team.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

namespace cerrado {

TEST(HostTeam, DividesWhatThereIs) {
    for (int count : {1, 2, 7}) {
        for (std::size_t items : {0u, 1u, 6u, 100u}) {
            std::size_t next = 0;
            for (int index = 0; index < count; ++index) {
                Member const member{index, count};
                EXPECT_EQ(member.begin(items), next);
                EXPECT_LE(member.end(items) - member.begin(items), items / static_cast<std::size_t>(count) + 1);
                next = member.end(items);
            }
            EXPECT_EQ(next, items);
        }
    }
}

TEST(HostTeam, EveryMemberTakesPartInEveryStepOnce) {
    for (int members : {1, 2, 5}) {
        Team team(members);
        ASSERT_EQ(team.size(), members);
        std::vector<int> steps(static_cast<std::size_t>(members)); // each written by its member, read between steps
        for (int step = 1; step <= 200; ++step) {
            team.run([&](Member member) {
                EXPECT_EQ(member.count, members);
                ++steps[static_cast<std::size_t>(member.index)];
            });
            for (int const done : steps) ASSERT_EQ(done, step);
        }
    }
}

TEST(HostTeam, HandsOnWhatAMemberThrewAndStaysUsable) {
    Team team(4);
    for (int thrower : {0, 3}) {
        EXPECT_THROW(team.run([&](Member member) {
            if (member.index == thrower) throw std::runtime_error("thrown");
        }),
                     std::runtime_error);
        std::atomic<int> present = 0;
        team.run([&](Member) { ++present; });
        EXPECT_EQ(present, 4);
    }
}

TEST(HostTeam, IsOnlyAsLargeAsTheWorkIsWorth) {
    EXPECT_EQ(team_size(0, 0), 1);
    EXPECT_EQ(team_size(1000, 16), 1);
    EXPECT_EQ(team_size(std::uint64_t{1} << 40, 3), 3);
    EXPECT_GE(team_size(std::uint64_t{1} << 40, 0), 1);
    EXPECT_LE(team_size(std::uint64_t{1} << 18, 1000), 100);
}

// OrderedWork: every part is prepared once and delivered once, in order, whatever the number of threads.

namespace {

struct Number {
    int value = 0;
    int prepared = 0;
};

std::vector<int> squares_by(int threads, int parts) {
    std::vector<int> delivered;
    OrderedWork<Number> work(
        threads, [](Number& number) { number.prepared = number.value * number.value; },
        [&](Number& number) { delivered.push_back(number.prepared); });
    for (int i = 0; i < parts; ++i) {
        work.open().value = i;
        work.submit();
    }
    work.finish();
    return delivered;
}

TEST(OrderedWork, DeliversInOrderWithAnyNumberOfThreads) {
    for (int const parts : {0, 1, 2, 1000}) {
        std::vector<int> expected;
        for (int i = 0; i < parts; ++i) expected.push_back(i * i);
        for (int const threads : {1, 2, 3, 7}) EXPECT_EQ(squares_by(threads, parts), expected) << threads;
    }
}

// The first part is not done before the second has been prepared.
TEST(OrderedWork, PreparesSeveralAtOnce) {
    std::atomic<int> prepared = 0;
    std::vector<int> delivered;
    OrderedWork<Number> work(
        2,
        [&](Number& number) {
            ++prepared;
            while (number.value == 0 && prepared < 2) std::this_thread::yield();
        },
        [&](Number& number) { delivered.push_back(number.value); });
    for (int i = 0; i < 2; ++i) {
        work.open().value = i;
        work.submit();
    }
    work.finish();
    EXPECT_EQ(delivered, (std::vector{0, 1}));
}

TEST(OrderedWork, OneThreadDeliversBeforeSubmitReturns) {
    std::thread::id const caller = std::this_thread::get_id();
    int delivered = 0;
    OrderedWork<Number> work(
        1, [&](Number&) { EXPECT_EQ(std::this_thread::get_id(), caller); }, [&](Number&) { ++delivered; });
    for (int i = 1; i <= 3; ++i) {
        work.open();
        work.submit();
        EXPECT_EQ(delivered, i);
    }
}

// The caller hears of it, and nothing is delivered after it.
TEST(OrderedWork, WhatAStepThrowsComesOut) {
    for (int const threads : {1, 2, 7}) {
        for (bool const preparing : {true, false}) {
            int last = -1;
            auto const fail_at_five = [](Number& number) {
                if (number.value == 5) throw std::runtime_error("five");
            };
            OrderedWork<Number> work(
                threads,
                [&](Number& number) {
                    if (preparing) fail_at_five(number);
                },
                [&](Number& number) {
                    if (!preparing) fail_at_five(number);
                    last = number.value;
                });
            auto const feed = [&] {
                for (int i = 0; i < 1000; ++i) {
                    work.open().value = i;
                    work.submit();
                }
                work.finish();
            };
            EXPECT_THROW(feed(), std::runtime_error);
            EXPECT_LE(last, 4);
            EXPECT_THROW(work.finish(), std::runtime_error) << "it is remembered";
        }
    }
}

TEST(OrderedWork, CanBeLeftUnfinished) {
    for (int const threads : {1, 3}) {
        std::atomic<int> delivered = 0;
        OrderedWork<Number> work(
            threads, [](Number&) {}, [&](Number&) { ++delivered; });
        for (int i = 0; i < 20; ++i) {
            work.open();
            work.submit();
        }
    }
}

} // namespace

} // namespace cerrado
