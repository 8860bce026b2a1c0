#include "graphlets/command.hpp"

#include "command/options/inputs.hpp"
#include "command/options/options.hpp"
#include "command/options/run_options.hpp"
#include "command/output/output.hpp"
#include "command/process/process.hpp"
#include "command/record/record.hpp"
#include "command/run/application_run.hpp"
#include "command/run/work.hpp"

#include <cerrado/apps/graphlet_distance.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cerrado::command {
namespace {

struct CompareRequest {
    std::vector<std::string> graphs; // as typed
    GraphMarksRequest marks;         // marks of all graphs
    Parameters parameters;           // device, threads and deadline
    OutputRequest output;
    std::string distance = "gcd11";
    std::string gcm, svg;
    bool no_row_of_ones = false;

    GraphletDistance kind() const { return value_of(graphlet_distance_words, "--distance", distance); }
    int k() const { return kind() == GraphletDistance::gcd11 ? 4 : 5; }
    bool has_correlations() const { return distance.starts_with("gcd"); }
    bool is_of_one() const { return !gcm.empty() || !svg.empty(); }
};

struct Network {
    std::string source;
    std::uint64_t vertices = 0, edges = 0;
    Json json;
    GraphletSignature signature;
};

struct Comparison {
    std::vector<Network> networks; // fewer networks than graphs if a run was stopped
    RunResult run;                 // the status and the seconds of all runs
    Stages stages;

    bool is_complete() const { return run.status == Status::complete; }
    std::optional<double> distance(std::size_t i, std::size_t j) const {
        return graphlet_distance(networks[i].signature, networks[j].signature);
    }
};

constexpr int side = 14; // side of a square, in pixels
constexpr int margin = 34;

constexpr int top = 44;

constexpr int legend_gap = 16, legend_width = 14;

struct Colour {
    int red, green, blue;
};

std::string colour_of(double correlation) {
    if (std::isnan(correlation)) return "#bbbbbb";
    constexpr Colour white{247, 247, 247}, least{33, 102, 172}, most{178, 24, 43};
    Colour const& end = correlation < 0 ? least : most;
    double const share = std::min(1.0, std::abs(correlation));
    auto const mixed = [&](int from, int to) { return std::lround(from + (to - from) * share); };
    return fmt::format("#{:02x}{:02x}{:02x}", mixed(white.red, end.red), mixed(white.green, end.green),
                       mixed(white.blue, end.blue));
}

void append_labels(std::string& svg, std::span<int const> orbits) {
    for (std::size_t i = 0; i < orbits.size(); ++i) {
        double const middle = (static_cast<double>(i) + .5) * side;
        svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", margin + middle, top - 4,
                           orbits[i]);
        svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", margin - 5, top + middle + 3,
                           orbits[i]);
    }
}

// Draws a bar of colours from 1 down to -1, which is `height` pixels high.
void append_legend(std::string& svg, int x, int height) {
    constexpr int steps = 40;
    double const step = static_cast<double>(height) / steps;
    for (int i = 0; i < steps; ++i) {
        svg += fmt::format("<rect x=\"{}\" y=\"{:.2f}\" width=\"{}\" height=\"{:.2f}\" fill=\"{}\"/>\n", x,
                           top + i * step, legend_width, step + .2, colour_of(1 - 2.0 * i / (steps - 1)));
    }
    for (int const mark : {1, 0, -1}) {
        double const y = top + (1 - mark) * height / 2.0 + 3;
        svg += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", x + legend_width + 4, y, mark);
    }
}

// The correlations as CSV, with a row and a column for each orbit, by its number. An unknown correlation is empty.
std::string correlation_rows(std::span<int const> orbits, std::span<double const> correlation) {
    std::string text = "orbit";
    for (int const orbit : orbits) text += fmt::format(",{}", orbit);
    for (std::size_t i = 0; i < orbits.size(); ++i) {
        text += fmt::format("\n{}", orbits[i]);
        for (double const each : correlation.subspan(i * orbits.size(), orbits.size()))
            text += std::isnan(each) ? "," : fmt::format(",{:.9g}", each);
    }
    return text + "\n";
}

