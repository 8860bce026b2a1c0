#include <cerrado/run/conduct/balance_plan.hpp>

#include <cerrado/core/error.hpp>

#include <algorithm>
#include <atomic>
#include <numeric>

namespace cerrado {

BalanceSizes balance_sizes(RunSession const& session, std::uint64_t workers, std::uint32_t carried_words) {
    BalanceSizes sizes;
    sizes.capacity = share_queue_capacity(workers);
    sizes.room = share_queue_room(workers);
    sizes.record_words = record_words(session.levels, carried_words);
    sizes.saves = saves_work(session.options);
    sizes.waits = session.options.balance.mechanism == BalanceMechanism::share;
    sizes.serves_unasked = sizes.waits && session.options.balance.serves_unasked;
    return sizes;
}

BalanceRef balance_ref(BalanceSizes const& sizes, BalanceMemory const& memory) {
    BalanceRef balance;
    balance.queue = {memory.records, memory.sequence, memory.tail,       memory.head,
                     sizes.capacity, sizes.room,      sizes.record_words};
    balance.requests = memory.requests;
    balance.activity = memory.activity;
    balance.pending = memory.pending;
    balance.donated = memory.donated;
    balance.donated_done = memory.donated_done;
    balance.left = memory.left;
    balance.saved = memory.saved;
    balance.saved_levels = memory.saved_levels;
    balance.enabled = true;
    balance.waits_for_work = sizes.waits;
    balance.serves_unasked = sizes.serves_unasked;
    return balance;
}

void empty_slots(std::span<std::uint64_t> sequence) { std::iota(sequence.begin(), sequence.end(), std::uint64_t{0}); }

Balancer::Balancer(BalanceOptions const& options, std::uint64_t jobs, std::size_t workers)
    : options_(options),
      jobs_(jobs),
      workers_(workers),
      requests_(workers) {
    states_.workers = workers_;
}

Decision const& Balancer::look(std::uint32_t const* activity, QueueState const& queues) {
    for (std::size_t i = 0; i < workers_.size(); ++i) {
        std::uint32_t const word =
            std::atomic_ref<std::uint32_t>(const_cast<std::uint32_t&>(activity[i])).load(std::memory_order_relaxed);
        workers_[i] = {(word & 1) != 0, word >> 1};
    }
    states_.queued_jobs = jobs_ - std::min(jobs_, queues.taken);
    states_.shared_jobs = queues.pushed - std::min(queues.pushed, queues.pulled);
    states_.seconds = watch_.seconds();
    donated_ = queues.pushed;
    decision_ = options_.decide && options_.mechanism != BalanceMechanism::none ? options_.decide(states_) : Decision{};
    std::fill(requests_.begin(), requests_.end(), 0);
    if (!decision_.rebalance) return decision_;
    for (Donation const& donation : decision_.donations) {
        if (donation.worker >= requests_.size()) {
            throw Error(
                "a load-balancing policy named a worker that is not there; its how() must use indices of "
                "WorkerStates::workers");
        }
        requests_[donation.worker] += donation.count;
    }
    return decision_;
}

void Balancer::done(double stop_seconds) {
    if (stop_seconds > 0) ++stops_;
    if (options_.observe) options_.observe({states_, decision_, stop_seconds, donated_, 0});
    // Rounds of `stop` may take a twentieth of the time, and less when there was nothing to give.
    double const poll = std::chrono::duration<double>(options_.poll).count();
    next_look_ = watch_.seconds() + std::max(poll, 20 * stop_seconds);
}

} // namespace cerrado
