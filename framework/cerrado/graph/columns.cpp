#include <cerrado/graph/columns.hpp>

#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/columns.hpp>
#include <cerrado/graph/detail/graph_arrays.hpp>
#include <cerrado/graph/detail/io/text_input.hpp>
#include <cerrado/graph/detail/io/text_lines.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace cerrado {

namespace {

constexpr std::array<std::pair<ColumnType, std::string_view>, 5> type_words{{{ColumnType::integer, "int64"},
                                                                             {ColumnType::real, "double"},
                                                                             {ColumnType::boolean, "bool"},
                                                                             {ColumnType::text, "text"},
                                                                             {ColumnType::time, "time"}}};
constexpr std::uint32_t no_row = GraphColumns::no_row;

} // namespace

std::string_view to_string(ColumnType type) {
    for (auto const& [each, word] : type_words) {
        if (each == type) return word;
    }
    return {};
}

// Columns.

std::size_t Column::size() const {
    switch (type) {
    case ColumnType::real: return real.size();
    case ColumnType::text: return text.size();
    default: return whole.size();
    }
}

bool Column::is_missing(std::size_t i) const {
    switch (type) {
    case ColumnType::real: return std::isnan(real[i]);
    case ColumnType::text: return text[i] == no_word;
    default: return whole[i] == no_whole;
    }
}

Cell Column::operator[](std::size_t i) const {
    if (is_missing(i)) return {};
    switch (type) {
    case ColumnType::integer: return whole[i];
    case ColumnType::real: return real[i];
    case ColumnType::boolean: return whole[i] != 0;
    case ColumnType::text: return words[text[i]];
    case ColumnType::time: return Time{whole[i]};
    }
    return {};
}

namespace {

bool is_missing(Cell const& cell) {
    double const* const real = std::get_if<double>(&cell);
    return std::holds_alternative<std::monostate>(cell) || (real != nullptr && std::isnan(*real));
}

ColumnType type_of(Cell const& cell) {
    if (std::holds_alternative<std::int64_t>(cell)) return ColumnType::integer;
    if (std::holds_alternative<double>(cell)) return ColumnType::real;
    if (std::holds_alternative<bool>(cell)) return ColumnType::boolean;
    if (std::holds_alternative<Time>(cell)) return ColumnType::time;
    return ColumnType::text;
}

// Returns: the type of all cells, text if all are missing.
ColumnType type_of(std::string const& name, std::span<Cell const> cells) {
    bool const has_real = std::ranges::any_of(
        cells, [](Cell const& cell) { return !is_missing(cell) && std::holds_alternative<double>(cell); });
    std::optional<ColumnType> type;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (is_missing(cells[i])) continue;
        ColumnType const own = type_of(cells[i]);
        ColumnType const taken = own == ColumnType::integer && has_real ? ColumnType::real : own;
        if (type.value_or(taken) != taken) {
            throw InputError(
                fmt::format("column '{}': cell {} is {}, and those before it are {}; give cells of one type",
                            detail::printable(name), i, to_string(taken), to_string(*type)));
        }
        type = taken;
    }
    return type.value_or(ColumnType::text);
}

double real_of(Cell const& cell) {
    if (auto const* const whole = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*whole);
    auto const* const real = std::get_if<double>(&cell);
    return real != nullptr ? *real : std::numeric_limits<double>::quiet_NaN();
}

std::int64_t whole_of(Cell const& cell) {
    if (auto const* const whole = std::get_if<std::int64_t>(&cell)) return *whole;
    if (auto const* const time = std::get_if<Time>(&cell)) return time->microseconds;
    auto const* const flag = std::get_if<bool>(&cell);
    return flag != nullptr ? std::int64_t{*flag} : Column::no_whole;
}

void take_texts(Column& column, std::span<Cell const> cells) {
    detail::NameTable table;
    for (Cell const& cell : cells) {
        auto const* const text = std::get_if<std::string>(&cell);
        column.text.push_back(text != nullptr ? table.rank(*text) : Column::no_word);
    }
    detail::SortedNames const sorted = detail::sorted_names(table.names());
    for (std::uint32_t& place : column.text) {
        if (place != Column::no_word) place = sorted.places[place];
    }
    column.words = *sorted.names;
}

} // namespace

