// Subgraphs that are stored while a kernel runs, and the streams that copy them.
#pragma once

#include <cerrado/output/store_input.hpp>
#include <cerrado/run/detail/conduct/store_ring.hpp>
#include <cerrado/run/detail/preparation/device_buffer.hpp>

#include <array>
#include <cuda_runtime_api.h>

namespace cerrado {

// A stream that does not wait for the default stream. The process keeps used streams, because making one takes as long
// as a small run.

class CudaStream {
public:
    CudaStream(); // throws Error
    ~CudaStream();
    CudaStream(CudaStream const&) = delete;
    CudaStream& operator=(CudaStream const&) = delete;

    cudaStream_t get() const { return stream_; }

private:
    int device_;
    cudaStream_t stream_ = nullptr;
};

// The store's ring on CUDA. Its blocks lie in device memory. Full blocks are copied to pinned host memory while the
// kernel goes on and the host hands over the previous block.

// Returns: the bytes that the ring takes on the device.
std::uint64_t cuda_store_bytes(RunSession const& session);

// The kernel writes to mapped memory which block is full. One stream orders everything else: a copy of a block, then
// the word that releases the block to the kernel. So a block is free as soon as it is copied, even if the host is busy.
class CudaStore final : public StoreBlocks {
public:
    CudaStore(RunSession const& session, MemoryMeter& meter);
    ~CudaStore() override;
    CudaStore(CudaStore const&) = delete;

    StoreRef ref() const;
    std::span<VertexId const> next(bool ended) override;
    void close() override;

private:
    static constexpr std::uint64_t copy_count = 2; // copies that are in flight or that the consumer is using
    // Places in words_. They are in different cache lines, because all warps add to ticket_word and to a written word,
    // and read released_word.
    enum Word { ticket_word = 0, released_word = 16, first_written_word = 32 };

    void start_copies(bool ended);
    void start_copy(std::uint64_t records);
    std::uint64_t written_records(bool ended);
    std::uint64_t read_word(std::uint64_t word);
    void release(std::uint64_t* value);
    VertexId* copy_of(std::uint64_t number) const { return copies_.data() + number % copy_count * plan_.block_entries; }

    StorePlan plan_;
    std::uint64_t width_;
    std::function<void(DeviceBatch const&)> const& device_sink_; // if set, gets the blocks instead of copies
    DeviceBuffer<VertexId> records_;
    DeviceBuffer<std::uint32_t> ids_;
    DeviceBuffer<Count> words_; // see Word; at the end, for each place in the ring, the number of written records
    MappedBuffer<std::uint64_t> full_;
    MappedBuffer<VertexId> copies_;
    MappedBuffer<std::uint64_t>
        values_; // words being copied: the releases after each copy, store_closed, and a word that is read
    std::array<cudaEvent_t, copy_count> copied_{};
    std::array<std::uint64_t, copy_count> sizes_{}; // the number of vertices in each copy
    CudaStream stream_;
    std::uint64_t block_ = 0;   // the block that is being copied
    std::uint64_t begun_ = 0;   // records of block_ whose copy has begun
    std::uint64_t started_ = 0; // copies that were started
    std::uint64_t taken_ = 0;   // copies that the consumer has taken
    bool handed_ = false;       // true if the consumer has the copy number taken_
    Stopwatch since_records_;
};

} // namespace cerrado
