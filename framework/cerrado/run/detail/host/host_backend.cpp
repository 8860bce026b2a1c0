#include <cerrado/run/detail/host/host_backend.hpp>

#include <cerrado/run/detail/conduct/balancer.hpp>
#include <cerrado/run/detail/host/host_threads.hpp>
#include <cerrado/run/detail/parts/work_left.hpp>
#include <cerrado/run/devices.hpp>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <utility>

namespace cerrado {

namespace {

constexpr std::uint32_t closing = ~0u;
constexpr std::chrono::microseconds of_one_thread(200); // less than the start of tens of threads takes

void open(std::atomic<std::uint32_t>& gate) {
    ++gate;
    gate.notify_all();
}

} // namespace

HostThreads::HostThreads(int parts, bool all_at_once, std::function<void(int)> body)
    : parts_(parts),
      body_(std::move(body)),
      begins_with_all_(all_at_once || parts == 1) {
    threads_.reserve(static_cast<std::size_t>(parts));
    try {
        while (threads() < (all_at_once ? parts : 1)) start_thread();
    } catch (...) {
        close();
        throw;
    }
}

HostThreads::~HostThreads() { close(); }

void HostThreads::close() {
    for (Gate* const gate : {&first_gate_, &gate_}) {
        gate->store(closing);
        gate->notify_all();
    }
}

void HostThreads::start_thread() {
    Gate& gate = threads_.empty() ? first_gate_ : gate_;
    threads_.emplace_back([this, &gate] { serve(gate); });
}

void HostThreads::launch() {
    {
        std::lock_guard const lock(mutex_);
        running_ = parts_;
    }
    taken_ = 0;
    open(first_gate_);
    if (begins_with_all_) open(gate_);
}

// Starts the missing threads. If the system gives fewer threads, or no memory for them, the existing threads do all the
// work.
void HostThreads::bring_all() {
    begins_with_all_ = true;
    try {
        while (threads() < parts_) start_thread();
    } catch (std::exception const&) {
    }
    open(gate_);
}

void HostThreads::wait(std::chrono::microseconds pause, std::function<bool()> const& meanwhile) {
    auto const has_ended = [&] { return running_ == 0; };
    std::unique_lock lock(mutex_);
    if (!begins_with_all_ && !ended_.wait_for(lock, of_one_thread, has_ended)) {
        lock.unlock();
        bring_all();
        lock.lock();
    }
    for (bool busy = false; running_ > 0;) {
        if (!busy) ended_.wait_for(lock, pause, has_ended);
        lock.unlock();
        busy = meanwhile();
        lock.lock();
    }
    rethrow();
}

void HostThreads::rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
}

void HostThreads::serve(Gate& gate) {
    for (std::uint32_t launch = 0;;) {
        gate.wait(launch);
        launch = gate;
        if (launch == closing) return;
        for (int part = taken_++; part < parts_; part = taken_++) work(part);
    }
}

void HostThreads::work(int part) {
    std::exception_ptr failure;
    try {
        body_(part);
    } catch (...) {
        failure = std::current_exception();
    }
    {
        std::lock_guard const lock(mutex_);
        if (failure) failure_ = failure;
        if (--running_ > 0) return;
    }
    ended_.notify_one(); // without the lock, for which the woken thread would wait
}

namespace {

constexpr std::uint64_t block_bytes = std::uint64_t{1} << 18;
constexpr std::uint64_t ring_blocks = 16; // filled in a few milliseconds at full speed; the consumer sleeps less

std::uint64_t acquire(std::uint64_t& word) {
    return std::atomic_ref<std::uint64_t>(word).load(std::memory_order_acquire);
}

} // namespace

std::uint64_t host_store_bytes(RunSession const& session) { return store_bytes(session, block_bytes, ring_blocks); }

HostStore::HostStore(RunSession const& session)
    : plan_(plan_store(session, block_bytes, ring_blocks)),
      width_(session.needs.words_of_record()),
      ids_(narrow_ids(session)),
      records_(plan_.ring_entries),
      written_(std::size_t{1} << plan_.ring_bits),
      full_(written_.size()) {}

StoreRef HostStore::ref() {
    return {records_.data(),  &ticket_,        written_.data(),
            full_.data(),     &released_,      ids_.empty() ? nullptr : ids_.data(),
            plan_.block_bits, plan_.ring_bits, width_};
}

std::span<VertexId const> HostStore::next(bool ended) {
    StoreRef const store = ref();
    if (taken_ == store.block_records()) {
        taken_ = 0;
        std::atomic_ref<std::uint64_t>(released_).store(++block_, std::memory_order_release);
    }
    std::uint64_t const written = written_records(ended);
    std::span<VertexId const> const records(store.record(block_, taken_),
                                            (written - taken_) * static_cast<std::uint64_t>(width_));
    if (!records.empty()) since_records_ = Stopwatch();
    taken_ = written;
    return records;
}