Column column_of(std::string name, std::span<Cell const> cells) {
    Column column{.name = std::move(name)};
    column.type = type_of(column.name, cells);
    if (column.type == ColumnType::text) {
        take_texts(column, cells);
        return column;
    }
    for (Cell const& cell : cells) {
        if (column.type == ColumnType::real) {
            column.real.push_back(real_of(cell));
            continue;
        }
        column.whole.push_back(whole_of(cell));
        if (column.whole.back() == Column::no_whole && !is_missing(cell)) {
            throw InputError(
                fmt::format("column '{}' has the value {}, which stands for a missing one; give larger values",
                            detail::printable(column.name), Column::no_whole));
        }
    }
    return column;
}

namespace detail {
namespace {

// Checks what the readers of a column rely on.
void require_sound(Column const& column, std::size_t size, std::string_view noun) {
    std::string const name = printable(column.name);
    if (column.size() != size) {
        throw InputError(fmt::format("column '{}' has {}; give one for each of {}", name,
                                     counted(column.size(), "cell"), counted(size, noun)));
    }
    if (column.type == ColumnType::text) {
        bool const are_in_order =
            std::ranges::adjacent_find(column.words, std::greater_equal<>()) == column.words.end();
        bool const are_there = std::ranges::all_of(
            column.text, [&](std::uint32_t place) { return place == Column::no_word || place < column.words.size(); });
        if (are_in_order && are_there) return;
        throw InputError(fmt::format("column '{}' needs ascending words, and places in them; use column_of()", name));
    }
    bool const has_other_flag =
        column.type == ColumnType::boolean && std::ranges::any_of(column.whole, [](std::int64_t value) {
            return value != Column::no_whole && value != 0 && value != 1;
        });
    if (has_other_flag) throw InputError(fmt::format("column '{}' needs 0 or 1 in each cell; use column_of()", name));
}

void require_sound(std::vector<Column> const& columns, std::size_t size, std::string_view noun) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        require_sound(columns[i], size, noun);
        for (std::size_t j = 0; j < i; ++j) {
            if (columns[j].name != columns[i].name) continue;
            throw InputError(
                fmt::format("two columns are called '{}'; give each its own name", printable(columns[i].name)));
        }
    }
}

// Drops the words that no cell has.
void drop_unused_words(Column& column) {
    std::vector<std::uint32_t> places(column.words.size(), Column::no_word);
    for (std::uint32_t const place : column.text) {
        if (place != Column::no_word) places[place] = place;
    }
    if (std::ranges::find(places, Column::no_word) == places.end()) return;
    std::vector<std::string> words;
    for (std::uint32_t& place : places) {
        if (place == Column::no_word) continue;
        words.push_back(std::move(column.words[place]));
        place = static_cast<std::uint32_t>(words.size() - 1);
    }
    column.words = std::move(words);
    for (std::uint32_t& place : column.text) {
        if (place != Column::no_word) place = places[place];
    }
}

template <class Value> std::vector<Value> picked(std::vector<Value> const& cells, std::span<std::uint32_t const> rows,
                                                 Value missing, Team& team) {
    if (cells.empty()) return std::vector<Value>(rows.size(), missing);
    std::vector<Value> some(rows.size());
    team.run([&](Member member) {
        member.for_part_of(rows.size(), [&](std::size_t i) { some[i] = rows[i] == no_row ? missing : cells[rows[i]]; });
    });
    return some;
}

std::shared_ptr<GraphColumns> copied_columns(Graph const& graph) {
    return graph.columns ? std::make_shared<GraphColumns>(*graph.columns) : std::make_shared<GraphColumns>();
}

Column const* column_of_name(std::vector<Column> const& columns, std::string_view name) {
    auto const found = std::ranges::find(columns, name, &Column::name);
    return found == columns.end() ? nullptr : &*found;
}

} // namespace

Column picked(Column const& column, std::span<std::uint32_t const> rows, Team& team) {
    Column some{.name = column.name, .type = column.type};
    switch (column.type) {
    case ColumnType::real:
        some.real = picked(column.real, rows, std::numeric_limits<double>::quiet_NaN(), team);
        return some;
    case ColumnType::text:
        some.text = picked(column.text, rows, Column::no_word, team);
        some.words = column.words;
        drop_unused_words(some);
        return some;
    default: some.whole = picked(column.whole, rows, Column::no_whole, team); return some;
    }
}

