#include "common/interrupt.hpp"

#include "common/message.hpp"

#include <cerrno>
#include <unistd.h>
#include <utility>

namespace cerrado::command {
namespace {

std::atomic<bool> interrupted = false;
char const* unfinished_file = nullptr;
static_assert(std::atomic<bool>::is_always_lock_free, "the signal handler writes it");

void on_signal(int signal) {
    if (interrupted.exchange(true)) {
        if (unfinished_file != nullptr) ::unlink(unfinished_file);
        ::_exit(128 + signal);
    }
    constexpr char message[] = "\ncerrado: stopping after the roots begun; once more to stop at once\n";
    int const error = errno; // of what the signal came upon
    write_message({message, sizeof message - 1});
    errno = error;
}

} // namespace

InterruptGuard::InterruptGuard(std::string unfinished) : unfinished_(std::move(unfinished)) {
    interrupted = false;
    unfinished_file = unfinished_.empty() ? nullptr : unfinished_.c_str();
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
