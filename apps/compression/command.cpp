#include "compression/score_command.hpp"

#include "common/graph_argument.hpp"
#include "common/interrupt.hpp"
#include "common/message.hpp"
#include "common/output.hpp"
#include "common/progress.hpp"
#include "common/text.hpp"
#include "compression/verifier.hpp"

#include <cerrado/apps/compression.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cerrado::command {
namespace {

struct ScoreRequest {
    std::string graph;
    GraphMarksRequest marks;
    CompressionQuery query;
    RunOptions options;
    std::string json, csv;
    ProgressMode progress = ProgressMode::automatic;
    bool all = false;
    bool verify = false;
};

std::map<std::string, DeviceKind> const devices = {{"auto", DeviceKind::automatic},
                                                   {"cuda", DeviceKind::cuda},
                                                   {"host", DeviceKind::host},
                                                   {"lockstep", DeviceKind::lockstep}};
std::map<std::string, GraphOrder> const orders = {
    {"auto", GraphOrder::automatic}, {"degree", GraphOrder::degree}, {"degeneracy", GraphOrder::degeneracy}};
std::map<std::string, Algorithm> const algorithms = {
    {"auto", Algorithm::fast}, {"fast", Algorithm::fast}, {"pivot", Algorithm::pivot}, {"paper", Algorithm::paper}};
std::map<std::string, ProgressMode> const modes = {
    {"auto", ProgressMode::automatic}, {"off", ProgressMode::off}, {"json", ProgressMode::json}};

// Calls visit(row, compressing so far, score so far).
template <class Visit> void for_each_row(CompressionResult const& result, Visit const& visit) {
    WideCount compressing = 0;
    WideCount score = 0;
    for (CompressionRow const& row : result.rows) visit(row, compressing += row.compressing, score += row.score);
}

std::string csv_of(CompressionResult const& result) {
    std::string text = "k,cliques,compressing,score,compressing_sum,score_sum\n";
    for_each_row(result, [&](CompressionRow const& row, WideCount compressing, WideCount score) {
        text += fmt::format("{},{},{},{},{},{}\n", row.k, row.cliques, row.compressing, to_string(row.score),
                            to_string(compressing), to_string(score));
    });
    return text;
}

std::string json_of(CompressionResult const& result, Graph const& graph) {
    nlohmann::ordered_json record;
    record["application"] = "compress score";
    record["graph"] = {{"source", graph.source}, {"vertices", graph.vertex_count()}, {"edges", graph.edge_count()}};
    record["algorithm"] = result.form;
    record["device"] = result.device.kind;
    record["status"] = to_string(result.status);
    record["sizes"] = nlohmann::ordered_json::array();
    for_each_row(result, [&](CompressionRow const& row, WideCount compressing, WideCount score) {
        record["sizes"].push_back({{"k", row.k},
                                   {"cliques", row.cliques},
                                   {"compressing", row.compressing},
                                   {"score", to_string(row.score)},
                                   {"compressing_sum", to_string(compressing)},
                                   {"score_sum", to_string(score)}});
    });
    record["seconds"] = {{"prepare", result.seconds.prepare}, {"run", result.seconds.run}};
    return record.dump(2) + "\n";
}

std::string table_of(CompressionResult const& result, Graph const& graph) {
    std::string text = fmt::format("graph     {}: {} vertices, {} edges\nrun       {}, {}, {:.3f} s; {}\n\n",
                                   graph.source, grouped(graph.vertex_count()), grouped(graph.edge_count()),
                                   result.form, result.device.kind, result.seconds.run, to_string(result.status));
    if (result.status != Status::complete) {
        return text + "no score: the run was stopped, and without all cliques nothing is known of an edge\n";
    }
    Table table({{"k", true},
                 {"cliques", true},
                 {"compressing", true},
                 {"score", true},
                 {"compressing, sum", true},
                 {"score, sum", true}});
    for_each_row(result, [&](CompressionRow const& row, WideCount compressing, WideCount score) {
        table.add_row({{std::to_string(row.k)},
                       {grouped(row.cliques)},
                       {grouped(row.compressing)},
                       {grouped(row.score)},
                       {grouped(compressing)},
                       {grouped(score)}});
    });
    return text + table.text();
}

void verify(CompressionResult const& result, Graph const& graph) {
    for (CompressionRow const& row : result.rows) {
        compression::Score const expected = compression::score_serially(graph, row.k);
        if (row.cliques == std::to_string(expected.cliques) && row.compressing == expected.compressing &&
            row.score == expected.score) {
            continue;
        }
        throw Error(fmt::format(
            "compress score of {}, k={}: {} compressing with a score of {}, but the serial program "
            "finds {} with {}; this is a bug, report it with the command line",
            graph.source, row.k, row.compressing, to_string(row.score), expected.compressing, expected.score));
    }
    write_message("verified: all sizes agree with the serial program\n");
}

ExitCode run_score(ScoreRequest request) {
    if (request.all == (request.query.k != 0)) {
        throw InputError("give -k K for cliques of one size, or --all for every size at once");
    }
    for (std::string const& target : {request.json, request.csv}) check_result(target);
    if (request.json == "-" && request.csv == "-") {
        throw InputError("--json - and --csv -: only one of them can be standard output");
    }
    Graph const graph = open_graph_argument(request.graph, request.options.threads, request.marks);
    InterruptGuard const guard;
    ProgressReport progress(request.progress);
    request.options.interrupt = guard.flag();
    request.options.progress = progress.for_roots(false);
    CompressionResult const result = score_compression(graph, request.query, request.options);
    progress.clear();
    if (!request.json.empty()) write_result(request.json, json_of(result, graph));
    if (!request.csv.empty()) write_result(request.csv, csv_of(result));
    if (request.json != "-" && request.csv != "-") write_standard_output(table_of(result, graph));
    if (result.status != Status::complete) return ExitCode::partial;
    if (request.verify) verify(result, graph);
    return ExitCode::done;
}

template <class Value> void add_choice(CLI::App& command, char const* name, Value& value,
                                       std::map<std::string, Value> const& choices, char const* help) {
    std::vector<std::string> names;
    for (auto const& choice : choices) names.push_back(choice.first);
    command
        .add_option_function<std::string>(
            name, [&value, &choices](std::string const& text) { value = choices.at(text); }, help)
        ->check(CLI::IsMember(names));
}

} // namespace

