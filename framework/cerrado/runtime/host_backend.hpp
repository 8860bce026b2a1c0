// Runs an application on the host: a scalar warp per thread, or (lockstep) 32 threads per warp.
#pragma once

#include <cerrado/runtime/conductor.hpp>
#include <cerrado/runtime/devices.hpp>
#include <cerrado/runtime/host_store.hpp>
#include <cerrado/runtime/session.hpp>
#include <cerrado/traversal/enumerate.hpp>
#include <cerrado/warp/lockstep.hpp>
#include <cerrado/warp/scalar.hpp>

#include <memory>
#include <optional>
#include <thread>

namespace cerrado {

// The memory of a host run, all of it allocated before a thread starts.
class HostRun {
public:
    HostRun(Session const& session, WorkerKind kind, int workers);

    RunContext const& context() const { return context_; }
    WorkerMemory worker(int index) {
        return arena_ref_.worker(context_.layout, static_cast<std::uint32_t>(index), fast_[index].data());
    }
    StoreBlocks* store() { return store_ ? &*store_ : nullptr; }

    // Load balancing.
    std::uint32_t const* activity() const { return activity_.data(); }
    QueueState queues();
    void ask(std::span<std::uint32_t const> requests);
    void only_donate(bool value) { context_.balance.only_donates = value; }

    void stop() { std::atomic_ref<std::uint32_t>(stop_).store(1, std::memory_order_relaxed); }
    std::uint64_t jobs_done() const { return jobs_done_; }
    std::vector<WideCount> totals() const; // this and the next: after all threads have ended
    Outcome outcome() { return {totals(), jobs_done_, donated_done_, too_deep_, std::move(local_cells_)}; } // once

private:
    void plan_balance(Session const& session, std::size_t workers);
    void plan_local(Session const& session);

    RunContext context_;
    ArenaRef arena_ref_;
    std::vector<VertexId> extensions_, table_keys_;
    std::vector<Mask> masks_, table_states_;
    std::vector<Extent> extents_;
    std::vector<std::uint32_t> counters_, dense_;
    std::vector<std::vector<std::uint64_t>> fast_;
    std::vector<Count> partial_, wide_low_, wide_high_;
    std::vector<WideCount> local_;
    std::vector<FactorFrame> frames_;
    LocalCells local_cells_;
    BinomialTable binomials_;
    std::optional<HostStore> store_;
    Count next_ = 0;
    Count jobs_done_ = 0;
    Count too_deep_ = 0;
    std::uint32_t stop_ = 0;
    std::vector<std::uint32_t> shared_records_, requests_, activity_;
    std::vector<std::uint64_t> sequence_;
    std::vector<SavedTraversal> saved_;
    std::vector<Level> saved_levels_;
    Count shared_tail_ = 0, shared_head_ = 0, pending_ = 0, donated_ = 0, donated_done_ = 0;
};

// What a host run of this session would need.
RunPlan host_plan(Session const& session);

// Calls body(i) on `count` threads; meanwhile this thread is the conductor. Rethrows what a thread, the sink or a callback threw.
BalanceUse run_threads(HostRun& run, Session const& session, Monitor& monitor, int count,
                       std::function<void(int)> const& body);

template <class App>
void run_on_host(App const& app, Session const& session, RunResult& result, AccumulatorOf<App>& accumulator) {
    Stopwatch const preparing;
    bool const lockstep = session.options.device == DeviceKind::lockstep;
    int const workers = expected_workers(session.options);
    HostRun run(session, lockstep ? WorkerKind::warp : WorkerKind::lane, workers);
    int const lanes = lockstep ? LockstepWarp::width : 1;
    std::vector<AccumulatorOf<App>> parts(static_cast<std::size_t>(workers * lanes));
    std::unique_ptr<LockstepGroup[]> const groups(lockstep ? new LockstepGroup[static_cast<std::size_t>(workers)]
                                                           : nullptr);
    Monitor monitor(session.options, session.job_count);
    result.seconds.prepare += preparing.seconds();

    Stopwatch const running;
    auto const work = [&](int i) {
        AccumulatorOf<App>* const part = &parts[static_cast<std::size_t>(i)];
        if (lockstep) {
            LockstepWarp const warp(groups[static_cast<std::size_t>(i / lanes)], i % lanes);
            enumerate(app, warp, run.context(), run.worker(i / lanes), part);
        } else {
            enumerate(app, ScalarWarp{}, run.context(), run.worker(i), part);
        }
    };
    result.balance = run_threads(run, session, monitor, workers * lanes, work);
    result.seconds.run = running.seconds();

    if constexpr (has_accumulator<App>) {
        for (auto const& part : parts) App::merge(accumulator, part);
    }
    RunPlan const plan = host_plan(session);
    result.device = plan.device;
    result.memory = plan.memory;
    conclude(result, session, run.outcome(), monitor);
}

} // namespace cerrado
