#include <cerrado/run/cuda/device_buffer.hpp>

#include <cerrado/run/cuda/cuda_resident.hpp>
#include <cerrado/run/session/plan.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace cerrado {

namespace {

int allocations_until_failure = 0;

// Of every device, this much stays with the process between runs: to get it from the driver anew takes as long as a
// small run.
constexpr std::uint64_t most_kept_bytes = std::uint64_t{512} << 20;
constexpr std::uint64_t kept_part = 64; // of the device's memory, at most

struct KeptMemory {
    cudaMemPool_t pool = nullptr; // null where the device has no such pools
    std::uint64_t bytes = 0;      // at most
    std::uint64_t device_bytes = 0;
    std::atomic<bool> grown = false; // the driver has provided them
};

std::unique_ptr<KeptMemory> make_kept_memory() {
    auto made = std::make_unique<KeptMemory>();
    KeptMemory& kept = *made;
    int const device = current_device();
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    check_cuda(cudaMemGetInfo(&free_bytes, &total_bytes), "asking for free device memory");
    kept.device_bytes = total_bytes;
    if (device_attribute(cudaDevAttrMemoryPoolsSupported, device) == 0) return made;
    kept.bytes = std::min<std::uint64_t>(most_kept_bytes, total_bytes / kept_part);
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = device;
    check_cuda(cudaMemPoolCreate(&kept.pool, &properties), "allocating device memory");
    check_cuda(cudaMemPoolSetAttribute(kept.pool, cudaMemPoolAttrReleaseThreshold, &kept.bytes),
               "allocating device memory");
    return made;
}

KeptMemory& kept_memory() {
    static std::mutex mutex;
    static std::map<int, std::unique_ptr<KeptMemory>> of_device;
    std::lock_guard const lock(mutex);
    int const device = current_device();
    auto const found = of_device.find(device);
    return *(found != of_device.end() ? found : of_device.emplace(device, make_kept_memory()).first)->second;
}

// In the order of the default stream, as are the copies and kernels that prepare a run.
cudaError_t allocate(void** memory, std::uint64_t bytes) {
    cudaMemPool_t const pool = kept_memory().pool;
    return pool == nullptr ? cudaMalloc(memory, bytes) : cudaMallocFromPoolAsync(memory, bytes, pool, nullptr);
}

void release(void* memory) noexcept {
    // Of memory that is of no pool the driver says so, and cudaFree() takes it.
    if (memory == nullptr || cudaFreeAsync(memory, nullptr) == cudaSuccess) return;
    cudaGetLastError();
    cudaFree(memory);
}

} // namespace

std::uint64_t device_memory_bytes() { return kept_memory().device_bytes; }

std::uint64_t kept_memory_bytes() {
    KeptMemory const& kept = kept_memory();
    return kept.grown ? kept.bytes : 0;
}

void require_device_memory(std::string_view what, std::uint64_t bytes) {
    constexpr std::uint64_t small = std::uint64_t{1}
                                    << 30; // asking takes as long as to order the vertices of a small graph
    if (bytes <= std::max(small, kept_memory_bytes() / 2)) return;
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    check_cuda(cudaMemGetInfo(&free_bytes, &total_bytes), "asking for free device memory");
    require_room(what, bytes, free_bytes + kept_memory_bytes());
}

void grow_device_memory() {
    void* memory = nullptr;
    KeptMemory& kept = kept_memory();
    if (kept.pool == nullptr || allocate(&memory, kept.bytes) != cudaSuccess) {
        cudaGetLastError(); // there is less: a run asks for what it needs
        return;
    }
    release(memory);
    check_cuda(cudaStreamSynchronize(nullptr), "allocating device memory");
    kept.grown = true;
}

void check_cuda(cudaError_t status, char const* attempt) {
    if (status == cudaSuccess) return;
    cudaGetLastError(); // an error that is reported is over, unless it is sticky
    char const* const remedy =
        status == cudaErrorMemoryAllocation ? "; free device memory, lower the worker count, or use --device host" : "";
    throw Error(fmt::format("CUDA failed while {}: {} ({}){}", attempt, cudaGetErrorString(status),
                            cudaGetErrorName(status), remedy));
}

int device_attribute(cudaDeviceAttr which, int device) {
    int value = 0;
    check_cuda(cudaDeviceGetAttribute(&value, which, device), "reading the device's properties");
    return value;
}

int current_device() {
    int device = 0;
    check_cuda(cudaGetDevice(&device), "selecting the device");
    return device;
}

void fail_device_allocation(int n) { allocations_until_failure = n; }

void* allocate_device(std::uint64_t bytes, MemoryMeter& meter) {
    if (bytes == 0) return nullptr;
    std::uint64_t const padded = (bytes + device_alignment - 1) / device_alignment * device_alignment;
    if (allocations_until_failure > 0 && --allocations_until_failure == 0) {
        check_cuda(cudaErrorMemoryAllocation, "allocating device memory");
    }
    if (padded <= meter.block_bytes_ - meter.block_used_)
        return meter.block_ + std::exchange(meter.block_used_, meter.block_used_ + padded);
    void* memory = nullptr;
    check_cuda(allocate(&memory, bytes), "allocating device memory");
    meter.current_ += bytes;
    meter.peak_ = std::max(meter.peak_, meter.current_);
    return memory;
}

void free_device(void* memory, std::uint64_t bytes, MemoryMeter& meter) noexcept {
    auto* const place = static_cast<char*>(memory);
    if (meter.block_ != nullptr && !std::less<>()(place, meter.block_) &&
        std::less<>()(place, meter.block_ + meter.block_bytes_))
        return;
    release(memory);
    meter.current_ -= bytes;
}

void* allocate_resident(std::uint64_t bytes) {
    void* memory = nullptr;
    check_cuda(allocate(&memory, std::max<std::uint64_t>(bytes, 1)), "allocating a resident array");
    check_cuda(cudaMemset(memory, 0, bytes), "clearing device memory");
    return memory;
}

void free_resident(void* memory) noexcept { release(memory); }

void MemoryMeter::reserve(std::uint64_t bytes) {
    if (block_ != nullptr) throw Error("device memory is reserved twice (please report this)");
    block_ = static_cast<char*>(allocate_device(bytes, *this));
    block_bytes_ = bytes;
}

MemoryMeter::~MemoryMeter() { release(block_); }

} // namespace cerrado
