#include "command/record/message.hpp"

#include <cerrado/core/write_all.hpp>

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
    static_cast<void>(detail::write_all(STDERR_FILENO, text)); // nobody could be told of a failure
}

} // namespace cerrado::command
