// All members of a team draw many random items. The result is what one thread would draw.
#pragma once

#include <cerrado/core/team.hpp>
#include <cerrado/graph/generate/random_source.hpp>

#include <numeric>

namespace cerrado {

// Each item makes `draws` calls of below(bound), and the items follow one another.
struct RandomItems {
    std::uint64_t count, draws, bound;
};

// The number of the stream with which the items of each member of the team begin. below() refuses some numbers, so a
// begin is known only once the items before it have been counted.
std::vector<std::uint64_t> begins_in_stream(RandomSource const& random, RandomItems const& items, Team& team);

// Calls draw(i, source) for every item. It draws from the source what the item says, and may be called twice. Leaves
// `random` behind the last item.
template <class Draw> void draw_items(RandomSource& random, RandomItems const& items, Team& team, Draw const& draw) {
    auto const members = static_cast<std::size_t>(team.size());
    auto const draw_from = [&](std::vector<std::uint64_t> const& begins) {
        std::vector<std::uint64_t> ends(members);
        team.run([&](Member member) {
            auto const index = static_cast<std::size_t>(member.index);
            RandomSource source = random;
            source.skip(begins[index]);
            member.for_part_of(items.count, [&](std::size_t i) { draw(i, source); });
            ends[index] = source.drawn_since(random);
        });
        return ends;
    };
    // A bound far below 2^64 hardly ever refuses a number. If none was refused, each item has its place in the stream.
    std::vector<std::uint64_t> begins(members);
    bool const rarely_refused = items.bound < std::uint64_t{1} << 40;
    if (rarely_refused) {
        for (std::size_t i = 0; i < members; ++i) {
            begins[i] = Member{static_cast<int>(i), static_cast<int>(members)}.begin(items.count) * items.draws;
        }
    } else {
        begins = begins_in_stream(random, items, team);
    }
    std::vector<std::uint64_t> ends = draw_from(begins);
    begins.push_back(ends.back());
    if (!std::equal(ends.begin(), ends.end(), begins.begin() + 1))
        ends = draw_from(begins_in_stream(random, items, team));
    random.skip(ends.back());
}

} // namespace cerrado
