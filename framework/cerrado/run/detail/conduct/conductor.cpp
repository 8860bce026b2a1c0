#include <cerrado/run/detail/conduct/conductor.hpp>

#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/balance.hpp>
#include <cerrado/run/detail/conduct/balancer.hpp>
#include <cerrado/run/detail/conduct/store_ring.hpp>
#include <cerrado/run/detail/session/member.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <numeric>
#include <utility>
#include <vector>

namespace cerrado {

namespace {

// The names of the policies, in the order of DealPolicy.
constexpr std::array<char const*, 5> deal_policies = {"hand-over", "guided", "round-robin", "chunked", "even"};

} // namespace

std::string to_string(DealPolicy policy) { return deal_policies[static_cast<std::size_t>(policy)]; }

std::vector<std::string> deal_policy_names() { return {deal_policies.begin(), deal_policies.end()}; }

DealPolicy parse_deal_policy(std::string const& name) {
    for (std::size_t i = 0; i < deal_policies.size(); ++i) {
        if (name == deal_policies[i]) return static_cast<DealPolicy>(i);
    }
    throw InputError(fmt::format("there is no policy '{}' to deal jobs among devices; give one of {}", name,
                                 joined(deal_policies, ", ")));
}

std::size_t WorkerStates::active() const {
    return static_cast<std::size_t>(
        std::count_if(workers.begin(), workers.end(), [](WorkerState const& state) { return state.active; }));
}

BalanceSizes balance_sizes(RunSession const& session, std::uint64_t workers, std::uint32_t carried_words,
                           WorkerLayout const& layout) {
    BalanceSizes sizes;
    sizes.capacity = share_queue_capacity(workers);
    sizes.room = share_queue_room(workers);
    sizes.record_words = record_words(session.levels, carried_words);
    sizes.saves = saves_work(session.options);
    sizes.waits = session.options.balance.mechanism == BalanceMechanism::share;
    sizes.attachment_words =
        sizes.waits ? layout.attachment_words : 0; // `stop` gives between launches, without the engines
    sizes.serves_unasked = sizes.waits && session.options.balance.serves_unasked;
    return sizes;
}

BalanceRef balance_ref(BalanceSizes const& sizes, BalanceMemory const& memory) {
    BalanceRef balance;
    balance.queue = {memory.records, memory.sequence,    memory.tail,        memory.head,           sizes.capacity,
                     sizes.room,     sizes.record_words, memory.attachments, sizes.attachment_words};
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
                "a load-balancing policy named a worker that does not exist; its how() must return indices of "
                "WorkerStates::workers");
        }
        requests_[donation.worker] += donation.count;
    }
    return decision_;
}

void Balancer::done(double stop_seconds) {
    if (stop_seconds > 0) ++stops_;
    if (options_.observe) options_.observe({states_, decision_, stop_seconds, donated_, 0});
    // Stops may take at most a twentieth of the time.
    double const poll = std::chrono::duration<double>(options_.poll).count();
    next_look_ = watch_.seconds() + std::max(poll, 20 * stop_seconds);
}

StorePlan plan_store(RunSession const& session, std::uint64_t block_bytes, std::uint64_t blocks) {
    StoreSize const& asked = session.options.of<StoreInput>().ring;
    auto const width = static_cast<std::uint64_t>(session.needs.words_of_record());
    std::uint64_t fit = std::bit_floor(block_bytes / (width * sizeof(VertexId)));
    // The consumer sees a full block at once, but the records of a block that is not full only after a while. So a run
    // with a limit has small blocks.
    constexpr std::uint64_t blocks_of_a_limit = 4;
    if (session.options.of<StoreInput>().limit) {
        fit = std::min(fit, std::bit_floor(std::max<std::uint64_t>(
                                1, *session.options.of<StoreInput>().limit / blocks_of_a_limit)));
    }
    StorePlan plan;
    plan.block_bits = static_cast<std::uint32_t>(
        std::countr_zero(asked.block_records > 0 ? std::bit_ceil(asked.block_records) : fit));
    plan.ring_bits =
        static_cast<std::uint32_t>(std::countr_zero(std::bit_ceil(asked.blocks > 0 ? asked.blocks : blocks)));
    plan.block_entries = width << plan.block_bits;
    plan.ring_entries = plan.block_entries << plan.ring_bits;
    return plan;
}

std::uint64_t store_bytes(RunSession const& session, std::uint64_t block_bytes, std::uint64_t blocks) {
    if (!session.needs.records) return 0;
    return (plan_store(session, block_bytes, blocks).ring_entries + session.shape.vertex_count) * sizeof(VertexId);
}

std::uint64_t takeable_records(StoreRef const& store, std::uint64_t block, std::uint64_t written,
                               std::uint64_t reserved, std::uint64_t taken) {
    std::uint64_t const written_here = written + store.block_records() - store.complete(block);
    std::uint64_t const reserved_here = std::min(reserved - (block << store.block_bits), store.block_records());
    return written_here == reserved_here ? written_here : taken;
}

