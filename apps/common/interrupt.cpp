#include "common/interrupt.hpp"

#include "common/message.hpp"
#include "common/unfinished.hpp"

#include <cerrno>

namespace cerrado::command {
namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "the signal handler writes it");

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
    if (interrupted.exchange(true)) {
        remove_unfinished();
        end_by(signal);
    }
    constexpr char message[] = "\ncerrado: stopping; once more to stop at once\n";
    int const error = errno; // of what the signal came upon
    write_message({message, sizeof message - 1});
    errno = error;
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