Graph with_vertex_columns(Graph graph, std::vector<Column> columns) {
    require_sound(columns, graph.vertex_count(), "vertex");
    auto all = copied_columns(graph);
    for (Column& column : columns) {
        auto const old = std::ranges::find(all->of_vertices, column.name, &Column::name);
        if (old == all->of_vertices.end()) {
            all->of_vertices.push_back(std::move(column));
        } else {
            *old = std::move(column);
        }
    }
    graph.columns = std::move(all);
    return graph;
}

namespace {

std::vector<OriginalId> ids_of(Graph const& graph) {
    std::vector<OriginalId> ids(graph.vertex_count());
    for (VertexId v = 0; v < graph.vertex_count(); ++v) ids[v] = graph.original_id(v);
    return ids;
}

// The lists of the graph, with empty ones between them.
Graph with_empty_lists(Graph const& graph, std::span<std::uint32_t const> before, std::vector<OriginalId> ids) {
    GraphArrays arrays;
    arrays.offsets.push_back(0);
    std::vector<VertexId> place_of(graph.vertex_count());
    for (VertexId place = 0; place < before.size(); ++place) {
        bool const is_new = before[place] == no_row;
        if (!is_new) place_of[before[place]] = place;
        arrays.offsets.push_back(arrays.offsets.back() + (is_new ? 0 : graph.degree(before[place])));
    }
    arrays.neighbours.reserve(graph.neighbour_array().size());
    for (VertexId const u : graph.neighbour_array()) arrays.neighbours.push_back(place_of[u]);
    bool is_identity = true;
    for (VertexId place = 0; place < ids.size(); ++place) is_identity &= ids[place] == place;
    if (!is_identity) arrays.original_ids = std::move(ids);
    return adopt_arrays(std::move(arrays), graph.oriented());
}

MoreVertices with_more_vertices(Graph const& graph, std::span<OriginalId const> own, std::span<OriginalId const> more,
                                Team& team) {
    if (own.size() + more.size() >= no_row) {
        throw InputError(fmt::format("{} are too many; Cerrado numbers them with 32 bits",
                                     counted(own.size() + more.size(), "vertex")));
    }
    MoreVertices all;
    std::vector<OriginalId> ids;
    auto const add = [&](std::uint32_t before, OriginalId id) {
        all.before.push_back(before);
        ids.push_back(id);
    };
    bool const ascends = std::ranges::is_sorted(own);
    auto next = more.begin();
    for (VertexId v = 0; v < own.size(); ++v) {
        for (; ascends && next != more.end() && *next < own[v]; ++next) add(no_row, *next);
        add(v, own[v]);
    }
    for (; next != more.end(); ++next) add(no_row, *next);
    all.graph = with_empty_lists(graph, all.before, std::move(ids));
    all.graph.source = graph.source;
    all.graph.cleaning = graph.cleaning;
    all.graph.read_as = graph.read_as;
    if (graph.marks) {
        auto marks = std::make_shared<GraphMarks>(*graph.marks);
        if (has_labels(graph)) marks->labels = picked(graph.marks->labels, all.before, GraphMarks::no_label, team);
        all.graph.marks = std::move(marks);
    }
    if (graph.columns) {
        auto columns = std::make_shared<GraphColumns>(*graph.columns);
        for (Column& column : columns->of_vertices) column = detail::picked(column, all.before, team);
        if (!columns->first_loop.empty()) columns->first_loop = picked(columns->first_loop, all.before, no_row, team);
        all.graph.columns = std::move(columns);
    }
    return all;
}

} // namespace

MoreVertices with_more_vertices(Graph const& graph, std::span<OriginalId const> ids, Team& team) {
    return with_more_vertices(graph, ids_of(graph), ids, team);
}

MoreVertices with_more_vertices(Graph const& graph, std::span<std::string const> names, Team& team) {
    std::vector<std::string> const& own = *graph.marks->names;
    auto all = std::make_shared<std::vector<std::string>>();
    std::ranges::set_union(own, names, std::back_inserter(*all));
    auto const id_of = [&](std::string const& name) {
        return static_cast<OriginalId>(std::ranges::lower_bound(*all, name) - all->begin());
    };
    std::vector<OriginalId> ids = ids_of(graph), more;
    for (OriginalId& id : ids) id = id_of(own[id]);
    for (std::string const& name : names) more.push_back(id_of(name));
    MoreVertices made = with_more_vertices(graph, ids, more, team);
    made.graph = with_sorted_names(std::move(made.graph), std::move(all));
    return made;
}

} // namespace detail

