#include "common/application_run.hpp"

#include "common/interrupt.hpp"
#include "common/list_writer.hpp"
#include "common/local_writer.hpp"
#include "common/message.hpp"
#include "common/output.hpp"
#include "common/text.hpp"
#include "common/verification.hpp"

#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/loadbalance/trace_writer.hpp>
#include <cerrado/output/size_counts.hpp>
#include <cerrado/runtime/devices.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <functional>
#include <future>
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

void check_one_size(RunRequest const& request) {
    int const k = request.parameters.k;
    if (k == 0 && request.list.on()) throw InputError("--list: one size at a time; give it with -k");
    if (k == 0 && request.local.on()) {
        throw InputError("--per-vertex and --per-edge: one size at a time; give it with -k");
    }
    if (request.list.on() && k > max_traversal_length) {
        throw InputError(fmt::format("--list: -k {} is out of range; expected 1..{}", k, max_traversal_length));
    }
}

// What was asked for and cannot be had, found before anything is read.
void check_request(Application const& application, RunRequest const& request) {
    check_range(application, request.parameters.sizes);
    check_one_size(request);
    check_list(request.list);
    std::vector<std::string> to_standard_output;
    for (auto const& [option, target] : {std::pair{"--json -", request.json},
                                         {"--csv -", request.csv},
                                         {"--list -", request.list.target},
                                         {"--per-vertex -", request.local.vertices},
                                         {"--per-edge -", request.local.edges}}) {
        if (target == "-") to_standard_output.emplace_back(option);
    }
    if (to_standard_output.size() > 1) {
        throw InputError(
            fmt::format("{}: only one of them can be standard output", fmt::join(to_standard_output, " and ")));
    }
    for (std::string const& target : {request.json, request.csv, request.local.vertices, request.local.edges}) {
        check_result(target);
    }
    if (request.estimate && !request.balance.trace.empty())
        throw InputError("--trace has no effect with --estimate, which does not run; give one of them");
}

BoundApplication bind(Application const& application, RunRequest const& request) {
    Parameters const& parameters = request.parameters;
    if (request.list.on()) return application.bind_list(parameters.k, parameters.algorithm);
    if (request.local.on()) {
        return application.bind_local(parameters.k, parameters.algorithm, !request.local.edges.empty());
    }
    return application.bind(parameters.sizes, parameters.algorithm);
}

// Reads the graph while the device is made ready beside it. What fails there fails in the run again, and says so there.
void load(Record& record, BoundApplication const& bound, RunRequest const& request) {
    RunOptions const options = options_of(request.parameters, std::nullopt);
    auto const warm = std::async(std::launch::async, [&] { bound.warm_up(options); });
    auto const start = Clock::now();
    record.graph = open_graph(request.graph);
    record.load_seconds = seconds_since(start);
    warm.wait();
    record.start_seconds = seconds_since(start) - record.load_seconds;
}

// The run itself, with the list where one was asked for. After a failure there is no list, after an early stop its
// beginning.
RunResult run_guarded(BoundApplication const& bound, Graph const& graph, RunOptions options,
                      RunRequest const& request) {
    std::optional<ListWriter> list;
    if (request.list.on()) list.emplace(request.list, request.parameters.k);
    InterruptGuard const guard(list ? list->temporary() : "");
    bool const shares_terminal = request.list.to_standard_output() && ::isatty(STDOUT_FILENO) == 1;
    ProgressReport progress(shares_terminal && request.progress == ProgressMode::automatic ? ProgressMode::off
                                                                                           : request.progress);
    options.interrupt = guard.flag();
    options.progress = progress.for_roots(request.list.on());
    if (request.list.limit) options.limit = static_cast<std::uint64_t>(*request.list.limit);
    if (list) options.batch_sink = [&](std::span<OriginalId const> ids) { list->write(ids); };
    RunResult result = bound.run(graph, options);
    if (list) list->commit();
    return result;
}

