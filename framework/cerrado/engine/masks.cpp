#include <cerrado/engine/exclusive.hpp>
#include <cerrado/engine/exclusive_arcs.hpp>
#include <cerrado/engine/masks.hpp>

#include <cerrado/core/error.hpp>

#include <algorithm>

namespace cerrado {

namespace {

constexpr std::uint64_t sampled_entries = 4096; // to look at each edge takes longer than some searches

// A neighbourhood is rated by the lists along an edge, as many as the traversal has vertices. Edges at even distances
// stand for all.
WorkBySlots work_along_edges(Graph const& graph, int longest) {
    WorkBySlots work;
    GraphRef const ref = graph.ref();
    std::uint64_t const entries = graph.neighbour_array().size();
    std::uint64_t const step = std::max<std::uint64_t>(1, entries / sampled_entries);
    for (EdgeOffset entry = step / 2; entry < entries; entry += step) {
        auto const after = std::ranges::upper_bound(graph.offsets(), entry);
        auto const v = static_cast<VertexId>(after - graph.offsets().begin() - 1);
        work.add(0.5 * longest * (double(ref.degree(v)) + ref.degree(ref.neighbours[entry])), 1);
    }
    return work;
}

} // namespace

// The table must hold the whole neighbourhood of a traversal.
Masks::Ref Masks::Planner::plan(ArrayPlan arrays, PlanRequest const& request) {
    Ref ref;
    int const longest = request.needs.k - request.needs.counted_levels;
    std::uint64_t const entries = plan_levels(request, longest, ref.level_offset);
    arrays.reserve<Arrays, Extensions>(entries);
    arrays.reserve<Arrays, ExtensionMasks>(entries);
    std::uint64_t const neighbourhood = std::clamp<std::uint64_t>(
        static_cast<std::uint64_t>(longest) * request.shape.max_degree(), 1, std::max(1u, request.shape.vertex_count));
    ref.table =
        plan_table<Arrays>(arrays, request, neighbourhood, [&] { return work_along_edges(request.given, longest); });
    return ref;
}

namespace {

// Returns: as many counters of 32 bits as may lie in shared memory: these lanes' part of 4 KiB for a full warp.
std::uint64_t most_fast_counters(PlanRequest const& request) {
    return std::uint64_t{1024} * static_cast<std::uint64_t>(request.warp_width) / full_warp_width;
}

} // namespace

Exclusive::Ref Exclusive::Planner::plan(ArrayPlan arrays, PlanRequest const& request) {
    Ref ref;
    static_cast<Masks::Ref&>(ref) = Masks::Planner::plan(arrays, request);
    if (request.needs.counted_levels != 2) return ref;
    int const d = request.needs.k - 2; // masks of the last stored level
    bool const lane = request.kind == WorkerKind::lane;
    ref.pair_counters_are_fast = lane || std::uint64_t{1} << 2 * d <= most_fast_counters(request);
    ref.pair_counters = (lane ? 2u : 1u) << 2 * d;
    arrays.reserve<Arrays, ClassCounters>(3u << d);
    arrays.reserve<Arrays, PairCounts>(ref.pair_counters, ref.pair_counters_are_fast);
    if (!lane) arrays.reserve<Arrays, Extents>(extension_capacity(request, request.needs.k - 2));
    return ref;
}

// A row of cells has room for every mask that can occur. More rows are welcome.
ExclusiveArcs::Ref ExclusiveArcs::Planner::plan(ArrayPlan arrays, PlanRequest const& request) {
    constexpr std::uint64_t codes = 3, wanted_of_a_lane = 1 << 13, most_fast_masks = 64;
    Ref ref;
    static_cast<Masks::Ref&>(ref) = Masks::Planner::plan(arrays, request);
    if (request.needs.counted_levels != 2) return ref;
    bool const lane = request.kind == WorkerKind::lane;
    std::uint64_t const extensions = extension_capacity(request, request.needs.k - 2);
    std::uint64_t const masks = std::uint64_t{1} << mask_bits * (request.needs.k - 2);
    std::uint64_t const present = std::min(masks, extensions), row = codes * (present + 1);
    std::uint64_t const wanted = lane ? wanted_of_a_lane : most_fast_counters(request);
    std::uint64_t const cells = std::clamp(wanted, row, std::max(row, row * present)); // not more rows than masks
    bool const numbers_are_fast = lane || masks <= most_fast_masks;
    ref.numbered_masks = static_cast<std::uint32_t>(masks);
    ref.pair_cells = static_cast<std::uint32_t>(cells);
    arrays.reserve<Arrays, MaskNumbers>(masks, numbers_are_fast);
    arrays.reserve<Arrays, PresentMasks>(present, numbers_are_fast);
    arrays.reserve<Arrays, ArcPairs>(cells, lane || cells <= most_fast_counters(request));
    if (!lane) arrays.reserve<Arrays, Extents>(extensions);
    return ref;
}

// The mask of an initial edge's second vertex would have to be looked up.
void ExclusiveArcs::Planner::check(PlanRequest const& request) {
    Lists::Planner::check(request);
    if (request.needs.root_size == 1) return;
    throw InputError("the engine ExclusiveArcs begins with single vertices: drop the application's root_size()");
}

} // namespace cerrado
