// `cerrado info`: what is in a graph, which formats of graphs there are, and which devices are here.
#include "cerrado/graph_commands.hpp"
#include "cerrado/info_devices.hpp"
#include "cerrado/info_formats.hpp"
#include "command/options/inputs.hpp"
#include "command/record/json.hpp"
#include "command/record/output.hpp"
#include "command/record/record.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/compressed_graph.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/order/order.hpp>
#include <cerrado/graph/read_report.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

namespace cerrado::command {
namespace {

struct InfoRequest {
    std::string graph;
    GraphMarksRequest marks;
    std::vector<std::string> json; // none: a table; one: where the record goes
    bool wants_json = false;
    bool devices = false;
    bool formats = false;
};

struct Components {
    std::uint64_t count = 0;
    std::uint64_t largest = 0; // vertices
};

Components connected_components(Graph const& graph) {
    Components components;
    std::vector<bool> seen(graph.vertex_count());
    std::vector<VertexId> open;
    for (VertexId start = 0; start < graph.vertex_count(); ++start) {
        if (seen[start]) continue;
        ++components.count;
        std::uint64_t size = 0;
        seen[start] = true;
        open.push_back(start);
        while (!open.empty()) {
            VertexId const v = open.back();
            open.pop_back();
            ++size;
            for (VertexId u : graph.neighbours(v)) {
                if (seen[u]) continue;
                seen[u] = true;
                open.push_back(u);
            }
        }
        components.largest = std::max(components.largest, size);
    }
    return components;
}

WideCount count_triangles(Graph const& graph) {
    RunOptions options;
    options.device = DeviceKind::host;
    return count_cliques(graph, {.k = 3}, options).count;
}

struct GraphFacts {
    Graph graph;
    double mean_degree = 0;
    VertexId degeneracy = 0;
    WideCount triangles = 0;
    Components components;
};

GraphFacts examine(Graph graph) {
    GraphFacts facts;
    facts.graph = std::move(graph);
    VertexId const vertices = facts.graph.vertex_count();
    if (vertices > 0) facts.mean_degree = 2.0 * static_cast<double>(facts.graph.edge_count()) / vertices;
    facts.degeneracy = degeneracy(facts.graph);
    facts.triangles = count_triangles(facts.graph);
    facts.components = connected_components(facts.graph);
    return facts;
}

// Of each label how many vertices bear it.
std::map<std::string, std::uint64_t> label_counts(Graph const& graph) {
    std::map<std::string, std::uint64_t> counts;
    for (std::uint32_t const label : graph.marks->labels) {
        if (label != GraphMarks::no_label) ++counts[graph.marks->label_names[label]];
    }
    return counts;
}

// Of each label how many edges bear it, in a directed graph how many arcs.
std::map<std::string, std::uint64_t> edge_label_counts(Graph const& graph) {
    std::map<std::string, std::uint64_t> counts;
    for (std::uint32_t const label : graph.marks->edge_labels) {
        if (label != GraphMarks::no_label) ++counts[graph.marks->edge_label_names[label]];
    }
    if (is_directed(graph)) return counts;
    for (auto& [label, count] : counts) count /= 2; // each edge stands in two lists
    return counts;
}

std::string facts_json(GraphFacts const& facts) {
    Graph const& graph = facts.graph;
    Json json = {
        {"app", "info"},
        {"version", CERRADO_VERSION},
        {"graph", graph_json(graph)},
        {"mean_degree", facts.mean_degree},
        {"degeneracy", facts.degeneracy},
        {"triangles", to_string(facts.triangles)},
        {"components", facts.components.count},
        {"largest_component", facts.components.largest},
        {"dropped", {{"self_loops", graph.cleaning.self_loops}, {"duplicates", graph.cleaning.duplicates}}},
        {"memory", {{"graph_bytes", graph.bytes()}}},
    };
    if (is_directed(graph)) json["graph"]["arcs"] = count_arcs_or_edges(graph);
    if (has_labels(graph)) json["labels"] = label_counts(graph);
    if (has_edge_labels(graph)) json["edge_labels"] = edge_label_counts(graph);
    return json.lines();
}

std::string facts_table(GraphFacts const& facts) {
    Graph const& graph = facts.graph;
    Table table({{graph.source}, {"", true}});
    table.add_row({{"vertices"}, {grouped(graph.vertex_count())}});
    table.add_row({{"edges"}, {grouped(graph.edge_count())}});
    if (is_directed(graph)) table.add_row({{"arcs"}, {grouped(count_arcs_or_edges(graph))}});
    if (has_names(graph)) table.add_row({{"ids are"}, {"names"}});
    if (has_labels(graph)) table.add_row({{"labels"}, {grouped(graph.marks->label_names.size())}});
    if (has_edge_labels(graph)) {
        table.add_row({{"labels of edges"}, {grouped(graph.marks->edge_label_names.size())}});
    }
    table.add_row({{"largest degree"}, {grouped(graph.max_degree())}});
    table.add_row({{"mean degree"}, {fmt::format("{:.2f}", facts.mean_degree)}});
    table.add_row({{"degeneracy"}, {grouped(facts.degeneracy)}});
    table.add_row({{"triangles"}, {grouped(facts.triangles)}});
    table.add_row({{"components"}, {grouped(facts.components.count)}});
    table.add_row({{"largest component"}, {grouped(facts.components.largest)}});
    table.add_row({{"self-loops dropped"}, {grouped(graph.cleaning.self_loops)}});
    table.add_row({{"duplicates dropped"}, {grouped(graph.cleaning.duplicates)}});
    table.add_row({{"memory"}, {bytes_text(graph.bytes())}});
    return table.text();
}

std::string read_as_line(Graph const& graph) {
    return graph.read_as ? fmt::format("\nread as {}\n", described(*graph.read_as)) : "";
}

// What the bits of a .cgz went to.
std::string parts_table(CompressedGraph const& file) {
    auto const edges = static_cast<double>(std::max<std::uint64_t>(file.edge_count(), 1));
    double all = 0;
    Table table({{"what the file holds", false}, {"bytes", true}, {"bits an edge", true}});
    auto const add = [&](std::string const& name, double bytes) {
        table.add_row({{name},
                       {grouped(static_cast<std::uint64_t>(std::llround(bytes)))},
                       {fmt::format("{:.3f}", 8 * bytes / edges)}});
    };
    for (CompressedPart const& part : file.parts()) {
        if (part.bytes > 0) add(part.name, part.bytes);
        all += part.bytes;
    }
    add(fmt::format("all, in {}", counted(file.block_count(), "block")), all);
    return "\n" + table.text();
}

void run_info(InfoRequest const& request) {
    std::string const target = request.json.empty() || request.json.front().empty() ? "-" : request.json.front();
    if (request.devices) {
        return write_result(request.wants_json ? target : "-", request.wants_json ? devices_json() : devices_table());
    }
    if (request.formats) {
        return write_result(request.wants_json ? target : "-", request.wants_json ? formats_json() : formats_table());
    }
    if (request.graph.empty())
        throw InputError(
            "info: which GRAPH? give a file or a generator (--json comes after it), or --formats or --device");
    CommandFiles files;
    add_graph_files(files, request.graph, request.marks);
    files.writes("--json", target);
    files.check();
    GraphFacts const facts = examine(open_graph_argument(request.graph, 0, request.marks));
    if (!request.wants_json || target != "-") write_standard_output(facts_table(facts) + read_as_line(facts.graph));
    if (!request.wants_json && detail::is_compressed_file(request.graph)) {
        write_standard_output(parts_table(CompressedGraph(request.graph)));
    }
    if (request.wants_json) write_result(target, facts_json(facts));
}

} // namespace

void add_info_command(Options& program) {
    Options& command =
        program.add_command("info", "Describe a graph, the formats of graphs, or the devices of this machine");
    auto const request = std::make_shared<InfoRequest>();
    command.add("GRAPH", request->graph, "A file or a generator, see `cerrado generate --help`").shown_as(" ");
    Option const json = command.add("--json", request->json, "As JSON, on standard output unless a FILE is given")
                            .optional_value()
                            .shown_as("[FILE|-]");
    add_marks_options(command, request->marks);
    command.flag("--device", request->devices, "List the devices, and what is measured on them for load balancing");
    command.flag("--formats", request->formats, "List the formats of graphs: how each is known, and what it holds");
    command.footer(
        "\nExamples:\n"
        "  cerrado info graph.txt.gz\n"
        "  cerrado info gen:ba:n=1000,m=4,seed=1 --json\n"
        "  cerrado info --formats\n"
        "  cerrado info --device\n");
    command.runs([request, json] {
        request->wants_json = json.is_given();
        run_info(*request);
        return ExitCode::done;
    });
}

} // namespace cerrado::command
