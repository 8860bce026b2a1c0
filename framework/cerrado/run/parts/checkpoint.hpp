// Checkpoints: a file with a run's counts so far and the work left. See run_in_parts.hpp.
#pragma once

#include <cerrado/contract/bytes.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/order/numbering.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/parts/work_left.hpp>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace cerrado {

// What identifies a run. A run can go on, and processes can share it, only if all of it is the same.
struct CheckpointSubject {
    std::string application; // a checksum of its type and settings, or a text that says so
    std::string key;         // CheckpointOptions::key
    int k = 0;
    std::uint64_t vertices = 0;
    std::uint64_t entries = 0; // of the lists
    std::uint64_t graph_checksum = 0;
    std::uint64_t arrays_checksum = 0; // of the contents with which the run began, see kept_arrays.hpp

    friend bool operator==(CheckpointSubject const&, CheckpointSubject const&) = default;
};

struct Checkpoint {
    std::string path; // the file that it was read from, or empty
    CheckpointSubject subject;
    GraphOrder order = GraphOrder::automatic; // the order of the graph that jobs belong to
    int job_workers = 0;                      // the number of workers that jobs were cut for
    std::uint64_t jobs = 0;                   // of a round
    std::uint64_t jobs_checksum = 0;
    bool complete = false;
    int round = 0;  // that is under way
    WorkLeft left;  // of it
    PartOfRun part; // of the run's jobs
    std::uint64_t jobs_of_part = 0;
    std::string arrays; // see kept_arrays.hpp
    std::vector<FinishedRuns> earlier;
    std::vector<std::string> words; // see CheckpointOptions
    std::uint64_t mark = 0;         // see CheckpointOptions
    std::string result;             // see result_sum.hpp
};

// The same checksum as for binary graph files.
std::uint64_t checksum_of(std::string_view bytes);
template <class T> std::uint64_t checksum_of(std::span<T const> values) {
    return checksum_of(std::string_view(reinterpret_cast<char const*>(values.data()), values.size_bytes()));
}
std::uint64_t checksum_of(Graph const& graph); // with its ids, directions, labels and names: all that a run depends on

// Writes beside `path` and renames. Throws Error if that fails; then the old file is unchanged.
void write_checkpoint(std::string const& path, Checkpoint const& checkpoint);

// Writes the checkpoints of a run that goes on where one cannot be written: a disk may have room later.
class CheckpointWriter {
public:
    explicit CheckpointWriter(CheckpointOptions const& options) : options_(options) {}

    // The first time that it fails, it says so by CheckpointOptions::note. Throws Error if there is none.
    void write(Checkpoint const& checkpoint);
    std::string const& failure() const { return failure_; } // of the last one; empty: it was written

private:
    CheckpointOptions const& options_;
    std::string failure_;
    bool is_told_ = false;
};

// Says what it means for the run that the last checkpoint could not be written, if `failure` is not empty. Throws Error if
// that is lost which the file alone has: the result of a part.
void conclude_checkpoints(CheckpointOptions const& options, Checkpoint const& checkpoint, std::string const& failure,
                          bool is_lost);

// Throws InputError if the file is no checkpoint, is damaged, or has another version.
Checkpoint read_checkpoint(std::string const& path);
// Nobody else writes the file of the options while the lock lives. Returns: theirs, if they have one; null without a file.
// Throws InputError, which names the process that has it; Error if the file could not be written.
std::shared_ptr<void const> lock_checkpoint(CheckpointOptions const& options);
// Returns: the checkpoint from which the run goes on; with an empty path, its beginning. Throws InputError like
// read_checkpoint(), or if a required file is missing, or if the file to overwrite belongs to another run.
Checkpoint find_checkpoint(CheckpointOptions const& options);
// Throws InputError if the checkpoint is of another part than the run.
void check_part(Checkpoint const& checkpoint, PartOfRun const& asked);
// Returns: the checkpoints of all parts of a run. Throws InputError if they are not, or one is not complete.
std::vector<Checkpoint> read_parts(std::vector<std::string> const& paths);
// Throws InputError, which says how the run differs from the one that wrote the file.
void check_subject(std::string const& path, CheckpointSubject const& written, CheckpointSubject const& wanted);

} // namespace cerrado
