#include "common/interrupt.hpp"

#include <unistd.h>

namespace cerrado::command {
namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "the signal handler writes it");

void on_signal(int signal) {
    if (interrupted.exchange(true)) ::_exit(128 + signal);
    constexpr char message[] = "\ncerrado: stopping after the roots begun; once more to stop at once\n";
    [[maybe_unused]] ssize_t const written = ::write(STDERR_FILENO, message, sizeof message - 1);
}

} // namespace

InterruptGuard::InterruptGuard() {
    interrupted = false;
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
