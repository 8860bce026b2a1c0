// Runs an application on the GPU: one persistent grid with a worker per warp (a tile of `width` lanes). The host
// watches it.
#pragma once

#include <cerrado/run/detail/conduct/store_ring.hpp>
#include <cerrado/run/detail/cuda/cuda_memory.hpp>
#include <cerrado/run/detail/cuda/cuda_start.hpp>
#include <cerrado/run/detail/parts/parts.hpp>
#include <cerrado/run/detail/parts/work_left.hpp>
#include <cerrado/traversal/traversal.hpp>
#include <cerrado/warp/detail/cuda.hpp>

#include <utility>

namespace cerrado {

// The threads of a block: four warps, or as many as go in a team. A block has fewer if a worker's fast memory is large.
template <class App> consteval int block_threads_of() {
    if constexpr (requires { App::warps_of_team; }) return App::warps_of_team * full_warp_width;
    return 4 * full_warp_width;
}
// A block has more threads only if it has a multiprocessor for itself, see plan_grid(). With more of them, too few
// registers would be left for records that are stored together.
template <class App> inline constexpr int most_block_threads = OutputsOf<App>::records ? 640 : block_threads_of<App>();

// The resident warps per multiprocessor that the compiler must make possible; 0: no requirement. For narrower warps the
// compiler chooses the number of registers.
template <class App, int width>
inline constexpr int fewest_blocks = width == full_warp_width
                                         ? resident_warps_of<App>() * full_warp_width / most_block_threads<App>
                                         : 0;

template <int width, bool moves, class App>
__device__ void enumerate_as_warp(App const& app, ContextOf<App> const& context, ArenaRef const& arena) {
    extern __shared__ uint4 fast_memory[];
    std::uint32_t const warp_in_block = threadIdx.x / width;
    std::uint32_t const worker = blockIdx.x * (blockDim.x / width) + warp_in_block;
    char* const fast = reinterpret_cast<char*>(fast_memory) + warp_in_block * context.layout.fast_bytes();
    enumerate<moves>(app, CudaWarp<width>{}, context, WorkerMemoryOf<App>(arena, context.layout, worker, fast));
}

template <class App, int width, bool moves>
__global__ void __launch_bounds__(most_block_threads<App>, fewest_blocks<App, width>)
    enumerate_kernel(App const app, __grid_constant__ ContextOf<App> const context, ArenaRef const arena) {
    enumerate_as_warp<width, moves>(app, context, arena);
}

// For a large application, such as a plan with tables: each thread would begin with a copy of it in its own memory.
template <class App, int width, bool moves>
__global__ void __launch_bounds__(most_block_threads<App>, fewest_blocks<App, width>)
    enumerate_kernel_of_large(__grid_constant__ App const app, __grid_constant__ ContextOf<App> const context,
                              ArenaRef const arena) {
    enumerate_as_warp<width, moves>(app, context, arena);
}
template <class App> inline constexpr bool is_large = sizeof(App) > 1024;

template <class App> using EnumerateKernel = void (*)(App, ContextOf<App>, ArenaRef);

template <class App, int width, bool moves> EnumerateKernel<App> enumerate_kernel_for() {
    if constexpr (is_large<App>)
        return &enumerate_kernel_of_large<App, width, moves>;
    else
        return &enumerate_kernel<App, width, moves>;
}

// The kernel for a width that the application is compiled for.
template <class App, std::size_t next = 0> EnumerateKernel<App> enumerate_kernel_of(int width, bool moves) {
    if constexpr (next < warp_widths_of<App>().size()) {
        constexpr int candidate = warp_widths_of<App>()[next];
        if (width != candidate) return enumerate_kernel_of<App, next + 1>(width, moves);
        constexpr bool is_lean = has_lean_kernel<App>() && candidate == full_warp_width;
        return moves ? enumerate_kernel_for<App, candidate, true>() : enumerate_kernel_for<App, candidate, !is_lean>();
    } else {
        throw Error("there is no kernel of this warp width (please report this)");
    }
}

// Launches the kernel without work. This loads the kernel and reserves its stack.
template <class App> void load_kernel(App const& app, EnumerateKernel<App> kernel, int width) {
    MemoryMeter meter;
    IdleRun const idle(meter);
    ContextOf<App> context;
    static_cast<RunContext&>(context) = idle.context();
    kernel<<<1, width>>>(app, context, ArenaRef{});
    check_cuda(cudaGetLastError(), "loading the enumeration kernel");
    check_cuda(cudaDeviceSynchronize(), "loading the enumeration kernel");
}

// Loads the application's kernels, once in a process. The one with the larger stack comes first: the other way the device
// would make room again, which takes a millisecond of the run.
template <class App> void warm_up_on_cuda(App const& app, int width) {
    start_cuda();
    EnumerateKernel<App> first = enumerate_kernel_of<App>(width, true);
    once_per_device(reinterpret_cast<void const*>(first), [&] {
        EnumerateKernel<App> second = enumerate_kernel_of<App>(width, false);
        if (stack_bytes(reinterpret_cast<void const*>(second)) > stack_bytes(reinterpret_cast<void const*>(first)))
            std::swap(first, second);
        load_kernel(app, first, width);
        if (second != first) load_kernel(app, second, width);
    });
}

// One run on the GPU: the plan, then the memory, then the launch.
template <class App> class CudaRun {
public:
    CudaRun(App const& app, RunSession const& session)
        : app_(app),
          session_(session),
          kernel_(enumerate_kernel_of<App>(session.options.warp_width, shares_state(session.options))),
          plan_(plan_worker(app, plan_request(session, WorkerKind::warp, session.options.warp_width))),
          grid_(plan_grid(session, plan_.layout, reinterpret_cast<void const*>(kernel_), block_threads_of<App>())),
          shape_(parts_shape(app, session, grid_.workers, grid_.width)) {}

    RunPlan plan() const { return describe_cuda_plan(session_, grid_, shape_); }

    // `left` gets the unfinished work if the run saves work.
    void run(RunResult& result, WorkLeft& left) {
        Stopwatch const preparing;
        CudaMemory memory(session_, grid_, shape_);
        PartsMemory<App> parts(app_, session_, memory, grid_.workers);
        ContextOf<App> context;
        static_cast<RunContext&>(context) = memory.context();
        context.engine = plan_.engine;
        parts.complete(context);
        check_cuda(cudaDeviceSynchronize(), "preparing the device");
        auto const launch = [&](CudaLaunch const& one) {
            context.balance.only_donates = one.only_donates;
            context.round = one.round;
            context.queue.next = memory.next_of_round(one.round);
            context.queue.next_of_next_round = memory.next_of_round(one.round + 1);
            memory.set_jobs(context.queue, one.round);
            kernel_<<<grid_.blocks, grid_.block_threads, grid_.shared_bytes, memory.stream()>>>(app_, context,
                                                                                                memory.arena());
            check_cuda(cudaGetLastError(), "launching the enumeration");
        };
        Monitor monitor(session_.options, session_.jobs_given());
        result.seconds.prepare += preparing.seconds();

        Stopwatch const running;
        result.balance = memory.drive(launch, monitor);
        Outcome const outcome = memory.outcome();
        parts.collect();
        result.seconds.run = running.seconds();

        RunPlan const plan = this->plan();
        result.device = plan.device;
        result.device.memory.peak_bytes = memory.meter().peak() + preparation_bytes(session_);
        conclude(result, session_, outcome, monitor);
        parts.conclude(result, session_);
        if (!saves_work(session_.options)) return;
        context.queue.next = memory.next_of_round(session_.first_round());
        left = collect_work_left<App>(session_, context, memory, static_cast<std::uint64_t>(grid_.workers));
    }

private:
    App const& app_;
    RunSession const& session_;
    EnumerateKernel<App> kernel_;
    WorkerPlanOf<App> plan_;
    CudaGrid grid_;
    PartsShape shape_;
};

template <class App> void run_on_cuda(App const& app, RunSession const& session, RunResult& result, WorkLeft& left) {
    Stopwatch const planning;
    CudaRun<App> cuda(app, session);
    result.seconds.prepare += planning.seconds();
    cuda.run(result, left);
}

} // namespace cerrado
