// From values to a proof: decoding lists what is wrong and what is missing.
#include "petersen_values.hpp"

#include <array>
#include <random>
#include <set>

namespace cerrado::test {
namespace {

std::uint32_t crc_of_words(std::vector<std::uint32_t> const& words) {
    std::uint32_t crc = ~std::uint32_t{0};
    for (std::uint32_t const word : words) {
        for (int bit = 0; bit < 32; ++bit) {
            bool const is_odd = ((crc ^ word >> bit) & 1) != 0;
            crc = crc >> 1 ^ (is_odd ? 0xedb88320 : 0);
        }
    }
    return ~crc;
}

// Points one by one.
std::set<std::uint64_t> points_in(std::vector<SixPoints> const& runs, int prime) {
    std::set<std::uint64_t> points;
    for (SixPoints const& run : runs) {
        for (std::uint64_t i = 0; run.prime == prime && i < run.count; ++i) points.insert(run.first + i);
    }
    return points;
}

std::set<std::uint64_t> some_points(std::size_t count, std::uint64_t below, std::mt19937_64& random) {
    std::set<std::uint64_t> points;
    while (points.size() < count) points.insert(random() % below);
    return points;
}

void spoil(SixRange& range, std::set<std::uint64_t> const& points) {
    std::uint32_t const p = six_primes[static_cast<std::size_t>(range.prime)].p;
    for (std::uint64_t const point : points) range.values[point] = (range.values[point] + 1) % p;
}

} // namespace

TEST(SixDecoding, GivesTheKnownCoefficients) {
    SixDecoded const decoded = decode_six(petersen(), all_values());
    EXPECT_EQ(decoded.proof.instance, petersen().checksum());
    EXPECT_EQ(decoded.proof.coefficients[0].size(), 145u);
    EXPECT_EQ(crc_of_words(decoded.proof.coefficients[0]), 0xc8059337);
    EXPECT_EQ(crc_of_words(decoded.proof.coefficients[1]), 0x17173e9a);
    EXPECT_TRUE(decoded.wrong.empty());
    EXPECT_TRUE(decoded.missing.empty());
}

TEST(SixDecoding, ListsAnyWrongValuesUpToTheLimitExactly) {
    std::mt19937_64 random(7);
    for (std::size_t wrong = 0; wrong <= 10; ++wrong) {
        SixShard shard = all_values();
        std::array<std::set<std::uint64_t>, 2> spoiled{some_points(wrong, 166, random),
                                                       some_points(10 - wrong, 166, random)};
        for (std::size_t i = 0; i < 2; ++i) spoil(shard.ranges[i], spoiled[i]);
        SixDecoded const decoded = decode_six(petersen(), shard);
        EXPECT_EQ(decoded.proof.coefficients, right_proof().coefficients);
        for (int prime = 0; prime < 2; ++prime) {
            EXPECT_EQ(points_in(decoded.wrong, prime), spoiled[static_cast<std::size_t>(prime)]);
        }
    }
}

TEST(SixDecoding, RefusesOneMore) {
    std::mt19937_64 random(9);
    for (std::size_t i = 0; i < 2; ++i) {
        SixShard shard = all_values();
        spoil(shard.ranges[i], some_points(11, 166, random));
        std::string const message = message_of<Error>([&] { decode_six(petersen(), shard); });
        expect_part(i == 0 ? "prime 0: more than 10 of 166 values are wrong" : "prime 1: more than 10", message);
        expect_part("evaluate more points", message);
    }
}

// Whether nobody has it, two disagree on it, or it was not asked for.
TEST(SixDecoding, WhatHasNoValueIsMissing) {
    SixShard shard = all_values();
    std::vector<std::uint32_t>& values = shard.ranges[0].values;
    values[3] = values[4] = six_missing;
    values[9] = six_disputed;
    SixRange rest{0, 30, {values.begin() + 30, values.end()}};
    values.resize(27);
    shard.ranges.insert(shard.ranges.begin() + 1, std::move(rest));
    spoil(shard.ranges[0], {0, 20});
    SixDecoded const decoded = decode_six(petersen(), shard);
    EXPECT_EQ(decoded.proof.coefficients, right_proof().coefficients);
    EXPECT_EQ(decoded.missing, (std::vector<SixPoints>{{0, 3, 2}, {0, 9, 1}, {0, 27, 3}}));
    EXPECT_EQ(decoded.wrong, (std::vector<SixPoints>{{0, 0, 1}, {0, 20, 1}}));
}

TEST(SixDecoding, SaysHowManyPointsAreLacking) {
    SixShard shard = all_values();
    shard.ranges[1].values.resize(140);
    shard.ranges[1].values[5] = six_missing;
    expect_part(
        "prime 1 has 139 of the 145 points that are needed: 6 more, as of cerrado six evaluate --prime 1 "
        "--first 140 --count 6",
        message_of<InputError>([&] { decode_six(petersen(), shard); }));
    shard.ranges.erase(shard.ranges.begin());
    expect_part(
        "prime 0 has 0 of the 145 points that are needed: 145 more, as of cerrado six evaluate --prime 0 "
        "--first 0 --count 145",
        message_of<InputError>([&] { decode_six(petersen(), shard); }));
}

TEST(SixDecoding, RefusesWhatIsNoShardOfTheInstance) {
    SixShard shard = all_values();
    shard.instance ^= 1;
    expect_part("a.shard: the shard is of another instance",
                message_of<InputError>([&] { decode_six(petersen(), shard); }));
    shard = all_values();
    shard.ranges.push_back({1, std::uint64_t{1} << 25, {1}});
    expect_part("prime 1 up to 33554432, and up to 33554431 can be decoded",
                message_of<InputError>([&] { decode_six(petersen(), shard); }));
    shard = all_values();
    shard.ranges[0].values[7] = six_primes[0].p;
    expect_part("point 7 of prime 0 has the value", message_of<InputError>([&] { decode_six(petersen(), shard); }));
}

} // namespace cerrado::test
