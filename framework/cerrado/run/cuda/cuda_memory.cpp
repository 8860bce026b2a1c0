#include <cerrado/contract/declared.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/cuda/cuda_memory.hpp>
#include <cerrado/run/cuda/cuda_reduce.hpp>
#include <cerrado/run/cuda/cuda_upload.hpp>
#include <cerrado/run/cuda/cuda_words.hpp>
#include <cerrado/run/cuda/preparation/device_preparation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace cerrado {

namespace {

// Of the device's memory, what traversals may take when they take `wanted` bytes at most: a tenth, or what one worker
// needs if that is more. What is free is asked for only where that is more than the process holds: the driver takes as
// long to say as to order the vertices of a small graph.
std::uint64_t memory_for_traversals(std::uint64_t of_worker, std::uint64_t wanted) {
    std::uint64_t const share = std::max(of_worker, device_memory_bytes() / 10);
    if (wanted <= kept_memory_bytes() / 2) return share;
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    check_cuda(cudaMemGetInfo(&free_bytes, &total_bytes), "asking for free device memory");
    return std::min(share, free_bytes / 10 * 9);
}

// Warps of a block: as many as `block_threads` and the shared memory hold, a power of two, and no more than there are
// workers.
int warps_of_block(WorkerLayout const& layout, int width, int block_threads, int workers, int device) {
    auto const most_shared =
        static_cast<std::uint64_t>(device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    int warps = block_threads / width;
    while (warps > 1 && (layout.fast_bytes() * static_cast<std::uint64_t>(warps) > most_shared || warps > workers)) {
        warps /= 2;
    }
    return warps;
}

// How many workers may be there at most: those that memory has room for, and those that were asked for or can be
// resident.
int most_workers(RunSession const& session, CudaGrid const& grid) {
    int const resident = device_attribute(cudaDevAttrMultiProcessorCount, grid.device) *
                         (device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor, grid.device) / grid.width);
    int const asked = session.options.workers > 0 ? session.options.workers : resident;
    std::uint64_t const wanted = static_cast<std::uint64_t>(asked) * grid.layout.bytes();
    return fit_workers(grid.layout, asked, memory_for_traversals(grid.layout.bytes(), wanted));
}

// A kernel keeps the most that any run has asked for. Several threads may run it at the same time, and a run that needs
// less must not have the launch of another refused.
void reserve_shared_memory(void const* kernel, int device, std::uint64_t bytes) {
    static std::mutex mutex;
    static auto* const reserved = new std::map<std::pair<int, void const*>, std::uint64_t>; // outlives all runs
    std::lock_guard const lock(mutex);
    std::uint64_t& most = (*reserved)[{device, kernel}];
    if (bytes <= most) return;
    check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
               "reserving shared memory");
    most = bytes;
}

// How many blocks of the grid's shape a multiprocessor holds.
int resident_blocks(CudaGrid const& grid, void const* kernel) {
    reserve_shared_memory(kernel, grid.device, grid.shared_bytes);
    int blocks = 0;
    check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, grid.block_threads, grid.shared_bytes),
               "asking for the occupancy");
    return blocks;
}

// Small blocks on all multiprocessors. Returns how many of them are resident at once.
int shape_small_blocks(CudaGrid& grid, void const* kernel, int block_threads, int workers) {
    int const warps = warps_of_block(grid.layout, grid.width, block_threads, workers, grid.device);
    grid.block_threads = grid.width * warps;
    grid.shared_bytes = grid.layout.fast_bytes() * static_cast<std::uint64_t>(warps);
    return std::max(1, resident_blocks(grid, kernel)) * device_attribute(cudaDevAttrMultiProcessorCount, grid.device);
}

