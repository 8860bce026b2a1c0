// The program's output: text and tables, messages, and results in files or on standard output.
#pragma once

#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cerrado::command {

// Text for people: sizes, shares, aligned tables, and CSV fields. wording.hpp has numbers in sentences.

std::string bytes_text(std::uint64_t bytes);             // "1.5 MiB"
std::string share_text(WideCount part, WideCount whole); // "12.34 %"
std::string csv_field(std::string_view text);            // in quotes if CSV needs them
std::string xml_text(std::string_view text);             // escaped for an SVG picture

// A table of cells that may span several lines. Columns are padded to their widest cell, counted in code points.
class Table {
public:
    struct Column {
        std::string title;
        bool right_aligned = false;
    };

    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

    using Cell = std::vector<std::string>; // the cell's lines
    void add_row(std::vector<Cell> cells);
    std::string text() const;

private:
    std::vector<Column> columns_;
    std::vector<std::vector<Cell>> rows_;
};

// Returns: the text on one line. Control characters, which file names may have, are written as \x1b. The other
// characters do not change.
std::string on_one_line(std::string_view text);

// Messages to the person at the command line, on standard error.

// Opens /dev/null for each closed stream among standard input, output and error. Otherwise a file that is opened later
// would take its number, and would receive messages or results. A closed input or output still fails when it is used.
// Call this function first in main().
void hold_standard_streams() noexcept;

// Writes all of the text, unbuffered. If standard error is closed, full or no longer read, the message is lost and
// nothing else changes.
void write_message(std::string_view text) noexcept;

// Formats a message and writes it: print_message("{} rows\n", rows). If memory is short, it writes a message that says
// so.
template <class... Arguments>
void print_message(fmt::format_string<Arguments...> format, Arguments&&... arguments) noexcept {
    try {
        write_message(fmt::format(format, std::forward<Arguments>(arguments)...));
    } catch (std::bad_alloc const&) {
        write_message("cerrado: no memory is left for a message\n");
    }
}

// Prints "cerrado: " and the text as one line.
void say(std::string_view text) noexcept;

// Files that are being written. A program that must end at once can remove them.

// While the object lives, remove_unfinished() removes the file `path`. If `path` is empty, it removes nothing.
class Unfinished {
public:
    explicit Unfinished(std::string path);
    ~Unfinished();
    Unfinished(Unfinished const&) = delete;
    Unfinished& operator=(Unfinished const&) = delete;

private:
    std::string path_;
};

// A signal handler may call it.
void remove_unfinished() noexcept;

// Results go to standard output or to a file. A file is written completely or not at all.

// Writes all of the text, unbuffered. Throws Error if the reading program has ended or the disk is full.
void write_standard_output(std::string_view text);

// The reader of a long output has closed the pipe (`| head`). This is no error: the program ends quietly.
class ReaderGone : public Error {
public:
    ReaderGone() : Error("standard output was closed") {}
};

// A long output, written in parts. The target "-" is standard output, and a closed pipe throws ReaderGone. Another
// target is a file, which appears complete after commit(), and does not appear without commit(). Throws Error.
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

// The same for an output of many short texts, which are written together.
class ResultLines {
public:
    explicit ResultLines(std::string const& target) : stream_(target) {}
    void add(std::string_view text);
    void commit();

private:
    void flush();

    ResultStream stream_;
    std::string text_;
};

// Throws Error if a file of that name could not be written, so that a user learns this before the search. Pipes and
// devices are not touched.
void check_result(std::string const& target);

// Writes the text. The target "-" is standard output. A file is written under another name beside its place and then
// renamed. Throws Error.
void write_result(std::string const& target, std::string_view text);

} // namespace cerrado::command
