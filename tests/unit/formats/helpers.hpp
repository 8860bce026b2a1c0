// What the tests of the text formats share: a text read by its reader, the edges and names of a graph, a text written and
// read again.
#pragma once

#include "unit/message_of.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>
#include <cerrado/graph/detail/read_options.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/read_report.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::test {

using Reader = Graph (*)(std::string_view, std::string const&, ReadOptions const&, ReadReport&);
using Writer = void (*)(Graph const&, detail::OutputFile&);
using Pairs = std::vector<std::pair<OriginalId, OriginalId>>;
using NamePairs = std::vector<std::pair<std::string, std::string>>;

struct Reading {
    Graph graph;
    ReadReport report;
};

inline Reading reading(Reader reader, std::string_view text, ReadOptions const& options = {}) {
    Reading all;
    all.graph = reader(text, "g.txt", options, all.report);
    return all;
}

inline std::string refusal(Reader reader, std::string_view text, ReadOptions const& options = {}) {
    return message_of<InputError>([&] { reading(reader, text, options); });
}

inline std::string remarks(Reading const& all) {
    std::string text;
    for (std::string const& remark : all.report.remarks) text += remark + '\n';
    return text;
}

// Sorted; of a directed graph its arcs, of another one its edges, the lower id first.
inline Pairs pairs_of(Graph const& graph) {
    Pairs pairs;
    for_each_arc_or_edge(
        graph, [&](VertexId v, VertexId u) { pairs.emplace_back(graph.original_id(v), graph.original_id(u)); });
    if (!is_directed(graph)) {
        for (auto& [v, u] : pairs)
            if (v > u) std::swap(v, u);
    }
    std::ranges::sort(pairs);
    return pairs;
}

inline NamePairs name_pairs_of(Graph const& graph) {
    NamePairs pairs;
    for (auto const& [v, u] : pairs_of(graph)) pairs.emplace_back(vertex_name(graph, v), vertex_name(graph, u));
    return pairs;
}

// By vertex, empty for none.
inline std::vector<std::string> labels_of(Graph const& graph) {
    std::vector<std::string> labels;
    if (!has_labels(graph)) return labels;
    for (std::uint32_t const label : graph.marks->labels) {
        labels.push_back(label == GraphMarks::no_label ? "" : graph.marks->label_names[label]);
    }
    return labels;
}

// Of each edge or arc in the order of for_each_arc_or_edge(), empty for none.
inline std::vector<std::string> edge_labels_of(Graph const& graph) {
    std::vector<std::string> labels;
    if (!has_edge_labels(graph)) return labels;
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        std::uint32_t const label = graph.marks->edge_labels[graph.ref().find(v, u)];
        labels.push_back(label == GraphMarks::no_label ? "" : graph.marks->edge_label_names[label]);
    });
    return labels;
}

inline std::string written(Writer writer, Graph const& graph) {
    ScopedFolder const folder; // a writer may throw
    std::string const path = folder.path("g");
    {
        detail::OutputFile file(path, false);
        writer(graph, file);
        file.commit();
    }
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// The triangle 1 2 3 with the tail 4.
inline Pairs const paw{{1, 2}, {1, 3}, {2, 3}, {3, 4}};

} // namespace cerrado::test
