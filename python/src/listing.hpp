// Lists of subgraphs, block by block, while the search runs on a thread of its own.
#pragma once

#include "run.hpp"

#include <cerrado/run/kept_batch.hpp>
#include <cerrado/run/result.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace cerrado::python {

namespace nb = nanobind;

// The ids of a row in a batch on a device.
struct RowLayout {
    std::size_t width = 0;     // ids of a row
    std::vector<int> places{}; // of its columns; empty: each id is one
};

// A block of a list in the memory of a GPU, or a column of one. Other libraries read it without a copy, as an array
// (rows, width) or (rows) of 32-bit ids, all below 2^31.
class DeviceBlock {
public:
    DeviceBlock(KeptBatch batch, RowLayout layout) : batch_(std::move(batch)), layout_(std::move(layout)) {}

    std::size_t rows() const { return batch_.count / layout_.width; }
    int device() const { return batch_.device; }
    std::vector<std::size_t> shape() const { return place_ ? std::vector{rows()} : std::vector{rows(), layout_.width}; }
    std::vector<std::int64_t> strides() const { // in ids
        auto const width = static_cast<std::int64_t>(layout_.width);
        return place_ ? std::vector{width} : std::vector{width, std::int64_t{1}};
    }
    std::uint32_t const* ids() const { return batch_.ids.get() + place_.value_or(0); }
    DeviceBlock column(std::size_t column) const; // throws std::out_of_range

private:
    KeptBatch batch_;
    RowLayout layout_;
    std::optional<std::size_t> place_{}; // of a column
};

// A buffer of ids between the search and the thread of Python. If it is full, the search waits.
class Ids {
public:
    // `most_on_device`: the most bytes of blocks on the device.
    Ids(std::shared_ptr<Told> told, std::uint64_t most_on_device, std::shared_ptr<RowLayout const> layout)
        : told_(std::move(told)),
          most_on_device_(most_on_device),
          layout_(std::move(layout)) {}
    void put(std::span<std::uint64_t const> ids); // the functions put() throw Stopped after stop()
    void put(std::span<std::uint32_t const> ids);
    void put(DeviceBatch const& batch);
    void finish(); // the search has ended
    void fail();   // the search has failed
    void stop();   // the reader wants no more ids

    struct Stopped {};
    enum class State { some, none_yet, end };
    State wait(); // waits a little for ids to take
    std::vector<std::uint64_t> take_wide();
    std::vector<std::uint32_t> take_narrow();
    DeviceBlock take_kept();
    bool is_stopped();

private:
    template <class Id> void put_into(std::vector<Id>& held, std::span<Id const> ids);
    // If the reader works on the device, the search ends before the reader begins. Otherwise, for example, the first
    // launch of a reader's kernel would wait for the running search.
    bool has_some() const { return !wide_.empty() || !narrow_.empty() || (is_finished_ && !kept_.empty()); }

    std::shared_ptr<Told> told_;
    std::uint64_t const most_on_device_;
    std::shared_ptr<RowLayout const> layout_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::uint64_t> wide_;
    std::vector<std::uint32_t> narrow_;
    std::deque<DeviceBlock> kept_;
    std::uint64_t kept_bytes_ = 0;
    bool is_finished_ = false;
    bool is_stopped_ = false;
};

// A search under way. `width`: number of ids of a subgraph; 0: they differ, and their number stands before the ids.
// `layout`: that of the next batch on a device, which the search sets; null: `width` ids.
class Listing {
public:
    using Search = std::function<RunResult(GraphOrResident const&, RunOptions const&)>;
    Listing(Subject const& subject, Options options, int width, Search search,
            std::shared_ptr<RowLayout const> layout = nullptr);
    ~Listing() { stop(); }

    // Returns: an array of (subgraphs, width) ids, or a list of such arrays for several widths, or a DeviceBlock, or None if
    // there are no more. An exception that
    // Python raises meanwhile is raised when the search has ended.
    nb::object next();
    void stop(); // ends the search and waits for it
    // Returns: (the result or None, None), in the form of run(). Requires: the search has ended.
    nb::object result();

private:
    void set_sink(Options const& options, RunOptions& prepared) const;
    nb::object take();
    void finish();

    std::shared_ptr<Told> told_ = std::make_shared<Told>();
    std::shared_ptr<Ids> ids_;
    std::shared_ptr<std::optional<RunResult>> found_ = std::make_shared<std::optional<RunResult>>();
    nb::object progress_;
    bool is_narrow_, is_on_device_;
    std::size_t width_;
    std::unique_ptr<Job> job_;
    bool is_done_ = false;
};

// Rows on their way to the reader. The first one goes at once, and later ones in groups.
template <class Id> class RowBuffer {
public:
    explicit RowBuffer(std::function<void(std::span<Id const>)> sink) : sink_(std::move(sink)) {}

    // A row has the numbers of both.
    void put(std::span<std::uint32_t const> first, std::span<std::uint32_t const> more) {
        held_.insert(held_.end(), first.begin(), first.end());
        held_.insert(held_.end(), more.begin(), more.end());
        if (++rows_ >= most_) flush();
    }
    void flush() {
        if (!held_.empty()) sink_(held_);
        held_.clear();
        rows_ = 0;
        most_ = std::min<std::size_t>(2 * most_, 4096);
    }

private:
    std::function<void(std::span<Id const>)> sink_;
    std::vector<Id> held_;
    std::size_t rows_ = 0, most_ = 1;
};

} // namespace cerrado::python
