// What changes nothing in the answer to a query: other numbers of the vertices, another order of the lines of the edge table,
// arcs that are reversed in the graph and in the query. And what a line that comes twice changes.
#include "unit/apps/query_random.hpp"
#include "unit/apps/support.hpp"

#include <cerrado/apps/query.hpp>
#include <cerrado/contract/result.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::test {
namespace {

using Cells = std::vector<Cell>;

// The tables that a graph is made of. The column `id` of vertices and `line` of rows have the place in the first tables, so that
// answers can be compared.
struct Tables {
    struct Row {
        Edge ends;
        Cells cells;
    };
    bool directed = true;
    std::vector<std::string> vertex_columns, row_columns;
    std::vector<Cells> vertices;
    std::vector<Row> rows;

    explicit Tables(Graph const& graph) : directed(is_directed(graph)) {
        GraphColumns const& columns = *graph.columns;
        auto const names_of = [](std::vector<Column> const& of, char const* place) {
            std::vector<std::string> names;
            for (Column const& column : of) names.push_back(column.name);
            names.emplace_back(place);
            return names;
        };
        auto const cells_at = [](std::vector<Column> const& of, std::size_t i, std::size_t place) {
            Cells cells;
            for (Column const& column : of) cells.push_back(column[i]);
            cells.emplace_back(static_cast<std::int64_t>(place));
            return cells;
        };
        vertex_columns = names_of(columns.of_vertices, "id");
        row_columns = names_of(columns.of_rows, "line");
        for (VertexId v = 0; v < graph.vertex_count(); ++v) vertices.push_back(cells_at(columns.of_vertices, v, v));
        auto const add_rows = [&](VertexId from, VertexId to, std::uint32_t first) {
            columns.for_each_row(first, [&](std::uint32_t row) {
                rows.push_back({{from, to}, cells_at(columns.of_rows, row, rows.size())});
            });
        };
        for_each_arc_or_edge(graph, [&](VertexId from, VertexId to) {
            add_rows(from, to, columns.first_row[graph.ref().find(from, to)]);
        });
        for (VertexId v = 0; v < graph.vertex_count() && !columns.first_loop.empty(); ++v)
            add_rows(v, v, columns.first_loop[v]);
    }

    Graph graph() const {
        auto const count = static_cast<VertexId>(vertices.size());
        std::vector<Edge> edges;
        for (Row const& row : rows) edges.push_back(row.ends);
        auto const labels = [&](std::vector<std::string> const& names, auto const& cells_at, std::size_t size) {
            auto const place = static_cast<std::size_t>(std::ranges::find(names, "l") - names.begin());
            std::vector<std::string> texts;
            for (std::size_t i = 0; i < size; ++i) texts.push_back(text_of(cells_at(i)[place]));
            return texts;
        };
        auto const vertex_at = [&](std::size_t v) -> Cells const& { return vertices[v]; };
        auto const row_at = [&](std::size_t row) -> Cells const& { return rows[row].cells; };
        Graph made = directed ? graph_from_arcs(count, edges) : graph_from_edges(count, edges);
        made = with_labels(std::move(made), labels(vertex_columns, vertex_at, vertices.size()));
        made = with_edge_labels(std::move(made), edges, labels(row_columns, row_at, rows.size()));
        for (std::size_t i = 0; i < vertex_columns.size(); ++i)
            made = with_vertex_column(std::move(made), column(vertex_columns[i], vertex_at, vertices.size(), i));
        std::vector<Column> of_rows;
        for (std::size_t i = 0; i < row_columns.size(); ++i)
            of_rows.push_back(column(row_columns[i], row_at, rows.size(), i));
        return with_rows(std::move(made), edges, std::move(of_rows));
    }

