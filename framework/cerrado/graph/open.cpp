#include <cerrado/core/error.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/io.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/graph/read_report.hpp>

#include <fmt/format.h>

namespace cerrado {

namespace {

Graph read(std::string const& path, ReadOptions const& options) {
    Graph graph = read_graph(path == "-" ? std::string("/dev/stdin") : path, options);
    graph.source = path;
    return graph;
}

} // namespace

Graph open_graph(std::string const& path_or_spec, int threads) {
    if (!is_generator_spec(path_or_spec)) return read(path_or_spec, {.threads = threads});
    Graph graph = generate_graph(path_or_spec, threads);
    graph.source = path_or_spec;
    return graph;
}

Graph open_directed_graph(std::string const& path, int threads) {
    return open_marked_graph(path, {.directed = true}, threads);
}

Graph open_marked_graph(std::string const& path, OpenedMarks const& wanted, int threads) {
    if (!is_generator_spec(path)) {
        Graph graph = read(path, {.threads = threads,
                                  .directed = wanted.directed,
                                  .edge_labels = wanted.edge_labels,
                                  .names = wanted.names,
                                  .format = wanted.format,
                                  .columns = wanted.columns,
                                  .delimiter = wanted.delimiter,
                                  .graph = wanted.graph});
        ReadReport const& report = *graph.read_as;
        if (wanted.note && (report.is_doubtful || !report.remarks.empty())) {
            wanted.note(fmt::format("{}: read as {}", path, described(report)));
        }
        return graph;
    }
    if (!wanted.directed && !wanted.edge_labels && !wanted.names) return open_graph(path, threads);
    throw InputError(fmt::format("{}: generated graphs have no {}; give a file", path,
                                 wanted.directed      ? "directions"
                                 : wanted.edge_labels ? "labels of edges"
                                                      : "names"));
}

void save_graph(Graph const& graph, std::string const& path) { write_graph(graph, path); }

} // namespace cerrado
