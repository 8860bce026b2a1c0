#include <cerrado/runtime/plan.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/traversal/leaves.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

namespace cerrado {

namespace {

// How many extensions a traversal of `length` vertices can have: the lists they come from, one after the other.
std::uint64_t extension_capacity(TraversalNeeds const& needs, GraphShape const& graph, int length) {
    std::uint64_t const lists = static_cast<std::uint64_t>(std::min(length, needs.extension_lists));
    return std::min<std::uint64_t>(graph.vertex_count, lists * graph.max_degree());
}

// Vertices the mask table must hold: a whole neighbourhood when masks are asked for, one list when cliques are counted, the root's
// successors in dense mode.
std::uint64_t table_capacity(TraversalNeeds const& needs, GraphShape const& graph, int longest) {
    if (needs.edges)
        return std::clamp<std::uint64_t>(std::uint64_t(longest) * graph.max_degree(), 1,
                                         std::max(1u, graph.vertex_count));
    if (needs.dense) return std::max(1u, graph.max_degree());
    if (needs.counted_levels == 2) return graph.max_degree();
    return 0;
}

constexpr std::uint32_t fewest_small_slots = 256;
constexpr std::uint32_t most_small_slots = 1024;

// How much work falls on neighbourhoods of which size, by the table that one needs: slots a power of two, a third more than members.
class WorkBySlots {
public:
    void add(double size, double neighbourhoods) {
        double const work = neighbourhoods * size * size; // it grows with the square of the size
        work_[std::min<int>(most_bits, std::bit_width(static_cast<std::uint64_t>(size * 4 / 3)))] += work;
        total_ += work;
    }