Column const* GraphColumns::vertex_column(std::string_view name) const {
    return detail::column_of_name(of_vertices, name);
}

Column const* GraphColumns::row_column(std::string_view name) const { return detail::column_of_name(of_rows, name); }

Graph with_vertex_column(Graph graph, Column column) {
    std::vector<Column> columns;
    columns.push_back(std::move(column));
    return detail::with_vertex_columns(std::move(graph), std::move(columns));
}

// Rows.

namespace detail {
namespace {

// The entry of the lists that stands for an arc, or for an edge of an undirected graph. Loops come after all entries, by
// their vertices.
class RowPlaces {
public:
    explicit RowPlaces(Graph const& graph) : graph_(graph), ref_(graph.ref()), is_directed_(is_directed(graph)) {}

    EdgeOffset entries() const { return graph_.neighbour_array().size(); }
    EdgeOffset size() const { return entries() + ref_.vertex_count; }
    bool is_of_both_ends() const { return !is_directed_ && !graph_.oriented(); }

    // Nothing: the graph has no such edge.
    std::optional<EdgeOffset> find(Edge const& edge) const {
        if (std::max(edge.source, edge.target) >= ref_.vertex_count) return std::nullopt;
        if (edge.source == edge.target) return entries() + edge.source;
        auto const [source, target] =
            is_of_both_ends() && edge.source > edge.target ? Edge{edge.target, edge.source} : edge;
        EdgeOffset const entry = ref_.find(source, target);
        bool const is_there =
            entry < ref_.end(source) && (!is_directed_ || (graph_.marks->arcs[entry] & GraphMarks::arc_to) != 0);
        return is_there ? std::optional(entry) : std::nullopt;
    }

    // In an undirected graph, both entries of an edge lead to its rows.
    void copy_to_other_ends(std::vector<std::uint32_t>& first_row) const {
        if (!is_of_both_ends()) return;
        std::vector<EdgeOffset> next(graph_.offsets().begin(), graph_.offsets().end());
        for (VertexId v = 0; v < ref_.vertex_count; ++v) {
            for (EdgeOffset entry = ref_.first_above(v, v); entry < ref_.end(v); ++entry) {
                first_row[next[ref_.neighbours[entry]]++] = first_row[entry];
            }
        }
    }

private:
    Graph const& graph_;
    GraphRef ref_;
    bool is_directed_;
};

// Fills all of `columns` but the cells. `count` has the number of rows at each place. Returns: the first row of each
// place.
std::vector<std::uint32_t> place_rows(GraphColumns& columns, RowPlaces const& places,
                                      std::vector<std::uint32_t> const& count) {
    std::vector<std::uint32_t> begin(count.size());
    columns.first_row.assign(places.entries(), no_row);
    std::vector<std::uint32_t> first_loop(count.size() - places.entries(), no_row);
    std::uint32_t row = 0;
    bool has_loop = false;
    for (EdgeOffset place = 0; place < count.size(); ++place) {
        begin[place] = row;
        if (count[place] == 0) continue;
        bool const is_loop = place >= places.entries();
        (is_loop ? first_loop[place - places.entries()] : columns.first_row[place]) = row;
        has_loop |= is_loop;
        if (count[place] > 1) {
            columns.has_parallel |= !is_loop;
            columns.goes_on.resize(columns.rows);
            std::fill_n(columns.goes_on.begin() + row, count[place] - 1, std::uint8_t{1});
        }
        row += count[place];
    }
    if (has_loop) columns.first_loop = std::move(first_loop);
    places.copy_to_other_ends(columns.first_row);
    return begin;
}

} // namespace

void require_row_count(std::size_t rows) {
    if (rows < no_row) return;
    throw InputError(fmt::format("{} are too many; a graph has up to {}", counted(rows, "row"), no_row - 1));
}

std::vector<Edge> ends_of_rows(Graph const& graph) {
    if (!graph.columns || graph.columns->rows == 0) return {};
    GraphColumns const& columns = *graph.columns;
    RowPlaces const places(graph);
    GraphRef const ref = graph.ref();
    std::vector<Edge> ends(columns.rows);
    for (VertexId v = 0; v < ref.vertex_count; ++v) {
        EdgeOffset const begin = places.is_of_both_ends() ? ref.first_above(v, v) : ref.begin(v);
        for (EdgeOffset entry = begin; entry < ref.end(v); ++entry) {
            columns.for_each_row(columns.first_row[entry], [&](std::uint32_t row) {
                ends[row] = {v, ref.neighbours[entry]};
            });
        }
        if (columns.first_loop.empty()) continue;
        columns.for_each_row(columns.first_loop[v], [&](std::uint32_t row) { ends[row] = {v, v}; });
    }
    return ends;
}

std::vector<std::uint32_t> rows_by_line(GraphColumns const& columns) {
    std::uint32_t const lines = columns.line.empty() ? columns.rows : std::ranges::max(columns.line) + 1;
    std::vector<std::uint32_t> rows(lines, no_row);
    for (std::uint32_t row = 0; row < columns.rows; ++row) rows[columns.line_of(row)] = row;
    std::erase(rows, no_row);
    return rows;
}

namespace {

// Returns: the lines of these rows, as GraphColumns::line has them.
std::vector<std::uint32_t> lines_of(GraphColumns const& columns, std::vector<std::uint32_t> rows) {
    bool are_places = true;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        rows[i] = columns.line_of(rows[i]);
        are_places &= rows[i] == i;
    }
    if (are_places) rows.clear();
    return rows;
}

std::string end_text(Graph const& graph, VertexId v) {
    if (v >= graph.vertex_count()) return fmt::format("number {} of {}", v, counted(graph.vertex_count(), "vertex"));
    OriginalId const id = graph.original_id(v);
    return has_names(graph) ? printable(vertex_name(graph, id)) : fmt::to_string(id);
}

} // namespace