// The correlations as SVG, with a square for each two orbits. Its colour goes from blue (-1) over white to red (1), and
// is grey if the correlation is unknown. A square shows its orbits and its number when the mouse is above it.
std::string heat_map(std::string const& title, std::span<int const> orbits, std::span<double const> correlation) {
    int const square = side * static_cast<int>(orbits.size());
    int const legend = margin + square + legend_gap;
    int const title_width = 12 + 7 * static_cast<int>(title.size());
    int const width = std::max(title_width, legend + legend_width + margin), height = top + square + 10;
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"sans-serif\" font-size=\"9\" shape-rendering=\"crispEdges\">\n<rect width=\"{0}\" "
        "height=\"{1}\" fill=\"white\"/>\n"
        "<text x=\"6\" y=\"16\" font-size=\"12\">{2}</text>\n",
        width, height, xml_text(title));
    append_labels(svg, orbits);
    for (std::size_t i = 0; i < orbits.size(); ++i) {
        for (std::size_t j = 0; j < orbits.size(); ++j) {
            double const each = correlation[i * orbits.size() + j];
            std::string const number = std::isnan(each) ? "not known" : fmt::format("{:.3f}", each);
            svg += fmt::format(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"><title>orbits {} and {}: {}"
                "</title></rect>\n",
                margin + side * static_cast<int>(j), top + side * static_cast<int>(i), side, side, colour_of(each),
                orbits[i], orbits[j], number);
        }
    }
    append_legend(svg, legend, square);
    return svg + "</svg>\n";
}

Json matrix_json(std::size_t size, auto const& entry) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < size; ++i) {
        Json row = Json::array();
        for (std::size_t j = 0; j < size; ++j) row.push(entry(i, j));
        rows.push(std::move(row));
    }
    return rows;
}

std::string distances_csv(Comparison const& comparison) {
    std::string text = "network";
    if (!comparison.is_complete()) return text + "\n";
    for (Network const& network : comparison.networks) text += "," + csv_field(network.source);
    for (std::size_t i = 0; i < comparison.networks.size(); ++i) {
        text += "\n" + csv_field(comparison.networks[i].source);
        for (std::size_t j = 0; j < comparison.networks.size(); ++j) {
            auto const distance = comparison.distance(i, j);
            text += distance ? fmt::format(",{:.12g}", *distance) : ",";
        }
    }
    return text + "\n";
}

std::string comparison_table(CompareRequest const& request, Comparison const& comparison) {
    RunResult const& run = comparison.run;
    std::string text =
        fmt::format("{} of {}, from the orbits of graphlets of up to {} vertices\nrun {:.3f} s on {} ({}); {}\n\n",
                    request.distance, counted(request.graphs.size(), "network"), request.k(), run.seconds.run,
                    run.device.kind, run.device.name, to_string(run.status));
    if (!comparison.is_complete()) {
        return text + "no distances: the run was stopped, and the counts need the whole run\n";
    }
    if (request.is_of_one()) {
        if (!request.gcm.empty()) text += fmt::format("correlations in {}\n", request.gcm);
        return request.svg.empty() ? text : text + fmt::format("heat map in {}\n", request.svg);
    }
    std::vector<Table::Column> columns = {{"", true}, {"network"}, {"vertices", true}, {"edges", true}};
    for (std::size_t i = 1; i <= comparison.networks.size(); ++i) columns.push_back({fmt::to_string(i), true});
    Table table(columns);
    for (std::size_t i = 0; i < comparison.networks.size(); ++i) {
        Network const& network = comparison.networks[i];
        std::vector<Table::Cell> cells = {{fmt::to_string(i + 1)},
                                          {on_one_line(network.source)},
                                          {grouped(network.vertices)},
                                          {grouped(network.edges)}};
        for (std::size_t j = 0; j < comparison.networks.size(); ++j) {
            auto const distance = comparison.distance(i, j);
            cells.push_back({distance ? fmt::format("{:.6f}", *distance) : "-"});
        }
        table.add_row(std::move(cells));
    }
    return text + table.text();
}

