#include <cerrado/run/many/crew.hpp>

#include <cerrado/core/team.hpp>
#include <cerrado/output/store_input.hpp>

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

namespace cerrado {

namespace {

using namespace std::chrono_literals;

constexpr double progress_seconds = 0.05;

// Threads of one of several hosts.
int threads_of(RunOptions const& asked, std::vector<DeviceName> const& devices) {
    auto const hosts = std::ranges::count(devices, DeviceKind::host, &DeviceName::kind);
    return asked.threads > 0 || hosts < 2 ? asked.threads : std::max(1, hardware_threads() / static_cast<int>(hosts));
}

} // namespace

Crew::Crew(RunOptions const& asked, std::vector<DeviceName> devices, Deal& deal, std::size_t first)
    : asked_(asked),
      devices_(std::move(devices)),
      deal_(deal),
      running_(devices_.size()) {
    for (std::size_t i = 0; i < devices_.size(); ++i) members_.emplace_back(*this, deal, first + i);
}

RunOptions Crew::options_of(std::size_t device) {
    RunOptions own = asked_;
    own.devices.clear();
    own.ranks = nullptr;
    own.device = devices_[device].kind;
    own.threads = threads_of(asked_, devices_);
    own.member = &members_[device];
    own.interrupt = &deal_.stop(members_[device].index());
    own.progress = {};
    if (auto& sink = own.of<StoreInput>().device_sink) {
        sink = [this, to = sink](DeviceBatch const& batch) { // from the thread of the batch's device, one at a time
            std::lock_guard const lock(device_sink_mutex_);
            to(batch);
        };
    }
    if (asked_.checkpoint.mark) own.checkpoint.mark = [this] { return mark(); };
    if (asked_.balance.observe) {
        own.balance.observe = [this, device](BalanceObservation const& look) { observe(device, look); };
    }
    of_first(device, own.checkpoint.go_back);
    of_first(device, own.checkpoint.note);
    return own;
}

// Makes the function one that does something only for the first member, and on the calling thread.
template <class... Arguments> void Crew::of_first(std::size_t device, std::function<void(Arguments...)>& function) {
    if (!function) return;
    function = [this, device, there = function](Arguments... arguments) {
        if (members_[device].is_first()) call([&] { there(arguments...); });
    };
}

// Every device asks: the one that writes the checkpoint may have become the first while it was about to.
std::uint64_t Crew::mark() {
    std::optional<std::uint64_t> mark;
    call([&] { mark = asked_.checkpoint.mark(); });
    if (!mark) throw Error("the run ended before its checkpoint was written");
    return *mark;
}

// From the device's thread. Looks are many, so they do not wait for the calling thread.
void Crew::observe(std::size_t device, BalanceObservation const& look) {
    MemberOfRun& member = members_[device];
    WorkerStates states = look.states;
    states.seconds = member.seconds_of_jobs();
    std::lock_guard const lock(observer_mutex_);
    asked_.balance.observe(
        {states, look.decision, look.stop_seconds, member.donated_in_run(look.donated), member.index()});
}

void Crew::run(std::function<void(RunOptions const&)> const& program) {
    std::vector<std::jthread> threads;
    struct StopAtEnd { // also if something is thrown here
        Crew& crew;
        ~StopAtEnd() {
            Lock lock(crew.mutex_);
            crew.refuses_calls_ = true;
            crew.changed_.notify_all();
            bool const members_go_on = crew.running_ > 0;
            lock.unlock();
            if (members_go_on) crew.deal_.interrupt();
        }
    } const stop_at_end{*this};
    for (std::size_t i = 0; i < devices_.size(); ++i) {
        threads.emplace_back([this, i, &program] { work(i, program); });
    }
    serve();
    if (failure_) std::rethrow_exception(failure_);
}

void Crew::work(std::size_t device, std::function<void(RunOptions const&)> const& program) {
    std::exception_ptr failure;
    try {
        DeviceScope const scope(number_of(devices_[device]));
        RunOptions const own = options_of(device);
        start_device(own.device);
        deal_.arrive(members_[device].index(), expected_workers(own));
        program(own);
    } catch (...) {
        failure = std::current_exception();
    }
    bool const run_fails = deal_.end(members_[device].index(), failure);
    Lock const lock(mutex_);
    if (run_fails && !failure_) failure_ = failure;
    if (failure && !run_fails) ++left_out_;
    --running_;
    asks_.notify_all();
}

// What the calling thread does meanwhile.
void Crew::serve() {
    Lock lock(mutex_);
    while (running_ > 0) {
        asks_.wait_for(lock, 10ms, [&] { return running_ == 0 || !calls_.empty(); });
        serve_calls(lock);
        look_up(lock);
    }
}

void Crew::serve_calls(Lock& lock) {
    while (!calls_.empty()) {
        Call* const one = calls_.front();
        calls_.pop_front();
        lock.unlock();
        try {
            one->what();
        } catch (...) {
            one->failure = std::current_exception();
        }
        lock.lock();
        one->done = true;
        changed_.notify_all();
    }
}

// Whether the caller ends the run, or wants to see how far it is.
void Crew::look_up(Lock& lock) {
    lock.unlock();
    if (asked_.interrupt != nullptr && *asked_.interrupt && !std::exchange(is_interrupted_, true)) deal_.interrupt();
    if (asked_.progress && watch_.seconds() >= shown_ + progress_seconds) {
        shown_ = watch_.seconds();
        if (std::optional<Progress> const progress = deal_.progress()) asked_.progress(*progress);
    }
    lock.lock();
}

void Crew::call(std::function<void()> const& what) {
    Lock lock(mutex_);
    if (refuses_calls_) return;
    Call one{what, nullptr, false};
    calls_.push_back(&one);
    asks_.notify_all();
    changed_.wait(lock, [&] { return one.done || refuses_calls_; });
    if (one.failure) std::rethrow_exception(one.failure);
}

} // namespace cerrado
