// Ctrl-C during a run: the first asks it to end and keeps what was found; a second, a second later or more, ends the
// program at once.
#pragma once

#include <atomic>
#include <csignal>

namespace cerrado::command {

// Catches SIGINT and SIGTERM while it lives. One at a time. What ends the program at once removes the files that are
// Unfinished.
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
