#include "command/run/process_clock.hpp"

#include <algorithm>

#include <chrono>

namespace cerrado::command {
namespace {

using Clock = std::chrono::steady_clock;
Clock::time_point const loaded = Clock::now(); // before main(), as all of this kind

} // namespace

double process_seconds() { return std::chrono::duration<double>(Clock::now() - loaded).count(); }

double seconds_left(double deadline) { return deadline > 0 ? std::max(deadline - process_seconds(), 1e-3) : 0; }

} // namespace cerrado::command
