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

// The keys of arcs by source, and then those by target, which are above them all.
__global__ void number_ends(std::uint64_t arcs, VertexId vertices, VertexId const* source, VertexId const* target,
                            VertexId* keys, std::uint32_t* ranks) {
    std::uint64_t const i = thread_number();
    if (i >= 2 * arcs) return;
    std::uint64_t const rank = i < arcs ? i : i - arcs;
    keys[i] = i < arcs ? source[rank] : vertices + target[rank];
    ranks[i] = static_cast<std::uint32_t>(rank);
}

// Finds where the lists of both kinds begin among these keys when they ascend, and puts the sources of the arcs in the order of
// targets into `keys`.
__global__ void find_begins(std::uint64_t arcs, VertexId vertices, VertexId const* sorted, std::uint64_t* begins,
                            VertexId const* source, std::uint32_t const* in, VertexId* keys) {
    std::uint64_t const i = thread_number();
    if (i < arcs) keys[i] = source[in[i]];
    if (i > 2 * std::uint64_t{vertices} + 1) return;
    bool const is_out = i <= vertices;
    std::uint64_t const key = is_out ? i : i - 1;
    std::uint64_t const place = first_place(2 * arcs, [&](std::uint64_t at) { return sorted[at] >= key; });
    begins[i] = is_out ? place : place - arcs;
}

// The keys of all lists of few arcs at once: in two bits the list, out, in or by target, then the vertex that it is of, and then
// the target, if the list is by it.
__global__ void make_arc_keys(std::uint64_t arcs, VertexId const* source, VertexId const* target, int bits,
                              VertexId* keys, std::uint32_t* ranks) {
    std::uint64_t const i = thread_number();
    if (i >= 3 * arcs) return;
    auto const list = static_cast<std::uint32_t>(i / arcs);
    std::uint64_t const rank = i % arcs;
    keys[i] = (list << bits | (list == 1 ? target[rank] : source[rank])) << bits | (list == 2 ? target[rank] : 0);
    ranks[i] = static_cast<std::uint32_t>(rank);
}

__global__ void read_arc_keys(std::uint64_t arcs, VertexId vertices, VertexId const* sorted, int bits,
                              std::uint64_t* begins, VertexId* target_at) {
    std::uint64_t const i = thread_number();
    if (i < arcs) target_at[i] = sorted[2 * arcs + i] & ((VertexId{1} << bits) - 1);
    if (i > 2 * std::uint64_t{vertices} + 1) return;
    bool const is_out = i <= vertices;
    std::uint64_t const of_vertex = is_out ? i : (std::uint64_t{1} << bits) + i - vertices - 1;
    std::uint64_t const place =
        first_place(3 * arcs, [&](std::uint64_t at) { return sorted[at] >= of_vertex << bits; });
    begins[i] = is_out ? place : place - arcs;
}

__global__ void read_targets(std::uint64_t arcs, VertexId const* target, std::uint32_t const* ranks, VertexId* into) {
    std::uint64_t const i = thread_number();
    if (i < arcs) into[i] = target[ranks[i]];
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

namespace {

constexpr char const* sorting_arcs = "sorting arcs";

// Sorts numbers by keys, of which the first sort has the most, and the greatest.
class ArcSort {
public:
    ArcSort(std::uint64_t most_keys, VertexId greatest_key) {
        check_cuda(sort_rising(nullptr, scratch_bytes_, nullptr, nullptr, nullptr, nullptr, most_keys, greatest_key),
                   sorting_arcs);
        meter_.reserve(3 * (most_keys * sizeof(VertexId) + device_alignment) + scratch_bytes_ + device_alignment);
        for (auto* const buffer : {&keys, &sorted, &ranks}) *buffer = {most_keys, meter_};
        scratch_ = {scratch_bytes_, meter_};
    }
    void sort(std::uint32_t const* values, std::uint32_t* into, std::uint64_t count, VertexId greatest_key) {
        std::size_t bytes = scratch_bytes_;
        check_cuda(sort_rising(scratch_.data(), bytes, keys.data(), sorted.data(), values, into, count, greatest_key),
                   sorting_arcs);
    }

private:
    MemoryMeter meter_; // declared before the buffers that it counts
    std::size_t scratch_bytes_ = 0;
    DeviceBuffer<std::byte> scratch_;

public:
    DeviceBuffer<VertexId> keys, sorted, ranks;
};

// If there are few arcs, the number of steps takes the time, so one sort makes all.
void make_lists_of_few_arcs(ArcEnds const& ends, int bits, std::uint64_t* begins, std::uint32_t* lists) {
    std::uint64_t const arcs = ends.arcs;
    VertexId const greatest = (VertexId{3} << 2 * bits) - 1;
    ArcSort sort(3 * arcs, greatest);
    for_each(3 * arcs, make_arc_keys, arcs, ends.source, ends.target, bits, sort.keys.data(), sort.ranks.data());
    sort.sort(sort.ranks.data(), lists, 3 * arcs, greatest);
    for_each(std::max(arcs, 2 * std::uint64_t{ends.vertices} + 2), read_arc_keys, arcs, ends.vertices,
             sort.sorted.data(), bits, begins, lists + 3 * arcs);
    check_cuda(cudaStreamSynchronize(nullptr), sorting_arcs);
}

// One sort makes the lists of both ends. Arcs by target, when they are sorted by source, are those of each source by target.
void make_lists_of_many_arcs(ArcEnds const& ends, std::uint64_t* begins, std::uint32_t* lists) {
    std::uint64_t const arcs = ends.arcs;
    VertexId const vertices = ends.vertices, greatest = 2 * vertices - 1;
    std::uint32_t *const in = lists + arcs, *const by_target = in + arcs, *const target_at = by_target + arcs;
    ArcSort sort(2 * arcs, greatest);
    for_each(2 * arcs, number_ends, arcs, vertices, ends.source, ends.target, sort.keys.data(), sort.ranks.data());
    sort.sort(sort.ranks.data(), lists, 2 * arcs, greatest);
    for_each(std::max(arcs, 2 * std::uint64_t{vertices} + 2), find_begins, arcs, vertices, sort.sorted.data(), begins,
             ends.source, in, sort.keys.data());
    sort.sort(in, by_target, arcs, vertices - 1);
    for_each(arcs, read_targets, arcs, ends.target, by_target, target_at);
    check_cuda(cudaStreamSynchronize(nullptr), sorting_arcs);
}

} // namespace

// Ranks are in the order of time, so a stable sort by an end makes the lists of that end.
void make_arc_lists_on_device(ArcEnds const& ends, std::uint64_t* begins, std::uint32_t* lists) {
    constexpr std::uint64_t few_arcs = 1 << 18;
    if (ends.arcs == 0) return;
    int const bits = bits_up_to(ends.vertices - 1);
    if (ends.arcs <= few_arcs && 2 + 2 * bits <= 32) return make_lists_of_few_arcs(ends, bits, begins, lists);
    make_lists_of_many_arcs(ends, begins, lists);
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
