// An edge becomes a key: its lower end's number, then its higher end's. Sorted, the keys are the lists of the oriented
// graph one after the other, however long or short; the rest is two sorts of vertices and look-ups.
#include <cerrado/runtime/device_preparation.hpp>

#include <cerrado/graph/graph_arrays.hpp>
#include <cerrado/runtime/cuda_upload.hpp>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace cerrado {

namespace {

using EdgeKey = std::uint64_t;
constexpr EdgeKey no_key = ~EdgeKey{0};
constexpr char const* attempt = "preparing the graph on the device";

constexpr unsigned block_threads = 256;

__device__ std::uint64_t thread_number() { return std::uint64_t{blockIdx.x} * block_threads + threadIdx.x; }

template <class... Parameters, class... Arguments>
void for_each(std::uint64_t count, void (*kernel)(Parameters...), Arguments const&... arguments) {
    kernel<<<static_cast<unsigned>((count + block_threads - 1) / block_threads), block_threads>>>(arguments...);
    check_cuda(cudaGetLastError(), attempt);
}

// The least i for which is_there(i) holds, which it does from there on; `count` where there is none.
template <class Predicate> __device__ std::uint64_t first_place(std::uint64_t count, Predicate const& is_there) {
    std::uint64_t low = 0;
    for (std::uint64_t high = count; low < high;) {
        std::uint64_t const middle = low + (high - low) / 2;
        if (is_there(middle)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

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

// The key of the edge whose one end is entry i of the lists; no_key at the other end.
struct KeyOfEntry {
    GraphRef graph;
    VertexId const* position;
    int bits;

    __device__ EdgeKey operator()(std::uint64_t entry) const {
        auto const begins_later = [&](std::uint64_t v) { return graph.offsets[v + 1] > entry; };
        auto const v = static_cast<VertexId>(first_place(graph.vertex_count, begins_later));
        VertexId const u = graph.neighbours[entry];
        if (u < v) return no_key;
        EdgeKey const a = position[v];
        EdgeKey const b = position[u];
        return a < b ? a << bits | b : b << bits | a;
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

// firsts[length]: how many lists are longer.
__global__ void find_firsts(VertexId vertex_count, VertexId const* lengths, VertexId longest, VertexId* firsts) {
    std::uint64_t const length = thread_number();
    if (length > longest) return;
    auto const is_there = [&](std::uint64_t at) { return lengths[at] <= length; };
    firsts[length] = static_cast<VertexId>(first_place(vertex_count, is_there));
}

__global__ void write_jobs_kernel(std::uint64_t count, VertexId const* roots, VertexId const* lengths,
                                  DevicePreparation::JobsOfLength const* table, Job* jobs) {
    std::uint64_t const i = thread_number();
    if (i >= count) return;
    DevicePreparation::JobsOfLength const of_length = table[lengths[i]];
    std::uint64_t const first = of_length.first_job + (i - of_length.first_root) * of_length.slices;
    for (std::uint32_t slice = 0; slice < of_length.slices; ++slice) {
        jobs[first + slice] = {roots[i], no_vertex, slice, of_length.slices};
    }
}

int bits_up_to(std::uint64_t most) { return std::max(1, static_cast<int>(std::bit_width(most))); }

// By degree no list is longer: so many vertices have so many neighbours or more.
VertexId longest_by_degree(Graph const& graph) {
    auto const root = static_cast<VertexId>(std::sqrt(static_cast<double>(graph.neighbour_array().size())));
    return std::min(graph.max_degree(), root);
}

// The steps for which CUB wants scratch memory; with null pointers they say how much.
cudaError_t sort_rising(void* scratch, std::size_t& bytes, VertexId const* keys, VertexId* sorted_keys,
                        VertexId const* values, VertexId* sorted, std::uint64_t count, VertexId most) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys, sorted_keys, values, sorted, count, 0,
                                           bits_up_to(most));
}

cudaError_t sort_falling(void* scratch, std::size_t& bytes, VertexId const* keys, VertexId* sorted_keys,
                         VertexId const* values, VertexId* sorted, std::uint64_t count, VertexId most) {
    return cub::DeviceRadixSort::SortPairsDescending(scratch, bytes, keys, sorted_keys, values, sorted, count, 0,
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

std::uint64_t scratch_bytes(std::uint64_t vertices, std::uint64_t edges) {
    std::size_t bytes[4] = {};
    check_cuda(sort_rising(nullptr, bytes[0], nullptr, nullptr, nullptr, nullptr, vertices, no_vertex), attempt);
    check_cuda(sort_falling(nullptr, bytes[1], nullptr, nullptr, nullptr, nullptr, vertices, no_vertex), attempt);
    check_cuda(collect_keys(nullptr, bytes[2], {}, 2 * edges, nullptr, nullptr), attempt);
    check_cuda(sort_keys(nullptr, bytes[3], nullptr, nullptr, edges, 32), attempt);
    return *std::ranges::max_element(bytes);
}

std::uint64_t bytes_of(std::uint64_t vertices, std::uint64_t edges, VertexId longest, std::uint64_t scratch) {
    constexpr std::uint64_t between = 16 * device_alignment;
    std::uint64_t const of_vertices = 2 * sizeof(EdgeOffset) + 6 * sizeof(VertexId);
    std::uint64_t const of_edges = 3 * sizeof(VertexId) + 2 * sizeof(EdgeKey);
    std::uint64_t const of_lengths = sizeof(VertexId) + sizeof(DevicePreparation::JobsOfLength);
    return (vertices + 1) * of_vertices + edges * of_edges + (longest + 1ull) * of_lengths + scratch + between;
}

int bits_of_numbers(GraphShape const& shape) { return bits_up_to(shape.vertex_count - 1); }

} // namespace

void require_room_for(Graph const& graph, bool oriented) {
    GraphShape shape;
    shape.vertex_count = graph.vertex_count();
    shape.entries = oriented ? graph.edge_count() : graph.neighbour_array().size();
    require_device_memory("the graph", shape.bytes());
}

bool device_can_prepare(Graph const& graph) {
    if (graph.oriented() || graph.edge_count() == 0) return false;
    std::uint64_t const about = graph.edge_count() * sizeof(EdgeKey); // what CUB needs
    std::uint64_t const bytes = bytes_of(graph.vertex_count(), graph.edge_count(), longest_by_degree(graph), about);
    return bytes <= device_memory_bytes() / 4;
}

DevicePreparation::DevicePreparation(Graph const& graph, int threads) {
    std::uint64_t const n = graph.vertex_count();
    std::uint64_t const m = graph.edge_count();
    VertexId const longest = longest_by_degree(graph);
    shape_.vertex_count = graph.vertex_count();
    shape_.entries = m;
    std::uint64_t const scratch = scratch_bytes(n, m);
    meter_.reserve(bytes_of(n, m, longest, scratch));
    for (auto* const buffer : {&given_offsets_, &offsets_}) *buffer = {n + 1, meter_};
    given_neighbours_ = {2 * m, meter_};
    neighbours_ = {m, meter_};
    for (auto* const buffer : {&order_, &position_, &roots_, &root_lengths_, &keys_, &values_}) *buffer = {n, meter_};
    for (auto* const buffer : {&edges_, &sorted_edges_}) *buffer = {m, meter_};
    edge_count_ = {1, meter_};
    first_roots_ = {longest + 1ull, meter_};
    jobs_of_length_ = {longest + 1ull, meter_};
    scratch_ = {scratch, meter_};

    upload(given_offsets_.data(), std::as_bytes(graph.offsets()), threads);
    order_vertices(graph.max_degree()); // while the neighbours are on their way
    upload(given_neighbours_.data(), std::as_bytes(graph.neighbour_array()), threads);
    orient();
    order_roots(longest);
}

// As degree_order() has it: equal degrees by rising vertex, since the sort is stable. The sorted degrees themselves are
// not needed; they go where the positions will be.
void DevicePreparation::order_vertices(VertexId max_degree) {
    VertexId const n = shape_.vertex_count;
    for_each(n, number_by_length, n, given_offsets_.data(), keys_.data(), values_.data());
    std::size_t bytes = scratch_.size();
    check_cuda(sort_rising(scratch_.data(), bytes, keys_.data(), position_.data(), values_.data(), order_.data(), n,
                           max_degree),
               attempt);
    for_each(n, invert, n, order_.data(), position_.data());
}

void DevicePreparation::orient() {
    VertexId const n = shape_.vertex_count;
    int const bits = bits_of_numbers(shape_);
    KeyOfEntry const key{{given_offsets_.data(), given_neighbours_.data(), n}, position_.data(), bits};
    std::size_t bytes = scratch_.size();
    check_cuda(collect_keys(scratch_.data(), bytes, key, 2 * shape_.entries, edges_.data(), edge_count_.data()),
               attempt);
    bytes = scratch_.size();
    check_cuda(sort_keys(scratch_.data(), bytes, edges_.data(), sorted_edges_.data(), shape_.entries, bits), attempt);
    for_each(std::max<std::uint64_t>(shape_.entries, n + 1ull), read_lists, n, shape_.entries, sorted_edges_.data(),
             bits, offsets_.data(), neighbours_.data());
}

// And what is known of the lists then.
void DevicePreparation::order_roots(VertexId longest) {
    VertexId const n = shape_.vertex_count;
    for_each(n, number_by_length, n, offsets_.data(), keys_.data(), values_.data());
    std::size_t bytes = scratch_.size();
    check_cuda(sort_falling(scratch_.data(), bytes, keys_.data(), root_lengths_.data(), values_.data(), roots_.data(),
                            n, longest),
               attempt);
    for_each(longest + 1ull, find_firsts, n, root_lengths_.data(), longest, first_roots_.data());
    std::vector<VertexId> firsts(longest + 1ull);
    first_roots_.read(firsts.data());
    std::vector<VertexId> lists(firsts.size());
    for (std::size_t length = 0; length < firsts.size(); ++length) {
        lists[length] = (length == 0 ? n : firsts[length - 1]) - firsts[length];
    }
    while (lists.back() == 0) lists.pop_back();
    shape_.lists = std::make_shared<std::vector<VertexId> const>(std::move(lists));
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
    Graph graph = adopt_arrays(std::move(arrays), true);
    graph.source = original.source;
    graph.cleaning = original.cleaning;
    return graph;
}

void DevicePreparation::plan_jobs(JobPlan const& plan) {
    job_count_ = roots_with_jobs_ = 0;
    std::vector<std::size_t> roots(shape_.lists->begin(), shape_.lists->end());
    std::fill_n(roots.begin(), std::min<std::size_t>(plan.least_extensions, roots.size()), 0);
    std::vector<std::uint32_t> const slices = slices_by_extensions(roots, plan);
    job_table_.assign(roots.size(), {});
    for (std::size_t length = roots.size(); length-- > plan.least_extensions;) {
        job_table_[length] = {job_count_, static_cast<std::uint32_t>(roots_with_jobs_), slices[length]};
        job_count_ += roots[length] * slices[length];
        roots_with_jobs_ += roots[length];
    }
}

void DevicePreparation::write_jobs(Job* into) {
    if (roots_with_jobs_ == 0) return;
    check_cuda(cudaMemcpy(jobs_of_length_.data(), job_table_.data(), job_table_.size() * sizeof(JobsOfLength),
                          cudaMemcpyHostToDevice),
               "copying to the device");
    for_each(roots_with_jobs_, write_jobs_kernel, roots_with_jobs_, roots_.data(), root_lengths_.data(),
             jobs_of_length_.data(), into);
}

} // namespace cerrado
