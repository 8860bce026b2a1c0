#include "six/field.hpp"
#include "six/proof.hpp"
#include "unit/apps/six_petersen.hpp"
#include "unit/apps/six_residues.hpp"
#include "unit/message_of.hpp"

#include <cerrado/core/error.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <random>
#include <set>

namespace cerrado::test {

// The decoder: polynomials come back exactly, and with them the points whose values are missing or wrong.

namespace {

using namespace six;

// A polynomial, and its values with faults at given points.
struct Sent {
    Residues coefficients;
    Residues values;
    std::vector<std::size_t> wrong;
    std::vector<std::size_t> missing;
};

class SixDecoder : public testing::TestWithParam<PrimeField> {
protected:
    PrimeField const field = GetParam();
    std::mt19937_64 random{23};

    Sent send(std::size_t degree, std::size_t points) {
        Sent sent{random_residues(field, degree + 1, random), {}, {}, {}};
        sent.values = values_on_progression(field, sent.coefficients, 1, field.root, points);
        return sent;
    }

    void spoil(Sent& sent, std::size_t point) {
        auto const fault = static_cast<std::uint32_t>(1 + random() % (field.p - 1));
        sent.values[point] = field.add(sent.values[point], fault);
        sent.wrong.push_back(point);
        std::ranges::sort(sent.wrong);
    }

    static void lose(Sent& sent, std::size_t point) {
        sent.values[point] = missing_value;
        sent.missing.push_back(point);
        std::ranges::sort(sent.missing);
    }

    Sent send_with_faults(std::size_t degree, std::size_t points, std::size_t wrong, std::size_t missing) {
        Sent sent = send(degree, points);
        std::vector<std::size_t> order(points);
        std::iota(order.begin(), order.end(), 0);
        std::ranges::shuffle(order, random);
        for (std::size_t i = 0; i < wrong; ++i) spoil(sent, order[i]);
        for (std::size_t i = wrong; i < wrong + missing; ++i) lose(sent, order[i]);
        return sent;
    }

    void expect_mended(Sent const& sent) {
        std::size_t const degree = sent.coefficients.size() - 1;
        Decoded const decoded = decode(field, degree, sent.values);
        EXPECT_EQ(decoded.coefficients, sent.coefficients) << degree << " of " << sent.values.size();
        EXPECT_EQ(decoded.wrong, sent.wrong) << degree << " of " << sent.values.size();
        EXPECT_EQ(decoded.missing, sent.missing) << degree << " of " << sent.values.size();
    }

