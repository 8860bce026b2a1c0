// Writes long results: lists of subgraphs from one process or from all, and counts per vertex and edge.
#pragma once

#include "command/options/run_options.hpp"
#include "command/output/output.hpp"

#include <cerrado/core/detail/clock.hpp>
#include <cerrado/core/detail/ordered_work.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/graph/detail/io/file_lock.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/local_counts.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/ranks.hpp>
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

// A file that grows while a run goes on. A resumed run cuts it back to its length at the checkpoint.

// The file exists from begin() on, and it stays even if the program fails. Every failure throws Error with the path and
// a remedy.
class GrowingFile {
public:
    explicit GrowingFile(std::string path) : path_(std::move(path)) {}
    ~GrowingFile();
    GrowingFile(GrowingFile const&) = delete;
    GrowingFile& operator=(GrowingFile const&) = delete;

    // Call begin() first. It cuts the file to `size` bytes. If `size` is 0, the file need not exist. Throws InputError
    // if the file does not exist or is shorter, or if another process is writing it.
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

// Turns listed subgraphs into bytes, as text or as numbers.

// Many subgraphs, and their bytes in a list. The memory is used again for later subgraphs.
struct ListLines {
    // k ids for each subgraph, or if k is 0, their number and then the ids; a run fills this vector
    std::vector<std::uint32_t> narrow;
    std::vector<OriginalId> wide; // or this vector
    std::vector<char> bytes;      // room for the list's bytes
    std::size_t size = 0;         // the number of bytes in use

    std::string_view text() const { return {bytes.data(), size}; }
};

// Writes the ids into `lines.bytes` in the order `order`, and clears the ids. Requires: k <= max_traversal_length; if k is
// 0, text and no order. Text has `names` instead of ids, unless `names` is null.
void format_lines(ListLines& lines, std::size_t k, ListFormat format, ListOrder const& order,
                  std::vector<std::string> const* names = nullptr);

// The same as text, with the ids of each subgraph ascending, and at the end of each line what `end` says.
void format_ended_lines(ListLines& lines, std::size_t k, LineEnd const& end, std::vector<std::string> const* names);

// Writes listed subgraphs to a file or to standard output while the search runs.

// Text: a line per subgraph, with blanks between ids or names. Binary: a header of 16 bytes (`CERLIST` and a byte 1;
// the version 1 and k, 32 bits each), then the ids, 64 bits each, little-endian. ListOrder tells the order of ids
// within a subgraph. Several threads format the subgraphs. The list keeps the order of the calls of write().
class ListWriter {
public:
    // whole: the file appears when the list is complete, or not at all. grows: for a run with checkpoints; the file
    // grows during the run, and the first call must be go_back().
    enum class Mode { whole, grows };

    // `threads`: the number of threads that format, including the caller's; 0: one per hardware thread. `names`: the
    // names of the graph's vertices, or null.
    ListWriter(ListRequest const& request, int k, int threads, ListOrder const& order, Mode mode = Mode::whole,
               VertexNames names = nullptr, LineEnd end = {});
    ListWriter(ListWriter const&) = delete;

    // Takes k ids for each subgraph, one after the other; if k is 0, their number before them, and all of it in one call.
    // Throws Error, or ReaderGone if standard output was closed. If another thread notices the failure, a later call
    // throws it.
    void write(std::span<OriginalId const> ids) { add(ids, &ListLines::wide); }
    void write(std::span<std::uint32_t const> ids) { add(ids, &ListLines::narrow); }
    void commit();

    // Both are for a list that grows. mark() returns the length of the list with everything that was written. go_back()
    // must be the first call. It cuts the list to such a length; with 0 the list begins anew.
    std::uint64_t mark();
    void go_back(std::uint64_t mark);

private:
    template <class Id> void add(std::span<Id const> ids, std::vector<Id> ListLines::*place);
    void write_header();
    void put(std::string_view bytes) { growing_ ? growing_->write(bytes) : stream_->write(bytes); }
    void submit();

    std::size_t k_;
    std::size_t part_ids_; // ids that one thread formats at a time
    ListFormat format_;
    ListOrder order_;
    VertexNames names_;
    LineEnd end_;
    std::optional<ResultStream> stream_; // or file_
    std::optional<GrowingFile> growing_;
    ListLines* open_ = nullptr; // the lines that write() fills
    Stopwatch since_submit_;
    OrderedWork<ListLines> work_; // the last member, since its threads write to the stream
};

// Writes counts per vertex and edge to files or to standard output.

// A vertex or an edge, and its numbers.
struct CountRow {
    std::array<OriginalId, 2> ids{};
    std::size_t id_count = 1;
    std::span<WideCount const> counts;
};

struct CountTable {
    std::string header; // the first line of a CSV file
    std::string magic;  // the first 7 letters of a binary file
    int k = 0;
    VertexNames names; // CSV has names instead of ids, unless this is null
    std::size_t rows = 0;
    std::function<CountRow(std::size_t)> row; // the row's counts are valid until the next call
};

// Writes the file completely or not at all. CSV: the header, and a line for each row. Binary: a header of 16 bytes (the
// magic and a byte 1; the version 1 and k, 32 bits each), then for each row the ids, 64 bits each, and the counts, 128
// bits, little-endian. Does nothing if the target is empty. Throws Error, or ReaderGone if standard output was closed.
void write_counts(std::string const& target, LocalFormat format, CountTable const& table);

// Writes the counts that were asked for. The headers are `vertex,count`, `source,target,count` and
// `vertex,orbit0,orbit2`, the magics `CERVERT`, `CEREDGE` and `CERORBI`. `orbits`: the orbits in the columns of
// counts.by_orbit. Throws as write_counts() does.
void write_local(LocalRequest const& request, LocalCounts const& counts, int k, std::vector<int> const& orbits,
                 VertexNames const& names);

// `--gather`: rank 0 writes one list of all processes.

// Rank 0 calls it. It calls run(options) with a sink. It calls write(ids) with the subgraphs of that sink and of the
// other ranks, one call at a time. Returns: the result of the run, when everything was written. Rethrows what write()
// threw.
RunResult run_and_gather(Ranks& ranks, RunOptions options, std::function<RunResult(RunOptions const&)> const& run,
                         std::function<void(std::span<OriginalId const>)> const& write);

// The other ranks call it when rank 0 calls run_and_gather(). Throws Error if rank 0 has ended or cannot write.
RunResult run_for_rank_0(Ranks& ranks, RunOptions options, std::function<RunResult(RunOptions const&)> const& run);

} // namespace cerrado::command
