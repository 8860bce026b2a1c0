// What a reader met of a graph, put together at the end: vertices by numbers or names, edges and arcs, labels of both.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/read_options.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cerrado::detail {

// Vertices are told by one of the three calls below, always the same one. Each that was told is a vertex of the graph, with
// an edge or without. `path` and `options` must outlive it.
class Assembly {
public:
    Assembly(std::string const& path, ReadOptions const& options) : path_(path), options_(options) {}

    // The vertices first, first + 1, ..., which are their original ids. Their handles are 0, 1, ... Throws InputError where 32
    // bits do not number them.
    void count_vertices(std::uint64_t count, OriginalId first);
    // Returns: a handle, the same for the same id. O(1).
    VertexId vertex(OriginalId id);
    // Likewise by any text. Where all texts are whole numbers and no names are asked for, they are ids, else names.
    VertexId vertex(std::string_view text);

    bool has_vertex(OriginalId id) const { return place_.contains(id); }
    std::uint64_t vertex_count() const { return count_; }

    // What a vertex is called besides its number or text, which is its name where names are asked for.
    void call(VertexId vertex, std::string_view name);
    void label(VertexId vertex, std::string_view text);
    // `label` is kept where labels of edges are asked for.
    void edge(VertexId source, VertexId target, std::string_view label = {}) { add(source, target, label, false); }
    void arc(VertexId source, VertexId target, std::string_view label = {}) { add(source, target, label, true); }

    // Each edge was told once from either end: that is no duplicate.
    void edges_are_told_twice() { are_told_twice_ = true; }

    // The graph, after which nothing is left here. Where directions are asked for, arcs have theirs, and an edge is an arc both
    // ways. Throws InputError "path: ...": for directions that are asked for where there is no arc, and for a name that two
    // vertices have. O(n log n + m).
    Graph finish();

private:
    struct Places {
        std::vector<VertexId> by_handle;
        std::vector<OriginalId> ids; // ascending; empty where vertices have names, or where ids are places
        VertexNames names;
    };

    void add(VertexId source, VertexId target, std::string_view label, bool is_arc);
    VertexId next_handle();
    std::string text_of(VertexId handle) const; // what it is called, or its number
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
    std::vector<OriginalId> ids_; // by handle, of vertices of numbers
    NameTable texts_;
    std::vector<std::string> called_; // by handle; empty: none is called anything
    std::vector<std::string> labels_; // likewise
    std::vector<Edge> edges_;
    std::vector<bool> is_arc_;
    std::vector<std::string> edge_labels_;
    bool has_arcs_ = false;
    bool are_told_twice_ = false;
};

// The numbers that these texts are, as one writes them: without a sign or a leading zero. Nothing where one is none.
std::optional<std::vector<OriginalId>> whole_numbers(std::span<std::string_view const> texts);

} // namespace cerrado::detail
