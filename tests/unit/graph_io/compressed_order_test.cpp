// The order of a .cgz as ranks among what remains.
#include <cerrado/graph/cgz/layout.hpp>

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace cerrado::test {
namespace {

using detail::cgz::RemainingVertices;

std::vector<VertexId> random_ranks(VertexId count) {
    std::mt19937 random(count);
    std::vector<VertexId> ranks;
    for (VertexId left = count; left > 0; --left) ranks.push_back(random() % left);
    return ranks;
}

// As the format says: one vertex after the other is taken out of a list.
std::vector<VertexId> taken_one_by_one(std::vector<VertexId> const& ranks) {
    std::vector<VertexId> list(ranks.size()), taken;
    std::iota(list.begin(), list.end(), VertexId{0});
    for (VertexId const rank : ranks) {
        taken.push_back(list[rank]);
        list.erase(list.begin() + rank);
    }
    return taken;
}

TEST(CompressedOrder, RanksBecomeTheVerticesThatAreTakenOneByOne) {
    for (VertexId const count : {0u, 1u, 2u, 63u, 64u, 65u, 511u, 512u, 513u, 5000u}) {
        auto const ranks = random_ranks(count);
        auto const expected = taken_one_by_one(ranks);
        for (int const members : {1, 2, 3, 7}) {
            Team team(members);
            auto found = ranks;
            detail::cgz::replace_ranks(found, team);
            EXPECT_EQ(found, expected) << count << " by " << members;
        }
    }
}

TEST(CompressedOrder, RemainingVerticesCountThoseBelow) {
    RemainingVertices remaining(1500);
    std::vector<VertexId> const gone{0, 63, 64, 511, 512, 1499};
    for (VertexId const v : gone) remaining.remove(v);
    EXPECT_EQ(remaining.left(), 1494u);
    for (VertexId v = 0, rank = 0; v < 1500; ++v) {
        EXPECT_EQ(remaining.rank(v), rank);
        if (std::ranges::find(gone, v) != gone.end()) continue;
        EXPECT_EQ(remaining.at(rank++), v);
    }
}

} // namespace
} // namespace cerrado::test
