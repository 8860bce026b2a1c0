// The views that all workers of one run share (trivially copyable, made before the launch), and the memory of each
// worker.
#pragma once

#include <cerrado/contract/arrays.hpp>
#include <cerrado/contract/detail/declared.hpp>
#include <cerrado/graph/graph_ref.hpp>
#include <cerrado/traversal/detail/job.hpp>
#include <cerrado/traversal/detail/level.hpp>
#include <cerrado/traversal/detail/share_queue.hpp>

#include <cstring>

namespace cerrado {

inline constexpr std::uint32_t request_pause = ~0u;   // stop at control and keep the traversal (`stop`)
inline constexpr std::uint32_t request_end = ~0u - 1; // the run is to end: leave the traversal as it is

// Traversals that an earlier part of the run left, as records of the queue of donated ones.
struct LeftRef {
    std::uint32_t const* records = nullptr;
    Count* next = nullptr;
    std::uint64_t count = 0;
};

// Load balancing, as workers see it. If it is off (enabled = false), it costs nothing.
struct BalanceRef {
    ShareQueueRef queue;
    std::uint32_t* requests = nullptr; // per worker: ranges to give away, or request_pause
    std::uint32_t* activity = nullptr; // per worker, read by the balancer thread: see pack_activity()
    // workers with a traversal, plus donated traversals that nobody has taken (`share`)
    Count* pending = nullptr;
    Count* donated = nullptr; // traversals donated so far
    Count* donated_done = nullptr;
    LeftRef left;
    SavedTraversal* saved = nullptr; // per worker, for workers that stop and go on later (`stop`, checkpoints)
    void* saved_levels = nullptr;    // per worker: as many levels as the application's longest traversal
    bool enabled = false;
    bool waits_for_work = false; // `share`: an idle worker stays until no work can appear
    bool serves_unasked = false; // `share`: a worker at a long job gives to idle ones before it is asked
    bool only_donates = false;   // `stop`, between two launches: serve the request and save again
};

CERRADO_FN inline std::uint32_t pack_activity(bool active, std::uint32_t weight) {
    std::uint32_t const most = 0x7fffffffu;
    return (weight < most ? weight : most) << 1 | (active ? 1u : 0u);
}

// Cycles between two looks of a worker. With balancing it looks at the balancer's requests, without balancing at the
// word that ends the run. The unit is cycles, because the time between two control phases can be a microsecond or a
// millisecond.
inline constexpr std::uint32_t balance_interval = 1u << 16;
inline constexpr std::uint32_t end_interval = 1u << 20;

struct RunContext {
    GraphRef graph;
    JobQueue queue;
    BalanceRef balance;
    std::uint32_t look_interval = 0; // cycles between two looks within a job; 0: the worker does not look
    Count* fault = nullptr;          // an application's fault, see fault.hpp; 0: none
    bool checked = false;            // on the host: also check the arguments that each lane chooses for itself
    WorkerLayout layout;
    int k = 0;                    // vertices of the subgraphs sought; 0: the engine has its own sizes
    int levels = 0;               // most vertices of a traversal
    int round = 0;                // the current one
    int rounds = 1;               // most rounds of the run
    Count* added_jobs = nullptr;  // jobs that rounds gave to later ones, see frontier.hpp
    Count* last_change = nullptr; // the last round in which a job noted a change, from 1; 0: none yet

    // True if the run may launch a worker more than once. Then the worker must leave its state where it finds it again.
    CERRADO_FN bool launched_again() const { return balance.enabled || rounds > 1; }
};

// The data that all workers of a run share. Trivially copyable.
template <class App> struct ContextOf : RunContext {
    typename EngineOf<App>::Ref engine;
    typename OutputsOf<App>::Refs outputs;
};

template <class App> struct LevelTrait {
    using type = typename OutputsOf<App>::template LevelWithStates<typename EngineOf<App>::LevelState>;
    static constexpr std::uint32_t own_words = 0; // of the application's state
};
template <class App>
    requires has_level_state<App>
struct LevelTrait<App> {
    using Own = OwnState<typename App::LevelState>;
    using type = typename OutputsOf<App>::template LevelWithStates<typename EngineOf<App>::LevelState, Own>;
    static constexpr std::uint32_t own_words = words_carried<Own>;
};
template <class App> using LevelOf = typename LevelTrait<App>::type;
template <class App> using WorkerArraysOf = JoinArrays<typename EngineOf<App>::Arrays, typename OutputsOf<App>::Arrays>;
template <class App> using WorkerMemoryOf = WorkerMemory<WorkerArraysOf<App>>;

// The words that travel with each vertex of a donated traversal: those of the engine, then the application's state.
template <class App> inline constexpr std::uint32_t engine_words = words_carried<typename EngineOf<App>::Carried>;
template <class App> inline constexpr std::uint32_t carried_words = engine_words<App> + LevelTrait<App>::own_words;

namespace phase {

// Lanes: any.
template <class App> CERRADO_FN void write_carried(LevelOf<App> const& level, [[maybe_unused]] std::uint32_t* words) {
    if constexpr (engine_words < App >> 0) {
        typename EngineOf<App>::Carried const carried = EngineOf<App>::carried(level);
        std::memcpy(words, &carried, sizeof carried);
    }
    if constexpr (has_level_state<App>) std::memcpy(words + engine_words<App>, &level.own, sizeof level.own);
}

} // namespace phase

} // namespace cerrado
