#include "command/record/output.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/core/write_all.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace cerrado::command {

namespace {

[[noreturn]] void fail(int error) {
    throw Error(fmt::format("standard output: could not be written ({}); redirect it to a place with room",
                            std::strerror(error)));
}

} // namespace

void write_standard_output(std::string_view text) {
    int const error = detail::write_all(STDOUT_FILENO, text);
    if (error == EPIPE) {
        throw Error("standard output: the program that reads it went away; let it read to the end, or use --json FILE");
    }
    if (error != 0) fail(error);
}

ResultStream::ResultStream(std::string const& target)
    : file_(target == "-" ? nullptr : std::make_unique<detail::OutputFile>(target, false)),
      unfinished_(file_ == nullptr ? "" : file_->temporary()) {}

void ResultStream::write(std::string_view part) {
    if (file_ != nullptr) return file_->write(part);
    int const error = detail::write_all(STDOUT_FILENO, part);
    if (error == EPIPE) throw ReaderGone();
    if (error != 0) fail(error);
}

void ResultStream::commit() {
    if (file_ != nullptr) file_->commit();
}

void check_result(std::string const& target) {
    if (target.empty() || target == "-" || detail::is_written_straight(target)) return;
    detail::OutputFile(target, false);
}

void write_result(std::string const& target, std::string_view text) {
    if (target == "-") return write_standard_output(text);
    detail::OutputFile file(target, false);
    Unfinished const unfinished(file.temporary());
    file.write(text);
    file.commit();
}

} // namespace cerrado::command
