#include "command/run/application_run.hpp"

#include "command/options/graph_argument.hpp"
#include "command/record/list_writer.hpp"
#include "command/record/output.hpp"
#include "command/run/application_outputs.hpp"
#include "command/run/bind_request.hpp"
#include "command/run/explanation.hpp"
#include "command/run/interrupt.hpp"
#include "command/run/process_clock.hpp"

#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/graph/io/arrays/binary_marks.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/loadbalance/trace_writer.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/parts/checkpoint.hpp>
#include <cerrado/run/parts/result_sum.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/run/session/session.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <unistd.h>

namespace cerrado::command {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

DeviceKind device_kind(std::string const& name) {
    if (name == "cuda") return DeviceKind::cuda;
    if (name == "host") return DeviceKind::host;
    if (name == "lockstep") return DeviceKind::lockstep;
    return DeviceKind::automatic;
}

GraphOrder graph_order(std::string const& name) {
    if (name == "degree") return GraphOrder::degree;
    return name == "degeneracy" ? GraphOrder::degeneracy : GraphOrder::automatic;
}

TraceHeader trace_header(Record const& record, BalanceChoice const& choice, DeviceKind device) {
    TraceHeader header;
    header.application = record.application;
    header.graph = record.graph.source;
    header.k = record.parameters.k;
    header.algorithm = name_of(record.parameters.algorithm);
    header.mechanism = choice.mechanism;
    header.policy = choice.policy;
    header.settings = choice.settings;
    header.poll_seconds = choice.poll_seconds();
    header.device = device_name(resolve_device(device));
    return header;
}

// Begins the trace that was asked for; from then on `options` observe into it.
std::unique_ptr<TraceWriter> open_trace(std::string const& path, TraceHeader const& header, RunOptions& options) {
    if (path.empty()) return nullptr;
    auto trace = std::make_unique<TraceWriter>(path, header);
    options.balance.observe = std::ref(*trace);
    return trace;
}

// Reads the graph while the device is made ready.
void load(Record& record, BoundApplication const& bound, RunRequest const& request) {
    RunOptions const options = options_of(request.parameters, std::nullopt);
    record.graph = load_beside(
        [&] { bound.warm_up(options); },
        [&] { return open_graph_argument(request.graph, request.parameters.threads, request.marks); }, record.seconds);
}

// The run itself, with the list where one was asked for. After a failure there is no list, after an early stop its
// beginning.
RunResult run(Application const& application, std::function<RunResult(Graph const&, RunOptions const&)> const& search,
              Graph const& graph, RunOptions options, RunRequest const& request) {
    std::optional<ListWriter> list;
    if (request.list.on()) {
        list.emplace(request.list, request.parameters.k, request.parameters.threads, application.list_order,
                     request.checkpoint.on() ? ListWriter::Mode::grows : ListWriter::Mode::whole,
                     names_on_lines(vertex_names(graph)));
        options.checkpoint.mark = [&] { return list->mark(); };
        options.checkpoint.go_back = [&](std::uint64_t mark) { list->go_back(mark); };
    }
    bool const shares_terminal = request.list.to_standard_output() && ::isatty(STDOUT_FILENO) == 1;
    ProgressReport progress(shares_terminal && request.progress == ProgressMode::automatic ? ProgressMode::off
                                                                                           : request.progress);
    options.progress = progress.for_roots(request.list.on());
    if (request.list.limit) options.limit = static_cast<std::uint64_t>(*request.list.limit);
    if (list && ids_are_narrow(graph)) {
        options.narrow_sink = [&](std::span<std::uint32_t const> ids) { list->write(ids); };
    } else if (list) {
        options.batch_sink = [&](std::span<OriginalId const> ids) { list->write(ids); };
    }
    RunResult result = search(graph, options);
    if (list) list->commit();
    return result;
}

std::optional<TransitionTable> load_tables(Application const& application, RunRequest const& request, double& seconds) {
    if (!application.has_patterns) return std::nullopt;
    ProgressReport progress(request.progress);
    auto const start = Clock::now();
    TransitionTable tables = TransitionTable::load(request.parameters.k, application.pattern_kind,
                                                   progress.for_share("building pattern tables"));
    seconds = seconds_since(start);
    return tables;
}

std::vector<PatternRow> pattern_rows(TransitionTable const& tables, std::vector<WideCount> const& counts) {
    std::vector<PatternRow> rows;
    std::vector<std::uint64_t> const& patterns = tables.representatives(tables.k());
    rows.reserve(patterns.size());
    for (std::size_t i = 0; i < patterns.size(); ++i) rows.push_back({patterns[i], counts.at(i)});
    return rows;
}

std::string listed_as(Graph const& graph, ListRequest const& list) {
    if (list.format_of_target() == ListFormat::binary) return "numbers";
    if (!has_names(graph)) return "text";
    return fmt::format("names ({:016x})", checksum_of(detail::packed_names(*graph.marks->names)));
}

// What a checkpoint is of; the rest the runtime knows.
std::string subject_of(Record const& record, std::optional<MatchedPattern> const& pattern, ListRequest const& list) {
    Sizes const sizes = record.parameters.sizes;
    std::string const listed = list.on() ? ", listed as " + listed_as(record.graph, list) : "";
    if (pattern) {
        return fmt::format("{} of {}, found as {} ({}){}", record.application, pattern->text,
                           fmt::join(pattern->order, ","), record.semantics, listed);
    }
    return fmt::format("{} of {} to {} vertices by {}{}", record.application, sizes.first,
                       sizes.last == largest_there_is ? "all" : fmt::to_string(sizes.last),
                       name_of(record.parameters.algorithm), listed);
}

// One after the other on a graph that is brought to its device once. After an early end the others end at once.
void run_each(Record& record, std::span<Application const> applications, std::span<BoundApplication const> bound,
              RunOptions options, RunRequest const& request) {
    Stopwatch const preparing;
    Resident const resident(record.graph, options);
    record.result.seconds.prepare = preparing.seconds();
    for (std::size_t i = 0; i < bound.size(); ++i) {
        options.deadline_seconds = seconds_left(request.parameters.deadline);
        auto const on_resident = [&](Graph const&, RunOptions const& of_run) {
            return bound[i].run_resident(resident, of_run);
        };
        RunResult const result = run(applications[i], on_resident, record.graph, options, request);
        add_result(record.result, result);
        record.result.roots.given += result.roots.given;
        bool const is_ended = record.result.status == Status::deadline || record.result.status == Status::interrupted;
        if (result.status != Status::complete && !is_ended) record.result.status = result.status;
        record.matches.push_back({*applications[i].pattern, result});
    }
}

// Prints what is asked for instead of a run.
void print_plan(Application const& application, BoundApplication const& bound, Graph const& graph,
                RunOptions const& options, RunRequest const& request) {
    if (request.estimate) return write_standard_output(bound.estimate(graph, options));
    if (application.pattern) {
        write_standard_output(application.pattern->plan);
        if (application.pattern->predict) {
            write_standard_output(fmt::format("predicted    {:.3g} traversals of one vertex, two and so on\n",
                                              fmt::join(application.pattern->predict(), ", ")));
        }
        write_standard_output("\n");
    }
    write_standard_output(explanation(bound.choose(graph, options), request.parameters.algorithm,
                                      device_name(resolve_device(options.device))));
}

} // namespace

