// What a GPU run holds: the grid it is launched with, and everything resident on the device.
#pragma once

#include <cerrado/runtime/device_buffer.hpp>
#include <cerrado/runtime/session.hpp>
#include <cerrado/runtime/store_ring.hpp>

namespace cerrado {

struct CudaGrid {
    WorkerLayout layout;
    int blocks = 0;
    int block_threads = 0;
    int workers = 0;
    std::size_t shared_bytes = 0;  // of a block
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
    RunContext context_without_jobs() const;  // for a launch that only loads the kernel; call rewind() after it
    void rewind() const { words_.clear(); }
    ArenaRef const& arena() const { return arena_; }
    cudaStream_t stream() const { return stream_; }
    MemoryMeter& meter() { return meter_; }

    // Until the launched kernel ends: progress, deadline, interrupt, and the store's consumer. Throws Error when the kernel failed.
    void watch(Monitor& monitor);
    std::uint64_t jobs_done() const;

private:
    void upload_patterns(TransitionTableRef const& patterns);
    void plan_totals(int workers);
    void plan_arena(WorkerLayout const& layout, std::uint64_t workers);
    void plan_store();

    Session const& session_;
    MemoryMeter meter_;
    RunContext context_;
    ArenaRef arena_;
    DeviceBuffer<EdgeOffset> offsets_;
    DeviceBuffer<VertexId> neighbours_;
    DeviceBuffer<Job> jobs_;
    std::vector<DeviceBuffer<Transition>> levels_;
    DeviceBuffer<Count> totals_;  // partial banks, wide low, wide high
    DeviceBuffer<Count> words_;   // next job, jobs done, ticket, and the stop flag
    DeviceBuffer<VertexId> extensions_, table_keys_;
    DeviceBuffer<Mask> masks_, table_states_;
    DeviceBuffer<Extent> extents_;
    DeviceBuffer<std::uint32_t> counters_;
    MappedBuffer<VertexId> store_records_;
    MappedBuffer<std::uint64_t> store_words_;  // ready flags, then consumed
    cudaStream_t stream_ = nullptr;
    cudaStream_t side_stream_ = nullptr;  // reads the queue and raises the stop flag while the kernel runs
    cudaEvent_t ended_ = nullptr;
};

} // namespace cerrado