// Returns: the number of written records at the beginning of the consumer's block.
std::uint64_t HostStore::written_records(bool ended) {
    StoreRef const store = ref();
    std::uint64_t const place = store.place(block_);
    if (acquire(full_[place]) == block_ + 1) return store.block_records();
    if (!ended && since_records_.seconds() < store_patience_seconds) return taken_;
    std::uint64_t const written = acquire(written_[place]);
    return takeable_records(store, block_, written, acquire(ticket_), taken_);
}

void HostStore::close() { std::atomic_ref<std::uint64_t>(released_).store(store_closed, std::memory_order_release); }

HostRun::HostRun(RunSession const& session, HostShape const& shape) : session_(session), lanes_(shape.lanes) {
    auto const block_of = [](std::uint64_t bytes) { return Block(bytes / sizeof(WideCount) + 1); };
    auto const workers = static_cast<std::uint64_t>(shape.workers);
    for (int array = 0; array < max_worker_arrays; ++array) {
        arrays_.push_back(block_of(workers * shape.layout.device_bytes(array)));
        arena_.arrays[array] = arrays_.back().data();
    }
    for (std::uint64_t worker = 0; worker < workers; ++worker) fast_.push_back(block_of(shape.layout.fast_bytes()));
    parts_ = block_of(shape.parts.bytes);
    set_block(parts_.data());

    context_.graph = session.graph().ref();
    context_.queue = {session.jobs().data(),
                      session.jobs_of_round(),
                      session.job_count,
                      static_cast<std::uint64_t>(session.needs.layers),
                      &next_,
                      nullptr,
                      &stop_,
                      &jobs_done_};
    plan_times(workers);
    context_.layout = shape.layout;
    context_.k = session.needs.k;
    context_.levels = session.levels;
    context_.rounds = session.needs.rounds;
    context_.fault = &fault_;
    context_.last_change = &last_change_;
    context_.added_jobs = &added_jobs_;
    last_change_ = changes_before(session);
    context_.checked = session.options.checked;
    plan_balance(session, shape);
    context_.look_interval = look_interval(session);
    if (session.needs.records) {
        store_.emplace(session);
        ring_ = store_->ref();
    }
}

void HostRun::plan_times(std::uint64_t workers) {
    if (!notes_jobs(session_)) return;
    stop_ = queue_notes_jobs;
    context_.queue.times = session_.sample != nullptr ? &session_.sample->times() : &times_;
    began_.resize(workers);
    context_.queue.times->began = began_.data();
    if (session_.sample != nullptr) return;
    of_job_.resize(session_.tickets(0));
    times_.of_job = of_job_.data();
}

void HostRun::read(void* to, void const* array, std::uint64_t bytes) const { std::memcpy(to, array, bytes); }
void HostRun::write(void* array, void const* from, std::uint64_t bytes) { std::memcpy(array, from, bytes); }

std::vector<WideCount> HostRun::add_up(ClassTotals const& totals) {
    std::vector<WideCount> sums(totals.classes);
    std::uint64_t const cells = std::uint64_t{totals.banks} * totals.classes;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        sums[i] = (WideCount{totals.wide.high[i]} << 64) + totals.wide.low[i];
        for (std::uint64_t cell = i; cell < cells; cell += totals.classes) sums[i] += totals.partial[cell];
    }
    return sums;
}

RunPlan describe_host_plan(RunSession const& session, HostShape const& shape) {
    bool const lockstep = session.options.device == DeviceKind::lockstep;
    RunPlan plan;
    std::string const lanes = std::to_string(shape.lanes) + " lanes a warp";
    plan.device = {lockstep ? "lockstep" : "host", lockstep ? lanes : "CPU", shape.workers};
    plan.roots = session.jobs_given();
    plan.bytes_per_worker = shape.layout.bytes();
    plan.fast_bytes_per_worker = shape.layout.fast_bytes();
    plan.device.memory.graph_bytes = session.shape.bytes();
    plan.device.memory.traversal_bytes =
        static_cast<std::uint64_t>(shape.workers) * (shape.layout.bytes() + shape.layout.fast_bytes());
    plan.device.memory.peak_bytes = plan.device.memory.graph_bytes + plan.device.memory.traversal_bytes +
                                    session.jobs().size_bytes() + host_store_bytes(session) + shape.parts.bytes;
    return plan;
}

QueueState HostRun::queues() {
    auto const read = [](Count& cell) { return std::atomic_ref<Count>(cell).load(std::memory_order_relaxed); };
    std::uint64_t const pulled = read(shared_head_);
    return {std::min<std::uint64_t>(read(next_), context_.queue.count), read(donated_), pulled, context_.round};
}

// Requires: no worker is running.
void HostRun::begin_round(int round) {
    context_.round = round;
    context_.queue.count = session_.tickets(round);
    context_.queue.dealt =
        session_.is_dealt(round) ? session_.dealt.dealt(session_.dealt.ranges().data()) : DealtJobs{};
    next_ = 0;
    if (context_.balance.enabled) reset_balance();
}

