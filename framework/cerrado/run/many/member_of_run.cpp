// What a device's thread does in a shared run.
#include <cerrado/run/many/shared_run_state.hpp>

#include <cerrado/core/error.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace cerrado {

using namespace std::chrono_literals;

bool MemberOfRun::is_first() const {
    SharedRunState::Lock const lock(run_.mutex_);
    return run_.first_member() == index_;
}

int MemberOfRun::workers_of_all() const { return run_.dealer_.workers_of_all(); }

bool MemberOfRun::has_several_kinds() const {
    auto const& devices = run_.asked_.devices;
    return std::ranges::any_of(devices, [&](DeviceName const& one) { return one.kind != devices.front().kind; });
}

void MemberOfRun::begin(std::string const& what, WorkLeft work) {
    SharedRunState::Lock lock(run_.mutex_);
    if (run_.arrived_ == 0) run_.what_ = what;
    run_.differs_ = run_.differs_ || run_.what_ != what;
    run_.wait_for_all(lock);
    if (run_.differs_) {
        throw Error("the devices came to different runs, '" + what + "' on one of them (please report this)");
    }
    if (!run_.has_jobs_) run_.begin_jobs(std::move(work));
    run_.is_at_jobs_[index_] = 1;
}

std::optional<WorkLeft> MemberOfRun::next() {
    SharedRunState::Lock lock(run_.mutex_);
    for (;;) {
        if (run_.ends_ && run_.is_begun_) return std::nullopt;
        if (std::optional<WorkLeft> work = run_.dealer_.take(index_, run_.now())) {
            run_.is_begun_ = true; // one member works in any case, so that there is a result
            stop_ = run_.ends_;
            return work;
        }
        if (run_.dealer_.is_over()) return std::nullopt;
        run_.ask_for_work();
        run_.changed_.wait_for(lock, 1ms);
    }
}

void MemberOfRun::report(Progress const& progress, double part) {
    SharedRunState::Lock const lock(run_.mutex_);
    run_.progress_[index_] = progress;
    run_.dealer_.report(index_, progress.roots_given - std::min(progress.roots_given, progress.roots_done), part,
                        run_.now());
    run_.ask_for_work();
}

void MemberOfRun::leave(WorkLeft work, RunResult const& result) {
    SharedRunState::Lock const lock(run_.mutex_);
    run_.jobs_done_ += result.roots.done;
    run_.delivered_ += std::exchange(run_.progress_[index_], {}).delivered;
    DeviceShare& share = run_.shares_[index_];
    share.use = result.device;
    share.jobs += result.roots.done;
    share.busy_seconds += result.seconds.prepare + result.seconds.run;
    share.peak_bytes = std::max(share.peak_bytes, result.memory.peak_bytes);
    ++share.parts;
    if (result.status == Status::deadline || result.status == Status::limit) run_.stop_all(result.status);
    stop_ = run_.ends_;
    run_.dealer_.leave(index_, std::move(work), run_.ends_, run_.now());
    run_.changed_.notify_all();
}

bool MemberOfRun::lose(std::string const& why) {
    SharedRunState::Lock const lock(run_.mutex_);
    if (run_.told_to_end_ || !run_.others_work(index_)) return false;
    run_.shares_[index_].note = why;
    run_.progress_[index_] = {};
    run_.dealer_.go(index_, run_.now());
    run_.changed_.notify_all();
    return true;
}

std::vector<void const*> MemberOfRun::exchange(void const* mine) {
    SharedRunState::Lock lock(run_.mutex_);
    run_.given_[index_] = mine;
    run_.wait_for_all(lock);
    if (run_.has_jobs_) run_.end_jobs();
    std::vector<void const*> given;
    std::ranges::copy_if(run_.given_, std::back_inserter(given), [](void const* one) { return one != nullptr; });
    return given;
}

void MemberOfRun::leave_exchange() {
    SharedRunState::Lock lock(run_.mutex_);
    run_.wait_for_all(lock);
    run_.given_[index_] = nullptr;
    run_.is_at_jobs_[index_] = 0;
}

WorkLeft const& MemberOfRun::left() const { return run_.left_; }
Status MemberOfRun::status() const { return run_.status_; }
double MemberOfRun::seconds_of_jobs() const { return run_.now() - run_.began_; }

std::uint64_t MemberOfRun::grant(std::uint64_t subgraphs, std::uint64_t limit) {
    SharedRunState::Lock const lock(run_.mutex_);
    std::uint64_t const granted = std::min(subgraphs, limit - std::min(limit, run_.granted_));
    run_.granted_ += granted;
    return granted;
}

void MemberOfRun::call(std::function<void()> const& what) { run_.call(what); }

// If the one that makes it fails, the next does.
std::vector<std::int64_t> MemberOfRun::agree(std::function<std::vector<std::int64_t>()> const& make) {
    SharedRunState::Lock lock(run_.mutex_);
    for (;;) {
        run_.wait_for_all(lock);
        run_.agreed_.reset();
        run_.wait_for_all(lock);
        if (run_.first_member() == index_) {
            lock.unlock();
            std::vector<std::int64_t> made = make();
            lock.lock();
            run_.agreed_ = std::move(made);
        }
        run_.wait_for_all(lock);
        if (run_.agreed_) return *run_.agreed_;
    }
}

} // namespace cerrado
