#include <cerrado/run/many/dealer.hpp>

#include <cerrado/core/weighted_turns.hpp>
#include <cerrado/run/many/work_shares.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace cerrado {

namespace {

// A device that is asked to end its part stops for some milliseconds.
constexpr double least_patience = 0.01;
constexpr double most_patience = 1;
constexpr double least_part = 0.002; // of a run, between two stops of a device at its last jobs
constexpr double never = std::numeric_limits<double>::infinity();
constexpr std::uint64_t most_records = 1 << 16; // that are made by cutting

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

// Guided: a share of half of what would be the member's part of what is left. Helpings are not so small that the workers
// of a device would not all have a job.
void Dealer::give_helping(std::size_t member) {
    JobRanges const pool(pool_);
    std::uint64_t const all = pool.count();
    auto const there =
        static_cast<std::uint64_t>(std::ranges::count_if(members_, [](Member const& one) { return !one.is_gone; }));
    std::uint64_t const least = 4 * static_cast<std::uint64_t>(std::max(1, workers_[member]));
    std::uint64_t const helping = std::max(least, all / (2 * there));
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

// Returns: how much of the predicted work it does in a second; 0: nobody knows.
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

// `jobs`: for each member. `weight`: the part of the predicted work in all of this.
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
    if (idle.empty()) idle.push_back(member); // all have got a share of one that is gone, this one, too
    std::uint64_t const before = parts_in(work), traversals = work.count();
    deal(work, idle, weight_left);
    if (!was_asked) return;
    // Where little could be handed over or cut, others wait longer before they ask again.
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

// Whether a member is likely to work for so long that it pays to stop it. Without jobs left, the longest of those under
// way may take as long again as it has taken since.
bool Dealer::pays(Member const& member, double now) const {
    if (member.jobs_left == 0) return now - member.dry_since >= patience_;
    double const begun = static_cast<double>(member.jobs - member.jobs_left);
    return begun == 0 || (now - member.since) * static_cast<double>(member.jobs_left) / begun >= 2 * patience_;
}

// The one that works and has the most jobs left; nothing if nobody waits, or one is asked already: what it leaves may be
// enough for all.
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

// The one that has been at its last jobs for longest, if that is long.
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
        members_[*member].dry_patience *= 2; // its workers may all be busy: then stops must cost little
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

} // namespace cerrado
