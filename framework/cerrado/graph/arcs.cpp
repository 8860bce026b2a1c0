#include <cerrado/graph/arcs.hpp>

#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/detail/unfilled_vector.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/detail/columns.hpp>
#include <cerrado/graph/detail/io/tables/timed_table.hpp>
#include <cerrado/graph/detail/io/text_input.hpp>
#include <cerrado/graph/detail/io/text_lines.hpp>
#include <cerrado/graph/detail/order/shares.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace cerrado {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> unit_words{
    {{"none", "none"}, {"s", "seconds"}, {"ms", "milliseconds"}, {"us", "microseconds"}, {"ns", "nanoseconds"}}};

} // namespace

std::string_view to_string(TimeUnit unit) { return unit_words[static_cast<std::size_t>(unit)].second; }

TimeUnit parse_time_unit(std::string_view text) {
    for (std::size_t i = 0; i < unit_words.size(); ++i) {
        if (unit_words[i].first == text) return static_cast<TimeUnit>(i);
    }
    throw InputError(fmt::format("'{}' is no unit of times; expected s, ms, us, ns or none", detail::printable(text)));
}

namespace {

// Returns: how many of the unit are in a second. Requires: the unit is one of time.
constexpr std::int64_t per_second(TimeUnit unit) {
    switch (unit) {
    case TimeUnit::milliseconds: return 1'000;
    case TimeUnit::microseconds: return 1'000'000;
    case TimeUnit::nanoseconds: return 1'000'000'000;
    default: return 1;
    }
}

// The times of rows: which column has them, and what its cells are.

[[noreturn]] void refuse(Graph const& graph, std::string const& problem) {
    throw InputError(graph.source.empty() ? problem : graph.source + ": " + problem);
}

// Says things about a graph, if anybody wants to hear them.
class Teller {
public:
    Teller(Graph const& graph, TimeNote const& note) : graph_(graph), note_(note) {}

    void operator()(std::string const& sentence) const {
        if (note_) note_(graph_.source.empty() ? sentence : graph_.source + ": " + sentence);
    }

private:
    Graph const& graph_;
    TimeNote const& note_;
};

std::vector<std::string> names_of(std::vector<Column> const& columns) {
    std::vector<std::string> names;
    for (Column const& column : columns) names.push_back(column.name);
    return names;
}

// Returns: the place of the column that was asked for, by its name or its number.
std::size_t asked_column(Graph const& graph, std::vector<std::string> const& names, std::string const& asked) {
    auto const number = detail::column_number(asked);
    for (std::string const& name : {asked, number ? fmt::format("column{}", *number) : asked}) {
        if (auto const found = std::ranges::find(names, name); found != names.end())
            return static_cast<std::size_t>(found - names.begin());
    }
    if (auto const found = detail::column_named(names, asked)) return *found;
    std::string const near = nearest(asked, names);
    refuse(graph,
           fmt::format("there is no column '{}'{}; its edges have the columns {}; give one that has times (--time)",
                       detail::printable(asked),
                       near.empty() ? "" : fmt::format(", did you mean {}?", detail::printable(near)),
                       detail::printable(joined(names, ", "))));
}

// Returns: the place of the time in a table without a header, whose columns beside the ends have only numbers: u v t,
// u v w t, and t u v with any columns behind.
std::optional<std::size_t> column_by_place(std::vector<std::string> const& names) {
    std::vector<std::size_t> numbers;
    for (std::string const& name : names) {
        if (!name.starts_with("column")) return std::nullopt;
        auto const number = detail::column_number(name);
        if (!number) return std::nullopt;
        numbers.push_back(*number);
    }
    bool const is_weighted = numbers.size() == 2 && numbers[0] == 3 && numbers[1] == 4;
    if (is_weighted) return 1;
    return numbers.size() == 1 || numbers[0] == 1 ? std::optional<std::size_t>(0) : std::nullopt;
}

std::optional<std::size_t> only_dates(std::vector<Column> const& columns) {
    auto const is_time = [](Column const& column) { return column.type == ColumnType::time; };
    auto const found = std::ranges::find_if(columns, is_time);
    bool const is_one = found != columns.end() && std::none_of(found + 1, columns.end(), is_time);
    return is_one ? std::optional(static_cast<std::size_t>(found - columns.begin())) : std::nullopt;
}

Column const& time_column(Graph const& graph, std::string const& asked, Teller const& tell) {
    if (!graph.columns || graph.columns->of_rows.empty()) {
        refuse(graph,
               "its edges have no times; expected a table with a third column, such as lines 'from to time', that is "
               "read with its attributes");
    }
    std::vector<Column> const& columns = graph.columns->of_rows;
    std::vector<std::string> const names = names_of(columns);
    if (!asked.empty()) return columns[asked_column(graph, names, asked)];
    if (auto const named = detail::time_name_among(names)) return columns[*named];
    auto place = column_by_place(names);
    if (!place) place = only_dates(columns);
    if (!place) {
        refuse(graph,
               fmt::format("which column has the times? None is called {}; its edges have the columns {}; give one of "
                           "them (--time)",
                           detail::time_names_text, detail::printable(joined(names, ", "))));
    }
    tell(fmt::format("times are taken from '{}'; --time takes another column", detail::printable(names[*place])));
    return columns[*place];
}

// Returns: the row of the first line for which is_wrong(row) is true.
template <class IsWrong>
std::optional<std::uint32_t> first_wrong(GraphColumns const& columns, IsWrong const& is_wrong) {
    std::optional<std::uint32_t> first;
    for (std::uint32_t row = 0; row < columns.rows; ++row) {
        if (is_wrong(row) && (!first || columns.line_of(row) < columns.line_of(*first))) first = row;
    }
    return first;
}

// The words for a row in messages. Rows count from 1, as lines do.
std::string row_text(GraphColumns const& columns, std::uint32_t row) {
    return fmt::format("row {}", std::uint64_t{columns.line_of(row)} + 1);
}

enum class CellKind : std::uint8_t { number, date, other };
CellKind kind_of(std::string_view text) {
    double number = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size()) return CellKind::number;
    return parse_time(text) ? CellKind::date : CellKind::other;
}

