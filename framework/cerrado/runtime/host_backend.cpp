#include <cerrado/runtime/host_backend.hpp>

#include <cerrado/runtime/devices.hpp>

#include <algorithm>
#include <mutex>

namespace cerrado {

HostRun::HostRun(Session const& session, WorkerKind kind, int workers) {
    WorkerLayout const layout = plan_worker(session.needs, session.graph, kind);
    auto const all = [&](std::uint64_t entries) { return static_cast<std::size_t>(entries) * static_cast<std::size_t>(workers); };
    extensions_.resize(all(layout.extension_entries));
    masks_.resize(all(layout.mask_entries));
    extents_.resize(all(layout.extent_entries));
    table_keys_.resize(all(layout.key_entries));
    table_states_.resize(all(layout.state_entries));
    counters_.resize(all(layout.counter_entries));
    fast_.resize(static_cast<std::size_t>(workers));
    for (auto& fast : fast_) fast.resize(layout.fast_bytes() / sizeof(std::uint64_t) + 1);
    arena_ref_ = {extensions_.data(), masks_.data(), extents_.data(), table_keys_.data(), table_states_.data(), counters_.data()};

    std::uint32_t const classes = session.classes();
    std::uint32_t const banks = bank_count(classes, workers);
    partial_.resize(std::size_t{banks} * classes);
    wide_low_.resize(classes);
    wide_high_.resize(classes);

    context_.graph = session.graph.ref();
    context_.patterns = session.options.patterns;
    context_.queue = {session.jobs.data(), session.jobs.size(), &next_, &stop_};
    context_.totals = {partial_.data(), wide_low_.data(), wide_high_.data(), classes, banks, bank_budget(banks, workers), &jobs_done_};
    context_.layout = layout;
    context_.k = session.needs.k;
    context_.root_size = session.needs.root_size;
    if (session.needs.stores) {
        records_.resize(store_capacity * static_cast<std::size_t>(session.needs.k));
        ready_.resize(store_capacity);
        context_.store = {records_.data(), ready_.data(), &consumed_, &ticket_, store_capacity, session.needs.k};
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
    WorkerLayout const layout = plan_worker(session.needs, session.graph, lockstep ? WorkerKind::warp : WorkerKind::lane);
    RunPlan plan;
    plan.device = {lockstep ? "lockstep" : "host", lockstep ? "32 threads a warp" : "CPU", expected_workers(session.options)};
    plan.roots = session.jobs.size();
    plan.bytes_per_worker = layout.bytes();
    plan.fast_bytes_per_worker = layout.fast_bytes();
    plan.memory.graph_bytes = session.graph.bytes();
    plan.memory.traversal_bytes = static_cast<std::uint64_t>(plan.device.workers) * (layout.bytes() + layout.fast_bytes());
    plan.memory.peak_bytes = plan.memory.graph_bytes + plan.memory.traversal_bytes + session.jobs.size() * sizeof(Job);
    return plan;
}

void run_threads(HostRun& run, Session const& session, Monitor& monitor, int count, std::function<void(int)> const& body) {
    std::mutex mutex;
    std::condition_variable ended;
    int running = count;
    std::exception_ptr failure;
    StoreConsumer consumer(session, run.store());
    std::vector<std::jthread> threads;
    threads.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        threads.emplace_back([&, i] {
            try {
                body(i);
            } catch (...) {
                std::lock_guard const lock(mutex);
                failure = std::current_exception();
                run.stop();
            }
            std::lock_guard const lock(mutex);
            --running;
            ended.notify_one();
        });
    }
    auto const pause = std::chrono::milliseconds(session.needs.stores ? 1 : 20);
    for (std::unique_lock lock(mutex); running > 0;) {
        ended.wait_for(lock, pause, [&] { return running == 0; });
        lock.unlock();
        while (consumer.drain()) {
        }
        std::uint64_t const taken = std::min<std::uint64_t>(run.jobs_taken(), session.jobs.size());
        if (monitor.poll(taken) || consumer.failed()) run.stop();
        lock.lock();
    }
    threads.clear();
    consumer.drain();
    consumer.rethrow();
    if (failure) std::rethrow_exception(failure);
}

} // namespace cerrado
