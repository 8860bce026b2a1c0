// The neighbourhood of a traversal as a table: vertex -> adjacency mask. Built from the adjacency lists by all lanes together.
//
// HashMaskTable (cuda, lockstep): open addressing, in the worker's fast memory when the neighbourhood is small, else in its large
// area; a look-up is about two probes at the load of at most 1/2 kept here. DirectMaskTable (scalar): an array over all vertices,
// cleared by the list of what was touched. Same names, same tests.
#pragma once

#include <cerrado/traversal/context.hpp>
#include <cerrado/warp/scalar.hpp>

namespace cerrado {

template <class W> class HashMaskTable {
public:
    static constexpr VertexId empty = no_vertex;

    HashMaskTable() = default;

    // Empties the table and makes room for `expected` vertices. Collective.
    CERRADO_FN void reset(W const& warp, WorkerMemory const& memory, WorkerLayout const& layout,
                          std::uint64_t expected) {
        // `expected` counts a vertex once per list it is in, so the load is lower than it seems: up to 3/4 passes in fast memory.
        // A warp of few lanes may have no slots there.
        in_fast_memory_ = layout.small_slots > 0 && 4 * expected <= 3 * std::uint64_t{layout.small_slots};
        std::uint32_t const most = in_fast_memory_ ? layout.small_slots : layout.large_slots;
        std::uint32_t slots = most < 64 ? most : 64;
        while (slots < 4 * expected && slots < most) slots *= 2;
        keys_ = in_fast_memory_ ? memory.small_keys : memory.table_keys;
        states_ = in_fast_memory_ ? memory.small_states : memory.table_states;
        last_slot_ = slots - 1;
        hash_shift_ = 32 - lowest_bit(slots);
        for (std::uint32_t slot = static_cast<std::uint32_t>(warp.lane()); slot < slots; slot += W::width)
            keys_[slot] = empty;
        warp.sync();
    }

    // Adds `bit` to u's mask. Each lane another u; between two bits a sync().
    CERRADO_FN void add(VertexId u, Mask bit) {
        if (in_fast_memory_) {
            add_to(W::fast(keys_), W::fast(states_), u, bit);
        } else {
            add_to(keys_, states_, u, bit);
        }
    }

    // Where u lies, or -1. Any lane, after a sync().
    CERRADO_FN std::int32_t find(VertexId u) const {
        return in_fast_memory_ ? view<true>().find(u) : view<false>().find(u);
    }

    // For inner loops: the table's address space is settled once.
    struct View {
        VertexId const* keys;
        Mask const* states;
        std::uint32_t last_slot;
        int hash_shift;

        CERRADO_FN std::uint32_t home(VertexId u) const { return (u * multiplier) >> hash_shift; }
        CERRADO_FN std::int32_t find(VertexId u) const {
            std::uint32_t const slot = home(u);
            return find_from(slot, keys[slot], u);
        }
        // The same, the key at `slot` = home(u) being known.
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
        if constexpr (in_fast_memory) return {W::fast(keys_), W::fast(states_), last_slot_, hash_shift_};
        return {keys_, states_, last_slot_, hash_shift_};
    }
    CERRADO_FN void leave() {} // its memory may be left as it is
    CERRADO_FN Mask state(std::int32_t slot) const { return states_[slot]; }
    CERRADO_FN void set_state(std::int32_t slot, Mask state) { states_[slot] = state; }
    CERRADO_FN bool in_fast_memory() const { return in_fast_memory_; }
    // For a table that is looked up no more: its memory, which has room for as many vertices as were expected.
    CERRADO_FN VertexId* spare() const { return keys_; }

private:
    static constexpr std::uint32_t multiplier = 0x9E3779B1u; // Fibonacci hashing

    CERRADO_FN void add_to(VertexId* keys, Mask* states, VertexId u, Mask bit) {
        std::uint32_t slot = (u * multiplier) >> hash_shift_;
        for (;;) {
            VertexId const old = W::lane_cas(keys + slot, empty, u);
            if (old == empty) {
                states[slot] = bit;
                return;
            }
            if (old == u) {
                states[slot] = static_cast<Mask>(states[slot] | bit);
                return;
            }
            slot = (slot + 1) & last_slot_;
        }
    }

    VertexId* keys_ = nullptr;
    Mask* states_ = nullptr;
    std::uint32_t last_slot_ = 0;
    int hash_shift_ = 0;
    bool in_fast_memory_ = false;
};

template <class W> class DirectMaskTable {
    static_assert(W::width == 1);

public:
    void reset(W const&, WorkerMemory const& memory, WorkerLayout const&, std::uint64_t) {
        leave();
        states_ = memory.table_states;
        touched_ = memory.table_keys;
    }
    // Leaves the memory clear for whoever uses it next.
    void leave() {
        for (std::uint64_t i = 0; i < touched_count_; ++i) states_[touched_[i]] = 0;
        touched_count_ = 0;
    }
    void add(VertexId u, Mask bit) {
        if (states_[u] == 0) touched_[touched_count_++] = u;
        states_[u] = static_cast<Mask>(states_[u] | bit);
    }
    std::int64_t find(VertexId u) const { return states_[u] == 0 ? -1 : std::int64_t{u}; }
    Mask state(std::int64_t slot) const { return states_[slot]; }
    void set_state(std::int64_t slot, Mask state) { states_[slot] = state; }
    Mask const* states() const { return states_; }

    struct View {
        Mask const* states;
        std::int64_t find(VertexId u) const { return states[u] == 0 ? -1 : std::int64_t{u}; }
    };
    CERRADO_FN static bool in_fast_memory() { return false; }
    template <bool> View view() const { return {states_}; }

private:
    Mask* states_ = nullptr;
    VertexId* touched_ = nullptr;
    std::uint64_t touched_count_ = 0;
};

template <class W> struct MaskTableOf { using type = HashMaskTable<W>; };
template <> struct MaskTableOf<ScalarWarp> { using type = DirectMaskTable<ScalarWarp>; };
template <class W> using MaskTable = typename MaskTableOf<W>::type;

} // namespace cerrado
