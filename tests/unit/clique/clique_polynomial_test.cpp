// The polynomial of a row's cliques, against every subset of its members; a warp's, against the host's.
#include "unit/workbench.hpp"

#include <clique/pivot/clique_polynomial_warp.hpp>

#include <cerrado/graph/generate/random_source.hpp>
#include <cerrado/run/result.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace cerrado::test {
namespace {

using Sizes = std::map<std::uint32_t, std::string>;

struct Rows {
    std::uint32_t words;
    std::vector<std::uint32_t> matrix, row;

    explicit Rows(std::uint32_t members)
        : words(2 * ((members + 63) / 64)),
          matrix(std::size_t{members} * words),
          row(words) {}
    void take(std::uint32_t member) { row[member / 32] |= 1u << member % 32; }
    void join(std::uint32_t a, std::uint32_t b) {
        matrix[a * words + b / 32] |= 1u << b % 32;
        matrix[b * words + a / 32] |= 1u << a % 32;
    }
    void part(std::uint32_t a, std::uint32_t b) {
        matrix[a * words + b / 32] &= ~(1u << b % 32);
        matrix[b * words + a / 32] &= ~(1u << a % 32);
    }
    bool joined(std::uint32_t a, std::uint32_t b) const { return (matrix[a * words + b / 32] >> b % 32 & 1) != 0; }
};

Sizes sizes_of(Rows const& rows) {
    CliquePolynomial polynomial;
    std::uint32_t const largest = clique_polynomial(rows.matrix.data(), rows.row.data(), rows.words, polynomial);
    Sizes sizes;
    for (std::uint32_t size = 0; size <= largest; ++size) sizes[size] = to_string(polynomial.of_size[size]);
    return sizes;
}

Sizes by_subsets(Rows const& rows, std::vector<std::uint32_t> const& members) {
    std::map<std::uint32_t, WideCount> counts;
    for (std::uint32_t subset = 0; subset < 1u << members.size(); ++subset) {
        bool is_clique = true;
        for (std::size_t a = 0; a < members.size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                is_clique = is_clique && ((subset >> a & subset >> b & 1) == 0 || rows.joined(members[a], members[b]));
            }
        }
        if (is_clique) ++counts[static_cast<std::uint32_t>(__builtin_popcount(subset))];
    }
    Sizes sizes;
    for (auto const& [size, count] : counts) sizes[size] = to_string(count);
    return sizes;
}

using FullWarp = LockstepTile<32>; // it takes the lanes of no other

Sizes sizes_by_warp(Rows const& rows) {
    std::vector<FactorFrame> frames(most_factor_frames);
    auto const members = static_cast<std::uint32_t>(rows.matrix.size()) / rows.words;
    std::vector<std::uint32_t> matrix(rows.matrix.size());
    for (std::uint32_t member = 0; member < members; ++member) {
        for (std::uint32_t word = 0; word < rows.words; ++word) {
            matrix[matrix_entry<FullWarp>(members, rows.words, member, word)] = rows.matrix[member * rows.words + word];
        }
    }
    Sizes sizes;
    int degrees[FullWarp::width];
    on_every_lane<FullWarp>([&](FullWarp const& warp) {
        phase::LanePolynomial const p =
            phase::warp_clique_polynomial(warp, members, matrix.data(), rows.row.data(), frames.data());
        degrees[warp.lane()] = p.degree;
        for (int size = 0; size <= p.degree; ++size) { // collected by the first
            Count const count = warp.shuffle(size < 32 ? p.low : p.high, size % 32);
            if (warp.lane() == 0) sizes[static_cast<std::uint32_t>(size)] = to_string(count);
        }
    });
    for (int const degree : degrees) EXPECT_EQ(degree, degrees[0]);
    return sizes;
}

