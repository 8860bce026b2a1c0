// A checkpoint is a file with a run's counts so far and the work left. See run_in_parts.hpp.
#pragma once

#include <cerrado/contract/detail/bytes.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/numbering.hpp>
#include <cerrado/run/detail/parts/work_left.hpp>
#include <cerrado/run/options.hpp>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace cerrado {

// The identity of a run. A run can go on from a checkpoint, and processes can share a run, only if all members are
// equal.
struct CheckpointSubject {
    std::string application; // a checksum of its type and settings, or a text that identifies them
    std::string key;         // CheckpointOptions::key
    int k = 0;
    std::uint64_t vertices = 0;
    std::uint64_t entries = 0; // entries of the lists
    std::uint64_t graph_checksum = 0;
    std::uint64_t arrays_checksum = 0; // checksum of the arrays when the run began, see kept_arrays.hpp

    friend bool operator==(CheckpointSubject const&, CheckpointSubject const&) = default;
};

struct Checkpoint {
    std::string path; // the file that it was read from, or empty
    CheckpointSubject subject;
    GraphOrder order = GraphOrder::automatic; // the order of the graph that jobs belong to
    int job_workers = 0;                      // the number of workers that jobs were cut for
    std::uint64_t jobs = 0;                   // the number of jobs in a round
    std::uint64_t jobs_checksum = 0;
    bool complete = false;
    int round = 0;           // the round that is under way
    bool is_changed = false; // a part of this round noted a change
    WorkLeft left;           // the work left of that round
    PartOfRun part;          // the part of the run's jobs
    std::uint64_t jobs_of_part = 0;
    std::string arrays; // see kept_arrays.hpp
    std::vector<FinishedRuns> earlier;
    std::vector<std::string> words; // see CheckpointOptions
    std::uint64_t mark = 0;         // see CheckpointOptions
    std::string result;             // see result_sum.hpp
};

// Returns: the checksum that binary graph files have, too.
std::uint64_t checksum_of(std::string_view bytes);
template <class T> std::uint64_t checksum_of(std::span<T const> values) {
    return checksum_of(std::string_view(reinterpret_cast<char const*>(values.data()), values.size_bytes()));
}
std::uint64_t checksum_of(Graph const& graph); // includes ids, directions, labels and names

// Writes the file under another name beside `path`, and renames it. If this fails, throws Error, and the old file does
// not change.
void write_checkpoint(std::string const& path, Checkpoint const& checkpoint);

// Writes the checkpoints of a run. If a checkpoint cannot be written, the run goes on, because the disk may have room
// later.
class CheckpointWriter {
public:
    explicit CheckpointWriter(CheckpointOptions const& options) : options_(options) {}

    // If a write fails for the first time, it calls CheckpointOptions::note. Throws Error if the write fails and there
    // is no note().
    void write(Checkpoint const& checkpoint);
    std::string const& failure() const { return failure_; } // why the last write failed; empty if it succeeded

private:
    CheckpointOptions const& options_;
    std::string failure_;
    bool is_told_ = false;
};

// Tells the user the consequences if the last checkpoint could not be written, that is, if `failure` is not empty.
// Throws Error if `is_lost`: the run is a part, and only the file would have had its result.
void conclude_checkpoints(CheckpointOptions const& options, Checkpoint const& checkpoint, std::string const& failure,
                          bool is_lost);

// Throws InputError if the file is no checkpoint, is damaged, or has another version.
Checkpoint read_checkpoint(std::string const& path);
// Locks options.file: no other run writes it while the lock lives. Returns: the lock; it is options.lock if that is
// set, and null if there is no file. Throws InputError with the name of the process that has the file, Error if the
// file could not be written.
std::shared_ptr<void const> lock_checkpoint(CheckpointOptions const& options);
// Returns: the checkpoint from which the run goes on. If its path is empty, the run begins anew. Throws InputError like
// read_checkpoint(), or if a required file is missing, or if the file to overwrite belongs to another run.
Checkpoint find_checkpoint(CheckpointOptions const& options);
// Throws InputError if the checkpoint is of another part than the run.
void check_part(Checkpoint const& checkpoint, PartOfRun const& asked);
// Returns: the checkpoints of all parts of a run. Throws InputError if a part is missing or is not complete, or if the
// files are not parts of one run.
std::vector<Checkpoint> read_parts(std::vector<std::string> const& paths);
// Throws InputError if the run differs from the one that wrote the file. The message names the difference.
void check_subject(std::string const& path, CheckpointSubject const& written, CheckpointSubject const& wanted);

} // namespace cerrado
