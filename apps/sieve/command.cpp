#include "sieve/command.hpp"

#include "command/list/list_writer.hpp"
#include "command/options/inputs.hpp"
#include "command/options/options.hpp"
#include "command/options/run_options.hpp"
#include "command/record/output.hpp"
#include "command/run/application_run.hpp"
#include "command/run/work.hpp"
#include "library/device_numbers.hpp"
#include "sieve/command_report.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::command {
namespace {

OutputTargets targets_of(SieveRequest const& request) {
    OutputTargets targets;
    targets.add("--json", request.output.json);
    targets.add("--csv", request.output.csv);
    targets.add("--per-vertex", request.per_vertex);
    targets.add_list("--list", request.list.target);
    return targets;
}

void check_files(SieveRequest const& request) {
    CommandFiles files;
    add_graph_files(files, request.graph, request.marks);
    files.reads("the file of colours", request.colours);
    targets_of(request).check(files);
}

void check(SieveRequest const& request) {
    check_files(request);
    check_list(request.list);
    if (!request.list.on() && (request.list.limit || request.list.format)) {
        throw InputError("--limit and --list-format are for --list");
    }
    bool const has_colours = !request.colours.empty() || !request.marks.labels.empty();
    if (has_colours == request.motif.empty()) {
        throw InputError(
            "--colours and --motif: give both, or --labels and --motif, or none where the file of the graph has them");
    }
    if (!request.colours.empty() && !request.marks.labels.empty()) {
        throw InputError("--colours and --labels: a motif is of colours or of labels; give one of them");
    }
    if (request.reads_problem() && is_generator_spec(request.graph)) {
        throw InputError(fmt::format("{}: --colours and --motif are missing", request.graph));
    }
    if (request.first && (request.query.oracle || request.list.on() || !request.per_vertex.empty())) {
        throw InputError("--first finds one match: leave --oracle, --list and --per-vertex out");
    }
    if (request.query.oracle && (request.list.on() || !request.per_vertex.empty())) {
        throw InputError("--oracle says yes or no: leave --list and --per-vertex out");
    }
}

// The graph is read while the device is made ready.
SieveProblem read_problem(SieveRequest const& request, Stages& stages) {
    SieveProblem problem;
    DeviceKind const device = kind_of(request.query.devices, options_of(request.parameters, std::nullopt).device);
    auto const start = [&] { start_device(resolve_device(device)); };
    auto const open = [&] {
        if (!request.reads_problem())
            return open_graph_argument(request.graph, request.parameters.threads, request.marks);
        problem = read_sieve_problem(request.graph);
        return std::move(problem.graph);
    };
    bool const is_labelled = !request.marks.labels.empty();
    bool const has_motif = !request.reads_problem();
    if (has_motif && !is_labelled) problem.query.motif = parse_coloured_motif(request.motif);
    problem.graph = load_beside(start, open, stages);
    if (has_motif && is_labelled) problem.query.motif = parse_labelled_motif(request.motif, problem.graph);
    auto const note = [](std::string const& text) { print_message("cerrado: {}\n", text); };
    if (has_motif) {
        problem.query.colours =
            is_labelled ? colours_of_labels(problem.graph) : colours_of(request.colours, problem.graph, note);
    }
    SieveQuery query = request.query;
    query.motif = std::move(problem.query.motif);
    query.colours = std::move(problem.query.colours);
    problem.query = std::move(query);
    return problem;
}

class SieveWork : public Work {
public:
    SieveWork(SieveRequest const& request, SieveProblem problem) : request_(request), problem_(std::move(problem)) {}

    Graph const& graph() const override { return problem_.graph; }
    void print_plan(bool) override {
        RunOptions const options = options_of(request_.parameters, std::nullopt);
        SievePlan const plan = plan_sieve(problem_.graph, problem_.query, options);
        write_standard_output(sieve_plan(request_, problem_, plan));
    }
    void run(Until const& until, ProgressReport& progress) override {
        RunOptions options = until.in(options_of(request_.parameters, std::nullopt));
        options.progress = progress.for_roots(false);
        if (request_.first) {
            found_.one = find_sieved_match(problem_.graph, problem_.query, options);
            return;
        }
        found_.counts_matches = request_.list.on() || (problem_.match_count && !problem_.query.oracle);
        if (request_.list.on()) {
            list(options);
        } else if (found_.counts_matches) {
            options.of<StoreInput>().batch_sink = [](std::span<OriginalId const>) {}; // they are counted
            found_.sieved = list_sieved_matches(problem_.graph, problem_.query, options);
        } else {
            found_.sieved = sieve(problem_.graph, problem_.query, options);
        }
    }
    RunResult const& result() const override { return found_.run(); }
    RecordParts record() const override { return sieve_record(request_, problem_, found_); }
    std::string rows() const override { return sieve_rows(request_, problem_, found_); }
    std::string table() const override { return sieve_table(request_, problem_, found_); }
    std::vector<ExtraOutput> extra_outputs() const override {
        if (request_.per_vertex.empty()) return {};
        return {{request_.per_vertex == "-",
                 [this] { write_result(request_.per_vertex, vertices_in_matches(problem_, found_.sieved)); }}};
    }
    Checks checks(VerifyRequest const&) override {
        Checks checks;
        checks.emplace_back("", [this] { return sieve_check(problem_, found_); });
        return checks;
    }
    void conclude() override { check_claim(problem_, found_); }

private:
    void list(RunOptions& options) {
        ListWriter writer(request_.list, static_cast<int>(problem_.query.motif.size()), options.threads, {},
                          ListWriter::Mode::whole, names_on_lines(vertex_names(problem_.graph)));
        options.of<StoreInput>().batch_sink = [&](std::span<OriginalId const> ids) { writer.write(ids); };
        if (request_.list.limit) options.of<StoreInput>().limit = static_cast<std::uint64_t>(*request_.list.limit);
        found_.sieved = list_sieved_matches(problem_.graph, problem_.query, options);
        writer.commit();
    }

