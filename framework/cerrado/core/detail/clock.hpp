// Measures time.
#pragma once

#include <chrono>

namespace cerrado {

// A stopwatch. It runs from its construction.
class Stopwatch {
public:
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
};

} // namespace cerrado