    void renumber(std::mt19937& random) {
        std::vector<VertexId> number(vertices.size());
        std::iota(number.begin(), number.end(), VertexId{0});
        std::ranges::shuffle(number, random);
        std::vector<Cells> const before = vertices;
        for (std::size_t v = 0; v < number.size(); ++v) vertices[number[v]] = before[v];
        for (Row& row : rows) row.ends = {number[row.ends.source], number[row.ends.target]};
    }
    void shuffle(std::mt19937& random) {
        std::ranges::shuffle(rows, random);
        for (Row& row : rows)
            if (!directed && random() % 2 == 0) std::swap(row.ends.source, row.ends.target);
    }
    void reverse() {
        for (Row& row : rows) std::swap(row.ends.source, row.ends.target);
    }
    void double_lines() {
        std::vector<Row> const once = rows;
        rows.insert(rows.end(), once.begin(), once.end());
    }

private:
    static Column column(std::string const& name, auto const& cells_at, std::size_t size, std::size_t place) {
        Cells cells;
        for (std::size_t i = 0; i < size; ++i) cells.push_back(cells_at(i)[place]);
        return column_of(name, cells);
    }
};

Query reversed(Query query) {
    for (QueryArc& arc : query.arcs) std::swap(arc.from, arc.to);
    return query;
}

// The order of parallel lines decides which one stands for a match of different nodes.
bool depends_on_order(Query const& query) {
    return query.mode == QueryMode::nodes && std::ranges::any_of(query.items, [](QueryItem const& item) {
               return item.kind == QueryItem::Kind::arc_column;
           });
}

struct Answer {
    std::string count, symmetries;
    std::vector<Cells> rows{}; // ascending
    std::vector<std::pair<Cells, std::string>> groups{};
    friend bool operator==(Answer const&, Answer const&) = default;
};

QueryItem item_of(QueryItem::Kind kind, std::size_t index, std::string const& column) {
    return {
        .kind = kind, .index = static_cast<int>(index), .column = column, .name = fmt::format("{} {}", column, index)};
}

// A row has the places of its vertices, and of its lines unless the nodes say all.
Answer answer(Graph const& graph, Query const& query, RunOptions const& options) {
    QueryResult const counted = count_query(graph, query, {}, options);
    Answer found{to_string(counted.count), to_string(counted.symmetries)};
    Query places = query;
    places.items.clear();
    for (std::size_t v = 0; v < query.variables.size(); ++v)
        places.items.push_back(item_of(QueryItem::Kind::vertex_column, v, "id"));
    for (std::size_t arc = 0; arc < query.arcs.size() && query.mode != QueryMode::nodes; ++arc)
        if (!query.arcs[arc].is_forbidden) places.items.push_back(item_of(QueryItem::Kind::arc_column, arc, "line"));
    list_query(
        graph, places, [&](QueryRow const& row) { found.rows.push_back(cells_of(graph, places, row)); }, {}, options);
    std::ranges::sort(found.rows);
    EXPECT_EQ(std::to_string(found.rows.size()), found.count);
    EXPECT_TRUE(std::ranges::adjacent_find(found.rows) == found.rows.end());
    if (query.items.size() == 1 || depends_on_order(query)) return found;
    Query groups = query;
    for (QueryItem& item : groups.items)
        if (item.kind == QueryItem::Kind::vertex) item.kind = QueryItem::Kind::vertex_column, item.column = "id";
    for (QueryGroup const& group : group_query(graph, groups, {}, options).groups)
        found.groups.emplace_back(group.key, to_string(group.count));
    return found;
}

class SameAnswers : public OnDeviceOrLockstep {
protected:
    // Calls work(tables, query, random) for random ones of both kinds of graphs.
    template <class Work> static void for_random_queries(Work const& work) {
        unsigned const seeds = is_slow() ? 5 : 80;
        for (unsigned seed = 0; seed < seeds; ++seed) {
            for (bool const is_directed : {true, false}) {
                RandomQueries made(seed + 1000, is_directed);
                Tables const tables(made.graph());
                Query const query = made.query();
                SCOPED_TRACE(fmt::format("seed {}, {}: {}", seed, is_directed ? "directed" : "undirected", query.text));
                std::mt19937 random(seed);
                work(tables, query, random);
            }
        }
    }
};
using QueriesOnOtherTables = SameAnswers;
CERRADO_ON_EVERY_DEVICE_AND_LOCKSTEP(QueriesOnOtherTables);

TEST_P(QueriesOnOtherTables, DoNotHeedTheNumbersOfVertices) {
    for_random_queries([&](Tables tables, Query const& query, std::mt19937& random) {
        Answer const expected = answer(tables.graph(), query, options());
        tables.renumber(random);
        EXPECT_TRUE(answer(tables.graph(), query, options()) == expected);
    });
}

TEST_P(QueriesOnOtherTables, DoNotHeedTheOrderOfLines) {
    for_random_queries([&](Tables tables, Query const& query, std::mt19937& random) {
        Answer const expected = answer(tables.graph(), query, options());
        tables.shuffle(random);
        EXPECT_TRUE(answer(tables.graph(), query, options()) == expected);
    });
}

TEST_P(QueriesOnOtherTables, AreTheSameIfAllArcsAreReversed) {
    for_random_queries([&](Tables tables, Query const& query, std::mt19937&) {
        Answer const expected = answer(tables.graph(), query, options());
        tables.reverse();
        EXPECT_TRUE(answer(tables.graph(), reversed(query), options()) == expected);
    });
}

// Conditions that join an arc to others are tested in lists of their own in a graph without parallel lines, and in the graph's
// lists where there is a choice.
TEST_P(QueriesOnOtherTables, OfDifferentNodesDoNotHeedLinesThatComeTwice) {
    int became_choices = 0;
    for_random_queries([&](Tables tables, Query query, std::mt19937&) {
        query.mode = QueryMode::nodes;
        Graph const once = tables.graph();
        tables.double_lines();
        Graph const twice = tables.graph();
        EXPECT_TRUE(answer(twice, query, options()) == answer(once, query, options()));
        auto const has_choices = [&](Graph const& graph) {
            return describe_query(graph, query).find("\nchoices ") != std::string::npos;
        };
        became_choices += !has_choices(once) && has_choices(twice) ? 1 : 0;
    });
    EXPECT_GE(became_choices, is_slow() ? 1 : 15);
}

bool compares_arcs(QueryTerm const& term) {
    return (term.kind == QueryTerm::Kind::same && term.are_arcs) || std::ranges::any_of(term.parts, compares_arcs);
}

TEST_P(QueriesOnOtherTables, OfAllElementsAreTwiceAsManyForEachArcIfLinesComeTwice) {
    for_random_queries([&](Tables tables, Query query, std::mt19937&) {
        query.mode = QueryMode::all;
        if (std::ranges::any_of(query.conditions, compares_arcs)) return;
        WideCount times = 1;
        for (QueryArc const& arc : query.arcs) times *= arc.is_forbidden ? 1 : 2;
        QueryResult const once = count_query(tables.graph(), query, {}, options());
        tables.double_lines();
        QueryResult const twice = count_query(tables.graph(), query, {}, options());
        EXPECT_EQ(to_string(twice.count), to_string(once.count * times));
        EXPECT_EQ(to_string(twice.symmetries), to_string(once.symmetries));
    });
}

} // namespace
} // namespace cerrado::test