    std::string refusal_of(Sent const& sent) {
        return message_of<InputError>([&] { decode(field, sent.coefficients.size() - 1, sent.values); });
    }
};

INSTANTIATE_TEST_SUITE_P(Primes, SixDecoder, testing::ValuesIn(fields),
                         [](auto const& info) { return std::to_string(info.param.p); });

TEST_P(SixDecoder, MendsUpToTheLimit) {
    for (std::size_t const degree : {0, 1, 2, 5, 18, 40}) {
        for (std::size_t const spare : {0, 1, 2, 3, 8, 21}) {
            std::size_t const points = degree + 1 + spare;
            for (std::size_t missing = 0; missing <= spare; ++missing) {
                std::size_t const most = mendable(points, degree, missing);
                ASSERT_EQ(most, (spare - missing) / 2);
                for (std::size_t wrong = 0; wrong <= most; ++wrong) {
                    expect_mended(send_with_faults(degree, points, wrong, missing));
                }
            }
        }
    }
}

TEST_P(SixDecoder, MendsTheFirstAndTheLastPoint) {
    Sent sent = send(7, 14);
    spoil(sent, 0);
    spoil(sent, 13);
    lose(sent, 1);
    lose(sent, 12);
    expect_mended(sent);
    sent = send(7, 14);
    spoil(sent, 1);
    spoil(sent, 12);
    lose(sent, 0);
    lose(sent, 13);
    expect_mended(sent);
}

TEST_P(SixDecoder, MendsFaultsInARow) {
    Sent sent = send(30, 60);
    for (std::size_t i = 20; i < 30; ++i) spoil(sent, i);
    for (std::size_t i = 30; i < 39; ++i) lose(sent, i);
    expect_mended(sent);
}

// A wrong value may be 0, and the polynomial may be 0 or of lower degree.
TEST_P(SixDecoder, MendsZeros) {
    Sent sent = send(4, 9);
    for (std::size_t const point : {3, 8}) {
        sent.values[point] = 0;
        sent.wrong.push_back(point);
    }
    expect_mended(sent);
    sent = Sent{Residues(6), Residues(11), {}, {}};
    expect_mended(sent);
    spoil(sent, 4);
    spoil(sent, 5);
    lose(sent, 0);
    expect_mended(sent);
}

TEST_P(SixDecoder, MendsManyFaults) {
    expect_mended(send_with_faults(3 * 342, 1300, 100, 60));
    expect_mended(send_with_faults(3 * 342, 1300, 0, 1300 - 1027));
    expect_mended(send_with_faults(3 * 2400, 9000, 799, 201));
}

// One more than the limit. By chance alone, such a word is nearly never as near to another polynomial.
TEST_P(SixDecoder, RefusesTooManyWrongValues) {
    for (std::size_t const degree : {0, 3, 20}) {
        for (std::size_t const spare : {1, 2, 5, 12}) {
            for (std::size_t const missing : {std::size_t{0}, spare / 2, spare - 1}) {
                std::size_t const points = degree + 1 + spare;
                std::size_t const most = mendable(points, degree, missing);
                std::string const refusal = refusal_of(send_with_faults(degree, points, most + 1, missing));
                EXPECT_NE(refusal.find("more than " + std::to_string(most) + " of "), std::string::npos) << refusal;
                EXPECT_NE(refusal.find("evaluate more points"), std::string::npos) << refusal;
            }
        }
    }
}

// A word with four wrong values of five may have one wrong value of another polynomial of degree 1.
TEST_P(SixDecoder, TakesTheOtherPolynomialWhereItIsNearer) {
    Sent const sent = send(1, 5);
    Sent other = send(1, 5);
    other.values[3] = sent.values[3];
    other.wrong = {3};
    expect_mended(other);
    other.values[4] = sent.values[4]; // now it has three values of one and two of the other
    EXPECT_NE(refusal_of(other).find("more than 1 of 5 values are wrong"), std::string::npos);
}

TEST_P(SixDecoder, RefusesTooFewPoints) {
    for (auto const& [points, missing] : {std::pair(7, 0), {10, 3}, {7, 7}, {0, 0}}) {
        Sent sent = send(7, static_cast<std::size_t>(points));
        for (std::size_t i = 0; i < static_cast<std::size_t>(missing); ++i) lose(sent, i);
        std::string const expected = "degree 7 needs 8 values, and " + std::to_string(points - missing) + " of " +
                                     std::to_string(points) + " points have a value";
        EXPECT_NE(refusal_of(sent).find(expected), std::string::npos) << refusal_of(sent);
    }
}

TEST_P(SixDecoder, RefusesWhatIsNoResidue) {
    Sent sent = send(2, 5);
    sent.values[3] = field.p;
    EXPECT_NE(refusal_of(sent).find("at point 3 is not below the prime"), std::string::npos);
}

// Every word of a small field, with values missing, too: the one polynomial that differs from at most t of the given
// values, or none.
TEST(SixDecoderOfASmallField, FindsTheNearestPolynomialOfEveryWord) {
    PrimeField const field{17, 3, 4};
    constexpr std::size_t points = 4;
    for (std::size_t degree = 0; degree < 3; ++degree) {
        std::vector<Residues> polynomials;
        std::vector<Residues> words;
        for (std::uint32_t number = 0; number < std::vector{17u, 289u, 4913u}[degree]; ++number) {
            Residues polynomial;
            for (std::uint32_t rest = number; polynomial.size() <= degree; rest /= 17) polynomial.push_back(rest % 17);
            words.push_back(slow_values(field, polynomial, points));
            polynomials.push_back(polynomial);
        }
        for (std::uint32_t number = 0; number < 18 * 18 * 18 * 18; number += degree < 2 ? 1 : 41) {
            Residues values;
            for (std::uint32_t rest = number; values.size() < points; rest /= 18) {
                values.push_back(rest % 18 == 17 ? missing_value : rest % 18);
            }
            auto const missing = static_cast<std::size_t>(std::ranges::count(values, missing_value));
            std::optional<std::size_t> nearest;
            for (std::size_t i = 0; i < words.size() && points - missing > degree; ++i) {
                std::size_t wrong = 0;
                for (std::size_t j = 0; j < points; ++j) {
                    wrong += values[j] != missing_value && values[j] != words[i][j] ? 1 : 0;
                }
                if (wrong <= mendable(points, degree, missing)) nearest = i;
            }
            try {
                Residues const found = decode(field, degree, values).coefficients;
                ASSERT_TRUE(nearest) << degree << " " << number;
                ASSERT_EQ(found, polynomials[*nearest]) << degree << " " << number;
            } catch (InputError const&) {
                ASSERT_FALSE(nearest) << degree << " " << number;
            }
        }
    }
}

} // namespace

// From values to a proof: decoding lists what is wrong and what is missing.

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
        "prime 1 has 139 of the 145 points that are needed: evaluate 6 more, with cerrado six evaluate --prime 1 "
        "--first 140 --count 6",
        message_of<InputError>([&] { decode_six(petersen(), shard); }));
    shard.ranges.erase(shard.ranges.begin());
    expect_part(
        "prime 0 has 0 of the 145 points that are needed: evaluate 145 more, with cerrado six evaluate --prime 0 "
        "--first 0 --count 145",
        message_of<InputError>([&] { decode_six(petersen(), shard); }));
}

TEST(SixDecoding, RefusesWhatIsNoShardOfTheInstance) {
    SixShard shard = all_values();
    shard.instance ^= 1;
    expect_part("a.shard: the shard belongs to another instance",
                message_of<InputError>([&] { decode_six(petersen(), shard); }));
    shard = all_values();
    shard.ranges.push_back({1, std::uint64_t{1} << 25, {1}});
    expect_part("prime 1 up to 33554432, and decoding takes points up to 33554431",
                message_of<InputError>([&] { decode_six(petersen(), shard); }));
    shard = all_values();
    shard.ranges[0].values[7] = six_primes[0].p;
    expect_part("point 7 of prime 0 has the value", message_of<InputError>([&] { decode_six(petersen(), shard); }));
}

} // namespace cerrado::test
