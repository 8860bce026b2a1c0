#include "compression/command.hpp"
#include "command/options/inputs.hpp"
#include "command/options/run_options.hpp"
#include "command/output/output.hpp"
#include "command/record/record.hpp"
#include "command/run/application_run.hpp"
#include "command/run/work.hpp"
#include "compression/verifier.hpp"

#include <cerrado/apps/compression.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/run/detail/many/devices_of_run.hpp>

#include <fmt/format.h>

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
    OutputRequest output;
};

// Describes the command to the shared options and checks.
Application score_application() {
    Application application;
    application.name = "compress score";
    application.k_min = 3;
    application.k_max = largest_there_is;
    application.has_sizes = true;
    application.has_orders = true;
    application.algorithms = {Algorithm::fast, Algorithm::pivot, Algorithm::paper};
    application.algorithms_help =
        "auto, or fast: a few sizes one after the other, more sizes by pivot; pivot: all sizes at once; paper: the "
        "published algorithm, which lists the cliques of one size twice";
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

// Calls visit(row, compressing, score) for each row, with the sums so far.
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

Json sizes_json(CompressionResult const& result) {
    Json rows = Json::array();
    for_each_row(result, [&](CompressionRow const& row, WideCount compressing, WideCount score) {
        rows.push({{"k", row.k},
                   {"cliques", row.cliques},
                   {"compressing", row.compressing},
                   {"score", to_string(row.score)},
                   {"compressing_sum", to_string(compressing)},
                   {"score_sum", to_string(score)}});
    });
    return rows;
}

std::string table_of(CompressionResult const& result, Graph const& graph) {
    std::string text = head_of_table("compress score", graph) +
                       fmt::format("run       {}, {}, {:.3f} s; {}\n\n", result.chosen.form, result.device.kind,
                                   result.seconds.run, to_string(result.status));
    if (result.status != Status::complete) {
        return text + "no score: the run was stopped, and a score needs all cliques; run it again without the limit\n";
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

// Checks the rows of a result. A step is one size.
class ScoreCheck : public Check {
public:
    ScoreCheck(CompressionResult const& result, Graph const& graph) : result_(result), graph_(graph) {}

    std::size_t steps() const override { return result_.rows.size(); }
    void compare(std::size_t first, std::size_t count, StopLook& look) override {
        for (std::size_t i = first; i < first + count; ++i) compare(result_.rows[i], look);
    }
    std::string agreement(std::size_t done) const override {
        return fmt::format("{} of {} agree with the serial program", done, counted(result_.rows.size(), "size"));
    }

private:
    void compare(CompressionRow const& row, StopLook& look) const {
        compression::Score const expected = compression::score_serially(graph_, row.k, [&] { look(); });
        if (row.cliques == std::to_string(expected.cliques) && row.compressing == expected.compressing &&
            row.score == expected.score) {
            return;
        }
        throw Error(
            fmt::format("compress score of {}, k={}: verification failed: {} of {} cliques compress with a score of "
                        "{}, but the serial program finds {} of {} with {}; do not use this result, and report it with "
                        "the command line",
                        graph_.source, row.k, row.compressing, row.cliques, to_string(row.score), expected.compressing,
                        expected.cliques, expected.score));
    }

    CompressionResult const& result_;
    Graph const& graph_;
};

class ScoreWork : public Work {
public:
    ScoreWork(Graph graph, Parameters const& parameters)
        : graph_(std::move(graph)),
          parameters_(parameters),
          query_(query_of(parameters)) {}

    Graph const& graph() const override { return graph_; }
    void print_plan(bool) override {
        write_standard_output(estimate_score(graph_, query_, options_of(parameters_, std::nullopt)));
    }
    void run(Until const& until, ProgressReport& progress) override {
        RunOptions options = until.in(options_of(parameters_, std::nullopt));
        options.progress = progress.for_roots(false);
        result_ = score_compression(graph_, query_, options);
    }
    RunResult const& result() const override { return result_; }
    RecordParts record() const override {
        return {.application = "compress score",
                .parameters = parameters_json(parameters_),
                .semantics = semantics_of(query_),
                .answer = {{"sizes", sizes_json(result_)}},
                // Names from older records, which did not all have the same members.
                .further = {{"application", "compress score"}, {"algorithm", result_.chosen.form}}};
    }
    std::string rows() const override { return csv_of(result_); }
    std::string table() const override { return table_of(result_, graph_); }
    Checks checks(VerifyRequest const&) override {
        Checks checks;
        checks.emplace_back("", [this] { return std::make_unique<ScoreCheck>(result_, graph_); });
        return checks;
    }

private:
    Graph graph_;
    Parameters parameters_;
    CompressionQuery query_;
    CompressionResult result_;
};

ExitCode run_score(ScoreRequest request) {
    Application const application = score_application();
    Parameters& parameters = request.parameters;
    parameters.sizes = sizes_of(request.sizes, application.k_min);
    parameters.k = parameters.sizes.is_one() ? parameters.sizes.first : 0;
    parameters.algorithm = algorithm_of(application, request.algorithm);
    check_range(application, parameters.sizes);
    WorkRequest work{.output = request.output, .targets = {}, .deadline = parameters.deadline};
    work.targets.add(request.output);
    CommandFiles files;
    add_graph_files(files, request.graph, request.marks);
    work.targets.check(files);
    return run_work(work, [&](Stages& stages) {
        return std::make_unique<ScoreWork>(load_graph(request.graph, request.marks, parameters, stages), parameters);
    });
}

void add_score_command(Options& compress) {
    Options& command = compress.add_command("score", "Compute the edges saved if one vertex replaces each clique");
    auto const request = std::make_shared<ScoreRequest>();
    Application const application = score_application();
    add_graph(command, request->graph).required();
    add_sizes_options(command, application, request->sizes);
    add_reading_options(command, request->marks);
    add_run_options(command, application, request->parameters, request->marks, request->algorithm);
    add_output_options(command, request->output, "the rows");
    add_verify_option(command, request->output, false);
    add_plan_options(command, request->output, false, {});
    command.footer(
        "\nExamples:\n"
        "  cerrado compress score graph.txt -k 5     score of 5-cliques\n"
        "  cerrado compress score graph.txt --all    every size, and the sums\n"
        "  cerrado compress score graph.txt --max-k 8\n");
    command.runs([request] { return run_score(*request); });
}

} // namespace

Command compress_score_command() {
    return {.names = {"compress score"},
            .place = 71,
            .add = [](Options& program) { add_score_command(program.command("compress")); },
            .shared = {"compress score"}};
}

} // namespace cerrado::command
