// What a GPU run holds: the grid it is launched with, and everything resident on the device.
#pragma once

#include <cerrado/runtime/conductor.hpp>
#include <cerrado/runtime/cuda_store.hpp>
#include <cerrado/runtime/cuda_stream.hpp>
#include <cerrado/runtime/device_buffer.hpp>
#include <cerrado/runtime/session.hpp>

#include <memory>

namespace cerrado {

struct CudaGrid {
    WorkerLayout layout;
    int blocks = 0;
    int block_threads = 0;
    int width = 0;                // lanes of a worker
    int workers = 0;              // warps of so many lanes
    std::size_t shared_bytes = 0; // of a block
    int device = 0;
};

// As many blocks of `kernel` as are resident at once, or as options.workers or the memory budget allow.
CudaGrid plan_grid(Session const& session, void const* kernel, int block_threads);

// Of the device's memory, what the graph was prepared in; 0 where the host did that.
std::uint64_t preparation_bytes(Session const& session);

RunPlan describe_cuda_plan(Session const& session, CudaGrid const& grid);

class CudaMemory {
public:
    CudaMemory(Session const& session, CudaGrid const& grid);
    ~CudaMemory();
    CudaMemory(CudaMemory const&) = delete;

    RunContext const& context() const { return context_; }
    ArenaRef const& arena() const { return arena_; }
    cudaStream_t stream() const { return stream_.get(); }
    MemoryMeter& meter() { return meter_; }

    // Launches, and conducts the enumeration to its end. Throws Error when a kernel failed.
    BalanceUse drive(std::function<void(RunContext const&)> const& launch, Monitor& monitor) const;

    // What the conductor needs, while a kernel runs.
    void wait(std::function<bool()> const& meanwhile) const;
    void stop() const;
    std::uint32_t const* activity() const { return activity_.data(); }
    QueueState queues() const;
    void ask(std::span<std::uint32_t const> requests) const;

    Outcome outcome(); // after the enumeration

private:
    void place_graph();
    void reset_words() const;
    void plan_balance(std::uint64_t workers);
    void upload_patterns(TransitionTableRef const& patterns);
    void plan_totals(int workers);
    void plan_local();
    void plan_arena(WorkerLayout const& layout, std::uint64_t workers);

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
    DeviceBuffer<std::uint32_t> counters_, dense_;
    DeviceBuffer<WideCount> local_, binomials_;
    DeviceBuffer<FactorFrame> frames_;
    DeviceBuffer<Count> local_vertices_, local_edges_; // of each the low words, then the high ones
    DeviceBuffer<std::uint32_t> shared_records_, requests_;
    DeviceBuffer<std::uint64_t> sequence_;
    DeviceBuffer<SavedTraversal> saved_;
    DeviceBuffer<Level> saved_levels_;
    MappedBuffer<std::uint32_t> activity_;
    std::unique_ptr<CudaStore> store_;
    CudaStream stream_;
    CudaStream side_stream_; // reads the queue and raises the stop flag while the kernel runs
    cudaEvent_t ended_ = nullptr;
};

} // namespace cerrado