// Blocks that have a multiprocessor each, and leave an eighth of them to the kernels of a consumer, for which the
// enumeration waits. Returns how many there are.
int shape_large_blocks(CudaGrid& grid, void const* kernel, int workers) {
    cudaFuncAttributes limits;
    check_cuda(cudaFuncGetAttributes(&limits, kernel), "asking for the kernel's limits");
    auto const most_shared =
        static_cast<std::uint64_t>(device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, grid.device));
    std::uint64_t const for_one =
        std::uint64_t(device_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor, grid.device)) / 2;
    int const step = full_warp_width / grid.width;
    for (int warps = std::min(limits.maxThreadsPerBlock / grid.width, workers);; warps -= step) {
        grid.block_threads = grid.width * warps;
        grid.shared_bytes = std::max(for_one, grid.layout.fast_bytes() * static_cast<std::uint64_t>(warps));
        if (warps <= step || (grid.shared_bytes <= most_shared && resident_blocks(grid, kernel) > 0)) break;
    }
    int const multiprocessors = device_attribute(cudaDevAttrMultiProcessorCount, grid.device);
    return std::max(1, multiprocessors - (multiprocessors + 7) / 8);
}

std::uint64_t traversal_bytes(CudaGrid const& grid) {
    return static_cast<std::uint64_t>(grid.workers) * grid.layout.bytes();
}

// Of the arrays that every run has: graph, jobs, what engine and outputs keep, traversals; what the graph was prepared
// in aside.
std::uint64_t planned_bytes(RunSession const& session, CudaGrid const& grid, PartsShape const& parts) {
    bool const is_there = session.on_device() != nullptr || session.resident() != nullptr;
    std::uint64_t const graph = is_there ? 0 : session.shape.bytes();
    std::uint64_t const jobs =
        session.on_device() != nullptr ? session.job_count * sizeof(Job) : session.jobs().size_bytes();
    std::uint64_t const dealt = session.dealt.ranges().size() * sizeof(JobRange);
    return graph + traversal_bytes(grid) + parts.bytes + jobs + dealt + cuda_store_bytes(session);
}

} // namespace

std::uint64_t preparation_bytes(RunSession const& session) {
    if (session.resident() != nullptr) return session.resident()->bytes;
    return session.on_device() != nullptr ? session.on_device()->bytes() : 0;
}

CudaGrid plan_grid(RunSession const& session, WorkerLayout const& layout, void const* kernel, int block_threads) {
    CudaGrid grid;
    grid.device = current_device();
    grid.width = session.options.warp_width;
    grid.layout = layout;
    int workers = most_workers(session, grid);
    bool const leaves_room = static_cast<bool>(session.options.of<StoreInput>().device_sink);
    int const resident = leaves_room ? shape_large_blocks(grid, kernel, workers)
                                     : shape_small_blocks(grid, kernel, block_threads, workers);
    int const warps = grid.block_threads / grid.width;
    // An idle worker of `share` waits for the others: all of them must be resident.
    bool const all_resident = leaves_room || session.options.balance.mechanism == BalanceMechanism::share;
    if (session.options.workers == 0 || all_resident) workers = std::min(workers, resident * warps);
    grid.blocks = std::max(1, workers / warps);
    grid.workers = grid.blocks * warps;
    return grid;
}

RunPlan describe_cuda_plan(RunSession const& session, CudaGrid const& grid, PartsShape const& parts) {
    cudaDeviceProp properties;
    check_cuda(cudaGetDeviceProperties(&properties, grid.device), "reading the device's properties");
    RunPlan plan;
    plan.device = {"cuda", properties.name, grid.workers};
    plan.roots = session.jobs_given();
    plan.bytes_per_worker = grid.layout.bytes();
    plan.fast_bytes_per_worker = grid.layout.fast_bytes();
    plan.memory.graph_bytes = session.shape.bytes();
    plan.memory.traversal_bytes = traversal_bytes(grid);
    plan.memory.peak_bytes = planned_bytes(session, grid, parts) + preparation_bytes(session);
    return plan;
}

