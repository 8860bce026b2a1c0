#include "common/message.hpp"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace cerrado::command {

void hold_standard_streams() noexcept {
    // open() takes the lowest number that is free. Input cannot be read from a stream opened for writing, nor output
    // written to one opened for reading; only standard error, whose failures nobody hears of, swallows what it gets.
    for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
        static_cast<void>(::open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_WRONLY));
    }
}

void write_message(std::string_view text) noexcept {
    while (!text.empty()) {
        ssize_t const count = ::write(STDERR_FILENO, text.data(), text.size());
        if (count > 0) {
            text.remove_prefix(static_cast<std::size_t>(count));
        } else if (count == 0 || errno != EINTR) {
            return;
        }
    }
}

} // namespace cerrado::command
