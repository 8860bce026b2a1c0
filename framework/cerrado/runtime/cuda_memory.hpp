// What a GPU run holds: the grid it is launched with, and everything resident on the device.
#pragma once

#include <cerrado/runtime/balancer.hpp>
#include <cerrado/runtime/device_buffer.hpp>
#include <cerrado/runtime/session.hpp>
#include <cerrado/runtime/store_ring.hpp>

namespace cerrado {

struct CudaGrid {
    WorkerLayout layout;
    int blocks = 0;
    int block_threads = 0;
    int workers = 0;
    std::size_t shared_bytes = 0; // of a block
    int device = 0;
};

// As many blocks of `kernel` as are resident at once, or as options.workers or the memory budget allow.
CudaGrid plan_grid(Session const& session, void const* kernel, int block_threads);
RunPlan describe_cuda_plan(Session const& session, CudaGrid const& grid);

class CudaMemory {
public:
    CudaMemory(Session const& session, CudaGrid const& grid);
    ~CudaMemory();
    CudaMemory(CudaMemory const&) = delete;

    RunContext const& context() const { return context_; }
    RunContext context_without_jobs() const; // for a launch that only loads the kernel; call rewind() after it
    void rewind() const;
    ArenaRef const& arena() const { return arena_; }
    cudaStream_t stream() const { return stream_; }
    MemoryMeter& meter() { return meter_; }

    // Launches, and until the kernel has ended: progress, deadline, interrupt, balancing and the store's consumer; with `stop`, launches
    // again after each round. Throws Error when a kernel failed.
    void drive(std::function<void(RunContext const&)> const& launch, Monitor& monitor, BalanceUse& use);
    std::uint64_t jobs_done() const;
    std::uint64_t donated_done() const;

private:
    void plan_balance(std::uint64_t workers);
    QueueState read_queues();
    void ask(std::vector<std::uint32_t> const& requests);
    void set_flag(int word, bool value);
    std::uint64_t read_word(int word) const;
    void await(std::function<bool()> const& meanwhile);
    void rebalance(std::function<void(RunContext const&)> const& launch, Balancer& balancer);
    void upload_patterns(TransitionTableRef const& patterns);
    void plan_totals(int workers);
    void plan_arena(WorkerLayout const& layout, std::uint64_t workers);
    void plan_store();

    Session const& session_;
    std::uint64_t workers_ = 0; // those that publish their activity
    MemoryMeter meter_;
    RunContext context_;
    ArenaRef arena_;
    DeviceBuffer<EdgeOffset> offsets_;
    DeviceBuffer<VertexId> neighbours_;
    DeviceBuffer<Job> jobs_;
    std::vector<DeviceBuffer<Transition>> levels_;
    DeviceBuffer<Count> totals_; // partial banks, wide low, wide high
    DeviceBuffer<Count> words_;  // counters and flags, see Word in cuda_memory.cpp
    DeviceBuffer<VertexId> extensions_, table_keys_;
    DeviceBuffer<Mask> masks_, table_states_;
    DeviceBuffer<Extent> extents_;
    DeviceBuffer<std::uint32_t> counters_;
    DeviceBuffer<std::uint32_t> shared_records_, requests_;
    DeviceBuffer<std::uint64_t> sequence_;
    DeviceBuffer<SavedTraversal> saved_;
    DeviceBuffer<Level> saved_levels_;
    MappedBuffer<std::uint32_t> activity_;
    MappedBuffer<VertexId> store_records_;
    MappedBuffer<std::uint64_t> store_words_; // ready flags, then consumed
    cudaStream_t stream_ = nullptr;
    cudaStream_t side_stream_ = nullptr; // reads the queue and raises the stop flag while the kernel runs
    cudaEvent_t ended_ = nullptr;
};

} // namespace cerrado
