#include "small_graphs.hpp"

#include <gtest/gtest.h>

#include <set>

namespace cerrado::test {

namespace {

std::vector<int> positions_of(Transition transition, int count) {
    std::vector<int> positions;
    for (int j = 0; j < count; ++j) positions.push_back(static_cast<int>(transition >> (24 + 4 * j) & 15));
    return positions;
}

} // namespace

TEST(TransitionEntry, OfMaskZeroIsNone) {
    TransitionTable const& table = table_of(8);
    for (int i = 1; i < 8; ++i)
        for (std::size_t c = 0; c < table.representatives(i).size(); ++c)
            EXPECT_EQ(table.level(i)[c << i], no_transition);
}

// The mapping is a relabelling of the extended graph to the representative: that proves class and positions for every
// entry.
TEST(TransitionEntry, RelabelsTheExtendedGraphToTheRepresentativeOfItsClass) {
    TransitionTable const& table = table_of(max_pattern_vertices);
    for (int i = 1; i < max_pattern_vertices; ++i)
        for (std::size_t c = 0; c < table.representatives(i).size(); ++c)
            for (std::uint32_t mask = 1; mask < 1u << i; ++mask) {
                Transition const entry = table.level(i)[(c << i) + mask];
                std::vector<int> const positions = positions_of(entry, i + 1);
                std::uint64_t const extended = extend_adjacency(i, table.representatives(i)[c], mask);
                ASSERT_TRUE(std::ranges::all_of(positions, [i](int position) { return position <= i; }));
                ASSERT_LT(transition_class(entry), table.representatives(i + 1).size());
                ASSERT_EQ(relabel(i + 1, extended, positions), table.representatives(i + 1)[transition_class(entry)])
                    << "level " << i << " class " << c << " mask " << mask;
            }
}

// All relabellings are tried: nothing of nauty is believed.
TEST(TransitionEntry, LeadsToTheOneIsomorphicClassUpToSixVertices) {
    TransitionTable const& table = table_of(6);
    for (int i = 1; i <= 5; ++i) {
        std::vector<std::uint64_t> smallest;
        for (std::uint64_t representative : table.representatives(i + 1))
            smallest.push_back(smallest_relabelling(i + 1, representative));
        ASSERT_EQ(std::set<std::uint64_t>(smallest.begin(), smallest.end()).size(), smallest.size());
        for (std::size_t c = 0; c < table.representatives(i).size(); ++c)
            for (std::uint32_t mask = 1; mask < 1u << i; ++mask) {
                std::uint64_t const extended = extend_adjacency(i, table.representatives(i)[c], mask);
                Transition const entry = table.level(i)[(c << i) + mask];
                ASSERT_EQ(smallest_relabelling(i + 1, extended), smallest[transition_class(entry)]);
            }
    }
}

} // namespace cerrado::test
