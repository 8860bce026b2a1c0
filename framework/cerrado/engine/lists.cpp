#include <cerrado/engine/lists.hpp>

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado {

std::uint64_t Lists::extension_capacity(PlanRequest const& request, int length) {
    std::uint64_t const lists = static_cast<std::uint64_t>(std::min(length, request.needs.extension_lists));
    return std::min<std::uint64_t>(request.shape.vertex_count, lists * request.shape.max_degree());
}

std::uint64_t Lists::plan_levels(PlanRequest const& request, int last_stored, std::uint64_t* offsets) {
    std::uint64_t entries = 0;
    for (int length = 1; length <= last_stored; ++length) {
        offsets[length] = entries;
        entries += extension_capacity(request, length);
    }
    return entries;
}

void Lists::Planner::check(PlanRequest const& request) {
    if (request.needs.counted_levels != 2 || request.shape.entries <= 0xffffffffu) return;
    throw InputError(
        fmt::format("counting the last two levels needs fewer than 2^31 edges, the graph has {}; use the paper "
                    "form of the application",
                    request.needs.oriented ? request.shape.entries : request.shape.entries / 2));
}

Lists::Ref Lists::Planner::plan(ArrayPlan arrays, PlanRequest const& request) {
    Ref ref;
    int const last_stored = request.needs.k - request.needs.counted_levels;
    arrays.reserve<Arrays, Extensions>(plan_levels(request, last_stored, ref.level_offset));
    // Where the last two levels are counted, a list of extensions is looked up; it is met along each of its vertices'
    // edges.
    std::uint64_t const looked_up = request.needs.counted_levels == 2 ? request.shape.max_degree() : 0;
    ref.table = plan_table<Arrays>(arrays, request, looked_up, [&] { return work_of_lists(request.shape); });
    return ref;
}

} // namespace cerrado
