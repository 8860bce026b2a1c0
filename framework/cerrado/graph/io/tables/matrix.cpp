#include <cerrado/graph/io/tables/matrix.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/assembly.hpp>
#include <cerrado/graph/io/tables/table_header.hpp>
#include <cerrado/graph/io/tables/table_sample.hpp>
#include <cerrado/graph/io/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace cerrado::detail {
namespace {

using Row = std::vector<std::string>;

Row row_of(std::string_view line, Separation separation) {
    LineCells cells(separation, false);
    cells.split(line);
    Row row;
    for (std::size_t i = 0; i < cells.size(); ++i) row.emplace_back(cells[i]);
    return row;
}

std::vector<Row> rows_of(TableSample const& sample, Separation separation) {
    std::vector<Row> rows;
    for (std::string_view const line : sample.lines) rows.push_back(row_of(line, separation));
    return rows;
}

std::optional<double> value_of(std::string_view cell) {
    double value = 0;
    auto const [end, status] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (status != std::errc() || end != cell.data() + cell.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}
bool is_value(std::string_view cell) { return value_of(cell).has_value(); }
bool is_bit(std::string_view cell) { return value_of(cell) == 0.0 || value_of(cell) == 1.0; }
bool is_word(std::string_view cell) { return !cell.empty() && !is_value(cell); }

// What is around the cells of a matrix.
struct Frame {
    bool has_header = false; // the columns' names
    bool has_corner = false; // and one more, of the rows' names
    bool has_names = false;  // of rows, the first cell of each
    bool are_same = false;   // rows and columns are named alike
};

// Whether the first line names the columns as the lines after it are named. Where the corner has no word, numbers other than
// zeros and ones may be edges.
bool are_named_alike(std::vector<Row> const& rows, bool has_corner) {
    Row const& header = rows[0];
    std::size_t const columns = rows[1].size();
    if (rows.size() < 3 || columns < 3 || header.size() + !has_corner != columns) return false;
    auto const name = header.begin() + has_corner;
    if (std::all_of(name, header.end(), is_bit)) return false;
    bool const is_sure = has_corner && !is_value(header[0]);
    for (std::size_t i = 1; i < rows.size(); ++i) {
        Row const& row = rows[i];
        bool const fits = row.size() == columns && i < columns && row[0] == name[static_cast<std::ptrdiff_t>(i) - 1] &&
                          !row[0].empty() && std::all_of(row.begin() + 1, row.end(), is_sure ? is_value : is_bit);
        if (!fits) return false;
    }
    return true;
}

// R leaves the corner out, and may number rows where columns have names.
Frame frame_of(std::vector<Row> const& rows) {
    if (rows.size() < 2) return {};
    Row const& header = rows[0];
    std::size_t const columns = rows[1].size();
    bool const is_shorter = header.size() + 1 == columns;
    if (header.empty() || (header.size() != columns && !is_shorter)) return {};
    if (are_named_alike(rows, !is_shorter)) return {true, !is_shorter, true, true};
    bool const names_ends = end_columns(header, [](EndColumns const& ends) { return ends.are_words; }).has_value();
    if (names_ends || std::ranges::none_of(header, is_word)) return {};
    bool const has_corner = !is_shorter && header[0].empty();
    return {true, has_corner, is_shorter || has_corner, false};
}

// Stops at `most`.
std::uint64_t count_lines(std::string_view text, std::string const& path, std::uint64_t most) {
    TextInput input(text, path);
    std::uint64_t lines = 0;
    for (; lines < most && input.seek_line(table_comments); ++lines) input.skip_line();
    return lines;
}

class Matrix {
public:
    Matrix(std::string_view text, std::string const& path, TableLayout const& layout, Frame frame)
        : input_(text, path),
          layout_(layout),
          frame_(frame) {}

    void read() {
        LineCells cells(layout_.separation, false);
        if (frame_.has_header && input_.seek_line(table_comments)) {
            names_ = row_of(input_.whole_line(), layout_.separation);
            if (frame_.has_corner) names_.erase(names_.begin());
            input_.skip_line();
        }
        while (input_.seek_line(table_comments)) {
            if (auto const problem = cells.split(input_.whole_line())) input_.fail(std::string(*problem));
            read_row(cells);
            input_.skip_line();
        }
        if (rows_ != columns_ || (frame_.has_header && names_.size() != rows_)) {
            input_.fail_whole(fmt::format("{} lines of {} columns; expected a square matrix", rows_, columns_));
        }
    }

    Graph graph(std::string const& path, ReadOptions const& options) {
        if (options.names && !frame_.has_header) {
            throw InputError(fmt::format("{}: a matrix whose vertices have no names; leave --names out", path));
        }
        Assembly assembly(path, options);
        std::vector<VertexId> vertices;
        if (frame_.has_header) {
            for (std::string const& name : names_) vertices.push_back(assembly.vertex(name));
            if (assembly.vertex_count() != rows_) input_.fail_whole("two columns of the same name in the first line");
        } else {
            assembly.count_vertices(rows_, 0);
            for (VertexId v = 0; v < rows_; ++v) vertices.push_back(v);
        }
        bool const is_symmetric = has_both_ways();
        if (is_symmetric) assembly.edges_are_told_twice();
        for (auto const [source, target] : entries_) {
            if (is_symmetric) {
                assembly.edge(vertices[source], vertices[target]);
            } else {
                assembly.arc(vertices[source], vertices[target]);
            }
        }
        return assembly.finish();
    }

    void report(ReadReport& report) const {
        report = {};
        report.format = "adjacency matrix";
        report.header_lines = frame_.has_header;
        report.comments = input_.comments();
        report.is_doubtful = true;
        report.remark(fmt::format("{0} lines of {0} {1}{2}", rows_,
                                  are_bits_ ? "zeros and ones" : "numbers, of which each but 0 is an edge",
                                  frame_.has_header ? ", with names" : ""));
    }

    bool has_loops() const {
        return std::ranges::any_of(entries_, [](Edge const& entry) { return entry.source == entry.target; });
    }
    // Entries ascend.
    bool has_both_ways() const {
        return std::ranges::all_of(entries_, [&](Edge const& entry) {
            Edge const other{entry.target, entry.source};
            return std::ranges::binary_search(entries_, other, [](Edge const& a, Edge const& b) {
                return a.source != b.source ? a.source < b.source : a.target < b.target;
            });
        });
    }

private:
    void read_row(LineCells const& cells) {
        std::size_t const first = frame_.has_names;
        if (rows_ == 0) columns_ = cells.size() - first;
        if (cells.size() != columns_ + first) {
            input_.fail(fmt::format("{} columns on the line; expected {}", cells.size(), columns_ + first));
        }
        if (frame_.are_same && (rows_ >= names_.size() || cells[0] != names_[rows_])) {
            input_.fail(fmt::format("a row of '{}'; expected rows to be named in the order of the columns",
                                    printable(cells[0])));
        }
        for (std::size_t column = 0; column < columns_; ++column) {
            std::string_view const cell = cells[column + first];
            auto const value = value_of(cell);
            if (!value) input_.fail(fmt::format("'{}' in an adjacency matrix; expected a number", printable(cell)));
            are_bits_ &= *value == 0.0 || *value == 1.0;
            if (*value != 0.0) entries_.push_back({static_cast<VertexId>(rows_), static_cast<VertexId>(column)});
        }
        check_vertex_count(++rows_, input_);
    }

    TextInput input_;
    TableLayout const& layout_;
    Frame frame_;
    std::uint64_t rows_ = 0, columns_ = 0;
    Row names_;
    std::vector<Edge> entries_;
    bool are_bits_ = true;
};

// Of a square of numbers: whether they cannot be edges. Throws InputError where they can be either.
bool is_matrix_of_numbers(Matrix matrix, std::string const& path, std::uint64_t size) {
    try {
        matrix.read();
    } catch (InputError const&) {
        return false;
    }
    bool const is_symmetric = matrix.has_both_ways();
    bool const is_large = size > 3;
    if (matrix.has_loops() || !(is_symmetric || is_large)) return false;
    if (is_symmetric && is_large) return true;
    throw InputError(
        fmt::format("{}: {} lines of {} numbers with zeros on the diagonal, which may be a matrix or edges with "
                    "further columns; give --format matrix or --format edges",
                    path, size, size));
}

} // namespace

bool is_matrix(std::string_view text, std::string const& path, TableLayout const& layout) {
    std::vector<Row> const rows = rows_of(sample_of(text, path), layout.separation);
    Frame const frame = frame_of(rows);
    if (frame.are_same) return true;
    if (rows.size() < 3) return false;
    auto const first = rows.begin() + frame.has_header;
    std::size_t const columns = first->size(), size = columns - frame.has_names;
    if (size < 3) return false;
    auto const all_are = [&](bool (*is_kind)(std::string_view)) {
        return std::all_of(first, rows.end(), [&](Row const& row) {
            return row.size() == columns && std::all_of(row.begin() + frame.has_names, row.end(), is_kind);
        });
    };
    if (!all_are(is_value)) return false;
    bool const are_bits = size > 3 && all_are(is_bit);
    std::uint64_t const lines = count_lines(text, path, frame.has_header + size + 1) - frame.has_header;
    if (lines == size) return are_bits || is_matrix_of_numbers(Matrix(text, path, layout, frame), path, size);
    if (!are_bits || frame.has_header) return false;
    throw InputError(fmt::format(
        "{}: {} than {} lines of {} zeros and ones; expected {}, a square matrix, or give --format edges if "
        "the first two of each line are an edge",
        path, lines < size ? "fewer" : "more", size, size, size));
}

Graph read_matrix(std::string_view text, std::string const& path, TableLayout const& layout, ReadOptions const& options,
                  ReadReport& report) {
    Matrix matrix(text, path, layout, frame_of(rows_of(sample_of(text, path), layout.separation)));
    matrix.read();
    matrix.report(report);
    return matrix.graph(path, options);
}

} // namespace cerrado::detail
