// The conductor is the work of the thread that called run() while workers enumerate: it empties the store, shows
// progress, and balances the load. It is the same for every backend.
#pragma once

#include <cerrado/run/detail/conduct/balancer.hpp>
#include <cerrado/run/detail/conduct/store_ring.hpp>
#include <cerrado/run/detail/session/session.hpp>

#include <functional>

namespace cerrado {

// An enumeration in flight, as a backend hands it to the conductor.
class Enumeration {
public:
    virtual ~Enumeration() = default;

    // Later launches belong to this round: all its jobs are to be handed out, and nothing is donated yet.
    virtual void begin_round(int round) = 0;
    // Starts all workers and returns at once. With only_donates they only serve the requests and save their traversals
    // again.
    virtual void launch(bool only_donates) = 0;
    // Returns: whether a launch waits for earlier launches by itself.
    virtual bool launches_ahead() const = 0;
    // Waits until all workers have ended. Calls `meanwhile` now and then; if it returns true (it is busy), calls it
    // again at once. Rethrows what a worker threw.
    virtual void wait(std::function<bool()> const& meanwhile) = 0;
    // Returns: the last round in which a job noted a change, counted from 1; 0 if there was none. Requires: all workers
    // have ended.
    virtual std::uint64_t last_change() const = 0;
    virtual void stop() = 0; // hands out no more jobs; jobs under way stay unfinished

    virtual std::uint32_t const* activity() const = 0; // see pack_activity()
    virtual QueueState queues() = 0;
    virtual void ask(std::span<std::uint32_t const> requests) = 0; // by worker: ranges to give away, or request_pause
};

class Conductor {
public:
    Conductor(RunSession const& session, StoreBlocks* store, std::size_t workers, Monitor& monitor);

    // Conducts the enumeration from the first launch to the end of the last launch. If a worker, the sink or a callback
    // throws, it rethrows the exception when all workers have ended.
    BalanceUse conduct(Enumeration& enumeration);

private:
    void conduct_round(Enumeration& enumeration);
    bool is_past_last(Enumeration const& enumeration, int round) const;
    bool watch(Enumeration& enumeration);
    bool deliver(bool ended);
    void deliver_rest(Enumeration& enumeration);
    void report_progress(Enumeration& enumeration);
    double share_of_work(std::uint64_t taken) const;
    void balance(Enumeration& enumeration);
    void finish_pause(Enumeration& enumeration);
    void stop(Enumeration& enumeration);

    RunSession const& session_;
    RunOptions const& options_;
    Monitor& monitor_;
    StoreConsumer consumer_;
    Balancer balancer_;
    std::vector<std::uint32_t> const all_pause_;
    Stopwatch running_;
    Stopwatch since_pause_;
    double next_report_ = 0;
    bool paused_ = false;
    bool stopped_ = false;
    BalanceUse use_;
};

} // namespace cerrado
