#include <cerrado/run/detail/cuda/cuda_memory.hpp>

#include <cerrado/contract/detail/declared.hpp>
#include <cerrado/core/detail/team.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/detail/cuda/cuda_reduce.hpp>
#include <cerrado/run/detail/cuda/cuda_resident.hpp>
#include <cerrado/run/detail/cuda/cuda_store.hpp>
#include <cerrado/run/detail/preparation/cuda_upload.hpp>
#include <cerrado/run/detail/preparation/device_buffer.hpp>
#include <cerrado/run/detail/preparation/device_preparation.hpp>
#include <cerrado/run/plan.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace cerrado {

namespace {

// The process keeps these until it ends.
struct IdleStreams {
    std::mutex mutex;
    std::map<int, std::vector<cudaStream_t>> of_device;
};

IdleStreams& idle_streams() {
    static auto* const idle = new IdleStreams; // never freed, because runs may use it while the process ends
    return *idle;
}

} // namespace

CudaStream::CudaStream() : device_(current_device()) {
    IdleStreams& idle = idle_streams();
    std::lock_guard const lock(idle.mutex);
    std::vector<cudaStream_t>& streams = idle.of_device[device_];
    if (streams.empty()) {
        check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "creating a stream");
    } else {
        stream_ = streams.back();
        streams.pop_back();
    }
}

CudaStream::~CudaStream() {
    IdleStreams& idle = idle_streams();
    std::lock_guard const lock(idle.mutex);
    try {
        idle.of_device[device_].push_back(stream_);
    } catch (std::bad_alloc const&) {
        cudaStreamDestroy(stream_);
    }
}

namespace {

// The process keeps these until it ends.
struct IdlePages {
    std::mutex mutex;
    std::vector<char*> pages;
};

IdlePages& idle_pages() {
    static auto* const idle = new IdlePages; // never freed, because runs may use it while the process ends
    return *idle;
}

} // namespace

PinnedPage::PinnedPage() {
    IdlePages& idle = idle_pages();
    std::lock_guard const lock(idle.mutex);
    if (idle.pages.empty()) {
        check_cuda(cudaHostAlloc(reinterpret_cast<void**>(&memory_), bytes, cudaHostAllocPortable),
                   "allocating pinned host memory");
    } else {
        memory_ = idle.pages.back();
        idle.pages.pop_back();
    }
}

PinnedPage::~PinnedPage() {
    IdlePages& idle = idle_pages();
    std::lock_guard const lock(idle.mutex);
    try {
        idle.pages.push_back(memory_);
    } catch (std::bad_alloc const&) {
        cudaFreeHost(memory_);
    }
}

