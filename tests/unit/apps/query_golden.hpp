// Queries with known answers, on attributed graphs, and DotMotif's own cases. They lie in the folder `query` of the data.
#pragma once

#include "places.hpp"

#include <cerrado/apps/query.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/open.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cerrado::test {

inline std::filesystem::path query_folder() { return data_folder() / "query"; }
inline std::string why_no_queries() {
    if (std::filesystem::exists(query_folder() / "dev.tsv")) return "";
    return "no " + (query_folder() / "dev.tsv").string() + ": set CERRADO_DATA_DIR";
}

inline std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts(1);
    for (char const c : text) {
        if (c == separator)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

// The lines of a table but the first, each with so many fields. Empty if the file is not there.
inline std::vector<std::vector<std::string>> lines_of_table(std::string const& name, std::size_t fields) {
    std::vector<std::vector<std::string>> lines;
    std::ifstream in(query_folder() / name);
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        lines.push_back(split(line, '\t'));
        lines.back().resize(fields);
    }
    return lines;
}

// A line of dev.tsv.
struct GoldenQuery {
    std::string id, graph;
    QueryMode mode = QueryMode::nodes;
    std::uint64_t count = 0, symmetries = 0, structure_symmetries = 0;
    std::map<std::string, std::uint64_t> sums{}; // by variable, of places in the file of vertices over all rows
    std::string dotmotif{}, match{};             // the text in both languages; "": it cannot be said

    std::vector<std::string> texts() const {
        std::vector<std::string> all;
        for (std::string const& text : {dotmotif, match}) {
            if (!text.empty()) all.push_back(text);
        }
        return all;
    }
};

inline std::vector<GoldenQuery> golden_queries() {
    std::map<std::string, QueryMode> const modes{
        {"nodes", QueryMode::nodes}, {"edges", QueryMode::edges}, {"homs", QueryMode::all}};
    std::vector<GoldenQuery> queries;
    for (std::vector<std::string> const& fields : lines_of_table("dev.tsv", 12)) {
        GoldenQuery query{.id = fields[0], .graph = fields[1], .mode = modes.at(fields[2])};
        query.count = std::stoull(fields[3]);
        query.symmetries = std::stoull(fields[4]);
        query.structure_symmetries = std::stoull(fields[5]);
        for (std::string const& sum : split(fields[7], ' ')) {
            std::size_t const sign = sum.find('=');
            query.sums[sum.substr(0, sign)] = std::stoull(sum.substr(sign + 1));
        }
        query.dotmotif = fields[8];
        query.match = fields[9];
        queries.push_back(std::move(query));
    }
    return queries;
}

// For each query of groups.tsv, its rows by key.
inline std::map<std::string, std::map<std::vector<std::string>, std::uint64_t>> golden_groups() {
    std::map<std::string, std::map<std::vector<std::string>, std::uint64_t>> groups;
    for (std::vector<std::string> const& fields : lines_of_table("groups.tsv", 3))
        groups[fields[0]][split(fields[1], '|')] = std::stoull(fields[2]);
    return groups;
}

// plain, multi, social or worm, with its columns. Only social is undirected, and only worm has names.
inline Graph golden_graph(std::string const& name) {
    OpenedMarks const wanted{.directed = name != "social", .names = name == "worm", .attributes = true};
    Graph const graph = open_marked_graph((query_folder() / (name + ".edges.csv")).string(), wanted);
    return read_vertex_columns(graph, (query_folder() / (name + ".vertices.csv")).string());
}

// For each vertex of golden_graph(name), its place in the file of vertices, from 0.
inline std::vector<std::uint64_t> golden_places(Graph const& graph, std::string const& name) {
    std::map<std::string, std::uint64_t> place_of;
    std::ifstream in(query_folder() / (name + ".vertices.csv"));
    std::string line;
    std::getline(in, line);
    for (std::uint64_t place = 0; std::getline(in, line); ++place) place_of[line.substr(0, line.find(','))] = place;
    std::vector<std::uint64_t> places;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        OriginalId const id = graph.original_id(v);
        places.push_back(place_of.at(has_names(graph) ? vertex_name(graph, id) : std::to_string(id)));
    }
    return places;
}

