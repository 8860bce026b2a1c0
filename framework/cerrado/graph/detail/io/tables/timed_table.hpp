// Tables of arcs with times: the column of the time, and the ends beside it.
#pragma once

#include <cerrado/graph/detail/io/tables/table_layout.hpp>
#include <cerrado/graph/detail/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

// Returns: the place of the name that times have: time, timestamp, ts, t, date, datetime, unixtime or created_at, in any
// case. If there are several, the first of this list.
std::optional<std::size_t> time_name_among(std::vector<std::string> const& names);
inline constexpr std::string_view time_names_text = "time, timestamp, ts, t, date, datetime, unixtime and created_at";

// Returns: the number of a column that has no name, from 1: of "3" and of "column3".
std::optional<std::size_t> column_number(std::string_view name);

// Returns: the layout of a table of arcs with times, options.time, whose layout as a table of edges is `layout`. Without a
// header the ends are the first two columns and the time follows: u v t, or u v w t. But unless there are four columns, the
// time is the first one if it never falls and the third one does: t i j. Throws InputError if neither falls, or if there are
// only two columns.
TableLayout timed_layout(TableLayout layout, std::string_view text, std::string const& path, ReadOptions const& options,
                         ReadReport& report);

// Throws InputError that the edges of this format have no times.
[[noreturn]] void refuse_times(std::string const& path, std::string_view format);

} // namespace cerrado::detail
