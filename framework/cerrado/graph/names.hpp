// Names of vertices (genes, people) instead of numbers. A vertex's original id is the place of its name among all names
// of the graph, in ascending order of their bytes. So the order of a file's lines does not change the graph.
#pragma once

#include <cerrado/graph/marks.hpp>

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado {

inline bool has_names(Graph const& graph) { return graph.marks && graph.marks->names; }

// Null if ids are numbers.
inline VertexNames vertex_names(Graph const& graph) { return graph.marks ? graph.marks->names : nullptr; }

// The name of the vertex with that original id. Requires: has_names(graph).
inline std::string const& vertex_name(Graph const& graph, OriginalId id) { return (*graph.marks->names)[id]; }

// Returns: the graph with names[i] as the name of original id i. Throws InputError unless each id has a name, the names
// ascend, and a file can hold each of them, see name_problem().
Graph with_names(Graph graph, std::vector<std::string> names);

// Returns: a name as it is written on a line among others. It is put in quotation marks if it has a separator of names,
// or would begin a comment.
std::string name_on_line(std::string_view name);
// The same for all names. Returns: the same object if no name needs quotation marks. Null stays null.
VertexNames names_on_lines(VertexNames names);

namespace detail {

inline constexpr std::size_t longest_name = 65535;

// Returns: the reason why this cannot be a name, as the end of a sentence. It is empty if it can.
std::string_view name_problem(std::string_view name);

// The texts of a graph that a format has, besides labels of edges.
enum class WrittenTexts { names, names_and_labels, names_or_labels };

// Checks each name and label that a format has. `problem` returns the reason why the format cannot hold the text, as
// the end of a sentence, or an empty text. Throws InputError for the first text with a problem.
void require_written(Graph const& graph, WrittenTexts texts, std::string_view (*problem)(std::string_view text));

// Each name once, ranked by its first appearance. The names' text must outlive the table.
class NameTable {
public:
    NameTable();

    VertexId rank(std::string_view name); // O(its length)
    // the same for a text that does not outlive the call
    VertexId rank_of_copy(std::string_view name);
    std::vector<std::string_view> const& names() const { return names_; } // by rank

private:
    std::size_t slot_of(std::string_view name, std::uint32_t hash) const;
    void grow();

    struct Slot {
        std::uint32_t hash, rank;
    };
    std::vector<Slot> slots_;
    std::vector<std::string_view> names_;
    std::deque<std::string> copies_; // the texts, which do not move
};

struct SortedNames {
    std::vector<VertexId> places; // by rank
    VertexNames names;
};

// O(n log n).
SortedNames sorted_names(std::span<std::string_view const> names);

// The same without the checks. Requires: the names ascend, and original ids are below their number.
Graph with_sorted_names(Graph graph, VertexNames names);

} // namespace detail
} // namespace cerrado
