// Ctrl-C during a run. The first asks the run to end and keeps what was found. A second, at least a second later, ends
// the program at once.
#pragma once

#include <atomic>
#include <csignal>

namespace cerrado::command {

// Catches SIGINT and SIGTERM while it lives. Only one may live at a time. A program that ends at once removes the files
// that are Unfinished.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(InterruptGuard const&) = delete;
    InterruptGuard& operator=(InterruptGuard const&) = delete;

    std::atomic<bool> const* flag() const;

private:
    struct sigaction previous_interrupt_ {};
    struct sigaction previous_terminate_ {};
};

} // namespace cerrado::command
