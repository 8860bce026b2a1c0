// An error says in one line what went wrong, where, and what to do. Its kind decides the exit code.
#pragma once

#include <stdexcept>
#include <string>

namespace cerrado {

// The exit codes of every command.
enum class ExitCode : int { done = 0, failed = 1, bad_input = 2, partial = 3 };

// The command cannot go on: no device, no memory, a full disk. Exit code 1.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
    virtual ExitCode exit_code() const noexcept { return ExitCode::failed; }
};

// The user's arguments or files are wrong. The message says where (file:line) and what was expected. Exit code 2.
class InputError : public Error {
public:
    using Error::Error;
    ExitCode exit_code() const noexcept override { return ExitCode::bad_input; }
};

} // namespace cerrado
