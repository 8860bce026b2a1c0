// What a caller may ask of a run.
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/pattern/transition.hpp>

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cerrado {

enum class DeviceKind { automatic, cuda, host, lockstep };

// A snapshot for whoever shows progress; called from the thread that called run(), a few times a second.
struct Progress {
    std::uint64_t roots_done = 0;
    std::uint64_t roots_given = 0;
    double seconds = 0;
};

struct RunOptions {
    int k = 0;                                   // vertices of the subgraphs sought; 0: the application's own `k`
    DeviceKind device = DeviceKind::automatic;   // automatic: CUDA where a device is there, else the host
    int threads = 0;                             // host workers; 0: one per hardware thread
    int workers = 0;                             // CUDA warps; 0: as many as are resident at once
    TransitionTableRef patterns{};               // for aggregate_pattern: host tables, see canonical/
    std::optional<std::vector<VertexId>> roots;  // only these root vertices (of the prepared graph); none: all
    double traversal_memory_share = 0.10;        // of the device's memory, for traversals, at most
    double deadline_seconds = 0;                 // 0: none; roots begun are finished
    std::atomic<bool> const* interrupt = nullptr;  // set it (from a signal handler, say) and the run ends after the roots begun
    std::function<void(Progress const&)> progress; // may be empty
    std::function<void(std::span<OriginalId const>)> sink;  // for aggregate_store: one subgraph a call, original ids
};

} // namespace cerrado
