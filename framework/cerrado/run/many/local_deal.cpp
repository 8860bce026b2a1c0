#include <cerrado/run/many/local_deal.hpp>

#include <cerrado/core/error.hpp>

#include <algorithm>
#include <utility>

namespace cerrado {

using namespace std::chrono_literals;

LocalDeal::LocalDeal(std::vector<DeviceName> devices, std::vector<std::string> const& names, std::size_t here,
                     DealPolicy policy)
    : devices_(std::move(devices)),
      here_(here),
      stops_(devices_.size()),
      dealer_(devices_.size(), policy),
      running_(devices_.size()),
      is_at_jobs_(devices_.size()),
      given_(devices_.size()),
      bytes_(devices_.size()),
      progress_(devices_.size()) {
    for (std::string const& name : names) shares_.push_back({.name = name});
}

bool LocalDeal::has_several_kinds() const {
    return std::ranges::any_of(devices_, [&](DeviceName const& one) { return one.kind != devices_.front().kind; });
}

// Waits until all members whose program has not ended are here, for the same.
void LocalDeal::wait_for_all(Lock& lock, std::string const& what) {
    std::uint64_t const before = passed_;
    if (arrived_ == 0) what_ = has_ended_ ? the_end : what;
    if (what_ != what) come_apart(what);
    if (++arrived_ == running_) pass();
    changed_.wait(lock, [&] { return passed_ != before; });
    if (apart_ == before) throw_apart();
}

void LocalDeal::come_apart(std::string const& other) {
    apart_ = passed_;
    other_ = other;
}

void LocalDeal::throw_apart() const {
    std::string const both = what_ + " on one of them and " + other_ + " on another";
    if (has_several_processes()) {
        throw InputError("the processes do not run the same, but " + both + "; give all the same graph and options");
    }
    throw Error("the devices came to different runs, " + both + " (please report this)");
}

void LocalDeal::pass() {
    arrived_ = 0;
    ++passed_;
    changed_.notify_all();
}

void LocalDeal::arrive(std::size_t member, int workers) {
    Lock lock(mutex_);
    dealer_.set_workers(member, workers);
    wait_for_all(lock, "the start");
}

bool LocalDeal::end(std::size_t member, std::exception_ptr const& failure) {
    Lock const lock(mutex_);
    if (!failure) {
        has_ended_ = true;
        if (arrived_ > 0) come_apart(the_end);
    }
    bool const run_fails = failure && !leave_out(member, failure);
    if (run_fails) tell_to_end();
    is_at_jobs_[member] = 0;
    given_[member] = nullptr;
    bytes_[member].reset();
    if (others_work(member)) dealer_.go(member, now());
    if (--running_ > 0 && arrived_ == running_) pass();
    changed_.notify_all();
    return run_fails;
}

// Whether the run can do without the member. One of this process adds up what all counted.
bool LocalDeal::others_work(std::size_t member) const {
    for (std::size_t i = 0; i < here_; ++i) {
        if (i != member && !dealer_.members()[i].is_gone) return true;
    }
    return false;
}

// Whether the run can do without a device that failed. What it counted must be with the others.
bool LocalDeal::leave_out(std::size_t member, std::exception_ptr const& failure) {
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

std::size_t LocalDeal::first_member() const {
    std::size_t first = 0;
    while (first + 1 < stops_.size() && dealer_.members()[first].is_gone) ++first;
    return first;
}

bool LocalDeal::is_first(std::size_t member) const {
    Lock const lock(mutex_);
    return first_member() == member;
}

void LocalDeal::begin(std::size_t member, std::string const& what, WorkLeft work) {
    Lock lock(mutex_);
    if (member < here_) work_ = std::move(work);
    wait_for_all(lock, what);
    if (!has_jobs_) begin_jobs(std::exchange(work_, {}));
    is_at_jobs_[member] = 1;
}

std::optional<WorkLeft> LocalDeal::next(std::size_t member) {
    Lock lock(mutex_);
    for (;;) {
        if (ends_ && is_begun_) return std::nullopt;
        if (std::optional<WorkLeft> work = dealer_.take(member, now())) {
            is_begun_ = true; // one member works in any case, so that there is a result
            stops_[member] = ends_;
            return work;
        }
        if (dealer_.is_over()) return std::nullopt;
        ask_for_work();
        changed_.wait_for(lock, 1ms);
    }
}

void LocalDeal::report(std::size_t member, Progress const& progress, double part) {
    Lock const lock(mutex_);
    progress_[member] = progress;
    dealer_.report(member, progress.roots_given - std::min(progress.roots_given, progress.roots_done), part, now());
    ask_for_work();
}

void LocalDeal::leave(std::size_t member, WorkLeft work, RunResult const& result) {
    Lock const lock(mutex_);
    jobs_done_ += result.roots.done;
    delivered_ += std::exchange(progress_[member], {}).delivered;
    DeviceShare& share = shares_[member];
    share.use = result.device;
    share.jobs += result.roots.done;
    share.busy_seconds += result.seconds.prepare + result.seconds.run;
    share.peak_bytes = std::max(share.peak_bytes, result.memory.peak_bytes);
    ++share.parts;
    if (result.status == Status::deadline || result.status == Status::limit) stop_all(result.status);
    stops_[member] = ends_;
    dealer_.leave(member, work, ends_, now());
    changed_.notify_all();
}

bool LocalDeal::lose(std::size_t member, std::string const& why) {
    Lock const lock(mutex_);
    if (told_to_end_ || !others_work(member)) return false;
    shares_[member].note = why;
    progress_[member] = {};
    dealer_.go(member, now());
    changed_.notify_all();
    return true;
}

std::vector<ResultOfMember> LocalDeal::exchange(std::size_t member, MemberResult const& mine) {
    Lock lock(mutex_);
    given_[member] = mine.result;
    wait_for_all(lock, "the sum of the results");
    if (has_jobs_) end_jobs();
    std::vector<ResultOfMember> given;
    for (std::size_t i = 0; i < given_.size(); ++i) {
        if (given_[i] != nullptr) given.push_back({.result = given_[i]});
        if (bytes_[i]) given.push_back({.bytes = &*bytes_[i]});
    }
    return given;
}

void LocalDeal::leave_exchange(std::size_t member, std::function<std::string()> const& sum) {
    Lock lock(mutex_);
    if (distant_ > 0 && first_member() == member) {
        lock.unlock();
        auto made = std::make_shared<std::string const>(sum());
        lock.lock();
        sum_ = std::move(made);
    }
    wait_for_all(lock, "the sum of the results");
    given_[member] = nullptr;
    is_at_jobs_[member] = 0;
}

std::shared_ptr<std::string const> LocalDeal::exchange_bytes(std::size_t member, std::optional<std::string> mine) {
    Lock lock(mutex_);
    bytes_[member] = std::move(mine);
    if (distant_++ == 0) sum_ = nullptr;
    wait_for_all(lock, "the sum of the results");
    if (has_jobs_) end_jobs();
    wait_for_all(lock, "the sum of the results");
    --distant_;
    bytes_[member].reset();
    is_at_jobs_[member] = 0;
    return sum_;
}

std::uint64_t LocalDeal::grant(std::size_t, std::uint64_t subgraphs, std::uint64_t limit) {
    Lock const lock(mutex_);
    std::uint64_t const granted = std::min(subgraphs, limit - std::min(limit, granted_));
    granted_ += granted;
    return granted;
}

// If the one that makes it fails, the next does.
std::vector<std::int64_t> LocalDeal::agree(std::size_t member, std::string const& what,
                                           std::function<std::vector<std::int64_t>()> const& make) {
    Lock lock(mutex_);
    for (;;) {
        wait_for_all(lock, what);
        agreed_.reset();
        wait_for_all(lock, what);
        if (first_member() == member) {
            lock.unlock();
            std::vector<std::int64_t> made = make();
            lock.lock();
            agreed_ = std::move(made);
        }
        wait_for_all(lock, what);
        if (agreed_) return *agreed_;
    }
}

void LocalDeal::interrupt() {
    Lock const lock(mutex_);
    tell_to_end();
}

std::vector<DeviceShare> LocalDeal::shares() const {
    Lock const lock(mutex_);
    return shares_;
}

std::optional<Progress> LocalDeal::progress() const {
    Lock const lock(mutex_);
    if (!has_jobs_) return std::nullopt;
    Progress progress;
    progress.roots_given = jobs_;
    progress.roots_done = jobs_done_;
    progress.seconds = now();
    progress.delivered = delivered_;
    for (Progress const& one : progress_) {
        progress.roots_done += one.roots_done;
        progress.delivered += one.delivered;
    }
    progress.share = std::min(1.0, dealer_.share_done());
    return progress;
}

void LocalDeal::tell_to_end() {
    told_to_end_ = true;
    stop_all(Status::interrupted);
}

// Ends what runs, before all its jobs are done.
void LocalDeal::stop_all(Status why) {
    if (!std::exchange(ends_, true)) status_ = why;
    for (std::atomic<bool>& stop : stops_) stop = true;
    changed_.notify_all();
}

void LocalDeal::ask_for_work() {
    if (std::optional<std::size_t> const member = dealer_.ask(now())) stops_[*member] = true;
}

void LocalDeal::begin_jobs(WorkLeft const& work) {
    has_jobs_ = true;
    is_begun_ = false;
    ends_ = told_to_end_;
    status_ = told_to_end_ ? Status::interrupted : Status::complete;
    began_ = now();
    jobs_ = work.jobs.count();
    jobs_done_ = 0;
    granted_ = 0;
    for (std::atomic<bool>& stop : stops_) stop = ends_;
    dealer_.begin(work, now());
}

void LocalDeal::end_jobs() {
    has_jobs_ = false;
    left_ = dealer_.take_rest();
    for (std::size_t i = 0; i < shares_.size(); ++i) shares_[i].handed_over += dealer_.members()[i].handed_over;
    if (status_ != Status::limit && left_.jobs.count() + left_.count() == 0) status_ = Status::complete;
}

} // namespace cerrado
