// The enumeration loop of a worker, the same for every application and device, with its phases control and move.
#pragma once

#include <cerrado/contract/detail/declared.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/traversal/detail/balance.hpp>
#include <cerrado/traversal/rounds.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// Rounds that end when nothing changes. One word holds the number of the last round in which a job noted a change. A
// round hands out jobs only if that number is the round before it or its own. So a device can be launched several
// rounds ahead: the rounds that come too late find nothing to do, and the host reads the word when it waits for them.

// control: is there a traversal to work on? When the current job is done, control takes the next one. A worker also
// gives work away here.

// Lanes: all. Returns: false if there is no more work for this worker, or the run is to end. Then the job under way
// stays where it is, and its counts so far stay counted.
template <class W, class App, bool moves> CERRADO_FN bool Traversal<W, App, moves>::control() {
    BalanceRef const& balance = context_.balance;
    if (length_ > 0) return context_.look_interval == 0 || phase::keep_going(*this);
    if constexpr (moves) {
        if (balance.left.count > 0 && take_left()) return true;
    }
    if (take_initial()) return true;
    if (!moves || !balance.enabled) return false;
    Count const ticket = balance.waits_for_work ? phase::wait_for_donation(*this) : phase::take_donated(*this);
    if (ticket != no_ticket) {
        accept(ticket);
        return true;
    }
    if (!balance.waits_for_work) phase::publish_activity(*this);
    return false;
}

namespace phase {

// Returns: the next job. no_job if there is none, or if the run shall end. Lanes: one.
template <class T> CERRADO_FN Count next_job(T const& te) {
    using W = typename T::WarpType;
    JobQueue const& queue = te.context().queue;
    Count all = queue.count;
    if constexpr (is_by_frontier<typename T::Application>()) {
        if (te.context().round > 0) all = te.job_count();
    }
    for (;;) {
        // The load and the addition overlap, so a ticket that comes together with a stop is dropped. But if unfinished
        // work must be saved, every ticket needs a job. In this case the load comes first.
        std::uint32_t const state = W::grid_load(queue.stop);
        Count ticket = all;
        if (te.context().balance.saved == nullptr || state < queue_is_stopped)
            ticket = W::grid_add(queue.next, Count{1});
        if (state >= queue_is_stopped) ticket = all;
        if (state == queue_notes_jobs) note_job<W>(*queue.times, te.worker(), ticket, all);
        if (ticket >= all) return no_job;
        Count const job = job_of(queue, ticket);
        if (job != no_job) return job;
    }
}

} // namespace phase

