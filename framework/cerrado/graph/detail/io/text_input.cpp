#include <cerrado/graph/detail/io/text_input.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/io/growing_buffer.hpp>
#include <cerrado/graph/detail/io/text_lines.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <iconv.h>
#include <limits>

namespace cerrado::detail {

namespace {

constexpr char stray_carriage_return[] =
    "the line has a carriage return inside; expected lines that end with LF or CRLF, convert the file's line ends";

bool is_header_word(std::string_view word) {
    if (word.starts_with('"')) word.remove_prefix(1);
    bool const is_text = std::ranges::none_of(
        word, [](char c) { return char_classes[static_cast<unsigned char>(c)] == CharClass::control || c == '\r'; });
    constexpr std::string_view begin_numbers = "0123456789+-.";
    return !word.empty() && is_text && begin_numbers.find(word[0]) == std::string_view::npos;
}

} // namespace

TextInput::TextInput(std::string_view text, std::string const& path)
    : path_(path),
      begin_(text.data()),
      cursor_(text.data()),
      end_(text.data() + text.size()) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) cursor_ += byte_order_mark.size();
}

bool TextInput::skip_comment_line(std::string_view comment_marks) {
    if (at_end() || comment_marks.find(*cursor_) == std::string_view::npos) return false;
    if (*cursor_ == '/' && (remaining() < 2 || cursor_[1] != '/')) return false;
    ++comments_;
    void const* const line_feed = std::memchr(cursor_, '\n', remaining());
    char const* const end = line_feed ? static_cast<char const*>(line_feed) : end_;
    while (cursor_ < end && (comment_marks.find(*cursor_) != std::string_view::npos || *cursor_ == ' ')) ++cursor_;
    last_comment_ = {cursor_, static_cast<std::size_t>(end - cursor_)};
    if (last_comment_.ends_with('\r')) last_comment_.remove_suffix(1);
    cursor_ = line_feed ? end + 1 : end_;
    return true;
}

bool TextInput::seek_content(std::string_view comment_marks) {
    while (!at_end()) {
        if (*cursor_ == ' ' || *cursor_ == '\t') {
            ++cursor_;
        } else if (at_line_end()) {
            skip_line();
        } else if (!skip_comment_line(comment_marks)) {
            return true;
        }
    }
    return false;
}

bool TextInput::seek_line(std::string_view comment_marks) {
    char const* line = cursor_;
    while (!at_end()) {
        skip_blanks();
        if (at_line_end()) {
            skip_line();
        } else if (!skip_comment_line(comment_marks)) {
            cursor_ = line;
            return true;
        }
        line = cursor_;
    }
    return false;
}

void TextInput::skip_comments(std::string_view comment_marks) {
    for (;;) {
        char const* const line = cursor_;
        while (!at_end() && (*cursor_ == ' ' || *cursor_ == '\t')) ++cursor_;
        if (!skip_comment_line(comment_marks)) {
            cursor_ = line;
            return;
        }
    }
}

std::string_view TextInput::rest_of_line() {
    char const* const start = cursor_;
    pass_columns();
    char const* last = cursor_;
    while (last > start && class_of(last[-1]) == CharClass::separator) --last;
    return {start, static_cast<std::size_t>(last - start)};
}

std::string_view TextInput::whole_line() {
    char const* const start = cursor_;
    pass_columns();
    return {start, static_cast<std::size_t>(cursor_ - start)};
}

std::size_t TextInput::pass_further_columns(bool& are_ids) {
    std::size_t apart_by_blanks = 0, separators = 0;
    bool is_in_cell = false;
    for (; !at_line_end(); ++cursor_) {
        CharClass const kind = class_of(*cursor_);
        if (kind == CharClass::separator) {
            is_in_cell = false;
            separators += *cursor_ != ' ' && *cursor_ != '\t';
            continue;
        }
        if (kind != CharClass::digit && kind != CharClass::other) break; // skip_line() refuses such lines
        if (!is_in_cell && *cursor_ == '#') break;
        apart_by_blanks += !is_in_cell;
        is_in_cell = true;
        are_ids &= kind == CharClass::digit;
    }
    skip_line();
    return separators > 0 ? separators : apart_by_blanks;
}

