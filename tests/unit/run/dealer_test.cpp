#include <cerrado/run/detail/many/dealer.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <utility>

namespace cerrado::test {

// Work for tests of the dealer.

inline constexpr std::uint32_t words = record_vertices + 3;

inline WorkLeft work_of(std::uint64_t jobs) {
    WorkLeft work;
    work.jobs = JobRanges({{0, jobs}});
    return work;
}

inline void add_record(WorkLeft& work, std::uint32_t vertex, std::uint32_t first, std::uint32_t end, JobOrigin origin,
                       std::uint32_t slices = 1) {
    work.words = words;
    std::vector<std::uint32_t> record(words);
    record[record_length] = 1;
    record[record_first] = first;
    record[record_end] = end;
    record[record_parts] = 1;
    record[record_slices] = slices;
    record[record_origin] = static_cast<std::uint32_t>(origin);
    record[record_vertices] = vertex;
    work.records.insert(work.records.end(), record.begin(), record.end());
}

// The dealer by itself: whatever devices do and when, each job is done once, and all of them are.

namespace {

// What work there is: jobs, and the extensions of traversals; each can be done once.
struct Done {
    std::set<std::uint64_t> jobs;
    std::set<std::pair<std::uint32_t, std::uint32_t>> extensions; // (vertex, extension)
    std::set<std::uint32_t> whole;                                // later stages, and visits still to be made

    void add_all(Done const& others) {
        for (std::uint64_t const job : others.jobs) EXPECT_TRUE(jobs.insert(job).second);
        for (auto const& extension : others.extensions) EXPECT_TRUE(extensions.insert(extension).second);
    }
    void add_record(std::uint32_t const* record) {
        if (static_cast<JobOrigin>(record[record_origin]) != JobOrigin::donated) {
            EXPECT_TRUE(whole.insert(record[record_vertices]).second);
            if (record[record_end] == ~0u) return;
        }
        for (std::uint32_t i = record[record_first]; i < record[record_end]; ++i) {
            EXPECT_TRUE(extensions.insert({record[record_vertices], i}).second);
        }
    }
};

TEST(CutRecords, CutsRangesAndNothingElse) {
    WorkLeft work;
    add_record(work, 1, 10, 30, JobOrigin::donated);
    add_record(work, 2, 0, ~0u, JobOrigin::left); // its extensions are not known
    add_record(work, 3, 4, 9, JobOrigin::left);   // later stages follow, which are one more part
    add_record(work, 6, 4, 5, JobOrigin::left, 3);
    add_record(work, 4, 0, 50, JobOrigin::donated, 7); // a slice
    add_record(work, 5, 6, 8, JobOrigin::donated);
    cut_records(work, 40);
    std::map<std::uint32_t, std::uint64_t> records;
    Done done;
    for (std::uint64_t i = 0; i < work.count(); ++i) {
        std::uint32_t const* const record = work.records.data() + i * words;
        ++records[record[record_vertices]];
        done.add_record(record);
    }
    EXPECT_EQ(records, (std::map<std::uint32_t, std::uint64_t>{{1, 7}, {2, 1}, {3, 6}, {4, 1}, {5, 2}, {6, 1}}));
    EXPECT_EQ(done.extensions.size(), 20u + 5 + 50 + 2 + 1);
    EXPECT_EQ(done.whole.size(), 3u);
    std::uint64_t const before = work.count();
    cut_records(work, before);
    EXPECT_EQ(work.count(), before);
}

// Devices of different speeds in a time of their own. Each does one job after the other, each as long as `seconds_of`
// says, and when it is asked, leaves the rest.
class Play {
public:
    Play(std::uint64_t jobs, std::size_t devices, unsigned seed, DealPolicy policy = DealPolicy::hand_over)
        : random_(seed),
          jobs_(jobs),
          dealer_(devices, policy) {
        for (std::size_t i = 0; i < devices; ++i) {
            dealer_.set_workers(i, 4);
            devices_.push_back({.speed = 0.2 + static_cast<double>(random_() % 100) / 50});
        }
        WorkLeft work = work_of(jobs);
        for (std::uint32_t i = 0; i < seed % 3; ++i) add_record(work, 1000 + i, 3, 3 + seed % 20, JobOrigin::donated);
        extensions_ = std::uint64_t{seed % 3} * (seed % 20);
        dealer_.begin(work, 0);
    }

    // `loses`: devices fail in the middle of their work, but one. Returns: the seconds.
    double run(bool loses) {
        for (double now = 0;; now += 0.0005) {
            bool anybody = false;
            for (std::size_t i = 0; i < devices_.size(); ++i) anybody = step(i, now, loses) || anybody;
            if (std::optional<std::size_t> const asked = dealer_.ask(now)) devices_[*asked].is_asked = true;
            if (!anybody && dealer_.is_over()) return now;
            if (now > 1000) {
                ADD_FAILURE() << "no end";
                return now;
            }
        }
    }

    void expect_all_done() {
        EXPECT_EQ(done_.jobs.size(), jobs_);
        EXPECT_EQ(done_.extensions.size(), extensions_);
        EXPECT_NEAR(dealer_.share_done(), jobs_ + extensions_ == 0 ? dealer_.share_done() : 1.0, 1e-9);
    }
    std::uint64_t handed_over() const {
        std::uint64_t sum = 0;
        for (Dealer::Member const& member : dealer_.members()) sum += member.handed_over;
        return sum;
    }

private:
    struct Device {
        double speed = 1;
        bool works = false;
        bool is_asked = false;
        double free_at = 0; // when its job ends
        WorkLeft work = {};
        std::uint64_t next = 0; // ticket
        std::uint64_t record = 0;
        Done done = {}; // of its share
    };

