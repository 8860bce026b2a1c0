// Who deals jobs to the members of a run: shares of the work that is left, by need.
#pragma once

#include <cerrado/run/conduct/balance.hpp>
#include <cerrado/run/parts/work_left.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace cerrado {

// Work as a dealer adds, cuts and divides it.

WorkLeft no_work();
std::uint64_t parts_in(WorkLeft const& work); // jobs and records
void add_work(WorkLeft& to, WorkLeft const& work);
void append_record(WorkLeft& to, std::uint32_t const* record, std::uint32_t words);

// Cuts the ranges of extensions of donated traversals, until there are about `wanted` records, or no range is left that
// can be cut.
void cut_records(WorkLeft& work, std::uint64_t wanted);

// Deals jobs in turns of `piece` jobs, one to each share. Requires: both numbers are above 0.
std::vector<std::vector<JobRange>> deal_in_turns(std::vector<JobRange> const& jobs, std::size_t shares,
                                                 std::uint64_t piece);

// The dealer of a run on several devices: which device has which work. It knows no device and no thread: it is told what
// happened and when, and its answers follow from that alone.
//
// The jobs are dealt at once, heavy and light ones to all. A device that has done its share waits. Then the dealer asks
// the one with the most jobs left to end its part; what that one leaves, jobs and traversals under way, is dealt again.
// A device that has begun all its jobs, and is at the last of them for long, has idle workers. It is asked as well: what
// it leaves is cut for all its workers. This is the policy hand_over; see DealPolicy for others.

class Dealer {
public:
    // A device and its work.
    struct Member {
        bool is_gone = false;               // it takes no more work
        std::optional<WorkLeft> share = {}; // dealt, and not taken yet
        double share_weight = 0;            // the part of the predicted work in that
        WorkLeft taken = {};                // what it works on
        bool works = false;                 // on a share that it took
        bool is_asked = false;              // to end it,
        double asked_at = 0;                // and when
        double since = 0;                   // when it took it
        std::uint64_t jobs = 0;             // in that
        std::uint64_t jobs_left = 0;        // that it has not begun, as it last said
        double dry_since = 0;               // when it said first that there are none,
        double dry_patience = 0;            // and for how long it is left alone then
        double weight = 0;                  // the part of the predicted work in what it took,
        double part = 0;                    // and how much of that is done
        double done = 0;                    // of the predicted work, in the shares before
        double seconds = 0;                 // that it worked on shares before
        std::uint64_t handed_over = 0;      // jobs and traversals that it left to others
    };

    explicit Dealer(std::size_t members, DealPolicy policy = DealPolicy::hand_over);

    // About how many workers the member has.
    void set_workers(std::size_t member, int workers) { workers_[member] = workers; }
    int workers_of_all() const;

    // Deals all work among the members that are not gone. The first gets a share in any case.
    void begin(WorkLeft const& work, double now);

    // Returns: the member's share, if it has one.
    std::optional<WorkLeft> take(std::size_t member, double now);

    // The member works, has not begun so many of its jobs, and has done this part of its share.
    void report(std::size_t member, std::uint64_t jobs_left, double part, double now);

    // The member ended its share, and leaves this. It is dealt among those without work, unless the run is to end.
    void leave(std::size_t member, WorkLeft const& work, bool run_ends, double now);

    // It gets no more work. Others do what it has, all of it: what it has done of its share does not count.
    // Requires: somebody else is not gone, or it has no work.
    void go(std::size_t member, double now);

    // Returns: the member that shall end its part now, because others wait.
    std::optional<std::size_t> ask(double now);

    bool is_over() const;      // nobody works, and no share waits for its member
    WorkLeft take_rest();      // all that is dealt, or was left when the run was to end
    double share_done() const; // of the predicted work

    std::vector<Member> const& members() const { return members_; }

private:
    std::vector<std::vector<JobRange>> deal_first(std::vector<JobRange> const& jobs, std::size_t shares) const;
    void deal(WorkLeft const& work, std::vector<std::size_t> const& to, double weight);
    void hand_out(WorkLeft const& records, std::vector<std::vector<JobRange>> jobs, std::vector<std::size_t> const& to,
                  std::vector<double> const& weights, double weight);
    void give_helping(std::size_t member);
    double speed(std::size_t member) const;
    bool pays(Member const& member, double now) const;
    std::optional<std::size_t> whom_others_wait_for() const;
    std::optional<std::size_t> who_is_dry(double now) const;

    DealPolicy const policy_;
    std::vector<int> workers_;
    std::vector<Member> members_;
    std::vector<JobRange> pool_;  // guided: jobs of which nobody has got a helping yet
    std::uint64_t all_parts_ = 1; // jobs and records, when the run began
    WorkLeft rest_;
    double patience_ = 0; // seconds for which a share is left alone
    double began_ = 0;
    double asked_at_ = 0; // when somebody was asked because others wait
};

} // namespace cerrado
