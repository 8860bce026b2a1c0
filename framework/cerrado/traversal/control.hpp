// control: is there a traversal to work on? Pulls the next initial traversal when the current one is exhausted.
#pragma once

#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// False once the queue is empty or the run was asked to stop; a job begun is always finished, so totals are exact for the jobs done.
template <class W, class App> CERRADO_FN bool Traversal<W, App>::control() {
    if (length_ > 0) return true;
    JobQueue const& queue = context_.queue;
    Count index = queue.count;
    if (warp_.lane() == 0) {
        std::uint32_t const volatile* const stop = queue.stop;
        if (*stop == 0) index = W::grid_add(queue.next, Count{1});
    }
    index = warp_.shuffle(index, 0);
    if (index >= queue.count) return false;
    Job const job = queue.jobs[index];
    slice_ = job.slice;
    slices_ = job.slices;
    push(job.source, 0);
    if (job.target != no_vertex) push(job.target, 1);
    return true;
}

} // namespace cerrado
