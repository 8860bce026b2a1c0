#include <cerrado/runtime/host_backend.hpp>

#include <cerrado/runtime/devices.hpp>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>

namespace cerrado {

HostRun::HostRun(Session const& session, WorkerKind kind, int workers) {
    WorkerLayout const layout = plan_worker(session.needs, session.shape, session.graph, kind);
    auto const all = [&](std::uint64_t entries) {
        return static_cast<std::size_t>(entries) * static_cast<std::size_t>(workers);
    };
    extensions_.resize(all(layout.extension_entries));
    masks_.resize(all(layout.mask_entries));
    extents_.resize(all(layout.extent_entries));
    table_keys_.resize(all(layout.key_entries));
    table_states_.resize(all(layout.state_entries));
    counters_.resize(all(layout.counter_entries));
    dense_.resize(all(layout.dense_area_entries()));
    local_.resize(all(layout.local_entries));
    frames_.resize(all(layout.factor_frames));
    fast_.resize(static_cast<std::size_t>(workers));
    for (auto& fast : fast_) fast.resize(layout.fast_bytes() / sizeof(std::uint64_t) + 1);
    arena_ref_ = {extensions_.data(), masks_.data(), extents_.data(), table_keys_.data(), table_states_.data(),
                  counters_.data(),   dense_.data(), local_.data(),   frames_.data()};

    std::uint32_t const classes = session.classes();
    std::uint32_t const banks = bank_count(classes, workers);
    partial_.resize(std::size_t{banks} * classes);
    wide_low_.resize(classes);
    wide_high_.resize(classes);

    context_.graph = session.graph.ref();
    context_.patterns = session.options.patterns;
    context_.queue = {session.jobs.data(), session.jobs.size(), &next_, &stop_};
    context_.totals = {partial_.data(), {wide_low_.data(), wide_high_.data()}, classes,
                       banks,           bank_budget(banks, workers),           &jobs_done_,
                       &too_deep_};
    context_.layout = layout;
    context_.k = session.needs.k;
    plan_balance(session, static_cast<std::size_t>(workers));
    plan_local(session);
    if (session.needs.stores) {
        store_.emplace(session);
        context_.store = store_->ref();
    }
}

std::vector<WideCount> HostRun::totals() const {
    std::vector<WideCount> totals(wide_low_.size());
    for (std::size_t i = 0; i < totals.size(); ++i) {
        totals[i] = (WideCount{wide_high_[i]} << 64) + wide_low_[i];
        for (std::size_t cell = i; cell < partial_.size(); cell += totals.size()) totals[i] += partial_[cell];
    }
    return totals;
}

RunPlan host_plan(Session const& session) {
    bool const lockstep = session.options.device == DeviceKind::lockstep;
    WorkerLayout const layout =
        plan_worker(session.needs, session.shape, session.graph, lockstep ? WorkerKind::warp : WorkerKind::lane);
    RunPlan plan;
    plan.device = {lockstep ? "lockstep" : "host", lockstep ? "32 threads a warp" : "CPU",
                   expected_workers(session.options)};
    plan.roots = session.job_count;
    plan.bytes_per_worker = layout.bytes();
    plan.fast_bytes_per_worker = layout.fast_bytes();
    plan.memory.graph_bytes = session.shape.bytes();
    plan.memory.traversal_bytes =
        static_cast<std::uint64_t>(plan.device.workers) * (layout.bytes() + layout.fast_bytes());
    plan.memory.peak_bytes = plan.memory.graph_bytes + plan.memory.traversal_bytes + session.job_count * sizeof(Job) +
                             host_store_bytes(session) + local_bytes(session);
    return plan;
}

void HostRun::plan_local(Session const& session) {
    if (!session.needs.local) return;
    local_cells_.vertices.resize(2 * std::size_t{session.shape.vertex_count});
    local_cells_.edges.resize(2 * session.local_edges());
    binomials_ = make_binomials(session.shape.max_degree(), session.needs.longest);
    context_.local =
        local_ref(session, local_cells_.vertices.data(), local_cells_.edges.data(), binomials_.values.data());
}

QueueState HostRun::queues() {
    auto const read = [](Count& cell) { return std::atomic_ref<Count>(cell).load(std::memory_order_relaxed); };
    std::uint64_t const pulled = read(shared_head_);
    return {std::min<std::uint64_t>(read(next_), context_.queue.count), read(donated_), pulled};
}

void HostRun::ask(std::span<std::uint32_t const> requests) {
    for (std::size_t i = 0; i < requests.size(); ++i) {
        std::atomic_ref<std::uint32_t>(requests_[i]).store(requests[i], std::memory_order_relaxed);
    }
}

void HostRun::plan_balance(Session const& session, std::size_t workers) {
    if (!balances(session.options)) return;
    auto const k = static_cast<std::size_t>(session.needs.k);
    std::uint32_t const words = record_words(session.needs.k);
    std::uint64_t const capacity = share_queue_capacity(workers);
    shared_records_.resize(capacity * words);
    sequence_.resize(capacity);
    for (std::size_t slot = 0; slot < sequence_.size(); ++slot) sequence_[slot] = slot;
    requests_.resize(workers);
    activity_.assign(workers, pack_activity(true, 0));
    pending_ = workers;
    if (session.options.balance.mechanism == BalanceMechanism::stop) {
        saved_.resize(workers);
        saved_levels_.resize(workers * k);
    }
    BalanceRef& balance = context_.balance;
    balance.queue = {shared_records_.data(),
                     sequence_.data(),
                     &shared_tail_,
                     &shared_head_,
                     capacity,
                     share_queue_room(workers),
                     words};
    balance.requests = requests_.data();
    balance.activity = activity_.data();
    balance.pending = &pending_;
    balance.donated = &donated_;
    balance.donated_done = &donated_done_;
    balance.saved = saved_.empty() ? nullptr : saved_.data();
    balance.saved_levels = saved_levels_.data();
    balance.enabled = true;
    balance.waits_for_work = session.options.balance.mechanism == BalanceMechanism::share;
}

namespace {

// The threads of one launch, and what the calling thread does while they run.
class Launch {
public:
    Launch(HostRun& run, int count, std::function<void(int)> const& body) : run_(run), running_(count) {
        threads_.reserve(static_cast<std::size_t>(count));
        try {
            for (int i = 0; i < count; ++i) threads_.emplace_back([this, &body, i] { work(body, i); });
            open_gate(Gate::open);
        } catch (...) { // the lanes of a lockstep warp would wait for those that never came
            open_gate(Gate::abandoned);
            throw;
        }
    }

