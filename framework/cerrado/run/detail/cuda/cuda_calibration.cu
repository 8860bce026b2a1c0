// Measures the throughput of a GPU for several shares of idle warps. The kernel imitates enumeration: it takes chunks
// of work from a queue, and reads lists whose place depends on earlier reads. It looks the entries up in a hash table
// in shared memory, and counts there.
#include <cerrado/run/calibration.hpp>
#include <cerrado/run/detail/cuda/cuda_calibration.hpp>
#include <cerrado/run/detail/cuda/cuda_memory.hpp>
#include <cerrado/run/detail/preparation/device_buffer.hpp>
#include <cerrado/run/detail/session/session.hpp>

#include <algorithm>
#include <atomic>
#include <bit>

namespace cerrado::detail {
namespace {

constexpr unsigned warps_in_block = 4;
constexpr unsigned block_threads = 32 * warps_in_block;
constexpr unsigned slots = 1024; // of a warp's table; half of them are used
constexpr unsigned counters = 64;
constexpr unsigned list_length = 128;
constexpr unsigned lists_in_chunk = 4;
constexpr std::uint32_t no_key = ~0u;
constexpr int most_idle_parts = 5; // the threshold is never greater
constexpr int repeats = 5;
constexpr double launch_seconds = 2e-4;

struct CalibrationWork {
    std::uint32_t* words;     // random words: they are the lists, and they tell the place of the next list
    std::uint32_t words_mask; // 1 less than the number of words, which is a power of two
    std::uint32_t* next;      // the next chunk to take
    std::uint32_t* results;   // one per warp
};

__device__ std::uint32_t mix(std::uint32_t value) {
    value = (value ^ value >> 16) * 0x7feb352du;
    value = (value ^ value >> 15) * 0x846ca68bu;
    return value ^ value >> 16;
}

struct WarpTable {
    std::uint32_t keys[slots];
    std::uint16_t states[slots];
    std::uint32_t counts[counters];

    __device__ void fill(unsigned lane) {
        for (unsigned slot = lane; slot < slots; slot += 32) {
            std::uint32_t const random = mix(slot);
            keys[slot] = random % 2 == 0 ? no_key : random >> 1;
            states[slot] = static_cast<std::uint16_t>(random);
        }
        for (unsigned i = lane; i < counters; i += 32) counts[i] = 0;
        __syncwarp();
    }

    __device__ std::uint16_t look_up(std::uint32_t key) const {
        unsigned slot = mix(key) % slots;
        while (keys[slot] != key && keys[slot] != no_key) slot = (slot + 1) % slots;
        return states[slot];
    }
};

__global__ void fill_words(CalibrationWork const work) {
    for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i <= work.words_mask; i += gridDim.x * blockDim.x) {
        work.words[i] = mix(i) >> 1;
    }
}

// In each group of eight neighbouring warps, `idle` warps leave at once. Their places differ between groups.
__global__ void __launch_bounds__(block_threads)
    imitate_enumeration(CalibrationWork const work, std::uint32_t chunks, unsigned idle) {
    __shared__ WarpTable tables[warps_in_block];
    unsigned const lane = threadIdx.x % 32;
    std::uint32_t const worker = blockIdx.x * warps_in_block + threadIdx.x / 32;
    if ((worker + mix(worker / share_parts)) % share_parts < idle) return;
    WarpTable& table = tables[threadIdx.x / 32];
    table.fill(lane);
    std::uint32_t last = mix(worker);
    for (;;) {
        std::uint32_t chunk = lane == 0 ? atomicAdd(work.next, 1u) : 0;
        chunk = __shfl_sync(~0u, chunk, 0);
        if (chunk >= chunks) break;
        for (unsigned list = 0; list < lists_in_chunk; ++list) {
            std::uint32_t const begin = work.words[__shfl_sync(~0u, last, 0) & work.words_mask];
            for (unsigned i = lane; i < list_length; i += 32) {
                std::uint32_t const entry = work.words[(begin + i) & work.words_mask];
                std::uint16_t const state = table.look_up(entry);
                atomicAdd(&table.counts[state % counters], 1u);
                last = mix(entry + state);
            }
        }
    }
    __syncwarp();
    if (lane == 0) work.results[worker] = last + table.counts[worker % counters];
}

class Event {
public:
    Event() { check_cuda(cudaEventCreate(&event_), "creating an event"); }
    Event(Event const&) = delete;
    ~Event() { cudaEventDestroy(event_); }

