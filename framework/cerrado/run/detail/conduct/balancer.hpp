// The balancer of a run.
#pragma once

#include <cerrado/run/balance.hpp>
#include <cerrado/run/detail/session/session.hpp>
#include <cerrado/traversal/detail/context.hpp>

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

namespace cerrado {

// The balancer reads the states that workers publish, asks the policy, and decides when to look again. It does not move
// work itself: backends do.

// The most donated traversals in flight. Donors are refused earlier (see ShareQueueRef).
inline std::uint64_t share_queue_capacity(std::uint64_t workers) {
    return std::bit_ceil(std::max(std::uint64_t{1} << 14, 4 * workers));
}
inline std::uint64_t share_queue_room(std::uint64_t workers) { return share_queue_capacity(workers) - workers; }

// The sizes that the load balancing of a run needs.
struct BalanceSizes {
    std::uint64_t capacity = 0; // the number of places in the queue
    std::uint64_t room = 0;
    std::uint32_t record_words = 0;
    std::uint32_t attachment_words = 0;
    bool saves = false; // workers can stop within a job
    bool waits = false; // idle workers wait for work
    bool serves_unasked = false;
};
// `carried_words`: the words that travel with a vertex.
BalanceSizes balance_sizes(RunSession const& session, std::uint64_t workers, std::uint32_t carried_words,
                           WorkerLayout const& layout);
// Sets the sequence numbers of a queue's slots to those of an empty queue.
void empty_slots(std::span<std::uint64_t> sequence);

// The progress of the queues, read together.
struct QueueState {
    std::uint64_t taken = 0;  // initial traversals handed out in this round
    std::uint64_t pushed = 0; // donated traversals, in this round
    std::uint64_t pulled = 0; // donated traversals taken by a worker
    int round = 0;
};

class Balancer {
public:
    Balancer(BalanceOptions const& options, std::uint64_t jobs, std::size_t workers);

    // Returns: whether a policy or an observer needs looks. Workers that `share` serve each other without them.
    bool watches() const {
        return (options_.mechanism != BalanceMechanism::none && options_.decide) || options_.observe;
    }
    bool due() const { return watches() && watch_.seconds() >= next_look_; }

    // Reads the packed activity words (see pack_activity) and decides. The decision holds for this look alone. done()
    // passes the look and its outcome to observers.
    Decision const& look(std::uint32_t const* activity, QueueState const& queues);
    void done(double stop_seconds = 0);

    // Returns: for each worker, the number of ranges to give away according to the last decision.
    std::vector<std::uint32_t> const& requests() const { return requests_; }
    int stops() const { return stops_; }

private:
    BalanceOptions const& options_;
    std::uint64_t jobs_;
    Stopwatch watch_;
    double next_look_ = 0;
    std::vector<WorkerState> workers_;
    WorkerStates states_;
    Decision decision_;
    std::vector<std::uint32_t> requests_;
    std::uint64_t donated_ = 0;
    int stops_ = 0;
};

// Load balancing as workers see it. It is made from memory that a backend allocated.

// The memory that a backend allocates, with the sizes of BalanceSizes. All of it is 0 at first, except as noted.
struct BalanceMemory {
    std::uint32_t* records;     // capacity x record_words
    std::uint32_t* attachments; // capacity x attachment_words
    std::uint64_t* sequence;    // set by empty_slots()
    std::uint32_t* requests;    // by worker
    std::uint32_t* activity;    // by worker; all active at first
    LeftRef left;
    SavedTraversal* saved; // by worker; this and saved_levels are null if nothing is saved
    void* saved_levels;
    Count* tail;
    Count* head;
    Count* pending; // at first the number of workers
    Count* donated;
    Count* donated_done;
};

BalanceRef balance_ref(BalanceSizes const& sizes, BalanceMemory const& memory);

} // namespace cerrado
