// Long results: lists of subgraphs, of one process or of all, and counts per vertex and edge.
#pragma once

#include "command/options/run_options.hpp"
#include "command/record/output.hpp"

#include <cerrado/core/clock.hpp>
#include <cerrado/core/ordered_work.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/graph/io/file_lock.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/local_counts.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/ranks/ranks.hpp>
#include <cerrado/run/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cerrado::command {

// A file that grows while a run goes on. A run that is resumed later cuts it back to where the file was.

// The file exists from begin() on, and stays however the program ends. Every failure throws Error with path and remedy.
class GrowingFile {
public:
    explicit GrowingFile(std::string path) : path_(std::move(path)) {}
    ~GrowingFile();
    GrowingFile(GrowingFile const&) = delete;
    GrowingFile& operator=(GrowingFile const&) = delete;

    // Call it first. It cuts the file to `size`. If that is 0, the file need not exist. Throws InputError if it does
    // not exist, or is shorter, or if another process is writing it.
    void begin(std::uint64_t size);
    void write(std::string_view bytes);
    std::uint64_t size() const { return size_; }

private:
    [[noreturn]] void fail(int error) const;

    std::string path_;
    std::optional<detail::FileLock> lock_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

// Listed subgraphs as bytes, of text or of numbers.

// Many subgraphs, and their bytes in a list. Its memory is used again.
struct ListLines {
    std::vector<std::uint32_t> narrow; // ids, k each; a run fills this one
    std::vector<OriginalId> wide;      // or this one
    std::vector<char> bytes;           // room for the list's bytes
    std::size_t size = 0;              // how many bytes are in use

    std::string_view text() const { return {bytes.data(), size}; }
};

// Writes the ids into `lines.bytes`, in that order, and clears them. Requires: k <= max_traversal_length. Text has
// `names` instead of ids, unless that is null.
void format_lines(ListLines& lines, std::size_t k, ListFormat format, ListOrder const& order,
                  std::vector<std::string> const* names = nullptr);

// Listed subgraphs as a file or on standard output, while the search runs.

// Text: a line per subgraph, with blanks between ids or names. Binary: a header of 16 bytes (`CERLIST` and a byte 1;
// the version 1 and k, 32 bits each), then the ids, 64 bits each, little-endian. ListOrder tells the order of ids
// within a subgraph. Several threads format. What was written first is first in the list.
class ListWriter {
public:
    // whole: the list is there whole or not at all. grows: a run with checkpoints writes it, so it grows, and begins
    // with go_back().
    enum class Mode { whole, grows };

    // `threads` format, the caller's included; 0: one per hardware thread. `names` are the graph's, or null.
    ListWriter(ListRequest const& request, int k, int threads, ListOrder const& order, Mode mode = Mode::whole,
               VertexNames names = nullptr);
    ListWriter(ListWriter const&) = delete;

    // Takes k ids for each subgraph, one after the other. Throws Error, or ReaderGone if standard output was closed: at
    // once, or from a later call if another thread noticed it.
    void write(std::span<OriginalId const> ids) { add(ids, &ListLines::wide); }
    void write(std::span<std::uint32_t const> ids) { add(ids, &ListLines::narrow); }
    void commit();

    // For a list that grows. mark() is its length with everything that was written. go_back() comes first and cuts the
    // list to such a length; 0: the list begins anew.
    std::uint64_t mark();
    void go_back(std::uint64_t mark);

private:
    template <class Id> void add(std::span<Id const> ids, std::vector<Id> ListLines::*place);
    void write_header();
    void put(std::string_view bytes) { growing_ ? growing_->write(bytes) : stream_->write(bytes); }
    void submit();

    std::size_t k_;
    std::size_t part_ids_; // that one thread formats at a time
    ListFormat format_;
    ListOrder order_;
    VertexNames names_;
    std::optional<ResultStream> stream_; // or
    std::optional<GrowingFile> growing_;
    ListLines* open_ = nullptr; // is being filled
    Stopwatch since_submit_;
    OrderedWork<ListLines> work_; // the last member, since its threads write to the stream
};

// Counts per vertex and edge as files or on standard output.

// A vertex or an edge, and its numbers.
struct CountRow {
    std::array<OriginalId, 2> ids{};
    std::size_t id_count = 1;
    std::span<WideCount const> counts;
};

struct CountTable {
    std::string header; // of a CSV file
    std::string magic;  // of a binary file: 7 letters
    int k = 0;
    VertexNames names; // CSV has them instead of ids, unless they are null
    std::size_t rows = 0;
    std::function<CountRow(std::size_t)> row; // its counts are valid until the next call
};

// Writes the file whole or not at all. CSV: the header, and a line for each row. Binary: a header of 16 bytes (the magic
// and a byte 1; the version 1 and k, 32 bits each), then for each row the ids, 64 bits each, and the counts, 128 bits,
// little-endian. An empty target is none. Throws Error, or ReaderGone if standard output was closed.
void write_counts(std::string const& target, LocalFormat format, CountTable const& table);

// Returns: what the run counted per vertex and orbit, or else per vertex and edge; empty if it counted neither.
LocalCounts const& local_counts_of(RunResult const& result);

// Writes what was asked for. The headers are `vertex,count`, `source,target,count` and `vertex,orbit0,orbit2`, the
// magics `CERVERT`, `CEREDGE` and `CERORBI`. `orbits` are the columns of counts.by_orbit. Throws as write_counts() does.
void write_local(LocalRequest const& request, LocalCounts const& counts, int k, std::vector<int> const& orbits,
                 VertexNames const& names);

// `--gather`: one list of all processes, which rank 0 writes.

// On rank 0. Calls run(options) with a sink, and write(ids) with what that sink and the other ranks take, one at a time.
// Returns: the result of the run, when all was written. Rethrows what write() threw.
RunResult run_and_gather(Ranks& ranks, RunOptions options, std::function<RunResult(RunOptions const&)> const& run,
                         std::function<void(std::span<OriginalId const>)> const& write);

// On another rank, when rank 0 does the above. Throws Error if rank 0 has ended or cannot write.
RunResult run_for_rank_0(Ranks& ranks, RunOptions options, std::function<RunResult(RunOptions const&)> const& run);

} // namespace cerrado::command
