// Giving work away and taking it: the worker's side of load balancing. All of it happens in the control phase.
#pragma once

#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// In cycles, since what lies between two control phases can be a microsecond or a millisecond.
inline constexpr std::uint32_t look_interval = 1u << 16;        // between two looks at the worker's request
inline constexpr std::uint32_t publication_interval = 1u << 18; // and between two publications of its weight
inline constexpr std::uint32_t job_budget = 1u << 20;           // a longer job serves idle workers unasked
inline constexpr std::uint32_t least_leaves_shared =
    8; // a range of extensions without a level below them is split from this size on

// Within a job: now and then publish the weight, and serve the balancer's request or idle workers. False when the run pauses. Every traversal
// passes here, so between two looks it is a clock and a vote.
template <class W, class App> CERRADO_FN bool Traversal<W, App>::keep_going() {
    std::uint32_t const now = W::clock();
    if (!warp_.any(now - last_look_ >= look_interval)) return true;
    std::uint32_t asked = 0;
    if (warp_.lane() == 0) {
        if ((now ^ last_look_) >= publication_interval) publish_activity();
        asked = request(now - job_began_ > job_budget);
    }
    last_look_ = now;
    asked = warp_.shuffle(asked, 0);
    if (asked == request_pause) {
        if constexpr (wants_local<App>()) flush_local();
        if constexpr (wants_store<App>()) flush_store();
        save();
        return false;
    }
    if (asked != 0) donate(asked);
    return true;
}

// What this worker shall give away: as it is asked, or unasked to whoever waits. Lane 0.
template <class W, class App> CERRADO_FN std::uint32_t Traversal<W, App>::request(bool unasked) {
    BalanceRef const& balance = context_.balance;
    std::uint32_t const asked = W::grid_load(balance.requests + memory_.worker);
    if (asked == 0) return unasked && balance.waits_for_work && hungry_workers<W>(balance.queue) > 0 ? 1 : 0;
    if (asked != request_pause) W::grid_store(balance.requests + memory_.worker, 0u);
    return asked;
}

// Any lane; the first writes.
template <class W, class App> CERRADO_FN void Traversal<W, App>::publish_activity() {
    if (warp_.lane() != 0) return;
    std::uint32_t weight = 0;
    for (int length = first_length_; length < length_ && weight == 0; ++length) {
        std::uint32_t const open = open_extensions(length);
        if (open >= least_shared(length)) weight = open;
    }
    W::grid_store(context_.balance.activity + memory_.worker, pack_activity(length_ > 0, weight));
}

// The extensions of the traversal's first `length` vertices that are this job's and not yet consumed.
template <class W, class App> CERRADO_FN std::uint32_t Traversal<W, App>::open_extensions(int length) const {
    std::uint32_t const size = levels_[length - 1].size;
    if (length > first_length_) return size;
    std::uint32_t const end = size < range_end_ ? size : range_end_;
    std::uint32_t const first = slices_ > 1 ? first_of_slice(levels_[length - 1]) : 0;
    if (slices_ > 1) return end > first ? (end - first - 1) / slices_ + 1 : 0;
    return end > range_first_ ? end - range_first_ : 0;
}

// How many of them must be open for a range of them to be worth its way.
template <class W, class App> CERRADO_FN std::uint32_t Traversal<W, App>::least_shared(int length) const {
    return length + 1 < context_.k - counted_levels_of<App>() ? 1 : least_leaves_shared;
}

// Gives away up to `count` ranges of extensions, the shallowest first: they lead to the largest subtrees. Each is the upper half of what is
// open at its level. Stops when the queue is full.
template <class W, class App> CERRADO_FN void Traversal<W, App>::donate(std::uint32_t count) {
    for (int length = first_length_; count > 0 && length < length_;) {
        if (!select_extension(length) || open_extensions(length) < least_shared(length)) {
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
        ticket = reserve_push<W>(balance.queue);
        // Before the record can be seen: while it lies there, no worker may leave.
        if (ticket != no_ticket) W::grid_add(balance.pending, Count{1});
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
        record[record_part] = part_;
        record[record_parts] = parts_;
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
    part_ = record[record_part];
    parts_ = record[record_parts];
    range_first_ = record[record_first];
    range_end_ = record[record_end];
    donated_ = true;
    job_began_ = W::clock();
    for (int i = 0; i < first_length_; ++i) {
        push(record[record_vertices + static_cast<std::uint32_t>(i)], static_cast<Mask>(masks[i]));
    }
    warp_.sync();
    if (warp_.lane() == 0) give_back<W>(queue, ticket);
    if constexpr (wants_pivots<App>()) {
        for (int i = 0; i < first_length_; ++i) levels_[i].generated = true;
    }
    if constexpr (wants_dense<App>()) enter_neighbourhood();
    if constexpr (wants_pivots<App>()) top().size = top().total;
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
    Count* const mine = balance.queue.sequence + balance.queue.slot(ticket);
    Count state = 0;
    for (;;) {
        if (warp_.lane() == 0) state = W::grid_load(mine);
        state = warp_.shuffle(state, 0);
        if (state == no_more_work) return false;
        if (state == ticket + 1) break;
        W::rest();
    }
    // Only now an acquire: on a GPU each empties the first-level cache, which the busy warps beside this one need.
    if (warp_.lane() == 0) W::grid_acquire(mine);
    warp_.sync();
    accept(ticket);
    return true;
}

// `stop`: everything needed to go on after the relaunch, as the balancer may have changed it in between.
template <class W, class App> CERRADO_FN void Traversal<W, App>::save() {
    BalanceRef const& balance = context_.balance;
    publish_activity();
    if (warp_.lane() == 0) {
        balance.saved[memory_.worker] = {length_, first_length_, slice_,     slices_, part_,
                                         parts_,  range_first_,  range_end_, donated_};
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
    if (warp_.lane() == 0) W::grid_store(context_.balance.requests + memory_.worker, 0u);
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
    part_ = saved.part;
    parts_ = saved.parts;
    range_first_ = saved.range_first;
    range_end_ = saved.range_end;
    donated_ = saved.donated;
    warp_.sync();
    if (warp_.lane() == 0) balance.saved[memory_.worker].length = 0;
    if constexpr (wants_dense<App>()) {
        if (length_ > 0 && !balance.only_donates) enter_neighbourhood();
    }
}

} // namespace cerrado