std::vector<std::uint32_t> narrow_ids(RunSession const& session) {
    if (!session.narrow_ids) return {};
    return {session.graph().original_ids().begin(), session.graph().original_ids().end()};
}

StoreConsumer::StoreConsumer(RunSession const& session, StoreBlocks* blocks)
    : session_(session),
      blocks_(blocks),
      width_(static_cast<std::size_t>(session.needs.words_of_record())) {
    // A batch should fit in the first-level cache. A sink that takes single subgraphs may be slow.
    constexpr std::uint64_t batch_ids = 4096;
    constexpr std::uint64_t single_records = 16;
    if (!session.needs.records || session.options.of<StoreInput>().narrow_sink ||
        session.options.of<StoreInput>().device_sink)
        return;
    piece_records_ =
        session.options.of<StoreInput>().batch_sink ? std::max<std::uint64_t>(1, batch_ids / width_) : single_records;
    ids_.resize(piece_records_ * width_);
    if (!session.narrow_ids) names_ = session.graph().original_ids();
}

bool StoreConsumer::drain(bool ended) {
    if (blocks_ == nullptr) return false;
    bool delivered = false;
    Stopwatch const delivering;
    while (!closed_ && delivering.seconds() < 0.005) {
        try {
            if (waiting_.empty()) waiting_ = blocks_->next(ended);
            if (waiting_.empty()) break;
            deliver_piece();
            delivered = true;
        } catch (...) {
            fail(std::current_exception());
        }
    }
    return delivered;
}

void StoreConsumer::deliver_piece() {
    std::uint64_t records = std::min<std::uint64_t>(piece_records_, waiting_.size() / width_);
    if (session_.options.of<StoreInput>().limit) {
        records = grant(records, *session_.options.of<StoreInput>().limit);
        if (records == 0) {
            cut_ = true;
            return close();
        }
    }
    std::span<VertexId const> const piece = waiting_.first(records * width_);
    waiting_ = waiting_.subspan(piece.size());
    if (session_.options.of<StoreInput>().device_sink) {
        delivered_ += records;
    } else if (MemberOfRun* const member = session_.options.member) {
        member->call([&] { hand_over(piece); });
    } else {
        hand_over(piece);
    }
}

// Returns: how many of `records` records may be delivered.
std::uint64_t StoreConsumer::grant(std::uint64_t records, std::uint64_t limit) const {
    if (session_.options.member != nullptr) return session_.options.member->grant(records, limit);
    return std::min(records, limit - delivered_);
}

void StoreConsumer::hand_over(std::span<VertexId const> piece) {
    if (session_.options.of<StoreInput>().narrow_sink) {
        session_.options.of<StoreInput>().narrow_sink(piece);
        delivered_ += piece.size() / width_;
    } else {
        hand_over_wide(piece);
    }
}

void StoreConsumer::hand_over_wide(std::span<VertexId const> piece) {
    if (names_.empty()) {
        std::ranges::copy(piece, ids_.begin());
    } else {
        std::ranges::transform(piece, ids_.begin(), [this](VertexId v) { return names_[v]; });
    }
    hand_over_ids({ids_.data(), piece.size()});
}

void StoreConsumer::hand_over_ids(std::span<OriginalId const> ids) {
    RunOptions const& options = session_.options;
    if (options.of<StoreInput>().batch_sink) {
        options.of<StoreInput>().batch_sink(ids);
        delivered_ += ids.size() / width_;
        return;
    }
    for (; !ids.empty(); ids = ids.subspan(width_)) {
        options.of<StoreInput>().sink(ids.first(width_));
        ++delivered_;
    }
}

void StoreConsumer::fail(std::exception_ptr failure) {
    failure_ = std::move(failure);
    close();
}

void StoreConsumer::close() {
    if (blocks_ != nullptr && !closed_) blocks_->close();
    closed_ = true;
}

namespace {
constexpr double report_seconds = 0.02; // between two reads of the progress, which may be copied from the device
constexpr double member_report_seconds = 0.002; // if other devices may wait for this one's work

// A device queues about a thousand launches. One more launch would block until the first has ended, and meanwhile the
// run would notice neither its deadline nor an interrupt.
constexpr int most_launches_ahead = 512;

// If nobody knows which round is the last, the number of launches ahead begins with this and doubles each time. So the
// launches that find nothing to do are no more than the useful ones.
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
    int under_way = 0; // launches whose end nobody has waited for
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
    monitor_.end(consumer_.delivered());
    use_.stops = balancer_.stops();
    return use_;
}

bool Conductor::is_past_last(Enumeration const& enumeration, int round) const {
    return session_.needs.until_unchanged && enumeration.last_change() < static_cast<std::uint64_t>(round);
}

// Waits for the end of the rounds that are launched.
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

// Delivers the remaining records. Workers have ended, but the sink may be slow.
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
        } catch (...) { // a callback threw, but workers must still end
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

// Counts half of each job under way as done.
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

// Ends a stop, when all workers have saved their traversals. It decides again from the exact states, lets the donors
// push, and lets the enumeration go on.
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
