#if CERRADO_HAS_CUDA
#include <cerrado/runtime/cuda_memory.hpp>
#include <cerrado/runtime/cuda_upload.hpp>
#include <cerrado/runtime/cuda_words.hpp>
#include <cerrado/runtime/device_preparation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace cerrado {

namespace {

int attribute(cudaDeviceAttr which, int device) {
    int value = 0;
    check_cuda(cudaDeviceGetAttribute(&value, which, device), "reading the device's properties");
    return value;
}

// Of the device's memory, what traversals may take when they take `wanted` bytes at most. What is free is asked for only where that is more
// than the process holds: the driver takes as long to say as to order the vertices of a small graph.
std::uint64_t memory_for_traversals(Session const& session, std::uint64_t wanted) {
    auto const share =
        static_cast<std::uint64_t>(session.options.traversal_memory_share * static_cast<double>(device_memory_bytes()));
    if (wanted <= kept_memory_bytes() / 2) return share;
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    check_cuda(cudaMemGetInfo(&free_bytes, &total_bytes), "asking for free device memory");
    return std::min(share, free_bytes / 10 * 9);
}

// Warps of a block: as many as `block_threads` and the shared memory hold, a power of two, and no more than there are workers.
int warps_of_block(WorkerLayout const& layout, int width, int block_threads, int workers, int device) {
    auto const most_shared = static_cast<std::uint64_t>(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    int warps = block_threads / width;
    while (warps > 1 && (layout.fast_bytes() * static_cast<std::uint64_t>(warps) > most_shared || warps > workers)) {
        warps /= 2;
    }
    return warps;
}

// How many workers may be there at most: those that memory has room for, and those that were asked for or can be resident.
int most_workers(Session const& session, CudaGrid const& grid) {
    int const resident = attribute(cudaDevAttrMultiProcessorCount, grid.device) *
                         (attribute(cudaDevAttrMaxThreadsPerMultiProcessor, grid.device) / grid.width);
    int const asked = session.options.workers > 0 ? session.options.workers : resident;
    std::uint64_t const wanted = static_cast<std::uint64_t>(asked) * grid.layout.bytes();
    return fit_workers(grid.layout, asked, memory_for_traversals(session, wanted));
}

// How many blocks of the grid's shape a multiprocessor holds.
int resident_blocks(CudaGrid const& grid, void const* kernel) {
    check_cuda(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(grid.shared_bytes)),
        "reserving shared memory");
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
    return std::max(1, resident_blocks(grid, kernel)) * attribute(cudaDevAttrMultiProcessorCount, grid.device);
}

// Blocks that have a multiprocessor each, and leave an eighth of them to the kernels of a consumer, for which the enumeration waits.
// Returns how many there are.
int shape_large_blocks(CudaGrid& grid, void const* kernel, int workers) {
    cudaFuncAttributes limits;
    check_cuda(cudaFuncGetAttributes(&limits, kernel), "asking for the kernel's limits");
    auto const most_shared =
        static_cast<std::uint64_t>(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, grid.device));
    std::uint64_t const for_one =
        std::uint64_t(attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor, grid.device)) / 2;
    int const step = full_warp_width / grid.width;
    for (int warps = std::min(limits.maxThreadsPerBlock / grid.width, workers);; warps -= step) {
        grid.block_threads = grid.width * warps;
        grid.shared_bytes = std::max(for_one, grid.layout.fast_bytes() * static_cast<std::uint64_t>(warps));
        if (warps <= step || (grid.shared_bytes <= most_shared && resident_blocks(grid, kernel) > 0)) break;
    }
    int const multiprocessors = attribute(cudaDevAttrMultiProcessorCount, grid.device);
    return std::max(1, multiprocessors - (multiprocessors + 7) / 8);
}

std::uint64_t traversal_bytes(CudaGrid const& grid) {
    return static_cast<std::uint64_t>(grid.workers) * grid.layout.bytes();
}

// Of the arrays that every run has: graph, jobs, pattern tables, totals, traversals; what the graph was prepared in aside.
std::uint64_t planned_bytes(Session const& session, CudaGrid const& grid) {
    std::uint64_t const classes = session.classes();
    std::uint64_t const totals =
        (bank_count(session.classes(), grid.workers) + 2) * classes * sizeof(Count) + classes * sizeof(WideCount);
    std::uint64_t const graph = session.on_device ? 0 : session.shape.bytes(); // that is there already
    std::uint64_t bytes = graph + traversal_bytes(grid) + totals + session.job_count * sizeof(Job);
    TransitionTableRef const& patterns = session.options.patterns;
    for (int i = 1; i < patterns.k; ++i) bytes += (std::uint64_t{patterns.classes[i]} << i) * sizeof(Transition);
    return bytes + cuda_store_bytes(session) + local_bytes(session);
}

} // namespace

std::uint64_t preparation_bytes(Session const& session) { return session.on_device ? session.on_device->bytes() : 0; }