void HostRun::reset_balance() {
    empty_slots(sequence_);
    std::ranges::fill(requests_, 0);
    std::ranges::fill(activity_, pack_activity(true, 0));
    pending_ = activity_.size();
    shared_tail_ = shared_head_ = donated_ = 0;
}

void HostRun::ask(std::span<std::uint32_t const> requests) {
    for (std::size_t i = 0; i < requests.size(); ++i) {
        std::atomic_ref<std::uint32_t>(requests_[i]).store(requests[i], std::memory_order_relaxed);
    }
}

// The workers that wait for work wait until nobody has any.
void HostRun::leave_work() {
    BalanceRef const& balance = context_.balance;
    if (!balance.enabled || !balance.waits_for_work) return;
    if (ScalarWarp::grid_add(balance.pending, ~Count{0}) == 1) dismiss_line(ScalarWarp{}, balance.queue);
}

void end_lane(HostRun& run, LockstepGroup* group, int lane) {
    auto const leave = [&] {
        run.stop(); // before the other lanes go on
        if (group == nullptr || group->leave(lane)) run.leave_work();
    };
    try {
        throw;
    } catch (LaneLeft const&) { // another lane tells why
    } catch (VisitEnded const&) {
        leave();
    } catch (...) {
        leave();
        throw;
    }
}

void HostRun::plan_balance(RunSession const& session, HostShape const& shape) {
    if (!shares_state(session.options)) return;
    auto const workers = static_cast<std::size_t>(shape.workers);
    BalanceSizes const sizes = balance_sizes(session, workers, shape.parts.carried_words, shape.layout);
    shared_records_.resize(sizes.capacity * sizes.record_words);
    attachments_.resize(sizes.capacity * sizes.attachment_words);
    sequence_.resize(sizes.capacity);
    requests_.resize(workers);
    activity_.resize(workers);
    if (sizes.saves) {
        saved_.resize(workers);
        std::size_t const level_bytes = static_cast<std::size_t>(session.levels) * shape.parts.level_bytes;
        saved_levels_.resize(workers * level_bytes / sizeof(WideCount) + 1);
    }
    LeftRef left;
    if (session.left != nullptr) {
        left = {session.left->records.data(), &left_next_, session.left->count()};
    }
    context_.balance = balance_ref(
        sizes, {shared_records_.data(), attachments_.data(), sequence_.data(), requests_.data(), activity_.data(), left,
                sizes.saves ? saved_.data() : nullptr, sizes.saves ? saved_levels_.data() : nullptr, &shared_tail_,
                &shared_head_, &pending_, &donated_, &donated_done_});
}

namespace {

// Returns: the pause between two looks of the calling thread at the workers. If subgraphs are stored it is short,
// because a search fills the ring of the store within milliseconds.
std::chrono::microseconds pause_of(RunSession const& session) {
    using std::chrono::microseconds;
    constexpr microseconds usual(20000), of_a_member(2000), shortest(250); // a member's work may be needed by others
    double const deadline = session.options.deadline_seconds;
    microseconds pause = balances(session.options)           ? session.options.balance.poll
                         : session.options.member != nullptr ? of_a_member
                                                             : usual;
    if (deadline > 0)
        pause = std::min(pause, std::max(shortest, microseconds(static_cast<int>(std::min(deadline, 1.0) * 1e6 / 8))));
    return session.needs.records ? std::min(pause, microseconds(250)) : pause;
}

class HostEnumeration final : public Enumeration {
public:
    HostEnumeration(HostRun& run, RunSession const& session, int count, std::function<void(int)> const& body)
        : run_(run),
          threads_(count, run.lanes() > 1 || shares_state(session.options), [&](int part) { work(body, part); }),
          pause_(pause_of(session)) {}

    void begin_round(int round) override { run_.begin_round(round); }
    void launch(bool only_donates) override {
        run_.only_donate(only_donates);
        threads_.launch();
    }
    bool launches_ahead() const override { return false; }
    void wait(std::function<bool()> const& meanwhile) override { threads_.wait(pause_, meanwhile); }
    std::uint64_t last_change() const override { return run_.last_change(); }
    void stop() override { run_.stop(); }
    std::uint32_t const* activity() const override { return run_.activity(); }
    QueueState queues() override { return run_.queues(); }
    void ask(std::span<std::uint32_t const> requests) override { run_.ask(requests); }

private:
    void work(std::function<void(int)> const& body, int part) {
        try {
            body(part);
        } catch (...) {
            run_.stop();
            throw;
        }
    }

    HostRun& run_;
    HostThreads threads_;
    std::chrono::microseconds pause_;
};

} // namespace

BalanceUse run_threads(HostRun& run, RunSession const& session, Monitor& monitor, int count,
                       std::function<void(int)> const& body) {
    HostEnumeration enumeration(run, session, count, body);
    auto const workers = static_cast<std::size_t>(expected_workers(session.options));
    BalanceUse const use = Conductor(session, run.store(), workers, monitor).conduct(enumeration);
    if (session.sample == nullptr && session.options.balance.observe_jobs)
        session.options.balance.observe_jobs(run.job_times());
    return use;
}

} // namespace cerrado
