#include <cerrado/run/conduct/conductor.hpp>

#include <algorithm>
#include <utility>

namespace cerrado {

namespace {
constexpr double report_seconds = 0.02; // between two looks at the progress: reading it may cost a copy from the device
constexpr double member_report_seconds = 0.002; // while other devices may wait for this one's work

// A device takes about a thousand launches; one more waits for the first, deaf to deadline and interrupt.
constexpr int most_launches_ahead = 512;

// Where nobody knows which round is the last: at first so many, then twice as many each time. So those that find
// nothing to do are no more than those that did.
constexpr int first_launches_ahead = 4;
} // namespace

Conductor::Conductor(RunSession const& session, StoreBlocks* store, std::size_t workers, Monitor& monitor)
    : session_(session),
      options_(session.options),
      monitor_(monitor),
      consumer_(session, store),
      balancer_(session.options.balance, session.tickets(session.first_round()), workers),
      all_pause_(workers, request_pause) {}

BalanceUse Conductor::conduct(Enumeration& enumeration) {
    bool const ahead = enumeration.launches_ahead() && !balances(options_);
    int most_under_way = !ahead ? 1 : session_.needs.until_unchanged ? first_launches_ahead : most_launches_ahead;
    int under_way = 0; // launches that nobody has waited for
    for (int round = session_.first_round(); round < session_.end_round() && !stopped_; ++round) {
        if (under_way == 0 && is_past_last(enumeration, round)) break;
        enumeration.begin_round(round);
        enumeration.launch(false);
        if (++under_way < most_under_way) {
            watch(enumeration);
            continue;
        }
        conduct_round(enumeration);
        under_way = 0;
        if (ahead) most_under_way = std::min(2 * most_under_way, most_launches_ahead);
    }
    if (under_way > 0) conduct_round(enumeration);
    deliver_rest(enumeration);
    consumer_.rethrow();
    use_.stops = balancer_.stops();
    return use_;
}

bool Conductor::is_past_last(Enumeration const& enumeration, int round) const {
    return session_.needs.until_unchanged && enumeration.last_change() < static_cast<std::uint64_t>(round);
}

// To the end of a round that is launched.
void Conductor::conduct_round(Enumeration& enumeration) {
    auto const meanwhile = [&] { return watch(enumeration); };
    enumeration.wait(meanwhile);
    while (std::exchange(paused_, false) && !stopped_) {
        finish_pause(enumeration);
        enumeration.wait(meanwhile);
    }
    if (balances(options_)) use_.donated += enumeration.queues().pushed;
}

bool Conductor::deliver(bool ended) {
    bool const delivered = consumer_.drain(ended);
    if (consumer_.cut()) monitor_.pass_limit();
    return delivered;
}

// Workers have ended, and the sink may be slow.
void Conductor::deliver_rest(Enumeration& enumeration) {
    while (deliver(true)) {
        try {
            report_progress(enumeration);
        } catch (...) {
            consumer_.fail(std::current_exception());
        }
    }
}

bool Conductor::watch(Enumeration& enumeration) {
    bool const delivered = deliver(false);
    if (!consumer_.failed()) {
        try {
            report_progress(enumeration);
            balance(enumeration);
        } catch (...) { // a callback threw: workers must still come to their end
            consumer_.fail(std::current_exception());
        }
    }
    if (consumer_.failed() || consumer_.cut()) stop(enumeration);
    return delivered;
}

void Conductor::report_progress(Enumeration& enumeration) {
    bool const watched = options_.progress || options_.interrupt != nullptr || options_.deadline_seconds > 0;
    if (!watched || running_.seconds() < next_report_) return;
    double const now = running_.seconds();
    next_report_ = now + (options_.member != nullptr ? member_report_seconds : report_seconds);
    if (options_.deadline_seconds > now) next_report_ = std::min(next_report_, options_.deadline_seconds);
    QueueState const queues = enumeration.queues();
    auto const rounds = static_cast<std::uint64_t>(queues.round - session_.first_round());
    std::uint64_t const before =
        rounds == 0 ? 0 : session_.jobs_of_first_round() + (rounds - 1) * session_.jobs_of_round();
    std::uint64_t const taken = std::min(before + queues.taken, session_.jobs_given()); // some tickets have no job
    if (monitor_.poll(taken, consumer_.delivered(), share_of_work(taken))) stop(enumeration);
}

// Of jobs under way half is taken for done.
double Conductor::share_of_work(std::uint64_t taken) const {
    std::uint64_t const under_way = std::min<std::uint64_t>(taken, all_pause_.size());
    std::uint64_t const earlier = static_cast<std::uint64_t>(session_.first_round() + 1) * session_.jobs_of_round() -
                                  session_.jobs_of_first_round();
    auto const share = [&](std::uint64_t jobs) { return session_.work.share(earlier + jobs, session_.job_count); };
    double const layers = static_cast<double>(session_.needs.layers) * session_.needs.rounds;
    return std::min(1.0, (share(taken) + share(taken - under_way)) / 2 / layers);
}

void Conductor::balance(Enumeration& enumeration) {
    if (paused_ || !balancer_.due()) return;
    bool const rebalance = balancer_.look(enumeration.activity(), enumeration.queues()).rebalance;
    if (rebalance) {
        paused_ = options_.balance.mechanism == BalanceMechanism::stop;
        if (paused_) since_pause_ = Stopwatch();
        enumeration.ask(paused_ ? all_pause_ : balancer_.requests());
    }
    balancer_.done();
}

// A stop, all workers having saved their traversals: decide again on the exact states, let the donors push, go
// on.
void Conductor::finish_pause(Enumeration& enumeration) {
    bool const rebalance = balancer_.look(enumeration.activity(), enumeration.queues()).rebalance;
    enumeration.ask(balancer_.requests());
    if (rebalance) {
        enumeration.launch(true);
        enumeration.wait([] { return false; });
    }
    enumeration.launch(false);
    double const seconds = since_pause_.seconds();
    use_.stop_seconds += seconds;
    balancer_.done(seconds);
}

void Conductor::stop(Enumeration& enumeration) {
    if (!std::exchange(stopped_, true)) enumeration.stop();
}

} // namespace cerrado