void add_score_command(CLI::App& compress, ExitCode& exit_code) {
    CLI::App* const command =
        compress.add_subcommand("score", "What is saved where a vertex takes the place of each clique");
    auto const request = std::make_shared<ScoreRequest>();
    command->add_option("GRAPH", request->graph, "A graph, as for `cerrado clique`")->required()->option_text(" ");
    command->add_option("-k", request->query.k, "Vertices of the cliques, 3 or more")
        ->check(CLI::Range(3, 1 << 30))
        ->option_text("K");
    command->add_flag("--all", request->all, "Every size up to the largest there is, in one run");
    add_choice(*command, "--algorithm", request->query.algorithm, algorithms,
               "auto, or fast: counts per edge for one size, else pivot; pivot: all sizes at once; paper: lists the "
               "cliques twice");
    add_choice(*command, "--device", request->options.device, devices, "auto, cuda, host or lockstep");
    add_choice(*command, "--order", request->options.order, orders, "auto, degree or degeneracy");
    command->add_option("--threads", request->options.threads, "Host threads; 0: one per hardware thread")
        ->check(CLI::Range(0, 4096));
    command->add_option("--deadline", request->options.deadline_seconds, "Stop after so many seconds; 0: never")
        ->check(CLI::Range(0.0, 1e9));
    add_choice(*command, "--progress", request->progress, modes, "auto, off or json, on standard error");
    command->add_option("--json", request->json, "Write the record of the run; - is standard output")
        ->option_text("FILE|-");
    command->add_option("--csv", request->csv, "Write the rows as CSV; - is standard output")->option_text("FILE|-");
    command->add_flag("--verify", request->verify, "Check against a serial program; small graphs");
    add_names_option(*command, request->marks);
    command->footer(
        "\nExamples:\n"
        "  cerrado compress score graph.txt -k 5     cliques of 5 vertices\n"
        "  cerrado compress score graph.txt --all    every size, and sums over them\n");
    command->callback([request, &exit_code] { exit_code = run_score(*request); });
}

} // namespace cerrado::command