// A column is one of texts if one of its cells is neither a date nor a number, or if there are both.
[[noreturn]] void refuse_texts(Graph const& graph, Column const& column) {
    GraphColumns const& columns = *graph.columns;
    std::vector<CellKind> kinds;
    for (std::string const& word : column.words) kinds.push_back(kind_of(word));
    auto const first = first_wrong(columns, [](std::uint32_t) { return true; });
    CellKind const expected = kinds[column.text[*first]];
    auto const row = first_wrong(columns, [&](std::uint32_t each) {
        CellKind const kind = kinds[column.text[each]];
        return kind == CellKind::other || kind != expected;
    });
    refuse(graph, fmt::format("'{}' of {} in column '{}' is no time{}; expected a whole number or a date such as "
                              "2024-01-15T10:30:00Z, or give another column (--time)",
                              detail::printable(column.words[column.text[row.value_or(*first)]]),
                              row_text(columns, row.value_or(*first)), detail::printable(column.name),
                              expected == CellKind::other ? "" : " like those before it"));
}

// Returns: the numbers of a column as integers.
std::vector<std::int64_t> as_integers(Graph const& graph, Column const& column) {
    constexpr double most_exact = 9007199254740992; // 2^53
    GraphColumns const& columns = *graph.columns;
    auto const wrong = first_wrong(columns, [&](std::uint32_t row) {
        double const value = column.real[row];
        return std::abs(value) > most_exact || value != std::trunc(value);
    });
    if (wrong) {
        double const value = column.real[*wrong];
        bool const is_large = std::abs(value) > most_exact;
        refuse(graph,
               fmt::format("the time {} of {} in column '{}' {}; write times as whole numbers, of milliseconds say, or "
                           "as dates such as 2024-01-15T10:30:00.250Z",
                           value, row_text(columns, *wrong), detail::printable(column.name),
                           is_large ? "is too large to be exact" : "has a fraction"));
    }
    std::vector<std::int64_t> whole(column.real.size());
    std::ranges::transform(column.real, whole.begin(), [](double value) { return static_cast<std::int64_t>(value); });
    return whole;
}

struct RowTimes {
    Column const& column;
    std::vector<std::int64_t> converted{}; // if they are not as the column has them
    std::span<std::int64_t const> of_rows{};
    TimeUnit unit = TimeUnit::none;
    bool are_dates = false;
};

