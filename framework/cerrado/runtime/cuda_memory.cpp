#if CERRADO_HAS_CUDA
#include <cerrado/runtime/cuda_memory.hpp>
#include <cerrado/runtime/cuda_words.hpp>

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

} // namespace

CudaGrid plan_grid(Session const& session, void const* kernel, int block_threads) {
    CudaGrid grid;
    check_cuda(cudaGetDevice(&grid.device), "selecting the device");
    grid.layout = plan_worker(session.needs, session.graph, WorkerKind::warp);
    int const most_shared = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, grid.device);
    std::uint64_t const fast = grid.layout.fast_bytes();
    int warps = block_threads / 32;
    while (warps > 1 && fast * static_cast<std::uint64_t>(warps) > static_cast<std::uint64_t>(most_shared)) warps /= 2;
    grid.block_threads = 32 * warps;
    grid.shared_bytes = fast * static_cast<std::uint64_t>(warps);
    check_cuda(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(grid.shared_bytes)),
        "reserving shared memory");
    int resident = 0;
    check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, grid.block_threads, grid.shared_bytes),
               "asking for the occupancy");
    int const multiprocessors = attribute(cudaDevAttrMultiProcessorCount, grid.device);
    int const most = std::max(1, resident) * multiprocessors * warps;
    int wanted = session.options.workers > 0 ? session.options.workers : most;
    // An idle worker of `share` waits for the others: all of them must be resident.
    if (session.options.balance.mechanism == BalanceMechanism::share) wanted = std::min(wanted, most);
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    check_cuda(cudaMemGetInfo(&free_bytes, &total_bytes), "asking for free device memory");
    double const budget = std::min(session.options.traversal_memory_share * static_cast<double>(total_bytes),
                                   0.9 * static_cast<double>(free_bytes));
    int const workers = fit_workers(grid.layout, wanted, static_cast<std::uint64_t>(budget));
    grid.blocks = std::max(1, workers / warps);
    grid.workers = grid.blocks * warps;
    return grid;
}

RunPlan describe_cuda_plan(Session const& session, CudaGrid const& grid) {
    cudaDeviceProp properties;
    check_cuda(cudaGetDeviceProperties(&properties, grid.device), "reading the device's properties");
    RunPlan plan;
    plan.device = {"cuda", properties.name, grid.workers};
    plan.roots = session.jobs.size();
    plan.bytes_per_worker = grid.layout.bytes();
    plan.fast_bytes_per_worker = grid.layout.fast_bytes();
    plan.memory.graph_bytes = session.graph.bytes();
    plan.memory.traversal_bytes = static_cast<std::uint64_t>(grid.workers) * grid.layout.bytes();
    std::uint64_t const classes = session.classes();
    std::uint64_t const totals = (bank_count(session.classes(), grid.workers) + 2) * classes * sizeof(Count);
    plan.memory.peak_bytes =
        plan.memory.graph_bytes + plan.memory.traversal_bytes + totals + session.jobs.size() * sizeof(Job);
    for (int i = 1; i < session.options.patterns.k; ++i) {
        plan.memory.peak_bytes += (std::uint64_t{session.options.patterns.classes[i]} << i) * sizeof(Transition);
    }
    return plan;
}

CudaMemory::CudaMemory(Session const& session, CudaGrid const& grid) : session_(session) {
    offsets_ = {session.graph.offsets(), meter_};
    neighbours_ = {session.graph.neighbour_array(), meter_};
    jobs_ = {std::span<Job const>(session.jobs), meter_};
    context_.graph = {offsets_.data(), neighbours_.data(), session.graph.vertex_count()};
    context_.k = session.needs.k;
    context_.root_size = session.needs.root_size;
    context_.layout = grid.layout;
    upload_patterns(session.options.patterns);
    words_ = {word_count, meter_};
    words_.clear();
    context_.queue = {jobs_.data(), session.jobs.size(), words_.data() + next_job,
                      reinterpret_cast<std::uint32_t*>(words_.data() + stop_word)};
    plan_totals(grid.workers);
    plan_arena(grid.layout, static_cast<std::uint64_t>(grid.workers));
    plan_balance(static_cast<std::uint64_t>(grid.workers));
    if (session.needs.stores) plan_store();
    check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "creating a stream");
    check_cuda(cudaStreamCreateWithFlags(&side_stream_, cudaStreamNonBlocking), "creating a stream");
    check_cuda(cudaEventCreateWithFlags(&ended_, cudaEventDisableTiming), "creating an event");
    check_cuda(cudaDeviceSynchronize(), "preparing the device");
}

CudaMemory::~CudaMemory() {
    if (ended_ != nullptr) cudaEventDestroy(ended_);
    if (side_stream_ != nullptr) cudaStreamDestroy(side_stream_);
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
}

RunContext CudaMemory::context_without_jobs() const {
    RunContext context = context_;
    context.queue.count = 0;
    context.balance = {};
    return context;
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
                       wide,
                       wide + classes,
                       classes,
                       banks,
                       bank_budget(banks, workers),
                       words_.data() + jobs_done_word};
}

void CudaMemory::plan_arena(WorkerLayout const& layout, std::uint64_t workers) {
    extensions_ = {workers * layout.extension_entries, meter_};
    masks_ = {workers * layout.mask_entries, meter_};
    extents_ = {workers * layout.extent_entries, meter_};
    table_keys_ = {workers * layout.key_entries, meter_};
    table_states_ = {workers * layout.state_entries, meter_};
    counters_ = {workers * layout.counter_entries, meter_};
    arena_ = {extensions_.data(), masks_.data(),        extents_.data(),
              table_keys_.data(), table_states_.data(), counters_.data()};
}

void CudaMemory::plan_store() {
    store_records_ = MappedBuffer<VertexId>(store_capacity * static_cast<std::uint64_t>(session_.needs.k));
    store_words_ = MappedBuffer<std::uint64_t>(store_capacity + 1);
    context_.store = {store_records_.data(),       store_words_.data(), store_words_.data() + store_capacity,
                      words_.data() + ticket_word, store_capacity,      session_.needs.k};
}

} // namespace cerrado
#endif
