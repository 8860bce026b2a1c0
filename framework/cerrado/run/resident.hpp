// Resident: a graph that is numbered and copied to its device once, for many runs. It can have arrays that applications
// read and write.
//
//   Resident resident(graph, options);
//   auto labels = resident.array<VertexId>(Per::vertex, values);    // values[v] is that of vertex v of `graph`
//   run(MyApplication{labels.ref()}, resident, options);            // costs a launch
//   std::vector<VertexId> const found = labels.read();
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/run/options.hpp>

#include <cassert>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace cerrado {

class ResidentState;

// Tells this thread's run that its application used an ArrayRef without an array. The run then throws InputError. If
// the thread has no run, this function throws InputError. `bytes`: the size of an entry.
void report_no_array(std::size_t bytes);

// Throws InputError that says that an array of `entries` entries of so many bytes has no entry `index`.
[[noreturn]] void refuse_index(std::uint64_t index, std::uint64_t entries, std::size_t bytes);

namespace detail {

// Returns: an entry to use until the run has ended.
template <class T> T& entry_of_no_array() {
    alignas(T) static thread_local std::byte entry[sizeof(T)];
    report_no_array(sizeof(T));
    return reinterpret_cast<T&>(entry);
}

} // namespace detail

// A resident array as an application sees it. It is trivially copyable, so that it can be a member of the application.
// It has `data`, size() and [i]. The array must outlive the run. A checkpoint keeps the arrays that the application
// points into.
template <class T> struct ArrayRef {
    T* data = nullptr;
    std::uint64_t count = 0; // and `is_checked`; see size()

    // A bit of `count`, which the run sets on the host if RunOptions::checked is true. A test of the sign of `count`
    // finds it, and an ArrayRef without an array, and costs less than a test of each index.
    static constexpr std::uint64_t is_checked = std::uint64_t{1} << 63;

    // Requires: i is below size(). If it is not, the run ends with InputError on the host if RunOptions::checked is true
    // or the build is a debug build. If the ArrayRef has no array, the run ends with InputError on the host; on CUDA the
    // launch fails.
    CERRADO_CALLS_HOST CERRADO_FN T& operator[](std::uint64_t i) const {
#if defined(__CUDA_ARCH__)
        assert(i < count && "an ArrayRef has no entry of this index");
#elif defined(NDEBUG)
        if (static_cast<std::int64_t>(count) <= 0) [[unlikely]]
            return checked_entry(i);
#else
        if (i >= size()) return checked_entry(i);
#endif
        return data[i];
    }
    CERRADO_FN std::uint64_t size() const {
#if defined(__CUDA_ARCH__)
        return count;
#else
        return count & ~is_checked;
#endif
    }

private:
    T& checked_entry(std::uint64_t i) const {
        if (data == nullptr) return detail::entry_of_no_array<T>();
        if (i >= size()) refuse_index(i, size(), sizeof(T));
        return data[i];
    }
};

// The things for which an array has one entry each. An application finds the entry of a vertex by its number
// (`te.vertex(i)`), and the entry of an edge by the position that `te.fold(f)` gives.
enum class Per {
    vertex,
    edge,          // each direction of an edge, for an application that runs on the whole graph
    oriented_edge, // each edge, for an oriented application
};

// Memory beside a resident graph, on the same device. It outlives the Resident, and its owner may free it at any time
// between runs.
class ResidentMemory {
public:
    ResidentMemory(std::shared_ptr<ResidentState> state, std::uint64_t bytes); // all bytes are 0
    ~ResidentMemory();
    ResidentMemory(ResidentMemory const&) = delete;

    void* data() const { return data_; }
    std::uint64_t bytes() const { return bytes_; }
    // read() and write() wait until all is copied. They throw Error if the device fails.
    void read(void* to) const;
    void write(void const* from);
    // The same for an array whose entries, of so many bytes, are in the order of the given graph on the host. The threads of
    // the graph share the work.
    void read_in_order(Per per, std::size_t entry_bytes, void* to) const;
    void write_in_order(Per per, std::size_t entry_bytes, void const* from);

private:
    std::shared_ptr<ResidentState> state_;
    void* data_ = nullptr;
    std::uint64_t bytes_;
};

// Throws InputError that says that the number of values differs from the number of entries.
[[noreturn]] void refuse_values(std::uint64_t given, std::uint64_t entries);

