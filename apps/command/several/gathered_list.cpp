#include "command/several/gathered_list.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/ranks/distant_deal.hpp>

#include <atomic>
#include <cstring>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace cerrado::command {
namespace {

constexpr std::size_t block_ids = std::size_t{1} << 17; // a MiB
constexpr int most_on_the_way = 4;                      // of one rank
constexpr double seconds_of_a_look = 0.2;

// The line between rank 0 and another rank: all come to it with the same number of runs behind them. A rank sends blocks
// of ids, and at the end one without ids. Back comes a frame for each, with the reason if it was not written.
std::uint64_t line_of_next_run(Ranks& ranks) { return RunLines{ranks.next_run()}.greeting(); }

// What another rank lists, on its way to rank 0. Made when rank 0 makes its GatheredList.
class ListToGather {
public:
    explicit ListToGather(Ranks& ranks);
    ~ListToGather();
    ListToGather(ListToGather const&) = delete;

    // Takes the ids of whole subgraphs. Waits while rank 0 has not written what was sent before.
    void write(std::span<OriginalId const> ids);
    void finish(); // all of it was written

private:
    void send();
    void wait_for_one();

    Ranks& ranks_;
    std::uint64_t const line_;
    std::vector<OriginalId> block_;
    int on_the_way_ = 0; // blocks
};

// What the other ranks list, on rank 0.
class GatheredList {
public:
    // Calls write(ids) for what comes, on other threads, one at a time.
    GatheredList(Ranks& ranks, std::function<void(std::span<OriginalId const>)> write);
    ~GatheredList();
    GatheredList(GatheredList const&) = delete;

    // What rank 0 itself writes, it writes between others.
    void write(std::function<void()> const& own);
    // Waits for the end of what the others list. Throws as rethrow().
    void finish();
    void rethrow(); // what write() threw, or why one of the others has ended

private:
    void take_from(int rank);
    std::string take_block(std::string const& bytes);
    void fail();

    Ranks& ranks_;
    std::uint64_t const line_;
    std::function<void(std::span<OriginalId const>)> const write_;
    std::mutex mutex_;
    std::exception_ptr failure_; // the first
    std::string why_failed_;
    std::atomic<bool> is_over_ = false;
    std::vector<std::jthread> threads_; // one for each other rank
};

ListToGather::ListToGather(Ranks& ranks) : ranks_(ranks), line_(line_of_next_run(ranks)) {}
ListToGather::~ListToGather() { ranks_.leave(0, line_); }

void ListToGather::write(std::span<OriginalId const> ids) {
    block_.insert(block_.end(), ids.begin(), ids.end());
    if (block_.size() >= block_ids) send();
}

void ListToGather::finish() {
    if (!block_.empty()) send();
    send();
    while (on_the_way_ > 0) wait_for_one();
}

void ListToGather::send() {
    while (on_the_way_ >= most_on_the_way) wait_for_one();
    ranks_.send(0, line_, {reinterpret_cast<char const*>(block_.data()), block_.size() * sizeof(OriginalId)});
    ++on_the_way_;
    block_.clear();
}

void ListToGather::wait_for_one() {
    std::optional<std::string> why_not;
    while (!why_not) why_not = ranks_.receive(0, line_, 1);
    --on_the_way_;
    if (!why_not->empty()) throw Error(*why_not);
}

GatheredList::GatheredList(Ranks& ranks, std::function<void(std::span<OriginalId const>)> write)
    : ranks_(ranks),
      line_(line_of_next_run(ranks)),
      write_(std::move(write)) {
    for (int rank = 1; rank < ranks.size(); ++rank) threads_.emplace_back([this, rank] { take_from(rank); });
}

GatheredList::~GatheredList() {
    is_over_ = true;
    threads_.clear();
    for (int rank = 1; rank < ranks_.size(); ++rank) ranks_.leave(rank, line_);
}

void GatheredList::rethrow() {
    std::lock_guard const lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
}

void GatheredList::write(std::function<void()> const& own) {
    rethrow();
    std::lock_guard const lock(mutex_);
    own();
}

void GatheredList::finish() {
    for (std::jthread& thread : threads_) thread.join();
    rethrow();
}

void GatheredList::take_from(int rank) {
    try {
        while (!is_over_) {
            std::optional<std::string> const bytes = ranks_.receive(rank, line_, seconds_of_a_look);
            if (!bytes) continue;
            ranks_.send(rank, line_, take_block(*bytes));
            if (bytes->empty()) return;
        }
    } catch (...) {
        std::lock_guard const lock(mutex_);
        fail();
    }
}

// Returns: why it was not written; empty if it was.
std::string GatheredList::take_block(std::string const& bytes) {
    std::vector<OriginalId> ids(bytes.size() / sizeof(OriginalId));
    std::memcpy(ids.data(), bytes.data(), bytes.size());
    std::lock_guard const lock(mutex_);
    try {
        if (!failure_ && !ids.empty()) write_(ids);
    } catch (...) {
        fail();
    }
    return why_failed_;
}

// While an exception is caught, under the mutex.
void GatheredList::fail() {
    if (failure_) return;
    failure_ = std::current_exception();
    try {
        throw;
    } catch (std::exception const& error) {
        why_failed_ = error.what();
    } catch (...) {
        why_failed_ = "the list could not be written";
    }
}

} // namespace

RunResult run_and_gather(Ranks& ranks, RunOptions options, std::function<RunResult(RunOptions const&)> const& run,
                         std::function<void(std::span<OriginalId const>)> const& write) {
    GatheredList gathered(ranks, write);
    options.of<StoreInput>().batch_sink = [&](std::span<OriginalId const> ids) { gathered.write([&] { write(ids); }); };
    try {
        RunResult result = run(options);
        gathered.finish();
        return result;
    } catch (...) {
        gathered.rethrow(); // if it is why the others ended
        throw;
    }
}

RunResult run_for_rank_0(Ranks& ranks, RunOptions options, std::function<RunResult(RunOptions const&)> const& run) {
    ListToGather list(ranks);
    options.of<StoreInput>().batch_sink = [&](std::span<OriginalId const> ids) { list.write(ids); };
    RunResult result = run(options);
    list.finish();
    return result;
}

} // namespace cerrado::command
