// The options of a run.
#pragma once

#include <cerrado/contract/detail/output_values.hpp>
#include <cerrado/contract/session.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/graph/numbering.hpp>
#include <cerrado/run/balance.hpp>

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
    std::uint64_t delivered = 0; // subgraphs delivered to a sink
    double share = 0; // done share of the predicted work, from 0 to 1; without a prediction all jobs count alike
};

// The runs that are done, if several runs together make a larger one.
struct FinishedRuns {
    std::string of; // the key of the larger run
    int done = 0;
    int all = 0;
    std::string results; // the results of the runs that are done
};

// Part `number` of `of` parts of a run, counted from 1. Each part has a share of the jobs.
struct PartOfRun {
    int number = 1;
    int of = 1;
    bool is_whole() const { return of == 1; }
    friend bool operator==(PartOfRun const&, PartOfRun const&) = default;
};
inline constexpr int most_parts_of_run = 1 << 16;

// A checkpoint is a file from which a run can go on. It has the counts so far and the work left. It is written at
// regular intervals and when the run ends. Runs with a checkpoint count as other runs do, and stop for a moment to
// write it.
struct CheckpointOptions {
    // Empty: no checkpoint. If the file exists, it must be a checkpoint of the same run, which goes on from it. If that
    // run is complete, the result is read from the file. Any other file is refused and does not change.
    std::string file;
    // The time between two writes of the file, in seconds.
    double every_seconds = 60;
    // true: the file must exist.
    bool resume = false;
    // Another checkpoint to go on from, which must exist. The run goes on from the one of the two files that is
    // further. Empty: only `file` is used.
    std::string from;
    // Identifies the run if the application's type, settings and k do not suffice: a run goes on only if its key is
    // that of the file. A key is needed if settings are floating-point numbers or pointers, or lie in base classes.
    std::string key;
    // Words that the file keeps for the user, for example those of the command that does the run.
    std::vector<std::string> words;
    // Both functions are needed if subgraphs are handed to a sink. mark() is called when all subgraphs that a
    // checkpoint counts have been handed over. It returns how far the sink has come. go_back() is called before the
    // first subgraph is handed over: with 0 if the run begins, or with the checkpoint's mark if the run goes on.
    // Subgraphs that were handed over after the mark come again.
    std::function<std::uint64_t()> mark;
    std::function<void(std::uint64_t)> go_back;
    // Called with a line for the user, for example if a run goes on; may be empty.
    std::function<void(std::string const&)> note;

    // The run does only this part. Its result is complete only together with the files of the other parts. Independent
    // machines can do the parts. The application's jobs must not leave data to other rounds or in arrays.
    PartOfRun part;
    // The complete files of all parts. If they are given, nothing is run, and the result is that of the whole run. Then
    // `file` must be empty.
    std::vector<std::string> merged;

    // The larger runs that this run is a part of, the outermost first. The file keeps their results beside the
    // checkpoint of this run.
    std::vector<FinishedRuns> earlier;
    bool begins = false; // true: the run ignores the contents of `file`, which an earlier run has left
    // The lock of `file` for this run and the larger ones, see lock_checkpoint(); null: the run itself locks the file.
    std::shared_ptr<void const> lock;

    bool on() const { return !file.empty() || !merged.empty(); }
};

// One of this machine's devices.
struct DeviceName {
    DeviceKind kind = DeviceKind::cuda;
    int number = 0; // the number of a CUDA device, below cuda_device_count()
    friend bool operator==(DeviceName const&, DeviceName const&) = default;
};
std::string to_string(DeviceName const& device); // "cuda:1", "host"
// Returns: the devices that the words name. A word is all (all CUDA devices), the number of a CUDA device, cuda: and
// such a number, host, or lockstep. Throws InputError for other words.
std::vector<DeviceName> devices_named(std::vector<std::string> const& words);

class MemberOfRun; // see run/detail/session/member.hpp
class Ranks;       // see run/ranks.hpp

// The devices and processes of a run, and their workers.
struct Where {
    // automatic: CUDA if there is a usable device, else the host.
    DeviceKind device = DeviceKind::automatic;

    // The devices that do one run together. Each device has the whole graph and a share of the jobs. Empty: only
    // `device`. See docs/devices.md.
    std::vector<DeviceName> devices;

    // The processes that do one run together, each on its own devices; null: only this process. See docs/nodes.md.
    Ranks* ranks = nullptr;

    // The number of host workers. On any device it is also the number of threads that prepare the graph. 0: one per
    // hardware thread.
    int threads = 0;

    // The number of CUDA warps (tiles of warp_width lanes); 0: as many as are resident at once. On the device lockstep
    // 0 means one.
    int workers = 0;

    // CUDA: the number of lanes that share a traversal. It must be one of the application's warp_widths; 0: a whole
    // hardware warp, 32.
    int warp_width = 0;

    // Returns: whether several devices or processes do one run.
    bool is_shared() const { return !devices.empty() || ranks != nullptr; }
};

struct RunOptions : Where {
    // The number of vertices of the subgraphs; 0: the application's own `k`.
    int k = 0;

    // The order in which vertices are numbered.
    GraphOrder order = GraphOrder::automatic;

    // The run does only jobs that begin at these vertices of the given graph. No vertex may occur twice. Without a
    // value it does all jobs. The order decides which subgraphs begin at a vertex. The counts of all roots add up to
    // the whole.
    std::optional<std::vector<VertexId>> roots;

    // The run ends after so many seconds, and leaves jobs under way unfinished; 0: no deadline.
    double deadline_seconds = 0;

    // If it is set, for example by a signal handler, the run ends within half a second; may be null.
    std::atomic<bool> const* interrupt = nullptr;

    // A file from which the run can go on, see docs/long-runs.md.
    CheckpointOptions checkpoint;

    // The thread that called run() calls it a few times a second; may be empty.
    std::function<void(Progress const&)> progress;

    // On the host: checks the positions given to vertex(), adjacent() and edge(), the indices given to arrays, and that
    // the application has no pointer to memory that a device does not have. Debug builds always check the first two.
    bool checked = false;

    // The size of the pieces of work, and the way in which work moves between workers; see docs/load_balancing.md.
    BalanceOptions balance;

    // The run sets it for each of its devices; otherwise it is null.
    MemberOfRun* member = nullptr;

    // The inputs of outputs: options.of<Store>().sink = ..., options.of<ByPattern>().tables = ...
    OutputInputs inputs;
    template <class Output> auto& of() { return inputs.of<Output>(); }
    template <class Output> auto const& of() const { return inputs.of<Output>(); }
};

} // namespace cerrado