// The host's side of a resident array. Its entries are in the order of the given graph. The entry of a vertex is at the
// vertex's number. The entry of an edge's direction is at its place in the lists, vertex by vertex. For an oriented
// edge, only the entries in the lists of lesser vertices count. Copies share the array.
template <class T> class ResidentArray {
    static_assert(std::is_trivially_copyable_v<T>,
                  "the type of an array's entries must be trivially copyable, because they lie in device memory");
    static_assert(!std::is_same_v<T, bool>, "std::vector<bool> has no values to copy: use std::uint8_t");

public:
    ArrayRef<T> ref() const { return {static_cast<T*>(memory_->data()), size_}; } // for applications
    std::uint64_t size() const { return size_; }

    // Throws InputError unless there is a value for each entry.
    void write(std::span<T const> values) {
        if (values.size() != size_) refuse_values(values.size(), size_);
        if (ordered_)
            memory_->write_in_order(per_, sizeof(T), values.data());
        else
            memory_->write(values.data());
    }
    void fill(T const& value) { memory_->write(std::vector<T>(size_, value).data()); }
    std::vector<T> read() const {
        std::vector<T> values(size_);
        if (ordered_)
            memory_->read_in_order(per_, sizeof(T), values.data());
        else
            memory_->read(values.data());
        return values;
    }

private:
    friend class Resident;
    ResidentArray(std::shared_ptr<ResidentState> state, std::uint64_t size)
        : memory_(std::make_shared<ResidentMemory>(std::move(state), size * sizeof(T))),
          size_(size) {}

    std::shared_ptr<ResidentMemory> memory_;
    std::uint64_t size_;
    Per per_ = Per::vertex;
    bool ordered_ = false; // true if the entries are in the order of `per_`
};

class Resident {
public:
    // options.device, threads and order decide where the graph lies and how it is numbered (`automatic`: by degree).
    // The numbered graph and the jobs are made by the first run that needs them. Copies share them, and several threads
    // may run on them at once. Throws as run() does.
    explicit Resident(Graph const& graph, RunOptions const& options = {});
    // Makes a Resident without a graph. It has only arrays, for run_jobs().
    explicit Resident(RunOptions const& options);

    Graph const& graph() const; // the graph as it was given
    DeviceKind device() const;  // resolved

    // Makes an array with an entry for each vertex, edge or oriented edge. All bytes are 0, or the entries get the
    // given values.
    template <class T> ResidentArray<T> array(Per per) const {
        ResidentArray<T> made(state_, entries(per));
        made.per_ = per;
        made.ordered_ = true;
        return made;
    }
    template <class T> ResidentArray<T> array(Per per, std::span<T const> values) const {
        ResidentArray<T> made = array<T>(per);
        made.write(values);
        return made;
    }
    template <class T> ResidentArray<T> array(Per per, std::vector<T> const& values) const {
        return array<T>(per, std::span<T const>(values));
    }
    // Makes an array of `size` entries whose bytes are all 0, or an array of any number of given values.
    template <class T> ResidentArray<T> array(std::uint64_t size) const { return ResidentArray<T>(state_, size); }
    template <class T> ResidentArray<T> array(std::span<T const> values) const {
        ResidentArray<T> made = array<T>(values.size());
        made.write(values);
        return made;
    }
    template <class T> ResidentArray<T> array(std::vector<T> const& values) const {
        return array<T>(std::span<T const>(values));
    }

    // Makes an array in which each vertex has the entry value(original id).
    template <class Value> auto array_by_id(Value const& value) const {
        std::vector<std::invoke_result_t<Value const&, OriginalId>> values;
        values.reserve(graph().vertex_count());
        for (VertexId v = 0; v < graph().vertex_count(); ++v) values.push_back(value(graph().original_id(v)));
        return array(Per::vertex, values);
    }

    // Returns: the graph as its vertices are numbered on the device; and for each entry of an array for vertices or edges, its
    // position in the given graph.
    Graph const& numbered() const;
    std::span<std::uint64_t const> positions(Per per) const;

    ResidentState& state() const { return *state_; } // only for the runtime

private:
    std::uint64_t entries(Per per) const;

    std::shared_ptr<ResidentState> state_;
};

// Returns: the options of a run on `resident`, with its device and order. Throws InputError if `options` asks for
// another device or order.
RunOptions options_on(Resident const& resident, RunOptions const& options);

} // namespace cerrado
