#include "graphlets/sums/sweep.hpp"

#include <cerrado/engine/detail/rows/bit_rows.hpp>

namespace cerrado::cuts {

namespace {

[[gnu::always_inline]] inline void add_wedges(SumsOfWedges& sums, WedgesOfList const& wedges, std::uint32_t words) {
    Count spokes = 0, wheels = 0;
    std::uint64_t adjacent = 0;
    for (std::uint32_t j = 0; j < wedges.count; ++j) {
        Count const* const row = wedges.rows + std::uint64_t{wedges.numbers[j]} * words;
        bool const is_there = wedges.triangles[j] != 0;
        Count q = 0;
        for (std::uint32_t i = 0; i < words; ++i) {
            q += static_cast<Count>(__builtin_popcountll(row[i] & wedges.row[i]));
        }
        q = is_there ? q : 0;
        std::uint32_t const tally = wedges.tallies[wedges.ends[j]];
        spokes += q * (Count{tally & ~is_adjacent} - 2);
        wheels += q * (q - 1) / 2;
        adjacent |= (is_there ? std::uint64_t{tally / is_adjacent} : 0) << j;
        sums.q[j] = static_cast<std::uint32_t>(q);
    }
    sums.spokes = spokes;
    sums.wheels = wheels;
    sums.adjacent = adjacent;
}

} // namespace

CERRADO_FOR_PROCESSORS SumsOfWedges sum_wedges(WedgesOfList const& wedges) {
    SumsOfWedges sums;
    if (wedges.words == 1) {
        add_wedges(sums, wedges, 1);
    } else {
        add_wedges(sums, wedges, wedges.words);
    }
    return sums;
}

} // namespace cerrado::cuts
