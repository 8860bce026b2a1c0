#include <cerrado/run/cuda/cuda_resident.hpp>

#include <cerrado/run/cuda/cuda_upload.hpp>

#include <algorithm>

namespace cerrado {

DeviceForm::DeviceForm(std::unique_ptr<DevicePreparation> preparation)
    : shape_(preparation->shape()),
      preparation_(std::move(preparation)) {}

namespace {

GraphShape shape_with_room(Graph const& graph) {
    GraphShape shape = shape_of(graph);
    require_device_memory("the graph", shape.bytes());
    return shape;
}

} // namespace

DeviceForm::DeviceForm(Graph const& graph, int threads)
    : shape_(shape_with_room(graph)),
      offsets_(graph.offsets().size(), meter_),
      neighbours_(graph.neighbour_array().size(), meter_) {
    upload(offsets_.data(), std::as_bytes(graph.offsets()), threads);
    upload(neighbours_.data(), std::as_bytes(graph.neighbour_array()), threads);
}

GraphRef DeviceForm::graph() const {
    if (preparation_) return preparation_->graph();
    return {offsets_.data(), neighbours_.data(), shape_.vertex_count};
}

std::uint64_t DeviceForm::bytes() const {
    std::uint64_t bytes = preparation_ ? preparation_->bytes() : meter_.peak();
    for (auto const& [plan, jobs] : jobs_) bytes += jobs->meter.peak();
    return bytes;
}

std::shared_ptr<DeviceJobs const> DeviceForm::jobs(JobPlan const& plan, std::function<std::vector<Job>()> const& make) {
    auto const found = std::ranges::find_if(jobs_, [&](auto const& made) { return made.first == plan; });
    if (found != jobs_.end()) return found->second;
    auto made = std::make_shared<DeviceJobs>();
    if (preparation_ && !plan.roots) {
        DeviceJobMaker& maker = preparation_->jobs();
        maker.plan(plan);
        made->jobs = {maker.count(), made->meter};
        maker.write(made->jobs.data());
    } else {
        std::vector<Job> const jobs = make();
        made->jobs = {std::span<Job const>(jobs), made->meter};
    }
    if (!plan.roots) jobs_.emplace_back(plan, made);
    return made;
}

std::shared_ptr<DeviceJobs const> some_of(DeviceJobs const& jobs, SampleRun& sample) {
    sample.take_from(jobs.jobs.size(), [&](SampledJobs const& which, std::span<Job> into) {
        check_cuda(cudaMemcpy2D(into.data(), sizeof(Job), jobs.jobs.data() + which.first, which.stride * sizeof(Job),
                                sizeof(Job), into.size(), cudaMemcpyDeviceToHost),
                   "sampling jobs");
    });
    auto some = std::make_shared<DeviceJobs>();
    some->jobs = {std::span<Job const>(sample.jobs()), some->meter};
    return some;
}

void read_resident(void* to, void const* from, std::uint64_t bytes) {
    check_cuda(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "copying from the device");
}

void read_from_anywhere(void* to, void const* from, std::uint64_t bytes) {
    check_cuda(cudaMemcpy(to, from, bytes, cudaMemcpyDefault), "copying from the device");
}

void write_resident(void* to, void const* from, std::uint64_t bytes) {
    upload(to, std::as_bytes(std::span(static_cast<std::byte const*>(from), bytes)), 0);
    check_cuda(cudaStreamSynchronize(nullptr), "copying to the device");
}

// cudaFree() would wait for a run that waits for the reader of its batches.
std::shared_ptr<std::uint32_t const> keep_on_device(DeviceBatch const& batch) {
    std::uint64_t const bytes = batch.count * sizeof(std::uint32_t);
    void* memory = nullptr;
    check_cuda(cudaMallocAsync(&memory, std::max<std::uint64_t>(bytes, 1), batch.stream), "keeping subgraphs");
    std::shared_ptr<std::uint32_t const> kept(static_cast<std::uint32_t*>(memory),
                                              [device = current_device()](std::uint32_t* ids) {
                                                  int before = 0;
                                                  cudaGetDevice(&before);
                                                  cudaSetDevice(device);
                                                  cudaFreeAsync(ids, cudaStreamLegacy);
                                                  cudaSetDevice(before);
                                              });
    check_cuda(cudaMemcpyAsync(memory, batch.ids, bytes, cudaMemcpyDeviceToDevice, batch.stream), "keeping subgraphs");
    check_cuda(cudaStreamSynchronize(batch.stream), "keeping subgraphs");
    return kept;
}

} // namespace cerrado
