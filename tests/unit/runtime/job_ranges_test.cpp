// Jobs in parts: every job is in one part, whatever is taken from where.
#include <cerrado/run/session/jobs.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace cerrado::test {
namespace {

std::vector<std::uint64_t> jobs_in(std::vector<JobRange> const& ranges) {
    std::vector<std::uint64_t> jobs;
    for (JobRange const& range : ranges) {
        for (std::uint64_t i = 0; i < range.count; ++i) jobs.push_back(range.first + i);
    }
    return jobs;
}

// The jobs that workers are given, ticket after ticket.
std::vector<std::uint64_t> jobs_taken(JobRanges const& jobs, std::uint64_t first, std::uint64_t end) {
    JobQueue queue;
    queue.dealt = jobs.dealt(jobs.ranges().data());
    std::vector<std::uint64_t> taken;
    for (std::uint64_t ticket = first; ticket < end; ++ticket) {
        if (Count const job = job_of(queue, ticket); job != no_job) taken.push_back(job);
    }
    return taken;
}

TEST(JobRanges, AllJobsAreTickets) {
    JobRanges const all;
    EXPECT_TRUE(all.are_all());
    EXPECT_EQ(job_of(JobQueue{}, 17), 17u);
    EXPECT_EQ(jobs_in(all.from_ticket(7, 10).ranges()), (std::vector<std::uint64_t>{7, 8, 9}));
    EXPECT_EQ(all.from_ticket(12, 10).count(), 0u);
    EXPECT_FALSE(all.from_ticket(12, 10).are_all());
}

TEST(JobRanges, EachJobIsTakenOnceOrLeft) {
    std::mt19937 random(1);
    for (int i = 0; i < 200; ++i) {
        std::vector<JobRange> ranges;
        std::uint64_t at = 0;
        for (auto parts = random() % 8; parts > 0; --parts) {
            at += random() % 5;
            ranges.push_back({at, random() % 40});
            at += ranges.back().count;
        }
        JobRanges const jobs(ranges);
        std::vector<std::uint64_t> const all = jobs_in(ranges);
        EXPECT_EQ(jobs.count(), all.size());
        EXPECT_EQ(jobs_taken(jobs, 0, jobs.tickets()), all);
        std::uint64_t const next = random() % (jobs.tickets() + 3);
        std::vector<std::uint64_t> both = jobs_taken(jobs, 0, std::min(next, jobs.tickets()));
        std::vector<std::uint64_t> const rest = jobs_in(jobs.from_ticket(next, at).ranges());
        both.insert(both.end(), rest.begin(), rest.end());
        EXPECT_EQ(both, all);
    }
}

TEST(JobRanges, ManyJobsTakeASmallTable) {
    JobRanges const jobs({{5, std::uint64_t{1} << 33}, {std::uint64_t{1} << 40, 1000}});
    EXPECT_LE(jobs.ranges().size(), std::size_t{1} << 18);
    EXPECT_EQ(jobs.count(), (std::uint64_t{1} << 33) + 1000);
    EXPECT_LT(jobs.tickets() - jobs.count(), jobs.count() / 1000); // without a job
    EXPECT_EQ(jobs.from_ticket(jobs.tickets() - 1, 0).count() + jobs.from_ticket(0, 0).count(), jobs.count());
}

TEST(DealJobs, GivesEachJobToOneInProportion) {
    std::vector<JobRange> const jobs{{0, 1000}, {2000, 500}, {10000, 1}};
    for (std::vector<double> const& weights : {std::vector<double>{1}, {1, 1}, {3, 1}, {1, 1, 1, 1, 1, 1, 1}}) {
        std::vector<std::vector<JobRange>> const shares = deal_jobs(jobs, weights);
        ASSERT_EQ(shares.size(), weights.size());
        double const all = std::accumulate(weights.begin(), weights.end(), 0.0);
        std::vector<std::uint64_t> together;
        for (std::size_t i = 0; i < shares.size(); ++i) {
            std::vector<std::uint64_t> const own = jobs_in(shares[i]);
            EXPECT_NEAR(static_cast<double>(own.size()), 1501 * weights[i] / all, 2);
            EXPECT_LT(own.front(), 10u);  // everyone has heavy jobs,
            EXPECT_GT(own.back(), 2400u); // and light ones
            together.insert(together.end(), own.begin(), own.end());
        }
        std::ranges::sort(together);
        EXPECT_EQ(together, jobs_in(jobs));
    }
}

TEST(DealJobs, OfFewerJobsThanDevicesSomeGetNone) {
    std::vector<std::vector<JobRange>> const shares = deal_jobs({{3, 2}}, {1, 1, 1});
    EXPECT_EQ(shares[0], (std::vector<JobRange>{{3, 1}}));
    EXPECT_EQ(shares[1], (std::vector<JobRange>{{4, 1}}));
    EXPECT_TRUE(shares[2].empty());
}

} // namespace
} // namespace cerrado::test
