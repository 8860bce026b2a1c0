#include <cerrado/run/detail/doors.hpp>

#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/numbering.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/detail/many/dealer.hpp>
#include <cerrado/run/detail/many/shared_run.hpp>
#include <cerrado/run/detail/parts/checkpoint.hpp>
#include <cerrado/run/detail/parts/run_in_parts.hpp>
#include <cerrado/run/detail/parts/work_left.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/plan.hpp>
#include <cerrado/run/resident.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace cerrado::detail {
namespace {

// Returns: the device that the options choose. Throws InputError if the application was not compiled for it.
DeviceKind device_of_run(Runnable const& app, RunOptions const& options) {
    if (options.device == DeviceKind::lockstep && !app.has_lockstep()) {
        throw InputError(
            "this build has no device lockstep for this application: use the device host, or build with "
            "CERRADO_LOCKSTEP=ON");
    }
    return resolve_device(options.device);
}

// `job_workers`: the number of workers for which jobs are cut; 0: this run's own. `sample`: a sample of a Resident's
// jobs, or null.
RunSession open_session(Runnable const& app, RunInput const& input, RunOptions const& options, int job_workers = 0,
                        SampleRun* sample = nullptr) {
    RunSession session;
    session.job_workers = job_workers;
    session.sample = sample;
    session.resident_graph = input.resident;
    session.options = options;
    session.options.device = device_of_run(app, options);
    session.options.warp_width = choose_warp_width(options.warp_width, session.options.device, app.warp_widths());
    session.needs = app.needs(options);
    cerrado::open_session(session, input, app.rules());
    return session;
}

// Returns: whether devices share the application's jobs. If not, each device does all jobs and has the same result.
// Jobs are not shared if they may leave data on their device: for other rounds, or in arrays beside a resident graph.
bool shares_jobs(Runnable const& app, RunInput const& input, RunSession const& session) {
    if (input.numbers || session.needs.rounds != 1) return false;
    if (input.graph != nullptr) return true;
    return session.sample == nullptr &&
           (app.only_reads_arrays() || app.only_adds_to_arrays() || !points_into_arrays(*input.resident, app.bytes()));
}

// Returns: the session of a device that does all jobs, as the other devices do. Throws InputError if all of them would
// hand over the same subgraphs.
RunSession repeated(RunSession const& session) {
    if (session.needs.records && session.sample == nullptr) {
        throw InputError(
            "this application's subgraphs cannot be handed over from several devices: run it on one device");
    }
    RunSession own = session;
    own.options.member = nullptr;
    return own;
}

// Returns: a text that describes a session's run, and must be equal on all devices. Within one process the graph and
// the settings are always equal.
std::string describe_shared(Runnable const& app, RunInput const& input, RunSession const& session) {
    std::string text = fmt::format("application {:016x}, {} jobs in the order {}, k = {}, {} levels",
                                   checksum_of(std::string_view(app.type_name())), session.jobs_of_round(),
                                   to_string(session.order), session.needs.k, session.levels);
    if (!session.options.member->has_several_processes()) return text;
    CheckpointSubject const subject = subject_of(app, session, arrays_of(input, app.bytes()));
    text += fmt::format(", settings {}, a graph of {} vertices and {} entries (checksum {:016x})", subject.application,
                        subject.vertices, subject.entries, subject.graph_checksum);
    if (!subject.key.empty()) text += fmt::format(", '{}'", subject.key);
    if (auto const& roots = session.options.roots) {
        text += fmt::format(", roots {:016x}", checksum_of(std::span<VertexId const>(*roots)));
    }
    return text;
}

// Throws InputError if a session cannot be run again, because the first run has left something behind.
void check_repeatable(Runnable const& app, RunInput const& input, RunSession const& session) {
    constexpr char const* text =
        "there are more keys than slots, and a run that {} cannot begin again with more: give ByKeyInput::slots, at "
        "least twice the number of keys{}";
    if (session.needs.records) throw InputError(fmt::format(text, "hands over subgraphs", ""));
    if (input.resident == nullptr || app.only_reads_arrays()) return;
    if (!points_into_arrays(*input.resident, app.bytes())) return;
    throw InputError(
        fmt::format(text, "may write arrays",
                    "; or, if it only reads them, write 'static constexpr bool only_reads_arrays = true;'"));
}

// Runs a session on its device. If an output had too little room, the session is run again with more room.
void run_with_room(Runnable const& app, RunInput const& input, RunSession const& session, RunResult& result,
                   WorkLeft& left) {
    if (!app.can_grow() || session.sample != nullptr) return app.run(session, result, left);
    Stopwatch const running;
    RunSession own = session;
    double earlier = 0; // seconds of the runs that had too little room
    for (;;) {
        RunResult one = result;
        app.run(own, one, left);
        if (!one.of<OutOfRoom>()) {
            one.seconds.run += earlier;
            result = std::move(one);
            return;
        }
        earlier += one.seconds.run;
        check_repeatable(app, input, session);
        app.grow(own.options.inputs);
        left = {};
        if (session.options.deadline_seconds > 0) {
            own.options.deadline_seconds = std::max(1e-6, session.options.deadline_seconds - running.seconds());
        }
    }
}

// Returns: all work of a session in the form for the dealer.
WorkLeft work_of(RunSession const& session) {
    WorkLeft work;
    if (session.left != nullptr) work = *session.left;
    work.jobs = session.dealt.are_all() ? session.dealt.from_ticket(0, session.jobs_of_round()) : session.dealt;
    return work;
}

// Makes `part` the session of a share of the jobs that begins `seconds` after the start of the run.
void begin_share(RunSession& part, RunSession const& whole, WorkLeft const& share, double seconds) {
    part.dealt = share.jobs;
    part.left = &share;
    RunOptions& options = part.options;
    if (whole.options.deadline_seconds > 0) {
        options.deadline_seconds = std::max(1e-6, whole.options.deadline_seconds - seconds);
    }
    // The share's jobs have the same mixture of weights as all jobs.
    options.progress = [&member = *options.member, &work = whole.work,
                        all = whole.job_count](Progress const& progress) {
        double const begun = progress.roots_given == 0
                                 ? 1.0
                                 : static_cast<double>(progress.roots_done) / static_cast<double>(progress.roots_given);
        member.report(progress, work.share(static_cast<std::uint64_t>(begun * static_cast<double>(all)), all));
    };
}

// Calls run(). Returns: false if it threw an Error and other devices do the share. They cannot do it if the run hands
// over subgraphs or adds to arrays, because it is unknown how far the lost share has come.
bool run_share(Runnable const& app, RunSession const& part, std::function<void()> const& run) {
    try {
        run();
        return true;
    } catch (InputError const&) {
        throw;
    } catch (Error const& error) {
        bool const leaves_something = part.needs.records || app.only_adds_to_arrays();
        if (leaves_something || !part.options.member->lose(error.what())) throw;
        return false;
    }
}

// Turns the sum of the devices' counts into the result of the run. `before`: the result before the jobs began.
void conclude_shared(RunResult& result, RunResult const& before, RunSession const& session, double seconds) {
    MemberOfRun const& member = *session.options.member;
    result.status = member.status();
    result.seconds = before.seconds;
    result.seconds.run = member.seconds_of_jobs();
    result.seconds.prepare += seconds - result.seconds.run; // includes waiting for the other devices
    result.chosen = before.chosen;
    result.roots.given = session.jobs_given();
    if (result.status == Status::complete) result.roots.done = result.roots.given;
    StoreInput const& store = session.options.of<StoreInput>();
    if (has_reached_limit(store, result)) result.count = *store.limit;
}

// Returns: the sum of the results of all members; nothing if none had work.
std::optional<RunResult> sum_of_members(Runnable const& app, MemberOfRun& member,
                                        std::optional<RunResult> const& mine) {
    std::optional<RunResult> sum;
    auto const add = [&](RunResult const& one) {
        if (sum) {
            app.add(*sum, one);
        } else {
            sum = one;
        }
    };
    MemberResult own;
    if (mine) own = {.result = &*mine, .bytes = [&] { return app.bytes_of(*mine); }};
    for (ResultOfMember const& each : member.exchange(own)) {
        if (each.bytes != nullptr) {
            RunResult distant;
            app.read(*each.bytes, distant);
            add(distant);
        } else {
            add(*each.result);
        }
    }
    member.leave_exchange([&] { return app.bytes_of(sum ? *sum : RunResult()); });
    return sum;
}

// Takes jobs from the dealer until there are none, and runs them on this device. `result` gets the sum of the results
// of all members. `left` gets the work that all of them left.
void run_shared(Runnable const& app, RunInput const& input, RunSession const& session, RunResult& result,
                WorkLeft& left) {
    MemberOfRun& member = *session.options.member;
    Stopwatch const running;
    RunSession part = session;
    std::optional<RunResult> mine;
    member.begin(describe_shared(app, input, session), work_of(session));
    while (std::optional<WorkLeft> const share = member.next()) {
        begin_share(part, session, *share, running.seconds());
        RunResult one;
        WorkLeft rest;
        if (!run_share(app, part, [&] { run_with_room(app, input, part, one, rest); })) break;
        member.leave(std::move(rest), one);
        if (mine) {
            app.add(*mine, one);
        } else {
            mine = std::move(one);
        }
    }
    RunResult const before = result;
    if (std::optional<RunResult> sum = sum_of_members(app, member, mine)) result = std::move(*sum);
    left = member.left();
    conclude_shared(result, before, session, running.seconds());
}

Status status_of(ResultOfMember const& one) {
    return one.result != nullptr ? one.result->status : ByteReader(*one.bytes).get<Status>();
}

// Does all jobs, as the other members do. A stop reaches the members at different moments, so all count as stopped if
// one was stopped.
void run_repeated(Runnable const& app, RunInput const& input, RunSession const& session, RunResult& result,
                  WorkLeft& left) {
    run_with_room(app, input, repeated(session), result, left);
    if (session.sample != nullptr) return; // the others wait for this device's choice
    auto const bytes_of = [](Status status) {
        ByteWriter to;
        to.put(status);
        return to.bytes();
    };
    MemberOfRun& member = *session.options.member;
    Status status = result.status;
    for (ResultOfMember const& each :
         member.exchange({.result = &result, .bytes = [&] { return bytes_of(result.status); }})) {
        status = std::max(status, status_of(each));
    }
    member.leave_exchange([&] { return bytes_of(status); });
    if (result.status == Status::complete && status != Status::complete) left = no_work();
    result.status = status;
}

void run_session(Runnable const& app, RunInput const& input, RunSession const& session, RunResult& result,
                 WorkLeft& left) {
    if (session.options.member == nullptr) return run_with_room(app, input, session, result, left);
    if (!shares_jobs(app, input, session)) return run_repeated(app, input, session, result, left);
    run_shared(app, input, session, result, left);
}

void note_choices(RunSession const& session, Choices& chosen) {
    BalanceMechanism const mechanism = session.options.balance.mechanism;
    chosen.order = session.order;
    chosen.balance = mechanism == BalanceMechanism::share ? "share" : mechanism == BalanceMechanism::stop ? "stop" : "";
}

// Does a run with checkpoints.
RunResult run_on(Runnable const& app, RunInput const& input, RunOptions options) {
    std::shared_ptr<void const> const lock = writes_checkpoint(options) ? lock_checkpoint(options.checkpoint) : nullptr;
    std::vector<Checkpoint> const parts = read_parts(options.checkpoint.merged);
    Checkpoint checkpoint = parts.empty() ? find_checkpoint(options.checkpoint) : parts.front();
    bool const goes_on = !checkpoint.path.empty();
    if (input.graph != nullptr && goes_on) options.order = checkpoint.order;
    Stopwatch const preparing;
    RunSession session =
        open_session(app, input, options, goes_on ? checkpoint.job_workers : job_workers_of(options.checkpoint.part));
    KeptArrays const arrays = arrays_of(input, app.bytes());
    CheckpointSubject const subject = subject_of(app, session, arrays);
    check_divisible(options.checkpoint, session, arrays.any() && !app.only_reads_arrays());
    if (goes_on) check_subject(checkpoint.path, checkpoint.subject, subject);
    if (goes_on && parts.empty()) check_part(checkpoint, options.checkpoint.part);
    checkpoint.subject = subject;
    checkpoint.earlier = options.checkpoint.earlier;
    if (!options.checkpoint.words.empty()) checkpoint.words = options.checkpoint.words;
    check_jobs(checkpoint, session);
    double const prepared = preparing.seconds();
    auto const run_part = [&](RunSession const& part, RunResult& result, WorkLeft& left) {
        run_session(app, input, part, result, left);
    };
    RunResult result =
        parts.empty() ? run_in_parts(app, session, checkpoint, arrays, run_part) : sum_of_parts(app, parts);
    note_choices(session, result.chosen);
    result.seconds.prepare += prepared;
    return result;
}

// Copies the graph to the device once, for all shares of the jobs.
RunResult run_as_member(Runnable const& app, Graph const& graph, RunOptions const& options) {
    if (options.device != DeviceKind::cuda || options.checkpoint.on() || options.roots || graph.oriented()) {
        return run(app, graph, options);
    }
    Stopwatch const preparing;
    Resident const resident(graph, options);
    double const seconds = preparing.seconds();
    RunResult result = run(app, resident, options_on(resident, options));
    result.seconds.prepare += seconds;
    return result;
}

} // namespace

