// Listed subgraphs as a file or on standard output, while the search runs.
#pragma once

#include "command/list/growing_file.hpp"
#include "command/list/list_lines.hpp"
#include "command/options/run_options.hpp"
#include "command/record/output.hpp"

#include <cerrado/core/clock.hpp>
#include <cerrado/core/ordered_work.hpp>
#include <cerrado/graph/marks.hpp>

#include <optional>
#include <span>

namespace cerrado::command {

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

} // namespace cerrado::command
