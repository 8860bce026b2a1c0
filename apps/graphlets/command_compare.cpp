#include "graphlets/command_compare.hpp"

#include "command/options/graph_argument.hpp"
#include "command/options/run_options.hpp"
#include "command/record/graph_json.hpp"
#include "command/record/output.hpp"
#include "command/record/text.hpp"
#include "command/run/application_run.hpp"
#include "command/run/interrupt.hpp"
#include "command/run/process_clock.hpp"
#include "command/run/work.hpp"
#include "graphlets/command_heat_map.hpp"

#include <cerrado/apps/graphlet_distance.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/parts/result_sum.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <memory>

namespace cerrado::command {
namespace {

std::map<std::string, GraphletDistance> const distances = {
    {"gcd11", GraphletDistance::gcd11}, {"gcd56", GraphletDistance::gcd56},
    {"gcd73", GraphletDistance::gcd73}, {"gdda", GraphletDistance::gdda},
    {"rgf", GraphletDistance::rgf},     {"gdda-geometric", GraphletDistance::gdda_geometric}};

struct CompareRequest {
    std::vector<std::string> graphs; // as typed
    GraphMarksRequest marks;         // of all of them
    Parameters parameters;           // device, threads and deadline
    OutputRequest output;
    std::string distance = "gcd11";
    std::string gcm, svg;
    bool no_row_of_ones = false;

    GraphletDistance kind() const { return distances.at(distance); }
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
    std::vector<Network> networks; // fewer than asked for if a run was stopped
    RunResult run;                 // the status and the seconds of all
    Stages stages;

    bool is_complete() const { return run.status == Status::complete; }
    std::optional<double> distance(std::size_t i, std::size_t j) const {
        return graphlet_distance(networks[i].signature, networks[j].signature);
    }
};

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
            fmt::format("--gcm and --svg are of one network, and {} are given; give one", request.graphs.size()));
    }
    if (request.is_of_one() && !request.has_correlations()) {
        throw InputError(
            fmt::format("--distance {}: it has no correlations for --gcm and --svg; take gcd11, gcd56 or "
                        "gcd73",
                        request.distance));
    }
    if (request.is_of_one() && !request.output.csv.empty()) {
        throw InputError("--csv has distances of networks; --gcm FILE has the correlations of one");
    }
    if (request.no_row_of_ones && !request.has_correlations()) {
        throw InputError(
            fmt::format("--no-row-of-ones is for correlations; drop it, as --distance {} has none", request.distance));
    }
    if (!request.is_of_one() && request.graphs.size() < 2) {
        throw InputError("graphlets compare: give two graphs or more, or one and --gcm FILE or --svg FILE");
    }
    CommandFiles files;
    for (std::string const& graph : request.graphs) add_graph_files(files, graph, request.marks);
    targets_of(request).check(files);
}

// The first graph is read while the device is made ready.
Graph open_network(CompareRequest const& request, std::string const& graph, Comparison& comparison) {
    auto const open = [&] { return open_graph_argument(graph, request.parameters.threads, request.marks); };
    if (comparison.networks.empty()) {
        DeviceKind const device = options_of(request.parameters, std::nullopt).device;
        return load_beside([&] { start_device(resolve_device(device)); }, open, comparison.stages);
    }
    Stopwatch const loading;
    Graph opened = open();
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
        return text + "no distances: the run was stopped, and a part of it tells no exact part of a count\n";
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
        std::vector<Table::Cell> cells = {
            {fmt::to_string(i + 1)}, {network.source}, {grouped(network.vertices)}, {grouped(network.edges)}};
        for (std::size_t j = 0; j < comparison.networks.size(); ++j) {
            auto const distance = comparison.distance(i, j);
            cells.push_back({distance ? fmt::format("{:.6f}", *distance) : "-"});
        }
        table.add_row(std::move(cells));
    }
    return text + table.text();
}