std::string_view TextInput::word() {
    char const* const start = cursor_;
    while (!at_token_end()) ++cursor_;
    return {start, static_cast<std::size_t>(cursor_ - start)};
}

std::string_view TextInput::name() {
    bool const is_quoted = cursor_ < end_ && *cursor_ == '"';
    char const* const start = cursor_;
    if (is_quoted) {
        do ++cursor_;
        while (!at_line_end() && *cursor_ != '"');
    } else {
        while (cursor_ < end_ && is_of_name(*cursor_)) ++cursor_;
    }
    std::string_view name{start, static_cast<std::size_t>(cursor_ - start)};
    if (is_quoted) {
        name.remove_prefix(1);
        if (at_line_end()) fail("a quotation mark is not closed; expected a name between two");
        ++cursor_;
    }
    if (!at_line_end() && !separates_names(*cursor_)) {
        if (is_quoted) fail("a text follows a name in quotation marks; expected a blank or a comma");
        pass_columns(); // the message names the byte
    }
    if (!is_quoted && name.empty()) fail("the line begins without a name; expected two names, the ends of an edge");
    if (std::string_view const problem = name_problem(name); !problem.empty()) {
        fail(fmt::format("'{}' cannot be a name: {}", printable(name), problem));
    }
    return name;
}

std::string_view TextInput::skip_header() {
    char const* const start = cursor_;
    bool const is_first = is_header_word(word());
    skip_separators();
    bool const is_second = is_header_word(word());
    cursor_ = start;
    if (!is_first || !is_second) return {};
    std::string_view const line = rest_of_line();
    skip_line();
    return line;
}

void TextInput::pass_columns() {
    for (; !at_line_end(); ++cursor_) {
        CharClass const kind = class_of(*cursor_);
        if (kind == CharClass::carriage_return) fail(stray_carriage_return);
        if (kind == CharClass::control) {
            fail("the line has binary data; expected a text file, fetch or export it again");
        }
    }
}

void TextInput::skip_columns() {
    pass_columns();
    if (!at_end() && *cursor_ == '\r') ++cursor_;
    if (!at_end()) ++cursor_;
}

std::uint64_t TextInput::careful_number(char const* start, std::string_view noun) {
    std::uint64_t value = 0;
    if (std::from_chars(start, cursor_, value).ec == std::errc::result_out_of_range) {
        reject({start, static_cast<std::size_t>(cursor_ - start)}, noun);
    }
    return value;
}

void TextInput::reject_token(char const* start, std::string_view noun) {
    word();
    reject({start, static_cast<std::size_t>(cursor_ - start)}, noun);
}

void TextInput::refuse_empty_cell() const {
    fail(
        "a cell is empty where a vertex id was expected; give --columns if the ends of edges are in other columns, or "
        "leave out the lines without an edge");
}

void TextInput::refuse_long_cell(char separator) const {
    char const* begin = cursor_;
    while (begin > begin_ && begin[-1] != '\n' && begin[-1] != separator) --begin;
    char const* end = cursor_;
    while (end < end_ && *end != '\n' && *end != '\r' && *end != separator) ++end;
    fail(fmt::format(
        "the cell '{}' stands where a vertex id was expected; write whole numbers without marks between their digits, "
        "and give --format adjlist for lists of neighbours, or --delimiter if another character separates cells",
        printable({begin, end})));
}

void TextInput::reject(std::string_view shown, std::string_view noun) const {
    if (shown.find('\r') != std::string_view::npos) fail(stray_carriage_return);
    if (std::ranges::any_of(shown, [](char c) { return class_of(c) == CharClass::control; })) {
        fail(fmt::format(
            "binary data ('{}') where a {} was expected; give a graph file, `cerrado convert --help` names the "
            "formats",
            printable(shown), noun));
    }
    if (shown.size() > 1 && shown[0] == '-' && class_of(shown[1]) == CharClass::digit) {
        fail(fmt::format("negative {} {}; expected whole numbers from 0", noun, printable(shown)));
    }
    bool const is_whole =
        !shown.empty() && std::ranges::all_of(shown, [](char c) { return class_of(c) == CharClass::digit; });
    if (is_whole) {
        fail(fmt::format("{} {} does not fit into 64 bits; expected whole numbers from 0 to {}", noun, printable(shown),
                         std::numeric_limits<std::uint64_t>::max()));
    }
    fail(fmt::format("'{}' is not a {}; expected a whole number{}", printable(shown), noun,
                     noun == vertex_noun ? ", or give --names if ids are names" : ""));
}

