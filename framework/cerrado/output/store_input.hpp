// The input of the output Store: the receiver of the subgraphs, and a limit on their number.
#pragma once

#include <cerrado/contract/result.hpp>
#include <cerrado/core/types.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

struct CUstream_st; // the type to which cudaStream_t points

namespace cerrado {

class Session;

// The ring between workers and sink. Numbers are rounded up to powers of two.
struct StoreSize {
    std::uint64_t block_records = 0; // subgraphs handed over at once; 0: enough to use the full bandwidth
    std::uint64_t blocks = 0;        // likewise
};

// Subgraphs in the memory of a CUDA device: ids of 32 bits, k for each subgraph; or the rows of a TableInput. Enqueue
// the work on them on `stream`. When this work is done, the memory is used again. Its kernels have an eighth of the
// multiprocessors. Launch each once before the run: CUDA loads a kernel at its first launch, and for that waits for
// those that run.
struct DeviceBatch {
    std::uint32_t const* ids = nullptr;
    std::uint64_t count = 0; // of ids
    CUstream_st* stream = nullptr;
};

struct StoreInput {
    // Set one of these. The thread that called run() calls it, one call after the other, with original ids, k for each
    // subgraph; a span is valid during the call. If it throws, the run ends and throws the same. sink gets one subgraph
    // a call. batch_sink gets all at hand, and is quicker. narrow_sink does so for a graph whose ids are all below
    // 2^32, as they lie in the ring. device_sink is for such a graph on CUDA, and not with a limit. With a checkpoint,
    // CheckpointOptions::mark and go_back are needed.
    std::function<void(std::span<OriginalId const>)> sink;
    std::function<void(std::span<OriginalId const>)> batch_sink;
    std::function<void(std::span<std::uint32_t const>)> narrow_sink;
    std::function<void(DeviceBatch const&)> device_sink;

    // The most subgraphs to deliver. If there are more, the run ends with Status::limit.
    std::optional<std::uint64_t> limit;

    StoreSize ring;

    int sinks() const { return (sink ? 1 : 0) + (batch_sink ? 1 : 0) + (narrow_sink ? 1 : 0) + (device_sink ? 1 : 0); }
};

// Throws InputError unless the run can have a device_sink. `host_sink`: the sink that `input` offers instead.
void check_device_sink(Session const& session, std::string_view input, std::string_view host_sink, bool has_limit);

// Returns: whether the run ended because the limit was reached, so that there are more subgraphs.
inline bool has_reached_limit(StoreInput const& input, RunResult const& result) {
    return result.status == Status::limit && input.limit && result.of<Delivered>() >= *input.limit;
}

} // namespace cerrado