CudaGrid plan_grid(Session const& session, void const* kernel, int block_threads) {
    CudaGrid grid;
    grid.device = current_device();
    grid.width = session.options.warp_width;
    grid.layout = plan_worker(session.needs, session.shape, session.graph, WorkerKind::warp, grid.width);
    int workers = most_workers(session, grid);
    bool const leaves_room = static_cast<bool>(session.options.device_sink);
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

RunPlan describe_cuda_plan(Session const& session, CudaGrid const& grid) {
    cudaDeviceProp properties;
    check_cuda(cudaGetDeviceProperties(&properties, grid.device), "reading the device's properties");
    RunPlan plan;
    plan.device = {"cuda", properties.name, grid.workers};
    plan.roots = session.job_count;
    plan.bytes_per_worker = grid.layout.bytes();
    plan.fast_bytes_per_worker = grid.layout.fast_bytes();
    plan.memory.graph_bytes = session.shape.bytes();
    plan.memory.traversal_bytes = traversal_bytes(grid);
    plan.memory.peak_bytes = planned_bytes(session, grid) + preparation_bytes(session);
    return plan;
}

CudaMemory::CudaMemory(Session const& session, CudaGrid const& grid) : session_(session) {
    constexpr std::uint64_t small_things = 32 * 1024; // counters, and the space between arrays
    meter_.reserve(planned_bytes(session, grid) + small_things);
    place_graph();
    context_.k = session.needs.k;
    context_.layout = grid.layout;
    upload_patterns(session.options.patterns);
    words_ = {word_count, meter_};
    context_.queue = {jobs_.data(), session.job_count, words_.data() + next_job,
                      reinterpret_cast<std::uint32_t*>(words_.data() + stop_word)};
    plan_totals(grid.workers);
    plan_local();
    plan_arena(grid.layout, static_cast<std::uint64_t>(grid.workers));
    plan_balance(static_cast<std::uint64_t>(grid.workers));
    reset_words();
    if (session.needs.stores) {
        store_ = std::make_unique<CudaStore>(session, meter_);
        context_.store = store_->ref();
    }
    check_cuda(cudaEventCreateWithFlags(&ended_, cudaEventDisableTiming), "creating an event");
    check_cuda(cudaDeviceSynchronize(), "preparing the device");
}

void CudaMemory::place_graph() {
    if (session_.on_device) {
        context_.graph = session_.on_device->graph();
        jobs_ = {session_.job_count, meter_};
        session_.on_device->write_jobs(jobs_.data());
        return;
    }
    std::span<EdgeOffset const> const offsets = session_.graph.offsets();
    std::span<VertexId const> const neighbours = session_.graph.neighbour_array();
    offsets_ = {offsets.size(), meter_};
    neighbours_ = {neighbours.size(), meter_};
    upload(offsets_.data(), std::as_bytes(offsets), session_.options.threads);
    upload(neighbours_.data(), std::as_bytes(neighbours), session_.options.threads);
    jobs_ = {std::span<Job const>(session_.jobs), meter_};
    context_.graph = {offsets_.data(), neighbours_.data(), session_.shape.vertex_count};
}

CudaMemory::~CudaMemory() {
    if (ended_ != nullptr) cudaEventDestroy(ended_);
}

void CudaMemory::upload_patterns(TransitionTableRef const& patterns) {
    context_.patterns = patterns;
    for (int i = 1; i < patterns.k; ++i) {
        std::size_t const entries = std::size_t{patterns.classes[i]} << i;
        levels_.emplace_back(std::span<Transition const>(patterns.levels[i], entries), meter_);
        context_.patterns.levels[i] = levels_.back().data();
    }
}

void CudaMemory::plan_totals(int workers) {
    std::uint32_t const classes = session_.classes();
    std::uint32_t const banks = bank_count(classes, workers);
    totals_ = {(std::uint64_t{banks} + 2) * classes, meter_};
    totals_.clear();
    Count* const wide = totals_.data() + std::uint64_t{banks} * classes;
    context_.totals = {totals_.data(),
                       {wide, wide + classes},
                       classes,
                       banks,
                       bank_budget(banks, workers),
                       words_.data() + jobs_done_word,
                       words_.data() + too_deep_word};
}

void CudaMemory::plan_arena(WorkerLayout const& layout, std::uint64_t workers) {
    extensions_ = {workers * layout.extension_entries, meter_};
    masks_ = {workers * layout.mask_entries, meter_};
    extents_ = {workers * layout.extent_entries, meter_};
    table_keys_ = {workers * layout.key_entries, meter_};
    table_states_ = {workers * layout.state_entries, meter_};
    counters_ = {workers * layout.counter_entries, meter_};
    dense_ = {workers * layout.dense_area_entries(), meter_};
    local_ = {workers * layout.local_entries, meter_};
    frames_ = {workers * layout.factor_frames, meter_};
    arena_ = {extensions_.data(), masks_.data(), extents_.data(), table_keys_.data(), table_states_.data(),
              counters_.data(),   dense_.data(), local_.data(),   frames_.data()};
}

void CudaMemory::plan_local() {
    if (!session_.needs.local) return;
    BinomialTable const table = make_binomials(session_.shape.max_degree(), session_.needs.longest);
    binomials_ = {std::span<WideCount const>(table.values), meter_};
    local_vertices_ = {2 * std::uint64_t{session_.shape.vertex_count}, meter_};
    local_vertices_.clear();
    local_edges_ = {2 * session_.local_edges(), meter_};
    local_edges_.clear();
    context_.local = local_ref(session_, local_vertices_.data(), local_edges_.data(), binomials_.data());
}

} // namespace cerrado
#endif
