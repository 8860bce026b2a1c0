// Runs an application on the GPU: one persistent grid, a worker per warp (a tile of `width` lanes), watched from the host.
#pragma once

#include <cerrado/runtime/cuda_memory.hpp>
#include <cerrado/runtime/cuda_start.hpp>
#include <cerrado/runtime/session.hpp>
#include <cerrado/runtime/store_ring.hpp>
#include <cerrado/traversal/enumerate.hpp>
#include <cerrado/warp/cuda.hpp>

#include <cub/device/device_reduce.cuh>

#include <thread>

namespace cerrado {

// Threads of a block, at most: fewer where a worker's fast memory is large. A block that has a multiprocessor for itself is large, see plan_grid();
// with more threads there are too few registers for what is stored together.
inline constexpr int cuda_block_threads = 128;
template <class App> inline constexpr int most_block_threads = wants_store<App>() ? 640 : cuda_block_threads;

template <class App, int width> __global__ void __launch_bounds__(most_block_threads<App>)
    enumerate_kernel(App const app, __grid_constant__ RunContext const context, ArenaRef const arena,
                     AccumulatorOf<App>* accumulators) {
    extern __shared__ uint4 fast_memory[];
    std::uint32_t const warp_in_block = threadIdx.x / width;
    std::uint32_t const worker = blockIdx.x * (blockDim.x / width) + warp_in_block;
    char* const fast = reinterpret_cast<char*>(fast_memory) + warp_in_block * context.layout.fast_bytes();
    WorkerMemory const memory = arena.worker(context.layout, worker, fast);
    AccumulatorOf<App>* accumulator = nullptr;
    if constexpr (has_accumulator<App>)
        accumulator = accumulators + std::uint64_t{worker} * width + threadIdx.x % width;
    enumerate(app, CudaWarp<width>{}, context, memory, accumulator);
}

template <class App> using EnumerateKernel = void (*)(App, RunContext, ArenaRef, AccumulatorOf<App>*);

// The kernel of a width that the application is compiled for.
template <class App, std::size_t next = 0> EnumerateKernel<App> enumerate_kernel_of(int width) {
    if constexpr (next < warp_widths_of<App>().size()) {
        constexpr int candidate = warp_widths_of<App>()[next];
        return width == candidate ? &enumerate_kernel<App, candidate> : enumerate_kernel_of<App, next + 1>(width);
    } else {
        throw Error("there is no kernel of this warp width (please report this)");
    }
}

template <class App> struct MergeAccumulators {
    __device__ __host__ AccumulatorOf<App> operator()(AccumulatorOf<App> a, AccumulatorOf<App> const& b) const {
        App::merge(a, b);
        return a;
    }
};

// Launches the kernel once in a process, without work: that loads it, and reserves its stack.
template <class App> void warm_up_on_cuda(App const& app, int width) {
    start_cuda();
    EnumerateKernel<App> const kernel = enumerate_kernel_of<App>(width);
    once_per_device(reinterpret_cast<void const*>(kernel), [&] {
        MemoryMeter meter;
        IdleRun const idle(meter);
        DeviceBuffer<AccumulatorOf<App>> accumulators;
        if constexpr (has_accumulator<App>) accumulators = {static_cast<std::uint64_t>(width), meter};
        kernel<<<1, width>>>(app, idle.context(), ArenaRef{}, accumulators.data());
        check_cuda(cudaGetLastError(), "loading the enumeration kernel");
        check_cuda(cudaDeviceSynchronize(), "loading the enumeration kernel");
    });
}

// One run on the GPU: the plan, then the memory, then the launch.
template <class App> class CudaRun {
public:
    explicit CudaRun(Session const& session)
        : session_(session),
          kernel_(enumerate_kernel_of<App>(session.options.warp_width)),
          grid_(plan_grid(session, reinterpret_cast<void const*>(kernel_), cuda_block_threads)) {}

    RunPlan plan() const { return describe_cuda_plan(session_, grid_); }

    void run(App const& app, RunResult& result, AccumulatorOf<App>& accumulator) {
        Stopwatch const preparing;
        CudaMemory memory(session_, grid_);
        DeviceBuffer<AccumulatorOf<App>> accumulators;
        if constexpr (has_accumulator<App>)
            accumulators = {std::uint64_t(grid_.blocks) * std::uint64_t(grid_.block_threads), memory.meter()};
        auto const launch = [&](RunContext const& context) {
            kernel_<<<grid_.blocks, grid_.block_threads, grid_.shared_bytes, memory.stream()>>>(
                app, context, memory.arena(), accumulators.data());
            check_cuda(cudaGetLastError(), "launching the enumeration");
        };
        Monitor monitor(session_.options, session_.job_count);
        result.seconds.prepare += preparing.seconds();

        Stopwatch const running;
        result.balance = memory.drive(launch, monitor);
        Outcome const outcome = memory.outcome();
        result.seconds.run = running.seconds();

        if constexpr (has_accumulator<App>) reduce_accumulators(accumulators, memory.meter(), accumulator);
        RunPlan const plan = this->plan();
        result.device = plan.device;
        result.memory = plan.memory;
        result.memory.peak_bytes = memory.meter().peak() + preparation_bytes(session_);
        conclude(result, session_, outcome, monitor);
    }

private:
    static void reduce_accumulators(DeviceBuffer<AccumulatorOf<App>> const& parts, MemoryMeter& meter,
                                    AccumulatorOf<App>& total) {
        DeviceBuffer<AccumulatorOf<App>> sum(1, meter);
        auto const reduce = [&](void* scratch, std::size_t& bytes) {
            check_cuda(cub::DeviceReduce::Reduce(scratch, bytes, parts.data(), sum.data(),
                                                 static_cast<std::int64_t>(parts.size()), MergeAccumulators<App>{},
                                                 AccumulatorOf<App>{}),
                       "reducing the accumulators");
        };
        std::size_t bytes = 0;
        reduce(nullptr, bytes);
        DeviceBuffer<char> scratch(bytes, meter);
        reduce(scratch.data(), bytes);
        check_cuda(cudaDeviceSynchronize(), "reducing the accumulators");
        sum.read(&total);
    }

    Session const& session_;
    EnumerateKernel<App> kernel_;
    CudaGrid grid_;
};

template <class App>
void run_on_cuda(App const& app, Session const& session, RunResult& result, AccumulatorOf<App>& accumulator) {
    Stopwatch const planning;
    CudaRun<App> cuda(session);
    result.seconds.prepare += planning.seconds();
    cuda.run(app, result, accumulator);
}

} // namespace cerrado
