// Where results go: standard output or a file, whole or not at all.
#pragma once

#include <cerrado/core/error.hpp>

#include <string>
#include <string_view>

namespace cerrado::command {

// Writes all of it, unbuffered; throws Error when the reader went away or the disk is full.
void write_standard_output(std::string_view text);

// The reader of a long output has seen enough (`| head`), which is no error of anybody's: the program ends like any other of a pipe.
class ReaderGone : public Error {
public:
    ReaderGone() : Error("standard output was closed") {}
};

// A part of a long output: as above, but for a closed pipe it throws ReaderGone.
void stream_standard_output(std::string_view text);

// "-" is standard output; a file is written beside its place and renamed. Throws Error.
void write_result(std::string const& target, std::string_view text);

} // namespace cerrado::command
