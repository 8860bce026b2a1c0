// Vertices are removed in rounds, with one launch for each round. A warp handles one removed vertex, because the
// vertex's list may be long.
#include <cerrado/run/detail/preparation/device_core.hpp>

#include <cerrado/run/detail/preparation/device_steps.cuh>

#include <utility>

namespace cerrado {

using namespace detail;

namespace {

constexpr unsigned warp_threads = 32;

__global__ void find_first(VertexId vertex_count, EdgeOffset const* offsets, VertexId least, VertexId* remaining,
                           VertexId* going, VertexId* count) {
    std::uint64_t const v = thread_number();
    if (v >= vertex_count) return;
    remaining[v] = static_cast<VertexId>(offsets[v + 1] - offsets[v]);
    if (remaining[v] < least) going[atomicAdd(count, 1)] = static_cast<VertexId>(v);
}

__global__ void peel(GraphRef graph, VertexId least, std::uint64_t threads, VertexId* remaining, VertexId const* going,
                     VertexId* next, VertexId* count) {
    std::uint64_t const thread = thread_number();
    if (thread >= threads) return;
    VertexId const v = going[thread / warp_threads];
    for (EdgeOffset p = graph.begin(v) + thread % warp_threads; p < graph.end(v); p += warp_threads) {
        VertexId const u = graph.neighbours[p];
        if (atomicSub(&remaining[u], 1) == least) next[atomicAdd(count, 1)] = u;
    }
}

} // namespace

bool has_core_on_device(GraphRef const& graph, VertexId least) {
    std::uint64_t const n = graph.vertex_count;
    MemoryMeter meter;
    DeviceBuffer<VertexId> const remaining(n, meter), count(1, meter);
    DeviceBuffer<VertexId> going(n, meter), next(n, meter);
    count.clear();
    for_each(n, find_first, graph.vertex_count, graph.offsets, least, remaining.data(), going.data(), count.data());
    std::uint64_t gone = 0;
    for (;;) {
        VertexId now = 0;
        count.read(&now);
        if (now == 0) return gone < n;
        gone += now;
        count.clear();
        std::uint64_t const threads = std::uint64_t{now} * warp_threads;
        for_each(threads, peel, graph, least, threads, remaining.data(), going.data(), next.data(), count.data());
        std::swap(going, next);
    }
}

} // namespace cerrado
