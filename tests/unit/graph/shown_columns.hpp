// Columns as texts, for tests of what graphs keep.
#pragma once

#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/detail/io/arrays/binary_csr.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cerrado::test {

using Names = std::vector<std::string>;

// Returns: the cell as a text; "-" if it is missing.
inline std::string shown(Cell const& cell) {
    if (auto const* const whole = std::get_if<std::int64_t>(&cell)) return std::to_string(*whole);
    if (auto const* const flag = std::get_if<bool>(&cell)) return *flag ? "true" : "false";
    if (auto const* const text = std::get_if<std::string>(&cell)) return "'" + *text + "'";
    if (auto const* const time = std::get_if<Time>(&cell)) return format_time(*time);
    if (auto const* const real = std::get_if<double>(&cell)) {
        std::string text = std::to_string(*real);
        text.erase(text.find_last_not_of('0') + 1);
        return text;
    }
    return "-";
}

inline std::string shown(Column const& column) {
    std::string text = std::string(to_string(column.type)) + ":";
    for (std::size_t i = 0; i < column.size(); ++i) text += " " + shown(column[i]);
    return text;
}

inline std::string shown(Column const* column) { return column == nullptr ? "no column" : shown(*column); }

// Returns: the cells of the arc or edge between two original ids, in the order of its rows.
inline std::string cells_of(Graph const& graph, OriginalId from, OriginalId to, std::string const& name) {
    Column const& column = *graph.columns->row_column(name);
    std::string text;
    auto const add = [&](std::uint32_t row) { text += (text.empty() ? "" : " ") + shown(column[row]); };
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        if (graph.original_id(v) != from) continue;
        if (from == to && !graph.columns->first_loop.empty())
            graph.columns->for_each_row(graph.columns->first_loop[v], add);
        for (std::size_t i = 0; i < graph.neighbours(v).size(); ++i) {
            if (graph.original_id(graph.neighbours(v)[i]) != to) continue;
            graph.columns->for_each_row(graph.columns->first_row[graph.offsets()[v] + i], add);
        }
    }
    return text;
}

inline std::vector<std::string> names_of(std::vector<Column> const& columns) {
    std::vector<std::string> names;
    for (Column const& column : columns) names.push_back(column.name);
    return names;
}

inline void expect_same_columns(std::vector<Column> const& columns, std::vector<Column> const& others) {
    ASSERT_EQ(names_of(columns), names_of(others));
    auto const bits = [](std::vector<double> const& numbers) {
        std::vector<std::uint64_t> all;
        for (double const number : numbers) all.push_back(std::bit_cast<std::uint64_t>(number));
        return all;
    };
    for (std::size_t i = 0; i < columns.size(); ++i) {
        EXPECT_EQ(columns[i].type, others[i].type) << columns[i].name;
        EXPECT_EQ(columns[i].whole, others[i].whole) << columns[i].name;
        EXPECT_EQ(bits(columns[i].real), bits(others[i].real)) << columns[i].name;
        EXPECT_EQ(columns[i].text, others[i].text) << columns[i].name;
        EXPECT_EQ(columns[i].words, others[i].words) << columns[i].name;
    }
}

inline void expect_same_columns(GraphColumns const& columns, GraphColumns const& others) {
    expect_same_columns(columns.of_vertices, others.of_vertices);
    expect_same_columns(columns.of_rows, others.of_rows);
    EXPECT_EQ(columns.rows, others.rows);
    EXPECT_EQ(columns.first_row, others.first_row);
    EXPECT_EQ(columns.first_loop, others.first_loop);
    EXPECT_EQ(columns.goes_on, others.goes_on);
}

// Expects that a .cbin keeps the columns bit by bit.
inline void expect_kept(Graph const& graph) {
    std::string bytes;
    detail::BinaryCsrBytes(graph).for_each_part([&](std::string_view part) { bytes += part; });
    expect_same_columns(*detail::read_binary_csr(bytes, "g.cbin").columns, *graph.columns);
}

} // namespace cerrado::test
