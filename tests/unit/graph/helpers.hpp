// What the reader and writer tests share: a folder of their own, files in it, graphs to compare, and errors as text.
#pragma once

#include "unit/scoped_folder.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io.hpp>
#include <cerrado/graph/marks.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::test {

class TemporaryFolder : public ::testing::Test {
protected:
    std::string path(std::string const& name) const { return (folder_ / name).string(); }

    std::string write(std::string const& name, std::string_view content) const {
        std::ofstream(path(name), std::ios::binary) << content;
        return path(name);
    }

    std::vector<std::string> listing() const {
        std::vector<std::string> names;
        for (auto const& entry : std::filesystem::directory_iterator(folder_))
            names.push_back(entry.path().filename().string());
        std::sort(names.begin(), names.end());
        return names;
    }

    ScopedFolder const scope_;
    std::filesystem::path const folder_ = scope_.path();
};

inline std::string content_of(std::string const& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// "input: MESSAGE" for an InputError, "error: MESSAGE" for an Error, "no error" for none.
template <class Work> std::string error_of(Work&& work) {
    try {
        work();
    } catch (InputError const& error) {
        return std::string("input: ") + error.what();
    } catch (Error const& error) {
        return std::string("error: ") + error.what();
    }
    return "no error";
}

inline std::string reading_error(std::string_view text, std::string const& name) {
    return error_of([&] { detail::read_buffer(text, name); });
}

// Of each vertex, empty for none. Requires: the graph has marks.
inline std::vector<std::string> labels_of(Graph const& graph) {
    std::vector<std::string> labels;
    for (std::uint32_t const label : graph.marks->labels) {
        labels.push_back(label == GraphMarks::no_label ? "" : graph.marks->label_names[label]);
    }
    return labels;
}

using NamedEdges = std::vector<std::pair<OriginalId, OriginalId>>;

// Edges by original ids, lower id first, sorted.
inline NamedEdges named_edges(Graph const& graph) {
    NamedEdges edges;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId u : graph.neighbours(v)) {
            if (graph.oriented() || v < u) edges.push_back(std::minmax(graph.original_id(v), graph.original_id(u)));
        }
    }
    std::sort(edges.begin(), edges.end());
    return edges;
}

inline std::vector<OriginalId> ids_of(Graph const& graph) {
    std::vector<OriginalId> ids;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) ids.push_back(graph.original_id(v));
    return ids;
}

// The arrays, whatever the vertices are called.
inline void expect_same_structure(Graph const& a, Graph const& b) {
    EXPECT_TRUE(std::ranges::equal(a.offsets(), b.offsets()));
    EXPECT_TRUE(std::ranges::equal(a.neighbour_array(), b.neighbour_array()));
    EXPECT_EQ(a.oriented(), b.oriented());
}

enum class Ids { positions, gaps };

// `edge_count` random pairs, duplicates and loops among them; with gaps, ids are spread over all 64 bits.
inline Graph random_graph(VertexId vertex_count, std::size_t edge_count, Ids ids, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<Edge> edges(edge_count);
    for (auto& edge : edges) {
        edge = {static_cast<VertexId>(random() % vertex_count), static_cast<VertexId>(random() % vertex_count)};
    }
    std::vector<OriginalId> names;
    if (ids == Ids::gaps) {
        for (VertexId v = 0; v < vertex_count; ++v) names.push_back(random());
        std::sort(names.begin(), names.end());
    }
    return graph_from_edges(vertex_count, edges, names);
}

} // namespace cerrado::test
