// What lines are made of: traces, bit planes, and sums over edges by tiles of bits, on lanes that check each other.
#include "sieve/lines.hpp"

#include <cerrado/graph/generate/random_source.hpp>
#include <cerrado/warp/lockstep.hpp>

#include <gtest/gtest.h>

#include <numeric>
#include <thread>
#include <vector>

namespace cerrado::test {
namespace {

// Bytes that are read and written as words of two, four and sixteen.
struct alignas(16) Sixteen {
    Byte byte[16] = {};
};
using Bytes = std::vector<Sixteen>;
Bytes bytes(std::size_t count) { return Bytes(count / 16); }
Byte* data(Bytes& all) { return all.front().byte; }

// A vertex with the lines of its neighbours, and what sums over its edges are.
struct Star {
    static constexpr std::uint32_t points = 1024, stride = 16; // of eight factors
    std::uint32_t edges;
    int count;
    std::vector<VertexId> neighbours = std::vector<VertexId>(edges);
    std::vector<Byte> factors = std::vector<Byte>(edges * stride / bytes_of_traces);
    Bytes lines = bytes(edges * points), traces_of_factors = bytes(edges * stride);

    Star(std::uint32_t edge_count, int sums) : edges(edge_count), count(sums) {
        std::iota(neighbours.begin(), neighbours.end(), VertexId{0});
        RandomSource random(edges);
        for (std::uint32_t i = 0; i < edges * points; ++i) data(lines)[i] = static_cast<Byte>(random.below(256));
        for (std::size_t i = 0; i < factors.size(); ++i) {
            factors[i] = static_cast<Byte>(random.below(256));
            reinterpret_cast<std::uint16_t*>(data(traces_of_factors))[i] = traces(factors[i]);
        }
    }
    LinesOfEdges of_edges() { return {data(lines), points, neighbours.data(), edges, data(traces_of_factors), stride}; }
    // Where a line of bytes has a point, a line of planes has it as bit 8 b + i of its lane: of byte b of word i.
    std::vector<Byte> expected() {
        std::vector<Byte> sums(static_cast<std::size_t>(count) * points);
        for (std::size_t i = 0; i < sums.size(); ++i) {
            for (std::uint32_t e = 0; e < edges; ++e) {
                sums[i] ^=
                    product(factors[e * stride / bytes_of_traces + i / points], data(lines)[e * points + i % points]);
            }
        }
        return sums;
    }
};

std::vector<Byte> values_of(Bytes& traces_of_sums, int count) {
    std::vector<Byte> values;
    auto const* words = reinterpret_cast<std::uint32_t const*>(data(traces_of_sums));
    for (std::uint32_t lane = 0; lane < static_cast<std::uint32_t>(count) * 32; ++lane) {
        std::uint32_t planes[8];
        std::copy_n(words + 8 * lane, 8, planes);
        values_from_traces(planes);
        transpose_bits(planes);
        for (std::uint32_t const word : planes) {
            for (int b = 0; b < 4; ++b) values.push_back(static_cast<Byte>(word >> 8 * b));
        }
    }
    return values;
}

template <class Sum> std::vector<Byte> sums_of(Star& star, Sum const& sum) {
    using Warp = LockstepTile<32>;
    Warp::Group group;
    Bytes sums = bytes(static_cast<std::size_t>(star.count) * Star::points);
    LinesOfEdges const edges = star.of_edges();
    {
        std::vector<std::jthread> lanes;
        for (int lane = 0; lane < Warp::width; ++lane) {
            lanes.emplace_back([&, lane] { sum(Warp(group, lane), data(sums), star.count, edges); });
        }
    }
    return values_of(sums, star.count);
}

} // namespace

TEST(SieveTraces, SayWhatAProductIs) {
    for (unsigned a = 0; a < 256; a += 5) {
        for (unsigned b = 0; b < 256; ++b) {
            std::uint32_t const of_factor = traces(static_cast<Byte>(a));
            std::uint32_t bits = 0;
            for (int i = 0; i < 8; ++i) bits |= static_cast<std::uint32_t>(popcount(of_factor >> i & b) & 1) << i;
            EXPECT_EQ(bits, traces(product(static_cast<Byte>(a), static_cast<Byte>(b))) & 0xFFu) << a << " " << b;
        }
    }
}

TEST(SieveLines, SumsOverEdgesAreThoseOfBytes) {
    Star star(33, 3);
    auto const by_masks = sums_of(star, [](auto const& warp, Byte* sums, int count, LinesOfEdges const& edges) {
        Lines(warp, 0, nullptr).sum_edges(sums, count, edges);
    });
    EXPECT_EQ(by_masks, star.expected());
}

// More edges than a tile has, and bytes of which all bits are ones.
TEST(SieveLines, TilesGiveTheSameSums) {
    Star star(edges_of_tile + 2, 2);
    for (std::uint32_t i = 0; i < edges_of_tile * Star::points; ++i) data(star.lines)[i] |= i % 7 == 0 ? 0xFF : 0;
    std::vector<ScratchBlock> scratch(blocks_of_tiles(2));
    auto const by_tiles = sums_of(star, [&](auto const& warp, Byte* sums, int count, LinesOfEdges const& edges) {
        EdgeTiles(warp, edges, scratch.data()).sum(sums, count);
    });
    EXPECT_EQ(by_tiles, star.expected());
    Star alone(0, 2);
    EXPECT_EQ(
        sums_of(alone, [&](auto const& warp, Byte* sums, int count,
                           LinesOfEdges const& edges) { EdgeTiles(warp, edges, scratch.data()).sum(sums, count); }),
        std::vector<Byte>(2 * Star::points));
}

} // namespace cerrado::test