    SieveRequest const& request_;
    SieveProblem problem_;
    Found found_;
};

ExitCode run_sieve(SieveRequest const& request) {
    check(request);
    WorkRequest const work{
        .output = request.output, .targets = targets_of(request), .deadline = request.parameters.deadline};
    return run_work(
        work, [&](Stages& stages) { return std::make_unique<SieveWork>(request, read_problem(request, stages)); });
}

void add_query_options(Options& command, SieveRequest& request) {
    command
        .add("GRAPH", request.graph,
             "A graph, as for `cerrado clique`; or a file that has colours and motif, too, and begins with `p motif`")
        .required()
        .shown_as(" ");
    command
        .add("--colours", request.colours,
             "A file of lines `id colour[,colour...]`; mod:M, the id modulo M; or plant:k=K,seed=S")
        .shown_as("FILE");
    command
        .add("--labels", request.marks.labels,
             "Instead of colours labels: a file of lines `id label`; then --motif has labels, as hi^2,officer")
        .shown_as("FILE");
    add_reading_options(command, request.marks);
    command.add("--motif", request.motif, "A colour for each vertex, as 0^2,1,*: twice 0, 1, any").shown_as("COLOURS");
    Option const error =
        command.add("--error", request.query.error, "Miss a vertex of a match with at most this probability; 1e-9");
    error.shown_as("E");
    command.add("--repeat", request.query.repeat, "Make so many runs, whatever the error")
        .range(1, 1 << 20)
        .shown_as("R")
        .excludes(error);
    command.add("--seed", request.query.seed, "Of what is drawn; 1").shown_as("S");
}

void add_result_options(Options& command, SieveRequest& request) {
    command.add("--per-vertex", request.per_vertex, "Write of each vertex whether it is in a match, as CSV")
        .shown_as("FILE|-");
    command.flag("--first", request.first, "Find one match");
    command.flag("--oracle", request.query.oracle, "Say whether there is a match, and end as soon as there is one");
    add_list_options(command, request.list);
    add_output_options(command, request.output, "the answer");
    add_verify_option(command, request.output, false);
    add_plan_options(command, request.output, false, {"--list", "--per-vertex"});
    add_where_options(command, request.parameters);
    add_devices_option(command, request.query.devices, "CUDA devices that share each run");
}

void add_sieve_command(Options& program) {
    Options& command =
        program.add_command("sieve", "Find connected sets of up to 30 vertices with the colours of a motif");
    auto const request = std::make_shared<SieveRequest>();
    add_query_options(command, *request);
    add_result_options(command, *request);
    command.footer(
        "\nExamples:\n"
        "  cerrado sieve graph.txt --colours colours.txt --motif 0^2,1,*    how many vertices are in a match\n"
        "  cerrado sieve graph.txt --colours mod:3 --motif 0,0,1,1,2 --per-vertex vertices.csv\n"
        "  cerrado sieve graph.txt --labels clubs.txt --motif hi^2,officer  by the labels of vertices\n"
        "  cerrado sieve graph.txt --colours mod:3 --motif 0,0,1,1,2 --first\n"
        "  cerrado sieve graph.txt --colours mod:3 --motif 0,0,1,1,2 --list matches.txt\n"
        "  cerrado sieve graph.txt --colours plant:k=20,seed=1 --motif 0^20 --oracle\n"
        "  cerrado sieve problem.txt              graph, colours and motif of one file, and whether its test holds");
    command.runs([request] { return run_sieve(*request); });
}

} // namespace

Command sieve_command() { return {.names = {"sieve"}, .place = 80, .add = add_sieve_command}; }

} // namespace cerrado::command
