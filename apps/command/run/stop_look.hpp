// Ends a serial program, which knows nothing of deadlines.
#pragma once

#include "library/time_left.hpp"

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
    explicit StopLook(Until const& until) : interrupt_(*until.interrupt), time_(until.deadline_seconds) {}

    void operator()() {
        constexpr std::uint64_t looks_apart = 1 << 10; // the clock takes longer than a step
        if (looks_++ % looks_apart == 0) now();
    }

    void now() const {
        if (interrupt_) throw StoppedBy{"Ctrl-C"};
        if (time_.is_over()) throw StoppedBy{"the deadline"};
    }

    double seconds_left() const { return time_.seconds(); }

private:
    std::atomic<bool> const& interrupt_;
    TimeLeft time_;
    std::uint64_t looks_ = 0;
};

} // namespace cerrado::command
