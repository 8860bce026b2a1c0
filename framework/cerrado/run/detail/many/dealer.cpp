#include <cerrado/run/detail/many/dealer.hpp>

#include <cerrado/core/detail/weighted_turns.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/run/detail/many/local_deal.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace cerrado {

namespace {

// A record's range of extensions can be cut, if it is not sliced. Stages that follow the range are a part of their own. A
// traversal whose own visit is still to be made stays whole.
struct Cuts {
    std::uint64_t extensions = 0;
    bool later_stages = false;

    explicit Cuts(std::uint32_t const* record) {
        std::uint32_t const first = record[record_first], end = record[record_end];
        if (end == ~0u || record[record_slices] != 1 || end <= first) return;
        extensions = end - first;
        later_stages = static_cast<JobOrigin>(record[record_origin]) == JobOrigin::left;
    }
    std::uint64_t parts() const { return std::max<std::uint64_t>(1, extensions + (later_stages ? 1 : 0)); }
};

} // namespace

WorkLeft no_work() {
    WorkLeft work;
    work.jobs = JobRanges(std::vector<JobRange>());
    return work;
}

std::uint64_t parts_in(WorkLeft const& work) { return work.jobs.count() + work.count(); }

void add_work(WorkLeft& to, WorkLeft const& work) {
    std::vector<JobRange> ranges = to.jobs.ranges();
    ranges.insert(ranges.end(), work.jobs.ranges().begin(), work.jobs.ranges().end());
    to.jobs = JobRanges(std::move(ranges));
    to.records.insert(to.records.end(), work.records.begin(), work.records.end());
    to.words = std::max(to.words, work.words);
}

void append_record(WorkLeft& to, std::uint32_t const* record, std::uint32_t words) {
    to.words = words;
    to.records.insert(to.records.end(), record, record + words);
}

void cut_records(WorkLeft& work, std::uint64_t wanted) {
    if (work.count() == 0 || work.count() >= wanted) return;
    std::uint64_t const each = (wanted + work.count() - 1) / work.count();
    WorkLeft cut;
    for (std::uint64_t i = 0; i < work.count(); ++i) {
        std::uint32_t const* const record = work.records.data() + i * work.words;
        Cuts const cuts(record);
        std::uint64_t const all = std::min(each, cuts.parts());
        std::uint64_t const parts = all - (all > 1 && cuts.later_stages ? 1 : 0); // of the extensions
        std::uint64_t const first = record[record_first];
        for (std::uint64_t part = 0; part < all; ++part) {
            append_record(cut, record, work.words);
            if (all == 1) continue;
            std::uint32_t* const own = cut.records.data() + cut.records.size() - work.words;
            own[record_first] = static_cast<std::uint32_t>(first + cuts.extensions * part / parts);
            own[record_end] = static_cast<std::uint32_t>(first + cuts.extensions * std::min(part + 1, parts) / parts);
            if (part < parts) own[record_origin] = static_cast<std::uint32_t>(JobOrigin::donated);
        }
    }
    work.records = std::move(cut.records);
}

std::vector<std::vector<JobRange>> deal_in_turns(std::vector<JobRange> const& jobs, std::size_t shares,
                                                 std::uint64_t piece) {
    std::vector<std::vector<JobRange>> dealt(shares);
    std::uint64_t number = 0; // the number of the next job
    for (JobRange const& range : jobs) {
        for (std::uint64_t at = 0; at < range.count;) {
            std::uint64_t const count = std::min(piece - number % piece, range.count - at);
            std::vector<JobRange>& share = dealt[number / piece % shares];
            if (!share.empty() && share.back().first + share.back().count == range.first + at) {
                share.back().count += count;
            } else {
                share.push_back({range.first + at, count});
            }
            number += count;
            at += count;
        }
    }
    return dealt;
}

namespace {

// In seconds. A device that is asked to end its part stops for some milliseconds.
constexpr double least_patience = 0.01;
constexpr double most_patience = 1;
constexpr double least_part = 0.002; // as a part of the run's time; see leave()
constexpr double never = std::numeric_limits<double>::infinity();
constexpr std::uint64_t most_records = 1 << 16; // the most records after cutting

} // namespace

Dealer::Dealer(std::size_t members, DealPolicy policy)
    : policy_(policy),
      workers_(members, 1),
      members_(members),
      rest_(no_work()) {}

int Dealer::workers_of_all() const { return std::accumulate(workers_.begin(), workers_.end(), 0); }

