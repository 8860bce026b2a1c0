// The layout of a table: its cells, a sample of its lines, its header, the columns of the ends.
#pragma once

#include <cerrado/graph/detail/io/direction.hpp>
#include <cerrado/graph/detail/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

// The cells of one line of a table, for any separator.

// The separator of cells. It is either one character with blanks around it, so that a cell may be empty, or a run of
// any of several characters, so that no cell is empty.
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
// bars and colons can be parts of names: sp|P04637, GO:0008150
inline constexpr std::string_view between_names = " \t,;";
inline constexpr std::string_view blanks = " \t";

// Returns: the beginning of a Python dictionary that ends the line, as networkx writes it after the ends of an edge, or
// npos if there is none.
std::size_t dictionary_begin(std::string_view line);

// Two quotation marks around a cell are no part of it, and two in a row between them are one. If runs separate cells, a
// '#' that stands alone begins a comment. With `numbers`, any '#' does. A dictionary behind two cells is one cell.
class LineCells {
public:
    LineCells(Separation separation, bool numbers) : separation_(separation), numbers_(numbers) {}

    // Returns: a sentence about the error in the line, or nothing if it is right and has a cell. Cells are valid until
    // the next call, and as long as the line is.
    std::optional<std::string_view> split(std::string_view line);

    std::size_t size() const { return cells_.size(); }
    std::string_view operator[](std::size_t i) const { return cells_[i].text; }
    bool is_quoted(std::size_t i) const { return cells_[i].is_quoted; }
    // Returns true if a cell lies in the line. Otherwise it has a text of its own.
    bool is_of_line(std::string_view cell) const {
        return cell.data() >= line_.data() && cell.data() <= line_.data() + line_.size();
    }
    // Returns: the text from the beginning of a cell to the end of the line, without the blanks at the end. It is empty
    // if there is no such cell.
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
    std::deque<std::string> unescaped_; // the texts, which do not move
};

// The first lines of a table, and the separator of its columns.

struct TableSample {
    std::vector<std::string_view> lines; // without comments
    std::string_view last_comment;       // the last comment before the first line, without its mark
};

TableSample sample_of(std::string_view text, std::string const& path);

// Returns: the tab, semicolon or comma of which each line has the same number. A header may have one less, as R writes
// it. Requires: there is a line.
std::optional<char> common_separator(std::vector<std::string_view> const& lines);

// Reads the value of --delimiter. Throws InputError.
Separation given_separation(std::string const& delimiter);

// Finds the columns of a table that have the ends of edges, by the words of its header.

struct EndColumns {
    std::size_t source, target; // from 0
    bool are_words = true;      // words such as source and target, which are hardly names of vertices
    bool have_noun = true;      // words such as node1 and node2; u and v, or i and j, have no noun
};

// Finds pairs of columns whose words go together: source and target, from_node and to_node, node1 and node2, Interactor
// A and Interactor B. Tries them in the order of their first columns. `is_usable` is true if a pair may be taken.
std::optional<EndColumns> end_columns(std::vector<std::string> const& header,
                                      std::function<bool(EndColumns const&)> const& is_usable);

// The column of this name. Case does not matter.
std::optional<std::size_t> column_named(std::vector<std::string> const& header, std::string_view name);

// The layout of a table of edges, found from its first lines: the separator of its columns, the columns that are read,
// and the lines before the edges.

inline constexpr std::string_view table_comments = "#%/";

struct TableLayout {
    Separation separation = Separation::runs(between_numbers);
    bool names = false;
    std::size_t source = 0, target = 1; // columns, from 0
    std::optional<std::size_t> label;   // labels of edges; nothing: the label is the text after the target
    std::optional<std::size_t> type;    // Gephi's column Type: Directed or Undirected
    std::vector<std::string> header;    // the cells of the header, if the table has one
    bool header_is_line = false;        // the header is the first line that is no comment
    bool header_is_sure = false;        // the header stands above numbers, and has words such as source and target
    bool may_be_header = false;         // the first line is taken as an edge, since one of its words is on other lines
    std::string header_line;            // the header as it is in the file
    bool are_given = false;             // an option gave the columns
    bool separation_is_given = false;   // an option gave the separator
    bool is_quoted = false;             // some cells are in quotation marks
    bool are_by_words = false;          // the words of the header show which columns are the ends
    bool has_labels = false;            // labels of edges, after the ends
    bool has_names_of_rows = false;     // names of rows in the first column
    std::size_t columns = 0;            // columns of the lines that were looked at; 0: lines differ
    std::size_t widest = 0;             // columns of the longest of these lines
    bool are_ids = true;                // all cells that were looked at are whole numbers
    SaidDirection said;

    std::size_t last_column() const;
    // Returns true if EdgeLineReader can read its lines: they have two numbers, and perhaps more.
    bool is_plain() const {
        return !names && source == 0 && target == 1 && !is_quoted && !type && !separation_is_given;
    }
    std::string name_of(std::size_t column) const { return column < header.size() ? header[column] : std::string(); }
};

// Looks only at the first lines. Throws InputError for options that do not fit the table.
TableLayout survey_table(std::string_view text, std::string const& path, ReadOptions const& options);

// Returns: a text that LineCells reads back as this cell.
std::string in_quotation_marks(std::string_view text);

// Returns true for texts that programs write if a value is missing, such as NA or NULL. In a table they are no names,
// unless they are in quotation marks.
bool is_missing(std::string_view cell);

// Returns true if the text is a whole number that can be an id.
bool is_id(std::string_view text);

// Adds remarks about the layout for a person.
void report_layout(TableLayout const& layout, ReadReport& report);

} // namespace cerrado::detail
