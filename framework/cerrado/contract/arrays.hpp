// The memory of one worker, as arrays that engines and outputs declare. The plan, the layout, the memory of all workers
// and each worker's pointers follow from one declaration.
//   struct Extensions : ArrayOf<VertexId, Place::device> {};  an array is a type that names it
//   using Arrays = ArrayList<Extensions, ...>;                in the engine
//   plan.reserve<Arrays, Extensions>(entries);                in its plan, which is the same each time that a run asks
//   te.template array<Extensions>()                           in its methods: the worker's own array
//
// An array has no entries unless a plan reserves them. A worker has at most 16 arrays. An engine that derives from
// another has that one's arrays first, `JoinArrays<Lists::Arrays, ArrayList<Mine>>`, and a Ref that derives from its
// Ref.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

// The memory in which an array lies: device memory, fast memory (shared memory on CUDA), or either of them as the plan
// decides.
enum class Place : std::uint8_t { device, fast, planned };

template <class T, Place where> struct ArrayOf {
    using Entry = T;
    static constexpr Place place = where;
};

template <class... Arrays> struct ArrayList { static constexpr int size = sizeof...(Arrays); };

namespace detail {

// Returns: -1 if the array is not in the list.
template <class Array, class... Arrays> consteval int place_of(ArrayList<Arrays...>) {
    int index = 0;
    int found = -1;
    ((found = std::is_same_v<Array, Arrays> ? index : found, ++index), ...);
    return found;
}

template <class Array, class List> struct ArrayIndex {
    static constexpr int value = place_of<Array>(List{});
    static_assert(value >= 0, "neither the engine nor an output of the application declares this array");
};

template <class... Lists> struct JoinedArrays;
template <class... A> struct JoinedArrays<ArrayList<A...>> { using type = ArrayList<A...>; };
template <class... A, class... B, class... Rest> struct JoinedArrays<ArrayList<A...>, ArrayList<B...>, Rest...> {
    using type = typename JoinedArrays<ArrayList<A..., B...>, Rest...>::type;
};

} // namespace detail

template <class Array, class List> inline constexpr int array_index = detail::ArrayIndex<Array, List>::value;

// Joins several lists into one, in their order.
template <class... Lists> using JoinArrays = typename detail::JoinedArrays<Lists...>::type;

inline constexpr int max_worker_arrays = 16;

// The number of entries of each array of a worker, and the offsets of arrays in fast memory. All workers of a run have
// the same layout.
struct WorkerLayout {
    std::uint64_t entries[max_worker_arrays] = {};
    std::uint32_t fast_offset[max_worker_arrays] = {}; // bytes
    std::uint16_t entry_bytes[max_worker_arrays] = {};
    bool is_fast[max_worker_arrays] = {};
    std::uint32_t fast_size = 0;        // bytes, a multiple of 16
    std::uint32_t attachment_words = 0; // most words of the engine's state that a donated traversal carries

    CERRADO_FN std::uint32_t fast_bytes() const { return fast_size; }
    // Returns: the bytes of device memory that one array of one worker takes.
    std::uint64_t device_bytes(int array) const { return is_fast[array] ? 0 : entries[array] * entry_bytes[array]; }
    std::uint64_t bytes() const { // device memory of all arrays of one worker
        std::uint64_t sum = 0;
        for (int array = 0; array < max_worker_arrays; ++array) sum += device_bytes(array);
        return sum;
    }
};

// The layout, as the plan of one engine or output writes to it. The plan's own arrays begin at `first`. So if an
// engine's list begins with another engine's list, it can leave those arrays to the other's plan.
class ArrayPlan {
public:
    ArrayPlan(WorkerLayout& layout, int first) : layout_(layout), first_(first) {}

    // Gives each worker `entries` entries of `Array`, which is in `List`. `fast` matters only if the array's place is
    // planned.
    template <class List, class Array> void reserve(std::uint64_t entries, bool fast = false) {
        constexpr std::uint64_t alignment = 16;
        int const at = first_ + array_index<Array, List>;
        layout_.entries[at] = entries;
        layout_.entry_bytes[at] = sizeof(typename Array::Entry);
        layout_.is_fast[at] = Array::place == Place::fast || (Array::place == Place::planned && fast);
        if (!layout_.is_fast[at]) return;
        layout_.fast_offset[at] = layout_.fast_size;
        std::uint64_t const bytes = entries * sizeof(typename Array::Entry);
        layout_.fast_size += static_cast<std::uint32_t>((bytes + alignment - 1) / alignment * alignment);
    }

    // A donated traversal carries up to `words` words of the engine's state, see engine/engine.hpp.
    void attach(std::uint32_t words) { layout_.attachment_words = words; }

private:
    WorkerLayout& layout_;
    int first_;
};

// The memory of all workers without fast memory, array by array. The run's backend owns it.
struct ArenaRef {
    void* arrays[max_worker_arrays] = {};
};

// One worker's memory: the address of each array of `List`.
template <class List> struct WorkerMemory;
template <class... Arrays> struct WorkerMemory<ArrayList<Arrays...>> {
    using List = ArrayList<Arrays...>;
    static_assert(List::size <= max_worker_arrays, "an application has too many arrays: raise max_worker_arrays");

    void* pointers[List::size > 0 ? List::size : 1] = {};
    std::uint32_t worker = 0;

    WorkerMemory() = default;
    // Requires: `fast` points to fast_bytes() bytes that this worker's lanes share, aligned to 16 bytes.
    CERRADO_FN WorkerMemory(ArenaRef const& arena, WorkerLayout const& layout, std::uint32_t index, void* fast)
        : pointers{place<Arrays>(arena, layout, index, fast)...},
          worker(index) {}

    template <class Array> CERRADO_FN typename Array::Entry* get() const {
        return static_cast<typename Array::Entry*>(pointers[array_index<Array, List>]);
    }

private:
    template <class Array>
    static CERRADO_FN void* place(ArenaRef const& arena, WorkerLayout const& layout, std::uint32_t index, void* fast) {
        constexpr int at = array_index<Array, List>;
        if (Array::place == Place::fast || (Array::place == Place::planned && layout.is_fast[at])) {
            return static_cast<char*>(fast) + layout.fast_offset[at];
        }
        return static_cast<typename Array::Entry*>(arena.arrays[at]) + index * layout.entries[at];
    }
};
template <> struct WorkerMemory<ArrayList<>> {
    std::uint32_t worker = 0;
    WorkerMemory() = default;
    CERRADO_FN WorkerMemory(ArenaRef const&, WorkerLayout const&, std::uint32_t index, void*) : worker(index) {}
};

} // namespace cerrado
