#include <cerrado/engine/masks/vertex_table.hpp>

#include <cerrado/contract/declared.hpp>

#include <algorithm>
#include <bit>

namespace cerrado {

namespace {

constexpr std::uint32_t most_small_slots = 1024;

// What of `slots` a warp of fewer lanes gets; 0 where so few would hold hardly any neighbourhood.
std::uint32_t slots_of_width(std::uint32_t slots, int warp_width) {
    constexpr std::uint32_t least = 16;
    std::uint32_t const share = slots * static_cast<std::uint32_t>(warp_width) / full_warp_width;
    return share < least ? 0 : share;
}

} // namespace

TableSizes table_sizes(std::uint64_t capacity, std::uint32_t wanted, int warp_width) {
    TableSizes sizes;
    sizes.large_slots = std::bit_ceil(static_cast<std::uint32_t>(std::max<std::uint64_t>(64, 2 * capacity)));
    std::uint32_t const small = std::min(sizes.large_slots, std::clamp(wanted, fewest_small_slots, most_small_slots));
    sizes.small_slots = slots_of_width(small, warp_width);
    return sizes;
}

} // namespace cerrado
