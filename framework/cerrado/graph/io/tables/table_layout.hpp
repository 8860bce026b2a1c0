// How a table is laid out: its cells, a sample of its lines, its header, the columns of the ends.
#pragma once

#include <cerrado/graph/io/direction.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

// The cells of one line of a table, whatever separates them.

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

// The first lines of a table, and what separates its columns.

struct TableSample {
    std::vector<std::string_view> lines; // without comments
    std::string_view last_comment;       // before the first line, without its mark
};

TableSample sample_of(std::string_view text, std::string const& path);

// The tab, semicolon or comma that each line has equally often. A header may have one less, as R writes it. Requires:
// there is a line.
std::optional<char> common_separator(std::vector<std::string_view> const& lines);

// Reads what --delimiter says. Throws InputError.
Separation given_separation(std::string const& delimiter);

// Finds the columns of a table that have the ends of edges, by the words of its header.

struct EndColumns {
    std::size_t source, target; // from 0
    bool are_words = true;      // such as source and target, which are hardly names of vertices
    bool have_noun = true;      // such as node1 and node2; letters have none: u and v, i and j
};

// Finds pairs of columns whose words go together: source and target, from_node and to_node, node1 and node2, Interactor
// A and Interactor B. Tries them in the order of their first columns. `is_usable` says whether a pair may be taken.
std::optional<EndColumns> end_columns(std::vector<std::string> const& header,
                                      std::function<bool(EndColumns const&)> const& is_usable);

// The column of this name. Case does not matter.
std::optional<std::size_t> column_named(std::vector<std::string> const& header, std::string_view name);

// How a table of edges is laid out, as its first lines tell: what separates its columns, which of them are read, and
// which lines come before the edges.

inline constexpr std::string_view table_comments = "#%/";

struct TableLayout {
    Separation separation = Separation::runs(between_numbers);
    bool names = false;
    std::size_t source = 0, target = 1; // columns, from 0
    std::optional<std::size_t> label;   // of edges; nothing: the label is what follows the target
    std::optional<std::size_t> type;    // Gephi's column: Directed or Undirected
    std::vector<std::string> header;    // its cells, if the table has one
    bool header_is_line = false;        // it is the first line that is no comment
    bool header_is_sure = false;        // it stands above numbers, and is source and target or another such pair in
                                        // their order
    bool may_be_header = false;         // the first line is taken as an edge, since one of its words is on other lines
    std::string header_line;            // the header as the file has it
    bool are_given = false;             // an option gave the columns
    bool separation_is_given = false;   // an option gave the separation
    bool is_quoted = false;             // some cells are in quotation marks
    bool are_by_words = false;          // the words of the header tell which columns are the ends
    bool has_labels = false;            // of edges, behind the ends
    bool has_names_of_rows = false;     // in the first column
    std::size_t columns = 0;            // of the lines that were looked at; 0: lines differ
    std::size_t widest = 0;             // of them: columns of the longest
    bool are_ids = true;                // all cells that were looked at are whole numbers
    SaidDirection said;

    std::size_t last_column() const;
    // Whether EdgeLineReader can read its lines: two numbers and more.
    bool is_plain() const {
        return !names && source == 0 && target == 1 && !is_quoted && !type && !separation_is_given;
    }
    std::string name_of(std::size_t column) const { return column < header.size() ? header[column] : std::string(); }
};

// Looks only at the first lines. Throws InputError for options that do not fit the table.
TableLayout survey_table(std::string_view text, std::string const& path, ReadOptions const& options);

// A cell as LineCells reads it back, whatever it holds.
std::string in_quotation_marks(std::string_view text);

// What programs write where a value is missing, NA or NULL: in a table no name, unless it is in quotation marks.
bool is_missing(std::string_view cell);

// Whether the text is a whole number that can be an id.
bool is_id(std::string_view text);

// Tells a person what the layout says.
void report_layout(TableLayout const& layout, ReadReport& report);

} // namespace cerrado::detail