std::string device_name(DeviceKind kind) {
    if (kind == DeviceKind::cuda) return "cuda";
    return kind == DeviceKind::lockstep ? "lockstep" : "host";
}

RunOptions options_of(Parameters const& parameters, std::optional<TransitionTable> const& tables) {
    RunOptions options;
    options.device = device_kind(parameters.device);
    options.threads = parameters.threads;
    options.workers = parameters.workers;
    options.warp_width = parameters.warp_width;
    options.pieces = parameters.pieces;
    options.order = graph_order(parameters.order);
    options.deadline_seconds = parameters.deadline;
    if (tables) options.patterns = tables->ref();
    return options;
}

ExitCode run_application(std::span<Application const> asked, RunRequest const& request) {
    Record record;
    record.application = asked.front().name;
    record.semantics = asked.front().semantics;
    record.pattern_kind = asked.front().pattern_kind;
    record.shown = request.shown;
    record.parameters = request.parameters;
    record.exists = request.exists;
    check_request(asked, request);
    BalanceChoice const balance = choose_balance(request.balance, device_kind(request.parameters.device));
    if (balance.on()) record.balance = balance;

    load(record, bind_each(asked, request).front(), request);
    Stopwatch const choosing;
    std::vector<Application> const applications = suited(asked, record.graph, request);
    record.seconds.choice = choosing.seconds();
    Application const& application = applications.front();
    std::vector<BoundApplication> const bound = bind_each(applications, request);
    std::optional<TransitionTable> const tables = load_tables(application, request, record.seconds.tables);
    RunOptions options = options_of(request.parameters, tables);
    options.balance = balance.options();
    if (request.estimate || request.explain) {
        for (std::size_t i = 0; i < bound.size(); ++i) {
            if (bound.size() > 1) write_standard_output(applications[i].pattern->text + "\n\n");
            print_plan(applications[i], bound[i], record.graph, options, request);
            if (i + 1 < bound.size()) write_standard_output("\n");
        }
        return ExitCode::done;
    }

    InterruptGuard const guard; // to the end: a result that is there is written
    options.interrupt = guard.flag();
    options.deadline_seconds = seconds_left(request.parameters.deadline);
    RunOptions observed = options;
    record.seconds.in_parts = request.checkpoint.on();
    if (request.checkpoint.on()) {
        observed.checkpoint =
            checkpoint_options(request.checkpoint, subject_of(record, application.pattern, request.list));
    }
    auto const trace = open_trace(request.balance.trace, trace_header(record, balance, options.device), observed);
    if (bound.size() > 1) {
        run_each(record, applications, bound, observed, request);
    } else {
        record.result = run(application, bound.front().run, record.graph, observed, request);
        if (application.pattern) record.matches.push_back({*application.pattern, record.result});
    }
    if (trace) trace->finish(record.result.seconds.run, record.result.status);
    bool const is_complete = record.result.status == Status::complete;
    if (request.list.on()) record.list = request.list;
    if (request.local.on() && is_complete) record.local = request.local;
    if (tables) record.patterns = pattern_rows(*tables, record.result.pattern_counts);

    write_outputs(record, request);
    if (request.local.on() && !is_complete) {
        say(request, "no counts per vertex or edge are written: the run is partial\n");
    }
    if (!request.verify.empty()) return verify_runs(applications, bound, record, options, tables, request);
    return is_complete ? ExitCode::done : ExitCode::partial;
}

} // namespace cerrado::command
