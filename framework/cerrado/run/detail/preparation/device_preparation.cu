// Each list entry becomes a key: the number of the list's vertex, followed by the neighbour's number. The sorted keys
// are the lists of the numbered graph, one after the other. The rest is a sort of the vertices and look-ups. In an
// oriented graph only one of an edge's two entries has a key, the one from the lower to the higher end.
#include <cerrado/run/detail/preparation/device_preparation.hpp>

#include <cerrado/graph/detail/graph_arrays.hpp>
#include <cerrado/run/detail/preparation/cuda_upload.hpp>
#include <cerrado/run/detail/preparation/device_core.hpp>

#include <cerrado/run/detail/preparation/device_steps.cuh>

#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cmath>
#include <limits>

namespace cerrado {

using namespace detail;

namespace {

using EdgeKey = std::uint64_t;
constexpr EdgeKey no_key = ~EdgeKey{0};

__global__ void number_by_length(VertexId vertex_count, EdgeOffset const* offsets, VertexId* lengths,
                                 VertexId* vertices) {
    std::uint64_t const v = thread_number();
    if (v >= vertex_count) return;
    lengths[v] = static_cast<VertexId>(offsets[v + 1] - offsets[v]);
    vertices[v] = static_cast<VertexId>(v);
}

__global__ void invert(VertexId vertex_count, VertexId const* order, VertexId* position) {
    std::uint64_t const i = thread_number();
    if (i < vertex_count) position[order[i]] = static_cast<VertexId>(i);
}

// The key of a list entry; no_key if the edge's other entry has the key.
struct KeyOfEntry {
    GraphRef graph;
    VertexId const* position;
    int bits;
    bool oriented;

    __device__ EdgeKey operator()(std::uint64_t entry) const {
        VertexId const v = owner_of_entry(graph, entry);
        VertexId const u = graph.neighbours[entry];
        if (oriented && u < v) return no_key;
        EdgeKey const a = position[v];
        EdgeKey const b = position[u];
        return a < b || !oriented ? a << bits | b : b << bits | a;
    }
};

struct IsKey {
    __device__ bool operator()(EdgeKey key) const { return key != no_key; }
};

__global__ void read_lists(VertexId vertex_count, std::uint64_t edge_count, EdgeKey const* keys, int bits,
                           EdgeOffset* offsets, VertexId* neighbours) {
    std::uint64_t const i = thread_number();
    if (i < edge_count) neighbours[i] = static_cast<VertexId>(keys[i] & ((EdgeKey{1} << bits) - 1));
    if (i <= vertex_count)
        offsets[i] = first_place(edge_count, [&](std::uint64_t at) { return keys[at] >> bits >= i; });
}

// Returns: a bound for the length of a list. Orientation is by degree: if a list has n entries, at least n vertices
// have n or more neighbours, so n * n is at most the number of entries in the whole graph.
VertexId longest_list(Graph const& graph, bool oriented) {
    if (!oriented) return graph.max_degree();
    auto const root = static_cast<VertexId>(std::sqrt(static_cast<double>(graph.neighbour_array().size())));
    return std::min(graph.max_degree(), root);
}

// These steps use scratch memory of CUB. If `scratch` is null, they only set `bytes` to the size that they need.
cudaError_t sort_rising(void* scratch, std::size_t& bytes, VertexId const* keys, VertexId* sorted_keys,
                        VertexId const* values, VertexId* sorted, std::uint64_t count, VertexId most) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys, sorted_keys, values, sorted, count, 0,
                                           bits_up_to(most));
}

cudaError_t collect_keys(void* scratch, std::size_t& bytes, KeyOfEntry const& key, std::uint64_t entries, EdgeKey* keys,
                         std::uint64_t* count) {
    auto const all = thrust::make_transform_iterator(thrust::counting_iterator<std::uint64_t>(0), key);
    return cub::DeviceSelect::If(scratch, bytes, all, keys, count, static_cast<std::int64_t>(entries), IsKey{});
}

cudaError_t sort_keys(void* scratch, std::size_t& bytes, EdgeKey const* keys, EdgeKey* sorted, std::uint64_t count,
                      int bits) {
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, keys, sorted, count, 0, 2 * bits);
}

std::uint64_t scratch_bytes(std::uint64_t vertices, std::uint64_t given, std::uint64_t kept) {
    std::size_t bytes[3] = {};
    check_cuda(sort_rising(nullptr, bytes[0], nullptr, nullptr, nullptr, nullptr, vertices, no_vertex), preparing);
    check_cuda(collect_keys(nullptr, bytes[1], {}, given, nullptr, nullptr), preparing);
    check_cuda(sort_keys(nullptr, bytes[2], nullptr, nullptr, kept, 32), preparing);
    return *std::ranges::max_element(bytes);
}

// `given`, `kept`: the number of list entries before and after the preparation.
std::uint64_t bytes_of(std::uint64_t vertices, std::uint64_t given, std::uint64_t kept, std::uint64_t scratch) {
    constexpr std::uint64_t between = 16 * device_alignment;
    std::uint64_t const of_vertices = 2 * sizeof(EdgeOffset) + 4 * sizeof(VertexId);
    return (vertices + 1) * of_vertices + given * sizeof(VertexId) + kept * (sizeof(VertexId) + 2 * sizeof(EdgeKey)) +
           scratch + between;
}

std::uint64_t entries_of(Graph const& graph, bool oriented) {
    return oriented ? graph.edge_count() : graph.neighbour_array().size();
}

int bits_of_numbers(GraphShape const& shape) { return bits_up_to(shape.vertex_count - 1); }

__global__ void number_all(std::uint64_t count, std::uint32_t* numbers) {
    std::uint64_t const i = thread_number();
    if (i < count) numbers[i] = static_cast<std::uint32_t>(i);
}

} // namespace