Graph prepare(Graph const& graph, RunOptions const& options, bool oriented) {
    check_numbers(options);
    Team team(numbering_team_size(graph, options.threads));
    Numbering const numbering = number_vertices(graph, options.order, oriented, team);
    return oriented ? reorder(graph, numbering.order, team) : numbering.graph;
}

void warm_up(Runnable const& app, RunOptions const& options) {
    check_numbers(options);
    if (!options.devices.empty()) {
        return on_each_device(options, [&](RunOptions const& own) { warm_up(app, own); });
    }
    DeviceKind const device = device_of_run(app, options);
    app.warm_up(device, choose_warp_width(options.warp_width, device, app.warp_widths()));
}

RunPlan estimate(Runnable const& app, RunInput const& input, RunOptions const& options) {
    check_numbers(options);
    if (!options.devices.empty()) return estimate(app, input, OneDevice(options).options());
    return app.plan(open_session(app, input, options));
}

RunResult run(Runnable const& app, RunInput const& input, RunOptions const& options) {
    RunResult result;
    Stopwatch const starting;
    warm_up(app, options);
    result.seconds.start = starting.seconds();
    if (options.checkpoint.on()) {
        double const start = result.seconds.start;
        result = run_on(app, input, options);
        result.seconds.start = start;
        return result;
    }
    Stopwatch const preparing;
    RunSession const session = open_session(app, input, options);
    note_choices(session, result.chosen);
    result.seconds.prepare = preparing.seconds();
    WorkLeft left;
    run_session(app, input, session, result, left);
    return result;
}