void TextInput::fail(std::string const& problem) const {
    throw InputError(fmt::format("{}:{}: {}", path_, std::count(begin_, cursor_, '\n') + 1, problem));
}

void TextInput::fail_whole(std::string const& problem) const {
    throw InputError(fmt::format("{}: {}", path_, problem));
}

void check_vertex_count(std::uint64_t count, TextInput const& input) {
    constexpr std::uint64_t most = std::numeric_limits<VertexId>::max();
    if (count > most) {
        input.fail(fmt::format(
            "there are {} vertices; expected at most {}, as 32 bits cannot number more, split or sample the graph",
            count, most));
    }
}

std::string printable(std::string_view text) {
    constexpr std::size_t most = 40;
    std::string shown;
    for (char c : text) {
        if (shown.size() >= most) return shown + "...";
        auto const byte = static_cast<unsigned char>(c);
        if (byte >= 32 && byte < 127) {
            shown += c;
        } else {
            shown += fmt::format("\\x{:02x}", byte);
        }
    }
    return shown;
}

namespace {

constexpr std::string_view blanks_in_lines = " \t";

} // namespace

std::string_view without_byte_order_mark(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    return text;
}

TextLines::TextLines(std::string_view text, std::string const& path)
    : path_(path),
      rest_(without_byte_order_mark(text)),
      size_(text.size()) {}

bool TextLines::next() {
    if (rest_.empty()) return false;
    std::size_t const end = rest_.find('\n');
    is_cut_ = end == std::string_view::npos;
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(is_cut_ ? rest_.size() : end + 1);
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    line_.remove_prefix(std::min(line_.find_first_not_of(blanks_in_lines), line_.size()));
    line_ = line_.substr(0, line_.find_last_not_of(blanks_in_lines) + 1);
    ++number_;
    return true;
}

void TextLines::require_text() const {
    auto const found = std::ranges::find_if(line_, [](char c) { return is_control(c) && c != '\t'; });
    if (found == line_.end()) return;
    fail(*found == '\r' ? "the line has a carriage return inside; expected lines that end with LF or CRLF, convert the "
                          "file's line ends"
                        : "the line has binary data; expected a text file, fetch or export it again");
}

void TextLines::fail_at(std::uint64_t line, std::string const& problem) const {
    throw InputError(fmt::format("{}:{}: {}", path_, line, problem));
}

void TextLines::fail_whole(std::string const& problem) const {
    throw InputError(fmt::format("{}: {}", path_, problem));
}

std::string_view next_word(std::string_view& rest) {
    rest.remove_prefix(std::min(rest.find_first_not_of(blanks_in_lines), rest.size()));
    std::string_view const word = rest.substr(0, rest.find_first_of(blanks_in_lines));
    rest.remove_prefix(word.size());
    return word;
}

