// Text as lines, and text in the encodings that files have.
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/graph/detail/io/files.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace cerrado::detail {

// Gives a text line by line and word by word. It is for readers of formats that have more than numbers.

// `text` and `path` must outlive the object. Lines end with LF or CRLF. The last one may lack its end.
class TextLines {
public:
    // Skips a UTF-8 byte order mark.
    TextLines(std::string_view text, std::string const& path);

    // Moves to the next line. Returns: false at the end of the text.
    bool next();
    std::string_view line() const { return line_; } // the line without blanks and tabs around it
    std::uint64_t number() const { return number_; }
    std::size_t size() const { return size_; } // of the whole text
    bool is_cut() const { return is_cut_; }    // the text of this line, without its end

    // Throws InputError for control characters in this line. They mean binary data, or carriage returns used as line
    // ends.
    void require_text() const;
    // Throws InputError "path:line: problem".
    [[noreturn]] void fail(std::string const& problem) const { fail_at(number_, problem); }
    [[noreturn]] void fail_at(std::uint64_t line, std::string const& problem) const;
    [[noreturn]] void fail_whole(std::string const& problem) const;

private:
    std::string const& path_;
    std::string_view rest_;
    std::string_view line_;
    std::uint64_t number_ = 0;
    std::size_t size_;
    bool is_cut_ = false;
};

std::string_view without_byte_order_mark(std::string_view text);

// Takes the first word off a line. Words end at blanks and tabs. Returns: the word; empty if there is none.
std::string_view next_word(std::string_view& rest);
// The same for words that may be in quotation marks, which are left out. The second mark must stand before a blank or
// at the end. Returns: nothing if it is missing.
std::optional<std::string_view> next_quoted_word(std::string_view& rest);

std::string in_lower_case(std::string_view text);
bool is_digit(char c);
bool is_letter(char c); // of ASCII

// Returns: nothing unless the word has only digits and fits.
std::optional<std::uint64_t> whole_number(std::string_view word);

// Throws InputError if a header promises vertices that the file cannot have, or too many for 32 bits. Vertices cost
// memory, but no text.
void require_vertex_count(std::uint64_t count, TextLines const& lines);

// Returns: the vertex with a number from 1 to `count`, counted from 0. Throws InputError for any other word.
VertexId counted_vertex(std::string_view word, std::uint64_t count, TextLines const& lines);

// Throws InputError unless the weight of an edge is a number. It may be NaN or infinite.
void require_weight(std::string_view word, TextLines const& lines);

// Conversion of text in other encodings than UTF-8.

// `encoding` is a name that iconv may know, such as "windows-1252". Throws InputError if it does not, and for bytes
// that are no text of this encoding. O(text).
FileBytes converted_to_utf8(std::string_view text, std::string const& encoding, std::string const& path);

// Returns true if XML may hold these bytes: they are UTF-8 without control characters.
bool is_xml_text(std::string_view text);

} // namespace cerrado::detail
