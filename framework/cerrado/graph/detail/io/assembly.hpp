// Collects what a reader meets (vertices by numbers or names, edges and arcs, labels of both), and makes the graph at
// the end.
#pragma once

#include <cerrado/graph/detail/read_options.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/names.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cerrado::detail {

// A reader names vertices by one of the three calls below, always by the same. Each named vertex is a vertex of the
// graph, even if it has no edge. `path` and `options` must outlive the object.
class Assembly {
public:
    Assembly(std::string const& path, ReadOptions const& options) : path_(path), options_(options) {}

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

    // Says that the file has each edge twice, once at either end. Then the second time is no duplicate.
    void edges_are_told_twice() { are_told_twice_ = true; }

    // Returns: the graph. Afterwards this object is empty. If directions are asked for, arcs keep theirs, and an edge
    // becomes two arcs. Throws InputError "path: ..." if directions are asked for and there is no arc, and if two
    // vertices have the same name. O(n log n + m).
    Graph finish();

private:
    struct Places {
        std::vector<VertexId> by_handle;
        std::vector<OriginalId> ids; // ascending; empty if vertices have names, or if ids are places
        VertexNames names;
    };

    void add(VertexId source, VertexId target, std::string_view label, bool is_arc);
    VertexId next_handle();
    std::string text_of(VertexId handle) const; // its given name, or its number
    Places places() const;
    Places by_numbers(std::vector<OriginalId> const& ids) const;
    Places by_names(std::vector<std::string> const& names) const;
    void place_edges(Places const& places);
    Graph graph_of_edges(Places const& places) const;
    Graph with_marks(Graph graph, Places const& places) const;

    std::string const& path_;
    ReadOptions const& options_;
    std::uint64_t count_ = 0;
    OriginalId first_ = 0; // of counted vertices
    std::unordered_map<OriginalId, VertexId> place_;
    std::vector<OriginalId> ids_; // by handle, of vertices named by numbers
    NameTable texts_;
    std::vector<std::string> called_; // by handle; empty: no vertex was given a name
    std::vector<std::string> labels_; // by handle; empty: no vertex has a label
    std::vector<Edge> edges_;
    std::vector<bool> is_arc_;
    std::vector<std::string> edge_labels_;
    bool has_arcs_ = false;
    bool are_told_twice_ = false;
};

// Returns: the values of these texts, if each is a whole number without a sign or a leading zero. Otherwise returns
// nothing.
std::optional<std::vector<OriginalId>> whole_numbers(std::span<std::string_view const> texts);

} // namespace cerrado::detail