CudaMemory::CudaMemory(RunSession const& session, CudaGrid const& grid, PartsShape const& parts)
    : session_(session),
      lanes_(grid.width) {
    constexpr std::uint64_t small_things = 32 * 1024; // counters, and the space between arrays
    std::uint64_t const bytes = planned_bytes(session, grid, parts) + small_things;
    require_device_memory("the run", bytes);
    meter_.reserve(bytes);
    place_graph();
    words_ = {word_count, meter_};
    words_.clear();
    if (!session.dealt.ranges().empty()) dealt_ = {std::span<JobRange const>(session.dealt.ranges()), meter_};
    set_jobs(context_.queue, session.first_round());
    context_.queue.count_of_layer = session.job_count;
    context_.queue.stop = reinterpret_cast<std::uint32_t*>(words_.data() + stop_word);
    context_.queue.done = words_.data() + jobs_done_word;
    context_.layout = grid.layout;
    context_.k = session.needs.k;
    context_.levels = session.levels;
    context_.rounds = session.needs.rounds;
    context_.fault = words_.data() + fault_word;
    context_.last_change = words_.data() + last_change_word;
    parts_ = {parts.bytes, meter_};
    parts_.clear();
    set_block(parts_.data());
    plan_arrays(grid.layout, static_cast<std::uint64_t>(grid.workers));
    plan_balance(parts, static_cast<std::uint64_t>(grid.workers));
    plan_times(static_cast<std::uint64_t>(grid.workers));
    context_.look_interval = look_interval(session.options);
    if (session.needs.records) {
        store_ = std::make_unique<CudaStore>(session, meter_);
        ring_ = store_->ref();
    }
    check_cuda(cudaEventCreateWithFlags(&ended_, cudaEventDisableTiming), "creating an event");
}

void CudaMemory::set_jobs(JobQueue& queue, int round) const {
    queue.count = session_.tickets(round);
    queue.dealt = session_.is_dealt(round) ? session_.dealt.dealt(dealt_.data()) : DealtJobs{};
}

CudaMemory::~CudaMemory() {
    if (ended_ != nullptr) cudaEventDestroy(ended_);
}

void CudaMemory::place_graph() {
    if (ResidentOnDevice const* const resident = session_.resident()) {
        context_.graph = resident->graph;
        context_.queue.jobs = resident->jobs;
        return;
    }
    if (DevicePreparation* const preparation = session_.on_device()) {
        context_.graph = preparation->graph();
        jobs_ = {session_.job_count, meter_};
        preparation->jobs().write(jobs_.data());
        context_.queue.jobs = jobs_.data();
        return;
    }
    std::span<EdgeOffset const> const offsets = session_.graph().offsets();
    std::span<VertexId const> const neighbours = session_.graph().neighbour_array();
    offsets_ = {offsets.size(), meter_};
    neighbours_ = {neighbours.size(), meter_};
    upload(offsets_.data(), std::as_bytes(offsets), session_.options.threads);
    upload(neighbours_.data(), std::as_bytes(neighbours), session_.options.threads);
    jobs_ = {session_.jobs(), meter_};
    context_.queue.jobs = jobs_.data();
    context_.graph = {offsets_.data(), neighbours_.data(), session_.shape.vertex_count};
}

void CudaMemory::plan_arrays(WorkerLayout const& layout, std::uint64_t workers) {
    for (int array = 0; array < max_worker_arrays; ++array) {
        if (layout.device_bytes(array) == 0) continue;
        arrays_.emplace_back(workers * layout.device_bytes(array), meter_);
        arena_.arrays[array] = arrays_.back().data();
    }
}

void CudaMemory::plan_times(std::uint64_t workers) {
    if (!notes_jobs(session_)) return;
    std::vector<JobTimes::Began> const none(workers);
    began_ = {std::span<JobTimes::Began const>(none), meter_};
    JobTimes times = session_.sample != nullptr ? session_.sample->times() : JobTimes();
    times.began = began_.data();
    if (session_.sample == nullptr) {
        of_job_ = {session_.tickets(0), meter_};
        if (of_job_.size() > 0) of_job_.clear();
        times.of_job = of_job_.data();
    }
    times_ = {std::span<JobTimes const>(&times, 1), meter_};
    context_.queue.times = times_.data();
    std::uint32_t const state = queue_notes_jobs;
    write(context_.queue.stop, &state, sizeof state);
}

void CudaMemory::write(void* array, void const* from, std::uint64_t bytes) {
    check_cuda(cudaMemcpy(array, from, bytes, cudaMemcpyHostToDevice), "copying to the device");
}

std::vector<WideCount> CudaMemory::add_up(ClassTotals const& totals) { return reduce_totals(totals); }

} // namespace cerrado