std::optional<TransitionTable> load_tables(Application const& application, RunRequest const& request, double& seconds) {
    if (!application.has_patterns) return std::nullopt;
    ProgressReport progress(request.progress);
    auto const start = Clock::now();
    TransitionTable tables = TransitionTable::load(request.parameters.k, progress.for_share("building pattern tables"));
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

std::string key_of(int k) { return fmt::format("{} vertices", k); }

// By graph6; of several sizes by size.
CountsByPattern counts_of(RunResult const& result, Sizes sizes, std::optional<TransitionTable> const& tables) {
    CountsByPattern counts;
    if (!sizes.is_one()) {
        for (SizeCount const& row : result.sizes.sizes) counts[key_of(row.k)] = to_count(row.count);
        return counts;
    }
    if (!tables) return {{"", result.count}};
    for (std::size_t i = 0; i < result.pattern_counts.size(); ++i) {
        WideCount const count = result.pattern_counts[i];
        if (count > 0) counts[describe_pattern(tables->k(), tables->representatives(tables->k())[i]).graph6] = count;
    }
    return counts;
}

// What the serial program says: of one size, or of all sizes up to the largest that occurs.
CountsByPattern serial_counts(Application const& application, Graph const& prepared, Sizes sizes,
                              std::span<VertexId const> roots) {
    if (sizes.is_one()) return application.verify(prepared, sizes.first, roots);
    CountsByPattern counts;
    for (int k = sizes.first; k <= sizes.last; ++k) {
        WideCount const count = application.verify(prepared, k, roots).begin()->second;
        if (count == 0) break;
        counts[key_of(k)] = count;
    }
    return counts;
}

// Runs the sampled (or all) roots again on the prepared graph, and the serial program on the same.
std::string verify_run(Application const& application, BoundApplication const& bound, Record const& record,
                       RunOptions options, std::optional<TransitionTable> const& tables, VerifyRequest const& request) {
    Graph const prepared = bound.prepare(record.graph, options);
    VertexId const vertices = prepared.vertex_count();
    std::vector<VertexId> const roots = sample_roots(vertices, request.roots.value_or(vertices), request.seed);
    options.roots = roots;
    options.deadline_seconds = 0;
    if (record.list) options.batch_sink = [](std::span<OriginalId const>) {}; // their number is compared
    Sizes const sizes = record.parameters.sizes;
    RunResult const again = bound.run(prepared, options);
    CountsByPattern const counted = counts_of(again, sizes, tables);
    std::string const what = fmt::format("{} of {}, {}", application.name, record.graph.source,
                                         sizes.is_one() ? fmt::format("k={}", sizes.first) : "all sizes asked for");
    require_equal(what, counted, serial_counts(application, prepared, sizes, roots));
    if (record.local) require_equal(what, again.local, application.verify_local(prepared, sizes.first, roots));
    if (roots.size() == vertices) {
        require_equal(what, counts_of(record.result, sizes, tables), counted);
        if (record.local) require_equal(what, record.result.local, again.local);
    }
    return fmt::format("verified: {} of {} roots agree with the serial program\n", grouped(roots.size()),
                       grouped(vertices));
}

void write_outputs(Record const& record, RunRequest const& request, std::string const& verdict) {
    if (record.local) write_local(*record.local, record.result.local, record.parameters.k);
    if (!request.json.empty()) write_result(request.json, to_json(record));
    if (!request.csv.empty()) write_result(request.csv, to_csv(record));
    if (request.json == "-" || request.csv == "-" || request.list.to_standard_output() ||
        request.local.to_standard_output()) {
        write_message(verdict);
    } else {
        write_standard_output(to_table(record) + (verdict.empty() ? "" : "\n" + verdict));
    }
}

} // namespace

void check_range(Application const& application, Sizes sizes) {
    int const k = sizes.first < application.k_min ? sizes.first : sizes.last;
    if (sizes.is_one() && (k < application.k_min || k > application.k_max)) {
        std::string const range = application.k_max == largest_there_is
                                      ? fmt::format("{} or more", application.k_min)
                                      : fmt::format("{}..{}", application.k_min, application.k_max);
        throw InputError(fmt::format("{}: -k {} is out of range; expected {}", application.name, k, range));
    }
    if (sizes.first < application.k_min || sizes.last < sizes.first) {
        throw InputError(fmt::format("{}: sizes from {} to {}; expected {} or more, the smaller first",
                                     application.name, sizes.first, sizes.last, application.k_min));
    }
}

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
    options.order = graph_order(parameters.order);
    options.deadline_seconds = parameters.deadline;
    if (tables) options.patterns = tables->ref();
    return options;
}

ExitCode run_application(Application const& application, RunRequest const& request) {
    auto const start = Clock::now();
    Record record;
    record.application = application.name;
    record.semantics = application.semantics;
    record.parameters = request.parameters;
    check_request(application, request);
    BalanceChoice const balance = choose_balance(request.balance, device_kind(request.parameters.device));
    if (balance.on()) record.balance = balance;
    std::optional<VerifyRequest> verify;
    if (!request.verify.empty()) verify = parse_verify(request.verify, request.parameters.seed);

    BoundApplication const bound = bind(application, request);
    load(record, bound, request);
    std::optional<TransitionTable> const tables = load_tables(application, request, record.table_seconds);
    RunOptions options = options_of(request.parameters, tables);
    options.balance = balance.options();
    if (request.estimate) {
        write_standard_output(bound.estimate(record.graph, options));
        return ExitCode::done;
    }
    RunOptions observed = options;
    auto const trace = open_trace(request.balance.trace, trace_header(record, balance, options.device), observed);
    record.result = run_guarded(bound, record.graph, observed, request);
    bool const complete = record.result.status == Status::complete;
    if (request.list.on()) record.list = request.list;
    if (request.local.on() && complete) record.local = request.local;
    record.total_seconds = seconds_since(start);
    if (tables) record.patterns = pattern_rows(*tables, record.result.pattern_counts);

    std::string verdict;
    if (verify && complete) verdict = verify_run(application, bound, record, options, tables, *verify);
    if (verify && !complete) verdict = "not verified: the run is partial\n";
    if (request.local.on() && !complete) verdict += "no counts per vertex or edge are written: the run is partial\n";
    write_outputs(record, request, verdict);
    if (trace) trace->finish(record.result.seconds.run, record.result.status);
    return complete ? ExitCode::done : ExitCode::partial;
}

} // namespace cerrado::command
