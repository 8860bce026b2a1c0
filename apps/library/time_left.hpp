// The time that several stages have together: what is prepared for a run, and runs one after the other.
#pragma once

#include <cerrado/core/clock.hpp>
#include <cerrado/run/options.hpp>

#include <algorithm>

namespace cerrado {

class TimeLeft {
public:
    // `deadline`: seconds from now on; 0: none.
    explicit TimeLeft(double deadline) : deadline_(deadline) {}
    explicit TimeLeft(RunOptions const& options) : TimeLeft(options.deadline_seconds) {}

    double spent() const { return watch_.seconds(); }
    bool is_over() const { return deadline_ > 0 && spent() >= deadline_; }
    // For the next stage. At least a moment, in which a run ends and says so; 0 if there is no deadline.
    double seconds() const { return deadline_ > 0 ? std::max(deadline_ - spent(), 1e-3) : 0; }
    RunOptions in(RunOptions options) const {
        options.deadline_seconds = seconds();
        return options;
    }
    // Does the same. Returns: false if there is none left.
    bool set(RunOptions& options) const {
        options.deadline_seconds = seconds();
        return !is_over();
    }

private:
    double deadline_;
    Stopwatch watch_;
};

} // namespace cerrado
