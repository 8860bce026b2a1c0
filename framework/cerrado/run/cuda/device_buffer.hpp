// Owners of device memory: RAII, every call checked, every byte accounted for.
#pragma once

#include <cerrado/core/error.hpp>

#include <cuda_runtime_api.h>

#include <cstdint>
#include <span>
#include <utility>

namespace cerrado {

// Throws Error with the attempt, CUDA's message and, if memory is short, the remedy.
void check_cuda(cudaError_t status, char const* attempt);

int current_device();
int device_attribute(cudaDeviceAttr which, int device);
std::uint64_t device_memory_bytes(); // free or used
std::uint64_t kept_memory_bytes();   // which the process holds between runs
// Throws Error with the numbers if `what` needs more than is free. Below a gigabyte it does not ask: the allocation
// tells.
void require_device_memory(std::string_view what, std::uint64_t bytes);

// What one run holds on the device, now and at its peak. It must outlive the buffers that it counts.
class MemoryMeter {
public:
    MemoryMeter() = default;
    ~MemoryMeter();
    MemoryMeter(MemoryMeter const&) = delete;
    MemoryMeter& operator=(MemoryMeter const&) = delete;

    // Allocates one block, once. The buffers that follow get their memory from it while it lasts, because a driver call
    // for each would take longer than a small run. The block counts as a whole and is held until the end. Throws as
    // allocate_device() does.
    void reserve(std::uint64_t bytes);

    std::uint64_t peak() const { return peak_; }

private:
    friend void* allocate_device(std::uint64_t bytes, MemoryMeter& meter);
    friend void free_device(void* memory, std::uint64_t bytes, MemoryMeter& meter) noexcept;

    std::uint64_t current_ = 0;
    std::uint64_t peak_ = 0;
    char* block_ = nullptr;
    std::uint64_t block_bytes_ = 0;
    std::uint64_t block_used_ = 0;
};

inline constexpr std::uint64_t device_alignment = 256; // of every buffer, as the driver aligns

void* allocate_device(std::uint64_t bytes, MemoryMeter& meter);
void free_device(void* memory, std::uint64_t bytes, MemoryMeter& meter) noexcept;

// Makes the driver provide, once, the memory that the process keeps between runs.
void grow_device_memory();

// For tests: the n-th device allocation from now on fails (0: none fails).
void fail_device_allocation(int n);

template <class T> class DeviceBuffer {
public:
    DeviceBuffer() = default;
    DeviceBuffer(std::uint64_t count, MemoryMeter& meter)
        : memory_(static_cast<T*>(allocate_device(count * sizeof(T), meter))),
          count_(count),
          meter_(&meter) {}
    DeviceBuffer(std::span<T const> values, MemoryMeter& meter) : DeviceBuffer(values.size(), meter) {
        if (!values.empty()) {
            check_cuda(cudaMemcpy(memory_, values.data(), values.size_bytes(), cudaMemcpyHostToDevice),
                       "copying to the device");
        }
    }
    DeviceBuffer(DeviceBuffer&& other) noexcept
        : memory_(std::exchange(other.memory_, nullptr)),
          count_(std::exchange(other.count_, 0)),
          meter_(other.meter_) {}
    DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
        std::swap(memory_, other.memory_);
        std::swap(count_, other.count_);
        std::swap(meter_, other.meter_);
        return *this;
    }
    ~DeviceBuffer() {
        if (memory_ != nullptr) free_device(memory_, count_ * sizeof(T), *meter_);
    }

    T* data() const { return memory_; }
    std::uint64_t size() const { return count_; }
    void clear() const { check_cuda(cudaMemset(memory_, 0, count_ * sizeof(T)), "clearing device memory"); }
    void read(T* into) const {
        check_cuda(cudaMemcpy(into, memory_, count_ * sizeof(T), cudaMemcpyDeviceToHost), "copying from the device");
    }

private:
    T* memory_ = nullptr;
    std::uint64_t count_ = 0;
    MemoryMeter* meter_ = nullptr;
};

// Host memory that the device can address (words that the host polls, buffers of quick copies).
template <class T> class MappedBuffer {
public:
    MappedBuffer() = default;
    explicit MappedBuffer(std::uint64_t count) {
        check_cuda(cudaHostAlloc(reinterpret_cast<void**>(&memory_), count * sizeof(T), cudaHostAllocMapped),
                   "allocating pinned host memory");
        for (std::uint64_t i = 0; i < count; ++i) memory_[i] = T{};
    }
    MappedBuffer(MappedBuffer&& other) noexcept : memory_(std::exchange(other.memory_, nullptr)) {}
    MappedBuffer& operator=(MappedBuffer&& other) noexcept {
        std::swap(memory_, other.memory_);
        return *this;
    }
    ~MappedBuffer() {
        if (memory_ != nullptr) cudaFreeHost(memory_);
    }
    T* data() const { return memory_; }

private:
    T* memory_ = nullptr;
};

} // namespace cerrado
