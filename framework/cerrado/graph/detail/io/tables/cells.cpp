#include <cerrado/graph/detail/io/tables/cells.hpp>

#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/columns.hpp>
#include <cerrado/graph/detail/io/edges/edge_lines.hpp>
#include <cerrado/graph/detail/io/edges/vertex_lines.hpp>
#include <cerrado/graph/detail/io/files.hpp>
#include <cerrado/graph/detail/io/text_input.hpp>
#include <cerrado/graph/detail/io/text_lines.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace cerrado::detail {

void TableRows::reserve(std::size_t line_bytes) {
    constexpr std::size_t shortest_line = 4;
    expected_rows_ = text_bytes_ / std::max(line_bytes, shortest_line);
    lines_.reserve(expected_rows_);
}

void TableRows::add(LineCells const& cells, std::string_view line) {
    std::size_t const row = lines_.size();
    if (row == 0) reserve(line.size());
    lines_.push_back(line.data());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i < left_out_.size() && left_out_[i]) continue;
        if (columns_.size() <= i) columns_.resize(i + 1);
        std::string_view text = cells[i];
        bool const is_quoted = cells.is_quoted(i);
        bool const is_missing = !is_quoted && (text.empty() || detail::is_missing(text));
        if (!is_missing && !cells.is_of_line(text)) text = copies_.emplace_back(text);
        std::vector<Kept>& column = columns_[i];
        if (column.empty()) column.reserve(expected_rows_);
        if (column.size() < row) column.resize(row);
        column.push_back({text.data(), static_cast<std::uint32_t>(text.size()), is_quoted, is_missing});
    }
}

void TableRows::set(std::size_t column, std::size_t row, std::string_view text, bool is_quoted, char const* line) {
    if (lines_.size() <= row) lines_.resize(row + 1);
    if (line != nullptr) lines_[row] = line;
    if (columns_.size() <= column) columns_.resize(column + 1);
    if (columns_[column].size() <= row) columns_[column].resize(row + 1);
    bool const is_missing = !is_quoted && (text.empty() || detail::is_missing(text));
    if (!is_missing) text = copies_.emplace_back(text);
    columns_[column][row] = {text.data(), static_cast<std::uint32_t>(text.size()), is_quoted, is_missing};
}

void TableRows::repeat_last() {
    std::size_t const row = lines_.size();
    lines_.push_back(lines_.back());
    for (auto& column : columns_) {
        if (column.size() == row) column.push_back(Kept(column.back()));
    }
}

namespace {

// Values of cells.

std::optional<std::int64_t> whole_of(std::string_view text) {
    if (text.starts_with('+') && text.size() > 1 && is_digit(text[1])) text.remove_prefix(1);
    std::int64_t value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool const is_whole = error == std::errc() && end == text.data() + text.size() && value != Column::no_whole;
    return is_whole ? std::optional(value) : std::nullopt;
}

std::optional<double> real_of(std::string_view text) {
    if (text.starts_with('+') && text.size() > 1 && text[1] != '-') text.remove_prefix(1);
    double value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size() || text.empty() || std::isnan(value)) return std::nullopt;
    if (error == std::errc::result_out_of_range)
        return std::strtod(std::string(text).c_str(), nullptr); // 0 or infinity
    return error == std::errc() ? std::optional(value) : std::nullopt;
}

