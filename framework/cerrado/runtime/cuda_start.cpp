#if CERRADO_HAS_CUDA
#include <cerrado/runtime/cuda_start.hpp>

#include <cerrado/graph/graph_arrays.hpp>
#include <cerrado/runtime/cuda_reduce.hpp>
#include <cerrado/runtime/device_preparation.hpp>

#include <mutex>

namespace cerrado {

namespace {

// Disjoint cliques of 16 vertices: as many as make CUB take its way of large inputs, and the driver its way of large copies, whose
// buffers it then keeps.
Graph many_cliques() {
    constexpr VertexId vertices = 1 << 16;
    constexpr VertexId size = 16;
    GraphArrays arrays;
    arrays.offsets = {0};
    for (VertexId v = 0; v < vertices; ++v) {
        VertexId const first = v / size * size;
        for (VertexId u = first; u < first + size; ++u) {
            if (u != v) arrays.neighbours.push_back(u);
        }
        arrays.offsets.push_back(arrays.neighbours.size());
    }
    return adopt_arrays(std::move(arrays));
}

void prepare_once() {
    check_cuda(cudaFree(nullptr), "starting the device");
    DevicePreparation preparation(many_cliques());
    preparation.plan_jobs({1, 0, 1, {}, 0});
    MemoryMeter meter;
    DeviceBuffer<Job> const jobs(preparation.job_count(), meter);
    preparation.write_jobs(jobs.data());
    DeviceBuffer<Count> const totals(3, meter);
    totals.clear();
    reduce_totals({totals.data(), {totals.data() + 1, totals.data() + 2}, 1, 1}, meter);
}

} // namespace

void start_cuda(void const* kernel) {
    static std::once_flag prepared;
    std::call_once(prepared, prepare_once);
    cudaFuncAttributes attributes;
    check_cuda(cudaFuncGetAttributes(&attributes, kernel), "loading the enumeration kernel");
}

} // namespace cerrado
#endif
