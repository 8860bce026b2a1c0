// Owners of device memory. They free it when they end, check every CUDA call, and count every byte.
#pragma once

#include <cerrado/core/error.hpp>

#include <cuda_runtime_api.h>

#include <cstdint>
#include <span>
#include <utility>

namespace cerrado {

// Throws Error unless `status` is success. The message has the attempt, CUDA's own message, and a remedy if memory is
// short.
void check_cuda(cudaError_t status, char const* attempt);

int current_device();
int device_attribute(cudaDeviceAttr which, int device);
std::uint64_t device_memory_bytes(); // all memory of the device, free or used
std::uint64_t kept_memory_bytes();   // memory that the process holds between runs
// Throws Error with both numbers if `what` needs more memory than is free. It does not check less than a gigabyte,
// because a failing allocation reports that.
void require_device_memory(std::string_view what, std::uint64_t bytes);

// Counts the device memory that one run holds, now and at its peak. It must outlive the buffers that it counts.
class MemoryMeter {
public:
    MemoryMeter() = default;
    ~MemoryMeter();
    MemoryMeter(MemoryMeter const&) = delete;
    MemoryMeter& operator=(MemoryMeter const&) = delete;

    // Allocates one block. Call it at most once. Later buffers get their memory from the block while it has room,
    // because a driver call for each buffer would take longer than a small run. The block counts as a whole, and it is
    // held until the end. Throws as allocate_device() does.
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

inline constexpr std::uint64_t device_alignment = 256; // alignment of every buffer in bytes, as from the driver

void* allocate_device(std::uint64_t bytes, MemoryMeter& meter);
void free_device(void* memory, std::uint64_t bytes, MemoryMeter& meter) noexcept;

// Copies from memory of the device or the host. Throws Error if the device fails.
void read_from_anywhere(void* to, void const* from, std::uint64_t bytes);

// Allocates the memory that the process keeps between runs. Later calls do nothing.
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
