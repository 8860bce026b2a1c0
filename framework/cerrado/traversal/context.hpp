// What all workers of one run share, apart from engine and outputs: trivially copyable views, made before the launch.
#pragma once

#include <cerrado/contract/arrays.hpp>
#include <cerrado/graph/graph_ref.hpp>
#include <cerrado/traversal/job.hpp>
#include <cerrado/traversal/share_queue.hpp>

namespace cerrado {

inline constexpr std::uint32_t request_pause = ~0u;   // stop at control and keep the traversal (`stop`)
inline constexpr std::uint32_t request_end = ~0u - 1; // the run is to end: leave the traversal as it is

// Traversals that an earlier part of the run has left, as records of the queue of donated ones.
struct LeftRef {
    std::uint32_t const* records = nullptr;
    Count* next = nullptr;
    std::uint64_t count = 0;
};

// Load balancing, as workers see it. Without it (enabled = false) it costs nothing.
struct BalanceRef {
    ShareQueueRef queue;
    std::uint32_t* requests = nullptr; // per worker: ranges it is asked to give away, or request_pause
    std::uint32_t* activity = nullptr; // per worker, read by the balancer thread: see pack_activity()
    Count* pending = nullptr;          // workers with a traversal plus donated traversals nobody has taken (`share`)
    Count* donated = nullptr;          // traversals donated so far
    Count* donated_done = nullptr;
    LeftRef left;
    SavedTraversal* saved = nullptr; // per worker, where they stop and shall go on (`stop`, checkpoints)
    void* saved_levels = nullptr;    // per worker, as many levels of the application's as a traversal can have
    bool enabled = false;
    bool waits_for_work = false; // `share`: an idle worker stays until no work can appear
    bool serves_unasked = false; // `share`: a worker at a long job gives to idle ones before it is asked
    bool only_donates = false;   // `stop`, between two launches: serve the request and save again
};

CERRADO_FN inline std::uint32_t pack_activity(bool active, std::uint32_t weight) {
    std::uint32_t const most = 0x7fffffffu;
    return (weight < most ? weight : most) << 1 | (active ? 1u : 0u);
}

// Between two looks of a worker, in cycles, since what lies between two control phases can be a microsecond or a
// millisecond: at what the balancer asks, or, where nothing is balanced, whether the run is to end.
inline constexpr std::uint32_t balance_interval = 1u << 16;
inline constexpr std::uint32_t end_interval = 1u << 20;

struct RunContext {
    GraphRef graph;
    JobQueue queue;
    BalanceRef balance;
    std::uint32_t look_interval = 0; // within a job; 0: the worker does not look
    Count* fault = nullptr;          // what the application may not do and did, see fault.hpp; 0: nothing
    bool checked = false;            // on the host: what each lane asks for itself is checked, too
    WorkerLayout layout;
    int k = 0;                    // vertices of the subgraphs sought; 0: the engine has sizes of its own
    int levels = 0;               // vertices of a traversal, at most
    int round = 0;                // that is under way
    int rounds = 1;               // that the run has, at most
    Count* last_change = nullptr; // the last round in which a job noted a change, from 1 on; 0: none yet

    // Whether a worker may be launched more than once in the run, and must leave what it keeps where it finds it again.
    CERRADO_FN bool launched_again() const { return balance.enabled || rounds > 1; }
};

} // namespace cerrado
