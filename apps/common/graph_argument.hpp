// The GRAPH of a command.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <string>

namespace CLI {
class App;
} // namespace CLI

namespace cerrado::command {

// What is read of it besides its edges.
struct GraphMarksRequest {
    bool directed = false;
    std::string labels; // a file, or empty
    bool edge_labels = false;
};

// --directed, --labels and --edge-labels.
void add_marks_options(CLI::App& command, GraphMarksRequest& marks);

// open_graph(), and a line on standard error where the file says that its edges have directions, which are lost.
Graph open_graph_argument(std::string const& graph, int threads = 0, GraphMarksRequest const& marks = {});

} // namespace cerrado::command
