// Giving work away and taking it: the worker's side of load balancing. All of it happens in the control phase.
#pragma once

#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

inline constexpr std::uint32_t balance_interval = 4;   // control phases between two looks at the worker's request
inline constexpr std::uint32_t activity_interval = 64; // and between two publications of its weight
inline constexpr std::uint32_t unasked_after =
    64; // control phases of one job after which idle workers are served unasked
inline constexpr std::uint32_t least_leaves_shared =
    8; // a range of extensions without a level below them is split from this size on

// Within a job: every few control phases, publish the weight, and serve the balancer's request. False when the run pauses.
template <class W, class App> CERRADO_FN bool Traversal<W, App>::keep_going() {
    BalanceRef const& balance = context_.balance;
    ++job_ticks_;
    if (++ticks_ % balance_interval != 0) return true;
    if (ticks_ % activity_interval == 0) publish_activity();
    std::uint32_t asked = 0;
    bool pause = false;
    if (warp_.lane() == 0) {
        pause = W::grid_load(balance.pause) != 0;
        if (balance.waits_for_work) {
            asked = W::grid_load(balance.requests + memory_.worker);
            if (asked != 0) {
                W::grid_store(balance.requests + memory_.worker, 0u);
            } else if (job_ticks_ > unasked_after) {
                asked = hungry_workers<W>(balance.queue) > 0 ? 1 : 0;
            }
        }
    }
    asked = warp_.shuffle(asked | (pause ? 0x80000000u : 0u), 0);
    if ((asked & 0x80000000u) != 0) {
        save();
        return false;
    }
    if (asked != 0) donate(asked);
    return true;
}

template <class W, class App> CERRADO_FN void Traversal<W, App>::publish_activity() {
    if (warp_.lane() != 0) return;
    std::uint32_t weight = 0;
    for (int length = first_length_; length < length_ && weight == 0; ++length) weight = levels_[length - 1].size;
    W::grid_store(context_.balance.activity + memory_.worker, pack_activity(length_ > 0, weight));
}

// Gives away up to `count` ranges of extensions, the shallowest first: they lead to the largest subtrees. Each is the upper half of what is
// open at its level. Stops when the queue is full.
template <class W, class App> CERRADO_FN void Traversal<W, App>::donate(std::uint32_t count) {
    int const deepest = context_.k - counted_levels_of<App>();
    for (int length = first_length_; count > 0 && length < length_;) {
        std::uint32_t const least = length + 1 < deepest ? 1 : least_leaves_shared;
        if (!select_extension(length) || levels_[length - 1].size - lowest_open(length) < least) {
            ++length;
        } else if (donate_half(length)) {
            --count;
        } else {
            return;
        }
    }
}

// True when the queue took the range, and then it is this worker's no longer. Of a sliced job's own level one extension goes at a time,
// since the taker consumes the whole range.
template <class W, class App> CERRADO_FN bool Traversal<W, App>::donate_half(int length) {
    BalanceRef const& balance = context_.balance;
    Level& level = levels_[length - 1];
    bool const sliced = slices_ > 1 && length == first_length_;
    std::uint32_t const end = level.size;
    std::uint32_t const low = lowest_open(length);
    std::uint32_t const first = sliced ? end - 1 : low + (end - low) / 2;
    Count ticket = no_ticket;
    if (warp_.lane() == 0) {
        W::grid_add(balance.pending,
                    Count{1}); // before the record can be seen: while it lies there, no worker may leave
        ticket = reserve_push<W>(balance.queue);
        if (ticket == no_ticket) W::grid_add(balance.pending, ~Count{0});
    }
    ticket = warp_.shuffle(ticket, 0);
    if (ticket == no_ticket) return false;
    std::uint32_t* const record = balance.queue.record(ticket);
    std::uint32_t* const masks = record + record_vertices + context_.k;
    for (int i = warp_.lane(); i < length; i += W::width) {
        record[record_vertices + static_cast<std::uint32_t>(i)] = levels_[i].vertex;
        masks[i] = levels_[i].mask;
    }
    level.size = first;
    warp_.sync();
    if (warp_.lane() == 0) {
        record[record_length] = static_cast<std::uint32_t>(length);
        record[record_first] = first;
        record[record_end] = end;
        publish<W>(balance.queue, ticket);
        W::grid_add(balance.donated, Count{1});
    }
    return true;
}