namespace {

int allocations_until_failure = 0;

// The process keeps at most this much memory of each device between runs, because allocating it anew takes as long as a
// small run.
constexpr std::uint64_t most_kept_bytes = std::uint64_t{512} << 20;
constexpr std::uint64_t kept_part = 64; // the process keeps at most this fraction (1/64) of the device's memory

struct KeptMemory {
    cudaMemPool_t pool = nullptr; // null if the device has no memory pools
    std::uint64_t bytes = 0;      // the most that the pool keeps
    std::uint64_t device_bytes = 0;
    std::atomic<bool> grown = false; // true if the driver has provided the bytes
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

// Allocates in the order of the default stream, as the copies and kernels that prepare a run.
cudaError_t allocate(void** memory, std::uint64_t bytes) {
    cudaMemPool_t const pool = kept_memory().pool;
    return pool == nullptr ? cudaMalloc(memory, bytes) : cudaMallocFromPoolAsync(memory, bytes, pool, nullptr);
}

void release(void* memory) noexcept {
    // If the memory is not from a pool, cudaFreeAsync() fails, and cudaFree() frees it.
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
    constexpr std::uint64_t small = std::uint64_t{1} << 30; // asking takes as long as ordering a small graph
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
        cudaGetLastError(); // the device has less: each run allocates what it needs
        return;
    }
    release(memory);
    check_cuda(cudaStreamSynchronize(nullptr), "allocating device memory");
    kept.grown = true;
}

void check_cuda(cudaError_t status, char const* attempt) {
    if (status == cudaSuccess) return;
    cudaGetLastError(); // clears the error, unless it is sticky
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

namespace {

constexpr std::size_t memory_bytes = std::size_t{32} << 20;
constexpr std::size_t step_bytes = std::size_t{4} << 20; // a step is filled while the step before is being copied
constexpr std::size_t least_bytes = std::size_t{64} << 10;
constexpr std::size_t least_part_bytes = std::size_t{256} << 10; // for less it does not pay to wake a thread
constexpr int most_threads = 8;                                  // more threads would only wait for memory
constexpr std::size_t line_bytes = 64;

// Copies to memory that is aligned to a cache line. If the processor can, the copy bypasses the caches, since only the
// bus reads the memory afterwards; then the old lines need not be read first.
void copy_lines(char* to, std::byte const* from, std::size_t bytes) {
#if defined(__SSE2__)
    constexpr std::size_t words = line_bytes / sizeof(__m128i);
    for (; bytes >= line_bytes; bytes -= line_bytes, to += line_bytes, from += line_bytes) {
        auto* const into = reinterpret_cast<__m128i*>(to);
        auto const* const words_from = reinterpret_cast<__m128i const*>(from);
        for (std::size_t i = 0; i < words; ++i) _mm_stream_si128(into + i, _mm_loadu_si128(words_from + i));
    }
    _mm_sfence();
#endif
    std::memcpy(to, from, bytes);
}

// The upload memory of a device. One run at a time uses it, because its contents may be on their way in the device's
// stream.
struct UploadMemory {
    std::mutex mutex;
    char* memory = nullptr;
    std::unique_ptr<Team> team; // kept, since starting threads for each run takes longer than the copy
    std::size_t used = 0;       // the bytes before this may be on their way

    char* take(std::size_t bytes) {
        bytes = (bytes + line_bytes - 1) / line_bytes * line_bytes;
        if (used + bytes > memory_bytes) {
            check_cuda(cudaStreamSynchronize(nullptr), "copying to the device");
            used = 0;
        }
        used += bytes;
        return memory + used - bytes;
    }

    void fill(char* place, std::span<std::byte const> from, int threads) {
        auto const paying = static_cast<int>(std::min<std::size_t>(from.size() / least_part_bytes, most_threads));
        int const parts = std::min({paying, team->size(), threads > 0 ? threads : most_threads});
        if (parts <= 1) return copy_lines(place, from.data(), from.size());
        std::size_t const lines = (from.size() + line_bytes - 1) / line_bytes;
        team->run([&](Member member) {
            if (member.index >= parts) return;
            Member const part{member.index, parts};
            std::size_t const begin = part.begin(lines) * line_bytes;
            std::size_t const end = std::min(part.end(lines) * line_bytes, from.size());
            copy_lines(place + begin, from.data() + begin, end - begin);
        });
    }
};

struct UploadMemories {
    std::mutex mutex;
    std::map<int, UploadMemory> of_device;
};

UploadMemory& upload_memory() {
    static auto* const all = new UploadMemories; // never freed, because runs may use it while the process ends
    std::lock_guard const lock(all->mutex);
    return all->of_device[current_device()];
}

} // namespace

void make_upload_memory() {
    UploadMemory& between = upload_memory();
    std::lock_guard const lock(between.mutex);
    if (between.memory != nullptr) return;
    if (cudaHostAlloc(reinterpret_cast<void**>(&between.memory), memory_bytes, cudaHostAllocPortable) != cudaSuccess) {
        between.memory = nullptr;
        cudaGetLastError();
        return;
    }
    between.team = std::make_unique<Team>(std::min(hardware_threads(), most_threads));
}

void upload(void* to, std::span<std::byte const> from, int threads) {
    if (from.empty()) return;
    UploadMemory& between = upload_memory();
    std::unique_lock const lock(between.mutex, std::try_to_lock);
    if (!lock || between.memory == nullptr || from.size() < least_bytes) {
        check_cuda(cudaMemcpy(to, from.data(), from.size(), cudaMemcpyHostToDevice), "copying to the device");
        return;
    }
    auto* into = static_cast<char*>(to);
    for (; !from.empty(); from = from.subspan(std::min(step_bytes, from.size()))) {
        std::span<std::byte const> const step = from.first(std::min(step_bytes, from.size()));
        char* const place = between.take(step.size());
        between.fill(place, step, threads);
        check_cuda(cudaMemcpyAsync(into, place, step.size(), cudaMemcpyHostToDevice, nullptr), "copying to the device");
        into += step.size();
    }
}

DeviceForm::DeviceForm(std::unique_ptr<DevicePreparation> preparation)
    : shape_(preparation->shape()),
      preparation_(std::move(preparation)) {}

namespace {

GraphShape shape_with_room(Graph const& graph) {
    GraphShape shape = shape_of(graph);
    require_device_memory("the graph", shape.bytes());
    return shape;
}

} // namespace

DeviceForm::DeviceForm(Graph const& graph, int threads)
    : shape_(shape_with_room(graph)),
      offsets_(graph.offsets().size(), meter_),
      neighbours_(graph.neighbour_array().size(), meter_) {
    upload(offsets_.data(), std::as_bytes(graph.offsets()), threads);
    upload(neighbours_.data(), std::as_bytes(graph.neighbour_array()), threads);
}

GraphRef DeviceForm::graph() const {
    if (preparation_) return preparation_->graph();
    return {offsets_.data(), neighbours_.data(), shape_.vertex_count};
}

std::uint64_t DeviceForm::bytes() const {
    std::uint64_t bytes = preparation_ ? preparation_->bytes() : meter_.peak();
    for (auto const& [plan, jobs] : jobs_) bytes += jobs->meter.peak();
    return bytes;
}

std::shared_ptr<DeviceJobs const> DeviceForm::jobs(JobPlan const& plan, std::function<std::vector<Job>()> const& make) {
    auto const found = std::ranges::find_if(jobs_, [&](auto const& made) { return made.first == plan; });
    if (found != jobs_.end()) return found->second;
    auto made = std::make_shared<DeviceJobs>();
    if (preparation_ && !plan.roots) {
        DeviceJobMaker& maker = preparation_->jobs();
        maker.plan(plan);
        made->jobs = {maker.count(), made->meter};
        maker.write(made->jobs.data());
    } else {
        std::vector<Job> const jobs = make();
        made->jobs = {std::span<Job const>(jobs), made->meter};
    }
    if (!plan.roots) jobs_.emplace_back(plan, made);
    return made;
}

std::shared_ptr<DeviceJobs const> some_of(DeviceJobs const& jobs, SampleRun& sample) {
    sample.take_from(jobs.jobs.size(), [&](SampledJobs const& which, std::span<Job> into) {
        check_cuda(cudaMemcpy2D(into.data(), sizeof(Job), jobs.jobs.data() + which.first, which.stride * sizeof(Job),
                                sizeof(Job), into.size(), cudaMemcpyDeviceToHost),
                   "sampling jobs");
    });
    auto some = std::make_shared<DeviceJobs>();
    some->jobs = {std::span<Job const>(sample.jobs()), some->meter};
    return some;
}

void read_resident(void* to, void const* from, std::uint64_t bytes) {
    check_cuda(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "copying from the device");
}

void read_from_anywhere(void* to, void const* from, std::uint64_t bytes) {
    check_cuda(cudaMemcpy(to, from, bytes, cudaMemcpyDefault), "copying from the device");
}

void write_resident(void* to, void const* from, std::uint64_t bytes) {
    upload(to, std::as_bytes(std::span(static_cast<std::byte const*>(from), bytes)), 0);
    check_cuda(cudaStreamSynchronize(nullptr), "copying to the device");
}

// Uses asynchronous allocation, because cudaFree() would wait for the run, which may wait for the reader of its
// batches.
std::shared_ptr<std::uint32_t const> keep_on_device(DeviceBatch const& batch) {
    std::uint64_t const bytes = batch.count * sizeof(std::uint32_t);
    void* memory = nullptr;
    check_cuda(cudaMallocAsync(&memory, std::max<std::uint64_t>(bytes, 1), batch.stream), "keeping subgraphs");
    std::shared_ptr<std::uint32_t const> kept(static_cast<std::uint32_t*>(memory),
                                              [device = current_device()](std::uint32_t* ids) {
                                                  int before = 0;
                                                  cudaGetDevice(&before);
                                                  cudaSetDevice(device);
                                                  cudaFreeAsync(ids, cudaStreamLegacy);
                                                  cudaSetDevice(before);
                                              });
    check_cuda(cudaMemcpyAsync(memory, batch.ids, bytes, cudaMemcpyDeviceToDevice, batch.stream), "keeping subgraphs");
    check_cuda(cudaStreamSynchronize(batch.stream), "keeping subgraphs");
    return kept;
}

namespace {

// Returns: the bytes of device memory that traversals may take if they need at most `wanted` bytes. This is a fifth of
// the memory, or the memory of one worker if that is more. The driver is asked for the free memory only if `wanted` is
// more than half of the memory that the process holds, because asking takes as long as ordering a small graph.
std::uint64_t memory_for_traversals(std::uint64_t of_worker, std::uint64_t wanted) {
    std::uint64_t const share = std::max(of_worker, device_memory_bytes() / 5);
    if (wanted <= kept_memory_bytes() / 2) return share;
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    check_cuda(cudaMemGetInfo(&free_bytes, &total_bytes), "asking for free device memory");
    return std::min(share, free_bytes / 10 * 9);
}

// Returns: the number of warps in a block. It is a power of two, fits in `block_threads` and the shared memory, and
// does not exceed the number of workers.
int warps_of_block(WorkerLayout const& layout, int width, int block_threads, int workers, int device) {
    auto const most_shared =
        static_cast<std::uint64_t>(device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    int warps = block_threads / width;
    while (warps > 1 && (layout.fast_bytes() * static_cast<std::uint64_t>(warps) > most_shared || warps > workers)) {
        warps /= 2;
    }
    return warps;
}

// Returns: the most workers that the run may have: as many as were asked for or can be resident, but no more than
// memory has room for.
int most_workers(RunSession const& session, CudaGrid const& grid) {
    int const resident = device_attribute(cudaDevAttrMultiProcessorCount, grid.device) *
                         (device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor, grid.device) / grid.width);
    int const asked = session.options.workers > 0 ? session.options.workers : resident;
    std::uint64_t const wanted = static_cast<std::uint64_t>(asked) * grid.layout.bytes();
    return fit_workers(grid.layout, asked, memory_for_traversals(grid.layout.bytes(), wanted));
}

// Sets the kernel's limit of shared memory to the most that any run has asked for. Several threads may launch the
// kernel at the same time. If a run with less lowered the limit, the launch of another run would fail.
void reserve_shared_memory(void const* kernel, int device, std::uint64_t bytes) {
    static std::mutex mutex;
    static auto* const reserved = new std::map<std::pair<int, void const*>,
                                               std::uint64_t>; // never freed
    std::lock_guard const lock(mutex);
    std::uint64_t& most = (*reserved)[{device, kernel}];
    if (bytes <= most) return;
    check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
               "reserving shared memory");
    most = bytes;
}

// Returns: how many blocks of the grid's shape are resident on a multiprocessor.
int resident_blocks(CudaGrid const& grid, void const* kernel) {
    reserve_shared_memory(kernel, grid.device, grid.shared_bytes);
    int blocks = 0;
    check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, grid.block_threads, grid.shared_bytes),
               "asking for the occupancy");
    return blocks;
}