// Seconds since 1970 have 10 digits from 2001 to 2286.
TimeUnit guessed_unit(std::span<std::int64_t const> times) {
    constexpr std::array<std::pair<std::size_t, TimeUnit>, 4> units{{{10, TimeUnit::seconds},
                                                                     {13, TimeUnit::milliseconds},
                                                                     {16, TimeUnit::microseconds},
                                                                     {19, TimeUnit::nanoseconds}}};
    if (times.empty()) return TimeUnit::none;
    auto const [least, most] = std::ranges::minmax(times);
    std::size_t const digits = fmt::to_string(most).size();
    if (least < 0 || fmt::to_string(least).size() != digits) return TimeUnit::none;
    for (auto const& [count, unit] : units) {
        if (count == digits) return unit;
    }
    return TimeUnit::none;
}

// Says which unit was given or guessed.
TimeUnit unit_of(Graph const& graph, RowTimes const& times, TimeColumn const& wanted, Teller const& tell) {
    if (times.are_dates && wanted.unit) {
        refuse(graph, fmt::format("the times in column '{}' are dates, and have no other unit; leave out the unit",
                                  detail::printable(times.column.name)));
    }
    if (times.are_dates) return TimeUnit::microseconds;
    if (wanted.unit) return *wanted.unit;
    if (is_generator_spec(graph.source)) return TimeUnit::seconds;
    TimeUnit const unit = guessed_unit(times.of_rows);
    if (unit != TimeUnit::none) {
        tell(fmt::format("times have {} digits, and are taken as {} since 1970; --time-unit takes them as others",
                         fmt::to_string(times.of_rows.front()).size(), to_string(unit)));
    }
    return unit;
}

RowTimes times_of_rows(Graph const& graph, TimeColumn const& wanted, Teller const& tell) {
    RowTimes times{.column = time_column(graph, wanted.name, tell)};
    Column const& column = times.column;
    auto const missing = first_wrong(*graph.columns, [&](std::uint32_t row) { return column.is_missing(row); });
    if (missing) {
        refuse(graph, fmt::format("{} has no time in column '{}'; leave such rows out, or give another column (--time)",
                                  row_text(*graph.columns, *missing), detail::printable(column.name)));
    }
    if (column.type == ColumnType::text) refuse_texts(graph, column);
    if (column.type == ColumnType::boolean) {
        refuse(graph, fmt::format("column '{}' has true and false, and no times; give another column (--time)",
                                  detail::printable(column.name)));
    }
    if (column.type == ColumnType::real) times.converted = as_integers(graph, column);
    times.of_rows =
        column.type == ColumnType::real ? std::span(std::as_const(times.converted)) : std::span(column.whole);
    times.are_dates = column.type == ColumnType::time;
    times.unit = unit_of(graph, times, wanted, tell);
    return times;
}

// The bounds of times.

struct Bounds {
    std::int64_t from = std::numeric_limits<std::int64_t>::min(), until = std::numeric_limits<std::int64_t>::max();
    bool has(std::int64_t time) const { return from <= time && time <= until; }
};

// Rounds to the inside, away from the bound.
std::int64_t in_unit(Time time, TimeUnit unit, bool is_from) {
    if (unit == TimeUnit::nanoseconds) {
        constexpr std::int64_t factor = 1000, most = std::numeric_limits<std::int64_t>::max() / factor;
        return std::clamp(time.microseconds, -most, most) * factor;
    }
    std::int64_t const divisor = per_second(TimeUnit::microseconds) / per_second(unit);
    std::int64_t const below = time.microseconds / divisor - (time.microseconds % divisor < 0 ? 1 : 0);
    return below + (is_from && time.microseconds % divisor != 0 ? 1 : 0);
}

std::int64_t bound_of(Graph const& graph, std::string const& text, RowTimes const& times, bool is_from) {
    std::string const shown = fmt::format("{} {}", is_from ? "--from" : "--until", detail::printable(text));
    std::int64_t number = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    bool const is_number = error == std::errc() && end == text.data() + text.size();
    if (is_number && !times.are_dates) return number;
    auto const time = parse_time(text);
    if (!time) {
        refuse(graph, fmt::format("{}: expected a date such as 2024-01-15T10:30:00{}", shown,
                                  times.are_dates ? ", as the times of the graph are" : ", or a whole number"));
    }
    if (times.unit == TimeUnit::none) {
        refuse(graph, fmt::format("{}: times are plain numbers without a unit; give a number, or the unit of times "
                                  "(--time-unit)",
                                  shown));
    }
    return in_unit(*time, times.unit, is_from);
}