void Dealer::begin(WorkLeft const& work, double now) {
    for (Member& member : members_) {
        member = {.is_gone = member.is_gone, .dry_patience = least_patience};
    }
    rest_ = no_work();
    patience_ = least_patience;
    began_ = asked_at_ = now;
    std::vector<std::size_t> to;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        if (!members_[i].is_gone) to.push_back(i);
    }
    all_parts_ = std::max<std::uint64_t>(1, parts_in(work));
    pool_.clear();
    if (to.empty()) return;
    std::vector<JobRange> const jobs = work.jobs.ranges();
    bool const is_guided = policy_ == DealPolicy::guided && work.jobs.count() > 0;
    double const dealt = is_guided ? static_cast<double>(work.count()) / static_cast<double>(all_parts_) : 1;
    hand_out(work, deal_first(jobs, to.size()), to, std::vector<double>(to.size(), 1.0), dealt);
    if (is_guided) pool_ = jobs;
    if (pool_.empty() && !members_[to.front()].share) members_[to.front()].share = no_work();
}

std::vector<std::vector<JobRange>> Dealer::deal_first(std::vector<JobRange> const& jobs, std::size_t shares) const {
    constexpr std::uint64_t chunk = 64;
    switch (policy_) {
    case DealPolicy::guided: return std::vector<std::vector<JobRange>>(shares);
    case DealPolicy::round_robin: return deal_in_turns(jobs, shares, 1);
    case DealPolicy::chunked: return deal_in_turns(jobs, shares, chunk);
    case DealPolicy::even:
        return deal_in_turns(jobs, shares, std::max<std::uint64_t>(1, (JobRanges(jobs).count() + shares - 1) / shares));
    case DealPolicy::hand_over: break;
    }
    return deal_jobs(jobs, std::vector<double>(shares, 1.0));
}

// Returns: the member's part of the jobs if all end together: by speed once all speeds are known.
double Dealer::fair_part(std::size_t member) const {
    double members = 0, speeds = 0;
    bool are_known = true;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        if (members_[i].is_gone) continue;
        ++members;
        speeds += speed(i);
        are_known = are_known && speed(i) > 0;
    }
    return are_known ? speed(member) / speeds : 1 / members;
}

// For the policy guided: the member gets half of its fair part of the remaining jobs, and far less until its speed is
// known: the others would wait for a slow one. A helping has several jobs for each worker of the device.
void Dealer::give_helping(std::size_t member) {
    constexpr double usual = 1. / 2, first = 1. / 32; // of the fair part
    JobRanges const pool(pool_);
    std::uint64_t const all = pool.count();
    std::uint64_t const least = 4 * static_cast<std::uint64_t>(std::max(1, workers_[member]));
    double const wanted = static_cast<double>(all) * fair_part(member) * (speed(member) > 0 ? usual : first);
    std::uint64_t const helping = std::max(least, static_cast<std::uint64_t>(wanted));
    std::vector<std::vector<JobRange>> jobs(1, pool_);
    pool_.clear();
    if (helping < all) {
        auto dealt = deal_jobs(jobs[0], {static_cast<double>(helping), static_cast<double>(all - helping)});
        jobs[0] = std::move(dealt[0]);
        pool_ = std::move(dealt[1]);
    }
    double const part = static_cast<double>(JobRanges(jobs[0]).count()) / static_cast<double>(all_parts_);
    hand_out(no_work(), std::move(jobs), {member}, {1.0}, part);
}

// Returns: the part of the predicted work that the member does in a second; 0 if it is not known.
double Dealer::speed(std::size_t member) const {
    Member const& one = members_[member];
    return one.seconds > 0 ? one.done / one.seconds : 0;
}

void Dealer::deal(WorkLeft const& work, std::vector<std::size_t> const& to, double weight) {
    std::vector<double> weights;
    for (std::size_t const member : to) weights.push_back(speed(member));
    if (std::ranges::min(weights) <= 0) std::ranges::fill(weights, 1.0);
    hand_out(work, deal_jobs(work.jobs.ranges(), weights), to, weights, weight);
}

