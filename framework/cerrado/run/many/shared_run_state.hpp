// What the devices of a shared run have in common. Everything that is shared is behind one mutex.
#pragma once

#include <cerrado/core/clock.hpp>
#include <cerrado/run/many/dealer.hpp>
#include <cerrado/run/many/shared_run.hpp>

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>

namespace cerrado {

class SharedRunState {
public:
    explicit SharedRunState(RunOptions const& asked);
    void run(std::function<void(RunOptions const&)> const& program);
    std::vector<DeviceShare> const& shares() const { return shares_; }

private:
    friend class MemberOfRun;
    using Lock = std::unique_lock<std::mutex>;

    // What a device's thread wants the calling thread to do.
    struct Call {
        std::function<void()> const& what;
        std::exception_ptr failure;
        bool done = false;
    };

    RunOptions options_of(std::size_t member);
    template <class R, class... Arguments> void of_first(std::size_t member, std::function<R(Arguments...)>& function);
    void call(std::function<void()> const& what);
    void work(std::size_t member, std::function<void(RunOptions const&)> const& program);
    void serve();
    void serve_calls(Lock& lock);
    void show_progress(Lock& lock);
    void wait_for_all(Lock& lock);
    void end(std::size_t member, std::exception_ptr const& failure);
    bool others_work(std::size_t member) const;
    bool leave_out(std::size_t member, std::exception_ptr const& failure);
    std::size_t first_member() const;
    void stop_all(Status why);
    void ask_for_work();
    void begin_jobs(WorkLeft work);
    void end_jobs();
    double now() const { return watch_.seconds(); }

    RunOptions const& asked_;
    std::deque<MemberOfRun> members_;
    Dealer dealer_;
    Stopwatch watch_;

    std::mutex mutex_;
    std::condition_variable changed_; // there is work, or a member came, or a call was done
    std::condition_variable asks_;    // something for the calling thread
    std::deque<Call*> calls_;
    std::size_t running_;        // members whose program has not ended
    std::size_t arrived_ = 0;    // of them, where each waits for all
    std::uint64_t passed_ = 0;   // how often all have come
    std::exception_ptr failure_; // the first
    bool told_to_end_ = false;   // whatever runs
    bool refuses_calls_ = false; // the calling thread does not serve any more
    std::mutex device_sink_mutex_;
    std::vector<DeviceShare> shares_;
    std::optional<std::vector<std::int64_t>> agreed_;
    double shown_ = 0; // when progress was shown

    // The jobs that are shared just now.
    bool has_jobs_ = false;
    bool ends_ = false; // before all are done
    bool differs_ = false;
    bool is_begun_ = false; // by anybody
    Status status_ = Status::complete;
    std::string what_;
    WorkLeft left_;
    std::vector<char> is_at_jobs_;   // by member: what it has counted is not exchanged yet
    std::vector<void const*> given_; // by each member
    std::vector<Progress> progress_; // of each member's share just now
    double began_ = 0;
    std::uint64_t jobs_ = 0;
    std::uint64_t jobs_done_ = 0; // in shares before
    std::uint64_t granted_ = 0;   // subgraphs, of a limit
    std::uint64_t delivered_ = 0; // in shares before, of all runs
};

} // namespace cerrado
