// control: is there a traversal to work on? Pulls the next one when the current one is exhausted; here, too, work is given away.
#pragma once

#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// False once there is no work for this worker, or the run was asked to stop; a job begun is always finished, by this worker or by those
// it gave parts of it, so totals are exact for the jobs done.
template <class W, class App> CERRADO_FN bool Traversal<W, App>::control() {
    if (length_ > 0) return !context_.balance.enabled || keep_going();
    if (take_initial()) return true;
    if (!context_.balance.enabled) return false;
    if (context_.balance.waits_for_work) return wait_for_donation();
    if (take_donated()) return true;
    publish_activity();
    return false;
}

template <class W, class App> CERRADO_FN bool Traversal<W, App>::take_initial() {
    JobQueue const& queue = context_.queue;
    Count index = queue.count;
    if (warp_.lane() == 0 && W::grid_load(queue.stop) == 0 && W::grid_load(queue.next) < queue.count) {
        index = W::grid_add(queue.next, Count{1});
    }
    index = warp_.shuffle(index, 0);
    if (index >= queue.count) return false;
    Job const job = queue.jobs[index];
    slice_ = job.slice;
    slices_ = job.slices;
    part_ = 0;
    parts_ = 1;
    range_first_ = 0;
    range_end_ = ~0u;
    donated_ = false;
    job_began_ = W::clock();
    push(job.source, 0);
    if (job.target != no_vertex) push(job.target, 1);
    first_length_ = length_;
    if constexpr (wants_dense<App>()) enter_neighbourhood();
    if constexpr (wants_dense<App>() && wants_store<App>()) divide_extensions();
    return true;
}

} // namespace cerrado