std::string comparison_json(CompareRequest const& request, Comparison const& comparison) {
    Json json = {{"app", "graphlets compare"}, {"version", CERRADO_VERSION}};
    Json& graphs = json["graphs"] = Json::array();
    for (Network const& network : comparison.networks) graphs.push(network.json);
    json["parameters"] = {{"distance", request.distance},           {"k", request.k()},
                          {"row_of_ones", !request.no_row_of_ones}, {"device", request.parameters.device},
                          {"threads", request.parameters.threads},  {"deadline", request.parameters.deadline}};
    json["semantics"] = "distances of networks by the orbits of their vertices";
    json["status"] = to_string(comparison.run.status);
    json["distances"] = nullptr;
    if (comparison.is_complete()) {
        json["distances"] = matrix_json(comparison.networks.size(), [&](std::size_t i, std::size_t j) {
            auto const distance = comparison.distance(i, j);
            return distance;
        });
    }
    if (comparison.is_complete() && request.is_of_one()) {
        std::span<int const> const orbits = orbits_of(request.kind());
        json["orbits"] = orbits;
        json["correlations"] = matrix_json(orbits.size(), [&](std::size_t i, std::size_t j) {
            double const each = comparison.networks.front().signature.correlation[i * orbits.size() + j];
            return std::isnan(each) ? Json(nullptr) : Json(each);
        });
    }
    json["seconds"] = seconds_json(comparison.stages, comparison.run.seconds);
    json["device"] = {{"kind", comparison.run.device.kind}, {"name", comparison.run.device.name}};
    return json.lines();
}

// Requires: there is a network.
std::string correlation_title(Comparison const& comparison) {
    return "Graphlet correlations of " + std::filesystem::path(comparison.networks.front().source).filename().string();
}

OutputTargets targets_of(CompareRequest const& request) {
    OutputTargets targets;
    targets.add("--json", request.output.json);
    targets.add("--csv", request.output.csv);
    targets.add("--gcm", request.gcm);
    targets.add("--svg", request.svg);
    return targets;
}

void check(CompareRequest const& request) {
    if (request.is_of_one() && request.graphs.size() != 1) {
        throw InputError(
            fmt::format("--gcm and --svg take one network, and {} are given; give one", request.graphs.size()));
    }
    if (request.is_of_one() && !request.has_correlations()) {
        throw InputError(fmt::format(
            "--distance {} has no correlations for --gcm and --svg; take gcd11, gcd56 or gcd73", request.distance));
    }
    if (request.is_of_one() && !request.output.csv.empty()) {
        throw InputError(
            "--csv writes distances of networks, and one network has none; give --gcm FILE alone for its correlations");
    }
    if (request.no_row_of_ones && !request.has_correlations()) {
        throw InputError(fmt::format("--no-row-of-ones is for correlations, and --distance {} has none; leave it out",
                                     request.distance));
    }
    if (!request.is_of_one() && request.graphs.size() < 2) {
        throw InputError(
            "graphlets compare: too few graphs; give two graphs or more, or one graph with --gcm FILE or --svg FILE");
    }
    CommandFiles files;
    for (std::string const& graph : request.graphs) add_graph_files(files, graph, request.marks);
    targets_of(request).check(files);
}

// Reads a graph. The first graph is read while the device is made ready.
Graph open_network(CompareRequest const& request, std::string const& graph, Comparison& comparison) {
    if (comparison.networks.empty()) return load_graph(graph, request.marks, request.parameters, comparison.stages);
    Stopwatch const loading;
    Graph opened = open_graph_argument(graph, request.parameters.threads, request.marks);
    comparison.stages.load += loading.seconds();
    return opened;
}

