// The input of the output Store: the receiver of the subgraphs, and a limit on their number.
#pragma once

#include <cerrado/core/types.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

struct CUstream_st; // the type to which cudaStream_t points

namespace cerrado {

// The ring between workers and sink. Numbers are rounded up to powers of two.
struct StoreSize {
    std::uint64_t block_records = 0; // subgraphs handed over at once; 0: enough to use the full bandwidth
    std::uint64_t blocks = 0;        // likewise
};

// Subgraphs in the memory of a CUDA device: ids of 32 bits, k for each subgraph. Enqueue the work on them on `stream`.
// When this work is done, the memory is used again.
struct DeviceBatch {
    std::uint32_t const* ids = nullptr;
    std::uint64_t count = 0; // of ids
    CUstream_st* stream = nullptr;
};

struct StoreInput {
    // Set one of these. The thread that called run() calls it with the original ids of one subgraph, or of many
    // subgraphs one after the other, k ids for each. The last two sinks need a graph whose ids all have 32 bits. They
    // get the ids without a copy: from the ring, or on the CUDA device. If the sink throws, the run ends.
    std::function<void(std::span<OriginalId const>)> sink;
    std::function<void(std::span<OriginalId const>)> batch_sink;
    std::function<void(std::span<std::uint32_t const>)> narrow_sink;
    std::function<void(DeviceBatch const&)> device_sink;

    // The most subgraphs to deliver. If there are more, the run ends with Status::limit.
    std::optional<std::uint64_t> limit;

    StoreSize ring;

    int sinks() const { return (sink ? 1 : 0) + (batch_sink ? 1 : 0) + (narrow_sink ? 1 : 0) + (device_sink ? 1 : 0); }
};

} // namespace cerrado
