// The store's ring in the host's memory. The consumer reads the blocks in place.
#pragma once

#include <cerrado/run/detail/conduct/conductor.hpp>
#include <cerrado/run/detail/conduct/store_ring.hpp>
#include <cerrado/run/detail/parts/parts.hpp>
#include <cerrado/run/detail/parts/work_left.hpp>
#include <cerrado/run/detail/session/run_of_thread.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/plan.hpp>
#include <cerrado/traversal/traversal.hpp>
#include <cerrado/warp/detail/lockstep.hpp>
#include <cerrado/warp/detail/scalar.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <thread>

namespace cerrado {

// Returns: the bytes that the ring of a host run takes.
std::uint64_t host_store_bytes(RunSession const& session);

class HostStore final : public StoreBlocks {
public:
    explicit HostStore(RunSession const& session);
    HostStore(HostStore const&) = delete;

    StoreRef ref();
    std::span<VertexId const> next(bool ended) override;
    void close() override;

private:
    std::uint64_t written_records(bool ended);

    StorePlan plan_;
    int width_;
    std::vector<std::uint32_t> ids_;
    std::vector<VertexId> records_;
    std::vector<std::uint64_t> written_, full_;
    alignas(64) Count ticket_ = 0; // in its own cache line, because every worker adds to it
    alignas(64) std::uint64_t released_ = 0;
    alignas(64) std::uint64_t block_ = 0; // the consumer's block
    std::uint64_t taken_ = 0;             // records of block_ that were taken
    Stopwatch since_records_;
};

// Runs an application on the host: a scalar warp per thread, or (lockstep) 32 lanes.

// The sizes of a host run, before it has a graph.
struct HostShape {
    WorkerLayout layout;
    int workers = 0;
    int lanes = 1; // lanes of a worker
    PartsShape parts;
};

// The memory of a host run. All of it is allocated before a thread starts.
class HostRun final : public RunMemory {
public:
    HostRun(RunSession const& session, HostShape const& shape);

    RunContext const& context() const { return context_; }
    ArenaRef const& arena() const { return arena_; }
    void* fast(int worker) { return fast_[static_cast<std::size_t>(worker)].data(); }
    StoreBlocks* store() { return store_ ? &*store_ : nullptr; }

    void read(void* to, void const* array, std::uint64_t bytes) const override;
    void write(void* array, void const* from, std::uint64_t bytes) override;
    std::vector<WideCount> add_up(ClassTotals const& totals) override;
    StoreRef ring() const override { return ring_; }
    int lanes() const override { return lanes_; }
    bool on_device() const override { return false; }

    // These are for load balancing.
    std::uint32_t const* activity() const { return activity_.data(); }
    QueueState queues();
    void ask(std::span<std::uint32_t const> requests);
    void only_donate(bool value) { context_.balance.only_donates = value; }
    bool only_donates() const { return context_.balance.only_donates; }

    void begin_round(int round);
    int round() const { return context_.round; }

    void stop() { std::atomic_ref<std::uint32_t>(stop_).store(queue_is_stopped, std::memory_order_relaxed); }
    void leave_work(); // a worker of this run leaves its work for good, after an exception
    std::uint64_t jobs_done() const { return jobs_done_; }
    std::span<Count const> job_times() const { return of_job_; } // empty unless times are noted
    std::uint64_t last_change() const { return last_change_; }
    Outcome outcome() const {
        return {jobs_done_, donated_done_, fault_, last_change_, added_jobs_};
    } // requires: all threads have ended

private:
    using Block = std::vector<WideCount>; // chosen for its alignment, the strictest

    void plan_balance(RunSession const& session, HostShape const& shape);
    void plan_times(std::uint64_t workers);
    void reset_balance();