Comparison compare(CompareRequest const& request) {
    Comparison comparison;
    InterruptGuard const guard;
    ProgressReport progress(request.output.progress_mode());
    for (std::string const& name : request.graphs) {
        Graph const graph = open_network(request, name, comparison);
        Until const until{guard.flag(), seconds_left(request.parameters.deadline)};
        RunOptions options = until.in(options_of(request.parameters, std::nullopt));
        options.progress = progress.for_roots(false);
        GraphletOrbits const orbits = count_graphlet_orbits(graph, {.k = request.k()}, options);
        progress.clear();
        comparison.run.status = orbits.status;
        comparison.run.device = orbits.device;
        add_seconds(comparison.run, orbits);
        if (!comparison.is_complete()) break;
        comparison.networks.push_back({graph.source, graph.vertex_count(), graph.edge_count(), graph_json(graph),
                                       graphlet_signature(orbits, request.kind(), !request.no_row_of_ones)});
    }
    return comparison;
}

ExitCode run_compare(CompareRequest const& request) {
    check(request);
    Comparison const comparison = compare(request);
    std::vector<ExtraOutput> outputs;
    auto const add = [&](std::string const& target, auto const& text) {
        if (!target.empty()) outputs.push_back({target == "-", [&target, text] { write_result(target, text()); }});
    };
    add(request.output.json, [&] { return comparison_json(request, comparison); });
    add(request.output.csv, [&] { return distances_csv(comparison); });
    if (comparison.is_complete()) {
        std::span<int const> const orbits = orbits_of(request.kind());
        std::vector<double> const& correlation = comparison.networks.front().signature.correlation;
        add(request.gcm, [&, orbits] { return correlation_rows(orbits, correlation); });
        add(request.svg, [&, orbits] { return heat_map(correlation_title(comparison), orbits, correlation); });
    }
    std::string const standard_output = "-";
    if (!targets_of(request).to_standard_output())
        add(standard_output, [&] { return comparison_table(request, comparison); });
    write_outputs(outputs);
    return comparison.is_complete() ? ExitCode::done : ExitCode::partial;
}

// Refuses words before `compare`, which would be ignored.
void refuse_words_before(Options const& graphlets) {
    for (std::string const& option : graphlets.given()) {
        throw InputError(fmt::format(
            "graphlets compare: {} stands before `compare`; give graphs and options after `compare`", option));
    }
}

} // namespace

void add_compare_command(Options& graphlets) {
    Options& command =
        graphlets.add_command("compare", "Compute distances of networks from the roles of their vertices");
    auto const request = std::make_shared<CompareRequest>();
    command
        .add("GRAPHS", request->graphs,
             "Two graphs or more, each a file or a generator, as for `cerrado graphlets`; or one graph for --gcm or "
             "--svg")
        .required()
        .shown_as(" ");
    command
        .add("--distance", request->distance,
             "Distance to compute. gcd11: by correlations of 11 orbits of up to 4 vertices; gcd56, gcd73: by "
             "correlations of 56 or 73 orbits of up to 5 vertices; gdda, gdda-geometric: agreement of distributions, 1 "
             "if they are equal; rgf: by frequencies of graphlets")
        .one_of(graphlet_distance_words)
        .shows_default();
    command.add("--gcm", request->gcm, "Write the correlation matrix of one graph as CSV").shown_as("FILE|-");
    command.add("--svg", request->svg, "Write a heat map of the correlation matrix of one graph").shown_as("FILE|-");
    command.flag("--no-row-of-ones", request->no_row_of_ones,
                 "Leave out the row of ones that is added to the vertices; a column of zeros then has no correlation");
    add_reading_options(command, request->marks);
    add_undirected_option(command, request->marks);
    add_output_options(command, request->output, "the matrix");
    add_where_options(command, request->parameters);
    command.footer(
        "\nExamples:\n"
        "  cerrado graphlets compare a.txt b.txt c.txt                   a matrix of distances\n"
        "  cerrado graphlets compare a.txt b.txt --distance rgf --csv -\n"
        "  cerrado graphlets compare a.txt --gcm a.csv --svg a.svg       the correlations of one network\n");
    command.runs([request, &graphlets] {
        refuse_words_before(graphlets);
        return run_compare(*request);
    });
}

} // namespace cerrado::command
