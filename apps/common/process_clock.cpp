#include "common/process_clock.hpp"

#include <chrono>

namespace cerrado::command {
namespace {

using Clock = std::chrono::steady_clock;
Clock::time_point const loaded = Clock::now(); // before main(), as all of this kind

} // namespace

double process_seconds() { return std::chrono::duration<double>(Clock::now() - loaded).count(); }

} // namespace cerrado::command
