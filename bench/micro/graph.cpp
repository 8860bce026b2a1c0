// From a file to the graph a run works on: reading, building CSR, orders, reordering, orientation. One thread.
#include <cerrado/graph/detail/order/order.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/io.hpp>

#include <benchmark/benchmark.h>

#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

namespace cerrado {
namespace {

// A million edges, drawn alike and drawn with hubs.
constexpr char const* uniform = "gen:er:n=200000,m=1000000,seed=1";
constexpr char const* skewed = "gen:rmat:scale=17,degree=16,seed=1";

// A graph as a file in the temporary folder, for as long as this object lives.
class TemporaryGraph {
public:
    TemporaryGraph(Graph const& graph, std::string const& extension)
        : path_(std::filesystem::temp_directory_path() /
                ("cerrado-benchmark-" + std::to_string(getpid()) + extension)) {
        write_graph(graph, path_);
    }
    TemporaryGraph(TemporaryGraph const&) = delete;
    ~TemporaryGraph() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }

    std::string path() const { return path_; }
    std::uintmax_t bytes() const { return std::filesystem::file_size(path_); }

private:
    std::filesystem::path path_;
};

void count_edges(benchmark::State& state, Graph const& graph) {
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(graph.edge_count()));
}

void read_file(benchmark::State& state, std::string const& spec, std::string const& extension) {
    Graph const graph = generate_graph(spec);
    TemporaryGraph const file(graph, extension);
    for (auto _ : state) {
        Graph const read = read_graph(file.path());
        if (read.edge_count() != graph.edge_count()) {
            state.SkipWithError("the file read has other edges than the graph written");
            break;
        }
        benchmark::DoNotOptimize(read.neighbour_array().data());
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(file.bytes()));
    count_edges(state, graph);
}

// The edges of a graph in an order that has nothing to do with it: edge i is found at i times a number prime to the
// number of edges.
std::vector<Edge> scattered_edges(Graph const& graph) {
    std::vector<Edge> ordered;
    for (VertexId v = 0; v < graph.vertex_count(); ++v)
        for (VertexId const u : graph.neighbours(v))
            if (v < u) ordered.push_back({v, u});
    constexpr std::uint64_t step = 2'654'435'761; // a prime
    std::vector<Edge> scattered(ordered.size());
    for (std::uint64_t i = 0; i < ordered.size(); ++i) scattered[i * step % ordered.size()] = ordered[i];
    return scattered;
}

void build_csr(benchmark::State& state, std::string const& spec) {
    Graph const graph = generate_graph(spec);
    std::vector<Edge> const edges = scattered_edges(graph);
    for (auto _ : state) {
        Graph const built = graph_from_edges(graph.vertex_count(), edges);
        if (built.edge_count() != graph.edge_count()) {
            state.SkipWithError("the graph built has other edges than were given");
            break;
        }
        benchmark::DoNotOptimize(built.neighbour_array().data());
    }
    count_edges(state, graph);
}

using FindOrder = VertexOrder (*)(Graph const&);

void find_order(benchmark::State& state, FindOrder order, std::string const& spec) {
    Graph const graph = generate_graph(spec);
    for (auto _ : state) benchmark::DoNotOptimize(order(graph).data());
    count_edges(state, graph);
}

void reorder_graph(benchmark::State& state, std::string const& spec) {
    Graph const graph = generate_graph(spec);
    VertexOrder const order = degree_order(graph);
    for (auto _ : state) benchmark::DoNotOptimize(reorder(graph, order).neighbour_array().data());
    count_edges(state, graph);
}

void orient_graph(benchmark::State& state, std::string const& spec) {
    Graph const graph = generate_graph(spec);
    Graph const ordered = reorder(graph, degeneracy_order(graph));
    for (auto _ : state) benchmark::DoNotOptimize(orient(ordered).neighbour_array().data());
    count_edges(state, graph);
}

BENCHMARK_CAPTURE(read_file, edge_list_uniform, uniform, ".txt")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_file, edge_list_skewed, skewed, ".txt")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_file, edge_list_gzip, uniform, ".txt.gz")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_file, binary_csr, uniform, ".cbin")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(build_csr, uniform, uniform)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(build_csr, skewed, skewed)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(find_order, degree_uniform, degree_order, uniform)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(find_order, degree_skewed, degree_order, skewed)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(find_order, degeneracy_uniform, degeneracy_order, uniform)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(find_order, degeneracy_skewed, degeneracy_order, skewed)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(reorder_graph, by_degree_skewed, skewed)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(orient_graph, by_degeneracy_skewed, skewed)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace cerrado
