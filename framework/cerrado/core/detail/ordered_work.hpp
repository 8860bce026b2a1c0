// A stream of parts that several threads prepare. The parts are delivered one by one, in their order.
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

// One caller fills parts. Several threads call prepare(part) at once, each for another part. Then deliver(part) is
// called for one part at a time, in the order in which the parts were filled. Any thread may make either call. Threads
// start when there is work for them. The caller works too while it would wait, so a team of one starts no thread.
// Memory is bounded, because parts are used again.
//
//   OrderedWork<Lines> work(threads, format, write);
//   work.open().fill_from(input);   // the caller clears what the part held before
//   work.submit();
//   work.finish();
//
// If a step throws, the work ends: the parts under way are dropped, and open() or finish() rethrows to the caller.
template <class Part> class OrderedWork {
public:
    using Step = std::function<void(Part&)>;

    // `threads` includes the caller's.
    OrderedWork(int threads, Step prepare, Step deliver)
        : prepare_(std::move(prepare)),
          deliver_(std::move(deliver)),
          most_(static_cast<std::size_t>(std::max(threads, 1)) - 1),
          places_(most_ == 0 ? 1 : 2 * (most_ + 1)) {}
    ~OrderedWork() { end(); }
    OrderedWork(OrderedWork const&) = delete;
    OrderedWork& operator=(OrderedWork const&) = delete;

    // Waits for room. Returns: the part to fill next; it stays the same until submit().
    Part& open() {
        std::unique_lock lock(mutex_);
        while (filled_ - delivered_ == places_.size()) help(lock);
        rethrow();
        return places_[filled_ % places_.size()].part;
    }

    // Hands over the part that open() returned.
    void submit() {
        std::unique_lock lock(mutex_);
        ++filled_;
        if (idle_ == 0) start_thread();
        if (threads_.empty()) return help(lock);
        work_.notify_one();
    }

    // Waits until all submitted parts are delivered.
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
        } catch (std::system_error const&) { // the started threads do the work
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

    // For the caller: takes a part if one is waiting. Otherwise it waits for the other threads.
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

    // Calls the step without the lock, or not at all if its result is no longer wanted.
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
    std::condition_variable work_, room_; // the other threads wait for work_, the caller waits for room_
    std::vector<Place> places_;           // part n is stored at index n % size
    std::uint64_t filled_ = 0, taken_ = 0, delivered_ = 0;
    std::size_t idle_ = 0;
    bool delivering_ = false; // a thread is delivering a part
    bool over_ = false;
    std::exception_ptr failure_;
    // the last member, so that these threads are joined before the other members are destroyed
    std::vector<std::jthread> threads_;
};

} // namespace cerrado
