// Reads the lines of an edge list as pairs of ids, by several threads.
#pragma once

#include <cerrado/core/ordered_work.hpp>
#include <cerrado/core/team.hpp>
#include <cerrado/core/unfilled_vector.hpp>
#include <cerrado/graph/io/text_input.hpp>

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
    std::uint64_t lone = 0; // lines of one id, which are no edge
    std::size_t least_columns = ~std::size_t{0}, most_columns = 0;
    bool are_ids = true; // everything behind the ends is whole numbers
    std::uint64_t comments = 0;

    bool differ() const { return lines > 0 && least_columns != most_columns; }
    void count(std::size_t columns);
    void add(LineTally const& other);
};

// What is read of a table's lines, besides what its layout says.
struct LineRules {
    bool has_header = false;  // the first line that is no comment
    bool keeps_loops = false; // the ends of an edge are counted apart, so they may have the same id
    bool has_labels = false;  // of edges
    char separator = 0;       // the one that ends a cell, besides blanks; 0: any
    friend bool operator==(LineRules const&, LineRules const&) = default;
};

// What a part of the lines gave.
struct ListedPart {
    UnfilledVector<ListedEdge> edges; // without self-loops, unless they are kept
    OriginalId largest_id = 0;
    std::uint64_t self_loops = 0;
    std::vector<OriginalId> first;   // a first line of two or three numbers, which may be the sizes of the graph
    LineTally tally;                 // of all lines but that one
    std::vector<std::string> labels; // of the edges, if they are asked for
    std::vector<bool> are_arcs;      // per edge, if the table says it
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
    bool has_both_ways() const; // each edge once from either end; O(m log m)
};

// The first begin of a line from `place` on. A byte order mark at the begin of a later line is no such mark. It must
// not look like one to whoever reads from there.
std::size_t line_begin(std::string_view text, std::size_t place);

// Reads lines of two numbers, and passes over further columns. Throws InputError "path:line: ..." for the first wrong
// line.
ListedEdges list_edges(std::string_view text, std::string const& path, LineRules const& rules, Team& team);

// The numbers of a line that holds only two or three numbers, with blanks or commas between them. Nothing for another
// line.
std::vector<OriginalId> sizes_in(std::string_view line);

// Throws InputError for the first line of one id. Requires: there is one.
[[noreturn]] void refuse_lone_id(std::string_view text, std::string const& path);

// Reads lines while their text is still on its way, for example from a decompressor.
class EdgeLineReader {
public:
    EdgeLineReader(LineRules const& rules, int threads);
    EdgeLineReader(EdgeLineReader const&) = delete;

    LineRules const& rules() const { return rules_; }
    void add(std::string_view text); // `text` is what comes next
    // Call it after all text. Returns: nothing if a line is wrong; list_edges() says which.
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
    std::string carried_; // of a line whose end has not come yet
    ListedEdges list_;
    std::atomic<bool> failed_ = false;
    bool first_ = true;
    OrderedWork<Part> work_; // the last member, since its threads write to the others
};

} // namespace cerrado::detail