    bool step(std::size_t i, double now, bool loses) {
        Device& device = devices_[i];
        if (!device.works) {
            std::optional<WorkLeft> work = dealer_.take(i, now);
            if (!work) return false;
            device = {.speed = device.speed, .works = true, .free_at = now, .work = std::move(*work)};
        }
        if (loses && i > 0 && random_() % 100 == 0) {
            device.works = false;
            dealer_.go(i, now);
            return true;
        }
        if (device.is_asked) return leave(i, now);
        while (now >= device.free_at) {
            if (!do_next(device)) return leave(i, now);
        }
        dealer_.report(i, device.work.jobs.from_ticket(device.next, 0).count(), 0.5, now);
        return true;
    }

    bool do_next(Device& device) {
        if (device.record < device.work.count()) {
            device.done.add_record(device.work.records.data() + device.record++ * device.work.words);
            device.free_at += 0.002 / device.speed;
            return true;
        }
        JobQueue queue;
        queue.dealt = device.work.jobs.dealt(device.work.jobs.ranges().data());
        if (device.next >= device.work.jobs.tickets()) return false;
        Count const job = job_of(queue, device.next++);
        if (job == no_job) return true;
        device.done.jobs.insert(job);
        device.free_at += (job % 7 == 0 ? 0.01 : 0.001) / device.speed;
        return true;
    }

    bool leave(std::size_t i, double now) {
        Device& device = devices_[i];
        WorkLeft rest;
        rest.jobs = device.work.jobs.from_ticket(device.next, 0);
        rest.words = device.work.words;
        rest.records.assign(
            device.work.records.begin() + static_cast<std::ptrdiff_t>(device.record * words * (device.work.words != 0)),
            device.work.records.end());
        done_.add_all(device.done);
        dealer_.report(i, rest.jobs.count(), 0.5, now);
        device.works = device.is_asked = false;
        dealer_.leave(i, rest, false, now);
        return true;
    }

    std::mt19937 random_;
    std::uint64_t jobs_;
    std::uint64_t extensions_ = 0;
    Dealer dealer_;
    std::vector<Device> devices_;
    Done done_;
};

TEST(Dealer, EachJobIsDoneOnceInAnyOrder) {
    for (unsigned seed = 0; seed < 400; ++seed) {
        Play play(seed * 7 % 300, 1 + seed % 5, seed);
        play.run(seed % 2 == 1);
        play.expect_all_done();
        if (testing::Test::HasFailure()) FAIL() << "seed " << seed;
    }
}

TEST(Dealer, EachJobIsDoneOnceWithEveryPolicy) {
    for (DealPolicy const policy :
         {DealPolicy::guided, DealPolicy::round_robin, DealPolicy::chunked, DealPolicy::even}) {
        for (unsigned seed = 0; seed < 100; ++seed) {
            Play play(seed * 7 % 300, 1 + seed % 5, seed, policy);
            play.run(seed % 2 == 1);
            play.expect_all_done();
            EXPECT_EQ(play.handed_over(), 0u);
            if (testing::Test::HasFailure()) FAIL() << to_string(policy) << ", seed " << seed;
        }
    }
}

TEST(Dealer, GuidedGivesHelpingsAndTheRestIsAllThatNobodyGot) {
    Dealer dealer(2, DealPolicy::guided);
    dealer.set_workers(0, 4);
    dealer.set_workers(1, 4);
    dealer.begin(work_of(1000), 0);
    EXPECT_EQ(dealer.take(0, 0)->jobs.count(), 16u); // four for each worker, until a speed is known
    EXPECT_EQ(dealer.take(1, 0)->jobs.count(), 16u);
    dealer.leave(0, work_of(0), false, 1);
    EXPECT_EQ(dealer.take(0, 1)->jobs.count(), 242u); // a quarter of the 968 that are left
    EXPECT_FALSE(dealer.is_over());
    EXPECT_FALSE(dealer.ask(100));
    dealer.leave(0, work_of(0), true, 2);
    dealer.leave(1, work_of(0), true, 2);
    EXPECT_EQ(dealer.take_rest().jobs.count(), 1000u - 16 - 16 - 242);
    EXPECT_TRUE(dealer.is_over());
}

TEST(Dealer, GuidedGivesByTheSpeedsThatItHasSeen) {
    Dealer dealer(2, DealPolicy::guided);
    dealer.begin(work_of(1000), 0);
    EXPECT_EQ(dealer.take(0, 0)->jobs.count(), 15u);
    EXPECT_EQ(dealer.take(1, 0)->jobs.count(), 15u);
    dealer.leave(0, work_of(0), false, 1);
    dealer.leave(1, work_of(0), false, 9);            // nine times slower
    EXPECT_EQ(dealer.take(1, 9)->jobs.count(), 48u);  // half of a tenth of the 970
    EXPECT_EQ(dealer.take(0, 9)->jobs.count(), 414u); // half of nine tenths of the 922
}

// Jobs of 2.3 ms in the mean, 1,000 of them, on devices of which one is up to ten times slower.
TEST(Dealer, ASlowDeviceHandsItsWorkOver) {
    for (unsigned seed : {3u, 9u, 12u}) {
        Play play(1000, 2, seed);
        play.run(false);
        EXPECT_GT(play.handed_over(), 0u);
    }
}

} // namespace

// Whom the dealer asks for work and when, and what it keeps.

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