// `jobs`: the jobs of each member. `weight`: the part of the predicted work that `records` and `jobs` hold together.
void Dealer::hand_out(WorkLeft const& records, std::vector<std::vector<JobRange>> jobs,
                      std::vector<std::size_t> const& to, std::vector<double> const& weights, double weight) {
    std::uint64_t workers = 0;
    for (std::size_t const member : to) workers += static_cast<std::uint64_t>(std::max(1, workers_[member]));
    WorkLeft cut;
    cut.words = records.words;
    cut.records = records.records;
    cut_records(cut, std::min(workers, most_records));
    std::vector<WorkLeft> shares(to.size(), no_work());
    WeightedTurns turns(weights);
    for (std::uint64_t i = 0; i < cut.count(); ++i) {
        append_record(shares[turns.next()], cut.records.data() + i * cut.words, cut.words);
    }
    double all = 0;
    for (std::size_t i = 0; i < to.size(); ++i) {
        shares[i].jobs = JobRanges(std::move(jobs[i]));
        all += static_cast<double>(parts_in(shares[i]));
    }
    for (std::size_t i = 0; i < to.size(); ++i) {
        std::uint64_t const parts = parts_in(shares[i]);
        if (parts == 0) continue;
        Member& member = members_[to[i]];
        member.share_weight += weight * static_cast<double>(parts) / all;
        if (!member.share) member.share = no_work();
        add_work(*member.share, shares[i]);
    }
}

std::optional<WorkLeft> Dealer::take(std::size_t member, double now) {
    Member& one = members_[member];
    if (!one.share && !pool_.empty()) give_helping(member);
    if (!one.share) return std::nullopt;
    one.works = true;
    one.is_asked = false;
    one.since = now;
    one.jobs = one.jobs_left = one.share->jobs.count();
    one.dry_since = one.jobs == 0 ? now : never;
    one.part = 0;
    one.weight = std::exchange(one.share_weight, 0);
    one.taken = *std::exchange(one.share, std::nullopt);
    return one.taken;
}

void Dealer::report(std::size_t member, std::uint64_t jobs_left, double part, double now) {
    Member& one = members_[member];
    if (jobs_left == 0 && one.jobs_left > 0) one.dry_since = now;
    one.jobs_left = jobs_left;
    one.part = std::clamp(part, 0.0, 1.0);
}

void Dealer::leave(std::size_t member, WorkLeft const& work, bool run_ends, double now) {
    Member& one = members_[member];
    bool const was_asked = std::exchange(one.is_asked, false);
    one.works = false;
    one.seconds += now - one.since;
    if (parts_in(work) == 0) one.part = 1;
    double const weight_left = one.weight * (1 - one.part);
    one.done += one.weight * one.part;
    one.weight = one.part = 0;
    one.taken = no_work();
    if (parts_in(work) == 0) return;
    if (run_ends) return add_work(rest_, work);
    std::vector<std::size_t> idle;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        if (!members_[i].is_gone && !members_[i].works && !members_[i].share) idle.push_back(i);
    }
    if (idle.empty()) idle.push_back(member); // all members have got a share of a lost device's work
    std::uint64_t const before = parts_in(work), traversals = work.count();
    deal(work, idle, weight_left);
    if (!was_asked) return;
    // If little could be handed over or cut, the others wait longer before they ask again.
    std::optional<WorkLeft> const& own = members_[member].share;
    std::uint64_t const kept = own ? parts_in(*own) : 0;
    one.handed_over += before > kept ? before - kept : 0;
    bool const is_shared =
        std::ranges::count_if(idle, [&](std::size_t i) { return members_[i].share.has_value(); }) > 1;
    bool const is_cut = own && own->count() >= 2 * traversals;
    if (is_cut) one.dry_patience = std::min(one.dry_patience, std::max(most_patience, least_part * (now - began_)));
    double const cost = now - one.asked_at;
    patience_ = std::clamp(is_shared || is_cut ? 4 * cost : 4 * patience_, least_patience, most_patience);
}

void Dealer::go(std::size_t member, double now) {
    Member& one = members_[member];
    one.is_gone = true;
    WorkLeft work = one.share ? *std::exchange(one.share, std::nullopt) : no_work();
    double weight = std::exchange(one.share_weight, 0);
    if (std::exchange(one.works, false)) {
        add_work(work, std::exchange(one.taken, no_work()));
        weight += std::exchange(one.weight, 0);
        one.seconds += now - one.since;
    }
    if (parts_in(work) == 0) return;
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        if (!members_[i].is_gone) others.push_back(i);
    }
    deal(work, others, weight);
}

