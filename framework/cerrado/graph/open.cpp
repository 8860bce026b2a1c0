#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/io.hpp>
#include <cerrado/graph/open.hpp>

namespace cerrado {

Graph open_graph(std::string const& path_or_spec, int threads) {
    Graph graph = is_generator_spec(path_or_spec)
                      ? generate_graph(path_or_spec, threads)
                      : read_graph(path_or_spec == "-" ? std::string("/dev/stdin") : path_or_spec, threads);
    graph.source = path_or_spec;
    return graph;
}

void save_graph(Graph const& graph, std::string const& path) { write_graph(graph, path); }

} // namespace cerrado
