// Makes the graph of a run on the device, numbered by degree, whole or oriented, and its jobs. They are exactly those
// of number_vertices() and make_jobs().
#pragma once

#include <cerrado/graph/detail/shape.hpp>
#include <cerrado/run/detail/preparation/device_jobs.hpp>

#include <optional>

namespace cerrado {

// Throws Error if the device has no room for the graph. Call it before the graph is ordered, because ordering a large
// graph takes long.
void require_room_for(Graph const& graph, bool oriented);

// Returns: whether a device can prepare the graph, with little of its memory for temporary data.
bool device_can_prepare(Graph const& graph, bool oriented);

class DevicePreparation {
public:
    // Uploads an undirected graph with edges, with at most `threads` threads (0: as many as make it faster), and
    // numbers it. Throws Error if the device fails.
    DevicePreparation(Graph const& graph, bool oriented, int threads);

    GraphRef graph() const { return {offsets_.data(), neighbours_.data(), shape_.vertex_count}; }
    GraphShape const& shape() const { return shape_; }
    Graph download(Graph const& original) const;
    DeviceJobMaker& jobs() { return *jobs_; }
    bool has_core(VertexId least) const; // see order.hpp

    // Includes temporary memory, which is held until the end because freeing it takes as long as sorting the graph.
    std::uint64_t bytes() const { return meter_.peak() + jobs_->bytes(); }

private:
    void order_vertices(VertexId max_degree);
    void write_lists();

    bool const oriented_;
    MemoryMeter meter_; // declared before the buffers that it counts
    GraphShape shape_;
    DeviceBuffer<EdgeOffset> given_offsets_, offsets_;
    DeviceBuffer<VertexId> given_neighbours_, neighbours_;
    DeviceBuffer<VertexId> order_;         // for each number, the vertex of the given graph
    DeviceBuffer<VertexId> position_;      // for each vertex of the given graph, its number
    DeviceBuffer<VertexId> keys_, values_; // for sorting
    DeviceBuffer<std::uint64_t> edges_, sorted_edges_;
    DeviceBuffer<std::uint64_t> edge_count_;
    DeviceBuffer<char> scratch_;
    std::optional<DeviceJobMaker> jobs_;
};

// Sorts keys up to `most` in device memory, and tells where each was. Throws Error if the device fails.
void sort_resident(std::uint64_t const* keys, std::uint64_t count, std::uint64_t most, std::uint64_t* sorted,
                   std::uint32_t* places);

// The ends of arcs, by rank, in device memory.
struct ArcEnds {
    std::uint64_t arcs = 0;
    VertexId vertices = 0; // at most 2^31
    VertexId const *source = nullptr, *target = nullptr;
};
// Makes what ArcArrays says: the begins of the lists out of vertices, then of those into them, vertices + 1 each; and the four
// lists out, in, by_target and target_at. Throws Error if the device fails or lacks memory.
void make_arc_lists_on_device(ArcEnds const& ends, std::uint64_t* begins, std::uint32_t* lists);

} // namespace cerrado
