#include <cerrado/engine/engine.hpp>

#include <cerrado/contract/detail/declared.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/engine/by_edges.hpp>
#include <cerrado/engine/detail/masks/vertex_table.hpp>
#include <cerrado/engine/detail/rows/bit_rows.hpp>
#include <cerrado/engine/detail/rows/complete_among_few.hpp>
#include <cerrado/engine/detail/rows/matrix.hpp>
#include <cerrado/engine/detail/rows/small_matrix.hpp>
#include <cerrado/engine/exclusive.hpp>
#include <cerrado/engine/exclusive_arcs.hpp>
#include <cerrado/engine/lists.hpp>
#include <cerrado/engine/masks.hpp>
#include <cerrado/engine/matching.hpp>
#include <cerrado/engine/rows.hpp>
#include <cerrado/engine/timed_arcs.hpp>
#include <cerrado/engine/wedges.hpp>
#include <cerrado/traversal/detail/level.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

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
        fmt::format("counting the last two levels together needs a graph with fewer than 2^31 edges, and this graph "
                    "has {}; use the paper form of the application",
                    request.needs.oriented ? request.shape.entries : request.shape.entries / 2));
}

Lists::Ref Lists::Planner::plan(ArrayPlan arrays, PlanRequest const& request) {
    Ref ref;
    int const last_stored = request.needs.k - request.needs.counted_levels;
    arrays.reserve<Arrays, Extensions>(plan_levels(request, last_stored, ref.level_offset));
    // If the last two levels are counted, the table holds a list of extensions. The same list is met along the edges of
    // each of its vertices.
    if (request.needs.counted_levels != 2) return ref;
    ref.hubs = plan_hubs<Arrays>(arrays, request);
    bool const has_hubs = ref.hubs.words > 0; // few entries that are looked up are of others
    ref.table = plan_table<Arrays>(arrays, request, ref.hubs.first > 0 ? request.shape.max_degree() : 0,
                                   [&] { return has_hubs ? WorkBySlots() : work_of_lists(request.shape); });
    return ref;
}

// If a root's two last levels are counted, they are an edge among its extensions.
JobNeeds Lists::Planner::jobs(TraversalNeeds const& needs) {
    JobNeeds jobs = walked_jobs(needs);
    if (needs.root_size == 1 && needs.k == 3 && needs.counted_levels == 2) jobs.least_extensions = least_successors(3);
    return jobs;
}

namespace {

constexpr std::uint64_t sampled_entries = 4096; // looking at all edges takes longer than some searches

// The size of a neighbourhood is estimated from the lists of the vertices along an edge, repeated until there are as
// many lists as the traversal has vertices. Edges at even distances in the graph stand for all edges.
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

// Returns: the number of 32-bit counters that may lie in shared memory. A full warp has 4 KiB, and narrower warps have
// their part of it.
std::uint64_t most_fast_counters(PlanRequest const& request) {
    return std::uint64_t{1024} * static_cast<std::uint64_t>(request.warp_width) / full_warp_width;
}

} // namespace

Exclusive::Ref Exclusive::Planner::plan(ArrayPlan arrays, PlanRequest const& request) {
    Ref ref;
    static_cast<Masks::Ref&>(ref) = Masks::Planner::plan(arrays, request);
    if (request.needs.counted_levels != 2) return ref;
    int const d = request.needs.k - 2; // vertices of the traversals whose extensions have masks
    bool const lane = request.kind == WorkerKind::lane;
    ref.pair_counters_are_fast = lane || std::uint64_t{1} << 2 * d <= most_fast_counters(request);
    ref.pair_counters = (lane ? 2u : 1u) << 2 * d;
    arrays.reserve<Arrays, ClassCounters>(3u << d);
    arrays.reserve<Arrays, PairCounts>(ref.pair_counters, ref.pair_counters_are_fast);
    if (!lane) arrays.reserve<Arrays, Extents>(extension_capacity(request, request.needs.k - 2));
    return ref;
}