// Gives the grid small blocks, on all multiprocessors. Returns: how many blocks are resident at once.
int shape_small_blocks(CudaGrid& grid, void const* kernel, int block_threads, int workers) {
    int const warps = warps_of_block(grid.layout, grid.width, block_threads, workers, grid.device);
    grid.block_threads = grid.width * warps;
    grid.shared_bytes = grid.layout.fast_bytes() * static_cast<std::uint64_t>(warps);
    return std::max(1, resident_blocks(grid, kernel)) * device_attribute(cudaDevAttrMultiProcessorCount, grid.device);
}

// Gives the grid large blocks, each of which fills a multiprocessor. An eighth of the multiprocessors stays free for
// the kernels of a consumer, because the enumeration waits for the consumer. Returns: the number of blocks.
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

// Returns: the bytes of the arrays that every run has: graph, jobs, arrays of the engine and the outputs, and
// traversals. The memory in which the graph was prepared is not included.
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
    // With `share` an idle worker waits for the others, so all workers must be resident.
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
    plan.device.memory.graph_bytes = session.shape.bytes();
    plan.device.memory.traversal_bytes = traversal_bytes(grid);
    plan.device.memory.peak_bytes = planned_bytes(session, grid, parts) + preparation_bytes(session);
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
    context_.queue.layers = static_cast<std::uint64_t>(session.needs.layers);
    context_.queue.stop = reinterpret_cast<std::uint32_t*>(words_.data() + stop_word);
    context_.queue.done = words_.data() + jobs_done_word;
    context_.layout = grid.layout;
    context_.k = session.needs.k;
    context_.levels = session.levels;
    context_.rounds = session.needs.rounds;
    context_.fault = words_.data() + fault_word;
    context_.last_change = words_.data() + last_change_word;
    context_.added_jobs = words_.data() + added_jobs_word;
    if (Count const changes = changes_before(session); changes > 0)
        write(context_.last_change, &changes, sizeof changes);
    parts_ = {parts.bytes, meter_};
    parts_.clear();
    set_block(parts_.data());
    plan_arrays(grid.layout, static_cast<std::uint64_t>(grid.workers));
    plan_balance(parts, static_cast<std::uint64_t>(grid.workers));
    plan_times(static_cast<std::uint64_t>(grid.workers));
    context_.look_interval = look_interval(session);
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
