// The Warp of a GPU: a tile of Width neighbouring lanes of one hardware warp (32: the whole warp). The tiles of a warp
// run independently. A tile of one lane needs no warp instructions, and no atomics for its own memory. Device code
// only.
#pragma once

#include <cerrado/warp/detail/warp.hpp>

#if defined(__CUDACC__)
#include <cuda/atomic>

namespace cerrado {

template <int Width = 32> class CudaWarp {
    static_assert(Width == 1 || Width == 8 || Width == 16 || Width == 32);

public:
    static constexpr int width = Width;

    __device__ int lane() const { return static_cast<int>(threadIdx.x % Width); }
    __device__ bool any(bool flag) const {
        if constexpr (Width == 1) return flag;
        return __any_sync(members(), flag);
    }
    __device__ LaneMask ballot(bool flag) const {
        if constexpr (Width == 1) return flag ? 1u : 0u;
        return (__ballot_sync(members(), flag) & members()) >> shift();
    }
    __device__ int rank_below(LaneMask mask) const { return __popc(mask & ((LaneMask{1} << lane()) - 1)); }
    template <class T> __device__ T shuffle(T value, int source) const {
        if constexpr (Width == 1) return value;
        return __shfl_sync(members(), value, source, Width);
    }
    template <class T> __device__ T reduce_add(T value) const {
        for (int step = Width / 2; step > 0; step /= 2) value += __shfl_xor_sync(members(), value, step, Width);
        return value;
    }
    __device__ std::uint32_t reduce_max(std::uint32_t value) const {
#if __CUDA_ARCH__ >= 800
        if constexpr (Width > 1) value = __reduce_max_sync(members(), value);
#else
        for (int step = Width / 2; step > 0; step /= 2) {
            std::uint32_t const other = __shfl_xor_sync(members(), value, step, Width);
            value = value < other ? other : value;
        }
#endif
        return value;
    }
    __device__ std::uint32_t reduce_or(std::uint32_t value) const {
#if __CUDA_ARCH__ >= 800
        if constexpr (Width > 1) value = __reduce_or_sync(members(), value);
#else
        for (int step = Width / 2; step > 0; step /= 2) value |= __shfl_xor_sync(members(), value, step, Width);
#endif
        return value;
    }
    __device__ std::uint32_t reduce_xor(std::uint32_t value) const {
#if __CUDA_ARCH__ >= 800
        if constexpr (Width > 1) value = __reduce_xor_sync(members(), value);
#else
        for (int step = Width / 2; step > 0; step /= 2) value ^= __shfl_xor_sync(members(), value, step, Width);
#endif
        return value;
    }
    __device__ std::uint32_t reduce_min(std::uint32_t value) const { return ~reduce_max(~value); }
    __device__ void sync() const {
        if constexpr (Width > 1) __syncwarp(members());
    }

    static __device__ std::uint32_t lane_add(std::uint32_t* cell, std::uint32_t value) {
        if constexpr (Width > 1) return atomicAdd(cell, value);
        std::uint32_t const old = *cell;
        *cell = old + value;
        return old;
    }
    static __device__ Count lane_add(Count* cell, Count value) {
        if constexpr (Width > 1) return grid_add(cell, value);
        Count const old = *cell;
        *cell = old + value;
        return old;
    }
    static __device__ std::uint32_t lane_cas(std::uint32_t* cell, std::uint32_t expected, std::uint32_t desired) {
        if constexpr (Width > 1) return atomicCAS(cell, expected, desired);
        std::uint32_t const old = *cell;
        if (old == expected) *cell = desired;
        return old;
    }
    static __device__ std::uint32_t grid_add(std::uint32_t* cell, std::uint32_t value) {
        return atomicAdd(cell, value);
    }
    static __device__ Count grid_add(Count* cell, Count value) {
        return atomicAdd(reinterpret_cast<unsigned long long*>(cell), static_cast<unsigned long long>(value));
    }
    static __device__ std::uint32_t grid_or(std::uint32_t* cell, std::uint32_t bits) { return atomicOr(cell, bits); }
    static __device__ Count grid_exchange(Count* cell, Count value) {
        return atomicExch(reinterpret_cast<unsigned long long*>(cell), static_cast<unsigned long long>(value));
    }
    static __device__ Count grid_load(Count* cell) { return *static_cast<Count volatile*>(cell); }
    static __device__ std::uint32_t grid_load(std::uint32_t* cell) {
        return *static_cast<std::uint32_t volatile*>(cell);
    }
    template <class T> static __device__ void grid_store(T* cell, T value) { *static_cast<T volatile*>(cell) = value; }
    static __device__ std::uint64_t grid_acquire(std::uint64_t* word) {
        return cuda::atomic_ref<std::uint64_t, cuda::thread_scope_device>(*word).load(cuda::memory_order_acquire);
    }
    static __device__ void grid_release(std::uint64_t* word, std::uint64_t value) {
        cuda::atomic_ref<std::uint64_t, cuda::thread_scope_device>(*word).store(value, cuda::memory_order_release);
    }
    static __device__ std::uint64_t grid_add_release(std::uint64_t* word, std::uint64_t value) {
        return cuda::atomic_ref<std::uint64_t, cuda::thread_scope_device>(*word).fetch_add(value,
                                                                                           cuda::memory_order_release);
    }
    // The warps of a block as a team, whose members are workers of their own. After team_sync() all see what each wrote
    // before it. All members call it, but not all in the same place of the program.
    static constexpr bool has_team = Width == 32;
    static __device__ int team_rank() { return static_cast<int>(threadIdx.x / 32); }
    static __device__ int team_size() { return static_cast<int>(blockDim.x / 32); }
    static __device__ void team_sync() { asm volatile("barrier.sync 1;" ::: "memory"); }
    // Four members, beginning with a multiple of four, see what each wrote before it.
    static __device__ void group_sync() {
        asm volatile("barrier.sync %0, 128;" ::"r"(2 + threadIdx.x / 128) : "memory");
    }
    template <class T> static __device__ T& of_team() {
        alignas(T) __shared__ unsigned char bytes[sizeof(T)]; // shared memory takes no initial values
        return reinterpret_cast<T&>(bytes);
    }
    static __device__ void rest() { __nanosleep(500); }
    static __device__ std::uint32_t clock() { return static_cast<std::uint32_t>(::clock()); }
    static __device__ std::uint64_t nanoseconds() {
        std::uint64_t now;
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
        return now;
    }
    // The compiler cannot see that a pointer leads to shared memory. If told so, it uses the short instructions.
    template <class T> static __device__ T* fast(T* memory) {
        __builtin_assume(__isShared(memory));
        return memory;
    }
    static __device__ void prefetch(void const* memory) { asm volatile("prefetch.global.L2 [%0];" ::"l"(memory)); }
    static __device__ std::uint64_t acquire(std::uint64_t* word) {
        return cuda::atomic_ref<std::uint64_t, cuda::thread_scope_system>(*word).load(cuda::memory_order_acquire);
    }
    static __device__ void release(std::uint64_t* word, std::uint64_t value) {
        cuda::atomic_ref<std::uint64_t, cuda::thread_scope_system>(*word).store(value, cuda::memory_order_release);
    }

private:
    static __device__ int shift() { return static_cast<int>(threadIdx.x % 32) / Width * Width; }
    static __device__ LaneMask members() {
        return Width == 32 ? ~LaneMask{0} : ((LaneMask{1} << Width % 32) - 1) << shift();
    }
};

static_assert(Warp<CudaWarp<1>> && Warp<CudaWarp<8>> && Warp<CudaWarp<16>> && Warp<CudaWarp<32>>);

} // namespace cerrado
#endif