    // Calls `meanwhile` every `pause`, or at once while it says that it is busy, until all threads have ended.
    void wait(std::chrono::microseconds pause, std::function<bool()> const& meanwhile) {
        bool busy = false;
        for (std::unique_lock lock(mutex_); running_ > 0;) {
            if (!busy) ended_.wait_for(lock, pause, [&] { return running_ == 0; });
            lock.unlock();
            busy = meanwhile();
            lock.lock();
        }
        threads_.clear();
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    enum class Gate { closed, open, abandoned };

    void open_gate(Gate gate) {
        gate_.store(gate);
        gate_.notify_all();
    }

    void work(std::function<void(int)> const& body, int i) {
        gate_.wait(Gate::closed);
        if (gate_.load() == Gate::abandoned) return;
        std::exception_ptr failure;
        try {
            body(i);
        } catch (...) {
            failure = std::current_exception();
            run_.stop();
        }
        std::lock_guard const lock(mutex_);
        if (failure) failure_ = failure;
        --running_;
        ended_.notify_one();
    }

    HostRun& run_;
    std::mutex mutex_;
    std::condition_variable ended_;
    int running_;
    std::exception_ptr failure_;
    std::atomic<Gate> gate_ = Gate::closed;
    std::vector<std::jthread> threads_; // last: it is joined while the rest still stands
};

// Between two looks of the calling thread at the workers. A search fills the ring of aggregate_store within milliseconds.
std::chrono::microseconds pause_of(Session const& session) {
    using std::chrono::microseconds;
    microseconds const pause = balances(session.options) ? session.options.balance.poll : microseconds(20000);
    return session.needs.stores ? std::min(pause, microseconds(250)) : pause;
}

class HostEnumeration final : public Enumeration {
public:
    HostEnumeration(HostRun& run, Session const& session, int count, std::function<void(int)> const& body)
        : run_(run),
          count_(count),
          body_(body),
          pause_(pause_of(session)) {}

    void launch(bool only_donates) override {
        run_.only_donate(only_donates);
        launch_.emplace(run_, count_, body_);
    }
    void wait(std::function<bool()> const& meanwhile) override {
        launch_->wait(pause_, meanwhile);
        launch_.reset();
    }
    void stop() override { run_.stop(); }
    std::uint32_t const* activity() const override { return run_.activity(); }
    QueueState queues() override { return run_.queues(); }
    void ask(std::span<std::uint32_t const> requests) override { run_.ask(requests); }

private:
    HostRun& run_;
    int count_;
    std::function<void(int)> const& body_;
    std::chrono::microseconds pause_;
    std::optional<Launch> launch_;
};

} // namespace

BalanceUse run_threads(HostRun& run, Session const& session, Monitor& monitor, int count,
                       std::function<void(int)> const& body) {
    HostEnumeration enumeration(run, session, count, body);
    return Conductor(session, run.store(), static_cast<std::size_t>(expected_workers(session.options)), monitor)
        .conduct(enumeration);
}

} // namespace cerrado
