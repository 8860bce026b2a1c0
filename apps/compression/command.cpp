#include "compression/score_command.hpp"

#include "command/options/graph_argument.hpp"
#include "command/options/run_options.hpp"
#include "command/record/graph_json.hpp"
#include "command/record/message.hpp"
#include "command/record/output.hpp"
#include "command/record/text.hpp"
#include "command/run/application_run.hpp"
#include "command/run/interrupt.hpp"
#include "command/run/process_clock.hpp"
#include "command/run/progress.hpp"
#include "command/run/stages.hpp"
#include "command/run/stop_look.hpp"
#include "compression/verifier.hpp"

#include <cerrado/apps/compression.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <string>

namespace cerrado::command {
namespace {

struct ScoreRequest {
    std::string graph;
    GraphMarksRequest marks;
    Parameters parameters;
    std::string algorithm = "auto";
    SizeRequest sizes;
    std::string json, csv;
    std::string progress = "auto";
    bool estimate = false;
    bool verify = false;
};

// What the shared options and checks are told.
Application score_application() {
    Application application;
    application.name = "compress score";
    application.k_min = 3;
    application.k_max = largest_there_is;
    application.has_sizes = true;
    application.has_orders = true;
    application.algorithms = {Algorithm::fast, Algorithm::pivot, Algorithm::paper};
    application.algorithms_help =
        "auto, or fast: a few sizes each by itself, else pivot; pivot: all sizes at once; paper: the published "
        "algorithm, "
        "which lists the cliques of one size twice";
    return application;
}

CompressionQuery query_of(Parameters const& parameters) {
    Sizes const sizes = parameters.sizes;
    CompressionQuery query{.algorithm = parameters.algorithm};
    if (sizes.is_one()) {
        query.k = sizes.first;
    } else {
        query.min_k = sizes.first;
        query.max_k = sizes.last;
    }
    return query;
}

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

std::string json_of(CompressionResult const& result, Graph const& graph, Stages const& stages) {
    nlohmann::ordered_json record;
    record["application"] = "compress score";
    record["graph"] = graph_json(graph);
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
    record["seconds"] = seconds_json(stages, result.seconds);
    return record.dump(2) + "\n";
}

std::string table_of(CompressionResult const& result, Graph const& graph) {
    std::string text = fmt::format("graph     {}: {}, {}\nrun       {}, {}, {:.3f} s; {}\n\n", graph.source,
                                   counted(graph.vertex_count(), "vertex"), counted(graph.edge_count(), "edge"),
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

class ScoreVerification {
public:
    explicit ScoreVerification(RunOptions const& options) : look_(options) {}

    // Throws StoppedBy, or Error where the two differ.
    void compare(CompressionRow const& row, Graph const& graph) {
        compression::Score const expected = compression::score_serially(graph, row.k, [this] { look_(); });
        if (row.cliques == std::to_string(expected.cliques) && row.compressing == expected.compressing &&
            row.score == expected.score) {
            return;
        }
        throw Error(fmt::format(
            "compress score of {}, k={}: verification failed: {} of {} cliques compress with a score of {}, the serial "
            "program finds {} of {} with {}; do not use this result, report it with the command line",
            graph.source, row.k, row.compressing, row.cliques, to_string(row.score), expected.compressing,
            expected.cliques, expected.score));
    }

private:
    StopLook look_;
};

// `options`: those of the run, with what is left of its deadline.
ExitCode verify_score(CompressionResult const& result, Graph const& graph, RunOptions const& options) {
    ScoreVerification verification(options);
    std::size_t done = 0;
    try {
        for (CompressionRow const& row : result.rows) {
            verification.compare(row, graph);
            ++done;
        }
    } catch (StoppedBy const& stop) {
        write_message(fmt::format("verified: {} of {} sizes agree with the serial program, stopped by {}\n", done,
                                  result.rows.size(), stop.what));
        return ExitCode::partial;
    }
    write_message("verified: all sizes agree with the serial program\n");
    return ExitCode::done;
}

void write_score(CompressionResult const& result, Graph const& graph, Stages const& stages,
                 ScoreRequest const& request) {
    for (bool const to_standard_output : {false, true}) {
        auto const is_due = [&](std::string const& target) {
            return !target.empty() && (target == "-") == to_standard_output;
        };
        if (is_due(request.json)) write_result(request.json, json_of(result, graph, stages));
        if (is_due(request.csv)) write_result(request.csv, csv_of(result));
    }
    if (request.json != "-" && request.csv != "-") write_standard_output(table_of(result, graph));
}

ExitCode run_score(ScoreRequest request) {
    Application const application = score_application();
    Parameters& parameters = request.parameters;
    parameters.sizes = sizes_of(request.sizes, application.k_min);
    parameters.algorithm = algorithm_of(application, request.algorithm);
    check_range(application, parameters.sizes);
    CommandFiles files;
    add_graph_files(files, request.graph, request.marks);
    files.writes("--json", request.json);
    files.writes("--csv", request.csv);
    files.check();
    for (std::string const& target : {request.json, request.csv}) check_result(target);
    if (request.json == "-" && request.csv == "-") {
        throw InputError("--json - and --csv -: only one of them can be standard output");
    }
    CompressionQuery const query = query_of(parameters);
    RunOptions options = options_of(parameters, std::nullopt);
    Stages stages;
    Graph const graph =
        load_beside([&] { start_device(resolve_device(options.device)); },
                    [&] { return open_graph_argument(request.graph, parameters.threads, request.marks); }, stages);
    if (request.estimate) {
        write_standard_output(estimate_score(graph, query, options));
        return ExitCode::done;
    }
    InterruptGuard const guard; // to the end: a result that is there is written
    ProgressReport progress(progress_mode_of(request.progress));
    options.interrupt = guard.flag();
    options.progress = progress.for_roots(false);
    options.deadline_seconds = seconds_left(parameters.deadline);
    CompressionResult const result = score_compression(graph, query, options);
    progress.clear();
    write_score(result, graph, stages, request);
    if (result.status != Status::complete) {
        if (request.verify) write_message("not verified: the run is partial\n");
        return ExitCode::partial;
    }
    if (!request.verify) return ExitCode::done;
    options.deadline_seconds = seconds_left(parameters.deadline);
    return verify_score(result, graph, options);
}

} // namespace

void add_score_command(CLI::App& compress, ExitCode& exit_code) {
    CLI::App* const command =
        compress.add_subcommand("score", "What is saved where a vertex takes the place of each clique");
    auto const request = std::make_shared<ScoreRequest>();
    Application const application = score_application();
    command->add_option("GRAPH", request->graph, "A graph, as for `cerrado clique`")->required()->option_text(" ");
    add_sizes_options(*command, application, request->sizes);
    add_reading_options(*command, request->marks);
    add_run_options(*command, application, request->parameters, request->algorithm);
    auto* const json = command
                           ->add_option("--json", request->json,
                                        "Write the record of the run; - is standard output, without the table")
                           ->option_text("FILE|-");
    auto* const csv =
        command->add_option("--csv", request->csv, "Write the rows as CSV; - is standard output, without the table")
            ->option_text("FILE|-");
    add_progress_option(*command, request->progress);
    auto* const verify = command->add_flag("--verify", request->verify, "Check against a serial program; small graphs");
    command->add_flag("--estimate", request->estimate, "Print what the run would need, and stop")
        ->excludes(json)
        ->excludes(csv)
        ->excludes(verify);
    command->footer(
        "\nExamples:\n"
        "  cerrado compress score graph.txt -k 5     cliques of 5 vertices\n"
        "  cerrado compress score graph.txt --all    every size, and sums over them\n"
        "  cerrado compress score graph.txt --max-k 8\n");
    command->callback([request, &exit_code] { exit_code = run_score(*request); });
}

} // namespace cerrado::command