// Makes the record of `ticket` this worker's traversal.
template <class W, class App> CERRADO_FN void Traversal<W, App>::accept(Count ticket) {
    ShareQueueRef const& queue = context_.balance.queue;
    std::uint32_t const* const record = queue.record(ticket);
    std::uint32_t const* const masks = record + record_vertices + context_.k;
    first_length_ = static_cast<int>(record[record_length]);
    slice_ = 0;
    slices_ = 1;
    range_first_ = record[record_first];
    range_end_ = record[record_end];
    donated_ = true;
    job_ticks_ = 0;
    for (int i = 0; i < first_length_; ++i) {
        push(record[record_vertices + static_cast<std::uint32_t>(i)], static_cast<Mask>(masks[i]));
    }
    warp_.sync();
    if (warp_.lane() == 0) give_back<W>(queue, ticket);
    publish_activity();
}

// `stop`: what lies in the queue, or nothing.
template <class W, class App> CERRADO_FN bool Traversal<W, App>::take_donated() {
    Count ticket = no_ticket;
    if (warp_.lane() == 0) ticket = reserve_take<W>(context_.balance.queue);
    ticket = warp_.shuffle(ticket, 0);
    if (ticket == no_ticket) return false;
    accept(ticket);
    return true;
}

// `share`: an idle worker stands in line and sleeps between looks at its own slot, so that no word is busy for the whole grid. Work can
// appear as long as pending is not 0: it counts the workers that have a traversal and the records nobody has taken; a push counts before
// it can be seen, and a take moves the count to the taker. Whoever brings it to 0 dismisses all.
template <class W, class App> CERRADO_FN bool Traversal<W, App>::wait_for_donation() {
    BalanceRef const& balance = context_.balance;
    Count ticket = 0;
    Count pending = 0;
    if (warp_.lane() == 0) {
        W::grid_store(balance.activity + memory_.worker, pack_activity(false, 0));
        ticket = stand_in_line<W>(balance.queue);
        pending = W::grid_add(balance.pending, ~Count{0});
    }
    ticket = warp_.shuffle(ticket, 0);
    if (warp_.shuffle(pending, 0) == 1) dismiss_line(warp_, balance.queue);
    std::uint64_t state = 0;
    for (;;) {
        if (warp_.lane() == 0) state = W::grid_acquire(balance.queue.sequence + balance.queue.slot(ticket));
        state = warp_.shuffle(state, 0);
        if (state == no_more_work) return false;
        if (state == ticket + 1) break;
        W::rest();
    }
    accept(ticket);
    return true;
}

// `stop`: everything needed to go on after the relaunch, as the balancer may have changed it in between.
template <class W, class App> CERRADO_FN void Traversal<W, App>::save() {
    BalanceRef const& balance = context_.balance;
    publish_activity();
    if (warp_.lane() == 0) {
        balance.saved[memory_.worker] = {length_, first_length_, slice_, slices_, range_first_, range_end_, donated_};
        Level* const levels =
            balance.saved_levels + std::uint64_t{memory_.worker} * static_cast<std::uint64_t>(context_.k);
        for (int i = 0; i < length_; ++i) levels[i] = levels_[i];
    }
}

// Between two launches of `stop`: what the balancer asks of this worker goes to the queue.
template <class W, class App> CERRADO_FN void Traversal<W, App>::serve_stopped() {
    std::uint32_t asked = 0;
    if (warp_.lane() == 0) asked = W::grid_load(context_.balance.requests + memory_.worker);
    asked = warp_.shuffle(asked, 0);
    if (asked != 0) donate(asked);
    save();
}

template <class W, class App> CERRADO_FN void Traversal<W, App>::resume() {
    BalanceRef const& balance = context_.balance;
    if (balance.saved == nullptr) return;
    SavedTraversal const saved = balance.saved[memory_.worker];
    Level const* const levels =
        balance.saved_levels + std::uint64_t{memory_.worker} * static_cast<std::uint64_t>(context_.k);
    for (int i = 0; i < saved.length; ++i) levels_[i] = levels[i];
    length_ = saved.length;
    first_length_ = saved.first_length;
    slice_ = saved.slice;
    slices_ = saved.slices;
    range_first_ = saved.range_first;
    range_end_ = saved.range_end;
    donated_ = saved.donated;
    warp_.sync();
    if (warp_.lane() == 0) balance.saved[memory_.worker].length = 0;
}

} // namespace cerrado