    RunSession const& session_;
    RunContext context_;
    ArenaRef arena_;
    int lanes_;
    std::vector<Block> arrays_, fast_;
    Block parts_;
    std::optional<HostStore> store_;
    StoreRef ring_;
    Count next_ = 0;
    Count jobs_done_ = 0;
    Count fault_ = 0;
    Count last_change_ = 0;
    Count added_jobs_ = 0;
    std::uint32_t stop_ = 0;
    std::vector<std::uint32_t> shared_records_, attachments_, requests_, activity_;
    std::vector<std::uint64_t> sequence_;
    JobTimes times_;
    std::vector<JobTimes::Began> began_;
    std::vector<Count> of_job_;
    std::vector<SavedTraversal> saved_;
    Block saved_levels_;
    Count left_next_ = 0;
    Count shared_tail_ = 0, shared_head_ = 0, pending_ = 0, donated_ = 0, donated_done_ = 0;
};

RunPlan describe_host_plan(RunSession const& session, HostShape const& shape);

// The plan of a host run of the application.
template <class App> class HostPlan {
public:
    HostPlan(App const& app, RunSession const& session) : session_(session) {
        bool const lockstep = session.options.device == DeviceKind::lockstep;
        WorkerPlanOf<App> const plan =
            lockstep ? plan_worker(app, plan_request(session, WorkerKind::warp, LockstepWarp::width))
                     : plan_worker(app, plan_request(session, WorkerKind::lane, full_warp_width));
        engine_ = plan.engine;
        shape_.layout = plan.layout;
        shape_.workers = expected_workers(session.options);
        shape_.lanes = lockstep ? LockstepWarp::width : 1;
        shape_.parts = parts_shape(app, session, shape_.workers, shape_.lanes);
    }

    HostShape const& shape() const { return shape_; }
    typename EngineOf<App>::Ref const& engine() const { return engine_; }
    RunPlan describe() const { return describe_host_plan(session_, shape_); }

private:
    RunSession const& session_;
    HostShape shape_;
    typename EngineOf<App>::Ref engine_;
};

// Calls body(i) on `count` threads, while this thread is the conductor. Rethrows what a thread, the sink or a callback
// threw.
BalanceUse run_threads(HostRun& run, RunSession const& session, Monitor& monitor, int count,
                       std::function<void(int)> const& body);

// Ends lane `lane` of a worker, which is the group's if it has several lanes; else `group` is null. It is called within
// the handler of an exception. The worker's other lanes end, too, and no worker waits for its work. Rethrows it, unless
// a fault was reported that says the same.
void end_lane(HostRun& run, LockstepGroup* group, int lane);

// The work of a lane of a worker. `groups`: one for each worker, if workers have several lanes; else null.
template <class App> void enumerate_in_lane(App const& app, HostRun& run, ContextOf<App> const& own,
                                            LockstepGroup* group, int worker, int lane) {
    WorkerMemoryOf<App> const memory(run.arena(), own.layout, static_cast<std::uint32_t>(worker), run.fast(worker));
    try { // not within a lambda, since `own` is known here to change nowhere else
        if (group == nullptr) return enumerate(app, ScalarWarp{}, own, memory);
        if constexpr (CERRADO_HAS_LOCKSTEP) {
            constexpr bool is_lean = has_lean_kernel<App>();
            LockstepWarp const warp(*group, lane);
            own.balance.enabled ? enumerate(app, warp, own, memory) : enumerate<!is_lean>(app, warp, own, memory);
            group->end(lane);
        }
    } catch (...) {
        end_lane(run, group, lane);
    }
}

// The lanes of a worker that a thread runs, if workers have several.
inline constexpr int lanes_of_thread = CERRADO_LANES_ARE_THREADS ? 1 : LockstepWarp::width;

// The work of one thread, which is that of a worker, or of a lane of it.
template <class App> void enumerate_on_thread(App const& app, HostRun& run, ContextOf<App> const& context,
                                              LockstepGroup* groups, int thread) {
    constexpr int threads_of_worker = LockstepWarp::width / lanes_of_thread;
    int const worker = groups ? thread / threads_of_worker : thread;
    ContextOf<App> own = context;
    own.balance.only_donates = run.only_donates();
    own.queue = run.context().queue; // the queue of this round
    own.round = run.round();
    RunOfThread const of_thread(own);
    LockstepGroup* const group = groups ? &groups[worker] : nullptr;
    if (groups == nullptr || threads_of_worker > 1)
        return enumerate_in_lane(app, run, own, group, worker, groups ? thread % threads_of_worker : 0);
    group->run([&](int lane) { enumerate_in_lane(app, run, own, group, worker, lane); });
}

// `left` gets the unfinished work if the run saves work.
template <class App> void run_on_host(App const& app, RunSession const& session, RunResult& result, WorkLeft& left) {
    Stopwatch const preparing;
    HostPlan<App> const plan(app, session);
    HostRun run(session, plan.shape());
    int const workers = plan.shape().workers;
    PartsMemory<App> parts(app, session, run, workers);
    ContextOf<App> context;
    static_cast<RunContext&>(context) = run.context();
    context.engine = plan.engine();
    parts.complete(context);
    bool const lockstep = session.options.device == DeviceKind::lockstep;
    std::unique_ptr<LockstepGroup[]> const groups(lockstep ? new LockstepGroup[static_cast<std::size_t>(workers)]
                                                           : nullptr);
    Monitor monitor(session.options, session.jobs_given());
    result.seconds.prepare += preparing.seconds();

    Stopwatch const running;
    auto const work = [&](int thread) { enumerate_on_thread(app, run, context, groups.get(), thread); };
    int const threads = lockstep ? workers * LockstepWarp::width / lanes_of_thread : workers;
    result.balance = run_threads(run, session, monitor, threads, work);
    result.seconds.run = running.seconds();

    RunPlan const described = plan.describe();
    result.device = described.device;
    conclude(result, session, run.outcome(), monitor);
    parts.collect();
    parts.conclude(result, session);
    if (saves_work(session.options))
        left = collect_work_left<App>(session, run.context(), run, static_cast<std::uint64_t>(workers));
}

} // namespace cerrado