Graph with_rows(Graph graph, std::span<Edge const> edges, std::vector<Column> columns, Team& team,
                std::vector<std::uint32_t> lines) {
    require_row_count(edges.size());
    require_sound(columns, edges.size(), "row");
    RowPlaces const places(graph);
    std::vector<EdgeOffset> place_of(edges.size());
    std::atomic<std::size_t> wrong = edges.size(); // the first wrong row
    team.run([&](Member member) {
        member.for_part_of(edges.size(), [&](std::size_t row) {
            if (auto const place = places.find(edges[row])) {
                place_of[row] = *place;
                return;
            }
            std::size_t before = wrong;
            while (row < before && !wrong.compare_exchange_weak(before, row)) {
            }
        });
    });
    if (wrong < edges.size()) {
        throw InputError(fmt::format("row {}: the graph has no {} from {} to {}; give rows only for edges of the graph",
                                     wrong.load(), is_directed(graph) ? "arc" : "edge",
                                     end_text(graph, edges[wrong].source), end_text(graph, edges[wrong].target)));
    }
    auto all = std::make_shared<GraphColumns>();
    if (graph.columns) all->of_vertices = graph.columns->of_vertices;
    all->rows = static_cast<std::uint32_t>(edges.size());
    all->line = std::move(lines);
    if (all->rows > 0) {
        std::vector<std::uint32_t> count(places.size());
        for (EdgeOffset const place : place_of) ++count[place];
        std::vector<std::uint32_t> next = place_rows(*all, places, count);
        std::vector<std::uint32_t> order(edges.size());
        for (std::uint32_t row = 0; row < all->rows; ++row) order[next[place_of[row]]++] = row;
        if (!std::ranges::is_sorted(order)) {
            for (Column& column : columns) column = picked(column, order, team);
        }
        all->line = lines_of(*all, std::move(order));
    }
    all->of_rows = std::move(columns);
    graph.columns = std::move(all);
    return graph;
}

} // namespace detail

Graph with_rows(Graph graph, std::span<Edge const> edges, std::vector<Column> columns) {
    Team team(team_size(edges.size(), 0));
    return detail::with_rows(std::move(graph), edges, std::move(columns), team);
}

