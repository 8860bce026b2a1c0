// The deal of a run whose members are in this process or reach it through clerks; see distant_deal.hpp. One mutex
// protects all shared data.
#pragma once

#include <cerrado/core/detail/clock.hpp>
#include <cerrado/run/detail/many/deal.hpp>
#include <cerrado/run/detail/many/dealer.hpp>

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace cerrado {

class LocalDeal final : public Deal {
public:
    // `devices`: the device of each member. `names`: the devices' names. The first `here` members are in this process.
    LocalDeal(std::vector<DeviceName> devices, std::vector<std::string> const& names, std::size_t here,
              DealPolicy policy);

    std::atomic<bool>& stop(std::size_t member) override { return stops_[member]; }
    void arrive(std::size_t member, int workers) override;
    bool end(std::size_t member, std::exception_ptr const& failure) override;
    bool is_first(std::size_t member) const override;
    int workers_of_all() const override { return workers_of_all_; } // those of the last arrive() of all members
    bool has_several_kinds() const override;
    bool has_several_processes() const override { return here_ != devices_.size(); }
    void begin(std::size_t member, std::string const& what, WorkLeft work) override;
    std::optional<WorkLeft> next(std::size_t member) override;
    void report(std::size_t member, Progress const& progress, double part) override;
    void leave(std::size_t member, WorkLeft work, RunResult const& result) override;
    bool lose(std::size_t member, std::string const& why) override;
    std::vector<ResultOfMember> exchange(std::size_t member, MemberResult const& mine) override;
    void leave_exchange(std::size_t member, std::function<std::string()> const& sum) override;
    WorkLeft const& left(std::size_t) const override { return left_; }
    Status status(std::size_t) const override { return status_; }
    double seconds_of_jobs(std::size_t) const override { return now() - began_; }
    std::uint64_t grant(std::size_t member, std::uint64_t subgraphs, std::uint64_t limit) override;
    std::vector<std::int64_t> agree(std::size_t member, std::string const& what,
                                    std::function<std::vector<std::int64_t>()> const& make) override;
    void interrupt() override;
    std::vector<DeviceShare> shares() const; // the work that each device did
    std::optional<Progress> progress() const override;

    // A member in another process gives its result as bytes, and waits for the sum of all results. Returns: the sum;
    // null if this process failed to make it.
    std::shared_ptr<std::string const> exchange_bytes(std::size_t member, std::optional<std::string> mine);

private:
    using Lock = std::unique_lock<std::mutex>;
    static constexpr char const* the_end = "the end"; // the step of a program that has ended

    void wait_for_all(Lock& lock, std::string const& what);
    void come_apart(std::string const& other);
    [[noreturn]] void throw_apart() const;
    void pass();
    bool others_work(std::size_t member) const;
    bool leave_out(std::size_t member, std::exception_ptr const& failure);
    std::size_t first_member() const;
    void tell_to_end();
    void stop_all(Status why);
    void ask_for_work();
    void begin_jobs(WorkLeft const& work);
    void end_jobs();
    double now() const { return watch_.seconds(); }

    std::vector<DeviceName> const devices_;
    std::size_t const here_;
    std::deque<std::atomic<bool>> stops_; // by member
    Dealer dealer_;
    int workers_of_all_; // when all had arrived; the members read it without the mutex
    Stopwatch watch_;

    mutable std::mutex mutex_;
    std::condition_variable changed_;    // notified when there is work or a member arrives
    std::size_t running_;                // members whose program has not ended
    std::size_t arrived_ = 0;            // members that wait in wait_for_all()
    std::uint64_t passed_ = 0;           // how often all members have arrived
    std::string what_;                   // the step for which they arrive
    std::string other_;                  // another step for which a member arrived, see apart_
    std::optional<std::uint64_t> apart_; // value of passed_ when the steps differed
    bool has_ended_ = false;             // true if a program has ended without a failure
    bool told_to_end_ = false;           // true if everything must end
    std::vector<DeviceShare> shares_;
    std::optional<std::vector<std::int64_t>> agreed_;

    // These describe the jobs that are being shared.
    bool has_jobs_ = false;
    bool ends_ = false;     // true if they end before all are done
    bool is_begun_ = false; // true if a member has begun them
    Status status_ = Status::complete;
    WorkLeft work_; // the work as members of this process describe it
    WorkLeft left_;
    std::vector<char> is_at_jobs_;                  // by member: true if its result is not exchanged yet
    std::vector<RunResult const*> given_;           // the result of each member of this process
    std::vector<std::optional<std::string>> bytes_; // the result of each member of another process
    std::shared_ptr<std::string const> sum_;        // the sum of all results, for members of other processes
    std::size_t distant_ = 0;                       // members of other processes that are exchanging
    std::vector<Progress> progress_;                // progress of each member's present share
    double began_ = 0;
    std::uint64_t jobs_ = 0;
    std::uint64_t jobs_done_ = 0; // jobs done in earlier shares
    std::uint64_t granted_ = 0;   // subgraphs granted within the limit
    std::uint64_t delivered_ = 0; // subgraphs of earlier shares of all runs
};

} // namespace cerrado
