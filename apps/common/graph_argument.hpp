// The GRAPH of a command.
#pragma once

#include "common/command_files.hpp"

#include <cerrado/graph/graph.hpp>

#include <string>

namespace CLI {
class App;
} // namespace CLI

namespace cerrado::command {

// What is read of it besides its edges.
struct GraphMarksRequest {
    bool directed = false;
    bool names = false; // ids are names
    std::string labels; // a file, or empty
    bool edge_labels = false;
};

void add_names_option(CLI::App& command, GraphMarksRequest& marks);    // --names
void add_directed_option(CLI::App& command, GraphMarksRequest& marks); // --directed
// --names, --directed, --labels and --edge-labels.
void add_marks_options(CLI::App& command, GraphMarksRequest& marks);

// What open_graph_argument() reads.
void add_graph_files(CommandFiles& files, std::string const& graph, GraphMarksRequest const& marks = {});

// open_graph(), and a line on standard error where the file says that its edges have directions, which are lost, and where
// its first line is a header or looks like one.
Graph open_graph_argument(std::string const& graph, int threads = 0, GraphMarksRequest const& marks = {});

} // namespace cerrado::command
