// OrderedWork: every part is prepared once and delivered once, in order, whatever the number of threads.
#include <cerrado/core/ordered_work.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

namespace cerrado {
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
