// Collects what a reader meets (vertices by numbers or names, edges and arcs, labels of both), and makes the graph at
// the end.
#pragma once

#include <cerrado/graph/detail/io/tables/cells.hpp>
#include <cerrado/graph/detail/read_options.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/names.hpp>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cerrado::detail {

inline constexpr std::string_view weight_column = "weight"; // of numbers that a format gives its edges without a name

// A reader names vertices by one of the three calls below, always by the same. Each named vertex is a vertex of the
// graph, even if it has no edge. `path` and `options` must outlive the object. So must `text`, in which attributes
// may lie: errors then have their lines.
class Assembly {
public:
    Assembly(std::string const& path, ReadOptions const& options, std::string_view text = {})
        : path_(path),
          options_(options),
          text_(text) {}

    // Names the vertices first, first + 1, ..., which are their original ids. Their handles are 0, 1, ... Throws
    // InputError if there are too many for 32 bits.
    void count_vertices(std::uint64_t count, OriginalId first);
    // Returns: a handle, the same for the same id. O(1).
    VertexId vertex(OriginalId id);
    // Names a vertex by any text. If all texts are whole numbers and no names are asked for, they are ids. Otherwise
    // they are names.
    VertexId vertex(std::string_view text);

    bool has_vertex(OriginalId id) const { return place_.contains(id); }
    std::uint64_t vertex_count() const { return count_; }

    // Gives a vertex a name besides its number or text. It is the vertex's name if names are asked for.
    void call(VertexId vertex, std::string_view name);
    void label(VertexId vertex, std::string_view text);
    // `label` is kept if labels of edges are asked for.
    void edge(VertexId source, VertexId target, std::string_view label = {}) { add(source, target, label, false); }
    void arc(VertexId source, VertexId target, std::string_view label = {}) { add(source, target, label, true); }

    // Attributes, which are kept if they are asked for. `type`: that of the whole column, whatever its cells look like.
    // Without it the cells decide.
    bool keeps_attributes() const { return options_.attributes; }
    void attribute(VertexId vertex, std::string_view column, std::string_view text,
                   std::optional<ColumnType> type = {});
    // The attribute of an edge or arc, which may be added later. They are counted from 0, in the order of the calls.
    void edge_attribute(std::size_t edge, std::string_view column, std::string_view text,
                        std::optional<ColumnType> type = {});
    // The attribute of the edge or arc that was added last.
    void edge_attribute(std::string_view column, std::string_view text, std::optional<ColumnType> type = {}) {
        edge_attribute(edges_.size() - 1, column, text, type);
    }
    // Says that each edge of the file is a row, even without an attribute.
    void edges_are_rows() { are_rows_ = true; }

    // Says that the file has each edge twice, once at either end. Then the second time is no duplicate.
    void edges_are_told_twice() { are_told_twice_ = true; }

    // Returns: the graph. Afterwards this object is empty. If directions are asked for, arcs keep theirs, and an edge
    // becomes two arcs. Throws InputError "path: ..." if directions are asked for and there is no arc, if two vertices
    // have the same name, and if an attribute does not fit its type. O(n log n + m).
    Graph finish(std::function<void(std::string const&)> const& remark = [](std::string const&) {});

private:
    struct Places {
        std::vector<VertexId> by_handle;
        std::vector<OriginalId> ids; // ascending; empty if vertices have names, or if ids are places
        VertexNames names;
    };

    // A column for each name, and a row for each vertex, by handle, or for each edge.
    struct Attributes {
        std::vector<std::string> names;
        std::vector<std::optional<ColumnType>> types;
        TableRows rows{{}};

        void set(std::size_t row, std::string_view column, std::string_view text, std::optional<ColumnType> type,
                 char const* line);
    };

    void add(VertexId source, VertexId target, std::string_view label, bool is_arc);
    VertexId next_handle();
    std::string text_of(VertexId handle) const; // its given name, or its number
    char const* line_of(std::string_view attribute) const;
    Places places() const;
    Places by_numbers(std::vector<OriginalId> const& ids) const;
    Places by_names(std::vector<std::string> const& names) const;
    void place_edges(Places const& places);
    Graph graph_of_edges(Places const& places) const;
    Graph with_marks(Graph graph, Places const& places) const;
    std::vector<Column> columns_of(Attributes& attributes, std::size_t rows,
                                   std::function<void(std::string const&)> const& remark) const;
    Graph with_attributes(Graph graph, Places const& places, std::function<void(std::string const&)> const& remark);

    std::string const& path_;
    ReadOptions const& options_;
    std::string_view text_;
    std::uint64_t count_ = 0;
    OriginalId first_ = 0; // of counted vertices
    std::unordered_map<OriginalId, VertexId> place_;
    std::vector<OriginalId> ids_; // by handle, of vertices named by numbers
    NameTable texts_;
    std::vector<std::string> called_; // by handle; empty: no vertex was given a name
    std::vector<std::string> labels_; // by handle; empty: no vertex has a label
    std::vector<Edge> edges_;
    std::size_t edge_count_ = 0; // in the file
    std::vector<bool> is_arc_;
    std::vector<std::string> edge_labels_;
    bool has_arcs_ = false;
    bool are_told_twice_ = false;
    Attributes of_vertices_, of_edges_;
    bool are_rows_ = false;
};

// Returns: the values of these texts, if each is a whole number without a sign or a leading zero. Otherwise returns
// nothing.
std::optional<std::vector<OriginalId>> whole_numbers(std::span<std::string_view const> texts);

} // namespace cerrado::detail