// A line of dotmotif.tsv.
struct GoldenMotif {
    std::string id, vertices, arcs, query;
    bool is_distinct = false; // the count is that of rows / |H|
    std::uint64_t count = 0;
};

inline std::vector<GoldenMotif> golden_motifs() {
    std::vector<GoldenMotif> motifs;
    for (std::vector<std::string> const& fields : lines_of_table("dotmotif.tsv", 8))
        motifs.push_back({fields[0], fields[1], fields[2], fields[3], fields[4] == "1", std::stoull(fields[5])});
    return motifs;
}

// An integer, a real or a text.
inline Cell cell_of(std::string const& text) {
    std::int64_t whole = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), whole);
    if (error == std::errc{} && end == text.data() + text.size()) return whole;
    char* rest = nullptr;
    double const real = std::strtod(text.c_str(), &rest);
    if (!text.empty() && *rest == '\0') return real;
    return text;
}

// "A{radius=5,layer=2}": its beginning, and its attributes.
struct AttributedItem {
    std::string item;
    std::map<std::string, Cell> attributes;
};
inline std::vector<AttributedItem> attributed_items(std::string const& text) {
    std::vector<AttributedItem> items;
    std::istringstream in(text);
    for (std::string word; in >> word;) {
        std::size_t const brace = word.find('{');
        items.push_back({word.substr(0, brace), {}});
        if (brace == std::string::npos) continue;
        for (std::string const& pair : split(word.substr(brace + 1, word.size() - brace - 2), ',')) {
            std::size_t const sign = pair.find('=');
            items.back().attributes[pair.substr(0, sign)] = cell_of(pair.substr(sign + 1));
        }
    }
    return items;
}

// A column for each attribute that an item has. places[i] is the cell of item i, out of so many.
inline std::vector<Column> columns_of_items(std::vector<AttributedItem> const& items,
                                            std::vector<std::size_t> const& places, std::size_t cells) {
    std::map<std::string, std::vector<Cell>> table;
    for (std::size_t i = 0; i < items.size(); ++i) {
        for (auto const& [name, cell] : items[i].attributes) {
            std::vector<Cell>& column = table[name];
            column.resize(cells);
            column[places[i]] = cell;
        }
    }
    std::vector<Column> columns;
    for (auto const& [name, column] : table) columns.push_back(column_of(name, column));
    return columns;
}

// A graph with names, such as of vertices "A{radius=25} B{radius=10}" and arcs "A>B{weight=1,length=2} B>B". Each arc is a
// row.
inline Graph attributed_graph(std::string const& vertices, std::string const& arcs, bool is_directed = true) {
    std::vector<AttributedItem> const vertex_items = attributed_items(vertices), arc_items = attributed_items(arcs);
    std::set<std::string> distinct;
    for (AttributedItem const& vertex : vertex_items) distinct.insert(vertex.item);
    for (AttributedItem const& arc : arc_items) {
        for (std::string const& end : split(arc.item, '>')) distinct.insert(end);
    }
    std::vector<std::string> const names(distinct.begin(), distinct.end());
    auto const place_of = [&](std::string const& name) {
        return static_cast<std::size_t>(std::ranges::lower_bound(names, name) - names.begin());
    };
    std::vector<Edge> edges;
    std::vector<std::size_t> rows, places;
    for (AttributedItem const& arc : arc_items) {
        std::vector<std::string> const ends = split(arc.item, '>');
        edges.push_back({static_cast<VertexId>(place_of(ends[0])), static_cast<VertexId>(place_of(ends[1]))});
        rows.push_back(rows.size());
    }
    for (AttributedItem const& vertex : vertex_items) places.push_back(place_of(vertex.item));
    auto const count = static_cast<VertexId>(names.size());
    Graph graph = with_names(is_directed ? graph_from_arcs(count, edges) : graph_from_edges(count, edges), names);
    for (Column& column : columns_of_items(vertex_items, places, names.size()))
        graph = with_vertex_column(graph, std::move(column));
    return with_rows(graph, edges, columns_of_items(arc_items, rows, edges.size()));
}

} // namespace cerrado::test
