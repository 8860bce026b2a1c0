// The tally of a root's wedges: the number of wedges to each vertex, and the memory for it.
#pragma once

#include <cerrado/contract/plan.hpp>
#include <cerrado/engine/detail/lists/list_entries.hpp>
#include <cerrado/engine/scratch.hpp>
#include <cerrado/traversal/detail/job.hpp>
#include <cerrado/warp/detail/scalar.hpp>

namespace cerrado {

// A tally maps vertices to 32 bits in a worker's memory. All lanes add to it together.
//
// HashTally (cuda, lockstep) uses open addressing. A small tally lies in the worker's fast memory, a large one in its
// large area. DirectTally (scalar) is an array over all vertices. It keeps a list of the vertices that were changed, to
// clear only these. Both have the same methods, and the same tests. Unlike a tally, a VertexTable has 16 bits per
// vertex, and no sums.
//
// Each lane comes with a batch of vertices, so that their look-ups in device memory overlap.

// A vertex and its value. One load reads both.
struct alignas(8) TallySlot {
    VertexId key;
    std::uint32_t value;
};

// The tally's arrays, for the array list of an engine.
struct TallySlots : ArrayOf<TallySlot, Place::device> {};
struct FastTallySlots : ArrayOf<TallySlot, Place::fast> {};
struct TallyValues : ArrayOf<std::uint32_t, Place::device> {}; // on the host: the value of each vertex
struct TallyTouched : ArrayOf<VertexId, Place::device> {};     // on the host: the vertices whose value is not 0
using TallyArrays = ArrayList<FastTallySlots, TallySlots, TallyValues, TallyTouched>;

struct TallySizes {
    std::uint32_t large_slots = 0; // slots in device memory, a power of two
    std::uint32_t small_slots = 0; // slots in the worker's fast memory, a power of two
};

// Returns: the sizes for a warp whose tally holds up to `capacity` vertices. `wanted` is the number of slots in fast
// memory that a full warp should have.
TallySizes tally_sizes(std::uint64_t capacity, std::uint32_t wanted, int warp_width);

// Plans a tally of up to `capacity` vertices.
template <class List>
TallySizes plan_tally(ArrayPlan& arrays, PlanRequest const& request, std::uint64_t capacity, std::uint32_t wanted) {
    if (request.kind == WorkerKind::lane) {
        arrays.reserve<List, TallyValues>(request.shape.vertex_count);
        arrays.reserve<List, TallyTouched>(capacity + 1); // a vertex is noted before it is known to be new
        return {};
    }
    TallySizes const sizes = tally_sizes(capacity, wanted, request.warp_width);
    arrays.reserve<List, FastTallySlots>(sizes.small_slots);
    arrays.reserve<List, TallySlots>(sizes.large_slots);
    return sizes;
}

// The place of a worker's tally.
struct TallyMemory {
    TallySlot* slots;
    TallySlot* fast_slots;
    std::uint32_t* values;
    VertexId* touched;
};
template <class T> CERRADO_FN TallyMemory tally_memory(T const& te) {
    return {te.template array<TallySlots>(), te.template array<FastTallySlots>(), te.template array<TallyValues>(),
            te.template array<TallyTouched>()};
}

template <class W> class HashTally {
public:
    // Empties the tally, and makes room for `expected` vertices. This is at least 48, and at most the number for which
    // the tally was planned. If there is enough memory, it makes room for `times` as many. Lanes: all.
    CERRADO_FN void clear(W const& warp, TallyMemory const& memory, TallySizes const& sizes, std::uint64_t expected,
                          std::uint32_t times = 1) {
        in_fast_memory_ = sizes.small_slots > 0 && has_room(sizes.small_slots, expected);
        std::uint32_t const most = in_fast_memory_ ? sizes.small_slots : sizes.large_slots;
        std::uint32_t slots = most < 64 ? most : 64;
        while (slots < most && !has_room(slots, expected * times)) slots *= 2;
        slots_ = in_fast_memory_ ? memory.fast_slots : memory.slots;
        last_slot_ = slots - 1;
        hash_shift_ = 32 - lowest_bit(slots);
        warp.sync(); // no lane still reads the old contents
        for (std::uint32_t slot = static_cast<std::uint32_t>(warp.lane()); slot < slots; slot += W::width) {
            slots_[slot] = {empty, 0};
        }
        warp.sync();
    }

    // Adds `value` for each of these vertices; no_vertex stands for none. Sets before[i] to the value before the
    // addition. Lanes: any. Cost: about two probes and two atomic operations for each.
    template <int n> CERRADO_FN void add(VertexId const (&u)[n], std::uint32_t value, std::uint32_t (&before)[n]) {
        if (in_fast_memory_) {
            add_to(W::fast(slots_), u, value, before);
        } else {
            add_to(slots_, u, value, before);
        }
    }

    // Sets `values` to the values of these vertices. The value is 0 for vertices to which nothing was added. Requires:
    // a sync() after the additions. Lanes: any. Cost: about two probes for each.
    template <int n> CERRADO_FN void look_up(VertexId const (&u)[n], std::uint32_t (&values)[n]) const {
        if (in_fast_memory_) {
            look_up_in(W::fast(slots_), u, values);
        } else {
            look_up_in(slots_, u, values);
        }
    }

    // Calls take(is_one, u) for all slots, one slot per lane. Lanes: all; every lane calls `take` equally often.
    // Cost: the slots, divided by the width.
    template <class Take> CERRADO_FN void for_each(W const& warp, Take const& take) const {
        for (std::uint32_t first = 0; first <= last_slot_; first += W::width) {
            std::uint32_t const slot = first + static_cast<std::uint32_t>(warp.lane());
            VertexId const u = slot <= last_slot_ ? slots_[slot].key : empty;
            take(u != empty, u);
        }
    }

    // True if this lane met more vertices than fit. The excess was not added.
    CERRADO_FN bool is_overfull() const { return is_overfull_; }
    CERRADO_FN void leave() {} // leaves the tally's memory as it is

private:
    static constexpr VertexId empty = no_vertex;
    static constexpr std::uint32_t multiplier = 0x9E3779B1u; // Fibonacci hashing

    // `expected` counts a vertex once for each addition, so the real load is lower.
    static CERRADO_FN bool has_room(std::uint32_t slots, std::uint64_t expected) {
        return 4 * expected <= 3 * std::uint64_t{slots};
    }
    CERRADO_FN std::uint32_t home(VertexId u) const { return (u * multiplier) >> hash_shift_; }

    // Each step is taken for all vertices before the next step, so their waits for memory overlap.
    template <int n>
    CERRADO_FN void add_to(TallySlot* slots, VertexId const (&u)[n], std::uint32_t value, std::uint32_t (&before)[n]) {
        VertexId key[n];
        std::uint32_t slot[n];
        for (int i = 0; i < n; ++i) slot[i] = home(u[i]);
        for (int i = 0; i < n; ++i) key[i] = u[i] != empty ? W::grid_load(&slots[slot[i]].key) : empty;
        for (int i = 0; i < n; ++i) {
            if (u[i] != empty && key[i] == empty) key[i] = W::lane_cas(&slots[slot[i]].key, empty, u[i]);
        }
        bool has_place[n];
        for (int i = 0; i < n; ++i) {
            std::uint32_t probes = 0;
            while (key[i] != empty && key[i] != u[i] && probes++ <= last_slot_) {
                slot[i] = (slot[i] + 1) & last_slot_;
                key[i] = W::lane_cas(&slots[slot[i]].key, empty, u[i]);
            }
            has_place[i] = u[i] != empty && (key[i] == empty || key[i] == u[i]);
            is_overfull_ |= u[i] != empty && !has_place[i];
        }
        for (int i = 0; i < n; ++i) before[i] = has_place[i] ? W::lane_add(&slots[slot[i]].value, value) : 0;
    }

    template <int n>
    CERRADO_FN void look_up_in(TallySlot const* slots, VertexId const (&u)[n], std::uint32_t (&values)[n]) const {
        TallySlot found[n];
        for (int i = 0; i < n; ++i) found[i] = u[i] != empty ? slots[home(u[i])] : TallySlot{empty, 0};
        for (int i = 0; i < n; ++i) {
            for (std::uint32_t slot = home(u[i]); found[i].key != u[i] && found[i].key != empty;) {
                slot = (slot + 1) & last_slot_;
                found[i] = slots[slot];
            }
            values[i] = found[i].key != empty ? found[i].value : 0;
        }
    }

    TallySlot* slots_ = nullptr;
    std::uint32_t last_slot_ = 0;
    int hash_shift_ = 0;
    bool in_fast_memory_ = false;
    bool is_overfull_ = false;
};

template <class W> class DirectTally {
    static_assert(W::width == 1);

public:
    CERRADO_FN void clear(W const&, TallyMemory const& memory, TallySizes const&, std::uint64_t expected,
                          std::uint32_t = 1) {
        leave();
        expected_ = expected;
        values_ = memory.values;
        touched_ = memory.touched;
    }
    CERRADO_FN bool is_overfull() const { return touched_count_ > expected_; }
    // Leaves the tally's memory clear for its next user.
    CERRADO_FN void leave() {
        for (std::uint64_t i = 0; i < touched_count_; ++i) values_[touched_[i]] = 0;
        touched_count_ = 0;
    }
    // Requires: the values are above 0.
    template <int n> CERRADO_FN void add(VertexId const (&u)[n], std::uint32_t value, std::uint32_t (&before)[n]) {
        for (int i = 0; i < n; ++i) {
            before[i] = 0;
            if (u[i] == no_vertex) continue;
            before[i] = values_[u[i]];
            touched_[touched_count_] = u[i];
            touched_count_ += before[i] == 0 ? 1 : 0;
            values_[u[i]] = before[i] + value;
        }
    }
    // Adds 1 for each vertex of a list part, and calls f(before) with the value before the addition.
    template <class Function>
    CERRADO_FN void add_list(VertexId const* list, std::uint32_t length, VertexId bound, Function const& f) {
        std::uint32_t* const values = values_; // these stay in registers
        VertexId* const touched = touched_;
        std::uint64_t count = touched_count_;
        for (std::uint32_t i = 0; i < length && list[i] < bound; ++i) { // lists ascend
            std::uint32_t const before = values[list[i]];
            touched[count] = list[i];
            count += before == 0 ? 1 : 0;
            values[list[i]] = before + 1;
            f(before);
        }
        touched_count_ = count;
    }
    CERRADO_FN std::uint32_t const* values() const { return values_; } // by vertex
    template <int n> CERRADO_FN void look_up(VertexId const (&u)[n], std::uint32_t (&values)[n]) const {
        for (int i = 0; i < n; ++i) values[i] = u[i] != no_vertex ? values_[u[i]] : 0;
    }
    template <class Take> CERRADO_FN void for_each(W const&, Take const& take) const {
        for (std::uint64_t i = 0; i < touched_count_; ++i) take(true, touched_[i]);
    }

private:
    std::uint32_t* values_ = nullptr;
    VertexId* touched_ = nullptr;
    std::uint64_t touched_count_ = 0;
    std::uint64_t expected_ = 0;
};

template <class W> struct TallyOf { using type = HashTally<W>; };
template <> struct TallyOf<ScalarWarp> { using type = DirectTally<ScalarWarp>; };
template <class W> using Tally = typename TallyOf<W>::type;

// The host's plan of the engine Wedges: its arrays, and the declarations of an application. wedges.hpp says what the
// engine does.

struct Wedges : OneVisit {
    struct Ends : ArrayOf<VertexId, Place::device> {};
    struct OwnLists : ArrayOf<phase::PartOfList, Place::device> {};
    using Arrays = JoinArrays<TallyArrays, ArrayList<Ends, OwnLists>>;
    static constexpr int max_vertices = 1;
    struct Ref {
        TallySizes tally;
        std::uint32_t room = 0; // vertices that a tally holds
    };