Bounds bounds_of(Graph const& graph, TimeColumn const& wanted, RowTimes const& times) {
    Bounds bounds;
    if (!wanted.from.empty()) bounds.from = bound_of(graph, wanted.from, times, true);
    if (!wanted.until.empty()) bounds.until = bound_of(graph, wanted.until, times, false);
    return bounds;
}

[[noreturn]] void refuse_bounds(Graph const& graph, TimeColumn const& wanted, RowTimes const& times) {
    if (times.of_rows.empty()) refuse(graph, "it has no arc with a time; expected at least one");
    if (wanted.from.empty() && wanted.until.empty()) refuse(graph, "all of its arcs are self-loops; expected others");
    auto const [first, last] = std::ranges::minmax(times.of_rows);
    refuse(graph, fmt::format("no arc lies between these bounds{}{}; times go from {} to {}",
                              wanted.from.empty() ? "" : ", from " + detail::printable(wanted.from),
                              wanted.until.empty() ? "" : ", until " + detail::printable(wanted.until),
                              format_time(first, times.are_dates), format_time(last, times.are_dates)));
}

// The order of rows.

// A row by its time after the first one.
template <class Key> struct TimedRow {
    Key after;
    std::uint32_t row;
};

// Those of equal times stay in their order. O(rows) for each 11 bits.
template <class Key> void sort_by_time(UnfilledVector<TimedRow<Key>>& rows, std::uint64_t span, Team& team) {
    constexpr int digit_bits = 11;
    constexpr std::size_t digits = std::size_t{1} << digit_bits;
    UnfilledVector<TimedRow<Key>> sorted(rows.size());
    auto const bits = static_cast<int>(std::bit_width(span));
    for (int shift = 0; shift < bits; shift += digit_bits) {
        partition<TimedRow<Key>>(
            team, rows.size(), digits,
            [&](std::size_t i, auto const& put) { put((rows[i].after >> shift) % digits, rows[i]); },
            [&](std::size_t) { return sorted.data(); });
        rows.swap(sorted);
    }
}

struct RankedRows {
    std::vector<std::uint32_t> rows{};
    std::vector<std::int64_t> times{};
    bool were_in_order = true;
};

// The first and the last time.
struct Span {
    std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = std::numeric_limits<std::int64_t>::min();
    std::uint64_t length() const { return static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first); }
};

template <class Key>
RankedRows ranked(std::vector<std::uint32_t> rows, std::span<std::int64_t const> times, Span const& span, Team& team) {
    UnfilledVector<TimedRow<Key>> timed(rows.size());
    auto const first = static_cast<std::uint64_t>(span.first);
    team.run([&](Member member) {
        member.for_part_of(rows.size(), [&](std::size_t i) {
            timed[i] = {static_cast<Key>(static_cast<std::uint64_t>(times[rows[i]]) - first), rows[i]};
        });
    });
    RankedRows ranked{.rows = std::move(rows)};
    ranked.were_in_order = std::ranges::is_sorted(timed, {}, &TimedRow<Key>::after);
    if (!ranked.were_in_order) sort_by_time(timed, span.length(), team);
    ranked.times.resize(timed.size());
    team.run([&](Member member) {
        member.for_part_of(timed.size(), [&](std::size_t rank) {
            ranked.rows[rank] = timed[rank].row;
            ranked.times[rank] = static_cast<std::int64_t>(first + timed[rank].after);
        });
    });
    return ranked;
}

// Loops come after all other rows.
std::uint32_t first_loop(GraphColumns const& columns) {
    return columns.first_loop.empty() ? columns.rows : std::min(columns.rows, std::ranges::min(columns.first_loop));
}

// Returns: the rows that are no loops, within the bounds, by time and line.
RankedRows ranked_rows(GraphColumns const& columns, std::span<std::int64_t const> times, Bounds const& bounds,
                       Team& team) {
    std::uint32_t const loops = first_loop(columns);
    Span span;
    std::uint32_t kept = 0;
    for (std::uint32_t row = 0; row < loops; ++row) {
        if (!bounds.has(times[row])) continue;
        span = {std::min(span.first, times[row]), std::max(span.last, times[row])};
        ++kept;
    }
    if (kept == 0) return {};
    std::vector<std::uint32_t> rows = detail::rows_by_line(columns);
    if (kept < rows.size()) {
        std::erase_if(rows, [&](std::uint32_t row) { return row >= loops || !bounds.has(times[row]); });
    }
    bool const is_narrow = span.length() <= std::numeric_limits<std::uint32_t>::max();
    return is_narrow ? ranked<std::uint32_t>(std::move(rows), times, span, team)
                     : ranked<std::uint64_t>(std::move(rows), times, span, team);
}

