// The dealer gives shares of the remaining work to the members of a run when they need them.
#pragma once

#include <cerrado/run/balance.hpp>
#include <cerrado/run/detail/parts/work_left.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace cerrado {

// The work that a dealer adds, cuts and divides.

WorkLeft no_work();
std::uint64_t parts_in(WorkLeft const& work); // the number of jobs and records
void add_work(WorkLeft& to, WorkLeft const& work);
void append_record(WorkLeft& to, std::uint32_t const* record, std::uint32_t words);

// Cuts the ranges of extensions of donated traversals until there are about `wanted` records, or until no range can be
// cut further.
void cut_records(WorkLeft& work, std::uint64_t wanted);

// Deals jobs to the shares in turns, `piece` jobs at a time. Requires: both numbers are above 0.
std::vector<std::vector<JobRange>> deal_in_turns(std::vector<JobRange> const& jobs, std::size_t shares,
                                                 std::uint64_t piece);

// The dealer of a run on several devices. It decides which device does which work. It uses no device, thread or clock
// itself: the caller tells it each event and its time, and its answers follow from these alone.
//
// With the policy hand_over all jobs are dealt at the start, and each device gets heavy and light jobs. A device that
// has done its share waits. Then the dealer asks the device with the most jobs left to end its part. The work that this
// device leaves, jobs and traversals under way, is dealt again. A device that has begun all its jobs, but works on the
// last of them for long, has idle workers. The dealer asks it, too, and cuts the work that it leaves for all its
// workers. See DealPolicy for other policies.

class Dealer {
public:
    // A device and its work.
    struct Member {
        bool is_gone = false;               // the device takes no more work
        std::optional<WorkLeft> share = {}; // dealt, but not taken yet
        double share_weight = 0;            // the part of the predicted work in `share`
        WorkLeft taken = {};                // the share that it took last
        bool works = false;                 // true while it works on `taken`
        bool is_asked = false;              // asked to end its part
        double asked_at = 0;                // when it was asked
        double since = 0;                   // when it took `taken`
        std::uint64_t jobs = 0;             // the number of jobs in `taken`
        std::uint64_t jobs_left = 0;        // jobs not begun, by its last report
        double dry_since = 0;               // when it first reported that all are begun
        double dry_patience = 0;            // seconds after dry_since without a question
        double weight = 0;                  // the part of the predicted work in `taken`
        double part = 0;                    // how much of `weight` is done, from 0 to 1
        double done = 0;                    // the predicted work done in earlier shares
        double seconds = 0;                 // seconds of work on earlier shares
        std::uint64_t handed_over = 0;      // jobs and traversals that it left to others
    };

    explicit Dealer(std::size_t members, DealPolicy policy = DealPolicy::hand_over);

    // `workers`: about how many workers the member has.
    void set_workers(std::size_t member, int workers) { workers_[member] = workers; }
    int workers_of_all() const;

    // Deals all work among the members that are not gone. The first of them always gets a share.
    void begin(WorkLeft const& work, double now);

    // Returns: the member's share, if it has one.
    std::optional<WorkLeft> take(std::size_t member, double now);

    // A member that works reports its progress. `jobs_left`: jobs that it has not begun. `part`: how much of its share
    // is done, from 0 to 1.
    void report(std::size_t member, std::uint64_t jobs_left, double part, double now);

    // The member has ended its share, and leaves `work` undone. This work is dealt among the members without work,
    // unless the run is to end.
    void leave(std::size_t member, WorkLeft const& work, bool run_ends, double now);

    // The member gets no more work. The others do all of its present share, because the results of a lost share do not
    // count. Requires: another member is not gone, or this member has no work.
    void go(std::size_t member, double now);

    // Returns: the member that must end its part now, so that its work can be divided anew; nothing if no member must.
    std::optional<std::size_t> ask(double now);

    bool is_over() const;      // true if no member works or has a share to take
    WorkLeft take_rest();      // all dealt work, and the work left when the run had to end
    double share_done() const; // the part of the predicted work that is done

    std::vector<Member> const& members() const { return members_; }

private:
    std::vector<std::vector<JobRange>> deal_first(std::vector<JobRange> const& jobs, std::size_t shares) const;
    void deal(WorkLeft const& work, std::vector<std::size_t> const& to, double weight);
    void hand_out(WorkLeft const& records, std::vector<std::vector<JobRange>> jobs, std::vector<std::size_t> const& to,
                  std::vector<double> const& weights, double weight);
    void give_helping(std::size_t member);
    double speed(std::size_t member) const;
    double fair_part(std::size_t member) const;
    bool pays(Member const& member, double now) const;
    std::optional<std::size_t> whom_others_wait_for() const;
    std::optional<std::size_t> who_is_dry(double now) const;

    DealPolicy const policy_;
    std::vector<int> workers_;
    std::vector<Member> members_;
    std::vector<JobRange> pool_;  // guided: jobs that no member has got yet
    std::uint64_t all_parts_ = 1; // jobs and records at the beginning of the run
    WorkLeft rest_;
    double patience_ = 0; // seconds for which nobody asks a member to end its share
    double began_ = 0;
    double asked_at_ = 0; // when a member was last asked because others wait
};

} // namespace cerrado