RunResult run_on_all(Runnable const& app, Graph const& graph, RunOptions const& options) {
    check_numbers(options);
    auto const run_here = [&](RunOptions const& own) {
        return own.member != nullptr ? run_as_member(app, graph, own) : run(app, graph, own);
    };
    return options.is_shared() ? run_on_devices<RunResult>(options, run_here) : run_here(options);
}

namespace {

constexpr double second_look_seconds = 0.02;
constexpr std::uint64_t second_look_edges = std::uint64_t{1} << 16; // a graph with more is prepared only in part
constexpr std::size_t second_look_vertices = 256;

// Returns: the subgraph of a vertex with the longest list and the first of its neighbours.
Graph around_heaviest(Graph const& graph) {
    VertexId heaviest = 0;
    for (VertexId v = 1; v < graph.vertex_count(); ++v) {
        if (graph.degree(v) > graph.degree(heaviest)) heaviest = v;
    }
    auto const list = graph.neighbours(heaviest);
    std::vector<VertexId> chosen(
        list.begin(), list.begin() + static_cast<std::ptrdiff_t>(std::min(list.size(), second_look_vertices)));
    chosen.push_back(heaviest);
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        auto const neighbours = graph.neighbours(chosen[i]);
        for (std::size_t j = i + 1; j < chosen.size(); ++j) {
            if (std::ranges::binary_search(neighbours, chosen[j]))
                edges.push_back({static_cast<VertexId>(i), static_cast<VertexId>(j)});
        }
    }
    return graph_from_edges(static_cast<VertexId>(chosen.size()), edges);
}

