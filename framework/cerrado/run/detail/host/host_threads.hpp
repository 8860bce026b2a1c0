// The threads of a run on the host.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace cerrado {

// The threads wait between two launches. A free thread takes the next part of a launch. If parts need not run at the
// same time, a launch begins with one thread, which finishes the work of a tiny graph before another thread could
// start.
class HostThreads {
public:
    // body(i) does part i, from 0 to parts - 1. `all_at_once`: parts wait for each other, so each part needs its own
    // thread. Throws std::system_error if the system gives too few.
    HostThreads(int parts, bool all_at_once, std::function<void(int)> body);
    ~HostThreads();
    HostThreads(HostThreads const&) = delete;

    void launch();

    // Calls `meanwhile` every `pause` until all parts of the launch are done. If `meanwhile` returns true (it is busy),
    // it is called again at once. Rethrows what a part threw.
    void wait(std::chrono::microseconds pause, std::function<bool()> const& meanwhile);

private:
    using Gate = std::atomic<std::uint32_t>; // counts launches

    int threads() const { return static_cast<int>(threads_.size()); }
    void start_thread();
    void bring_all();
    void close();
    void serve(Gate& gate);
    void work(int part);
    void rethrow() const;

    int const parts_;
    std::function<void(int)> const body_;
    bool begins_with_all_;
    std::mutex mutex_;
    std::condition_variable ended_;
    int running_ = 0;            // parts of the launch that have not ended
    std::atomic<int> taken_ = 0; // parts of the launch that are taken; may exceed their number
    std::exception_ptr failure_;
    Gate first_gate_ = 0, gate_ = 0;    // for the first thread, and for the others
    std::vector<std::jthread> threads_; // the last member, so that the threads end before the others
};

} // namespace cerrado