bool is_this_word(std::string_view text, std::string_view word) {
    return std::ranges::equal(text, word,
                              [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

std::optional<bool> flag_of(std::string_view text) {
    if (is_this_word(text, "true")) return true;
    if (is_this_word(text, "false")) return false;
    return std::nullopt;
}

constexpr std::string_view expected_of(ColumnType type) {
    switch (type) {
    case ColumnType::integer: return "a whole number of 64 bits";
    case ColumnType::real: return "a number";
    case ColumnType::boolean: return "true or false";
    case ColumnType::time: return "a time such as 2024-01-15 or 2024-01-15T10:30:00Z";
    case ColumnType::text: break;
    }
    return "a text";
}

// The types that all cells so far fit, besides text.
struct FittingTypes {
    bool whole = true, real = true, flag = true, time = true;
    bool has_cell = false; // that is not missing

    void look_at(std::string_view text) {
        has_cell = true;
        if (whole && !whole_of(text)) whole = false;
        if (!whole && real && !real_of(text)) real = false;
        if (flag && !flag_of(text)) flag = false;
        if (time && !parse_time(text)) time = false;
    }
    bool is_text() const { return !(whole || real || flag || time); }
    void add(FittingTypes const& other) {
        whole &= other.whole;
        real &= other.real;
        flag &= other.flag;
        time &= other.time;
        has_cell |= other.has_cell;
    }
    ColumnType narrowest() const {
        if (!has_cell) return ColumnType::text;
        return whole  ? ColumnType::integer
               : real ? ColumnType::real
               : flag ? ColumnType::boolean
               : time ? ColumnType::time
                      : ColumnType::text;
    }
};

} // namespace

bool looks_like_another_type(Column const& column) {
    if (column.type != ColumnType::text) return false;
    FittingTypes types;
    for (std::string const& word : column.words) {
        if (types.is_text()) break;
        if (!word.empty() && !is_missing(word)) types.look_at(word);
    }
    return types.narrowest() != ColumnType::text;
}

namespace {

// Makes the columns of a table.
class ColumnMaker {
public:
    ColumnMaker(TableText const& table, ColumnTypes const& types, Team& team,
                std::function<void(std::string const&)> const& remark)
        : table_(table),
          types_(types),
          team_(team),
          remark_(remark) {
        for (TableRows const& part : table.parts) begins_.push_back(begins_.back() + part.size());
    }

    std::vector<Column> make() {
        std::size_t columns = table_.header.size();
        for (TableRows const& part : table_.parts) columns = std::max(columns, part.columns());
        std::vector<Column> made;
        for (std::size_t i = 0; i < columns; ++i) {
            if (i < table_.left_out.size() && table_.left_out[i]) continue;
            made.push_back(make(i, name_of(i, made)));
        }
        return made;
    }

private:
    std::string name_of(std::size_t i, std::vector<Column> const& made) const {
        std::string const own = i < table_.header.size() ? table_.header[i] : std::string();
        bool const is_taken = std::ranges::find(made, own, &Column::name) != made.end();
        return own.empty() || is_taken ? fmt::format("column{}", i + 1) : own;
    }

    Column make(std::size_t i, std::string name) {
        Column column{.name = std::move(name)};
        auto const given = std::ranges::find(types_.given, column.name, &std::pair<std::string, ColumnType>::first);
        bool const is_given = given != types_.given.end();
        column.type = is_given ? given->second : find_type(i);
        if (column.type == ColumnType::text) {
            if (!is_given) look_for_numbers(i, column.name);
            take_texts(i, column);
        } else if (column.type == ColumnType::real) {
            column.real.resize(begins_.back());
            fill(i, column, column.real, std::numeric_limits<double>::quiet_NaN(), real_of);
        } else {
            column.whole.resize(begins_.back());
            fill(i, column, column.whole, Column::no_whole,
                 [&](std::string_view text) { return as_whole(text, column.type); });
            if (column.type == ColumnType::time && table_.has_arc_times) require_like_offsets(i, column);
        }
        return column;
    }

    // Calls visit(part, rows of the part) for each part, on the threads of the team.
    template <class Visit> void for_parts(Visit const& visit) const {
        std::atomic<std::size_t> next = 0;
        team_.run([&](Member) {
            for (std::size_t p; (p = next++) < table_.parts.size();) visit(p, table_.parts[p]);
        });
    }

    ColumnType find_type(std::size_t i) const {
        std::vector<FittingTypes> fitting(table_.parts.size());
        for_parts([&](std::size_t p, TableRows const& rows) {
            FittingTypes types; // of this thread alone, since those of other parts share its cache lines
            for (std::size_t row = 0; row < rows.size() && !types.is_text(); ++row) {
                if (TableCell const cell = rows.cell(i, row); !cell.is_missing) types.look_at(cell.text);
            }
            fitting[p] = types;
        });
        FittingTypes all;
        for (FittingTypes const& types : fitting) all.add(types);
        return all.narrowest();
    }

    static std::optional<std::int64_t> as_whole(std::string_view text, ColumnType type) {
        if (type == ColumnType::integer) return whole_of(text);
        if (type == ColumnType::time) {
            auto const time = parse_time(text);
            return time ? std::optional(time->microseconds) : std::nullopt;
        }
        if (text == "0" || text == "1") return text == "1"; // the type is given
        auto const flag = flag_of(text);
        return flag ? std::optional<std::int64_t>(*flag) : std::nullopt;
    }

    // In a column that is no text, "" and "NA" are missing, too: some programs put all cells in quotation marks.
    template <class Value, class Parse> void fill(std::size_t i, Column const& column, std::vector<Value>& values,
                                                  Value missing, Parse const& parse) const {
        std::vector<std::size_t> wrong(table_.parts.size(), no_wrong);
        for_parts([&](std::size_t p, TableRows const& rows) {
            for (std::size_t row = 0; row < rows.size(); ++row) {
                TableCell const cell = rows.cell(i, row);
                Value& value = values[begins_[p] + row];
                value = missing;
                if (cell.is_missing || cell.text.empty() || detail::is_missing(cell.text)) continue;
                if (auto const parsed = parse(cell.text)) {
                    value = static_cast<Value>(*parsed);
                } else {
                    wrong[p] = row;
                    return;
                }
            }
        });
        auto const part = std::ranges::find_if(wrong, [](std::size_t row) { return row != no_wrong; });
        if (part == wrong.end()) return;
        TableRows const& rows = table_.parts[static_cast<std::size_t>(part - wrong.begin())];
        refuse(rows.line(*part),
               fmt::format("'{}' does not fit the type {} of column '{}'; expected {}, or give the column "
                           "the type text",
                           printable(rows.cell(i, *part).text), to_string(column.type), printable(column.name),
                           expected_of(column.type)));
    }

    // Either all times have an offset from UTC, or none.
    void require_like_offsets(std::size_t i, Column const& column) const {
        constexpr std::size_t date_bytes = 10;
        std::optional<bool> has_offset;
        for (std::size_t p = 0; p < table_.parts.size(); ++p) {
            TableRows const& rows = table_.parts[p];
            for (std::size_t row = 0; row < rows.size(); ++row) {
                if (column.is_missing(begins_[p] + row)) continue;
                std::string_view const text = rows.cell(i, row).text;
                bool const has_own = text.find_first_of("Zz+-", date_bytes) != std::string_view::npos;
                if (has_own == has_offset.value_or(has_own)) {
                    has_offset = has_own;
                    continue;
                }
                refuse(rows.line(row),
                       fmt::format("the time '{}' has {} offset from UTC, unlike those before it; give all "
                                   "times one, such as Z, or none",
                                   printable(text), has_own ? "an" : "no"));
            }
        }
    }

    [[noreturn]] void refuse(char const* line, std::string const& problem) const {
        TextInput input(table_.text, table_.path);
        if (line == nullptr) input.fail_whole(problem);
        input.return_to(std::string_view(line, line));
        input.fail(problem);
    }

    std::uint64_t line_number(char const* line) const {
        return static_cast<std::uint64_t>(std::count(table_.text.data(), line, '\n')) + 1;
    }

    void look_for_numbers(std::size_t i, std::string const& name) const {
        struct Tally {
            std::uint64_t numbers = 0, others = 0;
            std::size_t first_other = 0;
        };
        std::vector<Tally> tallies(table_.parts.size());
        for_parts([&](std::size_t p, TableRows const& rows) {
            Tally tally;
            for (std::size_t row = 0; row < rows.size(); ++row) {
                TableCell const cell = rows.cell(i, row);
                if (cell.is_missing) continue;
                if (real_of(cell.text)) {
                    ++tally.numbers;
                } else if (tally.others++ == 0) {
                    tally.first_other = row;
                }
            }
            tallies[p] = tally;
        });
        std::uint64_t numbers = 0, others = 0;
        std::optional<std::size_t> first;
        for (std::size_t p = 0; p < tallies.size(); ++p) {
            numbers += tallies[p].numbers;
            others += tallies[p].others;
            if (!first && tallies[p].others > 0) first = p;
        }
        constexpr std::uint64_t numbers_for_each_text = 4;
        if (!first || numbers < others * numbers_for_each_text) return;
        TableRows const& rows = table_.parts[*first];
        std::size_t const row = tallies[*first].first_other;
        char const* const line = rows.line(row);
        std::string const place = line == nullptr ? "" : " on line " + grouped(line_number(line));
        remark_(fmt::format("column '{}' has numbers and {}, and is read as text; the first text is '{}'{}",
                            printable(name), counted(others, "text"), printable(rows.cell(i, row).text), place));
    }

    void take_texts(std::size_t i, Column& column) const {
        column.text.resize(begins_.back());
        std::vector<NameTable> tables(table_.parts.size());
        for_parts([&](std::size_t p, TableRows const& rows) {
            for (std::size_t row = 0; row < rows.size(); ++row) {
                TableCell const cell = rows.cell(i, row);
                column.text[begins_[p] + row] = cell.is_missing ? Column::no_word : tables[p].rank(cell.text);
            }
        });
        NameTable all;
        std::vector<std::vector<VertexId>> ranks(tables.size());
        for (std::size_t p = 0; p < tables.size(); ++p) {
            for (std::string_view const word : tables[p].names()) ranks[p].push_back(all.rank(word));
        }
        SortedNames const sorted = sorted_names(all.names());
        for_parts([&](std::size_t p, TableRows const& rows) {
            for (std::size_t row = begins_[p]; row < begins_[p] + rows.size(); ++row) {
                std::uint32_t& place = column.text[row];
                if (place != Column::no_word) place = sorted.places[ranks[p][place]];
            }
        });
        column.words = *sorted.names;
    }

    static constexpr std::size_t no_wrong = ~std::size_t{0};

    TableText const& table_;
    ColumnTypes const& types_;
    Team& team_;
    std::function<void(std::string const&)> const& remark_;
    std::vector<std::size_t> begins_{0}; // of the parts among all rows
};

// Vertices by the words of a table.
class VertexWords {
public:
    explicit VertexWords(Graph const& graph) : count_(graph.vertex_count()), has_names_(has_names(graph)) {
        if (has_names_) {
            by_name_.reserve(count_);
            for (VertexId v = 0; v < count_; ++v) by_name_.emplace(vertex_name(graph, graph.original_id(v)), v);
            return;
        }
        are_places_ = graph.original_ids().empty();
        if (are_places_) return;
        constexpr OriginalId entries_a_vertex = 8;
        OriginalId const largest = std::ranges::max(graph.original_ids());
        if (largest >= entries_a_vertex * count_ + 1024) {
            by_search_.emplace(graph);
            return;
        }
        by_id_.assign(largest + 1, count_);
        for (VertexId v = 0; v < count_; ++v) by_id_[graph.original_id(v)] = v;
    }

    bool are_names() const { return has_names_; }

    std::optional<VertexId> named(std::string_view name) const {
        auto const found = by_name_.find(name);
        return found == by_name_.end() ? std::nullopt : std::optional(found->second);
    }

    std::optional<VertexId> numbered(OriginalId id) const {
        if (by_search_) return by_search_->find(id);
        if (are_places_) return id < count_ ? std::optional(static_cast<VertexId>(id)) : std::nullopt;
        return id < by_id_.size() && by_id_[id] != count_ ? std::optional(by_id_[id]) : std::nullopt;
    }

private:
    VertexId count_;
    bool has_names_;
    bool are_places_ = false;                                // each vertex is its own id
    std::unordered_map<std::string_view, VertexId> by_name_; // the graph owns the names
    std::vector<VertexId> by_id_;
    std::optional<VertexById> by_search_;
};

std::optional<OriginalId> id_of(std::string_view text) {
    OriginalId id = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    bool const is_id = error == std::errc() && end == text.data() + text.size();
    return is_id ? std::optional(id) : std::nullopt;
}

} // namespace

std::vector<Column> columns_of(TableText const& table, ColumnTypes const& types, Team& team,
                               std::function<void(std::string const&)> const& remark) {
    return ColumnMaker(table, types, team, remark).make();
}

namespace {

struct EdgePart {
    TableRows rows;
    std::vector<Edge> edges{};          // by row
    std::vector<std::uint32_t> lines{}; // of the part, by row; no_row: the second arc of an edge without a direction
    std::uint32_t line_count = 0;       // without comments and headers
    bool is_each_a_row = true;          // each line is one row
    std::uint64_t outside = 0;          // loops of vertices that have no other edge
};

// Reads the lines of edges a second time, see list_edges() and list_table(), which have refused the wrong ones.
class EdgeRowReader {
public:
    EdgeRowReader(std::string_view text, std::string const& path, TableLayout const& layout, EdgeTable const& table,
                  VertexWords const& vertices, bool is_directed, std::vector<bool> const& left_out, bool is_begin)
        : input_(text, path),
          layout_(layout),
          table_(table),
          vertices_(vertices),
          is_directed_(is_directed),
          passes_first_(is_begin && (layout.header_is_line || table.begins_with_sizes)),
          cells_(layout.separation, !layout.names),
          part_{.rows = TableRows(left_out, text.size())} {}

    EdgePart read() {
        while (input_.seek_line(table_comments)) {
            std::string_view const line = input_.whole_line();
            if (!std::exchange(passes_first_, false)) read_line(line);
            input_.skip_line();
        }
        return std::move(part_);
    }

private:
    void read_line(std::string_view line) {
        if (layout_.header_is_line && line == layout_.header_line) return; // of joined files
        std::uint32_t const number = part_.line_count++;
        part_.is_each_a_row &= add_rows(line, number) == 1;
    }

    // Returns: the number of rows that the line is.
    int add_rows(std::string_view line, std::uint32_t number) {
        if (auto const problem = cells_.split(line)) input_.fail(std::string(*problem));
        if (cells_.size() <= std::max(layout_.source, layout_.target)) return 0;
        bool const is_missing = layout_.names && (is_missing_end(layout_.source) || is_missing_end(layout_.target));
        if (is_missing) return 0;
        auto const source = vertex(layout_.source, 0), target = vertex(layout_.target, table_.right);
        if (!source || !target) {
            ++part_.outside;
            return 0;
        }
        part_.rows.add(cells_, line);
        part_.edges.push_back({*source, *target});
        part_.lines.push_back(number);
        bool const has_no_direction = is_directed_ && layout_.type && *layout_.type < cells_.size() &&
                                      cells_[*layout_.type] == "Undirected" && *source != *target;
        if (!has_no_direction) return 1;
        part_.rows.repeat_last();
        part_.edges.push_back({*target, *source});
        part_.lines.push_back(GraphColumns::no_row);
        return 2;
    }

    bool is_missing_end(std::size_t column) const {
        return !cells_.is_quoted(column) && detail::is_missing(cells_[column]);
    }

    std::optional<VertexId> vertex(std::size_t column, OriginalId added) const {
        if (vertices_.are_names()) return vertices_.named(cells_[column]);
        std::string_view const text = cells_[column]; // a remark may follow the id
        OriginalId id = 0;
        bool const is_id = std::from_chars(text.data(), text.data() + text.size(), id).ec == std::errc();
        return is_id ? vertices_.numbered(id + added) : std::nullopt;
    }

    TextInput input_;
    TableLayout const& layout_;
    EdgeTable const& table_;
    VertexWords const& vertices_;
    bool is_directed_;
    bool passes_first_;
    LineCells cells_;
    EdgePart part_;
};

// Returns: for each row, its line among those of the file that are no comments or headers. Second arcs come after all of
// them. Empty: each row is at its own place.
std::vector<std::uint32_t> lines_of(std::vector<std::optional<EdgePart>> const& parts) {
    if (std::ranges::all_of(parts, [](auto const& part) { return !part || part->is_each_a_row; })) return {};
    std::vector<std::uint32_t> lines;
    std::uint64_t before = 0;
    for (std::optional<EdgePart> const& part : parts) {
        if (!part) continue;
        for (std::uint32_t const line : part->lines)
            lines.push_back(line == GraphColumns::no_row ? line : static_cast<std::uint32_t>(before + line));
        before += part->line_count;
    }
    for (std::uint32_t& line : lines) {
        if (line == GraphColumns::no_row) line = static_cast<std::uint32_t>(before++);
    }
    require_row_count(before);
    return lines;
}

// The ends are no columns, nor are the numbers that programs write before each row.
std::vector<bool> columns_left_out(TableLayout const& layout) {
    std::vector<bool> left_out(std::max(layout.source, layout.target) + 1);
    left_out[layout.source] = left_out[layout.target] = true;
    std::string const first = layout.name_of(0);
    bool const are_rows =
        layout.has_names_of_rows || (!layout.header.empty() && (first.empty() || first.starts_with("Unnamed: ")));
    if (are_rows) left_out[0] = true;
    return left_out;
}

} // namespace

Graph with_table_columns(Graph graph, std::string_view text, std::string const& path, TableLayout const& layout,
                         EdgeTable const& table, ReadOptions const& options, ReadReport& report, Team& team) {
    VertexWords const vertices(graph);
    std::vector<bool> const left_out = columns_left_out(layout);
    auto const read = [&](std::string_view part, bool is_begin) {
        return EdgeRowReader(part, path, layout, table, vertices, is_directed(graph), left_out, is_begin).read();
    };
    std::vector<std::optional<EdgePart>> parts(static_cast<std::size_t>(team.size()));
    try {
        team.run([&](Member member) {
            std::size_t const begin = line_begin(text, member.begin(text.size()));
            std::size_t const end = line_begin(text, member.end(text.size()));
            if (begin < end)
                parts[static_cast<std::size_t>(member.index)] = read(text.substr(begin, end - begin), begin == 0);
        });
    } catch (InputError const&) { // the number of the line counts from the beginning of the text
        parts.clear();
        parts.emplace_back(read(text, true));
    }
    TableText columns{.text = text,
                      .path = path,
                      .header = layout.header,
                      .left_out = left_out,
                      .parts = {},
                      .has_arc_times = options.time.has_value()};
    std::vector<Edge> edges;
    std::vector<std::uint32_t> lines = lines_of(parts);
    std::uint64_t outside = 0;
    for (std::optional<EdgePart>& part : parts) {
        if (!part) continue;
        edges.insert(edges.end(), part->edges.begin(), part->edges.end());
        outside += part->outside;
        columns.parts.push_back(std::move(part->rows));
    }
    if (outside > 0) {
        report.remark(fmt::format("{} of a vertex without another edge {} left out", counted(outside, "self-loop"),
                                  outside == 1 ? "is" : "are"));
    }
    auto const remark = [&](std::string const& sentence) { report.remark(sentence); };
    return with_rows(std::move(graph), edges, columns_of(columns, options.column_types, team, remark), team,
                     std::move(lines));
}

namespace {

// Reads a table of vertices.
class VertexTable {
public:
    VertexTable(Graph graph, std::string_view text, std::string const& path, std::string const& id,
                std::function<void(std::string const&)> const& note)
        : graph_(std::move(graph)),
          vertices_(graph_),
          path_(path),
          note_(note),
          sample_(sample_of(text, path)),
          separation_(separation()),
          cells_(separation_, false),
          table_{.text = text, .path = path, .header = {}, .left_out = {}, .parts = {}},
          lines_of_(graph_.vertex_count(), GraphColumns::no_row) {
        take_header();
        take_id_column(id);
    }

    Graph read(ColumnTypes const& types) {
        read_lines();
        Team team(team_size(table_.text.size(), 0));
        add_vertices(team);
        std::vector<Column> columns =
            columns_of(table_, types, team, [&](std::string const& sentence) { say(sentence); });
        for (Column& column : columns) column = picked(column, lines_of_, team);
        return with_vertex_columns(std::move(graph_), std::move(columns));
    }

private:
    Separation separation() const {
        if (sample_.lines.empty()) {
            throw InputError(
                fmt::format("{}: the file has no line; expected a header, and a line for each vertex", path_));
        }
        auto const common = common_separator(sample_.lines);
        return common ? Separation::one(*common) : Separation::runs(blanks);
    }

    void take_header() {
        std::string_view const line = sample_.lines.front();
        TextInput input(table_.text, path_);
        input.return_to(line);
        if (auto const problem = cells_.split(line)) input.fail(std::string(*problem));
        for (std::size_t i = 0; i < cells_.size(); ++i) table_.header.emplace_back(cells_[i]);
        // R leaves out the name of the column that has the rows' names.
        if (sample_.lines.size() > 1 && !cells_.split(sample_.lines[1]) && cells_.size() == table_.header.size() + 1) {
            table_.header.insert(table_.header.begin(), "");
        }
    }

    void take_id_column(std::string const& id) {
        if (!id.empty()) {
            auto const found = detail::column_named(table_.header, id);
            if (!found) {
                std::string const near = nearest(id, table_.header);
                throw InputError(fmt::format("{}: there is no column '{}' of ids{}; the header has {}", path_,
                                             printable(id),
                                             near.empty() ? "" : fmt::format(", did you mean {}?", printable(near)),
                                             printable(joined(table_.header, ", "))));
            }
            id_ = *found;
        } else if (auto const named = detail::column_named(table_.header, "id"); table_.header[0].empty() && named) {
            throw InputError(
                fmt::format("{}: the first column has no name, and column {} is called '{}'; give the column "
                            "of ids by its name (--id {})",
                            path_, *named + 1, table_.header[*named], table_.header[*named]));
        }
        if (find(table_.header[id_])) {
            throw InputError(
                fmt::format("{}: the first line, '{}', is for vertex {}; expected a header with the names of the "
                            "columns above the lines",
                            path_, printable(sample_.lines.front()), printable(table_.header[id_])));
        }
        table_.left_out.resize(id_ + 1);
        table_.left_out[id_] = true;
    }

    std::optional<VertexId> find(std::string_view text) const {
        if (vertices_.are_names()) return vertices_.named(text);
        auto const id = id_of(text);
        return id ? vertices_.numbered(*id) : std::nullopt;
    }

    void read_lines() {
        TextInput input(table_.text, path_);
        input.seek_line(table_comments);
        input.skip_line(); // the header
        TableRows rows(table_.left_out, table_.text.size());
        std::uint64_t found = 0;
        for (; input.seek_line(table_comments); input.skip_line()) {
            std::string_view const line = input.whole_line();
            input.return_to(line); // for the number of a wrong line
            if (auto const problem = cells_.split(line)) input.fail(std::string(*problem));
            auto const vertex = vertex_of_line(input);
            std::uint32_t* const own = vertex ? &lines_of_[*vertex] : line_of_lone_vertex();
            if (own != nullptr && *own != GraphColumns::no_row) {
                input.fail(fmt::format("vertex {} has a line already; give it one line", printable(cells_[id_])));
            }
            if (own != nullptr) *own = static_cast<std::uint32_t>(rows.size());
            found += vertex.has_value();
            rows.add(cells_, line);
            if (rows.size() >= GraphColumns::no_row)
                input.fail("the table has too many lines; expected one for each vertex");
        }
        std::size_t const lines = rows.size();
        table_.parts.push_back(std::move(rows));
        report(lines, found);
    }

    std::optional<VertexId> vertex_of_line(TextInput const& input) const {
        if (id_ >= cells_.size() || cells_[id_].empty()) {
            input.fail(
                fmt::format("the line has no id in column {}; expected the id of a vertex, or another column of ids "
                            "(--id)",
                            id_ + 1));
        }
        if (!vertices_.are_names() && !id_of(cells_[id_])) {
            input.fail(
                fmt::format("'{}' is not a {}; expected a whole number, give another column of ids (--id), or give "
                            "--names if ids are names",
                            printable(cells_[id_]), vertex_noun));
        }
        return is_missing_name() ? std::nullopt : find(cells_[id_]);
    }

    // Returns: where the line of a vertex without an edge is kept. Null: the words in this line cannot name one.
    std::uint32_t* line_of_lone_vertex() {
        if (has_several_graphs()) return nullptr;
        std::string_view const word = cells_[id_];
        if (!vertices_.are_names()) return &lone_ids_.try_emplace(*id_of(word), GraphColumns::no_row).first->second;
        if (is_missing_name() || !name_problem(word).empty()) return nullptr;
        return &lone_names_.try_emplace(std::string(word), GraphColumns::no_row).first->second;
    }

    // Each graph has ids of its own, which the table does not tell apart.
    bool has_several_graphs() const { return graph_.read_as && !graph_.read_as->graph_of.empty(); }

    bool is_missing_name() const {
        return vertices_.are_names() && !cells_.is_quoted(id_) && detail::is_missing(cells_[id_]);
    }

    // Adds the vertices without an edge.
    void add_vertices(Team& team) {
        if (lone_ids_.empty() && lone_names_.empty()) return;
        MoreVertices more = vertices_.are_names() ? with_more_vertices(graph_, keys_of(lone_names_), team)
                                                  : with_more_vertices(graph_, keys_of(lone_ids_), team);
        std::vector<std::uint32_t> lone_lines;
        for (auto const& [name, line] : lone_names_) lone_lines.push_back(line);
        for (auto const& [id, line] : lone_ids_) lone_lines.push_back(line);
        auto next = lone_lines.begin();
        std::vector<std::uint32_t> lines;
        for (std::uint32_t const before : more.before) {
            lines.push_back(before == GraphColumns::no_row ? *next++ : lines_of_[before]);
        }
        graph_ = std::move(more.graph);
        lines_of_ = std::move(lines);
    }

    template <class Key> static std::vector<Key> keys_of(std::map<Key, std::uint32_t> const& lines) {
        std::vector<Key> keys;
        for (auto const& [key, line] : lines) keys.push_back(key);
        return keys;
    }

    void report(std::uint64_t lines, std::uint64_t found) const {
        if (found == 0) {
            throw InputError(
                fmt::format("{}: no line names a vertex of the graph; expected the graph's ids in column {}, or "
                            "give another column of ids (--id)",
                            path_, id_ + 1));
        }
        std::uint64_t const lone = lone_ids_.size() + lone_names_.size(), others = lines - found - lone;
        if (lone > 0) {
            say(fmt::format("{} of the table {} no edge; {} to the graph as well", counted(lone, "vertex"),
                            lone == 1 ? "has" : "have", lone == 1 ? "it belongs" : "they belong"));
        }
        if (others > 0) {
            say(fmt::format("{} of {} name{} no vertex", grouped(others), counted(lines, "line"),
                            others == 1 ? "s" : ""));
        }
        std::uint64_t const without = graph_.vertex_count() - found;
        if (without > 0) {
            say(fmt::format("{} of the graph {} no line, and so no attributes", counted(without, "vertex"),
                            without == 1 ? "has" : "have"));
        }
    }

    void say(std::string const& sentence) const {
        if (note_) note_(fmt::format("{}: {}", path_, sentence));
    }

    Graph graph_;
    VertexWords vertices_;
    std::string const& path_;
    std::function<void(std::string const&)> const& note_;
    TableSample sample_;
    Separation separation_;
    LineCells cells_;
    TableText table_;
    std::vector<std::uint32_t> lines_of_; // the row of each vertex
    // The rows of vertices that have no edge, by their ids or names.
    std::map<OriginalId, std::uint32_t> lone_ids_;
    std::map<std::string, std::uint32_t> lone_names_;
    std::size_t id_ = 0; // the column of ids
};

} // namespace
} // namespace cerrado::detail

namespace cerrado {

Graph read_vertex_columns(Graph graph, std::string const& path, std::string const& id, ColumnTypes const& types,
                          std::function<void(std::string const&)> const& note) {
    detail::FileBytes const file = detail::load_unpacked(path);
    return detail::VertexTable(std::move(graph), file.bytes, path, id, note).read(types);
}

} // namespace cerrado
