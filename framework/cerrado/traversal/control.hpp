// control: is there a traversal to work on? When the current job is done, control takes the next one. Here a worker
// also gives work away.
#pragma once

#include <cerrado/traversal/balance.hpp>
#include <cerrado/traversal/rounds.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// Lanes: all. Returns: false if there is no more work for this worker, or the run is to end. Then the job under way
// stays where it is, and its counts so far stay counted.
template <class W, class App> CERRADO_FN bool Traversal<W, App>::control() {
    BalanceRef const& balance = context_.balance;
    if (length_ > 0) return context_.look_interval == 0 || phase::keep_going(*this);
    if (balance.left.count > 0 && take_left()) return true;
    if (take_initial()) return true;
    if (!balance.enabled) return false;
    Count const ticket = balance.waits_for_work ? phase::wait_for_donation(*this) : phase::take_donated(*this);
    if (ticket != no_ticket) {
        accept(ticket);
        return true;
    }
    if (!balance.waits_for_work) phase::publish_activity(*this);
    return false;
}

namespace phase {

// Returns: the next job, or no_job if there is none or the run is to end. Lanes: one.
template <class T> CERRADO_FN Count next_job(T const& te) {
    using W = typename T::WarpType;
    JobQueue const& queue = te.context().queue;
    for (;;) {
        // The load and the addition overlap, so a ticket that comes together with a stop is dropped. But if unfinished
        // work must be saved, every ticket needs a job, so then the load comes first.
        std::uint32_t const state = W::grid_load(queue.stop);
        Count ticket = queue.count;
        if (te.context().balance.saved == nullptr || state < queue_is_stopped)
            ticket = W::grid_add(queue.next, Count{1});
        if (state >= queue_is_stopped) ticket = queue.count;
        if (state == queue_notes_jobs) note_job<W>(*queue.times, te.worker(), ticket, queue.count);
        if (ticket >= queue.count) return no_job;
        Count const job = job_of(queue, ticket);
        if (job != no_job) return job;
    }
}

} // namespace phase

template <class W, class App> CERRADO_FN bool Traversal<W, App>::take_initial() {
    JobQueue const& queue = context_.queue;
    Count index = no_job;
    if (warp_.lane() == 0 && !phase::is_past_last_round(*this)) index = phase::next_job(*this);
    index = warp_.shuffle(index, 0);
    if (index == no_job) return false;
    job_ = {};
    if constexpr (HasLayers<App>) {
        job_.set_layer(static_cast<int>(index / queue.count_of_layer));
        index %= queue.count_of_layer;
    }
    Job job{0, no_vertex, 0, 1};
    if constexpr (phase::has_numbers<Engine>) {
        this->take_number(index);
    } else {
        job = queue.jobs[index];
    }
    job_.slice = job.slice;
    job_.slices = job.slices;
    clock_.began = W::clock();
    push(job.source, {});
    if constexpr (requires { Engine::carried_along_edge(); }) {
        if (job.target != no_vertex) push(job.target, Engine::carried_along_edge());
    } else {
        if (job.target != no_vertex) push(job.target, {});
    }
    job_.first_length = length_;
    phase::call_on_enter(phase::engine_of(*this), Entry::handed_out);
    return true;
}

// Begins the worker, or goes on where it was stopped. Lanes: all.
template <class W, class App> CERRADO_FN void Traversal<W, App>::begin_worker() {
    if constexpr (HasRounds<App>) {
        JobQueue const& queue = context_.queue;
        if (queue.next_of_next_round != nullptr && worker() == 0 && warp_.lane() == 0) {
            W::grid_store(queue.next_of_next_round, Count{0});
        }
    }
    phase::call_on_begin(phase::engine_of(*this));
    this->for_each_output([](auto& output) { phase::call_on_begin(output); });
    if (context_.balance.enabled && context_.balance.saved != nullptr) phase::resume(*this);
}

// Ends the worker: adds its own counts to the totals. Lanes: all.
template <class W, class App> CERRADO_FN void Traversal<W, App>::end_worker() {
    warp_.sync();
    phase::call_on_finish(phase::engine_of(*this));
    this->for_each_output([](auto& output) { phase::call_on_finish(output); });
    if (warp_.lane() != 0) return;
    W::grid_add(context_.queue.done, done_.initial);
    if (context_.balance.enabled) W::grid_add(context_.balance.donated_done, done_.donated);
}

} // namespace cerrado
