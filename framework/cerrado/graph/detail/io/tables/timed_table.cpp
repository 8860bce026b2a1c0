#include <cerrado/graph/detail/io/tables/timed_table.hpp>

#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/detail/io/edges/edge_lines.hpp>
#include <cerrado/graph/detail/io/text_input.hpp>
#include <cerrado/graph/detail/io/text_lines.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>

namespace cerrado::detail {

namespace {

constexpr std::array<std::string_view, 8> time_names{"time", "timestamp", "ts",       "t",
                                                     "date", "datetime",  "unixtime", "created_at"};

} // namespace

std::optional<std::size_t> time_name_among(std::vector<std::string> const& names) {
    for (std::string_view const name : time_names) {
        auto const found = std::ranges::find(names, name, [](std::string const& own) { return in_lower_case(own); });
        if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    }
    return std::nullopt;
}

std::optional<std::size_t> column_number(std::string_view name) {
    constexpr std::string_view begin = "column";
    if (name.starts_with(begin)) name.remove_prefix(begin.size());
    auto const number = whole_number(name);
    return number && *number > 0 ? std::optional<std::size_t>(*number) : std::nullopt;
}

void refuse_times(std::string const& path, std::string_view format) {
    throw InputError(fmt::format(
        "{}: this is {}, whose edges have no times; give a table with a line 'from to time' for each arc, or "
        "another format whose edges have attributes (docs/formats.md)",
        path, format));
}

namespace {

// How the values of a column go on from line to line.
struct Course {
    std::optional<double> first, last;
    bool falls = false;

    void look_at(double value) {
        if (!first) first = value;
        falls |= last && value < *last;
        last = value;
    }
    void look_at(std::string_view cell) {
        double value = 0;
        auto const [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
        if (error == std::errc() && end == cell.data() + cell.size()) return look_at(value);
        auto const time = parse_time(cell);
        if (time) return look_at(static_cast<double>(time->microseconds));
        falls = true; // such a column has no times
    }
    void add(Course const& next) {
        if (next.first) look_at(*next.first);
        if (next.last) look_at(*next.last);
        falls |= next.falls;
    }
};

struct Courses {
    Course of_first, of_third;
};

Courses courses_in(std::string_view part, std::string const& path, TableLayout const& layout,
                   std::atomic<bool>& first_falls) {
    Courses courses;
    TextInput input(part, path);
    LineCells cells(layout.separation, !layout.names);
    while (!courses.of_first.falls && !first_falls && input.seek_line(table_comments)) {
        std::string_view const line = input.whole_line();
        input.skip_line();
        if (cells.split(line) || cells.size() < 3) continue; // the reader of the line reports it
        courses.of_first.look_at(cells[0]);
        if (!courses.of_third.falls) courses.of_third.look_at(cells[2]);
    }
    if (courses.of_first.falls) first_falls = true; // nobody need look on
    return courses;
}

// Looks at all lines, unless the first column falls.
Courses courses_in(std::string_view text, std::string const& path, TableLayout const& layout, int threads) {
    Team team(team_size(text.size(), threads));
    std::vector<Courses> parts(static_cast<std::size_t>(team.size()));
    std::atomic<bool> first_falls = false;
    team.run([&](Member member) {
        std::size_t const begin = line_begin(text, member.begin(text.size()));
        std::size_t const end = line_begin(text, member.end(text.size()));
        if (begin >= end) return;
        parts[static_cast<std::size_t>(member.index)] =
            courses_in(text.substr(begin, end - begin), path, layout, first_falls);
    });
    Courses all;
    for (Courses const& part : parts) {
        all.of_first.add(part.of_first);
        all.of_third.add(part.of_third);
    }
    return all;
}

// Returns: whether the first column of a table without a header has the times.
bool is_time_first(std::string_view text, std::string const& path, TableLayout const& layout,
                   ReadOptions const& options) {
    if (layout.columns == 4) return false; // u v w t
    LineCells cells(layout.separation, !layout.names);
    TableSample const sample = sample_of(text, path);
    if (sample.lines.empty() || cells.split(sample.lines.back()) || cells.size() < 3) return false;
    bool const is_date_first = parse_time(cells[0]).has_value();
    if (is_date_first != parse_time(cells[2]).has_value()) return is_date_first;
    Courses const courses = courses_in(text, path, layout, options.threads);
    if (courses.of_first.falls) return false;
    if (courses.of_third.falls) return true;
    throw InputError(
        fmt::format("{}: neither the first column nor the third one ever falls, and either may be the time; give "
                    "--columns 1,2 if the ends of arcs come first, or else --columns 2,3",
                    path));
}

// Returns: the column of the time, from 0, or nothing if it is not known.
std::optional<std::size_t> time_column(TableLayout const& layout, std::string const& name) {
    if (layout.header.empty()) {
        auto const number = column_number(name);
        return number ? std::optional(*number - 1) : std::nullopt;
    }
    return name.empty() ? time_name_among(layout.header) : column_named(layout.header, name);
}

TableLayout with_ends(std::string_view text, std::string const& path, ReadOptions options, std::size_t source,
                      std::size_t target) {
    options.columns = fmt::format("{},{}", source + 1, target + 1);
    return survey_table(text, path, options);
}

} // namespace

TableLayout timed_layout(TableLayout layout, std::string_view text, std::string const& path, ReadOptions const& options,
                         ReadReport& report) {
    if (options.directed && layout.said.undirected) {
        report.remark("the file says that its edges are undirected; each is taken as an arc from its first end");
    }
    if (layout.widest == 1 || layout.widest == 2) {
        throw InputError(fmt::format(
            "{}: its lines have only the ends of edges; expected a third column, which has the times", path));
    }
    if (layout.widest == 0 || layout.are_given || layout.has_names_of_rows) return layout;
    auto const time = time_column(layout, *options.time);
    if (time) {
        bool const is_end = *time == layout.source || *time == layout.target;
        if (!is_end && !layout.header.empty()) return layout;
        std::size_t const source = *time == 0 ? 1 : 0, target = source + 1 == *time ? source + 2 : source + 1;
        return with_ends(text, path, options, source, target);
    }
    if (!layout.header.empty() || !options.time->empty()) return layout;
    if (!is_time_first(text, path, layout, options)) return with_ends(text, path, options, 0, 1);
    report.remark("the first column never falls, and is taken as the time; --columns takes other ends");
    return with_ends(text, path, options, 1, 2);
}

} // namespace cerrado::detail
