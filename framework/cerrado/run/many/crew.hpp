// The members of a shared run that are in this process: a thread for each device. The thread that began the run calls the
// caller's functions meanwhile.
#pragma once

#include <cerrado/run/many/deal.hpp>
#include <cerrado/run/many/shared_run.hpp>

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>

namespace cerrado {

class Crew {
public:
    // `first`: the number of the first device's member in the deal; the others follow.
    Crew(RunOptions const& asked, std::vector<DeviceName> devices, Deal& deal, std::size_t first);

    // Calls program(options) for each device. Rethrows what one threw, if the run cannot do without it.
    void run(std::function<void(RunOptions const&)> const& program);
    bool is_left_out() const { return left_out_ == devices_.size(); } // the others did all of it

private:
    friend class MemberOfRun;
    using Lock = std::unique_lock<std::mutex>;

    // What a device's thread wants the calling thread to do.
    struct Call {
        std::function<void()> const& what;
        std::exception_ptr failure;
        bool done = false;
    };

    RunOptions options_of(std::size_t device);
    template <class... Arguments> void of_first(std::size_t device, std::function<void(Arguments...)>& function);
    std::uint64_t mark();
    void observe(std::size_t device, BalanceObservation const& look);
    void call(std::function<void()> const& what);
    void work(std::size_t device, std::function<void(RunOptions const&)> const& program);
    void serve();
    void serve_calls(Lock& lock);
    void look_up(Lock& lock);

    RunOptions const& asked_;
    std::vector<DeviceName> const devices_;
    Deal& deal_;
    std::deque<MemberOfRun> members_; // by device

    std::mutex mutex_;
    std::condition_variable changed_; // a call was done
    std::condition_variable asks_;    // something for the calling thread
    std::deque<Call*> calls_;
    std::size_t running_;        // members whose program has not ended
    std::size_t left_out_ = 0;   // that failed, and the run did without them
    std::exception_ptr failure_; // the first
    bool is_interrupted_ = false;
    bool refuses_calls_ = false; // the calling thread does not serve any more
    std::mutex device_sink_mutex_, observer_mutex_;
    Stopwatch watch_;
    double shown_ = 0; // when progress was shown
};

} // namespace cerrado
