// Messages to the person at the command line, on standard error.
#pragma once

#include <fmt/format.h>

#include <new>
#include <string_view>
#include <utility>

namespace cerrado::command {

// Opens /dev/null wherever standard input, output or error is closed, so that no file that is opened later takes the
// place and receives messages or results. A closed input or output still fails when it is used. To be called first in
// main().
void hold_standard_streams() noexcept;

// Writes all of it, unbuffered. Where standard error is closed, full or no longer read, the message is lost and nothing
// else changes.
void write_message(std::string_view text) noexcept;

// The same, formatted: print_message("{} rows\n", rows). Without the memory for it, it says that.
template <class... Arguments>
void print_message(fmt::format_string<Arguments...> format, Arguments&&... arguments) noexcept {
    try {
        write_message(fmt::format(format, std::forward<Arguments>(arguments)...));
    } catch (std::bad_alloc const&) {
        write_message("cerrado: no memory is left for a message\n");
    }
}

} // namespace cerrado::command
