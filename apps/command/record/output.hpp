// Where results go: standard output or a file, whole or not at all.
#pragma once

#include "command/record/unfinished.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/output_file.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace cerrado::command {

// Writes all of the text, unbuffered. Throws Error if the reader went away or the disk is full.
void write_standard_output(std::string_view text);

// The reader of a long output has seen enough (`| head`). Nobody made an error. The program ends like any other in a
// pipe.
class ReaderGone : public Error {
public:
    ReaderGone() : Error("standard output was closed") {}
};

// A long output, written in parts. For "-" it is standard output, and a closed pipe throws ReaderGone. Otherwise it is
// a file, which is whole and in place after commit(), and does not appear without it. Throws Error.
class ResultStream {
public:
    explicit ResultStream(std::string const& target);
    void write(std::string_view part);
    void commit();
    bool to_standard_output() const { return file_ == nullptr; }

private:
    std::unique_ptr<detail::OutputFile> file_;
    Unfinished unfinished_;
};

// Throws Error if a file of that name could not be written. So a user learns it before the search. Pipes and devices
// are not touched.
void check_result(std::string const& target);

// "-" is standard output. A file is written beside its place and renamed. Throws Error.
void write_result(std::string const& target, std::string_view text);

} // namespace cerrado::command
