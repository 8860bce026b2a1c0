#include "common/graph_argument.hpp"

#include "common/message.hpp"

#include <cerrado/graph/open.hpp>

namespace cerrado::command {

Graph open_graph_argument(std::string const& graph, int threads) {
    Graph opened = open_graph(graph, threads);
    if (opened.cleaning.directed) {
        print_message("cerrado: {}: the file says that its edges are directed; they are taken as undirected\n", graph);
    }
    return opened;
}

} // namespace cerrado::command
