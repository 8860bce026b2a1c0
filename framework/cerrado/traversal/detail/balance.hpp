// The worker's side of load balancing: it gives work away, and it takes work. All of it happens in the control phase.
#pragma once

#include <cerrado/traversal/traversal.hpp>
#include <cerrado/warp/detail/scalar.hpp>

#include <cstring>

namespace cerrado {

// In cycles, like RunContext::look_interval.
inline constexpr std::uint32_t publication_interval = 1u << 18; // time between two publications of a worker's weight
// a worker whose job lasts longer than this gives work to idle workers before it is asked
inline constexpr std::uint32_t job_budget = 1u << 16;
// A clock and a shuffle take a tenth of a short step. So warps skip this many steps if the steps are short.
inline constexpr std::uint32_t most_skipped_steps = 7;
inline constexpr std::uint32_t short_interval = 1u << 14;
inline constexpr std::uint32_t most_rests = 8; // between two looks of an idle worker
// If no level follows, only ranges of at least this many extensions are split.
inline constexpr std::uint32_t least_leaves_shared = 8;

namespace phase {

// Returns: the least number of open extensions of a level for which giving away a range of them pays. Lanes: any.
template <class T> CERRADO_FN std::uint32_t least_shared(T const& te, int length) {
    constexpr int counted_levels = counted_levels_of<typename T::Application>();
    return length + 1 < te.context().levels + 1 - counted_levels ? 1 : least_leaves_shared;
}

// Returns: whether the level has later stages that are worth giving away. Lanes: any.
template <class T> CERRADO_FN bool has_stages_to_give(T const& te, int length) {
    if constexpr (has_stages<typename T::Engine>) return te.has_later_stages(length);
    return false;
}

// Publishes two facts: whether this worker is active, and its weight (see WorkerState). Policies take nothing from a weight of
// 1, since a worker keeps an extension; stages to come can all be given. Lanes: any; the first writes.
template <class T> CERRADO_FN void publish_activity(T const& te) {
    using W = typename T::WarpType;
    if (te.warp().lane() != 0) return;
    std::uint32_t weight = 0;
    for (int length = te.job().first_length; length < te.size() && weight == 0; ++length) {
        std::uint32_t const open = te.open_extensions(length);
        if (open >= least_shared(te, length)) weight = open;
        if (has_stages_to_give(te, length)) weight = weight < 2 ? 2 : weight + 1;
    }
    W::grid_store(te.context().balance.activity + te.worker(), pack_activity(te.size() > 0, weight));
}

// Returns: the number of ranges that this worker shall give away. This is the number for which it was asked. If it was
// not asked, may serve `unasked` and a worker waits, the number is 1. Lanes: the first.
template <class T> CERRADO_FN std::uint32_t request(T const& te, bool unasked) {
    using W = typename T::WarpType;
    BalanceRef const& balance = te.context().balance;
    // All loads are under way together: on a GPU each takes as long as a step of the search.
    std::uint32_t const asked = W::grid_load(balance.requests + te.worker());
    std::uint32_t const hungry = unasked && balance.serves_unasked ? hungry_workers<W>(balance.queue) : 0;
    if (asked == 0) return hungry > 0 ? 1 : 0;
    if (asked != request_pause) W::grid_store(balance.requests + te.worker(), 0u);
    return asked;
}

// Returns: the place of the levels of this worker's saved traversal.
template <class T> CERRADO_FN typename T::Level* saved_levels(T const& te) {
    auto const levels = static_cast<std::uint64_t>(te.context().levels);
    return static_cast<typename T::Level*>(te.context().balance.saved_levels) + te.worker() * levels;
}

// For `stop`: saves the data that the worker needs to go on after the relaunch. The balancer may change it. Lanes: all.
template <class T> CERRADO_FN void save(T& te) {
    publish_activity(te);
    if (te.warp().lane() != 0) return;
    te.context().balance.saved[te.worker()] = {te.size(), te.job(), te.layer()};
    typename T::Level* const levels = saved_levels(te);
    for (int i = 0; i < te.size(); ++i) levels[i] = te.level(i);
}

// Writes the traversal's first `length` vertices into a record, and behind them the words that they carry. Lanes: all.
template <class T> CERRADO_FN void write_vertices(T const& te, int length, std::uint32_t* record) {
    using App = typename T::Application;
    std::uint32_t* const vertices = record + record_vertices;
    std::uint32_t* const others = vertices + te.context().levels;
    for (int i = te.warp().lane(); i < length; i += T::WarpType::width) {
        vertices[i] = te.level(i).vertex;
        write_carried<App>(te.level(i), others + static_cast<std::uint32_t>(i) * carried_words<App>);
    }
}

// Pushes the first `length` vertices of a record. The application visits the traversal anew, so its state of the last
// level is new, too. Lanes: all.
template <class T> CERRADO_FN void push_vertices(T& te, std::uint32_t const* record, int length) {
    using App = typename T::Application;
    std::uint32_t const* const vertices = record + record_vertices;
    [[maybe_unused]] std::uint32_t const* others = vertices + te.context().levels;
    for (int i = 0; i < length; ++i, others += carried_words<App>) {
        typename T::Engine::Carried carried{};
        if constexpr (engine_words < App >> 0) std::memcpy(static_cast<void*>(&carried), others, sizeof carried);
        te.push(vertices[i], carried);
        if constexpr (has_level_state<App>) {
            auto& own = te.level(i).own;
            if (i + 1 < length) std::memcpy(static_cast<void*>(&own), others + engine_words<App>, sizeof own);
        }
    }
}

// The first word of an attachment is its size in words, or 0 if the state is too large. Lanes: all.
template <class T> CERRADO_FN void write_attachment(T const& te, int length, std::uint32_t* to) {
    std::uint32_t const words = te.attachment_words(length);
    bool const has_room = words < te.context().balance.queue.attachment_words;
    if (te.warp().lane() == 0) *to = has_room ? words : 0;
    if (has_room) te.write_attachment(length, to + 1);
}

// Lanes: all. Returns: whether the record of `ticket` has an attachment, which the engine then has taken.
template <class T> CERRADO_FN bool take_attachment(T& te, [[maybe_unused]] Count ticket) {
    if constexpr (has_attachments<typename T::Engine>) {
        ShareQueueRef const& queue = te.context().balance.queue;
        bool const is_there = queue.attachment_words != 0 && *queue.attachment(ticket) != 0;
        if (is_there) te.take_attachment(queue.attachment(ticket) + 1);
        te.warp().sync(); // every lane has read, so the slot can be given back
        return is_there;
    }
    return false;
}

// A part of a level that goes to the queue.
struct GivenPart {
    std::uint32_t first, end; // range of extensions
    JobOrigin origin;
    std::uint32_t slice, slices;
};

// Gives a part of the traversal's first `length` vertices to the queue. Lanes: all. Returns: true if the queue took it. Then it
// no longer belongs to this worker.
template <class T> CERRADO_FN bool give(T& te, int length, GivenPart const& part) {
    using W = typename T::WarpType;
    BalanceRef const& balance = te.context().balance;
    Count ticket = no_ticket;
    if (te.warp().lane() == 0) {
        ticket = reserve_push<W>(balance.queue);
        // The record is counted before it becomes visible, because no worker may leave while a record lies in the
        // queue.
        if (ticket != no_ticket) W::grid_add(balance.pending, Count{1});
    }
    ticket = te.warp().shuffle(ticket, 0);
    if (ticket == no_ticket) return false;
    std::uint32_t* const record = balance.queue.record(ticket);
    write_vertices(te, length, record);
    if constexpr (has_attachments<typename T::Engine>) {
        if (balance.queue.attachment_words != 0) write_attachment(te, length, balance.queue.attachment(ticket));
    }
    te.warp().sync();
    if (te.warp().lane() == 0) {
        record[record_length] = static_cast<std::uint32_t>(length);
        record[record_first] = part.first;
        record[record_end] = part.end;
        record[record_part] = te.job().part;
        record[record_parts] = te.job().parts;
        record[record_slice] = part.slice;
        record[record_slices] = part.slices;
        record[record_origin] = static_cast<std::uint32_t>(part.origin);
        if constexpr (HasLayers<typename T::Application>) record[record_layer] = static_cast<std::uint32_t>(te.layer());
        publish<W>(balance.queue, ticket);
        W::grid_add(balance.donated, Count{1});
    }
    return true;
}

// Gives the upper half of the level's open extensions to the queue. On the first level of a sliced job it gives one
// extension at a time, since the taker consumes the whole range. Lanes: all. Returns: as give().
template <class T> CERRADO_FN bool donate_half(T& te, int length) {
    JobShare const& job = te.job();
    auto& level = te.level(length - 1);
    bool const sliced = job.slices > 1 && length == job.first_length;
    std::uint32_t const end = level.size;
    std::uint32_t const low = length == job.first_length ? job.range_first : 0;
    std::uint32_t const first = sliced ? end - 1 : low + (end - low) / 2;
    if (!give(te, length, {first, end, JobOrigin::donated, 0, 1})) return false;
    level.size = first;
    return true;
}

// Gives the level's later stages to the queue: the taker goes on where the present stage has no extensions left, and has the
// same slice. Lanes: all. Returns: as give().
template <class T> CERRADO_FN bool donate_stages(T& te, int length) {
    JobShare const& job = te.job();
    bool const is_first = length == job.first_length;
    if (!give(te, length, {0, 0, JobOrigin::left, is_first ? job.slice : 0, is_first ? job.slices : 1})) return false;
    if constexpr (has_stages<typename T::Engine>) te.level(length - 1).gave_later_stages = true;
    return true;
}

// Gives away up to `count` parts of this worker's work. It begins at the shallowest level, which leads to the largest
// subtrees, and stops when the queue is full. Lanes: all.
template <class T> CERRADO_FN void donate(T& te, std::uint32_t count) {
    for (int length = te.job().first_length; count > 0 && length < te.size();) {
        if (has_stages_to_give(te, length)) {
            if (!donate_stages(te, length)) return;
            --count;
        } else if (!te.select_extension(length) || te.open_extensions(length) < least_shared(te, length)) {
            ++length;
        } else if (donate_half(te, length)) {
            --count;
        } else {
            return;
        }
    }
}

// Leaves the traversal for a relaunch, or for ever. Work that is left for ever cannot appear in `share` any more.
// Lanes: all.
template <class T> CERRADO_FN void leave_traversal(T& te, bool for_good) {
    using W = typename T::WarpType;
    BalanceRef const& balance = te.context().balance;
    call_on_pause(engine_of(te));
    te.for_each_output([](auto& output) { call_on_pause(output); });
    if (!moves_work<T>) return;
    if (balance.saved != nullptr) save(te);
    if (!for_good || !balance.waits_for_work) return;
    Count pending = 0;
    if (te.warp().lane() == 0) pending = W::grid_add(balance.pending, ~Count{0});
    if (te.warp().shuffle(pending, 0) == 1) dismiss_line(te.warp(), balance.queue);
}

// Called within a job. Looks whether the run shall end, publishes the weight now and then, and serves requests or idle
// workers. Lanes: all. Returns: false if the run pauses or ends. Cost: a clock and a shuffle between two looks; a load on
// the host.
template <class T> CERRADO_FN bool keep_going(T& te) {
    using W = typename T::WarpType;
    BalanceRef const& balance = te.context().balance;
    std::uint32_t* const stop = te.context().queue.stop;
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        if (!(moves_work<T> && balance.enabled) && W::grid_load(stop) < queue_is_stopped) return true;
    }
    JobClock& clock = te.clock();
    if constexpr (!std::is_same_v<W, ScalarWarp>) {
        if (clock.steps_left > 0) {
            --clock.steps_left;
            return true;
        }
    }
    std::uint32_t const now = te.warp().shuffle(W::clock(), 0); // the same for all lanes
    if constexpr (!std::is_same_v<W, ScalarWarp>) {
        bool const stops = moves_work<T> && balance.enabled && !balance.waits_for_work; // all wait for the last to stop
        clock.steps_left = now - clock.last_read < short_interval && !stops ? most_skipped_steps : 0;
        clock.last_read = now;
    }
    if (now - clock.last_look < te.context().look_interval) return true;
    std::uint32_t asked = 0;
    if (te.warp().lane() == 0) {
        if (W::grid_load(stop) >= queue_is_stopped) {
            asked = request_end;
        } else if (moves_work<T> && balance.enabled) {
            if ((now ^ clock.last_look) >= publication_interval) publish_activity(te);
            asked = request(te, now - clock.began > job_budget);
        }
    }
    clock.last_look = now;
    asked = te.warp().shuffle(asked, 0);
    if (asked >= request_end) {
        leave_traversal(te, asked == request_end);
        return false;
    }
    if (moves_work<T> && asked != 0) donate(te, asked);
    return true;
}

// For `stop`. Lanes: all. Returns: the ticket of a record in the queue, or no_ticket if there is none.
template <class T> CERRADO_FN Count take_donated(T const& te) {
    Count ticket = no_ticket;
    if (te.warp().lane() == 0) ticket = reserve_take<typename T::WarpType>(te.context().balance.queue);
    return te.warp().shuffle(ticket, 0);
}

// For `share`: an idle worker stands in line for work. Between two looks it sleeps, the longer it has waited, since its looks
// take turns from the busy warps beside it. It looks at its own slot alone, so that the workers of the grid do not all read one
// word. Work can appear while `pending` is not 0. `pending` counts the workers with a traversal and the records that nobody has
// taken. A donor counts its record before it becomes visible. A worker that takes a record needs no change, as the count passes
// to it. The worker that brings `pending` to 0 dismisses all. Lanes: all. Returns: the ticket of the record that came, or
// no_ticket if none did.
template <class T> CERRADO_FN Count wait_for_donation(T const& te) {
    using W = typename T::WarpType;
    BalanceRef const& balance = te.context().balance;
    Count ticket = 0;
    Count pending = 0;
    if (te.warp().lane() == 0) {
        W::grid_store(balance.activity + te.worker(), pack_activity(false, 0));
        ticket = stand_in_line<W>(balance.queue);
        pending = W::grid_add(balance.pending, ~Count{0});
    }
    ticket = te.warp().shuffle(ticket, 0);
    if (te.warp().shuffle(pending, 0) == 1) dismiss_line(te.warp(), balance.queue);
    Count* const mine = balance.queue.sequence + balance.queue.slot(ticket);
    Count state = 0;
    std::uint32_t rests = 1;
    for (;;) {
        if (te.warp().lane() == 0) state = W::grid_load(mine);
        state = te.warp().shuffle(state, 0);
        if (state == no_more_work) return no_ticket;
        if (state == ticket + 1) break;
        for (std::uint32_t i = 0; i < rests; ++i) W::rest();
        if (rests < most_rests) rests *= 2;
    }
    // The acquire comes only now: on a GPU an acquire empties the first-level cache, which the busy warps beside this
    // one need.
    if (te.warp().lane() == 0) W::grid_acquire(mine);
    te.warp().sync();
    return ticket;
}

// For `stop`, between two launches: gives the queue the ranges that the balancer requests. Lanes: all.
template <class T> CERRADO_FN void serve_stopped(T& te) {
    using W = typename T::WarpType;
    std::uint32_t asked = 0;
    if (te.warp().lane() == 0) asked = W::grid_load(te.context().balance.requests + te.worker());
    asked = te.warp().shuffle(asked, 0);
    if (asked != 0) donate(te, asked);
    if (te.warp().lane() == 0) W::grid_store(te.context().balance.requests + te.worker(), 0u);
    save(te);
}

// Goes on with this worker's saved traversal, if it has one. Lanes: all.
template <class T> CERRADO_FN void resume(T& te) {
    SavedTraversal& place = te.context().balance.saved[te.worker()];
    SavedTraversal const saved = place;
    typename T::Level const* const levels = saved_levels(te);
    for (int i = 0; i < saved.length; ++i) te.level(i) = levels[i];
    te.set_size(saved.length);
    static_cast<JobShare&>(te.job()) = saved.job;
    te.job().set_layer(saved.layer);
    te.warp().sync();
    if (te.warp().lane() == 0) place.length = 0;
    if (te.size() > 0 && !te.context().balance.only_donates) call_on_enter(engine_of(te), Entry::resumed);
}

// Takes a record's traversal as this worker's. Lanes: all.
template <class T> CERRADO_FN void read_record(T& te, std::uint32_t const* record) {
    auto& job = te.job();
    job = {};
    job.first_length = static_cast<int>(record[record_length]);
    job.part = record[record_part];
    job.parts = record[record_parts];
    if constexpr (HasLayers<typename T::Application>) job.set_layer(static_cast<int>(record[record_layer]));
    job.range_first = record[record_first];
    job.range_end = record[record_end];
    job.slice = record[record_slice];
    job.slices = record[record_slices];
    job.origin = static_cast<JobOrigin>(record[record_origin]);
    te.clock().began = T::WarpType::clock();
    push_vertices(te, record, job.first_length);
    te.warp().sync();
}

} // namespace phase