std::optional<std::string_view> next_quoted_word(std::string_view& rest) {
    rest.remove_prefix(std::min(rest.find_first_not_of(blanks_in_lines), rest.size()));
    if (!rest.starts_with('"')) return next_word(rest);
    std::size_t end = rest.find('"', 1);
    while (end < rest.size() - 1 && blanks_in_lines.find(rest[end + 1]) == std::string_view::npos)
        end = rest.find('"', end + 1);
    if (end == std::string_view::npos) return std::nullopt;
    std::string_view const word = rest.substr(1, end - 1);
    rest.remove_prefix(end + 1);
    return word;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

std::optional<std::uint64_t> whole_number(std::string_view word) {
    std::uint64_t value = 0;
    auto const [stop, status] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (status != std::errc() || stop != word.data() + word.size()) return std::nullopt;
    return value;
}

void require_vertex_count(std::uint64_t count, TextLines const& lines) {
    constexpr std::uint64_t always_allowed = 1 << 20;
    constexpr std::uint64_t vertices_per_byte = 64;
    constexpr std::uint64_t most = std::numeric_limits<VertexId>::max() - 1;
    if (count > most) {
        lines.fail(fmt::format(
            "there are {} vertices; expected at most {}, as 32 bits cannot number more, split or sample the graph",
            count, most));
    }
    if (count > std::max<std::uint64_t>(always_allowed, vertices_per_byte * lines.size())) {
        lines.fail(
            fmt::format("{} vertices in a file of {} bytes, so nearly all have no edge; expected at most {} vertices "
                        "per byte, give an edge list instead",
                        count, lines.size(), vertices_per_byte));
    }
}

VertexId counted_vertex(std::string_view word, std::uint64_t count, TextLines const& lines) {
    auto const number = whole_number(word);
    if (!number || *number < 1 || *number > count) {
        std::string const what = word.empty() ? "no vertex" : fmt::format("vertex '{}'", printable(word));
        lines.fail(fmt::format("{} where a vertex was expected, a whole number from 1 to {}", what, count));
    }
    return static_cast<VertexId>(*number - 1);
}

void require_weight(std::string_view word, TextLines const& lines) {
    std::string_view const number = word.starts_with('+') ? word.substr(1) : word;
    double value = 0;
    auto const [stop, status] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (status != std::errc::invalid_argument && stop == number.data() + number.size()) return;
    lines.fail(fmt::format("'{}' is the weight of an edge; expected a number", printable(word)));
}

namespace {

class Conversion {
public:
    explicit Conversion(std::string const& encoding) : handle_(::iconv_open("UTF-8", encoding.c_str())) {}
    ~Conversion() {
        if (is_known()) ::iconv_close(handle_);
    }
    Conversion(Conversion const&) = delete;
    Conversion& operator=(Conversion const&) = delete;

    bool is_known() const { return handle_ != reinterpret_cast<iconv_t>(-1); }

    // Returns: false if the bytes are no text.
    bool convert(std::string_view& text, GrowingBuffer& buffer) {
        char* input = const_cast<char*>(text.data());
        std::size_t left = text.size();
        char* output = buffer.space();
        std::size_t const room = buffer.space_bytes();
        std::size_t still = room;
        std::size_t const status = ::iconv(handle_, &input, &left, &output, &still);
        bool const is_sound = status != static_cast<std::size_t>(-1) || (errno == E2BIG && still < room);
        text.remove_prefix(text.size() - left);
        buffer.took(room - still);
        return is_sound;
    }

private:
    iconv_t handle_;
};

// The number of bytes of the character that begins here, and its code; 0 bytes: it is no character.
struct Character {
    std::size_t bytes = 0;
    std::uint32_t number = 0;
};

Character first_character(std::string_view text) {
    auto const byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (byte(0) < 0x80) return {1, byte(0)};
    std::size_t const bytes = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
    if (byte(0) < 0xC2 || byte(0) > 0xF4 || bytes > text.size()) return {};
    std::uint32_t number = byte(0) & (0x7Fu >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return {};
        number = number << 6 | (byte(i) & 0x3Fu);
    }
    constexpr std::array<std::uint32_t, 5> first_of_length{0, 0, 0x80, 0x800, 0x10000};
    return number < first_of_length[bytes] ? Character{} : Character{bytes, number};
}

} // namespace

FileBytes converted_to_utf8(std::string_view text, std::string const& encoding, std::string const& path) {
    Conversion conversion(encoding);
    if (!conversion.is_known()) {
        throw InputError(
            fmt::format("{0}: the text is in the encoding '{1}', which is not known here; convert it where it is "
                        "known: `iconv -f {1} -t utf-8 FILE | sed '1s/{1}/utf-8/'`",
                        path, encoding));
    }
    auto buffer = std::make_shared<GrowingBuffer>();
    while (!text.empty()) {
        if (!conversion.convert(text, *buffer)) {
            throw InputError(fmt::format(
                "{0}: some bytes are no text in the encoding '{1}', which the file names; correct the name in the file",
                path, encoding));
        }
    }
    return {buffer->view(), buffer};
}

bool is_xml_text(std::string_view text) {
    while (!text.empty()) {
        auto const [bytes, number] = first_character(text);
        bool const is_control = number < 0x20 && number != '\t' && number != '\n' && number != '\r';
        bool const is_surrogate = number >= 0xD800 && number < 0xE000;
        if (bytes == 0 || is_control || is_surrogate || number == 0xFFFE || number == 0xFFFF || number > 0x10FFFF) {
            return false;
        }
        text.remove_prefix(bytes);
    }
    return true;
}

} // namespace cerrado::detail
