#include "graphlets/command_compare.hpp"

#include "command/options/options.hpp"
#include "command/options/run_options.hpp"
#include "command/record/output.hpp"
#include "command/record/record.hpp"
#include "command/run/application_run.hpp"
#include "command/run/work.hpp"
#include "graphlets/command_comparison.hpp"
#include "graphlets/command_heat_map.hpp"

#include <cerrado/run/devices.hpp>
#include <cerrado/run/parts/result_sum.hpp>

#include <fmt/format.h>

#include <memory>

namespace cerrado::command {
namespace {

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

// Words before `compare` would be lost.
void refuse_words_before(Options const& graphlets) {
    for (std::string const& option : graphlets.given()) {
        throw InputError(
            fmt::format("graphlets compare: {} stands before `compare` and is not for it; graphs and options "
                        "come after that word",
                        option));
    }
}

} // namespace

void add_compare_command(Options& graphlets) {
    Options& command = graphlets.add_command("compare", "How far apart networks are, by the roles of vertices");
    auto const request = std::make_shared<CompareRequest>();
    command.add("GRAPHS", request->graphs, "Two graphs or more, each as for `cerrado clique`; or one for --gcm")
        .required()
        .shown_as(" ");
    std::vector<std::string> names;
    for (auto const& each : graphlet_distances()) names.push_back(each.first);
    command
        .add("--distance", request->distance,
             "gcd11: of correlations of the 11 orbits of up to 4 vertices; gcd56, gcd73: of those of up to 5; "
             "gdda, gdda-geometric: agreement of distributions, 1 where they are the same; rgf: of frequencies")
        .one_of(names)
        .shows_default();
    command.add("--gcm", request->gcm, "Of one graph: write the correlation matrix as CSV").shown_as("FILE|-");
    command.add("--svg", request->svg, "Of one graph: write a heat map of that matrix").shown_as("FILE|-");
    command.flag("--no-row-of-ones", request->no_row_of_ones,
                 "Correlate the vertices alone: then a column of zeros has no correlation");
    add_reading_options(command, request->marks);
    add_undirected_option(command, request->marks);
    add_output_options(command, request->output, "the matrix");
    add_where_options(command, request->parameters);
    command.footer(
        "\nExamples:\n"
        "  cerrado graphlets compare a.txt b.txt c.txt                   a matrix of distances\n"
        "  cerrado graphlets compare a.txt b.txt --distance rgf --csv -\n"
        "  cerrado graphlets compare a.txt --gcm a.csv --svg a.svg       the correlations of one\n");
    command.runs([request, &graphlets] {
        refuse_words_before(graphlets);
        return run_compare(*request);
    });
}

} // namespace cerrado::command