std::shared_ptr<GraphColumns const> columns_in_order(Graph const& graph, Graph const& part,
                                                     std::span<VertexId const> vertices) {
    if (!graph.columns) return nullptr;
    GraphColumns const& old = *graph.columns;
    Team team(team_size(vertices.size() + old.rows, 0));
    auto columns = std::make_shared<GraphColumns>();
    for (Column const& column : old.of_vertices) columns->of_vertices.push_back(detail::picked(column, vertices, team));
    if (old.rows == 0) {
        columns->of_rows = old.of_rows;
        return columns;
    }
    detail::RowPlaces const places(part);
    GraphRef const from = graph.ref(), to = part.ref();
    std::vector<std::uint32_t> order, count(places.size());
    auto const take = [&](EdgeOffset place, std::uint32_t first) {
        std::size_t const before = order.size();
        old.for_each_row(first, [&](std::uint32_t row) { order.push_back(row); });
        count[place] = static_cast<std::uint32_t>(order.size() - before);
    };
    for (VertexId v = 0; v < to.vertex_count; ++v) {
        for (EdgeOffset entry = places.is_of_both_ends() ? to.first_above(v, v) : to.begin(v); entry < to.end(v);
             ++entry) {
            take(entry, old.first_row[from.find(vertices[v], vertices[to.neighbours[entry]])]);
        }
    }
    for (VertexId v = 0; v < to.vertex_count && !old.first_loop.empty(); ++v) {
        take(places.entries() + v, old.first_loop[vertices[v]]);
    }
    columns->rows = static_cast<std::uint32_t>(order.size());
    detail::place_rows(*columns, places, count);
    for (Column const& column : old.of_rows) columns->of_rows.push_back(detail::picked(column, order, team));
    columns->line = detail::lines_of(old, std::move(order));
    return columns;
}

// Times.

namespace {

using Microseconds = std::chrono::microseconds;

// Takes the parts of a time off the front of a text.
class TimeText {
public:
    explicit TimeText(std::string_view text) : rest_(text) {}

    // Returns: the number of exactly so many digits, or -1.
    int digits(std::size_t count) {
        if (rest_.size() < count) return -1;
        int number = 0;
        for (char const c : rest_.substr(0, count)) {
            if (!detail::is_digit(c)) return -1;
            number = number * 10 + (c - '0');
        }
        rest_.remove_prefix(count);
        return number;
    }
    bool mark(std::string_view marks) {
        if (rest_.empty() || marks.find(rest_[0]) == std::string_view::npos) return false;
        rest_.remove_prefix(1);
        return true;
    }
    char next() const { return rest_.empty() ? '\0' : rest_[0]; }
    bool is_over() const { return rest_.empty(); }

    // Digits after the sixth are passed over. Returns: microseconds, or -1 if there is no digit.
    int fraction() {
        if (!detail::is_digit(next())) return -1;
        int number = 0;
        int unit = 100000;
        for (; detail::is_digit(next()); rest_.remove_prefix(1), unit /= 10) number += unit * (rest_[0] - '0');
        return number;
    }

private:
    std::string_view rest_;
};

// Returns: the time since midnight, of the clock.
std::optional<Microseconds> clock_time(TimeText& text) {
    int const hour = text.digits(2);
    if (hour < 0 || hour > 23 || !text.mark(":")) return std::nullopt;
    int const minute = text.digits(2);
    if (minute < 0 || minute > 59) return std::nullopt;
    int second = 0, fraction = 0;
    if (text.mark(":")) {
        second = text.digits(2);
        if (second < 0 || second > 59) return std::nullopt;
        if (text.mark(".")) fraction = text.fraction();
        if (fraction < 0) return std::nullopt;
    }
    return std::chrono::hours(hour) + std::chrono::minutes(minute) + std::chrono::seconds(second) +
           Microseconds(fraction);
}

// Returns: what the clock is ahead of UTC.
std::optional<Microseconds> offset_from_utc(TimeText& text) {
    if (text.is_over() || text.mark("Zz")) return Microseconds(0);
    text.mark(" "); // git writes one
    bool const is_behind = text.next() == '-';
    if (!text.mark("+-")) return std::nullopt;
    int const hours = text.digits(2);
    bool const has_minutes = !text.is_over();
    if (has_minutes) text.mark(":");
    int const minutes = has_minutes ? text.digits(2) : 0;
    if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return std::nullopt;
    Microseconds const offset = std::chrono::hours(hours) + std::chrono::minutes(minutes);
    return is_behind ? -offset : offset;
}

} // namespace

