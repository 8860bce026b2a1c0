// A Resident's data on the device: the graph in one form, the jobs of earlier runs, and arrays.
#pragma once

#include <cerrado/output/store_input.hpp>
#include <cerrado/run/detail/preparation/device_preparation.hpp>
#include <cerrado/run/detail/session/sample.hpp>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace cerrado {

struct DeviceJobs {
    MemoryMeter meter; // declared before the members whose memory it counts
    DeviceBuffer<Job> jobs;
};

// The constructors and methods throw Error if the device fails.
class DeviceForm {
public:
    explicit DeviceForm(std::unique_ptr<DevicePreparation> preparation); // takes its numbered graph
    DeviceForm(Graph const& graph, int threads);                         // uploads the graph as it is

    GraphRef graph() const;
    VertexId* lists() { return neighbours_.data(); } // requires: the graph was uploaded as it is
    GraphShape const& shape() const { return shape_; }
    std::uint64_t bytes() const;                               // held on the device now, with the jobs
    bool has_given() const { return preparation_ != nullptr; } // true if it also has the graph before numbering
    bool has_core(VertexId least) const { return preparation_->has_core(least); } // for the given graph; see order.hpp

    // Returns: the plan's jobs from an earlier run. If there are none, the device makes them, or make() on the host.
    std::shared_ptr<DeviceJobs const> jobs(JobPlan const& plan, std::function<std::vector<Job>()> const& make);

private:
    MemoryMeter meter_; // declared before the members whose memory it counts
    GraphShape shape_;
    std::unique_ptr<DevicePreparation> preparation_; // or the two arrays below
    DeviceBuffer<EdgeOffset> offsets_;
    DeviceBuffer<VertexId> neighbours_;
    std::vector<std::pair<JobPlan, std::shared_ptr<DeviceJobs const>>> jobs_;
};

// Returns: the jobs of the sample, in memory of their own.
std::shared_ptr<DeviceJobs const> some_of(DeviceJobs const& jobs, SampleRun& sample);

void* allocate_resident(std::uint64_t bytes); // all bytes are 0
void free_resident(void* memory) noexcept;
void read_resident(void* to, void const* from, std::uint64_t bytes);
void write_resident(void* to, void const* from, std::uint64_t bytes);
std::shared_ptr<std::uint32_t const> keep_on_device(DeviceBatch const& batch); // may be freed during runs

} // namespace cerrado
