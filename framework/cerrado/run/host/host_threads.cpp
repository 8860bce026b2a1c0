#include <cerrado/run/host/host_threads.hpp>

#include <exception>
#include <utility>

namespace cerrado {
namespace {

constexpr std::uint32_t closing = ~0u;
constexpr std::chrono::microseconds of_one_thread(200); // less than it takes to start tens of others

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

// If the system gives fewer threads, or no memory for them, those that are there do the work of the others.
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
    ended_.notify_one(); // without the lock, or who is woken would wait for it
}

} // namespace cerrado