void fill(Arcs& arcs, RankedRows ranked, Team& team) {
    std::size_t const size = ranked.rows.size();
    std::vector<Edge> const ends = detail::ends_of_rows(arcs.graph);
    GraphColumns const& columns = *arcs.graph.columns;
    arcs.row = std::move(ranked.rows);
    arcs.time = std::move(ranked.times);
    arcs.source.resize(size);
    arcs.target.resize(size);
    arcs.line.resize(size);
    team.run([&](Member member) {
        member.for_part_of(size, [&](std::size_t rank) {
            std::uint32_t const row = arcs.row[rank];
            arcs.source[rank] = ends[row].source;
            arcs.target[rank] = ends[row].target;
            arcs.line[rank] = columns.line_of(row);
        });
    });
}

std::uint64_t lines_of(GraphColumns const& columns) {
    return columns.line.empty() ? columns.rows : std::uint64_t{std::ranges::max(columns.line)} + 1;
}

} // namespace

Arcs arcs_of(Graph graph, TimeColumn const& time, TimeNote const& note) {
    Arcs arcs{.graph = std::move(graph)};
    if (!is_directed(arcs.graph) && arcs.graph.edge_count() > 0) { // loops alone leave no edge to have a direction
        refuse(arcs.graph, "the graph has no directions, and arcs have them; read or write it as a directed graph");
    }
    Teller const tell(arcs.graph, note);
    RowTimes const times = times_of_rows(arcs.graph, time, tell);
    GraphColumns const& columns = *arcs.graph.columns;
    arcs.column = times.column.name;
    arcs.unit = times.unit;
    arcs.are_dates = times.are_dates;
    arcs.loops = columns.rows - first_loop(columns);
    arcs.lines = lines_of(columns);
    Team team(team_size(columns.rows, 0));
    RankedRows rows = ranked_rows(columns, times.of_rows, bounds_of(arcs.graph, time, times), team);
    if (rows.rows.empty()) refuse_bounds(arcs.graph, time, times);
    if (arcs.loops > 0) {
        tell(fmt::format("{} {} left out", counted(arcs.loops, "self-loop"), arcs.loops == 1 ? "is" : "are"));
    }
    if (!rows.were_in_order) tell("the arcs are not in the order of time, and were sorted");
    fill(arcs, std::move(rows), team);
    return arcs;
}

TimeFacts time_facts(Graph const& graph, TimeColumn const& time, TimeNote const& note) {
    RowTimes const times = times_of_rows(graph, time, Teller(graph, note));
    GraphColumns const& columns = *graph.columns;
    Team team(team_size(columns.rows, 0));
    RankedRows const ranked = ranked_rows(columns, times.of_rows, bounds_of(graph, time, times), team);
    if (ranked.rows.empty()) refuse_bounds(graph, time, times);
    TimeFacts facts{.column = times.column.name,
                    .unit = times.unit,
                    .are_dates = times.are_dates,
                    .arcs = ranked.rows.size(),
                    .loops = columns.rows - first_loop(columns),
                    .first = ranked.times.front(),
                    .last = ranked.times.back()};
    for (std::size_t begin = 0, end = 0; begin < facts.arcs; begin = end) {
        while (end < facts.arcs && ranked.times[end] == ranked.times[begin]) ++end;
        if (end - begin > 1) facts.ties += end - begin;
    }
    return facts;
}

bool has_time_column(Graph const& graph) {
    if (!graph.columns || graph.columns->of_rows.empty()) return false;
    std::vector<Column> const& columns = graph.columns->of_rows;
    auto const named = detail::time_name_among(names_of(columns));
    if (!named) return only_dates(columns).has_value();
    ColumnType const type = columns[*named].type;
    return type == ColumnType::integer || type == ColumnType::real || type == ColumnType::time;
}

// Durations.

