// What all workers of one run share, apart from engine and outputs: trivially copyable views, made before the launch.
#pragma once

#include <cerrado/graph/graph_ref.hpp>
#include <cerrado/traversal/arrays.hpp>
#include <cerrado/traversal/job.hpp>
#include <cerrado/traversal/share_queue.hpp>

namespace cerrado {

inline constexpr std::uint32_t request_pause = ~0u; // stop at control and keep the traversal (`stop`)

// Load balancing, as workers see it. Without it (enabled = false) it costs nothing.
struct BalanceRef {
    ShareQueueRef queue;
    std::uint32_t* requests = nullptr; // per worker: ranges it is asked to give away, or request_pause
    std::uint32_t* activity = nullptr; // per worker, read by the balancer thread: see pack_activity()
    Count* pending = nullptr;          // workers with a traversal plus donated traversals nobody has taken (`share`)
    Count* donated = nullptr;          // traversals donated so far
    Count* donated_done = nullptr;
    SavedTraversal* saved = nullptr; // per worker (`stop`)
    void* saved_levels = nullptr;    // per worker, as many levels of the application's as a traversal can have
    bool enabled = false;
    bool waits_for_work = false; // `share`: an idle worker stays until no work can appear
    bool only_donates = false;   // `stop`, between two launches: serve the request and save again
};

CERRADO_FN inline std::uint32_t pack_activity(bool active, std::uint32_t weight) {
    std::uint32_t const most = 0x7fffffffu;
    return (weight < most ? weight : most) << 1 | (active ? 1u : 0u);
}

struct RunContext {
    GraphRef graph;
    JobQueue queue;
    BalanceRef balance;
    WorkerLayout layout;
    int k = 0;      // vertices of the subgraphs sought; 0: the engine has sizes of its own
    int levels = 0; // vertices of a traversal, at most
    int round = 0;  // that is under way
    int rounds = 1; // that the run has

    // Whether a worker may be launched more than once in the run, and must leave what it keeps where it finds it again.
    CERRADO_FN bool launched_again() const { return balance.enabled || rounds > 1; }
};

} // namespace cerrado
