// The cells of one line of a table, whatever separates them.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

// What stands between cells. It is one character, and blanks around it are no part of a cell, so a cell may be empty.
// Or it is a run of any of several characters, and then no cell is empty.
class Separation {
public:
    static Separation one(char separator) { return {separator, {}}; }
    static Separation runs(std::string_view separators) { return {0, separators}; }

    char character() const { return character_; } // 0: runs
    bool separates(char c) const { return character_ != 0 ? c == character_ : runs_.find(c) != std::string_view::npos; }
    bool is_blank(char c) const { return (c == ' ' || c == '\t') && c != character_; }

private:
    Separation(char character, std::string_view runs) : character_(character), runs_(runs) {}

    char character_;
    std::string_view runs_;
};

inline constexpr std::string_view between_numbers = " \t,;|:";
inline constexpr std::string_view between_names = " \t,;"; // bars and colons belong to names: sp|P04637, GO:0008150
inline constexpr std::string_view blanks = " \t";

// The begin of a Python dictionary that ends the line, as networkx writes it after the ends of an edge. npos if there
// is none.
std::size_t dictionary_begin(std::string_view line);

// Two quotation marks around a cell are no part of it, and two in a row between them are one. If runs separate cells, a
// '#' that stands alone begins a comment. With `numbers`, any '#' does. A dictionary behind two cells is one cell.
class LineCells {
public:
    LineCells(Separation separation, bool numbers) : separation_(separation), numbers_(numbers) {}

    // Returns: what is wrong with the line, as a sentence; nothing if it is right and has a cell. Cells are valid until
    // the next call, and as long as the line is.
    std::optional<std::string_view> split(std::string_view line);

    std::size_t size() const { return cells_.size(); }
    std::string_view operator[](std::size_t i) const { return cells_[i].text; }
    bool is_quoted(std::size_t i) const { return cells_[i].is_quoted; }
    // Whether a cell lies in the line. If not, it has a text of its own.
    bool is_of_line(std::string_view cell) const {
        return cell.data() >= line_.data() && cell.data() <= line_.data() + line_.size();
    }
    // From the begin of a cell to the end of the line, without the blanks at the end. Empty if there is no such cell.
    std::string_view from(std::size_t i) const;

private:
    struct Cell {
        std::string_view text;
        std::size_t begin; // in the line
        bool is_quoted;
    };

    std::optional<std::string_view> take_quoted(std::string_view line, std::size_t& at);
    void take_plain(std::string_view line, std::size_t& at);
    bool begins_comment(std::string_view line, std::size_t at) const;

    Separation separation_;
    bool numbers_;
    std::string_view line_;
    std::vector<Cell> cells_;
    std::deque<std::string> unescaped_; // which stay where they are
};

} // namespace cerrado::detail