template <class W, class App, bool moves> CERRADO_FN bool Traversal<W, App, moves>::take_initial() {
    JobQueue const& queue = context_.queue;
    Count index = no_job;
    if (warp_.lane() == 0 && !phase::is_past_last_round(*this)) index = phase::next_job(*this);
    index = warp_.shuffle(index, 0);
    if (index == no_job) return false;
    job_ = {};
    if constexpr (HasLayers<App>) {
        if constexpr (requires { requires Engine::layers_of_a_job_follow; }) {
            job_.set_layer(static_cast<int>(index % queue.layers));
            index /= queue.layers;
        } else {
            job_.set_layer(static_cast<int>(index / queue.count_of_layer));
            index %= queue.count_of_layer;
        }
    }
    Job job{0, no_vertex, 0, 1};
    if constexpr (phase::has_numbers<Engine>) {
        this->take_number(index);
    } else if constexpr (is_by_frontier<App>()) {
        job = context_.round == 0 ? queue.jobs[index] : this->job_of_frontier(index);
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

// Begins the worker, or goes on at the place where it was stopped. Lanes: all.
template <class W, class App, bool moves> CERRADO_FN void Traversal<W, App, moves>::begin_worker() {
    if constexpr (HasRounds<App>) {
        JobQueue const& queue = context_.queue;
        if (queue.next_of_next_round != nullptr && worker() == 0 && warp_.lane() == 0) {
            W::grid_store(queue.next_of_next_round, Count{0});
        }
    }
    phase::call_on_begin(phase::engine_of(*this));
    this->for_each_output([](auto& output) { phase::call_on_begin(output); });
    if (moves && context_.balance.enabled && context_.balance.saved != nullptr) phase::resume(*this);
}

// Ends the worker: adds its own counts to the totals. Lanes: all.
template <class W, class App, bool moves> CERRADO_FN void Traversal<W, App, moves>::end_worker() {
    warp_.sync();
    phase::call_on_finish(phase::engine_of(*this));
    this->for_each_output([](auto& output) { phase::call_on_finish(output); });
    if (warp_.lane() != 0) return;
    W::grid_add(context_.queue.done, done_.initial);
    if (moves && context_.balance.enabled) W::grid_add(context_.balance.donated_done, done_.donated);
}

// move (Algorithm 11): goes forward by consuming an extension. It goes backward if there is none, or if the traversal
// is long enough.

namespace phase {

// Returns: the index of this job's first extension among the extensions of its first level.
template <class T> CERRADO_FN std::uint32_t first_of_slice(T const& te, int length) {
    if constexpr (requires { te.first_of_slice(te.level(length - 1)); }) return te.first_of_slice(te.level(length - 1));
    return te.job().slice;
}

} // namespace phase

// Makes the last open extension of the traversal's first `length` vertices the next one to consume. At the level where
// a job starts, it passes over the extensions of other slices and ranges. Lanes: all. Returns: false if there is none.
template <class W, class App, bool moves> CERRADO_FN bool Traversal<W, App, moves>::select_extension(int length) {
    Level& level = levels_[length - 1];
    if (length > job_.first_length || level.size == 0) return level.size > 0;
    level.size = job_.pass_others(level.size, job_.slices > 1 ? phase::first_of_slice(*this, length) : 0);
    return level.size > 0;
}

// Lanes: any. Returns: how many extensions of the traversal's first `length` vertices are this job's and not yet
// consumed.
template <class W, class App, bool moves>
CERRADO_FN std::uint32_t Traversal<W, App, moves>::open_extensions(int length) const {
    std::uint32_t const size = levels_[length - 1].size;
    if (length > job_.first_length) return size;
    return job_.open(size, job_.slices > 1 ? phase::first_of_slice(*this, length) : 0);
}

template <class W, class App, bool moves> CERRADO_FN void Traversal<W, App, moves>::move() {
    if (length_ != context_.levels && select_extension(length_)) {
        this->take_extension();
        return;
    }
    warp_.sync(); // slower lanes may still read the lists that the next traversal overwrites
    --length_;
    if (length_ >= job_.first_length) return;
    length_ = 0; // the job is done
    phase::call_on_leave(phase::engine_of(*this));
    this->for_each_output([](auto& output) { phase::call_on_leave(output); });
    ++(job_.origin == JobOrigin::queue ? done_.initial : done_.donated);
}

// Appends a vertex. `carried` is the engine's data for it that travels with donated traversals.
// Lanes: all.
template <class W, class App, bool moves>
CERRADO_FN void Traversal<W, App, moves>::push(VertexId vertex, typename Engine::Carried const& carried) {
    Level& next = levels_[length_];
    next.vertex = vertex;
    next.generated = false;
    next.size = 0;
    next.total = 0;
    if constexpr (has_level_state<App>) next.own = {};
    ++length_;
    phase::engine_of(*this).on_push(carried);
    this->for_each_output([](auto& output) { phase::call_on_push(output); });
}

// The enumeration loop, the same for every application and every device.

// Runs one worker from its first traversal, or from the place where it was stopped, to its last. Lanes: all.
template <bool moves = true, class W, class App> CERRADO_FN void enumerate(App const& app, W const& warp,
                                                                           ContextOf<App> const& context,
                                                                           WorkerMemoryOf<App> const& memory) {
    LevelOf<App> levels[max_vertices_of<App>()];
    Traversal<W, App, moves> te(warp, context, memory, levels);
    te.begin_worker();
    if (moves && context.balance.enabled && context.balance.only_donates) {
        phase::serve_stopped(te);
        return;
    }
    for (;;) {
        bool const helps = phase::call_help(phase::engine_of(te));
        if (!helps && !te.control()) break;
        app.visit(te);
        if (helps) continue; // the traversal is the leader's, who goes on with it
        phase::note_visit(te, context.levels + 1 - counted_levels_of<App>());
        if constexpr (OutputsOf<App>::ends_run) {
            if (te.OutputsOf<App>::template Operators<W, Traversal<W, App, moves>>::is_full()) phase::end_run(te);
        }
        te.move();
    }
    te.end_worker();
}

} // namespace cerrado