// Random candidates, of which none is adjacent to all others.
Rows random_candidates(RandomSource& random, std::uint32_t members, std::uint32_t candidates, std::uint64_t per_mille) {
    Rows rows(members);
    std::vector<std::uint32_t> taken;
    while (taken.size() < candidates) {
        auto const member = static_cast<std::uint32_t>(random.below(members));
        if ((rows.row[member / 32] >> member % 32 & 1) != 0) continue;
        rows.take(member);
        taken.push_back(member);
    }
    for (std::uint32_t a = 0; a < members; ++a) {
        for (std::uint32_t b = 0; b < a; ++b) {
            if (random.below(1000) < per_mille) rows.join(a, b);
        }
    }
    for (std::uint32_t i = 0; i < candidates; ++i) rows.part(taken[i], taken[(i + 1) % candidates]);
    return rows;
}

} // namespace

TEST(LockstepCliquePolynomial, IsThatOfTheHost) {
    RandomSource random(7);
    // The more candidates, the closer to complete: 32 threads take a while for each branch.
    struct Case {
        std::uint32_t members, candidates;
        std::vector<std::uint64_t> per_mille;
    };
    Case const cases[] = {{70, 64, {1000, 997}}, {64, 64, {1000}},        {150, 63, {998}}, {40, 33, {980, 900}},
                          {90, 32, {920}},       {33, 9, {1000, 500, 0}}, {8, 2, {0}}};
    for (Case const& c : cases) {
        for (std::uint64_t const per_mille : c.per_mille) {
            Rows const rows = random_candidates(random, c.members, c.candidates, per_mille);
            ASSERT_EQ(sizes_by_warp(rows), sizes_of(rows)) << c.candidates << " of " << c.members << ", " << per_mille;
        }
    }
}

TEST(CliquePolynomial, IsThatOfEverySubset) {
    RandomSource random(5);
    for (int trial = 0; trial < 200; ++trial) {
        Rows rows(150);
        std::vector<std::uint32_t> members;
        while (members.size() < 1 + random.below(12)) members.push_back(static_cast<std::uint32_t>(random.below(150)));
        std::sort(members.begin(), members.end());
        members.erase(std::unique(members.begin(), members.end()), members.end());
        std::uint64_t const tenths = 1 + random.below(10); // from sparse to complete
        for (std::uint32_t a = 0; a < 150; ++a) {
            for (std::uint32_t b = 0; b < a; ++b) {
                if (random.below(10) < tenths) rows.join(a, b);
            }
        }
        for (std::uint32_t const member : members) rows.take(member);
        ASSERT_EQ(sizes_of(rows), by_subsets(rows, members)) << "trial " << trial;
    }
}

// The complement of n / 3 paths of 3 vertices: (1 + 3x + x^2)^(n / 3), whatever order would be branched in.
TEST(CliquePolynomial, OfManyComponentsIsTheirProduct) {
    Rows rows(factoring_by_lane.most_vertices);
    for (std::uint32_t a = 0; a < factoring_by_lane.most_vertices; ++a) {
        rows.take(a);
        for (std::uint32_t b = 0; b < a; ++b) {
            if (a / 3 != b / 3 || a - b == 2) rows.join(a, b);
        }
    }
    Sizes const sizes = sizes_of(rows);
    EXPECT_EQ(sizes.at(0), "1");
    EXPECT_EQ(sizes.at(1), "96");
    EXPECT_EQ(sizes.at(2), "4496"); // C(32, 2) 9 + 32
    EXPECT_EQ(sizes.at(64), "1");
    EXPECT_EQ(sizes.size(), 65u);
}

TEST(CliquePolynomial, OfNoMembersIsOne) { EXPECT_EQ(sizes_of(Rows(70)), (Sizes{{0, "1"}})); }

TEST(CliquePolynomial, OfAsManyAsItTakesThatAreAllJoined) {
    Rows rows(factoring_by_lane.most_vertices);
    for (std::uint32_t a = 0; a < factoring_by_lane.most_vertices; ++a) {
        rows.take(a);
        for (std::uint32_t b = 0; b < a; ++b) rows.join(a, b);
    }
    Sizes const sizes = sizes_of(rows);
    EXPECT_EQ(sizes.at(48), "6435067013866298908421603100"); // C(96, 48)
    EXPECT_EQ(sizes.at(96), "1");
}

} // namespace cerrado::test
