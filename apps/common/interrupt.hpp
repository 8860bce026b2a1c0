// Ctrl-C during a run: the first asks the run to end after the roots begun, the second ends the program at once.
#pragma once

#include <atomic>
#include <csignal>
#include <string>

namespace cerrado::command {

// Catches SIGINT and SIGTERM while it lives. One at a time. `unfinished`, where not empty, is a file to remove when the
// program ends at once.
class InterruptGuard {
public:
    explicit InterruptGuard(std::string unfinished = {});
    ~InterruptGuard();
    InterruptGuard(InterruptGuard const&) = delete;
    InterruptGuard& operator=(InterruptGuard const&) = delete;

    std::atomic<bool> const* flag() const;

private:
    std::string unfinished_;
    struct sigaction previous_interrupt_ {};
    struct sigaction previous_terminate_ {};
};

} // namespace cerrado::command