    void record() const { check_cuda(cudaEventRecord(event_), "launching the calibration"); }
    double seconds_since(Event const& begin) const {
        float milliseconds = 0;
        check_cuda(cudaEventSynchronize(event_), "calibrating");
        check_cuda(cudaEventElapsedTime(&milliseconds, begin.event_, event_), "calibrating");
        return 1e-3 * std::max(milliseconds, 1e-3f);
    }

private:
    cudaEvent_t event_ = nullptr;
};

class Laboratory {
public:
    explicit Laboratory(int workers)
        : workers_(static_cast<std::uint32_t>(workers)),
          words_(std::bit_floor(std::max(
                     1u << 20, static_cast<unsigned>(device_attribute(cudaDevAttrL2CacheSize, current_device())) / 4)) /
                     sizeof(std::uint32_t),
                 meter_),
          next_(1, meter_),
          results_(workers_, meter_),
          work_{words_.data(), static_cast<std::uint32_t>(words_.size() - 1), next_.data(), results_.data()} {
        fill_words<<<workers_ / warps_in_block, block_threads>>>(work_);
        check_cuda(cudaGetLastError(), "launching the calibration");
    }

    // All launches do the same work, so that the cost of a launch affects all of them alike. Each share is compared
    // with a launch of all warps just before it, so that a rising clock rate does no harm. The result is the median of
    // the repeats.
    std::vector<double> throughput() {
        std::uint32_t chunks = 2 * workers_;
        seconds(chunks, 0); // loads the kernel
        double const growth = std::clamp(launch_seconds / seconds(chunks, 0), 1.0, 100.0);
        chunks = static_cast<std::uint32_t>(growth * chunks);
        std::vector<double> of_all = {1.0};
        for (unsigned idle = 1; idle <= most_idle_parts; ++idle) {
            double ratios[repeats];
            for (double& ratio : ratios) {
                double const all = seconds(chunks, 0);
                ratio = all / seconds(chunks, idle);
            }
            std::nth_element(ratios, ratios + repeats / 2, ratios + repeats);
            of_all.push_back(ratios[repeats / 2]);
        }
        return of_all;
    }

private:
    double seconds(std::uint32_t chunks, unsigned idle) {
        check_cuda(cudaMemsetAsync(next_.data(), 0, sizeof(std::uint32_t)), "clearing device memory");
        begin_.record();
        imitate_enumeration<<<workers_ / warps_in_block, block_threads>>>(work_, chunks, idle);
        check_cuda(cudaGetLastError(), "launching the calibration");
        end_.record();
        return end_.seconds_since(begin_);
    }

    std::uint32_t workers_;
    MemoryMeter meter_;
    DeviceBuffer<std::uint32_t> words_, next_, results_;
    CalibrationWork work_;
    Event begin_, end_;
};

// Returns: the shortest time of a few looks like the balancer's, without a decision.
double look_seconds(int workers) {
    constexpr int looks = 32;
    MemoryMeter meter;
    MappedBuffer<std::uint32_t> const activity(static_cast<std::uint64_t>(workers));
    DeviceBuffer<Count> const words(word_count, meter);
    words.clear();
    double least = 1;
    for (int look = 0; look < looks; ++look) {
        Stopwatch const watch;
        Count read[word_count];
        check_cuda(cudaMemcpyAsync(read, words.data(), sizeof read, cudaMemcpyDeviceToHost, nullptr),
                   "reading device memory");
        check_cuda(cudaStreamSynchronize(nullptr), "reading device memory");
        for (int i = 0; i < workers; ++i) {
            std::atomic_ref<std::uint32_t>(activity.data()[i]).load(std::memory_order_relaxed);
        }
        least = std::min(least, watch.seconds());
    }
    return least;
}

} // namespace

CudaCalibration calibrate_cuda() {
    CudaCalibration result;
    int blocks = 0;
    check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, imitate_enumeration, block_threads, 0),
               "asking for the occupancy");
    result.multiprocessors = device_attribute(cudaDevAttrMultiProcessorCount, current_device());
    result.warps_per_multiprocessor = std::max(1, blocks) * static_cast<int>(warps_in_block);
    int const workers = result.multiprocessors * result.warps_per_multiprocessor;
    result.throughput = Laboratory(workers).throughput();
    result.look_seconds = look_seconds(workers);
    return result;
}

} // namespace cerrado::detail