// Takes the traversal of the record of `ticket` as this worker's. Lanes: all.
template <class W, class App, bool moves> CERRADO_FN void Traversal<W, App, moves>::accept(Count ticket) {
    ShareQueueRef const& queue = context_.balance.queue;
    phase::read_record(*this, queue.record(ticket));
    bool const is_attached = phase::take_attachment(*this, ticket);
    if (warp_.lane() == 0) give_back<W>(queue, ticket);
    phase::call_on_enter(phase::engine_of(*this), is_attached ? Entry::attached : Entry::donated);
    phase::publish_activity(*this);
}

// Goes on with work that an earlier part of the run left. Lanes: all. Returns: false if there is none, or if the run
// shall end.
template <class W, class App, bool moves> CERRADO_FN bool Traversal<W, App, moves>::take_left() {
    LeftRef const& left = context_.balance.left;
    Count index = left.count;
    if (warp_.lane() == 0 && W::grid_load(left.next) < left.count &&
        W::grid_load(context_.queue.stop) < queue_is_stopped) {
        index = W::grid_add(left.next, Count{1});
    }
    index = warp_.shuffle(index, 0);
    if (index >= left.count) return false;
    phase::read_record(*this, left.records + index * context_.balance.queue.words);
    phase::call_on_enter(phase::engine_of(*this), Entry::donated);
    return true;
}

} // namespace cerrado
