// What people do with shards and proofs: decode and verify.
#include "six/proof/decode.hpp"

#include <cerrado/apps/six.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <future>
#include <limits>

namespace cerrado {

namespace {

constexpr std::uint64_t max_decoded_points = std::uint64_t{1} << 25; // of a prime: transforms are twice as long

// The values at points 0, 1, ... up to the last one that the shard has of the prime.
struct Word {
    std::vector<std::uint32_t> values; // or six::missing_value
    std::uint64_t given = 0;
};

void take_range(Word& word, SixRange const& range) {
    std::uint32_t const p = six_primes[static_cast<std::size_t>(range.prime)].p;
    for (std::size_t i = 0; i < range.values.size(); ++i) {
        std::uint32_t const value = range.values[i];
        if (!is_six_value(value)) continue;
        if (value >= p) {
            throw InputError(fmt::format("point {} of prime {} has the value {}, which is not below {}: it is none",
                                         range.first + i, range.prime, value, p));
        }
        word.values[range.first + i] = value;
        ++word.given;
    }
}

Word word_of(SixShard const& shard, int prime) {
    std::uint64_t end = 0;
    for (SixRange const& range : shard.ranges) {
        if (range.prime == prime) end = std::max(end, range.first + range.values.size());
    }
    if (end > max_decoded_points) {
        throw InputError(
            fmt::format("the shard has points of prime {} up to {}, and up to {} can be decoded: leave "
                        "the others out",
                        prime, end - 1, max_decoded_points - 1));
    }
    Word word{std::vector<std::uint32_t>(end, six::missing_value), 0};
    for (SixRange const& range : shard.ranges) {
        if (range.prime == prime) take_range(word, range);
    }
    return word;
}

void expect_enough(SixInstance const& instance, Word const& word, int prime) {
    std::uint64_t const needed = instance.points_needed();
    if (word.given >= needed) return;
    std::uint64_t const more = needed - word.given;
    throw InputError(fmt::format(
        "prime {} has {} of the {} that are needed: {} more, as of cerrado six evaluate "
        "--prime {} --first {} --count {}",
        prime, grouped(word.given), counted(needed, "point"), grouped(more), prime, word.values.size(), more));
}

six::Decoded decode_prime(SixInstance const& instance, Word const& word, int prime) {
    try {
        return six::decode(six::fields[prime], instance.degree(), word.values);
    } catch (InputError const& error) { // of all that it refuses, only this is left
        throw Error(fmt::format("prime {}: {}", prime, error.what()));
    }
}

void append_runs(std::vector<SixPoints>& runs, int prime, std::vector<std::size_t> const& points) {
    std::uint64_t next = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t const point : points) {
        if (point == next)
            ++runs.back().count;
        else
            runs.push_back({prime, point, 1});
        next = point + 1;
    }
}

} // namespace

SixDecoded decode_six(SixInstance const& instance, SixShard const& shard) {
    if (shard.instance != instance.checksum()) {
        throw InputError(
            fmt::format("{}: the shard is of another instance ({:016x}, not {:016x}): give the one that "
                        "it was made with",
                        shard.source.empty() ? "the values" : shard.source, shard.instance, instance.checksum()));
    }
    std::array<Word, six_primes.size()> const words{word_of(shard, 0), word_of(shard, 1)};
    for (int prime = 0; prime < 2; ++prime) expect_enough(instance, words[static_cast<std::size_t>(prime)], prime);
    // On a thread of its own, or afterwards if the system has no more of them.
    std::future<six::Decoded> second = std::async([&] { return decode_prime(instance, words[1], 1); });
    std::array<six::Decoded, six_primes.size()> found{decode_prime(instance, words[0], 0), second.get()};
    SixDecoded decoded;
    decoded.proof.instance = instance.checksum();
    for (std::size_t i = 0; i < found.size(); ++i) {
        decoded.proof.coefficients[i] = std::move(found[i].coefficients);
        append_runs(decoded.wrong, static_cast<int>(i), found[i].wrong);
        append_runs(decoded.missing, static_cast<int>(i), found[i].missing);
    }
    return decoded;
}

} // namespace cerrado
