#if CERRADO_HAS_CUDA
#include <cerrado/runtime/device_buffer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace cerrado {

namespace {
int allocations_until_failure = 0;
}

void check_cuda(cudaError_t status, char const* attempt) {
    if (status == cudaSuccess) return;
    cudaGetLastError(); // an error that is reported is over, unless it is sticky
    char const* const remedy =
        status == cudaErrorMemoryAllocation ? "; free device memory, lower the worker count, or use --device host" : "";
    throw Error(fmt::format("CUDA failed while {}: {} ({}){}", attempt, cudaGetErrorString(status),
                            cudaGetErrorName(status), remedy));
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
    check_cuda(cudaMalloc(&memory, bytes), "allocating device memory");
    meter.current_ += bytes;
    meter.peak_ = std::max(meter.peak_, meter.current_);
    return memory;
}

void free_device(void* memory, std::uint64_t bytes, MemoryMeter& meter) noexcept {
    auto* const place = static_cast<char*>(memory);
    if (meter.block_ != nullptr && !std::less<>()(place, meter.block_) &&
        std::less<>()(place, meter.block_ + meter.block_bytes_))
        return;
    cudaFree(memory);
    meter.current_ -= bytes;
}

void MemoryMeter::reserve(std::uint64_t bytes) {
    if (block_ != nullptr) throw Error("device memory is reserved twice (please report this)");
    block_ = static_cast<char*>(allocate_device(bytes, *this));
    block_bytes_ = bytes;
}

MemoryMeter::~MemoryMeter() { cudaFree(block_); }

} // namespace cerrado
#endif
