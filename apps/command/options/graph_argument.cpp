#include "command/options/graph_argument.hpp"

#include "command/options/options.hpp"
#include "command/record/message.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/io.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/open.hpp>

#include <fmt/format.h>

#include <utility>

namespace cerrado::command {

void add_reading_options(Options& command, GraphMarksRequest& marks) {
    constexpr char group[] = "How the graph is read";
    command
        .flag("--names", marks.names,
              "The graph's ids are names (genes, people) instead of numbers; outputs have them, too")
        .group(group);
    command
        .add(
            "--format", marks.format,
            fmt::format("The graph's format, where the content or the file's ending does not tell: {}", format_names()))
        .shown_as("NAME")
        .group(group);
    command
        .add("--columns", marks.columns,
             "Of a table of edges, the columns of an edge's ends, and of its label where there is a third: by number\n"
             "from 1, or by name: 2,3 or source,target,kind")
        .shown_as("LIST")
        .group(group);
    command
        .add("--delimiter", marks.delimiter,
             "Between the columns: a character, or tab, comma, semicolon, bar, colon or blank")
        .shown_as("WORD")
        .group(group);
    command.add("--graph", marks.graph, "Of a file of several graphs which one, from 1")
        .shown_as("N")
        .positive()
        .group(group);
}

void add_directed_option(Options& command, GraphMarksRequest& marks) {
    command.flag("--directed", marks.directed,
                 "The graph's edges have directions: arcs go from the first id of a line to the second");
}

void add_undirected_option(Options& command, GraphMarksRequest& marks) {
    marks.refuses_arcs = true;
    command.flag(
        "--undirected", [&marks] { marks.refuses_arcs = false; },
        "Take the edges of a file that says they have directions as edges without");
}

void add_marks_options(Options& command, GraphMarksRequest& marks) {
    add_reading_options(command, marks);
    add_directed_option(command, marks);
    command.add("--labels", marks.labels, "Labels of the graph's vertices: a file of lines 'id label'")
        .shown_as("FILE");
    command.flag("--edge-labels", marks.edge_labels,
                 "The graph's edges have labels: what stands on a line after the two ids");
}

void add_graph_files(CommandFiles& files, std::string const& graph, GraphMarksRequest const& marks) {
    if (!is_generator_spec(graph)) files.reads("the graph", graph);
    files.reads("the file of labels", marks.labels);
}

Graph open_graph_argument(std::string const& graph, int threads, GraphMarksRequest const& marks) {
    auto const note = [](std::string const& text) { print_message("cerrado: {}\n", text); };
    OpenedMarks const wanted{.directed = marks.directed,
                             .edge_labels = marks.edge_labels,
                             .names = marks.names,
                             .format = marks.format,
                             .columns = marks.columns,
                             .delimiter = marks.delimiter,
                             .graph = marks.graph,
                             .note = note};
    Graph opened = open_marked_graph(graph, wanted, threads);
    if (!marks.labels.empty()) opened = read_labels(std::move(opened), marks.labels, note);
    if (opened.cleaning.directed && marks.refuses_arcs) {
        throw InputError(
            fmt::format("{}: the file says that its edges are directed, and directions are not counted here; "
                        "--undirected takes them as edges without",
                        graph));
    }
    if (opened.cleaning.directed) {
        print_message("cerrado: {}: the file says that its edges are directed; they are taken as undirected\n", graph);
    }
    return opened;
}

} // namespace cerrado::command
