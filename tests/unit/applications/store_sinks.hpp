// What a run of aggregate_store is to deliver, and every kind of sink to deliver it to.
#pragma once

#include "support.hpp"

#include <cerrado/output/store.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <span>
#include <vector>

namespace cerrado::test {

using Records = std::vector<std::vector<OriginalId>>;

// The graph with original ids far beyond 32 bits.
inline Graph with_wide_ids(Graph const& graph) {
    std::vector<Edge> edges;
    std::vector<OriginalId> ids;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        ids.push_back((OriginalId{v} << 40) + 7);
        for (VertexId const u : graph.neighbours(v)) edges.push_back({v, u});
    }
    return graph_from_edges(graph.vertex_count(), edges, ids);
}

inline Records expected(Graph const& graph, int k) {
    Records records;
    for_each_clique(graph, k, [&](std::vector<VertexId> const& clique) {
        auto& record = records.emplace_back();
        for (VertexId const v : clique) record.push_back(graph.original_id(v));
    });
    std::ranges::sort(records);
    return records;
}

enum class Sink { single, batches, narrow, device };

inline std::vector<Sink> sinks_for(Graph const& graph, RunOptions const& options) {
    std::vector<Sink> sinks{Sink::single, Sink::batches};
    if (ids_are_narrow(graph)) sinks.push_back(Sink::narrow);
    if (ids_are_narrow(graph) && options.device == DeviceKind::cuda && !options.of<Store>().limit)
        sinks.push_back(Sink::device);
    return sinks;
}

#if defined(__CUDACC__)
__global__ inline void copy_ids(std::uint32_t const* from, std::uint64_t count, std::uint32_t* to) {
    for (std::uint64_t i = threadIdx.x; i < count; i += blockDim.x) to[i] = from[i];
}

// Through a kernel, for which the enumeration must leave room: it waits for the batch to be taken.
inline std::vector<std::uint32_t> read_batch(DeviceBatch const& batch) {
    std::vector<std::uint32_t> ids(batch.count);
    MemoryMeter meter;
    DeviceBuffer<std::uint32_t> const copy(batch.count, meter);
    check_cuda(cudaStreamSynchronize(nullptr), "allocating");
    copy_ids<<<1, 1024, 0, batch.stream>>>(batch.ids, batch.count, copy.data());
    check_cuda(cudaGetLastError(), "copying a batch");
    check_cuda(
        cudaMemcpyAsync(ids.data(), copy.data(), ids.size() * sizeof ids[0], cudaMemcpyDeviceToHost, batch.stream),
        "reading a batch");
    check_cuda(cudaStreamSynchronize(batch.stream), "reading a batch");
    return ids;
}
#else
inline std::vector<std::uint32_t> read_batch(DeviceBatch const&) { throw Error("there is no device"); }
#endif

// Sets one of the sinks; `take` gets the ids of one subgraph or of several.
template <class Take> void set_sink(RunOptions& options, Sink sink, Take const& take) {
    switch (sink) {
    case Sink::single: options.of<Store>().sink = take; break;
    case Sink::batches: options.of<Store>().batch_sink = take; break;
    case Sink::narrow: options.of<Store>().narrow_sink = take; break;
    case Sink::device:
        options.of<Store>().device_sink = [take](DeviceBatch const& batch) {
            std::vector<std::uint32_t> const ids = read_batch(batch);
            take(std::span(ids));
        };
        break;
    }
}

} // namespace cerrado::test
