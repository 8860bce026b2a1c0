// run() runs an application on a graph, on every device, and returns the result.
//
//   auto result = cerrado::run(MyApplication{5}, graph);
//
// If nvcc compiles this file, it includes the CUDA backend and the host's; else only the host's.
#pragma once

#include <cerrado/application/detail/declaration_checks.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/engine/detail/numbers.hpp>
#include <cerrado/run/detail/doors.hpp>
#include <cerrado/run/detail/host/host_backend.hpp>
#include <cerrado/run/detail/host/second_look.hpp>
#include <cerrado/run/detail/parts/application_settings.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/detail/session/session.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/resident.hpp>

#include <typeinfo>

#if defined(__CUDACC__)
#include <cerrado/run/detail/cuda/cuda_backend.cuh>
#endif

namespace cerrado {

namespace detail {

// Hides an application's type from the runtime. Requires: the application outlives it.
template <class App> class RunnableOf final : public Runnable {
public:
    explicit RunnableOf(App const& app) : app_(app), rules_(app) {
        check_declarations<App, ResultWithAccumulator<App>>();
    }

    char const* type_name() const override { return typeid(App).name(); }
    std::span<std::byte const> bytes() const override { return std::as_bytes(std::span(&app_, 1)); }
    bool only_reads_arrays() const override { return cerrado::only_reads_arrays<App>(); }
    bool only_adds_to_arrays() const override { return cerrado::only_adds_to_arrays<App>(); }
    bool has_lockstep() const override { return CERRADO_HAS_LOCKSTEP; }
    std::span<int const> warp_widths() const override { return widths; }
    TraversalNeeds needs(RunOptions const& options) const override { return needs_of(app_, options); }
    RunRules const& rules() const override { return rules_; }

    Settings settings(DeviceKind device, KeptArrays const& arrays) const override {
        ApplicationSettings settings(device, arrays);
        settings.add(static_cast<typename SettingsOf<App>::type const&>(app_));
        return {settings.checksum(), settings.are_all_known()};
    }

    void warm_up([[maybe_unused]] DeviceKind device, [[maybe_unused]] int warp_width) const override {
#if defined(__CUDACC__)
        if (device == DeviceKind::cuda) warm_up_on_cuda(app_, warp_width);
#endif
    }
    RunPlan plan(RunSession const& session) const override {
#if defined(__CUDACC__)
        if (session.options.device == DeviceKind::cuda) return CudaRun<App>(app_, session).plan();
#endif
        return HostPlan<App>(app_, session).describe();
    }
    void run(RunSession const& session, RunResult& result, WorkLeft& left) const override {
#if defined(__CUDACC__)
        if (session.options.device == DeviceKind::cuda) return run_on_cuda(app_, session, result, left);
#else
        if (session.options.device == DeviceKind::cuda) {
            throw Error("this application was compiled without CUDA; build with CERRADO_CUDA=ON or use --device host");
        }
#endif
        bool const checks = session.options.checked;
        run_on_host(checks ? checked_application(app_, session.resident_graph) : app_, session, result, left);
    }
    bool can_grow() const override { return detail::can_grow(OutputsOf<App>{}); }
    void grow(OutputInputs& inputs) const override { detail::grow(inputs, OutputsOf<App>{}); }

    void look_again([[maybe_unused]] RunSession const& session) const override {
        if constexpr (allows_second_look<App>()) cerrado::look_again(app_, session);
    }

    void add(RunResult& total, RunResult const& part) const override { add_result<App>(total, part); }
    std::string bytes_of(RunResult const& result) const override { return cerrado::bytes_of<App>(result); }
    void read(std::string const& bytes, RunResult& result) const override { read_bytes<App>(bytes, result); }

private:
    static constexpr auto widths = warp_widths_of<App>();

    App const& app_;
    RulesOf<App> const rules_;
};

// Returns: the options of a run whose devices and parts share the inputs: a copy if an output opens its input, else the
// same.
template <class App> decltype(auto) opened(RunOptions const& options) {
    if constexpr (has_inputs_to_open(OutputsOf<App>{})) {
        RunOptions own = options;
        open_inputs(own.inputs, OutputsOf<App>{});
        return own;
    } else {
        return (options);
    }
}

// Returns: the result of a run. If it found nothing, or if RunOptions::checked is true, looks at the application again.
template <class App> ResultOf<App> concluded(RunnableOf<App> const& app, App const& own, Graph const& graph,
                                             RunOptions const& options, RunResult found) {
    if constexpr (allows_second_look<App>()) {
        bool const is_doubtful = options.checked || found_nothing<App>(found);
        if (is_doubtful && found.status == Status::complete && !may_point(own)) detail::look_again(app, graph, options);
    }
    return result_of<App>(std::move(found));
}

} // namespace detail

// Returns: the undirected graph, numbered as a run with these options numbers it. A run on it in the order `given` has
// the same jobs and roots. So a serial verifier can count the subgraphs of some of the roots.
template <class App> Graph prepare(App const&, Graph const& graph, RunOptions const& options = {}) {
    check_declarations<App, ResultWithAccumulator<App>>();
    return detail::prepare(graph, options, is_oriented<App>());
}

// Makes the device ready for runs of the application. On CUDA this takes 0.2 to 0.4 s once in a process, so call it on
// another thread while the graph is read. Without this call, run() does the same work. Throws as run() does.
template <class App> void warm_up(App const& app, RunOptions const& options = {}) {
    detail::warm_up(detail::RunnableOf<App>(app), options);
}

// Returns: the plan of a run, without running it. With several devices it is the plan of the first one. Throws as run()
// does.
template <class App> RunPlan estimate(App const& app, Graph const& graph, RunOptions const& options = {}) {
    return detail::estimate(detail::RunnableOf<App>(app), graph, detail::opened<App>(options));
}
template <class App> RunPlan estimate(App const& app, Resident const& resident, RunOptions const& options = {}) {
    return detail::estimate(detail::RunnableOf<App>(app), resident, detail::opened<App>(options_on(resident, options)));
}

// Runs the application on every root, on options.devices and options.ranks if they are given. result.status tells
// whether the result is complete or partial. On CUDA the process keeps memory for its next run: at most 512 MiB of
// device memory (a 64th of the device's memory if that is less), 32 MiB of pinned host memory with up to 7 threads, and
// a few streams. Throws InputError if the caller can mend the cause, Error if the machine lacks something.
template <class App> ResultOf<App> run(App const& app, Graph const& graph, RunOptions const& options = {}) {
    detail::RunnableOf<App> const runnable(app);
    RunOptions const& own = detail::opened<App>(options);
    return detail::concluded(runnable, app, graph, own, detail::run_on_all(runnable, graph, own));
}

// Runs the application on a resident graph, on its device and in its order. Else it is as run() on a graph.
template <class App> ResultOf<App> run(App const& app, Resident const& resident, RunOptions const& options = {}) {
    detail::RunnableOf<App> const runnable(app);
    RunOptions const on_resident = options_on(resident, options);
    RunOptions const& own = detail::opened<App>(on_resident);
    return detail::concluded(runnable, app, resident.graph(), own, detail::run(runnable, resident, own));
}

// Runs only the given jobs, one group after the other. Without jobs it only describes the graph. Throws as run() does.
template <class App> JobSample run_sample(App const& app, Resident const& resident, RunOptions const& options,
                                          std::span<SampledJobs const> sampled) {
    return detail::run_sample(detail::RunnableOf<App>(app), resident, detail::opened<App>(options), sampled);
}

// The application that run_jobs() runs. Its jobs are numbers.
template <class Work> struct JobsOf : Work { using Engine = Numbers; };
template <class Work> struct detail::SettingsOf<JobsOf<Work>> { using type = Work; };

// Runs work.visit(te) for each number below `count`, which is te.number(). `work` must not name an engine; everything
// else is as in other runs. There is no graph, so te.graph() has no vertex. Throws as run() does.
template <class Work>
ResultOf<JobsOf<Work>> run_jobs(std::uint64_t count, Work const& work, RunOptions const& options = {}) {
    using App = JobsOf<Work>;
    App const app{work};
    return result_of<App>(detail::run(detail::RunnableOf<App>(app), count, detail::opened<App>(options)));
}

// Runs the jobs on the device of `resident`. `work` may use the arrays of `resident`. te.graph() is the graph of
// `resident`, numbered as for run(), and oriented if `work` is oriented.
template <class Work> ResultOf<JobsOf<Work>> run_jobs(std::uint64_t count, Work const& work, Resident const& resident,
                                                      RunOptions const& options = {}) {
    using App = JobsOf<Work>;
    App const app{work};
    return result_of<App>(detail::run(detail::RunnableOf<App>(app), RunInput(count, resident),
                                      detail::opened<App>(options_on(resident, options))));
}

} // namespace cerrado
