#include "command/run/interrupt.hpp"

#include "command/record/output.hpp"

#include <cerrno>
#include <cstdint>
#include <ctime>

namespace cerrado::command {
namespace {

std::atomic<bool> interrupted = false;
std::atomic<std::int64_t> interrupted_at = 0; // by the steady clock, in nanoseconds
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free,
              "the signal handler writes them");

// `timeout` and job schedulers signal a process and then its group: what comes so soon is the same signal.
constexpr std::int64_t again_after = 1'000'000'000;

std::int64_t now() {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
}

// So that whoever waits for the program sees that a signal ended it.
void end_by(int signal) {
    std::signal(signal, SIG_DFL);
    sigset_t just_this;
    sigemptyset(&just_this);
    sigaddset(&just_this, signal);
    ::pthread_sigmask(SIG_UNBLOCK, &just_this, nullptr);
    std::raise(signal);
}

void on_signal(int signal) {
    int const error = errno; // of what the signal came upon
    std::int64_t first = 0;
    if (interrupted_at.compare_exchange_strong(first, now())) {
        interrupted = true;
        constexpr char message[] = "\ncerrado: stopping; once more, after a second, to stop at once\n";
        write_message({message, sizeof message - 1});
    } else if (now() - first >= again_after) {
        remove_unfinished();
        end_by(signal);
    }
    errno = error;
}

} // namespace

InterruptGuard::InterruptGuard() {
    interrupted = false;
    interrupted_at = 0;
    struct sigaction action {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGINT, &action, &previous_interrupt_);
    ::sigaction(SIGTERM, &action, &previous_terminate_);
}

InterruptGuard::~InterruptGuard() {
    ::sigaction(SIGINT, &previous_interrupt_, nullptr);
    ::sigaction(SIGTERM, &previous_terminate_, nullptr);
}

std::atomic<bool> const* InterruptGuard::flag() const { return &interrupted; }

} // namespace cerrado::command
