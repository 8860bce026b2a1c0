#include "six/files/ranges.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>

namespace cerrado {

namespace six {
namespace {

std::uint32_t both(std::uint32_t one, std::uint32_t other) {
    if (one == six_missing) return other;
    return other == six_missing || one == other ? one : six_disputed;
}

// The points of all pieces: by prime, then by first, with gaps between those of a prime.
std::vector<SixPoints> union_of(std::vector<PieceRef> const& pieces) {
    std::vector<SixPoints> points;
    for (PieceRef const& piece : pieces) points.push_back(piece.points);
    std::ranges::sort(points, {}, [](SixPoints const& some) { return std::tuple(some.prime, some.first); });
    std::vector<SixPoints> all;
    for (SixPoints const& some : points) {
        if (all.empty() || all.back().prime != some.prime || all.back().first + all.back().count < some.first) {
            all.push_back(some);
        } else {
            all.back().count = std::max(all.back().count, some.first + some.count - all.back().first);
        }
    }
    return all;
}

std::vector<SixPoints> runs_of(SixShard const& shard, std::uint32_t value) {
    std::vector<SixPoints> runs;
    for (SixRange const& range : shard.ranges) {
        bool goes_on = false;
        for (std::size_t i = 0; i < range.values.size(); ++i) {
            bool const is_it = range.values[i] == value;
            if (is_it && goes_on)
                ++runs.back().count;
            else if (is_it)
                runs.push_back({range.prime, range.first + i, 1});
            goes_on = is_it;
        }
    }
    return runs;
}

} // namespace

std::vector<SixRange> joined(std::vector<PieceRef> const& pieces) {
    std::vector<SixPoints> const all = union_of(pieces);
    std::uint64_t points = 0;
    for (SixPoints const& some : all) points += some.count;
    if (points > max_shard_points) {
        throw InputError(fmt::format("these are {}, and a shard has at most {}: leave some out",
                                     counted(points, "point"), grouped(max_shard_points)));
    }
    std::vector<SixRange> ranges;
    for (SixPoints const& some : all) {
        ranges.push_back({some.prime, some.first, std::vector<std::uint32_t>(some.count, six_missing)});
    }
    for (PieceRef const& piece : pieces) {
        auto const place = [](auto const& some) { return std::tuple(some.prime, some.first); };
        SixRange& range = *(std::ranges::upper_bound(ranges, place(piece.points), {}, place) - 1);
        std::uint32_t* const to = range.values.data() + (piece.points.first - range.first);
        for (std::size_t i = 0; i < piece.values.size(); ++i) to[i] = both(to[i], piece.values[i]);
    }
    return ranges;
}

std::string listed(std::vector<SixPoints> const& points, int prime) {
    constexpr int most = 5;
    std::string text;
    int shown = 0;
    std::uint64_t others = 0;
    for (SixPoints const& some : points) {
        if (some.prime != prime) continue;
        if (shown++ >= most) {
            others += some.count;
            continue;
        }
        text += text.empty() ? "" : ", ";
        text += some.count == 1 ? fmt::format("{}", some.first)
                                : fmt::format("{} to {}", some.first, some.first + some.count - 1);
    }
    if (others > 0) text += fmt::format(" and {}", counted(others, "other"));
    return text;
}

} // namespace six

std::vector<SixPoints> missing_six_points(SixShard const& shard) { return six::runs_of(shard, six_missing); }
std::vector<SixPoints> disputed_six_points(SixShard const& shard) { return six::runs_of(shard, six_disputed); }

void check_six_points(SixPoints const& points) {
    if (points.prime < 0 || points.prime >= static_cast<int>(six_primes.size())) {
        throw InputError(fmt::format("there is no prime {}: choose 0 or 1", points.prime));
    }
    std::uint64_t const all = six_primes[static_cast<std::size_t>(points.prime)].p - 1;
    if (points.count == 0) throw InputError("no point is asked for: give a count of one or more");
    if (points.first < all && points.count <= all - points.first) return;
    throw InputError(fmt::format("points {} to {} are asked for, and prime {} has {}, from 0 on: ask for fewer",
                                 points.first, WideCount{points.first} + points.count - 1, points.prime, grouped(all)));
}

} // namespace cerrado
