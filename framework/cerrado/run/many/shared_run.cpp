#include <cerrado/run/many/shared_run_state.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/core/team.hpp>
#include <cerrado/output/store_input.hpp>

#include <algorithm>
#include <thread>
#include <utility>

namespace cerrado {

namespace {

using namespace std::chrono_literals;

constexpr double progress_seconds = 0.05;

// Threads of one of several hosts.
int threads_of(RunOptions const& asked) {
    auto const hosts = std::ranges::count(asked.devices, DeviceKind::host, &DeviceName::kind);
    return asked.threads > 0 || hosts < 2 ? asked.threads : std::max(1, hardware_threads() / static_cast<int>(hosts));
}

} // namespace

SharedRun::SharedRun(RunOptions const& asked) : state_(std::make_unique<SharedRunState>(asked)) {}
SharedRun::~SharedRun() = default;
void SharedRun::run(std::function<void(RunOptions const&)> const& program) { state_->run(program); }
std::vector<DeviceShare> const& SharedRun::shares() const { return state_->shares(); }

SharedRunState::SharedRunState(RunOptions const& asked)
    : asked_(asked),
      dealer_(asked.devices.size()),
      running_(asked.devices.size()),
      is_at_jobs_(asked.devices.size()),
      given_(asked.devices.size()),
      progress_(asked.devices.size()) {
    check_devices(asked.devices);
    if (asked.balance.observe) {
        throw InputError("a run on several devices has no trace yet: trace a run on one of them");
    }
    for (std::size_t i = 0; i < asked.devices.size(); ++i) {
        members_.emplace_back(*this, i);
        shares_.push_back({.name = to_string(asked.devices[i])});
    }
}

RunOptions SharedRunState::options_of(std::size_t member) {
    RunOptions own = asked_;
    own.devices.clear();
    own.device = asked_.devices[member].kind;
    own.threads = threads_of(asked_);
    own.member = &members_[member];
    own.interrupt = &members_[member].stop_;
    own.progress = {};
    if (auto& sink = own.of<StoreInput>().device_sink) {
        sink = [this, to = sink](DeviceBatch const& batch) { // from the thread of the batch's device, one at a time
            std::lock_guard const lock(device_sink_mutex_);
            to(batch);
        };
    }
    of_first(member, own.checkpoint.mark);
    of_first(member, own.checkpoint.go_back);
    of_first(member, own.checkpoint.note);
    return own;
}

// Makes the function one that does something only for the first member, and on the calling thread.
template <class R, class... Arguments>
void SharedRunState::of_first(std::size_t member, std::function<R(Arguments...)>& function) {
    if (!function) return;
    function = [this, member, there = function](Arguments... arguments) {
        if constexpr (std::is_void_v<R>) {
            if (members_[member].is_first()) call([&] { there(arguments...); });
        } else {
            R result{};
            if (members_[member].is_first()) call([&] { result = there(arguments...); });
            return result;
        }
    };
}

void SharedRunState::run(std::function<void(RunOptions const&)> const& program) {
    std::vector<std::jthread> threads;
    struct StopAtEnd { // also if something is thrown here
        SharedRunState& run;
        ~StopAtEnd() {
            Lock const lock(run.mutex_);
            run.told_to_end_ = true;
            run.stop_all(Status::interrupted);
            run.refuses_calls_ = true;
            run.changed_.notify_all();
        }
    } const stop_at_end{*this};
    for (std::size_t i = 0; i < members_.size(); ++i) {
        threads.emplace_back([this, i, &program] { work(i, program); });
    }
    serve();
    if (failure_) std::rethrow_exception(failure_);
}

void SharedRunState::work(std::size_t member, std::function<void(RunOptions const&)> const& program) {
    std::exception_ptr failure;
    try {
        DeviceScope const scope(number_of(asked_.devices[member]));
        RunOptions const own = options_of(member);
        start_device(own.device);
        {
            Lock lock(mutex_);
            dealer_.set_workers(member, expected_workers(own));
            wait_for_all(lock);
        }
        program(own);
    } catch (...) {
        failure = std::current_exception();
    }
    end(member, failure);
}

// What the calling thread does meanwhile.
void SharedRunState::serve() {
    Lock lock(mutex_);
    while (running_ > 0) {
        asks_.wait_for(lock, 10ms, [&] { return running_ == 0 || !calls_.empty(); });
        serve_calls(lock);
        if (asked_.interrupt != nullptr && *asked_.interrupt && !told_to_end_) {
            told_to_end_ = true;
            stop_all(Status::interrupted);
        }
        if (asked_.progress && now() >= shown_ + progress_seconds) show_progress(lock);
    }
}

void SharedRunState::serve_calls(Lock& lock) {
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

void SharedRunState::call(std::function<void()> const& what) {
    Lock lock(mutex_);
    if (refuses_calls_) return;
    Call one{what, nullptr, false};
    calls_.push_back(&one);
    asks_.notify_all();
    changed_.wait(lock, [&] { return one.done || refuses_calls_; });
    if (one.failure) std::rethrow_exception(one.failure);
}

void SharedRunState::show_progress(Lock& lock) {
    shown_ = now();
    if (!has_jobs_) return;
    Progress progress;
    progress.roots_given = jobs_;
    progress.roots_done = jobs_done_;
    progress.seconds = shown_;
    progress.delivered = delivered_;
    for (Progress const& one : progress_) {
        progress.roots_done += one.roots_done;
        progress.delivered += one.delivered;
    }
    progress.share = std::min(1.0, dealer_.share_done());
    lock.unlock();
    asked_.progress(progress);
    lock.lock();
}

// Waits until all members whose program has not ended are here.
void SharedRunState::wait_for_all(Lock& lock) {
    std::uint64_t const before = passed_;
    if (++arrived_ == running_) {
        arrived_ = 0;
        ++passed_;
        changed_.notify_all();
        return;
    }
    changed_.wait(lock, [&] { return passed_ != before; });
}

void SharedRunState::end(std::size_t member, std::exception_ptr const& failure) {
    Lock const lock(mutex_);
    if (failure && !leave_out(member, failure)) {
        if (!failure_) failure_ = failure;
        told_to_end_ = true;
        stop_all(Status::interrupted);
    }
    is_at_jobs_[member] = 0;
    given_[member] = nullptr;
    if (others_work(member)) dealer_.go(member, now());
    if (--running_ > 0 && arrived_ == running_) {
        arrived_ = 0;
        ++passed_;
    }
    changed_.notify_all();
    asks_.notify_all();
}

bool SharedRunState::others_work(std::size_t member) const {
    for (std::size_t i = 0; i < members_.size(); ++i) {
        if (i != member && !dealer_.members()[i].is_gone) return true;
    }
    return false;
}

// Whether the run can do without a device that failed. What it counted must be with the others.
bool SharedRunState::leave_out(std::size_t member, std::exception_ptr const& failure) {
    if (told_to_end_ || is_at_jobs_[member] != 0 || !others_work(member)) return false;
    try {
        std::rethrow_exception(failure);
    } catch (InputError const&) {
        return false;
    } catch (Error const& error) {
        shares_[member].note = error.what();
        return true;
    } catch (...) {
        return false;
    }
}

std::size_t SharedRunState::first_member() const {
    std::size_t first = 0;
    while (first + 1 < members_.size() && dealer_.members()[first].is_gone) ++first;
    return first;
}

// Ends what runs, before all its jobs are done.
void SharedRunState::stop_all(Status why) {
    if (!std::exchange(ends_, true)) status_ = why;
    for (MemberOfRun& member : members_) member.stop_ = true;
    changed_.notify_all();
}

void SharedRunState::ask_for_work() {
    if (std::optional<std::size_t> const member = dealer_.ask(now())) members_[*member].stop_ = true;
}

void SharedRunState::begin_jobs(WorkLeft work) {
    has_jobs_ = true;
    is_begun_ = false;
    ends_ = told_to_end_;
    status_ = told_to_end_ ? Status::interrupted : Status::complete;
    began_ = now();
    jobs_ = work.jobs.count();
    jobs_done_ = 0;
    granted_ = 0;
    for (MemberOfRun& member : members_) member.stop_ = ends_;
    dealer_.begin(std::move(work), now());
}

void SharedRunState::end_jobs() {
    has_jobs_ = false;
    left_ = dealer_.take_rest();
    for (std::size_t i = 0; i < members_.size(); ++i) shares_[i].handed_over += dealer_.members()[i].handed_over;
    if (status_ != Status::limit && left_.jobs.count() + left_.count() == 0) status_ = Status::complete;
}

} // namespace cerrado
