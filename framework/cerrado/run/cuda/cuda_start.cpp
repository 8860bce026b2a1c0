#include <cerrado/run/cuda/cuda_start.hpp>

#include <cerrado/graph/graph_arrays.hpp>
#include <cerrado/run/cuda/cuda_pinned.hpp>
#include <cerrado/run/cuda/cuda_reduce.hpp>
#include <cerrado/run/cuda/cuda_stream.hpp>
#include <cerrado/run/cuda/cuda_upload.hpp>
#include <cerrado/run/cuda/cuda_words.hpp>
#include <cerrado/run/cuda/preparation/device_preparation.hpp>

#include <map>
#include <mutex>
#include <utility>

namespace cerrado {

namespace {

// Disjoint complete graphs of 16 vertices: as many as make CUB take its way of large inputs.
Graph many_complete_graphs() {
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

void start() {
    check_cuda(cudaFree(nullptr), "starting the device");
    grow_device_memory();
    CudaStream const of_the_run, beside_it, of_the_store; // three to be kept
    PinnedPage const page;
    make_upload_memory();
    DevicePreparation preparation(many_complete_graphs(), true, 0);
    DeviceJobMaker& maker = preparation.jobs();
    maker.plan({1, 0, 1, {}, 0});
    MemoryMeter meter;
    DeviceBuffer<Job> const jobs(maker.count(), meter);
    maker.write(jobs.data());
    DeviceBuffer<Count> const totals(3, meter);
    totals.clear();
    ClassTotals one_class;
    one_class.partial = totals.data();
    one_class.wide = {totals.data() + 1, totals.data() + 2};
    reduce_totals(one_class);
}

} // namespace

void once_per_device(void const* what, std::function<void()> const& make) {
    static std::mutex mutex;
    static std::map<std::pair<int, void const*>, std::once_flag> made;
    std::pair const which(current_device(), what);
    std::once_flag* made_of_device = nullptr;
    {
        std::lock_guard const lock(mutex);
        made_of_device = &made[which];
    }
    std::call_once(*made_of_device, make); // devices start at the same time
}

void start_cuda() { once_per_device(nullptr, start); }

IdleRun::IdleRun(MemoryMeter& meter) : words_(word_count, meter) {
    words_.clear();
    context_.queue = {nullptr,
                      0,
                      0,
                      words_.data() + next_of_even_round,
                      nullptr,
                      reinterpret_cast<std::uint32_t*>(words_.data() + stop_word),
                      words_.data() + jobs_done_word};
    context_.fault = words_.data() + fault_word;
}

} // namespace cerrado
