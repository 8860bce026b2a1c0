#include "library/run_together.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace cerrado {

namespace {

Progress sum_of(std::vector<Progress> const& parts) {
    Progress sum;
    for (Progress const& part : parts) {
        sum.roots_done += part.roots_done;
        sum.roots_given += part.roots_given;
        sum.seconds = std::max(sum.seconds, part.seconds);
        sum.share += part.share / static_cast<double>(parts.size());
    }
    return sum;
}

// What the threads of run_together() and the one that waits for them tell each other.
struct Together {
    std::mutex mutex;
    std::condition_variable ended;
    std::atomic<bool> stop = false;
    std::vector<Progress> progress;
    std::size_t running = 0;
    std::exception_ptr error; // the first

    void end(std::exception_ptr const& failed) {
        std::lock_guard const lock(mutex);
        if (failed && !error) error = failed;
        if (failed) stop = true;
        --running;
        ended.notify_all();
    }
};

// Shows progress and looks for an interrupt.
void wait_for_all(Together& all, RunOptions const& options) {
    std::unique_lock lock(all.mutex);
    while (all.running > 0) {
        all.ended.wait_for(lock, std::chrono::milliseconds(100));
        if (options.interrupt != nullptr && *options.interrupt) all.stop = true;
        if (!options.progress) continue;
        Progress const sum = sum_of(all.progress);
        lock.unlock();
        options.progress(sum);
        lock.lock();
    }
}

} // namespace

void run_together(std::size_t count, RunOptions const& options,
                  std::function<void(std::size_t, RunOptions const&)> const& run) {
    Together all;
    all.progress.resize(count);
    all.running = count;
    std::vector<std::jthread> threads;
    struct StopAtEnd { // also where something is thrown here
        std::atomic<bool>& stop;
        ~StopAtEnd() { stop = true; }
    } const stop_at_end{all.stop};
    for (std::size_t i = 0; i < count; ++i) {
        threads.emplace_back([&, i] {
            RunOptions own = options;
            own.interrupt = &all.stop;
            if (options.progress) {
                own.progress = [&, i](Progress const& progress) {
                    std::lock_guard const lock(all.mutex);
                    all.progress[i] = progress;
                };
            }
            std::exception_ptr failed;
            try {
                run(i, own);
            } catch (...) {
                failed = std::current_exception();
            }
            all.end(failed);
        });
    }
    wait_for_all(all, options);
    if (options.progress) options.progress(sum_of(all.progress)); // all that was done, even of the shortest runs
    if (all.error) std::rethrow_exception(all.error);
}

} // namespace cerrado