    // Roots with fewer lower neighbours are left out, unless the application has `least_lower`.
    static constexpr std::uint32_t usual_least_lower = 1;
    // A worker's share of the work is cut into pieces, and a slice of a root has this many of them, unless the
    // application has `pieces_a_slice`. A smaller number makes finer slices, but each slice computes again what it
    // needs from the others.
    static constexpr int usual_pieces_a_slice = 2;
    // The number of 8-byte slots in fast memory of a full warp's tally, unless the application has `fast_tally_slots`.
    // If there are more slots, fewer warps have room.
    static constexpr std::uint32_t usual_fast_slots = 1024;
    // An application may tally only lower neighbours, or only within for_each_own_range(). Then its `most_tallied` is
    // an upper bound on the vertices of a tally. Without it, each worker has room for all vertices within two steps of
    // a root.

    struct Planner : OneVisit::Planner {
        template <class App> explicit Planner(App const& app) : OneVisit::Planner(app) {
            if constexpr (requires { App::fast_tally_slots; }) fast_slots_ = App::fast_tally_slots;
            if constexpr (requires { App::least_lower; }) least_lower_ = App::least_lower;
            if constexpr (requires { App::pieces_a_slice; }) pieces_a_slice_ = App::pieces_a_slice;
            if constexpr (requires { App::most_tallied; }) most_tallied_ = App::most_tallied;
        }
        static int levels(TraversalNeeds const&, GraphShape const&) { return 1; }
        JobNeeds jobs(TraversalNeeds const&) const;
        Ref plan(ArrayPlan arrays, PlanRequest const& request) const;

    private:
        std::uint32_t fast_slots_ = usual_fast_slots;
        std::uint32_t least_lower_ = usual_least_lower;
        int pieces_a_slice_ = usual_pieces_a_slice;
        std::uint32_t most_tallied_ = ~std::uint32_t{0};
    };

    template <class W, class Te> class Operators;
};

} // namespace cerrado