// Returns: the options of a run of a moment on one thread of the host, whose subgraphs nobody gets.
RunOptions options_of_second_look(RunOptions const& asked) {
    RunOptions options;
    options.k = asked.k;
    options.order = asked.order;
    options.device = DeviceKind::host;
    options.threads = 1;
    options.deadline_seconds = second_look_seconds;
    options.checked = true;
    options.inputs = asked.inputs;
    options.of<StoreInput>() = StoreInput();
    options.of<StoreInput>().batch_sink = [](std::span<OriginalId const>) {};
    return options;
}

} // namespace

void look_again(Runnable const& app, Graph const& graph, RunOptions const& options) {
    RunOptions const own = options_of_second_look(options);
    TraversalNeeds const needs = app.needs(own);
    if (needs.k == 0 || needs.rounds != 1) return;
    bool const is_small = graph.edge_count() <= second_look_edges;
    RunSession const session = open_session(app, is_small ? graph : around_heaviest(graph), own);
    if (session.job_count > 0) app.look_again(session);
}

JobSample run_sample(Runnable const& app, Resident const& resident, RunOptions const& options,
                     std::span<SampledJobs const> sampled) {
    RunOptions const own = options_on(resident, options);
    warm_up(app, own);
    SampleRun sample(sampled);
    RunSession const session = open_session(app, resident, own, 0, &sample);
    RunResult result;
    WorkLeft left;
    if (session.job_count > 0) run_session(app, resident, session, result, left);
    return {sample.measured(),
            result.seconds.run,
            result.device.workers,
            session.whole_job_count,
            session.needs.oriented ? session.shape.max_degree() : 0,
            list_cubes(session.shape)};
}

} // namespace cerrado::detail
