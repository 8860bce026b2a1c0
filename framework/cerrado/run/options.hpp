// What a caller may ask of a run.
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/graph/order/numbering.hpp>
#include <cerrado/pattern/transition.hpp>
#include <cerrado/run/conduct/balance.hpp>

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

struct CUstream_st; // what cudaStream_t points to

namespace cerrado {

enum class DeviceKind { automatic, cuda, host, lockstep };

// A snapshot for whoever shows progress; called from the thread that called run(), a few times a second.
struct Progress {
    std::uint64_t roots_done = 0;
    std::uint64_t roots_given = 0;
    double seconds = 0;
    std::uint64_t delivered = 0; // subgraphs, to a sink
    double share = 0;            // done of the predicted work, from 0 to 1
};

// The ring between workers and sink; rounded up to powers of two.
struct StoreSize {
    std::uint64_t block_records = 0; // subgraphs handed over at once; 0: as many as bandwidth asks for
    std::uint64_t blocks = 0;        // likewise
};

// Subgraphs in the memory of a CUDA device: ids of 32 bits, k each. What is done with them is to be enqueued on
// `stream`; when that is done, their memory is used again.
struct DeviceBatch {
    std::uint32_t const* ids = nullptr;
    std::uint64_t count = 0; // of ids
    CUstream_st* stream = nullptr;
};

// A file from which a run can go on, with what was counted and what is left; it is written anew every so often, and when
// the run ends. Runs that can be continued hand jobs out and count as others do, and stop for a moment to write.
struct CheckpointOptions {
    // Empty: none. Where it is there, it must be of the very same run, which goes on from it; of one that has come to its
    // end it gives the result again. Any other file is refused, and stays what it is.
    std::string file;
    double every_seconds = 60;
    // It must be there.
    bool resume = false;
    // Where the run goes on from instead, and which must be there; of the two the one that is further. Empty: `file`.
    std::string from;
    // What the run is of, where the application's type, settings and k do not say it all: a run goes on only with the
    // same. Settings that are floating-point numbers or pointers, or lie in bases, need one.
    std::string key;
    // Both are needed where subgraphs are handed to a sink. mark() is asked when all that a checkpoint counts was handed
    // over: how far the sink has come. go_back() is called before anything is handed over: with 0 in a run that begins,
    // in one that goes on with its checkpoint's mark; what was handed over after it comes again.
    std::function<std::uint64_t()> mark;
    std::function<void(std::uint64_t)> go_back;
    // Called with a line that says so where a run goes on; may be empty.
    std::function<void(std::string const&)> note;

    bool on() const { return !file.empty(); }
};

inline constexpr int most_pieces = 1024;

struct RunOptions {
    // Vertices of the subgraphs sought; 0: the application's own `k`.
    int k = 0;

    // automatic: CUDA where a device is there, else the host.
    DeviceKind device = DeviceKind::automatic;

    // Host workers, and on any device the threads that prepare the graph; 0: one per hardware thread.
    int threads = 0;

    // CUDA warps (tiles of warp_width lanes); 0: as many as are resident at once.
    int workers = 0;

    // CUDA: lanes that share a traversal, one of the application's warp_widths; 0: a whole hardware warp, 32.
    int warp_width = 0;

    // Into how many pieces each worker's share of the predicted work is cut, at least; a root that is heavier than one is
    // several jobs. More have workers end together, but each makes anew what belongs to its root. At most most_pieces; 0: 4.
    int pieces = 0;

    // Of no effect with `roots`, whose graph is numbered already.
    GraphOrder order = GraphOrder::automatic;

    // For applications that count per pattern: host tables, see canonical/.
    TransitionTableRef patterns{};

    // Only these root vertices (of the prepared graph, see prepare()); none: all.
    std::optional<std::vector<VertexId>> roots;

    // Of the device's memory, for traversals, at most.
    double traversal_memory_share = 0.10;

    // 0: none. Jobs under way are left.
    double deadline_seconds = 0;

    // Set it (from a signal handler, say) and the run ends within half a second; may be null.
    std::atomic<bool> const* interrupt = nullptr;

    CheckpointOptions checkpoint;

    // May be empty.
    std::function<void(Progress const&)> progress;

    // On the host: positions given to vertex(), adjacent() and edge() are checked, as debug builds do anyway.
    bool checked = false;

    // Moving work between workers while the run goes on; see loadbalance/.
    BalanceOptions balance;

    // For the output Store, one of these, called from the thread that called run(): original ids of one subgraph a
    // call, or of many, k each, one after the other. The last two are for graphs whose ids all have 32 bits: as they
    // lie in the ring, nothing is copied; or, on CUDA, where they lie on the device. What it throws ends the run.
    std::function<void(std::span<OriginalId const>)> sink;
    std::function<void(std::span<OriginalId const>)> batch_sink;
    std::function<void(std::span<std::uint32_t const>)> narrow_sink;
    std::function<void(DeviceBatch const&)> device_sink;

    // Subgraphs to deliver at most; where there are more, the run ends with Status::limit.
    std::optional<std::uint64_t> limit;

    StoreSize store;
};

} // namespace cerrado
