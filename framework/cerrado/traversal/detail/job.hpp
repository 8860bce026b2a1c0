// The times that jobs take. They are noted only on request: by group for a sample of the jobs, or for each job.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

struct JobTimes {
    static constexpr std::uint32_t most_groups = 8;

    struct Group {
        // the end of the group: it has the jobs before this one that are in no earlier group
        std::uint64_t end = ~std::uint64_t{0};
        Count done = 0;
        Count nanoseconds = 0; // sum of the workers' times for the jobs that are done
    };
    // A worker's current job.
    struct Began {
        std::uint64_t at = 0; // by W::nanoseconds()
        std::uint64_t group = most_groups;
        std::uint64_t job = 0;
    };

    Group groups[most_groups];
    Began* began = nullptr;  // per worker
    Count* of_job = nullptr; // nanoseconds of each job; null if only groups are noted
};

namespace phase {

// Notes that a worker's last job is done and that job `index` begins. `index` is `count` if there are no more. Lanes:
// one. Not inline: inside the loop the code would make small runs 5 to 7 % slower, even if it is never called.
template <class W> [[gnu::noinline]] CERRADO_FN void note_job(JobTimes& times, std::uint32_t worker,
                                                              std::uint64_t index, std::uint64_t count) {
    std::uint64_t const now = W::nanoseconds();
    JobTimes::Began& began = times.began[worker];
    if (began.group < JobTimes::most_groups) {
        W::grid_add(&times.groups[began.group].nanoseconds, Count{now - began.at});
        W::grid_add(&times.groups[began.group].done, Count{1});
        if (times.of_job != nullptr) times.of_job[began.job] = now - began.at;
    }
    std::uint64_t group = 0;
    while (group < JobTimes::most_groups && index >= times.groups[group].end) ++group;
    began = {now, index < count ? group : JobTimes::most_groups, index};
}

} // namespace phase

// Initial traversals, the queue that hands them out, and the share of one that is a worker's job.

// An initial traversal: one vertex, or an edge source < target (target is no_vertex for one vertex). Several workers
// can share a heavy traversal. For this purpose a job consumes only the extensions `slice`, `slice` + `slices`, `slice`
// + 2 `slices` and so on. If subgraphs are stored, there can be several times as many slices as extensions. Then each
// extension is divided into parts.
struct Job {
    VertexId source, target;
    std::uint32_t slice, slices;
};
inline constexpr VertexId no_vertex = ~VertexId{0};

// One of `parts` jobs that together make up this one.
constexpr Job part_of(Job const& job, std::uint32_t part, std::uint32_t parts) {
    return {job.source, job.target, job.slice + part * job.slices, job.slices * parts};
}

// The values of JobQueue::stop. A worker that takes a job reads this word in any case, so noting jobs costs nothing if
// it is off.
enum StopWord : std::uint32_t { queue_is_open, queue_notes_jobs, queue_is_stopped }; // or more

// Consecutive jobs of a round, layer after layer.
struct JobRange {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    friend bool operator==(JobRange const&, JobRange const&) = default;
};

// A part of a round's jobs, for a run that does not have all of them. Ticket t is the t-th job of the ranges. Each
// range has 2^shift tickets, and tickets beyond its end have no job.
struct DealtJobs {
    JobRange const* ranges = nullptr; // null: ticket t is job t
    std::uint32_t shift = 0;
};

// The queue of one round's initial traversals, heaviest first, layer after layer. `stop` ends the handing out of jobs.
// It also ends the jobs under way if their workers look at it (RunContext::look_interval).
struct JobQueue {
    Job const* jobs = nullptr;        // of a layer
    std::uint64_t count = 0;          // number of tickets of all layers
    std::uint64_t count_of_layer = 0; // all layers have the same jobs
    std::uint64_t layers = 1;
    Count* next = nullptr;
    Count* next_of_next_round = nullptr; // a counter that this round clears; null if somebody else does
    std::uint32_t* stop = nullptr;
    Count* done = nullptr;
    JobTimes* times = nullptr; // times of the jobs, if they are noted
    DealtJobs dealt = {};
};

inline constexpr Count no_job = ~Count{0};

// Returns: the job of a ticket, or no_job if the ticket has none. Lanes: any.
CERRADO_FN inline Count job_of(JobQueue const& queue, Count ticket) {
    if (queue.dealt.ranges == nullptr) return ticket;
    JobRange const range = queue.dealt.ranges[ticket >> queue.dealt.shift];
    Count const at = ticket & ((Count{1} << queue.dealt.shift) - 1);
    return at < range.count ? range.first + at : no_job;
}

// The origin of a job. `left`: an earlier part of the run stopped in the middle of it.
enum class JobOrigin : std::uint8_t { queue, donated, left };

// This worker's part of a traversal that was handed out. It bounds the extensions of the traversal's last level.
struct JobShare {
    int first_length = 1; // length of that traversal; the job is done when the traversal gets shorter than this
    JobOrigin origin = JobOrigin::queue;
    std::uint32_t slice = 0;
    std::uint32_t slices = 1;
    std::uint32_t part = 0; // for subgraphs that are stored together
    std::uint32_t parts = 1;
    std::uint32_t range_first = 0; // only these extensions are this job's
    std::uint32_t range_end = ~0u;

    // Passes over the extensions at the end of the first `size` that belong to other slices and ranges. `first` is the
    // index of this job's first extension. Returns: the number of extensions that are left. The last of them is this
    // job's.
    CERRADO_FN std::uint32_t pass_others(std::uint32_t size, std::uint32_t first) const {
        if (size > range_end) size = range_end;
        if (slices > 1 && size > 0) {
            std::uint32_t const skip = ((size - 1) % slices + slices - first) % slices;
            size = skip < size ? size - skip : 0;
        }
        return size <= range_first ? 0 : size;
    }

    // Gives this job all extensions of its slice.
    CERRADO_FN void open_range() {
        range_first = 0;
        range_end = ~0u;
    }

    // Returns: the number of this job's extensions among the first `size`.
    CERRADO_FN std::uint32_t open(std::uint32_t size, std::uint32_t first) const {
        std::uint32_t const end = size < range_end ? size : range_end;
        if (slices > 1) return end > first ? (end - first - 1) / slices + 1 : 0;
        return end > range_first ? end - range_first : 0;
    }
};

// The data, besides its levels, with which a worker that stopped in the middle goes on. Its arrays stay in their
// places.
struct SavedTraversal {
    int length = 0; // 0: the worker had no traversal
    JobShare job;
    int layer = 0;
};

// A job share with its layer. An application without layers needs no room for it.
template <bool has_layers> struct LayeredJobShare : JobShare {
    static CERRADO_FN int layer() { return 0; }
    static CERRADO_FN void set_layer(int) {}
};
template <> struct LayeredJobShare<true> : JobShare {
    int layer_number = 0;
    CERRADO_FN int layer() const { return layer_number; }
    CERRADO_FN void set_layer(int layer) { layer_number = layer; }
};

// The jobs that a worker has done: initial traversals, and jobs that others gave it.
struct JobsDone {
    Count initial = 0;
    Count donated = 0;
};

} // namespace cerrado
