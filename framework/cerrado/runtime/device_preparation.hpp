// The graph of a run, oriented by degree, and its jobs, made on the device: what number_vertices() and make_jobs()
// give, to the last entry.
#pragma once

#include <cerrado/graph/shape.hpp>
#include <cerrado/runtime/device_buffer.hpp>
#include <cerrado/runtime/jobs.hpp>

namespace cerrado {

// Throws Error where the device has no room for the graph, which is known before it is ordered: that takes long where
// it is large.
void require_room_for(Graph const& graph, bool oriented);

// Whether a device can do it, and what is made on the way is a small part of its memory.
bool device_can_prepare(Graph const& graph);

class DevicePreparation {
public:
    // Uploads an undirected graph with edges, with so many threads at most (0: those that pay), and orients it. Throws
    // Error where the device fails.
    DevicePreparation(Graph const& graph, int threads);

    GraphRef graph() const { return {offsets_.data(), neighbours_.data(), shape_.vertex_count}; }
    GraphShape const& shape() const { return shape_; }
    Graph download(Graph const& original) const;

    // The jobs of all vertices; there is nothing in plan.roots. They can be planned and written again and again.
    void plan_jobs(JobPlan const& plan);
    std::uint64_t job_count() const { return job_count_; }
    void write_jobs(Job* into); // device memory for job_count() of them, which are there when the device is done

    // Held until the end: to free what was needed on the way alone takes as long as to sort it.
    std::uint64_t bytes() const { return meter_.peak(); }

    // Where the jobs lie whose roots have lists of one length.
    struct JobsOfLength {
        std::uint64_t first_job;
        std::uint32_t first_root; // in the order of falling lengths
        std::uint32_t slices;     // of each root
    };

private:
    void order_vertices(VertexId max_degree);
    void orient();
    void order_roots(VertexId longest);

    MemoryMeter meter_; // before the buffers that it counts
    GraphShape shape_;
    DeviceBuffer<EdgeOffset> given_offsets_, offsets_;
    DeviceBuffer<VertexId> given_neighbours_, neighbours_;
    DeviceBuffer<VertexId> order_;                // by number: the vertex of the given graph
    DeviceBuffer<VertexId> position_;             // the other way round
    DeviceBuffer<VertexId> roots_, root_lengths_; // by falling length of their lists, then by number
    DeviceBuffer<VertexId> keys_, values_;        // of what is sorted
    DeviceBuffer<std::uint64_t> edges_, sorted_edges_;
    DeviceBuffer<std::uint64_t> edge_count_;
    DeviceBuffer<VertexId> first_roots_;
    DeviceBuffer<JobsOfLength> jobs_of_length_;
    DeviceBuffer<char> scratch_;
    std::vector<JobsOfLength> job_table_;
    std::uint64_t job_count_ = 0;
    std::uint64_t roots_with_jobs_ = 0;
};

} // namespace cerrado
