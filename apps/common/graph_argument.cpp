#include "common/graph_argument.hpp"

#include "common/message.hpp"

#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/open.hpp>

#include <utility>

namespace cerrado::command {

Graph open_graph_argument(std::string const& graph, int threads, GraphMarksRequest const& marks) {
    Graph opened = marks.directed ? open_directed_graph(graph, threads) : open_graph(graph, threads);
    if (!marks.labels.empty()) opened = read_labels(std::move(opened), marks.labels);
    if (opened.cleaning.directed) {
        print_message("cerrado: {}: the file says that its edges are directed; they are taken as undirected\n", graph);
    }
    return opened;
}

} // namespace cerrado::command
