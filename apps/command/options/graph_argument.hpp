// The GRAPH of a command.
#pragma once

#include "command/options/command_files.hpp"
#include "command/options/options.hpp"

#include <cerrado/graph/graph.hpp>

#include <cstdint>
#include <string>

namespace cerrado::command {

// What is read of the graph besides its edges.
struct GraphMarksRequest {
    bool directed = false;
    bool refuses_arcs = false; // of a file that says its edges have directions; otherwise they are lost with a warning
    bool names = false;        // ids are names
    std::string labels;        // a file, or empty
    bool edge_labels = false;
    // As ReadOptions has them.
    std::string format, columns, delimiter;
    std::uint64_t graph = 0;
    bool read_each = false; // by each of several processes
};

// --names, --format, --columns, --delimiter and --graph.
void add_reading_options(Options& command, GraphMarksRequest& marks);
void add_directed_option(Options& command, GraphMarksRequest& marks); // --directed
// --undirected: without it, such a file is refused.
void add_undirected_option(Options& command, GraphMarksRequest& marks);
// Adds those of add_reading_options(), and --directed, --labels and --edge-labels.
void add_marks_options(Options& command, GraphMarksRequest& marks);

// Adds the files that open_graph_argument() reads.
void add_graph_files(CommandFiles& files, std::string const& graph, GraphMarksRequest const& marks = {});

// Does what open_graph() does. A line on standard error says how the file was read if that is not beyond doubt. Another
// warns if the file says that its edges have directions, and these are lost. Throws InputError instead if they must not be.
Graph open_graph_argument(std::string const& graph, int threads = 0, GraphMarksRequest const& marks = {});

} // namespace cerrado::command
