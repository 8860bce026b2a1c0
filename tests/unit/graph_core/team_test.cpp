#include <cerrado/core/team.hpp>

#include <gtest/gtest.h>

#include <stdexcept>

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

} // namespace cerrado
