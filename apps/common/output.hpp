// Where results go: standard output or a file, whole or not at all.
#pragma once

#include <string>
#include <string_view>

namespace cerrado::command {

// Writes all of it, unbuffered; throws Error when the reader went away or the disk is full.
void write_standard_output(std::string_view text);

// "-" is standard output; a file is written beside its place and renamed. Throws Error.
void write_result(std::string const& target, std::string_view text);

} // namespace cerrado::command
