#include <cerrado/run/host/host_threads.hpp>

#include <cerrado/core/clock.hpp>
#include <cerrado/core/team.hpp>

#include <exception>
#include <utility>

namespace cerrado {
namespace {

constexpr std::uint32_t closing = ~0u;
constexpr double seconds_of_one_thread = 50e-6; // about what it takes to start another

void open(std::atomic<std::uint32_t>& gate) {
    ++gate;
    gate.notify_all();
}

// Without looking first: there may be more threads than processors.
std::uint32_t sleep_until_open(std::atomic<std::uint32_t> const& gate, std::uint32_t launch) {
    gate.wait(launch);
    return gate;
}

} // namespace

HostThreads::HostThreads(int parts, bool all_at_once, std::function<void(int)> body)
    : parts_(parts),
      body_(std::move(body)),
      begins_with_all_(all_at_once) {
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
    running_ = parts_;
    taken_ = 0;
    open(first_gate_);
    if (begins_with_all_) open(gate_);
}

// If the system gives fewer threads, or no memory for them, those that are there do the work of the others.
void HostThreads::bring_all() {
    begins_with_all_ = true;
    try {
        while (threads() < parts_) start_thread();
    } catch (std::exception const&) {
    }
    open(gate_);
}

bool HostThreads::is_soon_done() const {
    Stopwatch const watch;
    while (running_ > 0 && watch.seconds() < seconds_of_one_thread) std::this_thread::yield();
    return running_ == 0;
}

void HostThreads::wait(std::chrono::microseconds pause, std::function<bool()> const& meanwhile) {
    if (threads() == 1 && is_soon_done()) return rethrow();
    if (!begins_with_all_) bring_all();
    bool busy = false;
    for (std::unique_lock lock(mutex_); running_ > 0;) {
        if (!busy) ended_.wait_for(lock, pause, [&] { return running_ == 0; });
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
        launch = &gate == &first_gate_ ? wait_for_change(gate, launch) : sleep_until_open(gate, launch);
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
    std::lock_guard const lock(mutex_);
    if (failure) failure_ = failure;
    if (--running_ == 0) ended_.notify_one();
}

} // namespace cerrado
