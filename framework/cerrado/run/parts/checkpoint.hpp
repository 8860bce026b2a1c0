// Checkpoints: a file with a run's counts so far and the work left. See run_in_parts.hpp.
#pragma once

#include <cerrado/core/error.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/order/numbering.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/parts/work_left.hpp>

#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace cerrado {

// Writes values as bytes of this machine, one after the other.
class ByteWriter {
public:
    template <class T> void put(T const& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes_.append(reinterpret_cast<char const*>(&value), sizeof value);
    }
    void put(std::string_view text) { put_all(std::span<char const>(text)); }
    template <class T> void put_all(std::span<T const> values) {
        static_assert(std::is_trivially_copyable_v<T>);
        put(static_cast<std::uint64_t>(values.size()));
        bytes_.append(reinterpret_cast<char const*>(values.data()), values.size_bytes());
    }
    std::string const& bytes() const { return bytes_; }

private:
    std::string bytes_;
};

// Reads the values back. Throws InputError if there are fewer bytes than asked for.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

    template <class T> T get() {
        T value;
        std::memcpy(static_cast<void*>(&value), take(1, sizeof value), sizeof value);
        return value;
    }
    template <class T> std::vector<T> get_all() {
        auto const count = get<std::uint64_t>();
        char const* const from = take(count, sizeof(T));
        std::vector<T> values(count);
        if (count > 0) std::memcpy(static_cast<void*>(values.data()), from, count * sizeof(T));
        return values;
    }
    std::string get_text() {
        std::vector<char> const text = get_all<char>();
        return {text.begin(), text.end()};
    }

private:
    char const* take(std::uint64_t count, std::uint64_t size);

    std::string_view bytes_;
};

// What identifies a run. A run can go on only if all of it is the same.
struct CheckpointSubject {
    std::string application; // its type and settings
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
    int round = 0;      // that is under way
    WorkLeft left;      // of it
    std::string arrays; // see kept_arrays.hpp
    std::vector<FinishedRuns> earlier;
    std::uint64_t mark = 0; // see CheckpointOptions
    std::string result;     // see result_sum.hpp
};

// The same checksum as for binary graph files.
std::uint64_t checksum_of(std::string_view bytes);
template <class T> std::uint64_t checksum_of(std::span<T const> values) {
    return checksum_of(std::string_view(reinterpret_cast<char const*>(values.data()), values.size_bytes()));
}
std::uint64_t checksum_of(Graph const& graph); // of everything that a graph file can contain

// Writes beside `path` and renames. Throws Error if that fails; then the old file is unchanged.
void write_checkpoint(std::string const& path, Checkpoint const& checkpoint);
// Throws InputError if the file is no checkpoint, is damaged, or has another version.
Checkpoint read_checkpoint(std::string const& path);
// Returns: the checkpoint from which the run goes on; with an empty path, its beginning. Throws InputError like
// read_checkpoint(), or if a required file is missing, or if the file to overwrite belongs to another run.
Checkpoint find_checkpoint(CheckpointOptions const& options);
// Throws InputError, which says how the run differs from the one that wrote the file.
void check_subject(std::string const& path, CheckpointSubject const& written, CheckpointSubject const& wanted);

} // namespace cerrado
