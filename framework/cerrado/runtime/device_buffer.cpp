#if CERRADO_HAS_CUDA
#include <cerrado/runtime/device_buffer.hpp>

#include <fmt/format.h>

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
    if (allocations_until_failure > 0 && --allocations_until_failure == 0) {
        check_cuda(cudaErrorMemoryAllocation, "allocating device memory");
    }
    void* memory = nullptr;
    check_cuda(cudaMalloc(&memory, bytes), "allocating device memory");
    meter.add(bytes);
    return memory;
}

void free_device(void* memory, std::uint64_t bytes, MemoryMeter& meter) noexcept {
    cudaFree(memory);
    meter.current -= bytes;
}

} // namespace cerrado
#endif
