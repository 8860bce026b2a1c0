// What all workers of one run share, and the memory one worker owns: trivially copyable views, planned before the launch.
#pragma once

#include <cerrado/graph/graph_ref.hpp>
#include <cerrado/pattern/transition.hpp>
#include <cerrado/traversal/share_queue.hpp>
#include <cerrado/traversal/store.hpp>
#include <cerrado/warp/warp.hpp>

namespace cerrado {

using Mask = std::uint16_t;                 // bit i: adjacent to the i-th vertex of the traversal
inline constexpr int max_masked_length = 9; // traversal vertices that masks can speak of

// An initial traversal: one vertex, or an edge source < target (target is no_vertex for one vertex); of its extensions, only every
// `slices`-th from `slice` on is consumed, so that a heavy one can be shared by several workers. Where cliques are stored there can be several
// times as many slices as extensions; then each extension has its parts.
struct Job {
    VertexId source, target;
    std::uint32_t slice, slices;
};
inline constexpr VertexId no_vertex = ~VertexId{0};

// The queue of initial traversals, heaviest first; `stop` ends the handing out, never a job begun.
struct JobQueue {
    Job const* jobs = nullptr;
    std::uint64_t count = 0;
    Count* next = nullptr;
    std::uint32_t* stop = nullptr;
};

// 128-bit counters to which every worker may add, see phase::add_wide().
struct WideCells {
    Count* low = nullptr;
    Count* high = nullptr;
};

// Totals per canonical class (or one total). Workers add to 64-bit partial banks; before a bank can overflow they spill it to the
// wide totals.
struct Accumulators {
    Count* partial = nullptr; // banks x classes
    WideCells wide;
    std::uint32_t classes = 1;
    std::uint32_t banks = 1;
    Count budget = 0; // what one worker may add to its bank between two spills
    Count* jobs_done = nullptr;
    Count* too_deep = nullptr; // pivoting: traversals that had no level left to branch on
};

// The part of an extension's list that exceeds the root, and the row of its counters; one 16-byte load.
struct alignas(16) Extent {
    EdgeOffset begin;
    std::uint32_t length;
    std::uint32_t row;
};

// Counts per vertex and edge, see traversal/local.hpp.
struct LocalRef {
    WideCells vertices; // by vertex
    WideCells edges;    // by position in the oriented lists; null where nobody asked for them
    WideCount const* binomials =
        nullptr; // C(n, i) at n * columns + min(i, n - i); of those left out none fits 128 bits
    std::uint32_t columns = 0;
    int size = 0; // vertices of the cliques counted
};

// What a warp keeps of a branch while it counts a leaf by its complement, see clique_polynomial_warp.hpp.
struct FactorFrame {
    struct Coefficients {
        Count low, high;
    };
    std::uint64_t rest;             // vertices beside the component that is branched on
    std::uint64_t taken;            // of the component, where its vertex is taken
    int factor_degree, left_degree; // left_degree -1: that branch is not done
    Coefficients factor[32];        // of the product so far, by lane
    Coefficients left[32];          // of the branch without the vertex
};

// What pivoting knows of a level. A leaf is (1 + x)^pivots times (1 + 2x)^pairs or 1 + candidates x + edges x^2.
struct PivotState {
    std::uint32_t pivots; // of the whole traversal up to here
    std::uint32_t pivot;  // the member whose non-neighbours are the extensions
    std::uint32_t pairs;
    std::uint32_t candidates;
    std::uint32_t edges;
    std::uint32_t
        rotation; // slices begin elsewhere on each stage, which can have fewer extensions than there are slices
};

// One vertex of the traversal and the extensions of the traversal that ends with it.
struct Level {
    VertexId vertex = 0;
    Mask mask = 0; // adjacency to the vertices before it, where the application asks for edges; pivoting: pivots taken
    bool generated = false;    // the extensions were produced
    std::uint32_t size = 0;    // extensions not yet consumed: the first `size` of the list
    std::uint32_t total = 0;   // extensions as they were produced; in dense mode, bits that are left in the row
    EdgeOffset above_root = 0; // where the vertex's list exceeds the root (exclusive forms)
    union {
        PatternState pattern{}; // canonical class and permutation of the traversal up to here
        PivotState pivoting;    // the same place where an application pivots
    };
};

// What a worker that stopped in the middle needs to go on; its extension lists stay where they are.
struct SavedTraversal {
    int length = 0; // 0: it had none
    int first_length = 1;
    std::uint32_t slice = 0;
    std::uint32_t slices = 1;
    std::uint32_t part = 0;
    std::uint32_t parts = 1;
    std::uint32_t range_first = 0;
    std::uint32_t range_end = 0;
    bool donated = false;
};

inline constexpr std::uint32_t request_pause = ~0u; // stop at control and keep the traversal (`stop`)

// Load balancing, as workers see it; absent (enabled = false) it costs nothing.
struct BalanceRef {
    ShareQueueRef queue;
    std::uint32_t* requests = nullptr; // per worker: ranges it is asked to give away, or request_pause
    std::uint32_t* activity = nullptr; // per worker, read by the balancer thread: see pack_activity()
    Count* pending = nullptr;          // workers with a traversal plus donated traversals nobody has taken (`share`)
    Count* donated = nullptr;          // traversals donated so far
    Count* donated_done = nullptr;
    SavedTraversal* saved = nullptr; // per worker (`stop`)
    Level* saved_levels = nullptr;   // per worker, k of them
    bool enabled = false;
    bool waits_for_work = false; // `share`: an idle worker stays until no work can appear
    bool only_donates = false;   // `stop`, between two launches: serve the request and save again
};

CERRADO_FN inline std::uint32_t pack_activity(bool active, std::uint32_t weight) {
    std::uint32_t const most = 0x7fffffffu;
    return (weight < most ? weight : most) << 1 | (active ? 1u : 0u);
}

inline constexpr std::uint32_t held_back_by_warp = 1280; // that stores subgraphs: vertices of records

// Sizes that say where the parts of a worker's memory lie; the same for all workers of a run.
struct WorkerLayout {
    std::uint64_t level_offset[max_traversal_length + 1] =
        {}; // of the extensions of a traversal of that length, in entries
    std::uint64_t extension_entries = 0;
    std::uint64_t mask_entries = 0;   // extension_entries, or 0 when the application asks for no edges
    std::uint64_t extent_entries = 0; // for the extensions of the last level that is stored
    std::uint64_t key_entries = 0;    // of the large mask table; on the host: vertices it can have touched
    std::uint64_t state_entries = 0;
    std::uint64_t counter_entries = 0; // pair counters outside the fast memory
    std::uint32_t large_slots = 0;     // of the mask table in device memory, a power of two
    std::uint32_t small_slots = 0;     // of the mask table in the worker's fast memory, a power of two; 0 on the host
    std::uint32_t fast_counters = 0;   // 32-bit counters in the fast memory; pair_counts.hpp says which
    bool counters_in_fast_memory = true;
    std::uint32_t row_words = 0;     // dense mode: 32-bit words of a bit row, even; 0 without it
    std::uint32_t row_capacity = 0;  // members of the largest neighbourhood
    std::uint32_t level_rows = 0;    // rows of all levels; pivoting has two a level, with local counts four
    std::uint32_t dense_entries = 0; // words of a worker's matrix, extension rows and members
    bool dense_in_fast_memory = false;
    std::uint32_t held_back_entries = 0; // storing: vertices of records in the fast memory; of warps alone
    std::uint32_t held_back_records = 0; // that fit
    std::uint64_t local_entries = 0;     // 128-bit local counters of one neighbourhood
    std::uint64_t factor_frames = 0;     // 0: leaves are branched on