// A row of cells has room for every mask that can occur. More rows make it faster.
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
    std::uint64_t const cells = std::clamp(wanted, row, std::max(row, row * present)); // no more rows than masks
    bool const numbers_are_fast = lane || masks <= most_fast_masks;
    ref.numbered_masks = static_cast<std::uint32_t>(masks);
    ref.pair_cells = static_cast<std::uint32_t>(cells);
    arrays.reserve<Arrays, MaskNumbers>(masks, numbers_are_fast);
    arrays.reserve<Arrays, PresentMasks>(present, numbers_are_fast);
    arrays.reserve<Arrays, ArcPairs>(cells, lane || cells <= most_fast_counters(request));
    if (!lane) arrays.reserve<Arrays, Extents>(extensions);
    return ref;
}

// If a traversal began with an edge, the mask of the edge's second vertex would have to be looked up.
void ExclusiveArcs::Planner::check(PlanRequest const& request) {
    Lists::Planner::check(request);
    if (request.needs.root_size == 1) return;
    throw InputError("the engine ExclusiveArcs starts from single vertices: drop the application's root_size()");
}

void ByEdges::Planner::check(PlanRequest const& request) {
    if (request.needs.oriented)
        throw InputError("the engine ByEdges grows along all edges: drop the application's `oriented`");
    if (request.needs.root_size != 1)
        throw InputError("the engine ByEdges starts from single vertices: drop the application's root_size()");
}

// The open edges differ, and each has an end in the traversal.
ByEdges::Ref ByEdges::Planner::plan(ArrayPlan arrays, PlanRequest const& request) {
    Ref ref;
    std::uint64_t entries = 0;
    for (int length = 1; length < request.needs.k; ++length) {
        ref.level_offset[length] = entries;
        entries += std::min<std::uint64_t>(request.shape.entries / 2,
                                           static_cast<std::uint64_t>(length) * request.shape.max_degree());
    }
    arrays.reserve<Arrays, Extensions>(entries);
    arrays.reserve<Arrays, EndPlaces>(entries);
    return ref;
}

