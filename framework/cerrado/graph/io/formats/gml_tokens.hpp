// The tokens of a GML file: keys and values. A value is a number, a text or a list in brackets.
#pragma once

#include <cerrado/core/types.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

// `text` and `path` must outlive the object. Comments, `# ...`, are passed over.
class GmlTokens {
public:
    enum class Kind { end, word, text, open, close };
    struct Token {
        Kind kind;
        std::string_view text; // for a text: what is between the quotation marks, as the file has it
    };

    // Skips a UTF-8 byte order mark.
    GmlTokens(std::string_view text, std::string const& path);

    // The next token. O(its length). Throws InputError if a quotation mark has no second one, and for binary data.
    Token next();
    std::uint64_t comments() const { return comments_; }
    std::uint64_t line() const { return line_; } // where the last token begins

    [[noreturn]] void fail(std::string const& problem) const { fail_at(line_, problem); }
    [[noreturn]] void fail_at(std::uint64_t line, std::string const& problem) const;
    [[noreturn]] void fail_whole(std::string const& problem) const;

private:
    void skip_blanks();
    std::string_view take(std::size_t length);

    std::string const& path_;
    std::string_view rest_;
    std::uint64_t next_line_ = 1, line_ = 1;
    std::uint64_t comments_ = 0;
};

} // namespace cerrado::detail