    // The fewest slots in which so large a share of the work finds its neighbourhood.
    std::uint32_t slots(double share) const {
        int bits = 0;
        for (double covered = work_[0]; bits < most_bits && covered < share * total_;) covered += work_[++bits];
        return 1u << bits;
    }

private:
    static constexpr int most_bits = 13;
    double work_[most_bits + 1] = {};
    double total_ = 0;
};

// Slots in shared memory: four fifths of the work should find its neighbourhood there. A neighbourhood is rated by the lists along an
// edge, as many as the traversal has vertices; where there are no masks it is one list, met along each of its edges. Few slots leave
// room for many warps.
std::uint32_t small_table_slots(TraversalNeeds const& needs, GraphShape const& shape, Graph const& graph, int longest) {
    WorkBySlots work;
    if (needs.edges) {
        GraphRef const ref = graph.ref();
        for (VertexId v = 0; v < ref.vertex_count; ++v) {
            for (EdgeOffset p = ref.first_above(v, v); p < ref.end(v); ++p) {
                work.add(0.5 * longest * (double(ref.degree(v)) + ref.degree(ref.neighbours[p])), 1);
            }
        }
    } else {
        for (std::size_t length = 0; length < shape.lists.size(); ++length) {
            auto const size = static_cast<double>(length);
            work.add(size, size * shape.lists[length]);
        }
    }
    return std::clamp(work.slots(0.8), fewest_small_slots, most_small_slots);
}

// What of `slots` a warp of fewer lanes gets; 0 where so few would hold hardly any neighbourhood.
std::uint32_t slots_of_width(std::uint32_t slots, int warp_width) {
    constexpr std::uint32_t least = 16;
    std::uint32_t const share = slots * static_cast<std::uint32_t>(warp_width) / full_warp_width;
    return share < least ? 0 : share;
}

// Whether the 4^d pair counters lie in shared memory: where they take no more than these lanes' part of 4 KiB for a full warp.
bool pair_counters_are_fast(int d, int warp_width) {
    return std::uint64_t{1} << 2 * d <= std::uint64_t{1024} * static_cast<std::uint64_t>(warp_width) / full_warp_width;
}

// The matrix, the extension rows and the members, see traversal/dense.hpp; in shared memory where they leave room for enough warps.
void plan_dense(WorkerLayout& layout, TraversalNeeds const& needs, GraphShape const& graph, WorkerKind kind,
                int warp_width) {
    constexpr std::uint32_t most_fast_entries = 2048; // of a full warp: 8 KiB
    layout.row_capacity = graph.max_degree();
    layout.row_words = 2 * ((layout.row_capacity + 63) / 64);
    layout.level_rows = static_cast<std::uint32_t>(needs.k - 1) * (needs.local ? 4 : needs.pivots ? 2 : 1);
    layout.dense_entries = (layout.row_capacity + layout.level_rows) * layout.row_words + layout.row_capacity;
    layout.dense_in_fast_memory =
        kind == WorkerKind::warp &&
        layout.dense_entries * full_warp_width <= most_fast_entries * static_cast<std::uint32_t>(warp_width);
    if (needs.stores) layout.extension_entries = layout.row_capacity; // a row as a list
    std::uint64_t const members = layout.row_capacity;
    if (kind == WorkerKind::warp && warp_width == full_warp_width && needs.factors) {
        layout.factor_frames = std::min<std::uint64_t>(most_factor_frames, layout.row_capacity);
    }
    if (needs.local) layout.local_entries = 1 + members + (needs.local_edges ? members * (members - 1) / 2 : 0);
}

void check_pivoting(TraversalNeeds const& needs, GraphShape const& graph) {
    constexpr VertexId most_members = 10000; // 50 million kinds of leaves
    if (!needs.dense || needs.root_size != 1) {
        throw InputError(
            "pivoting needs `static constexpr bool dense = true` and starts from vertices: no root_size()");
    }
    if (needs.shortest < 1 || needs.longest < needs.shortest) {
        throw InputError(fmt::format("cliques of {} to {} vertices: give sizes from 1 up, the smaller first",
                                     needs.shortest, needs.longest));
    }
    if (graph.max_degree() > most_members) {
        throw InputError(fmt::format("a vertex has {} successors; pivoting is for {} at most; use another algorithm",
                                     graph.max_degree(), most_members));
    }
}

} // namespace

GraphShape shape_of(Graph const& graph) {
    GraphShape shape{graph.vertex_count(), graph.neighbour_array().size(),
                     std::vector<VertexId>(graph.max_degree() + std::size_t{1})};
    for (VertexId v = 0; v < shape.vertex_count; ++v) ++shape.lists[graph.degree(v)];
    return shape;
}

int levels_for_pivoting(TraversalNeeds const& needs, GraphShape const& graph) {
    std::uint64_t const by_degree = std::uint64_t{2} + graph.max_degree() / 2;
    return static_cast<int>(std::min<std::uint64_t>({by_degree, static_cast<std::uint64_t>(std::max(2, needs.longest)),
                                                     static_cast<std::uint64_t>(needs.max_vertices)}));
}

std::uint32_t least_successors(TraversalNeeds const& needs) {
    if (!needs.dense) return 0;
    return static_cast<std::uint32_t>((needs.pivots ? needs.shortest : needs.k) - 1);
}

std::uint32_t total_classes(TraversalNeeds const& needs, GraphShape const& graph, TransitionTableRef const& patterns) {
    if (needs.pivots) return leaf_cells(graph.max_degree());
    return patterns.k == 0 ? 1 : patterns.classes[patterns.k];
}

void check_needs(TraversalNeeds const& needs, GraphShape const& graph, TransitionTableRef const& patterns) {
    if (needs.pivots) return check_pivoting(needs, graph);
    int const longest = std::min(needs.max_vertices, needs.edges ? max_pattern_vertices : max_traversal_length);
    if (needs.k < 3 || needs.k > longest) {
        throw InputError(fmt::format("k = {} is not supported here; choose k from 3 to {}", needs.k, longest));
    }
    if (needs.patterns && patterns.k == 0) {
        throw InputError(
            fmt::format("this application counts patterns: set RunOptions::patterns to tables for k = {}", needs.k));
    }
    if (patterns.k != 0 && patterns.k != needs.k) {
        throw InputError(fmt::format("the pattern tables are for k = {}, the run is for k = {}; load tables for k = {}",
                                     patterns.k, needs.k, needs.k));
    }
    constexpr VertexId most_members = 0xffff - 1; // the mask table numbers them
    if (needs.dense && graph.max_degree() > most_members) {
        throw InputError(fmt::format("a vertex has {} successors; bit rows are for {} at most; use another algorithm",
                                     graph.max_degree(), most_members));
    }
    if (needs.dense && needs.root_size != 1) throw InputError("dense mode starts from vertices: drop root_size()");
    if (needs.counted_levels == 2 && !needs.dense && graph.entries > 0xffffffffu) {
        throw InputError(
            fmt::format("counting the last two levels needs fewer than 2^31 edges, the graph has {}; use the paper "
                        "form of the application",
                        needs.oriented ? graph.entries : graph.entries / 2));
    }
}

void check_stored(TraversalNeeds const& needs, GraphShape const& graph, WorkerKind kind) {
    constexpr VertexId most_members = 16383; // under any 32 of so many members there are fewer than 2^32 pairs
    bool const numbers = kind == WorkerKind::warp && needs.stores && needs.dense && needs.counted_levels > 2;
    if (!numbers || graph.max_degree() <= most_members) return;
    throw InputError(fmt::format("a vertex has {} successors; a warp stores triples of {} at most; run on the host",
                                 graph.max_degree(), most_members));
}

int choose_warp_width(int wanted, DeviceKind device, std::span<int const> compiled) {
    if (device != DeviceKind::cuda) {
        if (wanted == 0) return 0;
        throw InputError(
            fmt::format("a warp width of {} is for CUDA, and this run is on {}; leave it out, or use --device "
                        "cuda",
                        wanted, device == DeviceKind::lockstep ? "lockstep" : "the host"));
    }
    int const width = wanted == 0 ? full_warp_width : wanted;
    if (std::ranges::find(all_warp_widths, width) == all_warp_widths.end()) {
        throw InputError(fmt::format("a warp width of {} is not supported; choose one of {}", width,
                                     fmt::join(all_warp_widths, ", ")));
    }
    if (std::ranges::find(compiled, width) == compiled.end()) {
        throw InputError(
            fmt::format("this application is not compiled for a warp width of {}, but for {}; choose one of "
                        "them, or declare `static constexpr auto warp_widths = all_warp_widths` in it",
                        width, fmt::join(compiled, ", ")));
    }
    return width;
}

WorkerLayout plan_worker(TraversalNeeds const& needs, GraphShape const& shape, Graph const& graph, WorkerKind kind,
                         int warp_width) {
    WorkerLayout layout;
    int const last_stored = needs.k - needs.counted_levels;
    if (needs.dense) plan_dense(layout, needs, shape, kind, warp_width);
    for (int length = 1; length <= last_stored && !needs.dense; ++length) {
        layout.level_offset[length] = layout.extension_entries;
        layout.extension_entries += extension_capacity(needs, shape, length);
    }
    if (needs.edges) layout.mask_entries = layout.extension_entries;
    if (needs.stores && kind == WorkerKind::warp) {
        layout.held_back_entries = held_back_by_warp * static_cast<std::uint32_t>(warp_width) / full_warp_width;
        layout.held_back_records = layout.held_back_entries / static_cast<std::uint32_t>(needs.k);
    }
    std::uint64_t const table = table_capacity(needs, shape, last_stored);
    if (kind == WorkerKind::lane) {
        if (table > 0) {
            layout.key_entries = table;
            layout.state_entries = shape.vertex_count;
        }
    } else if (table > 0) {
        layout.large_slots = std::bit_ceil(static_cast<std::uint32_t>(std::max<std::uint64_t>(64, 2 * table)));
        std::uint32_t const small =
            layout.large_slots <= fewest_small_slots
                ? layout.large_slots
                : std::min(layout.large_slots, small_table_slots(needs, shape, graph, last_stored));
        layout.small_slots = slots_of_width(small, warp_width);
        layout.key_entries = layout.state_entries = layout.large_slots;
    }
    if (!needs.edges) return layout;
    int const d =
        needs.k - 2; // masks of the last stored level of the fast form; twice as many where one level more is stored
    std::uint32_t pair_counters = 0;
    if (needs.counted_levels == 2 && kind == WorkerKind::lane) {
        pair_counters = 2u << 2 * d;
    } else if (needs.counted_levels == 2) {
        layout.extent_entries = extension_capacity(needs, shape, last_stored);
        pair_counters = 1u << 2 * d;
        layout.counters_in_fast_memory = pair_counters_are_fast(d, warp_width);
    }
    layout.fast_counters = (3u << d) + (layout.counters_in_fast_memory ? pair_counters : 0);
    layout.counter_entries = layout.counters_in_fast_memory ? 0 : pair_counters;
    return layout;
}

int fit_workers(WorkerLayout const& layout, int wanted, std::uint64_t budget_bytes) {
    std::uint64_t const each = std::max<std::uint64_t>(1, layout.bytes());
    std::uint64_t const fit = budget_bytes / each;
    if (fit == 0) {
        throw Error(fmt::format(
            "one worker needs {} bytes for its traversals, and {} are available; raise traversal_memory_share, "
            "choose a smaller k, or run on the host",
            each, budget_bytes));
    }
    return static_cast<int>(std::min<std::uint64_t>(fit, static_cast<std::uint64_t>(wanted)));
}

std::string RunPlan::describe() const {
    auto const size = [](std::uint64_t bytes) {
        double const kibibytes = static_cast<double>(bytes) / 1024;
        return kibibytes < 1024 ? fmt::format("{:.1f} KiB", kibibytes) : fmt::format("{:.1f} MiB", kibibytes / 1024);
    };
    return fmt::format(
        "device              {} ({})\n"
        "workers             {}\n"
        "initial traversals  {}\n"
        "graph               {}\n"
        "traversals          {} ({} a worker, {} of them fast memory)\n"
        "peak                {}\n",
        device.name, device.kind, device.workers, roots, size(memory.graph_bytes), size(memory.traversal_bytes),
        bytes_per_worker + fast_bytes_per_worker, fast_bytes_per_worker, size(memory.peak_bytes));
}

} // namespace cerrado
