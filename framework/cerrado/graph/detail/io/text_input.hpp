// TextInput: a cursor over a text buffer. It reads numbers fast and says exactly where a file is wrong. It counts
// nothing while it reads. It finds the line number of an error only when the error is raised.
#pragma once

#include <cerrado/core/types.hpp>

#include <array>
#include <string>
#include <string_view>

namespace cerrado::detail {

enum class CharClass : std::uint8_t { other, digit, separator, line_feed, carriage_return, control };

constexpr std::array<CharClass, 256> make_char_classes() {
    std::array<CharClass, 256> classes{};
    for (int c = 0; c < 32; ++c) classes[c] = CharClass::control;
    classes[127] = CharClass::control;
    for (char c = '0'; c <= '9'; ++c) classes[static_cast<unsigned char>(c)] = CharClass::digit;
    for (char c : {' ', '\t', ',', ';', '|', ':'}) classes[static_cast<unsigned char>(c)] = CharClass::separator;
    classes['\n'] = CharClass::line_feed;
    classes['\r'] = CharClass::carriage_return;
    return classes;
}
inline constexpr std::array<CharClass, 256> char_classes = make_char_classes();

// Colons and bars separate numbers, but are often part of a name: GO:0008150, sp|P04637.
constexpr bool is_of_name(char c) {
    CharClass const kind = char_classes[static_cast<unsigned char>(c)];
    return kind == CharClass::other || kind == CharClass::digit || c == ':' || c == '|';
}
constexpr bool separates_names(char c) { return c == ' ' || c == '\t' || c == ',' || c == ';'; }

// Returns true for any control character, also for line ends and tabs.
constexpr bool is_control(char c) { return (static_cast<unsigned char>(c) < 32) || c == 127; }

inline constexpr std::string_view vertex_noun = "vertex id";

// `text` and `path` must outlive the object. Lines end with LF or CRLF. The last one may lack its end. O(1) memory.
class TextInput {
public:
    // Skips a UTF-8 byte order mark.
    TextInput(std::string_view text, std::string const& path);

    // Moves to the first character of the next line that is neither blank nor a comment. Returns: false at the end of
    // the text. A '/' among the marks stands for two of them.
    bool seek_content(std::string_view comment_marks);
    // Moves to the beginning of that line, for readers that need the blanks before its first character.
    bool seek_line(std::string_view comment_marks);
    std::uint64_t comments() const { return comments_; }            // lines that were passed over so far
    std::string_view last_comment() const { return last_comment_; } // the last comment, without its marks

    // Skips only comment lines, so that a blank line (a METIS vertex without neighbours) is still met.
    void skip_comments(std::string_view comment_marks);

    bool at_end() const { return cursor_ == end_; }
    std::size_t remaining() const { return static_cast<std::size_t>(end_ - cursor_); }

    bool at_line_end() const {
        if (cursor_ == end_ || *cursor_ == '\n') return true;
        return *cursor_ == '\r' && (cursor_ + 1 == end_ || cursor_[1] == '\n');
    }

    void skip_separators() {
        while (cursor_ < end_ && class_of(*cursor_) == CharClass::separator) ++cursor_;
    }

    // Reads a whole number that ends at a separator or at the line's end. `noun` names it in errors: "vertex id".
    // Throws InputError for anything else: negative, not a number, wider than 64 bits, binary data.
    std::uint64_t number(std::string_view noun) {
        char const* const start = cursor_;
        std::uint64_t value = 0;
        while (cursor_ < end_ && class_of(*cursor_) == CharClass::digit) {
            value = value * 10 + static_cast<std::uint64_t>(*cursor_++ - '0');
        }
        if (cursor_ == start || !at_token_end()) reject_token(start, noun);
        constexpr int digits_that_always_fit = 19;
        if (cursor_ - start > digits_that_always_fit) return careful_number(start, noun);
        return value;
    }

    // Moves from one number of an edge list to the next. Between them are blanks, and at most one other separator.
    // Throws InputError for an empty cell between them.
    void pass_gap() {
        skip_blanks();
        if (at_end() || class_of(*cursor_) != CharClass::separator) return;
        bool const is_colon = *cursor_++ == ':';
        while (is_colon && !at_end() && *cursor_ == ':') ++cursor_; // 1::2
        skip_blanks();
        if (!at_end() && class_of(*cursor_) == CharClass::separator) refuse_empty_cell();
    }

