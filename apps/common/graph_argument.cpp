#include "common/graph_argument.hpp"

#include "common/message.hpp"

#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/open.hpp>

#include <CLI/CLI.hpp>

#include <utility>

namespace cerrado::command {

void add_names_option(CLI::App& command, GraphMarksRequest& marks) {
    command.add_flag("--names", marks.names,
                     "The graph's ids are names (genes, people) instead of numbers; outputs have them, too");
}

void add_directed_option(CLI::App& command, GraphMarksRequest& marks) {
    command.add_flag("--directed", marks.directed,
                     "The graph's edges have directions: arcs go from the first id of a line to the second");
}

void add_marks_options(CLI::App& command, GraphMarksRequest& marks) {
    add_names_option(command, marks);
    add_directed_option(command, marks);
    command.add_option("--labels", marks.labels, "Labels of the graph's vertices: a file of lines 'id label'")
        ->option_text("FILE");
    command.add_flag("--edge-labels", marks.edge_labels,
                     "The graph's edges have labels: what stands on a line after the two ids");
}

void add_graph_files(CommandFiles& files, std::string const& graph, GraphMarksRequest const& marks) {
    if (!is_generator_spec(graph)) files.reads("the graph", graph);
    files.reads("the file of labels", marks.labels);
}

Graph open_graph_argument(std::string const& graph, int threads, GraphMarksRequest const& marks) {
    auto const note = [](std::string const& text) { print_message("cerrado: {}\n", text); };
    OpenedMarks const wanted{
        .directed = marks.directed, .edge_labels = marks.edge_labels, .names = marks.names, .note = note};
    Graph opened = open_marked_graph(graph, wanted, threads);
    if (!marks.labels.empty()) opened = read_labels(std::move(opened), marks.labels);
    if (opened.cleaning.directed) {
        print_message("cerrado: {}: the file says that its edges are directed; they are taken as undirected\n", graph);
    }
    return opened;
}

} // namespace cerrado::command