// Returns: whether the member's work is likely to last so long that stopping it pays. If all its jobs are begun, the
// longest of them is expected to take as long again as it has taken since then.
bool Dealer::pays(Member const& member, double now) const {
    if (member.jobs_left == 0) return now - member.dry_since >= patience_;
    double const begun = static_cast<double>(member.jobs - member.jobs_left);
    return begun == 0 || (now - member.since) * static_cast<double>(member.jobs_left) / begun >= 2 * patience_;
}

// Returns: the working member with the most jobs left. Nothing if no member waits for work, or if a member is asked
// already, because the work that it leaves may be enough for all.
std::optional<std::size_t> Dealer::whom_others_wait_for() const {
    bool const anyone_waits =
        std::ranges::any_of(members_, [](Member const& one) { return !one.is_gone && !one.works && !one.share; });
    if (!anyone_waits) return std::nullopt;
    std::optional<std::size_t> most;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        Member const& one = members_[i];
        if (!one.works) continue;
        if (one.is_asked) return std::nullopt;
        if (!most || one.jobs_left > members_[*most].jobs_left) most = i;
    }
    return most;
}

// Returns: the member that has worked on its last jobs for the longest time, if this time exceeds the member's
// patience; else nothing.
std::optional<std::size_t> Dealer::who_is_dry(double now) const {
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        Member const& one = members_[i];
        if (!one.works || one.is_asked || workers_[i] < 2 || now - one.dry_since < one.dry_patience) continue;
        if (!first || one.dry_since < members_[*first].dry_since) first = i;
    }
    return first;
}

std::optional<std::size_t> Dealer::ask(double now) {
    if (policy_ != DealPolicy::hand_over) return std::nullopt;
    std::optional<std::size_t> member = whom_others_wait_for();
    bool const is_early = now - asked_at_ < patience_ || (member && now - members_[*member].since < patience_);
    if (member && !is_early && pays(members_[*member], now)) {
        asked_at_ = now;
    } else if ((member = who_is_dry(now))) {
        members_[*member].dry_patience *= 2; // all its workers may be busy, so it is stopped less often
    } else {
        return std::nullopt;
    }
    members_[*member].is_asked = true;
    members_[*member].asked_at = now;
    return member;
}

bool Dealer::is_over() const {
    return pool_.empty() && std::ranges::none_of(members_, [](Member const& one) { return one.works || one.share; });
}

WorkLeft Dealer::take_rest() {
    for (Member& one : members_) {
        if (one.share) add_work(rest_, *std::exchange(one.share, std::nullopt));
    }
    if (!pool_.empty()) {
        WorkLeft pool = no_work();
        pool.jobs = JobRanges(std::exchange(pool_, {}));
        add_work(rest_, pool);
    }
    return std::exchange(rest_, no_work());
}

double Dealer::share_done() const {
    return std::accumulate(members_.begin(), members_.end(), 0.0,
                           [](double sum, Member const& one) { return sum + one.done + one.part * one.weight; });
}

using namespace std::chrono_literals;

LocalDeal::LocalDeal(std::vector<DeviceName> devices, std::vector<std::string> const& names, std::size_t here,
                     DealPolicy policy)
    : devices_(std::move(devices)),
      here_(here),
      stops_(devices_.size()),
      dealer_(devices_.size(), policy),
      workers_of_all_(dealer_.workers_of_all()),
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

// Waits until all members whose program has not ended have called it with the same `what`.
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
        throw InputError("the processes do different runs: " + both + "; give all the same graph and options");
    }
    throw Error("the devices wait for different steps of the run, " + both + " (please report this)");
}

// The sum of the workers stays as it is until all arrive again, though the first of them tells its workers for the next step
// before the last has read the sum for this one.
void LocalDeal::pass() {
    workers_of_all_ = dealer_.workers_of_all();
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

// Returns: whether the run can go on without the member. At least one member of this process must stay, to add up the
// results of all.
bool LocalDeal::others_work(std::size_t member) const {
    for (std::size_t i = 0; i < here_; ++i) {
        if (i != member && !dealer_.members()[i].is_gone) return true;
    }
    return false;
}

// Returns: whether the run can go on without a device that failed. If the device has counted something, the others must
// have its result.
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
            is_begun_ = true; // at least one member works, so that there is a result
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
    MemoryUse const before = std::exchange(share.use, result.device).memory;
    keep_larger(share.use.memory, before);
    share.jobs += result.roots.done;
    share.busy_seconds += result.seconds.prepare + result.seconds.run;
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

// If the member that calls make() fails, the next member calls it.
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

// Ends the jobs under way before all of them are done.
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
