#include <cerrado/engine/wedges.hpp>

#include <algorithm>
#include <bit>

namespace cerrado {

TallySizes tally_sizes(std::uint64_t capacity, std::uint32_t wanted, int warp_width) {
    constexpr std::uint32_t least_small_slots = 16; // fewer would hold hardly anything
    TallySizes sizes;
    sizes.large_slots = static_cast<std::uint32_t>(std::bit_ceil(std::max<std::uint64_t>(64, capacity * 4 / 3 + 1)));
    auto const small = static_cast<std::uint32_t>(std::min<std::uint64_t>(sizes.large_slots, wanted) *
                                                  static_cast<std::uint64_t>(warp_width) / full_warp_width);
    sizes.small_slots = small < least_small_slots ? 0 : small;
    return sizes;
}

// A job is about as heavy as the square of what lies below it.
JobNeeds Wedges::Planner::jobs(TraversalNeeds const&) const {
    return {.levels_below = 1,
            .least_extensions = least_lower_,
            .pieces_a_slice = pieces_a_slice_,
            .lists = ListPart::below};
}

// What is tallied lies within two steps of the root, by lists of at most the largest degree.
Wedges::Ref Wedges::Planner::plan(ArrayPlan arrays, PlanRequest const& request) const {
    std::uint64_t const degree = request.shape.max_degree();
    std::uint64_t const vertices = std::max(1u, request.shape.vertex_count);
    std::uint64_t const most =
        request.kind == WorkerKind::lane ? vertices : std::max<std::uint64_t>(most_tallied_, degree);
    std::uint64_t const capacity = std::clamp<std::uint64_t>(degree * (degree + 1), 1, std::min(vertices, most));
    Ref ref;
    ref.room = static_cast<std::uint32_t>(capacity);
    ref.tally = plan_tally<Arrays>(arrays, request, capacity, fast_slots_);
    arrays.reserve<Arrays, Ends>(capacity);
    arrays.reserve<Arrays, OwnLists>(degree);
    return ref;
}

} // namespace cerrado
