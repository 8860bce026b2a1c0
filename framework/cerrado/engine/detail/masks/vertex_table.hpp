// A table from vertices to 16 bits in a worker's memory. All lanes fill it together. It holds the adjacency masks of a
// neighbourhood, or the numbers of its members.
//
// HashTable (cuda, lockstep) uses open addressing. A small table lies in the worker's fast memory, a large one in its
// large area. At most half of the slots are used, so a look-up takes about two probes. DirectTable (scalar) is an array
// over all vertices. It keeps a list of the vertices that were set, to clear only these. Both have the same methods,
// and the same tests.
#pragma once

#include <cerrado/contract/plan.hpp>
#include <cerrado/traversal/detail/job.hpp>
#include <cerrado/warp/detail/scalar.hpp>

namespace cerrado {

using VertexValue = std::uint16_t;

// The table's arrays, for the array list of an engine.
struct TableKeys : ArrayOf<VertexId, Place::device> {};
struct TableValues : ArrayOf<VertexValue, Place::device> {};
struct FastTableKeys : ArrayOf<VertexId, Place::fast> {};
struct FastTableValues : ArrayOf<VertexValue, Place::fast> {};
using TableArrays = ArrayList<FastTableKeys, FastTableValues, TableKeys, TableValues>;

struct TableSizes {
    std::uint32_t large_slots = 0; // slots in device memory, a power of two
    std::uint32_t small_slots = 0; // slots in the worker's fast memory, a power of two; 0 on the host
};

// Returns: the sizes for a warp whose table holds up to `capacity` vertices. `wanted` is the number of slots in fast
// memory that a full warp should have.
TableSizes table_sizes(std::uint64_t capacity, std::uint32_t wanted, int warp_width);
// If a table has more slots than this, it pays to compute how many should lie in fast memory.
inline constexpr std::uint32_t fewest_small_slots = 256;

// Plans a table of up to `capacity` vertices, 0 for none. work() returns the WorkBySlots of a run.
template <class List, class Work>
TableSizes plan_table(ArrayPlan& arrays, PlanRequest const& request, std::uint64_t capacity, Work const& work) {
    TableSizes sizes;
    if (capacity == 0) return sizes;
    if (request.kind == WorkerKind::lane) {
        arrays.reserve<List, TableKeys>(capacity);
        arrays.reserve<List, TableValues>(request.shape.vertex_count);
        return sizes;
    }
    sizes = table_sizes(capacity, fewest_small_slots, request.warp_width);
    // Four fifths of the work should find its neighbourhood in fast memory. If the slots are few, many warps have room.
    if (sizes.large_slots > fewest_small_slots) sizes = table_sizes(capacity, work().slots(0.8), request.warp_width);
    arrays.reserve<List, FastTableKeys>(sizes.small_slots);
    arrays.reserve<List, FastTableValues>(sizes.small_slots);
    arrays.reserve<List, TableKeys>(sizes.large_slots);
    arrays.reserve<List, TableValues>(sizes.large_slots);
    return sizes;
}

// The place of a worker's table.
struct TableMemory {
    VertexId* keys;
    VertexValue* values;
    VertexId* fast_keys;
    VertexValue* fast_values;
};
template <class T> CERRADO_FN TableMemory table_memory(T const& te) {
    return {te.template array<TableKeys>(), te.template array<TableValues>(), te.template array<FastTableKeys>(),
            te.template array<FastTableValues>()};
}

template <class W> class HashTable {
public:
    static constexpr VertexId empty = no_vertex;

    HashTable() = default;

    // Empties the table and makes room for `expected` vertices. Lanes: all.
    CERRADO_FN void reset(W const& warp, TableMemory const& memory, TableSizes const& sizes, std::uint64_t expected) {
        // `expected` counts a vertex once for each list that has it. So the real load is lower, and in fast memory a
        // load of up to 3/4 is good enough. A warp of few lanes may have no slots there.
        in_fast_memory_ = sizes.small_slots > 0 && 4 * expected <= 3 * std::uint64_t{sizes.small_slots};
        std::uint32_t const most = in_fast_memory_ ? sizes.small_slots : sizes.large_slots;
        std::uint32_t slots = most < 64 ? most : 64;
        while (slots < 4 * expected && slots < most) slots *= 2;
        keys_ = in_fast_memory_ ? memory.fast_keys : memory.keys;
        values_ = in_fast_memory_ ? memory.fast_values : memory.values;
        last_slot_ = slots - 1;
        hash_shift_ = 32 - lowest_bit(slots);
        for (std::uint32_t slot = static_cast<std::uint32_t>(warp.lane()); slot < slots; slot += W::width)
            keys_[slot] = empty;
        warp.sync();
    }

    // Adds the bits of `bit` to u's value. Requires: each lane has another u, and a sync() lies between two additions
    // to the same vertex. Lanes: any.
    CERRADO_FN void add(VertexId u, VertexValue bit) {
        if (in_fast_memory_) {
            add_to(W::fast(keys_), W::fast(values_), u, bit);
        } else {
            add_to(keys_, values_, u, bit);
        }
    }

    // Requires: a sync() after the additions. Lanes: any. Returns: the slot of u, or -1 if there is none. Cost: about
    // two probes.
    CERRADO_FN std::int32_t find(VertexId u) const {
        return in_fast_memory_ ? view<true>().find(u) : view<false>().find(u);
    }

    // A view for inner loops. It decides only once in which address space the table lies.
    struct View {
        VertexId const* keys;
        VertexValue const* values;
        std::uint32_t last_slot;
        int hash_shift;

        CERRADO_FN std::uint32_t home(VertexId u) const { return (u * multiplier) >> hash_shift; }
        CERRADO_FN std::int32_t find(VertexId u) const {
            std::uint32_t const slot = home(u);
            return find_from(slot, keys[slot], u);
        }
        // The same, for a caller that has read the key at `slot` = home(u).
        CERRADO_FN std::int32_t find_from(std::uint32_t slot, VertexId key, VertexId u) const {
            while (key != empty) {
                if (key == u) return static_cast<std::int32_t>(slot);
                slot = (slot + 1) & last_slot;
                key = keys[slot];
            }
            return -1;
        }
    };
    template <bool in_fast_memory> CERRADO_FN View view() const {
        if constexpr (in_fast_memory) return {W::fast(keys_), W::fast(values_), last_slot_, hash_shift_};
        return {keys_, values_, last_slot_, hash_shift_};
    }
    CERRADO_FN void leave() {} // leaves the table's memory as it is
    CERRADO_FN VertexValue value(std::int32_t slot) const { return values_[slot]; }
    CERRADO_FN void set_value(std::int32_t slot, VertexValue value) { values_[slot] = value; }
    CERRADO_FN bool in_fast_memory() const { return in_fast_memory_; }
    // Requires: no more look-ups. Returns: the table's memory. It has room for as many vertices as were expected.
    CERRADO_FN VertexId* spare() const { return keys_; }

private:
    static constexpr std::uint32_t multiplier = 0x9E3779B1u; // Fibonacci hashing

    CERRADO_FN void add_to(VertexId* keys, VertexValue* values, VertexId u, VertexValue bit) {
        std::uint32_t slot = (u * multiplier) >> hash_shift_;
        for (;;) {
            VertexId const old = W::lane_cas(keys + slot, empty, u);
            if (old == empty) {
                values[slot] = bit;
                return;
            }
            if (old == u) {
                values[slot] = static_cast<VertexValue>(values[slot] | bit);
                return;
            }
            slot = (slot + 1) & last_slot_;
        }
    }

    VertexId* keys_ = nullptr;
    VertexValue* values_ = nullptr;
    std::uint32_t last_slot_ = 0;
    int hash_shift_ = 0;
    bool in_fast_memory_ = false;
};

template <class W> class DirectTable {
    static_assert(W::width == 1);

public:
    CERRADO_FN void reset(W const&, TableMemory const& memory, TableSizes const&, std::uint64_t) {
        leave();
        values_ = memory.values;
        touched_ = memory.keys;
    }
    // Leaves the table's memory clear for its next user.
    CERRADO_FN void leave() {
        for (std::uint64_t i = 0; i < touched_count_; ++i) values_[touched_[i]] = 0;
        touched_count_ = 0;
    }
    CERRADO_FN void add(VertexId u, VertexValue bit) {
        if (values_[u] == 0) touched_[touched_count_++] = u;
        values_[u] = static_cast<VertexValue>(values_[u] | bit);
    }
    CERRADO_FN std::int64_t find(VertexId u) const { return values_[u] == 0 ? -1 : std::int64_t{u}; }
    CERRADO_FN VertexValue value(std::int64_t slot) const { return values_[slot]; }
    CERRADO_FN void set_value(std::int64_t slot, VertexValue value) { values_[slot] = value; }
    CERRADO_FN VertexValue const* values() const { return values_; }

    struct View {
        VertexValue const* values;
        CERRADO_FN std::int64_t find(VertexId u) const { return values[u] == 0 ? -1 : std::int64_t{u}; }
    };
    CERRADO_FN static bool in_fast_memory() { return false; }
    template <bool> CERRADO_FN View view() const { return {values_}; }

private:
    VertexValue* values_ = nullptr;
    VertexId* touched_ = nullptr;
    std::uint64_t touched_count_ = 0;
};

template <class W> struct VertexTableOf { using type = HashTable<W>; };
template <> struct VertexTableOf<ScalarWarp> { using type = DirectTable<ScalarWarp>; };
template <class W> using VertexTable = typename VertexTableOf<W>::type;

} // namespace cerrado