std::optional<Time> parse_time(std::string_view whole) {
    TimeText text(whole);
    int const year = text.digits(4);
    if (year < 0 || !text.mark("-")) return std::nullopt;
    int const month = text.digits(2);
    if (month < 0 || !text.mark("-")) return std::nullopt;
    int const day = text.digits(2);
    if (day < 0) return std::nullopt;
    std::chrono::year_month_day const date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok()) return std::nullopt;
    Microseconds since = std::chrono::sys_days(date).time_since_epoch();
    if (!text.is_over()) {
        if (!text.mark("Tt ")) return std::nullopt;
        auto const clock = clock_time(text);
        if (!clock) return std::nullopt;
        auto const offset = offset_from_utc(text);
        if (!offset || !text.is_over()) return std::nullopt;
        since += *clock - *offset;
    }
    return Time{since.count()};
}

std::string format_time(Time time) {
    using namespace std::chrono;
    sys_time<Microseconds> const point{Microseconds(time.microseconds)};
    auto const days = floor<std::chrono::days>(point);
    year_month_day const date(days);
    hh_mm_ss const clock(point - days);
    std::string text = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", static_cast<int>(date.year()),
                                   static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                                   clock.hours().count(), clock.minutes().count(), clock.seconds().count());
    if (clock.subseconds().count() != 0) text += fmt::format(".{:06}", clock.subseconds().count());
    return text;
}

// Types as text.

namespace {

ColumnType parse_type(std::string_view item, std::string_view word) {
    std::vector<std::string> known;
    for (auto const& [type, name] : type_words) {
        if (name == word) return type;
        known.emplace_back(name);
    }
    std::string const near = nearest(std::string(word), known);
    throw InputError(fmt::format("'{}': '{}' is no type of a column{}; expected COLUMN:TYPE with one of the types {}",
                                 detail::printable(item), detail::printable(word),
                                 near.empty() ? "" : fmt::format(", did you mean {}?", near), joined(known, ", ")));
}

} // namespace

ColumnTypes parse_column_types(std::string_view text) {
    ColumnTypes types;
    while (!text.empty()) {
        std::size_t const comma = std::min(text.find(','), text.size());
        std::string_view const item = text.substr(0, comma);
        text.remove_prefix(std::min(comma + 1, text.size()));
        std::size_t const colon = item.rfind(':'); // a column's name may have one
        if (colon == std::string_view::npos || colon == 0) {
            throw InputError(
                fmt::format("'{}': expected COLUMN:TYPE with one of the types int64, double, bool, text, time",
                            detail::printable(item)));
        }
        std::string name(item.substr(0, colon));
        if (std::ranges::find(types.given, name, &std::pair<std::string, ColumnType>::first) != types.given.end()) {
            throw InputError(fmt::format("column '{}' has two types; give it one", detail::printable(name)));
        }
        types.given.emplace_back(std::move(name), parse_type(item, item.substr(colon + 1)));
    }
    return types;
}

void require_columns(Graph const& graph, ColumnTypes const& types) {
    std::vector<std::string> known;
    if (graph.columns) {
        for (Column const& column : graph.columns->of_vertices) known.push_back(column.name);
        for (Column const& column : graph.columns->of_rows) known.push_back(column.name);
    }
    auto const require_type = [](std::vector<Column> const& columns, std::string_view name, ColumnType type) {
        Column const* const column = detail::column_of_name(columns, name);
        if (column == nullptr || column->type == type) return;
        throw InputError(
            fmt::format("column '{}' has the type {} in the file, and no other can be given; convert the graph "
                        "again with the type {}",
                        detail::printable(name), to_string(column->type), to_string(type)));
    };
    for (auto const& [name, type] : types.given) {
        if (std::ranges::find(known, name) != known.end()) {
            require_type(graph.columns->of_vertices, name, type);
            require_type(graph.columns->of_rows, name, type);
            continue;
        }
        if (known.empty()) {
            throw InputError(fmt::format("the graph has no column '{}', and no other; give a table with columns",
                                         detail::printable(name)));
        }
        std::string const near = nearest(name, known);
        throw InputError(fmt::format("the graph has no column '{}'{}; it has {}", detail::printable(name),
                                     near.empty() ? "" : fmt::format(", did you mean {}?", near), joined(known, ", ")));
    }
}

} // namespace cerrado
