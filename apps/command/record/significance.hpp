// Counts of a graph beside those of random graphs, as cells of a table and fields of CSV. A row has the members of
// ClassStatistics in <cerrado/apps/discovery.hpp> that are named here.
#pragma once

#include "command/output/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

// For a person.
inline std::string value_text(double value) {
    if (value == 0) return "0";
    double const size = std::abs(value);
    return size >= 1e6 || size < 1e-3 ? fmt::format("{:.3e}", value) : fmt::format("{:.{}f}", value, size < 10 ? 3 : 1);
}
inline std::string z_text(std::optional<double> const& z) { return z ? fmt::format("{:.2f}", *z) : "-"; }

// For CSV. Empty: not known.
inline std::string value_field(std::optional<double> const& value) { return value ? fmt::format("{}", *value) : ""; }

inline void add_significance_columns(std::vector<Table::Column>& columns) {
    for (char const* title : {"mean", "sd", "z", "p over", "of all", "p under"}) columns.push_back({title, true});
}
template <class Row> void add_significance_cells(std::vector<Table::Cell>& cells, Row const& row) {
    cells.push_back({value_text(row.mean)});
    cells.push_back({value_text(row.deviation)});
    cells.push_back({z_text(row.z)});
    cells.push_back({value_text(row.p_over)});
    cells.push_back({row.p_of_all ? value_text(*row.p_of_all) : "-"});
    cells.push_back({value_text(row.p_under)});
}

// Sorts pointers to rows by descending z. Those without z come last, by descending `size_of(row)`.
template <class Row, class SizeOf> void sort_by_z(std::vector<Row const*>& rows, SizeOf const& size_of) {
    std::ranges::stable_sort(rows, [&](Row const* one, Row const* other) {
        if (one->z.has_value() != other->z.has_value()) return one->z.has_value();
        return one->z ? *one->z > *other->z : size_of(*one) > size_of(*other);
    });
}

} // namespace cerrado::command
