// run(): the one door from an application and a graph to a result, on every device.
//
//   auto result = cerrado::run(MyApplication{5}, graph);
//
// If nvcc compiles this file, it has the CUDA backend; else only the host's.
#pragma once

#include <cerrado/application/declaration_checks.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/engine/numbers.hpp>
#include <cerrado/graph/order/numbering.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/host/host_backend.hpp>
#include <cerrado/run/many/share_jobs.hpp>
#include <cerrado/run/parts/run_in_parts.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/run/session/session.hpp>
#if defined(__CUDACC__)
#include <cerrado/run/cuda/cuda_backend.cuh>
#endif

namespace cerrado {

// Returns: the undirected graph, numbered as a run with these options numbers it.
template <class App> Graph prepare(App const&, Graph const& graph, RunOptions const& options = {}) {
    check_declarations<App>();
    Team team(numbering_team_size(graph, options.threads));
    constexpr bool oriented = is_oriented<App>();
    Numbering const numbering = number_vertices(graph, options.order, oriented, team);
    return oriented ? reorder(graph, numbering.order, team) : numbering.graph;
}

namespace detail {

// `where`: a Graph, a Resident, a number of jobs, or a number of jobs on a Resident. `job_workers`: how many workers
// jobs are cut for, if not this run's own. `sample`: a sample of a Resident's jobs.
template <class App, class Where> RunSession open_session(App const& app, Where const& where, RunOptions const& options,
                                                          int job_workers = 0, SampleRun* sample = nullptr) {
    check_declarations<App>();
    RunSession session;
    session.job_workers = job_workers;
    session.sample = sample;
    session.options = options;
    session.options.device = resolve_device(options.device);
    session.options.warp_width = choose_warp_width(options.warp_width, session.options.device, warp_widths_of<App>());
    session.needs = needs_of(app, options);
    cerrado::open_session(session, where, RulesOf<App>(app));
    return session;
}

} // namespace detail

// Makes the device ready for runs of the application. On CUDA this takes a few tenths of a second once in a process, so
// call it from its own thread while the graph is read. If nobody does, run() does it. Throws as run() does.
template <class App> void warm_up([[maybe_unused]] App const& app, RunOptions const& options = {}) {
    check_declarations<App>();
    if (!options.devices.empty()) {
        return on_each_device(options, [&](RunOptions const& own) { warm_up(app, own); });
    }
    DeviceKind const device = resolve_device(options.device);
    [[maybe_unused]] int const width = choose_warp_width(options.warp_width, device, warp_widths_of<App>());
#if defined(__CUDACC__)
    if (device == DeviceKind::cuda) warm_up_on_cuda(app, width);
#endif
}

namespace detail {

template <class App, class Where> RunPlan estimate(App const& app, Where const& where, RunOptions const& options) {
    RunSession const session = open_session(app, where, options);
#if defined(__CUDACC__)
    if (session.options.device == DeviceKind::cuda) return CudaRun<App>(app, session).plan();
#endif
    return HostPlan<App>(app, session).describe();
}

template <class App>
void run_alone(App const& app, RunSession const& session, ResultOf<App>& result, [[maybe_unused]] WorkLeft& left) {
#if defined(__CUDACC__)
    if (session.options.device == DeviceKind::cuda) return run_on_cuda(app, session, result, left);
#else
    if (session.options.device == DeviceKind::cuda) {
        throw Error("this application was compiled without CUDA; build with CERRADO_CUDA=ON or use --device host");
    }
#endif
    run_on_host(app, session, result, left);
}

template <class App, class Where>
void run_session(App const& app, Where const& where, RunSession const& session, ResultOf<App>& result, WorkLeft& left) {
    if (session.options.member == nullptr) return run_alone(app, session, result, left);
    if (!shares_jobs(app, where, session)) return run_alone(app, repeated(session), result, left);
    run_shared<App>(session, result, left, [&](RunSession const& part, ResultOf<App>& counted, WorkLeft& rest) {
        run_alone(app, part, counted, rest);
    });
}

// A run with checkpoints.
template <class App, class Where> ResultOf<App> run_on(App const& app, Where const& where, RunOptions options) {
    std::vector<Checkpoint> const parts = read_parts(options.checkpoint.merged);
    Checkpoint checkpoint = parts.empty() ? find_checkpoint(options.checkpoint) : parts.front();
    bool const goes_on = !checkpoint.path.empty();
    if (std::is_same_v<Where, Graph> && goes_on) options.order = checkpoint.order;
    Stopwatch const preparing;
    RunSession session =
        open_session(app, where, options, goes_on ? checkpoint.job_workers : job_workers_of(options.checkpoint.part));
    KeptArrays const arrays = arrays_of(where, std::as_bytes(std::span(&app, 1)));
    CheckpointSubject const subject = subject_of(app, session, arrays);
    check_divisible(options.checkpoint, session, arrays.any() && !only_reads_arrays<App>());
    if (goes_on) check_subject(checkpoint.path, checkpoint.subject, subject);
    if (goes_on && parts.empty()) check_part(checkpoint, options.checkpoint.part);
    checkpoint.subject = subject;
    checkpoint.earlier = options.checkpoint.earlier;
    if (!options.checkpoint.words.empty()) checkpoint.words = options.checkpoint.words;
    check_jobs(checkpoint, session);
    double const prepared = preparing.seconds();
    auto const run_part = [&](RunSession const& part, ResultOf<App>& result, WorkLeft& left) {
        run_session(app, where, part, result, left);
    };
    ResultOf<App> result =
        parts.empty() ? run_in_parts<App>(session, checkpoint, arrays, run_part) : sum_of_parts<App>(parts);
    result.chosen.order = session.order;
    result.seconds.prepare += prepared;
    return result;
}

template <class App, class Where> ResultOf<App> run(App const& app, Where const& where, RunOptions const& options) {
    ResultOf<App> result;
    Stopwatch const starting;
    warm_up(app, options);
    result.seconds.start = starting.seconds();
    if (options.checkpoint.on()) {
        double const start = result.seconds.start;
        result = run_on(app, where, options);
        result.seconds.start = start;
        return result;
    }
    Stopwatch const preparing;
    RunSession const session = open_session(app, where, options);
    result.chosen.order = session.order;
    result.seconds.prepare = preparing.seconds();
    WorkLeft left;
    run_session(app, where, session, result, left);
    return result;
}

// Brings the graph to the device once, for all shares of the jobs.
template <class App> ResultOf<App> run_as_member(App const& app, Graph const& graph, RunOptions const& options) {
    if (options.device != DeviceKind::cuda || options.checkpoint.on() || options.roots || graph.oriented()) {
        return detail::run(app, graph, options);
    }
    Stopwatch const preparing;
    Resident const resident(graph, options);
    double const seconds = preparing.seconds();
    ResultOf<App> result = detail::run<App>(app, resident, options_on(resident, options));
    result.seconds.prepare += seconds;
    return result;
}

} // namespace detail

// Returns: what run() would need, without running; of several devices, the first. Throws as run() does.
template <class App> RunPlan estimate(App const& app, Graph const& graph, RunOptions const& options = {}) {
    if (options.devices.empty()) return detail::estimate(app, graph, options);
    return detail::estimate(app, graph, OneDevice(options).options());
}
template <class App> RunPlan estimate(App const& app, Resident const& resident, RunOptions const& options = {}) {
    return detail::estimate(app, resident, options_on(resident, options));
}

// Runs the application on every root, on options.devices and options.ranks if given. Throws InputError if the caller
// can mend the cause, Error if the machine lacks something. result.status: whether the result is complete or a part.
template <class App> ResultOf<App> run(App const& app, Graph const& graph, RunOptions const& options = {}) {
    auto const run_here = [&](RunOptions const& own) {
        return own.member != nullptr ? detail::run_as_member(app, graph, own) : detail::run(app, graph, own);
    };
    return is_shared(options) ? run_on_devices<ResultOf<App>>(options, run_here) : run_here(options);
}

// The same on a resident graph, on its device and in its order.
template <class App> ResultOf<App> run(App const& app, Resident const& resident, RunOptions const& options = {}) {
    return detail::run(app, resident, options_on(resident, options));
}

// Runs only these jobs, one group after the other. Without jobs it only describes the graph. Throws as run() does.
template <class App> JobSample run_sample(App const& app, Resident const& resident, RunOptions const& options,
                                          std::span<SampledJobs const> sampled) {
    RunOptions const own = options_on(resident, options);
    warm_up(app, own);
    SampleRun sample(sampled);
    RunSession const session = detail::open_session(app, resident, own, 0, &sample);
    ResultOf<App> result;
    WorkLeft left;
    if (session.job_count > 0) detail::run_session(app, resident, session, result, left);
    return {sample.measured(),
            result.seconds.run,
            result.device.workers,
            session.whole_job_count,
            session.needs.oriented ? session.shape.max_degree() : 0,
            list_cubes(session.shape)};
}

// An application whose jobs are numbers: what run_jobs() runs.
template <class Work> struct JobsOf : Work { using Engine = Numbers; };
template <class Work> struct detail::SettingsOf<JobsOf<Work>> { using type = Work; };

// Runs work.visit(te) for each number below `count`, which is te.number(). There is no graph, so te.graph() has no
// vertex. Throws as run() does.
template <class Work>
ResultOf<JobsOf<Work>> run_jobs(std::uint64_t count, Work const& work, RunOptions const& options = {}) {
    return detail::run(JobsOf<Work>{work}, count, options);
}

// The same where `resident` lies. Work may have its arrays, and may read its graph as te.graph(), numbered as for
// run().
template <class Work> ResultOf<JobsOf<Work>> run_jobs(std::uint64_t count, Work const& work, Resident const& resident,
                                                      RunOptions const& options = {}) {
    return detail::run(JobsOf<Work>{work}, NumbersOn{count, resident}, options_on(resident, options));
}

} // namespace cerrado
