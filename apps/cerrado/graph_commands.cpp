#include "cerrado/graph_commands.hpp"

#include "command/options/inputs.hpp"
#include "command/record/output.hpp"

#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/io.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/open.hpp>

#include <fmt/format.h>

#include <memory>

namespace cerrado::command {
namespace {

struct FromTo {
    std::string from;
    std::string to;
    GraphMarksRequest marks; // of what is converted
};

std::string written(Graph const& graph, std::string const& path, std::string const& lost = {}) {
    std::string text =
        fmt::format("{}: {}, {}\n", path, counted(graph.vertex_count(), "vertex"), counted(graph.edge_count(), "edge"));
    if (is_directed(graph) && keeps_directions(path)) text += counted(count_arcs_or_edges(graph), "arc") + "\n";
    if (has_labels(graph) && keeps_labels(path)) text += counted(graph.marks->label_names.size(), "label") + "\n";
    if (has_edge_labels(graph) && lost.find("labels of edges") == std::string::npos) {
        std::size_t const labels = graph.marks->edge_label_names.size();
        text += fmt::format("{} of edges\n", counted(labels, "label"));
    }
    if (graph.cleaning.self_loops + graph.cleaning.duplicates > 0) {
        text += fmt::format("dropped {} and {} of {}\n", counted(graph.cleaning.self_loops, "self-loop"),
                            counted(graph.cleaning.duplicates, is_directed(graph) ? "duplicate arc" : "duplicate edge"),
                            graph.source);
    }
    return text;
}

std::string output_formats() {
    return fmt::format("OUT's ending decides the format, and .gz after it compresses:\n{}.", written_formats());
}

} // namespace

void add_generate_command(Options& program) {
    Options& command = program.add_command("generate", "Write a generated graph to a file");
    auto const arguments = std::make_shared<FromTo>();
    command.add("SPEC", arguments->from, "gen:KIND:key=value,... (kinds below)").required().shown_as(" ");
    command.add("OUT", arguments->to, "The file to write").required().shown_as(" ");
    command.footer(
        fmt::format("\n{}\n\n{}\nExamples:\n"
                    "  cerrado generate gen:er:n=1000,m=5000,seed=1 er.txt\n"
                    "  cerrado generate gen:rmat:scale=16,degree=16,seed=1 rmat.cbin\n"
                    "Every command that takes a GRAPH takes such a spec as well.",
                    output_formats(), generator_help()));
    command.runs([arguments] {
        std::string const spec = is_generator_spec(arguments->from) ? arguments->from : "gen:" + arguments->from;
        Graph const graph = generate_graph(spec);
        save_graph(graph, arguments->to);
        write_standard_output(written(graph, arguments->to));
        return ExitCode::done;
    });
}

void add_convert_command(Options& program) {
    Options& command = program.add_command("convert", "Rewrite a graph in another format, cleaned");
    auto const arguments = std::make_shared<FromTo>();
    command.add("IN", arguments->from, "A graph file of any known format, or a generator").required().shown_as(" ");
    command.add("OUT", arguments->to, "The file to write").required().shown_as(" ");
    add_marks_options(command, arguments->marks);
    command.footer(fmt::format(
        "\n{}\n\nExamples:\n"
        "  cerrado convert graph.txt.gz graph.cbin       read in a moment from then on\n"
        "  cerrado convert graph.mtx graph.txt           Matrix Market to edge list\n"
        "  cerrado convert genes.txt genes.cbin --directed --labels go.txt   with directions and labels\n"
        "  cerrado convert network.graphml network.cbin  its labels, and its names where ids are no numbers\n"
        "  cerrado convert genes.csv genes.cbin --names  ids that are names, from then on without the option\n"
        "Self-loops and duplicate edges are dropped and reported; original ids are kept where the format can.",
        output_formats()));
    command.runs([arguments] {
        CommandFiles files;
        add_graph_files(files, arguments->from, arguments->marks);
        files.writes("OUT", arguments->to);
        files.check();
        Graph const graph = open_graph_argument(arguments->from, 0, arguments->marks);
        std::string const lost = lost_in(graph, arguments->to);
        save_graph(graph, arguments->to);
        if (!lost.empty()) print_message("cerrado: {}: {}\n", arguments->to, lost);
        write_standard_output(written(graph, arguments->to, lost));
        return ExitCode::done;
    });
}

void add_graph_commands(Options& program) {
    add_info_command(program);
    add_generate_command(program);
    add_convert_command(program);
}

} // namespace cerrado::command