Json matrix_json(std::size_t size, auto const& entry) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < size; ++i) {
        Json row = Json::array();
        for (std::size_t j = 0; j < size; ++j) row.push_back(entry(i, j));
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string comparison_json(CompareRequest const& request, Comparison const& comparison) {
    Json json = {{"app", "graphlets compare"}, {"version", CERRADO_VERSION}};
    Json& graphs = json["graphs"] = Json::array();
    for (Network const& network : comparison.networks) graphs.push_back(network.json);
    json["parameters"] = {{"distance", request.distance},           {"k", request.k()},
                          {"row_of_ones", !request.no_row_of_ones}, {"device", request.parameters.device},
                          {"threads", request.parameters.threads},  {"deadline", request.parameters.deadline}};
    json["semantics"] = "distances of networks by the orbits of their vertices";
    json["status"] = to_string(comparison.run.status);
    json["distances"] = nullptr;
    if (comparison.is_complete()) {
        json["distances"] = matrix_json(comparison.networks.size(), [&](std::size_t i, std::size_t j) {
            auto const distance = comparison.distance(i, j);
            return distance ? Json(*distance) : Json(nullptr);
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
    return json_text(json);
}

std::string gcm_title(Comparison const& comparison) {
    return "Graphlet correlations of " + std::filesystem::path(comparison.networks.front().source).filename().string();
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
        add(request.svg, [&, orbits] { return heat_map(gcm_title(comparison), orbits, correlation); });
    }
    std::string const standard_output = "-";
    if (!targets_of(request).to_standard_output())
        add(standard_output, [&] { return comparison_table(request, comparison); });
    write_outputs(outputs);
    return comparison.is_complete() ? ExitCode::done : ExitCode::partial;
}

// Words before `compare` would be lost.
void refuse_words_before(CLI::App const& graphlets) {
    for (CLI::Option const* option : graphlets.get_options()) {
        if (option->count() == 0) continue;
        throw InputError(
            fmt::format("graphlets compare: {} stands before `compare` and is not for it; graphs and options "
                        "come after that word",
                        option->get_name()));
    }
}

} // namespace

void add_compare_command(CLI::App& graphlets, ExitCode& exit_code) {
    CLI::App* const command =
        graphlets.add_subcommand("compare", "How far apart networks are, by the roles of vertices");
    auto const request = std::make_shared<CompareRequest>();
    command->add_option("GRAPHS", request->graphs, "Two graphs or more, each as for `cerrado clique`; or one for --gcm")
        ->required()
        ->option_text(" ");
    std::vector<std::string> names;
    for (auto const& each : distances) names.push_back(each.first);
    command
        ->add_option("--distance", request->distance,
                     "gcd11: of correlations of the 11 orbits of up to 4 vertices; gcd56, gcd73: of those of up to 5; "
                     "gdda, gdda-geometric: agreement of distributions, 1 where they are the same; rgf: of frequencies")
        ->check(CLI::IsMember(names))
        ->capture_default_str();
    command->add_option("--gcm", request->gcm, "Of one graph: write the correlation matrix as CSV")
        ->option_text("FILE|-");
    command->add_option("--svg", request->svg, "Of one graph: write a heat map of that matrix")->option_text("FILE|-");
    command->add_flag("--no-row-of-ones", request->no_row_of_ones,
                      "Correlate the vertices alone: then a column of zeros has no correlation");
    add_reading_options(*command, request->marks);
    add_undirected_option(*command, request->marks);
    add_output_options(*command, request->output, "the matrix");
    add_where_options(*command, request->parameters);
    command->footer(
        "\nExamples:\n"
        "  cerrado graphlets compare a.txt b.txt c.txt                   a matrix of distances\n"
        "  cerrado graphlets compare a.txt b.txt --distance rgf --csv -\n"
        "  cerrado graphlets compare a.txt --gcm a.csv --svg a.svg       the correlations of one\n");
    command->callback([request, &graphlets, &exit_code] {
        refuse_words_before(graphlets);
        exit_code = run_compare(*request);
    });
}

} // namespace cerrado::command