namespace {

constexpr std::int64_t second = 1'000'000'000; // in nanoseconds
constexpr std::array<std::pair<std::string_view, std::int64_t>, 8> duration_units{{{"w", 7 * 24 * 3600 * second},
                                                                                   {"d", 24 * 3600 * second},
                                                                                   {"h", 3600 * second},
                                                                                   {"min", 60 * second},
                                                                                   {"s", second},
                                                                                   {"ms", second / 1'000},
                                                                                   {"us", second / 1'000'000},
                                                                                   {"ns", 1}}};

// A decimal number: `digits` / `divisor`.
struct Decimal {
    std::uint64_t digits = 0, divisor = 1;
};

// Takes the number off the front. Returns: nothing if there is none, or if it has too many digits.
std::optional<Decimal> take_decimal(std::string_view& text) {
    constexpr std::size_t most_digits = 18;
    Decimal number;
    std::size_t count = 0;
    auto const take_digits = [&](std::uint64_t divisor_factor) {
        std::size_t const before = count;
        for (; !text.empty() && detail::is_digit(text[0]) && count <= most_digits; text.remove_prefix(1), ++count) {
            number.digits = number.digits * 10 + static_cast<std::uint64_t>(text[0] - '0');
            number.divisor *= divisor_factor;
        }
        return count > before;
    };
    if (!take_digits(1)) return std::nullopt;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        if (!take_digits(10)) return std::nullopt;
    }
    return count <= most_digits ? std::optional(number) : std::nullopt;
}

[[noreturn]] void refuse_duration(std::string_view text, std::string const& problem) {
    throw InputError(fmt::format("'{}': {}", detail::printable(text), problem));
}

// Returns: the factor from a unit of durations to that of times, both in nanoseconds. An empty word is the unit of times.
std::pair<std::int64_t, std::int64_t> factor_of(std::string_view text, std::string_view word, TimeUnit unit) {
    if (word.empty()) return {1, 1};
    auto const known = std::ranges::find(duration_units, word, &std::pair<std::string_view, std::int64_t>::first);
    if (known == duration_units.end()) {
        refuse_duration(text,
                        "expected a duration such as 900, 30s, 10min, 1.5h, 2d or 4w; the units are w, d, h, min, s, "
                        "ms, us and ns");
    }
    if (unit == TimeUnit::none) {
        refuse_duration(text,
                        "the times are plain numbers without a unit; give a plain number, or the unit of times "
                        "(--time-unit s)");
    }
    return {known->second, second / per_second(unit)};
}

} // namespace

std::int64_t parse_duration(std::string_view text, TimeUnit unit, bool are_dates) {
    std::string_view rest = text;
    if (rest.starts_with('-')) refuse_duration(text, "a duration is not negative; expected one such as 900 or 10min");
    auto const number = take_decimal(rest);
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (!number) {
        refuse_duration(text, "expected a duration such as 900, 30s, 10min, 1.5h, 2d or 4w, of up to 18 digits");
    }
    if (are_dates && rest.empty() && number->digits != 0) {
        refuse_duration(text, fmt::format("the times are dates; give it a unit, such as {}s or {}min", text, text));
    }
    auto const [factor, divisor] = factor_of(text, rest, unit);
    WideCount const product = WideCount{number->digits} * static_cast<std::uint64_t>(factor);
    WideCount const whole = WideCount{number->divisor} * static_cast<std::uint64_t>(divisor);
    if (product % whole != 0) {
        refuse_duration(
            text, unit == TimeUnit::none
                      ? std::string("the times are whole numbers; expected a whole number")
                      : fmt::format("the times are in whole {}; expected a whole number of them", to_string(unit)));
    }
    if (product / whole > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        refuse_duration(text, "the duration is too long; expected one of 63 bits in the unit of times");
    }
    return static_cast<std::int64_t>(product / whole);
}

std::string format_duration(std::int64_t duration, TimeUnit unit) {
    if (unit == TimeUnit::none) return fmt::to_string(duration);
    std::int64_t const own = second / per_second(unit);
    for (auto const& [word, nanoseconds] : duration_units) {
        bool const is_whole = nanoseconds >= own && duration % (nanoseconds / own) == 0;
        bool const is_last = nanoseconds == own;
        if (is_last || (is_whole && duration != 0)) return fmt::format("{} {}", duration / (nanoseconds / own), word);
    }
    return {};
}

std::string format_time(std::int64_t time, bool are_dates) {
    return are_dates ? format_time(Time{time}) : fmt::to_string(time);
}

} // namespace cerrado
