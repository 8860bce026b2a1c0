// Reads the lines of an edge list as pairs of ids, by several threads.
#pragma once

#include <cerrado/core/detail/ordered_work.hpp>
#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/detail/unfilled_vector.hpp>
#include <cerrado/graph/detail/io/text_input.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

struct ListedEdge {
    OriginalId source, target;
};

// Counts of lines that have edges.
struct LineTally {
    std::uint64_t lines = 0;
    std::uint64_t lone = 0; // lines of one id, which are no edges
    std::size_t least_columns = ~std::size_t{0}, most_columns = 0;
    bool are_ids = true; // all text after the ends consists of whole numbers
    std::uint64_t comments = 0;

    bool differ() const { return lines > 0 && least_columns != most_columns; }
    void count(std::size_t columns);
    void add(LineTally const& other);
};

// Options for reading a table's lines, besides its layout.
struct LineRules {
    bool has_header = false;  // the first line that is no comment
    bool keeps_loops = false; // the ends of an edge are counted apart, so an edge may have the same id at both ends
    bool has_labels = false;  // of edges
    char separator = 0;       // the character that ends a cell, besides blanks; 0: any separator
    friend bool operator==(LineRules const&, LineRules const&) = default;
};

// The result for a part of the lines.
struct ListedPart {
    UnfilledVector<ListedEdge> edges; // edges without self-loops, unless loops are kept
    OriginalId largest_id = 0;
    std::uint64_t self_loops = 0;
    std::vector<OriginalId> first;   // a first line of two or three numbers, which may be the sizes of the graph
    LineTally tally;                 // counts of all lines but that one
    std::vector<std::string> labels; // labels of the edges, if they are asked for
    std::vector<bool> are_arcs;      // per edge, if the table has it
};

struct ListedEdges {
    std::vector<ListedPart> parts;
    OriginalId largest_id = 0;
    std::uint64_t self_loops = 0;
    std::vector<OriginalId> first;
    LineTally tally;

    void add(ListedPart part);
    void add_first_as_edge(LineRules const& rules);
    std::size_t edge_count() const;
    bool has_both_ways() const; // true if each edge is given twice, once from either end; O(m log m)
};

// Returns: the first beginning of a line from `place` on. A byte order mark is only a mark at the beginning of the
// file. So lines that begin with one are passed over, as a reader that begins there would take it for a mark.
std::size_t line_begin(std::string_view text, std::size_t place);

// Reads lines of two numbers, and passes over further columns. Throws InputError "path:line: ..." for the first wrong
// line.
ListedEdges list_edges(std::string_view text, std::string const& path, LineRules const& rules, Team& team);

// Returns: the numbers of a line that has only two or three numbers, with blanks or commas between them. Returns
// nothing for another line.
std::vector<OriginalId> sizes_in(std::string_view line);

// Throws InputError for the first line of one id. Requires: there is one.
[[noreturn]] void refuse_lone_id(std::string_view text, std::string const& path);

// Reads lines while their text is still coming, for example from a decompressor.
class EdgeLineReader {
public:
    EdgeLineReader(LineRules const& rules, int threads);
    EdgeLineReader(EdgeLineReader const&) = delete;

    LineRules const& rules() const { return rules_; }
    void add(std::string_view text); // `text` is the next piece of the text
    // Call it after all text. Returns: nothing if a line is wrong. Then list_edges() throws the error for that line.
    std::optional<ListedEdges> finish();

private:
    struct Part {
        std::string text;
        bool is_first = false;
        ListedPart list;
    };

    void submit(Part& part);
    void read(Part& part);

    LineRules rules_;
    std::string carried_; // a line whose end has not come yet
    ListedEdges list_;
    std::atomic<bool> failed_ = false;
    bool first_ = true;
    OrderedWork<Part> work_; // the last member, since its threads write to the others
};

} // namespace cerrado::detail
