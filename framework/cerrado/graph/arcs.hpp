// Arcs: edges with times, in the order of time. A vertex may have many arcs to another, each at its own time.
//
// An arc's *rank* is its place by time; equal times are in the order of the file. Attributes of arcs and vertices are
// columns of the graph, which has each arc once.
#pragma once

#include <cerrado/graph/detail/read_options.hpp>
#include <cerrado/graph/graph.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado {

// The unit of times that are integers. `none`: they are plain numbers, and so are differences of them.
enum class TimeUnit : std::uint8_t { none, seconds, milliseconds, microseconds, nanoseconds };
std::string_view to_string(TimeUnit unit); // "seconds"; "none"
// Reads "s", "ms", "us", "ns" or "none". Throws InputError.
TimeUnit parse_time_unit(std::string_view text);

struct Arcs {
    // By rank.
    std::vector<VertexId> source{}, target{};
    std::vector<std::int64_t> time{}; // ascending, in `unit`
    std::vector<std::uint32_t> row{}; // of graph.columns
    std::vector<std::uint32_t>
        line{}; // place among the edges of the file, loops included, from 0: GraphColumns::line_of()

    // Directed: the arcs, each once, also those that bounds left out. It has the ids, names and columns.
    Graph graph{};
    std::string column{}; // of graph.columns, the times
    TimeUnit unit = TimeUnit::none;
    bool are_dates = false;  // times are microseconds since 1970 in UTC, and were dates in the file
    std::uint64_t loops = 0; // left out
    std::uint64_t lines = 0; // of the file, loops included: more than any of `line`

    std::uint32_t size() const { return static_cast<std::uint32_t>(time.size()); }
};

struct TimeColumn {
    std::string
        name{}; // or its number, "3"; empty: time, timestamp, ts, t, date, datetime, unixtime, created_at, or by place
    std::optional<TimeUnit> unit{}; // of integers; empty: guessed by their digits
    std::string from{}, until{};    // only arcs at these times and between them: a date or a number; empty: no bound
};

using TimeNote = std::function<void(std::string const&)>; // takes a line for a person, without a line end

// Returns: the rows of a directed graph by time. Calls note() with what was guessed, and with the number of loops. Throws
// InputError, which says what would help, if no column has times, and for a missing time, a fraction, a number that is not
// exact, and bounds that no arc lies between. O(m), shared by all threads; rows are sorted only if they are not in order.
Arcs arcs_of(Graph graph, TimeColumn const& time = {}, TimeNote const& note = {});

// Opens a graph as open_graph() does, with directions and attributes, and takes its arcs. In a table the ends may stand
// behind the time, see docs/formats.md. Throws InputError as these do, and for a format whose edges have no times.
Arcs open_arcs(std::string const& path_or_spec, ReadOptions const& options = {}, TimeColumn const& time = {},
               TimeNote const& note = {});

// The times of a graph's rows in short. The graph may be undirected.
struct TimeFacts {
    std::string column{};
    TimeUnit unit = TimeUnit::none;
    bool are_dates = false;
    std::uint64_t arcs = 0;  // or edges: rows that are no loops
    std::uint64_t loops = 0; // rows
    std::uint64_t ties = 0;  // arcs at the time of another
    std::int64_t first = 0, last = 0;
};
// Throws InputError as arcs_of() does. O(rows).
TimeFacts time_facts(Graph const& graph, TimeColumn const& time = {}, TimeNote const& note = {});
// Returns: whether a column is called as times are, or has dates, so that time_facts() takes it without an option.
bool has_time_column(Graph const& graph);

// Returns: a difference of times in `unit`: "900", "10min", "1.5h", "2d", "4w", "30s", "5ms", "7us", "8ns". A number alone
// is in `unit`. Throws InputError for another text, one that is negative or not whole in the unit, for a unit of time if
// times are plain numbers, and for a number alone but 0 if times are dates.
std::int64_t parse_duration(std::string_view text, TimeUnit unit, bool are_dates = false);
std::string format_duration(std::int64_t duration, TimeUnit unit); // "10 min", "900"
// Returns: a time as a person reads it: "1082040961", or "2024-01-15T10:30:00" if times are dates.
std::string format_time(std::int64_t time, bool are_dates);

} // namespace cerrado
