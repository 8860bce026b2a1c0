// The memory of a run that engines and outputs own, on any device. It is one cleared block, from which each takes its
// arrays.
#pragma once

#include <cerrado/contract/class_totals.hpp>
#include <cerrado/contract/detail/store_ring.hpp>
#include <cerrado/core/types.hpp>

#include <span>
#include <vector>

namespace cerrado {

// It is made twice: first without a block, to measure how much is asked for, then with one. So the callers must ask for
// the same arrays both times.
class RunMemory {
public:
    virtual ~RunMemory() = default;

    // Returns: `bytes` of device memory, all 0, aligned for any type; null while measuring.
    void* allocate(std::uint64_t bytes) {
        constexpr std::uint64_t alignment = 256;
        std::uint64_t const at = used_;
        used_ += (bytes + alignment - 1) / alignment * alignment;
        return block_ == nullptr ? nullptr : static_cast<char*>(block_) + at;
    }
    std::uint64_t used() const { return used_; }
    bool measures() const { return block_ == nullptr; }

    // Copy between the host and an array, and wait for the copy. They do nothing while measuring. Both throw Error if
    // the device fails.
    virtual void read(void* to, void const* array, std::uint64_t bytes) const = 0;
    virtual void write(void* array, void const* from, std::uint64_t bytes) = 0;
    // Returns: per class, the sum over the banks plus the wide total.
    virtual std::vector<WideCount> add_up(ClassTotals const& totals) = 0;
    // Requires: the application hands over records. Returns: the ring to the sinks.
    virtual StoreRef ring() const = 0;
    // Returns: the lanes of a worker.
    virtual int lanes() const = 0;
    virtual bool on_device() const = 0;

protected:
    void set_block(void* block) { block_ = block; }

private:
    void* block_ = nullptr;
    std::uint64_t used_ = 0;
};

// An array of `count` values of T in a run's memory, all bytes 0.
template <class T> class RunArray {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    RunArray() = default;
    RunArray(RunMemory& memory, std::uint64_t count)
        : memory_(&memory),
          data_(static_cast<T*>(memory.allocate(count * sizeof(T)))),
          count_(count) {}
    RunArray(RunMemory& memory, std::span<T const> values) : RunArray(memory, values.size()) { write(values); }

    T* data() const { return data_; } // for the workers
    std::uint64_t size() const { return count_; }
    void write(std::span<T const> values) {
        if (!memory_->measures() && !values.empty()) memory_->write(data_, values.data(), values.size_bytes());
    }
    std::vector<T> read() const { return read(count_); }
    std::vector<T> read(std::uint64_t count) const { // the first `count` values
        std::vector<T> values(count);
        if (count > 0) memory_->read(values.data(), data_, count * sizeof(T));
        return values;
    }

private:
    RunMemory* memory_ = nullptr;
    T* data_ = nullptr;
    std::uint64_t count_ = 0;
};

// The arrays that the engine and the outputs of an application take in a run. The workers' arrays are not among them.
struct PartsShape {
    std::uint64_t bytes = 0;         // of the RunMemory
    std::uint32_t carried_words = 0; // words carried for each vertex of a donated traversal
    std::uint64_t level_bytes = 0;   // bytes of each level of a saved traversal
};

// Measures how much memory a run would ask for.
class MeasuringMemory final : public RunMemory {
public:
    void read(void*, void const*, std::uint64_t) const override {}
    void write(void*, void const*, std::uint64_t) override {}
    std::vector<WideCount> add_up(ClassTotals const& totals) override { return std::vector<WideCount>(totals.classes); }
    StoreRef ring() const override { return {}; }
    int lanes() const override { return lanes_; }
    bool on_device() const override { return false; }

    explicit MeasuringMemory(int lanes) : lanes_(lanes) {}

private:
    int lanes_;
};

} // namespace cerrado