    // The same if one character separates cells. Also throws InputError if the cell of the number goes on after it:
    // 1,000<tab>2.
    void pass_gap(char separator) {
        require_cell_end(separator);
        if (at_line_end() || *cursor_ != separator) return;
        ++cursor_;
        skip_blanks_but(separator);
        if (!at_end() && *cursor_ == separator) refuse_empty_cell();
    }
    void require_cell_end(char separator) {
        skip_blanks_but(separator);
        if (!at_line_end() && *cursor_ != separator && *cursor_ != '#') refuse_long_cell(separator);
    }

    // Reads a name, see names.hpp. It ends at a blank, a tab, a comma, a semicolon or the line's end. A name in
    // quotation marks is returned without them. Throws InputError if there is no name.
    std::string_view name();
    void skip_name_separators() {
        while (cursor_ < end_ && separates_names(*cursor_)) ++cursor_;
    }

    // Passes a line whose first two columns are words, which is the header of a table of numbers. Returns: the line;
    // empty if it is no header.
    std::string_view skip_header();

    // Returns: the characters up to the next separator or line end. The result may be empty.
    std::string_view word();

    // Returns: the characters up to the line's end, without the separators at the end. Throws as skip_line().
    std::string_view rest_of_line();
    // Returns: all characters up to the line's end. For the whole line, the cursor must be at the line's beginning.
    std::string_view whole_line();

    void return_to(std::string_view line) { cursor_ = line.data(); } // Requires: `line` came from here.
    bool at_comment() const { return cursor_ < end_ && *cursor_ == '#'; }

    // Moves past the end of this line, which goes on after two numbers. Returns: the number of further columns, not
    // counting what follows a '#'. Sets `are_ids` to false if one is no whole number. Throws as skip_line().
    std::size_t pass_further_columns(bool& are_ids);

    // Moves past the end of this line and any further columns. Throws InputError for control characters. They mean
    // binary data, or carriage returns used as line ends, which would hide edges.
    void skip_line() {
        if (cursor_ < end_ && *cursor_ == '\n') {
            ++cursor_;
        } else {
            skip_columns();
        }
    }

    // Throws InputError for a text in a place where a number was expected.
    [[noreturn]] void reject(std::string_view shown, std::string_view noun) const;
    [[noreturn]] void refuse_empty_cell() const;
    [[noreturn]] void refuse_long_cell(char separator) const;

    // Throws InputError "path:line: problem" for the line that the cursor is on.
    [[noreturn]] void fail(std::string const& problem) const;
    // Throws InputError "path: problem" for the file as a whole.
    [[noreturn]] void fail_whole(std::string const& problem) const;

private:
    static CharClass class_of(char c) { return char_classes[static_cast<unsigned char>(c)]; }
    bool at_token_end() const { return at_line_end() || class_of(*cursor_) == CharClass::separator; }
    bool skip_comment_line(std::string_view comment_marks);
    void pass_columns(); // to the line's end
    void skip_columns();
    std::uint64_t careful_number(char const* start, std::string_view noun);
    [[noreturn]] void reject_token(char const* start, std::string_view noun);
    void skip_blanks_but(char separator) {
        while (cursor_ < end_ && (*cursor_ == ' ' || *cursor_ == '\t') && *cursor_ != separator) ++cursor_;
    }
    void skip_blanks() {
        while (cursor_ < end_ && (*cursor_ == ' ' || *cursor_ == '\t')) ++cursor_;
    }

    std::string const& path_;
    char const* begin_;
    char const* cursor_;
    char const* end_;
    std::uint64_t comments_ = 0;
    std::string_view last_comment_;
};

// Throws InputError unless 32 bits can number `count` vertices.
void check_vertex_count(std::uint64_t count, TextInput const& input);

// Returns: `text` with all but printable characters escaped, cut after some 40 characters. It is safe in a one-line
// message.
std::string printable(std::string_view text);

} // namespace cerrado::detail
