// A stream of parts that several threads prepare and that are delivered one by one, in their order.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace cerrado {

// One caller fills parts; prepare(part) is called for many of them at once, then deliver(part) for one at a time, in
// the order in which they were filled. Any thread calls either. Threads are started when there is work for them, and
// the caller works too where it would wait, so a team of one has no thread besides. Memory is bounded: the parts are
// used again.
//
//   OrderedWork<Lines> work(threads, format, write);
//   work.open().fill_from(input);   // what it held before is for the caller to clear
//   work.submit();
//   work.finish();
//
// What a step throws ends the work: the parts under way are dropped, and the caller gets it from open() or finish().
template <class Part> class OrderedWork {
public:
    using Step = std::function<void(Part&)>;

    // `threads`: with the caller's.
    OrderedWork(int threads, Step prepare, Step deliver)
        : prepare_(std::move(prepare)),
          deliver_(std::move(deliver)),
          most_(static_cast<std::size_t>(std::max(threads, 1)) - 1),
          places_(most_ == 0 ? 1 : 2 * (most_ + 1)) {}
    ~OrderedWork() { end(); }
    OrderedWork(OrderedWork const&) = delete;
    OrderedWork& operator=(OrderedWork const&) = delete;

    // Waits for room. Returns: the part to fill next, the same until submit().
    Part& open() {
        std::unique_lock lock(mutex_);
        while (filled_ - delivered_ == places_.size()) help(lock);
        rethrow();
        return places_[filled_ % places_.size()].part;
    }

    // Hands over the part that open() gave.
    void submit() {
        std::unique_lock lock(mutex_);
        ++filled_;
        if (idle_ == 0) start_thread();
        if (threads_.empty()) return help(lock);
        work_.notify_one();
    }

    // Until all that was submitted is delivered.
    void finish() {
        std::unique_lock lock(mutex_);
        while (delivered_ < filled_) help(lock);
        rethrow();
    }

private:
    struct Place {
        Part part;
        bool ready = false; // prepared, not yet delivered
    };
    using Lock = std::unique_lock<std::mutex>;

    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

    void start_thread() {
        if (threads_.size() == most_) return;
        try {
            threads_.emplace_back([this] { serve(); });
        } catch (std::system_error const&) { // those that came do the work
            most_ = threads_.size();
        }
    }

    void serve() {
        for (Lock lock(mutex_);;) {
            ++idle_;
            work_.wait(lock, [&] { return over_ || taken_ < filled_; });
            --idle_;
            if (over_) return;
            take(lock);
        }
    }

    // The caller's: does what there is to do, or waits for others.
    void help(Lock& lock) {
        if (taken_ < filled_) return take(lock);
        std::uint64_t const before = delivered_;
        room_.wait(lock, [&] { return delivered_ != before || taken_ < filled_; });
    }

    void take(Lock& lock) {
        Place& place = places_[taken_++ % places_.size()];
        call(lock, prepare_, place.part);
        place.ready = true;
        if (!std::exchange(delivering_, true)) {
            deliver_ready(lock);
            delivering_ = false;
        }
    }

    void deliver_ready(Lock& lock) {
        for (;;) {
            Place& place = places_[delivered_ % places_.size()];
            if (delivered_ == filled_ || !place.ready) return;
            call(lock, deliver_, place.part);
            place.ready = false;
            ++delivered_;
            room_.notify_one();
        }
    }

    // Without the lock; not at all where nobody wants it any more.
    void call(Lock& lock, Step const& step, Part& part) {
        if (failure_ || over_) return;
        lock.unlock();
        std::exception_ptr failure;
        try {
            step(part);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        if (!failure_) failure_ = failure;
    }

    void end() {
        {
            std::lock_guard const lock(mutex_);
            over_ = true;
        }
        work_.notify_all();
    }

    Step prepare_, deliver_;
    std::size_t most_; // threads besides the caller
    std::mutex mutex_;
    std::condition_variable work_, room_; // for the threads; for the caller
    std::vector<Place> places_;           // part n lies in place n % size
    std::uint64_t filled_ = 0, taken_ = 0, delivered_ = 0;
    std::size_t idle_ = 0;
    bool delivering_ = false; // some thread is at it
    bool over_ = false;
    std::exception_ptr failure_;
    std::vector<std::jthread> threads_; // last: joined while the rest still stands
};

} // namespace cerrado
