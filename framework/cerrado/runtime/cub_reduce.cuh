// CUB's reductions, which are called twice: for the size of their scratch memory, then with it.
#pragma once

#include <cerrado/runtime/device_buffer.hpp>

#include <cub/device/device_reduce.cuh>

namespace cerrado {

// Calls reduce(scratch, bytes) both times, and waits for the end. `what`: for errors.
template <class Reduce> void reduce_with_scratch(Reduce const& reduce, char const* what) {
    MemoryMeter meter;
    std::size_t bytes = 0;
    check_cuda(reduce(nullptr, bytes), what);
    DeviceBuffer<char> const scratch(bytes, meter);
    check_cuda(reduce(scratch.data(), bytes), what);
    check_cuda(cudaDeviceSynchronize(), what);
}

// The sum by `merge` of `count` values in device memory. Synchronous.
template <class T, class Merge> T reduce_on_device(T const* values, std::uint64_t count, Merge const& merge) {
    MemoryMeter meter;
    DeviceBuffer<T> const sum(1, meter);
    reduce_with_scratch(
        [&](void* scratch, std::size_t& bytes) {
            return cub::DeviceReduce::Reduce(scratch, bytes, values, sum.data(), static_cast<std::int64_t>(count),
                                             merge, T{});
        },
        "reducing the accumulators");
    T total;
    sum.read(&total);
    return total;
}

} // namespace cerrado
