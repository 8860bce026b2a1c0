#include "common/output.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace cerrado::command {

namespace {

// The error of write(), or 0 when all was written.
int write_all(std::string_view text) {
    while (!text.empty()) {
        ssize_t const count = ::write(STDOUT_FILENO, text.data(), text.size());
        if (count >= 0) {
            text.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

[[noreturn]] void fail(int error) {
    throw Error(fmt::format("standard output: could not be written ({}); redirect it to a place with room",
                            std::strerror(error)));
}

} // namespace

void write_standard_output(std::string_view text) {
    int const error = write_all(text);
    if (error == EPIPE) {
        throw Error("standard output: the program that reads it went away; let it read to the end, or use --json FILE");
    }
    if (error != 0) fail(error);
}

ResultStream::ResultStream(std::string const& target)
    : file_(target == "-" ? nullptr : std::make_unique<detail::OutputFile>(target, false)) {}

void ResultStream::write(std::string_view part) {
    if (file_ != nullptr) return file_->write(part);
    int const error = write_all(part);
    if (error == EPIPE) throw ReaderGone();
    if (error != 0) fail(error);
}

void ResultStream::commit() {
    if (file_ != nullptr) file_->commit();
}

std::string const& ResultStream::temporary() const {
    static std::string const none;
    return file_ != nullptr ? file_->temporary() : none;
}

void check_result(std::string const& target) {
    if (target.empty() || target == "-" || detail::is_written_straight(target)) return;
    detail::OutputFile(target, false);
}

void write_result(std::string const& target, std::string_view text) {
    if (target == "-") return write_standard_output(text);
    detail::OutputFile file(target, false);
    file.write(text);
    file.commit();
}

} // namespace cerrado::command
