// The queue of donated traversals: every record is read once, a full queue refuses, and the line is dismissed.
#include <cerrado/traversal/detail/share_queue.hpp>
#include <cerrado/warp/detail/scalar.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace cerrado::test {
namespace {

using W = ScalarWarp;

struct Queue {
    Queue(std::uint64_t capacity, std::uint64_t room) : records(capacity), sequence(capacity) {
        for (std::size_t slot = 0; slot < capacity; ++slot) sequence[slot] = slot;
        ref = {records.data(), sequence.data(), &tail, &head, capacity, room, 1};
    }

    bool push(std::uint32_t value) {
        Count const ticket = reserve_push<W>(ref);
        if (ticket == no_ticket) return false;
        *ref.record(ticket) = value;
        publish<W>(ref, ticket);
        return true;
    }
    std::uint32_t read(Count ticket) {
        std::uint32_t const value = *ref.record(ticket);
        give_back<W>(ref, ticket);
        return value;
    }

    std::vector<std::uint32_t> records;
    std::vector<std::uint64_t> sequence;
    Count tail = 0, head = 0;
    ShareQueueRef ref;
};

} // namespace

TEST(ShareQueueOnTheHost, GivesBackInTheOrderOfPushes) {
    Queue queue(8, 6);
    for (std::uint32_t round = 0; round < 5; ++round) {
        for (std::uint32_t i = 0; i < 5; ++i) ASSERT_TRUE(queue.push(10 * round + i));
        for (std::uint32_t i = 0; i < 5; ++i) ASSERT_EQ(queue.read(reserve_take<W>(queue.ref)), 10 * round + i);
        ASSERT_EQ(reserve_take<W>(queue.ref), no_ticket);
    }
    EXPECT_EQ(queue.head, queue.tail);
}

TEST(ShareQueueOnTheHost, RefusesWhenFull) {
    Queue queue(8, 6);
    for (std::uint32_t i = 0; i < 6; ++i) ASSERT_TRUE(queue.push(i));
    EXPECT_FALSE(queue.push(6));
    EXPECT_EQ(queue.read(reserve_take<W>(queue.ref)), 0u);
    EXPECT_TRUE(queue.push(6));
}

TEST(ShareQueueOnTheHost, TakersWhoFindNothingLeaveNoTrace) {
    Queue queue(1024, 1000);
    for (std::uint32_t i = 0; i < 500; ++i) ASSERT_TRUE(queue.push(i));
    std::atomic<std::uint64_t> sum = 0;
    {
        std::vector<std::jthread> takers;
        for (int i = 0; i < 4; ++i) {
            takers.emplace_back([&] {
                for (Count ticket; (ticket = reserve_take<W>(queue.ref)) != no_ticket;) sum += queue.read(ticket);
            });
        }
    }
    EXPECT_EQ(sum, 500u * 499 / 2);
    EXPECT_EQ(queue.head, queue.tail);
}

// Few slots, so that donors meet slots whose records are still being read.
TEST(ShareQueueOnTheHost, WhoStandsInLineReadsEachRecordOnce) {
    constexpr int donors = 3;
    constexpr int idlers = 3;
    constexpr std::uint32_t each = 2000;
    Queue queue(16, 16 - donors - idlers);
    std::atomic<std::uint64_t> sum = 0;
    std::atomic<std::uint32_t> served = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < idlers; ++i) {
            threads.emplace_back([&] {
                while (served.fetch_add(1) < donors * each) {
                    Count const ticket = stand_in_line<W>(queue.ref);
                    while (W::grid_acquire(queue.ref.sequence + queue.ref.slot(ticket)) != ticket + 1) {
                        std::this_thread::yield();
                    }
                    sum += queue.read(ticket);
                }
            });
        }
        for (std::uint32_t donor = 0; donor < donors; ++donor) {
            threads.emplace_back([&, donor] {
                for (std::uint32_t i = 0; i < each; ++i) {
                    while (!queue.push(donor * each + i)) std::this_thread::yield();
                }
            });
        }
    }
    std::uint64_t const records = donors * each;
    EXPECT_EQ(sum, records * (records - 1) / 2);
    EXPECT_EQ(hungry_workers<W>(queue.ref), 0u);
}

TEST(ShareQueueOnTheHost, TheLineIsDismissed) {
    Queue queue(8, 4);
    ASSERT_TRUE(queue.push(7));
    for (int i = 0; i < 4; ++i) stand_in_line<W>(queue.ref);
    EXPECT_EQ(hungry_workers<W>(queue.ref), 3u);
    dismiss_line(W{}, queue.ref);
    EXPECT_EQ(queue.sequence[0], 1u); // its record is still to be read
    for (std::size_t slot = 1; slot < 4; ++slot) EXPECT_EQ(queue.sequence[slot], no_more_work);
    EXPECT_EQ(queue.sequence[4], 4u);
}

} // namespace cerrado::test