void sort_resident(std::uint64_t const* keys, std::uint64_t count, std::uint64_t most, std::uint64_t* sorted,
                   std::uint32_t* places) {
    if (count == 0) return;
    constexpr char const* sorting = "sorting";
    MemoryMeter meter;
    DeviceBuffer<std::uint32_t> const numbers(count, meter);
    for_each(count, number_all, count, numbers.data());
    std::size_t bytes = 0;
    auto const sort = [&](void* scratch) {
        return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys, sorted, numbers.data(), places, count, 0,
                                               bits_up_to(most));
    };
    check_cuda(sort(nullptr), sorting);
    DeviceBuffer<std::byte> const scratch(bytes, meter);
    check_cuda(sort(scratch.data()), sorting);
    check_cuda(cudaDeviceSynchronize(), sorting);
}

void require_room_for(Graph const& graph, bool oriented) {
    GraphShape shape;
    shape.vertex_count = graph.vertex_count();
    shape.entries = entries_of(graph, oriented);
    require_device_memory("the graph", shape.bytes());
}

bool device_can_prepare(Graph const& graph, bool oriented) {
    if (graph.oriented() || graph.edge_count() == 0) return false;
    std::uint64_t const given = graph.neighbour_array().size();
    std::uint64_t const kept = entries_of(graph, oriented);
    if (kept > std::numeric_limits<std::uint32_t>::max()) return false; // see DeviceJobMaker
    std::uint64_t const about = kept * sizeof(EdgeKey);                 // about the memory that CUB needs
    std::uint64_t const jobs = kept * 4 * sizeof(std::uint32_t);        // at most: for jobs that begin with edges
    return bytes_of(graph.vertex_count(), given, kept, about) + jobs <= device_memory_bytes() / 4;
}

DevicePreparation::DevicePreparation(Graph const& graph, bool oriented, int threads) : oriented_(oriented) {
    std::uint64_t const n = graph.vertex_count();
    std::uint64_t const given = graph.neighbour_array().size();
    std::uint64_t const kept = entries_of(graph, oriented);
    shape_.vertex_count = graph.vertex_count();
    shape_.entries = kept;
    std::uint64_t const scratch = scratch_bytes(n, given, kept);
    meter_.reserve(bytes_of(n, given, kept, scratch));
    for (auto* const buffer : {&given_offsets_, &offsets_}) *buffer = {n + 1, meter_};
    given_neighbours_ = {given, meter_};
    neighbours_ = {kept, meter_};
    for (auto* const buffer : {&order_, &position_, &keys_, &values_}) *buffer = {n, meter_};
    for (auto* const buffer : {&edges_, &sorted_edges_}) *buffer = {kept, meter_};
    edge_count_ = {1, meter_};
    scratch_ = {scratch, meter_};

    upload(given_offsets_.data(), std::as_bytes(graph.offsets()), threads);
    order_vertices(graph.max_degree()); // while the neighbours are being copied
    upload(given_neighbours_.data(), std::as_bytes(graph.neighbour_array()), threads);
    write_lists();
    jobs_.emplace(this->graph(), kept, oriented, longest_list(graph, oriented));
    // The lists of the whole graph are as long as before: the host counts them while the device writes.
    shape_.lists = oriented ? std::make_shared<std::vector<VertexId> const>(jobs_->lists()) : shape_of(graph).lists;
}

// Makes the same order as degree_order(). The sort is stable, so vertices of equal degree stay in rising order. The
// sorted degrees are not needed, so they are written to the place of the positions.
void DevicePreparation::order_vertices(VertexId max_degree) {
    VertexId const n = shape_.vertex_count;
    for_each(n, number_by_length, n, given_offsets_.data(), keys_.data(), values_.data());
    std::size_t bytes = scratch_.size();
    check_cuda(sort_rising(scratch_.data(), bytes, keys_.data(), position_.data(), values_.data(), order_.data(), n,
                           max_degree),
               preparing);
    for_each(n, invert, n, order_.data(), position_.data());
}

void DevicePreparation::write_lists() {
    VertexId const n = shape_.vertex_count;
    int const bits = bits_of_numbers(shape_);
    KeyOfEntry const key{{given_offsets_.data(), given_neighbours_.data(), n}, position_.data(), bits, oriented_};
    std::size_t bytes = scratch_.size();
    check_cuda(collect_keys(scratch_.data(), bytes, key, given_neighbours_.size(), edges_.data(), edge_count_.data()),
               preparing);
    bytes = scratch_.size();
    check_cuda(sort_keys(scratch_.data(), bytes, edges_.data(), sorted_edges_.data(), shape_.entries, bits), preparing);
    for_each(std::max<std::uint64_t>(shape_.entries, n + 1ull), read_lists, n, shape_.entries, sorted_edges_.data(),
             bits, offsets_.data(), neighbours_.data());
}

bool DevicePreparation::has_core(VertexId least) const {
    return has_core_on_device({given_offsets_.data(), given_neighbours_.data(), shape_.vertex_count}, least);
}

Graph DevicePreparation::download(Graph const& original) const {
    GraphArrays arrays;
    arrays.offsets.resize(offsets_.size());
    arrays.neighbours.resize(neighbours_.size());
    offsets_.read(arrays.offsets.data());
    neighbours_.read(arrays.neighbours.data());
    std::vector<VertexId> order(order_.size());
    order_.read(order.data());
    arrays.original_ids.reserve(order.size());
    for (VertexId const v : order) arrays.original_ids.push_back(original.original_id(v));
    Graph graph = adopt_arrays(std::move(arrays), oriented_);
    graph.source = original.source;
    graph.cleaning = original.cleaning;
    return graph;
}

} // namespace cerrado
