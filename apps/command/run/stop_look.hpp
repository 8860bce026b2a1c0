// Ends a serial program, which knows nothing of deadlines.
#pragma once

#include <cerrado/run/session/session.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace cerrado::command {

// What ends a run before it is done.
struct Until {
    std::atomic<bool> const* interrupt = nullptr;
    double deadline_seconds = 0; // from now on; 0: none

    RunOptions in(RunOptions options) const {
        options.interrupt = interrupt;
        options.deadline_seconds = deadline_seconds;
        return options;
    }
};

// Thrown through the program.
struct StoppedBy {
    char const* what;
};

// Call it at every step. Throws StoppedBy at the deadline and when it is interrupted.
class StopLook {
public:
    explicit StopLook(Until const& until) : interrupt_(*until.interrupt), deadline_(until.deadline_seconds) {}

    void operator()() {
        constexpr std::uint64_t looks_apart = 1 << 10; // the clock takes longer than a step
        if (looks_++ % looks_apart == 0) now();
    }

    void now() const {
        if (interrupt_) throw StoppedBy{"Ctrl-C"};
        if (deadline_ > 0 && watch_.seconds() > deadline_) throw StoppedBy{"the deadline"};
    }

    // Until the deadline, 1 ms at least; 0 if there is none.
    double seconds_left() const { return deadline_ > 0 ? std::max(deadline_ - watch_.seconds(), 1e-3) : 0; }

private:
    std::atomic<bool> const& interrupt_;
    double deadline_;
    Stopwatch watch_;
    std::uint64_t looks_ = 0;
};

} // namespace cerrado::command
