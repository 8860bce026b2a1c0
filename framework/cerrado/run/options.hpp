// What a caller may ask of a run.
#pragma once

#include <cerrado/contract/output_values.hpp>
#include <cerrado/contract/session.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/graph/order/numbering.hpp>
#include <cerrado/run/conduct/balance.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cerrado {

// A snapshot for a progress display.
struct Progress {
    std::uint64_t roots_done = 0;
    std::uint64_t roots_given = 0;
    double seconds = 0;
    std::uint64_t delivered = 0; // subgraphs, to a sink
    double share = 0;            // of the predicted work, from 0 to 1; jobs count alike if nothing is predicted
};

// The runs before one of several that together make a larger one.
struct FinishedRuns {
    std::string of; // the key of the larger one
    int done = 0;
    int all = 0;
    std::string results; // of those that are done
};

// One of `of` parts of a run, from 1. Each has a share of the jobs.
struct PartOfRun {
    int number = 1;
    int of = 1;
    bool is_whole() const { return of == 1; }
    friend bool operator==(PartOfRun const&, PartOfRun const&) = default;
};
inline constexpr int most_parts_of_run = 1 << 16;

// A file from which a run can go on. It has the counts so far and the work left. It is written at regular intervals and
// when the run ends. Such runs hand out jobs and count like others, and stop for a moment to write.
struct CheckpointOptions {
    // Empty: no checkpoint. If the file exists, it must be of the very same run, which goes on from it. If that run is
    // complete, the file gives its result again. Any other file is refused and stays as it is.
    std::string file;
    // Between two times that it is written.
    double every_seconds = 60;
    // The file must exist.
    bool resume = false;
    // Another file to go on from, which must exist. The run takes the one of the two that is further. Empty: only
    // `file`.
    std::string from;
    // Identifies the run if the application's type, settings and k do not suffice: a run goes on only with the same
    // key. It is needed if settings are floating-point numbers or pointers, or lie in base classes.
    std::string key;
    // The file keeps it for the user: the words of a command that does the run, say.
    std::vector<std::string> words;
    // Both are needed if subgraphs are handed to a sink. When everything that a checkpoint counts has been handed over,
    // mark() returns how far the sink has come. go_back() is called before anything is handed over: with 0 if the run
    // begins, with its checkpoint's mark if it goes on. Subgraphs handed over after the mark come again.
    std::function<std::uint64_t()> mark;
    std::function<void(std::uint64_t)> go_back;
    // Called with a line for the user if a run goes on; may be empty.
    std::function<void(std::string const&)> note;

    // The run does this part alone, and its result is of no use but in the file: machines that do not know of each other
    // can do the parts. The application's jobs must leave nothing to other rounds or in arrays.
    PartOfRun part;
    // The files of all parts, each complete: the result is that of the whole run, and nothing is run. No `file` then.
    std::vector<std::string> merged;

    // The larger runs that this one is a part of, outermost first: the file keeps them beside this run's own.
    std::vector<FinishedRuns> earlier;
    bool begins = false; // nobody looks at what is in `file`: an earlier run has left it there
    // Whoever has locked `file` for this run and others around it, see lock_checkpoint(); null: the run itself does.
    std::shared_ptr<void const> lock;

    bool on() const { return !file.empty() || !merged.empty(); }
};

// One of this machine's devices.
struct DeviceName {
    DeviceKind kind = DeviceKind::cuda;
    int number = 0; // of a CUDA device, below cuda_device_count()
    friend bool operator==(DeviceName const&, DeviceName const&) = default;
};
std::string to_string(DeviceName const& device); // "cuda:1", "host"

class MemberOfRun; // see run/many/shared_run.hpp
class Ranks;       // see run/ranks/ranks.hpp

struct RunOptions {
    // Vertices of the subgraphs sought; 0: the application's own `k`.
    int k = 0;

    // automatic: CUDA if there is a device, else the host.
    DeviceKind device = DeviceKind::automatic;

    // Devices that do one run together: each has the whole graph, and a share of the jobs. Empty: `device` alone. See
    // docs/devices.md.
    std::vector<DeviceName> devices;

    // The processes that do one run together, each on its devices; null: this one alone. See docs/nodes.md.
    Ranks* ranks = nullptr;

    // Host workers, and on any device the threads that prepare the graph; 0: one per hardware thread.
    int threads = 0;

    // CUDA warps (tiles of warp_width lanes); 0: as many as are resident at once. Lockstep: 0 is one.
    int workers = 0;

    // CUDA: lanes that share a traversal, one of the application's warp_widths; 0: a whole hardware warp, 32.
    int warp_width = 0;

    // How vertices are numbered.
    GraphOrder order = GraphOrder::automatic;

    // Only jobs that begin at these vertices of the given graph, without duplicates; none: all. The order decides which
    // subgraphs begin at a vertex. Over all roots the counts add up to the whole.
    std::optional<std::vector<VertexId>> roots;

    // 0: no deadline. Jobs under way stay unfinished.
    double deadline_seconds = 0;

    // If somebody sets it (a signal handler, say), the run ends within half a second; may be null.
    std::atomic<bool> const* interrupt = nullptr;

    // A file from which the run can go on, see docs/long-runs.md.
    CheckpointOptions checkpoint;

    // Called a few times a second by the thread that called run(); may be empty.
    std::function<void(Progress const&)> progress;

    // On the host: check positions given to vertex(), adjacent() and edge(), as debug builds always do.
    bool checked = false;

    // How finely work is cut, and how it moves between workers; see docs/load_balancing.md.
    BalanceOptions balance;

    // Set by the run for each of its devices; null otherwise.
    MemberOfRun* member = nullptr;

    // What outputs are given: options.of<Store>().sink = ..., options.of<ByPattern>().tables = ...
    OutputInputs inputs;
    template <class Output> auto& of() { return inputs.of<Output>(); }
    template <class Output> auto const& of() const { return inputs.of<Output>(); }
};

// Whether several devices or processes do one run.
inline bool is_shared(RunOptions const& options) { return !options.devices.empty() || options.ranks != nullptr; }

} // namespace cerrado