namespace {

constexpr std::uint32_t most_small_slots = 1024;

// Returns: the part of `slots` for a warp of fewer lanes. It is 0 if so few slots would hold hardly any neighbourhood.
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

void Matching::Planner::check_size(TraversalNeeds const& needs) {
    if (needs.k >= 2 && needs.k <= max_vertices) return;
    throw InputError(fmt::format("the pattern has {} vertices, and a pattern must have 2 to {}: choose another pattern",
                                 needs.k, max_vertices));
}

JobNeeds Matching::Planner::jobs(TraversalNeeds const& needs) {
    JobNeeds jobs = walked_jobs(needs);
    jobs.lists = ListPart::whole;
    return jobs;
}

void TimedArcs::Planner::check_size(TraversalNeeds const& needs) {
    if (needs.k >= 2 && needs.k <= max_vertices) return;
    throw InputError(
        fmt::format("k is {}, the number of arcs, and the engine TimedArcs takes 2 to {}: set the application's k, or "
                    "RunOptions::k",
                    needs.k, max_vertices));
}

// The arcs of a level are those of a vertex, or fewer.
TimedArcs::Ref TimedArcs::Planner::plan(ArrayPlan arrays, PlanRequest const& request) const {
    arrays.reserve<Arrays, Extensions>(static_cast<std::uint64_t>(request.needs.k - 1) * input_.longest_list);
    return {input_.arcs, input_.longest_list};
}

TallySizes tally_sizes(std::uint64_t capacity, std::uint32_t wanted, int warp_width) {
    constexpr std::uint32_t least_small_slots = 16; // fewer slots would hold hardly any vertices
    TallySizes sizes;
    sizes.large_slots = static_cast<std::uint32_t>(std::bit_ceil(std::max<std::uint64_t>(64, capacity * 4 / 3 + 1)));
    auto const small = static_cast<std::uint32_t>(std::min<std::uint64_t>(sizes.large_slots, wanted) *
                                                  static_cast<std::uint64_t>(warp_width) / full_warp_width);
    sizes.small_slots = small < least_small_slots ? 0 : small;
    return sizes;
}

// The work of a job is about the square of the number of vertices below its root.
JobNeeds Wedges::Planner::jobs(TraversalNeeds const&) const {
    return {.levels_below = 1,
            .least_extensions = least_lower_,
            .pieces_a_slice = pieces_a_slice_,
            .lists = ListPart::below};
}

// All tallied vertices lie within two steps of the root, on lists that are no longer than the largest degree.
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

namespace {

// Returns: the words of all submatrices. Each has at most half the members of the one before.
std::uint32_t submatrix_words(std::uint32_t members) {
    Submatrix all;
    for (; members >= least_narrowed_members; all.begin = all.end()) all.members = members /= 2;
    return all.begin;
}

} // namespace

// A vertex with many successors has many neighbours, as each of these has.
VertexId most_successors(GraphShape const& shape) {
    std::vector<VertexId> const& lists = *shape.lists;
    VertexId most = 0;
    std::uint64_t as_long = 0; // lists of that length or more
    for (std::size_t length = lists.size(); length-- > 1 && most < length;) {
        as_long += lists[length];
        most = static_cast<VertexId>(std::max<std::uint64_t>(most, std::min<std::uint64_t>(length, as_long)));
    }
    return most;
}

MatrixSizes matrix_sizes(PlanRequest const& request, int levels, int rows_of_level, bool may_narrow) {
    constexpr std::uint32_t most_fast_entries = 2048; // 8 KiB for a full warp
    MatrixSizes sizes;
    sizes.row_capacity = request.needs.oriented ? request.shape.max_degree() : most_successors(request.shape);
    sizes.row_words = words_of_row(sizes.row_capacity);
    sizes.level_rows = static_cast<std::uint32_t>(levels * rows_of_level);
    sizes.area = (sizes.row_capacity + sizes.level_rows) * sizes.row_words + sizes.row_capacity;
    // A tile reads 32 members of each word, which few members have no room for; see count_triangles_by_tiles().
    if (request.kind == WorkerKind::warp) sizes.area = std::max(sizes.area, sizes.begin() + sizes.row_capacity + 64);
    sizes.is_fast =
        request.kind == WorkerKind::warp && sizes.area * std::uint32_t{full_warp_width} <=
                                                most_fast_entries * static_cast<std::uint32_t>(request.warp_width);
    sizes.narrows = may_narrow && request.kind == WorkerKind::warp && !sizes.is_fast &&
                    sizes.row_capacity >= least_narrowed_members;
    if (sizes.narrows) {
        sizes.submatrices = (sizes.area + submatrix_words(sizes.row_capacity) + 1) / 2 * 2;
        sizes.area = sizes.submatrices + 2 * static_cast<std::uint32_t>(levels);
    }
    return sizes;
}

void Rows::Planner::check(PlanRequest const& request) {
    TraversalNeeds const& needs = request.needs;
    VertexId const longest = request.shape.max_degree();
    constexpr VertexId most_members = 0xffff - 1; // the table gives each member a number of 16 bits
    if (longest > most_members) {
        throw InputError(
            fmt::format("a vertex of the oriented graph has {} successors, and the engine Rows takes {} at most; use "
                        "another algorithm",
                        longest, most_members));
    }
    if (needs.root_size != 1)
        throw InputError("the engine Rows starts from vertices: drop the application's root_size()");
    // with at most this many members, any 32 of them have fewer than 2^32 pairs below them
    constexpr VertexId most_numbered = 16383;
    bool const numbers = request.kind == WorkerKind::warp && needs.records && needs.counted_levels > 2;
    if (numbers && longest > most_numbered) {
        throw InputError(
            fmt::format("a vertex of the oriented graph has {} successors, and a GPU that stores subgraphs by three "
                        "levels takes {} at most; run on the host",
                        longest, most_numbered));
    }
}

Rows::Ref Rows::Planner::plan(ArrayPlan arrays, PlanRequest const& request) {
    Ref sizes;
    static_cast<MatrixSizes&>(sizes) = matrix_sizes(request, request.needs.k - 1, 1, !request.needs.records);
    plan_matrix<Arrays>(arrays, request, sizes);
    for (int size = 3; size < request.needs.k; ++size) {
        sizes.few[size] = static_cast<std::uint8_t>(most_members_for(size));
    }
    if (request.needs.records) arrays.reserve<Arrays, RowList>(sizes.row_capacity);
    return sizes;
}

JobNeeds Rows::Planner::jobs(TraversalNeeds const& needs) {
    // parts of an extension: few, because each job makes the matrix of its root
    constexpr std::uint32_t most_stored_parts = 4;
    JobNeeds jobs = walked_jobs(needs);
    jobs.least_extensions = least_successors(needs.k);
    if (needs.records && needs.counted_levels > 1) jobs.most_parts = most_stored_parts;
    return jobs;
}

namespace {

// Returns: the number of bits that the first `pairs` 64-bit words of two rows have in common.
[[gnu::always_inline]] inline std::uint32_t common_bits(std::uint32_t const* a, std::uint32_t const* b,
                                                        std::uint32_t pairs) {
    int bits = 0;
    for (std::uint32_t i = 0; i < pairs; ++i) bits += __builtin_popcountll(bit_pair(a, i) & bit_pair(b, i));
    return static_cast<std::uint32_t>(bits);
}

// Sums the common bits over the members of `row`. `lower_only`: the members' rows have no bits in the words after their
// own.
[[gnu::always_inline]] inline Count sum_of_common_bits(std::uint32_t const* matrix, std::uint32_t const* row,
                                                       std::uint32_t words, bool lower_only) {
    Count sum = 0;
    for (std::uint32_t i = 0; i < words / 2; ++i) {
        for (std::uint64_t bits = bit_pair(row, i); bits != 0; bits &= bits - 1) {
            std::size_t const member = 64 * i + static_cast<std::size_t>(__builtin_ctzll(bits));
            sum += common_bits(matrix + member * words, row, lower_only ? i + 1 : words / 2);
        }
    }
    return sum;
}

} // namespace

CERRADO_FOR_PROCESSORS std::uint32_t count_row_bits(std::uint32_t const* row, std::uint32_t words) {
    return common_bits(row, row, words / 2);
}

CERRADO_FOR_PROCESSORS Count count_row_pairs(std::uint32_t const* matrix, std::uint32_t const* row,
                                             std::uint32_t words) {
    return sum_of_common_bits(matrix, row, words, true);
}

CERRADO_FOR_PROCESSORS Count count_row_degrees(std::uint32_t const* matrix, std::uint32_t const* row,
                                               std::uint32_t words) {
    return sum_of_common_bits(matrix, row, words, false);
}

CERRADO_FOR_PROCESSORS CandidateDegrees degrees_of_row(std::uint32_t const* matrix, std::uint32_t const* row,
                                                       std::uint32_t* universal, std::uint32_t words) {
    CandidateDegrees found{common_bits(row, row, words / 2), ~0u, 0};
    std::uint32_t most = 0;
    std::memset(universal, 0, words * sizeof *universal);
    for (std::uint32_t i = 0; i < words / 2; ++i) {
        for (std::uint64_t bits = bit_pair(row, i); bits != 0; bits &= bits - 1) {
            std::uint32_t const member = 64 * i + static_cast<std::uint32_t>(__builtin_ctzll(bits));
            std::uint32_t const degree = common_bits(matrix + std::size_t{member} * words, row, words / 2);
            found.least = degree < found.least ? degree : found.least;
            if (degree + 1 == found.count) {
                universal[member / 32] |= 1u << member % 32;
            } else if (degree + 1 > most) {
                most = degree + 1;
                found.most_adjacent = member;
            }
        }
    }
    return found;
}

namespace {
using Set = SmallRows::Set;
} // namespace

CERRADO_FOR_PROCESSORS Count count_complete_among_few(std::uint32_t const* matrix, std::uint32_t const* row,
                                                      std::uint32_t words, int size) {
    SmallRows rows;
    make_small_rows(matrix, row, words, rows);
    if (size == 3) return triangles_among(rows, rows.all);
    Count found = 0;
    Set open[max_traversal_length], candidates[max_traversal_length];
    open[0] = candidates[0] = rows.all;
    for (int depth = 0; depth >= 0;) {
        if (open[depth] == 0) {
            --depth;
            continue;
        }
        int const top = 63 - __builtin_clzll(open[depth]);
        open[depth] ^= Set{1} << top;
        Set const below = candidates[depth] & rows.of[top] & ((Set{1} << top) - 1);
        int const left = size - depth - 1; // vertices of the subgraphs sought in `below`
        if (__builtin_popcountll(below) < left) continue;
        if (left == 3) {
            found += triangles_among(rows, below);
        } else {
            ++depth;
            open[depth] = candidates[depth] = below;
        }
    }
    return found;
}

} // namespace cerrado
