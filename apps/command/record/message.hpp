// Messages to the person at the command line, on standard error.
#pragma once

#include <fmt/format.h>

#include <new>
#include <string_view>
#include <utility>

namespace cerrado::command {

// Opens /dev/null for each of standard input, output and error that is closed. Otherwise a file that is opened later
// would take its place and receive messages or results. A closed input or output still fails when it is used. Call it
// first in main().
void hold_standard_streams() noexcept;

// Writes all of the text, unbuffered. If standard error is closed, full or no longer read, the message is lost and
// nothing else changes.
void write_message(std::string_view text) noexcept;

// Does the same with formatting: print_message("{} rows\n", rows). If it lacks the memory for it, it says so.
template <class... Arguments>
void print_message(fmt::format_string<Arguments...> format, Arguments&&... arguments) noexcept {
    try {
        write_message(fmt::format(format, std::forward<Arguments>(arguments)...));
    } catch (std::bad_alloc const&) {
        write_message("cerrado: no memory is left for a message\n");
    }
}

} // namespace cerrado::command