    CERRADO_FN std::uint64_t fast_bytes() const {
        std::uint64_t const bytes =
            small_slots * (sizeof(VertexId) + sizeof(Mask)) +
            (held_back_entries + fast_counters + (dense_in_fast_memory ? std::uint64_t{dense_entries} : 0)) *
                sizeof(std::uint32_t);
        return (bytes + 15) / 16 * 16;
    }
    CERRADO_FN std::uint64_t bytes() const { // of one worker, fast memory aside
        return extension_entries * sizeof(VertexId) + mask_entries * sizeof(Mask) + extent_entries * sizeof(Extent) +
               key_entries * sizeof(VertexId) + state_entries * sizeof(Mask) +
               (counter_entries + dense_area_entries()) * sizeof(std::uint32_t) + local_entries * sizeof(WideCount) +
               factor_frames * sizeof(FactorFrame);
    }
    CERRADO_FN std::uint64_t dense_area_entries() const { // outside the fast memory
        return dense_in_fast_memory ? 0 : std::uint64_t{dense_entries};
    }
};

struct RunContext {
    GraphRef graph;
    TransitionTableRef patterns;
    JobQueue queue;
    Accumulators totals;
    StoreRef store;
    LocalRef local;
    BalanceRef balance;
    WorkerLayout layout;
    int k = 0;
};

// One worker's memory. On CUDA `fast` is shared memory, the rest device memory.
struct WorkerMemory {
    VertexId* extensions = nullptr;
    Mask* masks = nullptr;
    Extent* extents = nullptr;
    VertexId* table_keys = nullptr;
    Mask* table_states = nullptr;
    std::uint32_t* counters = nullptr;
    VertexId* small_keys = nullptr;
    Mask* small_states = nullptr;
    VertexId* held_back = nullptr;
    std::uint32_t* fast_counters = nullptr;
    std::uint32_t* dense = nullptr;
    WideCount* local = nullptr;
    FactorFrame* frames = nullptr;
    std::uint32_t worker = 0;
};

// The memory of all workers, part by part; HostRun and CudaMemory in runtime/ own it.
struct ArenaRef {
    VertexId* extensions = nullptr;
    Mask* masks = nullptr;
    Extent* extents = nullptr;
    VertexId* table_keys = nullptr;
    Mask* table_states = nullptr;
    std::uint32_t* counters = nullptr;
    std::uint32_t* dense = nullptr;
    WideCount* local = nullptr;
    FactorFrame* frames = nullptr;

    // `fast`: fast_bytes() of memory that this worker's lanes share, aligned to 16 bytes.
    CERRADO_FN WorkerMemory worker(WorkerLayout const& layout, std::uint32_t index, void* fast) const {
        WorkerMemory memory;
        memory.extensions = extensions + index * layout.extension_entries;
        memory.masks = masks + index * layout.mask_entries;
        memory.extents = extents + index * layout.extent_entries;
        memory.table_keys = table_keys + index * layout.key_entries;
        memory.table_states = table_states + index * layout.state_entries;
        memory.counters = counters + index * layout.counter_entries;
        memory.held_back = static_cast<VertexId*>(fast);
        memory.fast_counters = memory.held_back + layout.held_back_entries;
        memory.small_keys = memory.fast_counters + layout.fast_counters;
        memory.small_states = reinterpret_cast<Mask*>(memory.small_keys + layout.small_slots);
        memory.dense = layout.dense_in_fast_memory
                           ? reinterpret_cast<std::uint32_t*>(memory.small_states + layout.small_slots)
                           : dense + index * layout.dense_area_entries();
        memory.local = local + index * layout.local_entries;
        memory.frames = frames + index * layout.factor_frames;
        memory.worker = index;
        return memory;
    }
};

} // namespace cerrado
