// The device memory of a run: its counters and flags, its pinned page, its arrays.
#pragma once

#include <cerrado/contract/run_memory.hpp>
#include <cerrado/run/detail/conduct/conductor.hpp>
#include <cerrado/run/detail/cuda/cuda_store.hpp>
#include <cerrado/run/detail/preparation/device_buffer.hpp>
#include <cerrado/run/detail/session/session.hpp>
#include <cerrado/run/plan.hpp>

#include <cstddef>
#include <memory>

namespace cerrado {

// The places of the counters and flags of a GPU run.

// Counters and flags in device memory, 64 bits each, that the host reads or sets while a kernel runs. All workers add
// to the queue of a round, so it has its own cache line. Reading the other words need not wait for it.
enum Word {
    jobs_done_word,
    stop_word,
    shared_tail,
    shared_head,
    pending_word,
    donated_word,
    donated_done_word,
    fault_word,
    left_next_word,
    last_change_word,
    added_jobs_word,
    next_of_even_round = 16,
    next_of_odd_round = 32,
    word_count = 48
};

// A page of pinned host memory that the process keeps between runs, because pinning takes longer than a small run.

class PinnedPage {
public:
    static constexpr std::size_t bytes = 4096;

    PinnedPage(); // throws Error if the device has no memory for it
    ~PinnedPage();
    PinnedPage(PinnedPage const&) = delete;

    char* data() const { return memory_; }

private:
    char* memory_ = nullptr;
};

// The launch grid of a GPU run, and everything that the run holds on the device.

struct CudaGrid {
    WorkerLayout layout;
    int blocks = 0;
    int block_threads = 0;
    int width = 0;                // lanes of a worker
    int workers = 0;              // the number of warps of `width` lanes
    std::size_t shared_bytes = 0; // of a block
    int device = 0;
};

// Returns: a grid with as many blocks of `kernel` as can be resident at once, or as options.workers or the memory
// budget allow.
CudaGrid plan_grid(RunSession const& session, WorkerLayout const& layout, void const* kernel, int block_threads);

// Returns: the device memory in which the graph was prepared; 0 if the host prepared it.
std::uint64_t preparation_bytes(RunSession const& session);

RunPlan describe_cuda_plan(RunSession const& session, CudaGrid const& grid, PartsShape const& parts);

// The differences between the launches of a run.
struct CudaLaunch {
    bool only_donates = false;
    int round = 0;
};

class CudaMemory final : public RunMemory {
public:
    CudaMemory(RunSession const& session, CudaGrid const& grid, PartsShape const& parts);
    ~CudaMemory() override;
    CudaMemory(CudaMemory const&) = delete;

    RunContext const& context() const { return context_; }
    ArenaRef const& arena() const { return arena_; }
    cudaStream_t stream() const { return stream_.get(); }
    MemoryMeter const& meter() const { return meter_; }

    void read(void* to, void const* array, std::uint64_t bytes) const override;
    void write(void* array, void const* from, std::uint64_t bytes) override;
    std::vector<WideCount> add_up(ClassTotals const& totals) override;
    StoreRef ring() const override { return ring_; }
    int lanes() const override { return lanes_; }
    bool on_device() const override { return true; }

    // Launches the kernel, and conducts the enumeration to its end. Throws Error if a kernel failed.
    BalanceUse drive(std::function<void(CudaLaunch const&)> const& launch, Monitor& monitor);

    // The conductor needs these while a kernel runs.
    Count* next_of_round(int round) const {
        return words_.data() + (round % 2 == 0 ? next_of_even_round : next_of_odd_round);
    }
    void set_jobs(JobQueue& queue, int round) const;
    void reset_balance() const;
    void wait(std::function<bool()> const& meanwhile) const;
    std::uint64_t last_change() const; // requires: wait() has returned
    void stop() const;
    std::uint32_t const* activity() const { return activity_.data(); }
    QueueState queues() const;
    void ask(std::span<std::uint32_t const> requests) const;

    Outcome outcome() const; // requires: the enumeration has ended

private:
    void place_graph();
    void copy_what_is_small() const;
    void plan_balance(PartsShape const& parts, std::uint64_t workers);
    void plan_arrays(WorkerLayout const& layout, std::uint64_t workers);
    void plan_times(std::uint64_t workers);

    RunSession const& session_;
    int lanes_;
    std::uint64_t workers_ = 0; // the number of workers that publish their activity
    MemoryMeter meter_;
    RunContext context_;
    ArenaRef arena_;
    DeviceBuffer<EdgeOffset> offsets_;
    DeviceBuffer<VertexId> neighbours_;
    DeviceBuffer<Job> jobs_;
    DeviceBuffer<JobRange> dealt_;
    DeviceBuffer<JobTimes> times_;
    DeviceBuffer<JobTimes::Began> began_;
    DeviceBuffer<Count> of_job_;
    DeviceBuffer<Count> words_; // counters and flags
    DeviceBuffer<char> parts_;  // the memory of the engine and the outputs
    PinnedPage copies_;         // the words and the first parts as they were after the last launch
    bool copied_ = false;       // true if copies_ holds them and no launch came later
    std::vector<DeviceBuffer<char>> arrays_;
    DeviceBuffer<std::uint32_t> shared_records_, attachments_, requests_, left_;
    DeviceBuffer<std::uint64_t> sequence_;
    DeviceBuffer<SavedTraversal> saved_;
    DeviceBuffer<char> saved_levels_;
    MappedBuffer<std::uint32_t> activity_;
    std::unique_ptr<CudaStore> store_;
    StoreRef ring_;
    CudaStream stream_;
    CudaStream side_stream_; // reads the queue and raises the stop flag while the kernel runs
    cudaEvent_t ended_ = nullptr;
};

} // namespace cerrado
