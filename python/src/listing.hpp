// Lists of subgraphs, block by block, while the search runs on a thread of its own.
#pragma once

#include "subject.hpp"

#include <cerrado/run/result.hpp>

#include <nanobind/stl/unique_ptr.h>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace cerrado::python {

// Ids between the search and the thread of Python. The search waits if there are many.
class Ids {
public:
    explicit Ids(std::shared_ptr<Told> told) : told_(std::move(told)) {}
    void put(std::span<std::uint64_t const> ids); // these throw Stopped once stop() was called
    void put(std::span<std::uint32_t const> ids);
    void finish(); // nothing more comes
    void stop();   // nothing more is wanted

    struct Stopped {};
    enum class State { some, none_yet, end };
    State wait(); // a little, for something to take
    std::vector<std::uint64_t> take_wide();
    std::vector<std::uint32_t> take_narrow();
    bool is_stopped();

private:
    template <class Id> void put_into(std::vector<Id>& held, std::span<Id const> ids);

    std::shared_ptr<Told> told_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::uint64_t> wide_;
    std::vector<std::uint32_t> narrow_;
    bool is_finished_ = false;
    bool is_stopped_ = false;
};

// A search under way. `width`: ids of a subgraph.
class Listing {
public:
    using Search = std::function<RunResult(GraphOrResident const&, RunOptions const&)>;
    Listing(Subject const& subject, Options options, int width, Search search);
    ~Listing() { stop(); }

    // Returns: an array of (subgraphs, width) ids, or None if there are no more. Raises what Python raises meanwhile,
    // when the search has ended.
    nb::object next();
    void stop(); // ends the search and waits for it
    // (the result or None, None), as run() gives it. Requires that the search has ended.
    nb::object result();

private:
    void finish();

    std::shared_ptr<Told> told_ = std::make_shared<Told>();
    std::shared_ptr<Ids> ids_ = std::make_shared<Ids>(told_);
    std::shared_ptr<std::optional<RunResult>> found_ = std::make_shared<std::optional<RunResult>>();
    nb::object progress_;
    bool is_narrow_;
    std::size_t width_;
    std::unique_ptr<Job> job_;
    bool is_done_ = false;
};

} // namespace cerrado::python
