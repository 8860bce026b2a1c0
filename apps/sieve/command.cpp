#include "sieve/command.hpp"

#include "command/options/graph_argument.hpp"
#include "command/options/time_option.hpp"
#include "command/record/list_writer.hpp"
#include "command/record/message.hpp"
#include "command/record/output.hpp"
#include "command/run/interrupt.hpp"
#include "command/run/process_clock.hpp"
#include "command/run/stages.hpp"
#include "sieve/command_report.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/run/devices.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::command {
namespace {

std::map<std::string, DeviceKind> const device_kinds = {{"auto", DeviceKind::automatic},
                                                        {"cuda", DeviceKind::cuda},
                                                        {"host", DeviceKind::host},
                                                        {"lockstep", DeviceKind::lockstep}};
std::map<std::string, ProgressMode> const progress_modes = {
    {"auto", ProgressMode::automatic}, {"off", ProgressMode::off}, {"json", ProgressMode::json}};

void check_files(SieveRequest const& request) {
    CommandFiles files;
    add_graph_files(files, request.graph, request.marks);
    files.reads("the file of colours", request.colours);
    files.writes("--json", request.json);
    files.writes("--per-vertex", request.per_vertex);
    files.writes("--list", request.list.target);
    files.check();
}

void check(SieveRequest const& request) {
    check_files(request);
    for (std::string const& target : {request.json, request.per_vertex}) check_result(target);
    int const outputs = (request.json == "-") + (request.per_vertex == "-") + request.list.to_standard_output();
    if (outputs > 1) throw InputError("--json -, --per-vertex - and --list -: only one of them can be standard output");
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
    bool const on_cuda = !request.query.devices.empty();
    auto const start = [&] { start_device(resolve_device(on_cuda ? DeviceKind::cuda : request.options.device)); };
    auto const open = [&] {
        if (!request.reads_problem()) return open_graph_argument(request.graph, request.options.threads, request.marks);
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

Found search(SieveRequest const& request, SieveProblem const& problem) {
    Found found;
    if (request.first) {
        found.one = find_sieved_match(problem.graph, problem.query, request.options);
        return found;
    }
    found.counts_matches = request.list.on() || (problem.match_count && !request.query.oracle);
    if (!found.counts_matches) {
        found.sieved = sieve(problem.graph, problem.query, request.options);
        return found;
    }
    RunOptions options = request.options;
    if (!request.list.on()) {
        options.batch_sink = [](std::span<OriginalId const>) {}; // they are counted
        found.sieved = list_sieved_matches(problem.graph, problem.query, options);
        return found;
    }
    ListWriter writer(request.list, static_cast<int>(problem.query.motif.size()), options.threads, {},
                      ListWriter::Mode::whole, names_on_lines(vertex_names(problem.graph)));
    options.batch_sink = [&](std::span<OriginalId const> ids) { writer.write(ids); };
    if (request.list.limit) options.limit = static_cast<std::uint64_t>(*request.list.limit);
    found.sieved = list_sieved_matches(problem.graph, problem.query, options);
    writer.commit();
    return found;
}

ExitCode run_sieve(SieveRequest request) {
    check(request);
    Stages stages;
    SieveProblem const problem = read_problem(request, stages);
    if (request.estimate) {
        SievePlan const plan = plan_sieve(problem.graph, problem.query, request.options);
        write_standard_output(sieve_plan(request, problem, plan));
        return ExitCode::done;
    }
    InterruptGuard const guard;
    ProgressReport progress(request.progress);
    double const deadline = request.options.deadline_seconds;
    request.options.interrupt = guard.flag();
    request.options.deadline_seconds = seconds_left(deadline);
    request.options.progress = progress.for_roots(false);
    Found const found = search(request, problem);
    progress.clear();
    if (!request.json.empty()) write_result(request.json, sieve_json(request, problem, found, stages));
    if (!request.per_vertex.empty()) write_result(request.per_vertex, sieve_csv(problem, found.sieved));
    bool const is_taken = request.json == "-" || request.per_vertex == "-" || request.list.to_standard_output();
    std::string const table = sieve_table(request, problem, found);
    if (is_taken) {
        write_message(table);
    } else {
        write_standard_output(table);
    }
    if (found.run().status != Status::complete) return ExitCode::partial;
    if (request.verify) {
        request.options.deadline_seconds = seconds_left(deadline);
        if (verify_sieve(problem, found, request.options) != ExitCode::done) return ExitCode::partial;
    }
    check_claim(problem, found);
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

void add_query_options(CLI::App& command, SieveRequest& request) {
    command
        .add_option(
            "GRAPH", request.graph,
            "A graph, as for `cerrado clique`; or a file that has colours and motif, too, and begins with `p motif`")
        ->required()
        ->option_text(" ");
    command
        .add_option("--colours", request.colours,
                    "A file of lines `id colour[,colour...]`; mod:M, the id modulo M; or plant:k=K,seed=S")
        ->option_text("FILE");
    command
        .add_option("--labels", request.marks.labels,
                    "Instead of colours labels: a file of lines `id label`; then --motif has labels, as hi^2,officer")
        ->option_text("FILE");
    add_reading_options(command, request.marks);
    command.add_option("--motif", request.motif, "A colour for each vertex, as 0^2,1,*: twice 0, 1, any")
        ->option_text("COLOURS");
    auto* const error = command.add_option("--error", request.query.error,
                                           "Miss a vertex of a match with at most this probability; 1e-9");
    error->option_text("E");
    command.add_option("--repeat", request.query.repeat, "Make so many runs, whatever the error")
        ->check(CLI::Range(1, 1 << 20))
        ->option_text("R")
        ->excludes(error);
    command.add_option("--seed", request.query.seed, "Of what is drawn; 1")->option_text("S");
}

void add_device_options(CLI::App& command, SieveRequest& request) {
    add_choice(command, "--device", request.options.device, device_kinds, "auto, cuda, host or lockstep");
    command.add_option("--devices", request.query.devices, "CUDA devices that share each run, by number, as 0,1")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::Range(0, 1023))
        ->option_text("N,N...");
    command.add_option("--threads", request.options.threads, "Host threads; 0: one per hardware thread")
        ->check(CLI::Range(0, 4096));
    add_time_option(command, "--deadline", request.options.deadline_seconds,
                    "Stop so long after the start, with a partial result; 0: never");
    add_choice(command, "--progress", request.progress, progress_modes, "auto, off or json, on standard error");
}

void add_output_options(CLI::App& command, SieveRequest& request) {
    auto* const per_vertex =
        command.add_option("--per-vertex", request.per_vertex, "Write of each vertex whether it is in a match, as CSV");
    per_vertex->option_text("FILE|-");
    command.add_flag("--first", request.first, "Find one match");
    command.add_flag("--oracle", request.query.oracle, "Say whether there is a match, and end as soon as there is one");
    auto* const list = add_list_options(command, request.list);
    auto* const json = command.add_option("--json", request.json, "Write the record of the run; - is standard output");
    json->option_text("FILE|-");
    auto* const verify = command.add_flag("--verify", request.verify, "Check against a serial program; small graphs");
    command.add_flag("--estimate", request.estimate, "Print what the runs would take, and stop")
        ->excludes(list)
        ->excludes(per_vertex)
        ->excludes(json)
        ->excludes(verify);
}

} // namespace

void add_sieve_command(CLI::App& program, ExitCode& exit_code) {
    CLI::App* const command =
        program.add_subcommand("sieve", "Find connected sets of up to 30 vertices with the colours of a motif");
    auto const request = std::make_shared<SieveRequest>();
    add_query_options(*command, *request);
    add_output_options(*command, *request);
    add_device_options(*command, *request);
    command->footer(
        "\nExamples:\n"
        "  cerrado sieve graph.txt --colours colours.txt --motif 0^2,1,*    how many vertices are in a match\n"
        "  cerrado sieve graph.txt --colours mod:3 --motif 0,0,1,1,2 --per-vertex vertices.csv\n"
        "  cerrado sieve graph.txt --labels clubs.txt --motif hi^2,officer  by the labels of vertices\n"
        "  cerrado sieve graph.txt --colours mod:3 --motif 0,0,1,1,2 --first\n"
        "  cerrado sieve graph.txt --colours mod:3 --motif 0,0,1,1,2 --list matches.txt\n"
        "  cerrado sieve graph.txt --colours plant:k=20,seed=1 --motif 0^20 --oracle\n"
        "  cerrado sieve problem.txt              graph, colours and motif of one file, and whether its test holds");
    command->callback([request, &exit_code] { exit_code = run_sieve(*request); });
}

} // namespace cerrado::command
