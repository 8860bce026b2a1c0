// Whom the dealer asks for work and when, and what it keeps.
#include "dealer_work.hpp"

#include <cerrado/run/many/dealer.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <utility>

namespace cerrado::test {
namespace {

TEST(Dealer, TheRestOfARunThatEndsIsAllThatWasNotDone) {
    Dealer dealer(3);
    WorkLeft work = work_of(90);
    add_record(work, 1, 0, 6, JobOrigin::donated);
    dealer.begin(work, 0);
    WorkLeft taken = *dealer.take(1, 0);
    std::uint64_t const left = taken.jobs.count() - 10;
    WorkLeft rest;
    rest.jobs = taken.jobs.from_ticket(10, 0);
    rest.words = taken.words;
    rest.records = taken.records;
    dealer.leave(1, rest, true, 1);
    EXPECT_TRUE(dealer.take(0, 1).has_value() && dealer.take(2, 1).has_value());
    dealer.leave(0, work_of(0), true, 2);
    dealer.leave(2, work_of(0), true, 2);
    EXPECT_TRUE(dealer.is_over());
    EXPECT_EQ(dealer.take_rest().jobs.count(), left);
    EXPECT_EQ(dealer.take_rest().jobs.count(), 0u);
}

TEST(Dealer, OneGetsAShareEvenWithoutJobs) {
    Dealer dealer(2);
    dealer.begin(work_of(0), 0);
    EXPECT_TRUE(dealer.take(0, 0).has_value());
    EXPECT_FALSE(dealer.take(1, 0).has_value());
}

TEST(Dealer, NobodyIsAskedTwiceOrBeforeItsTime) {
    Dealer dealer(2);
    dealer.begin(work_of(100), 0);
    dealer.take(0, 0);
    dealer.take(1, 0);
    EXPECT_FALSE(dealer.ask(1)); // nobody waits
    dealer.leave(0, work_of(0), false, 1);
    dealer.report(1, 30, 0.5, 1);
    EXPECT_EQ(dealer.ask(1), 1u);
    EXPECT_FALSE(dealer.ask(1.5));
    WorkLeft rest;
    rest.jobs = JobRanges({{7, 30}});
    dealer.leave(1, rest, false, 1.6);
    EXPECT_TRUE(dealer.take(0, 1.6) && dealer.take(1, 1.6));
    dealer.leave(0, work_of(0), false, 1.601);
    EXPECT_FALSE(dealer.ask(1.601)); // too soon after the last
    EXPECT_EQ(dealer.ask(10), 1u);
}

TEST(Dealer, WhoIsAboutToEndIsLeftAlone) {
    Dealer dealer(2);
    dealer.begin(work_of(100), 0);
    EXPECT_TRUE(dealer.take(0, 0) && dealer.take(1, 0));
    dealer.leave(0, work_of(0), false, 0.1);
    dealer.report(1, 1, 0.9, 0.1); // one of fifty is left, which takes some milliseconds
    EXPECT_FALSE(dealer.ask(0.1));
    dealer.report(1, 0, 0.9, 0.102);
    EXPECT_FALSE(dealer.ask(0.104));
    EXPECT_EQ(dealer.ask(0.2), 1u); // it takes longer
}

// Nobody waits, but one has begun all its jobs: its workers run out of work, and what it leaves is cut for them.
TEST(Dealer, WhoIsAtTheLastJobsForLongIsAskedLessAndLessOften) {
    Dealer dealer(2);
    dealer.set_workers(0, 8);
    dealer.set_workers(1, 8);
    dealer.begin(work_of(100), 0);
    EXPECT_TRUE(dealer.take(0, 0) && dealer.take(1, 0));
    dealer.report(0, 5, 0.9, 1);
    dealer.report(1, 0, 0.9, 1);
    EXPECT_FALSE(dealer.ask(1.005)); // it may be done soon
    EXPECT_EQ(dealer.ask(1.02), 1u);
    EXPECT_FALSE(dealer.ask(2)); // the other has jobs, and this one is asked already
    WorkLeft rest = work_of(0);
    add_record(rest, 1, 0, 100, JobOrigin::donated);
    dealer.leave(1, rest, false, 2);
    std::optional<WorkLeft> const again = dealer.take(1, 2);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->count(), 8u);
    EXPECT_EQ(dealer.members()[1].handed_over, 0u);
    EXPECT_FALSE(dealer.ask(2.015)); // twice as long as before
    EXPECT_EQ(dealer.ask(2.025), 1u);
}

TEST(Dealer, WhatOneLeavesIsItsOwnIfAllHaveSharesOfOneThatIsGone) {
    Dealer dealer(3);
    dealer.begin(work_of(90), 0);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(dealer.take(i, 0));
    dealer.go(2, 1); // the others get its 30 jobs
    WorkLeft rest;
    rest.jobs = JobRanges({{1000, 5}});
    dealer.leave(0, rest, false, 2);
    std::optional<WorkLeft> const again = dealer.take(0, 2);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->jobs.count(), 15u + 5);
    dealer.leave(1, work_of(0), false, 2);
    EXPECT_EQ(dealer.take(1, 2)->jobs.count(), 15u);
}

} // namespace
} // namespace cerrado::test
