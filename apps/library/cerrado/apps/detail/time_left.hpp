// The time limit that several stages share, such as preparations and runs one after the other.
#pragma once

#include <cerrado/core/detail/clock.hpp>
#include <cerrado/run/options.hpp>

#include <algorithm>

namespace cerrado {

class TimeLeft {
public:
    // `deadline`: seconds from now on; 0: no limit.
    explicit TimeLeft(double deadline) : deadline_(deadline) {}
    explicit TimeLeft(RunOptions const& options) : TimeLeft(options.deadline_seconds) {}

    double spent() const { return watch_.seconds(); }
    bool is_over() const { return deadline_ > 0 && spent() >= deadline_; }
    // Returns: the seconds for the next stage. It is at least a moment, in which a run ends with Status::deadline; 0 if
    // there is no limit.
    double seconds() const { return deadline_ > 0 ? std::max(deadline_ - spent(), 1e-3) : 0; }
    RunOptions in(RunOptions options) const {
        options.deadline_seconds = seconds();
        return options;
    }
    // Sets the deadline of the next stage. Returns: false if no time is left.
    bool set(RunOptions& options) const {
        options.deadline_seconds = seconds();
        return !is_over();
    }

private:
    double deadline_;
    Stopwatch watch_;
};

} // namespace cerrado
