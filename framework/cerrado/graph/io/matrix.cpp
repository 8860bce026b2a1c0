#include <cerrado/graph/io/matrix.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/assembly.hpp>
#include <cerrado/graph/io/table_sample.hpp>
#include <cerrado/graph/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

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

bool is_bit(std::string_view cell) { return cell == "0" || cell == "1"; }

// Whether the first line names the columns as the lines after it are named.
bool has_names(TableSample const& sample, Separation separation) {
    if (sample.lines.size() < 3) return false;
    Row header = row_of(sample.lines[0], separation);
    std::size_t const columns = row_of(sample.lines[1], separation).size();
    if (header.size() == columns && columns > 0) header.erase(header.begin());
    if (columns < 3 || header.size() + 1 != columns || std::ranges::all_of(header, is_bit)) return false;
    for (std::size_t i = 1; i < sample.lines.size(); ++i) {
        Row const row = row_of(sample.lines[i], separation);
        bool const fits = row.size() == columns && i <= header.size() && row[0] == header[i - 1] && !row[0].empty() &&
                          std::all_of(row.begin() + 1, row.end(), is_bit);
        if (!fits) return false;
    }
    return true;
}

std::uint64_t count_lines(std::string_view text, std::string const& path) {
    TextInput input(text, path);
    std::uint64_t lines = 0;
    for (; input.seek_line(table_comments); ++lines) input.skip_line();
    return lines;
}

class Matrix {
public:
    Matrix(std::string_view text, std::string const& path, TableLayout const& layout)
        : input_(text, path),
          layout_(layout),
          is_named_(has_names(sample_of(text, path), layout.separation)) {}

    void read() {
        LineCells cells(layout_.separation, false);
        if (is_named_ && input_.seek_line(table_comments)) {
            input_.whole_line();
            input_.skip_line();
        }
        while (input_.seek_line(table_comments)) {
            if (auto const problem = cells.split(input_.whole_line())) input_.fail(std::string(*problem));
            read_row(cells);
            input_.skip_line();
        }
        if (rows_ != columns_) {
            input_.fail_whole(fmt::format("{} lines of {} columns; expected a square matrix", rows_, columns_));
        }
    }

    Graph graph(std::string const& path, ReadOptions const& options) {
        if (options.names && !is_named_) {
            throw InputError(fmt::format("{}: a matrix whose rows have no names; leave --names out", path));
        }
        Assembly assembly(path, options);
        std::vector<VertexId> vertices;
        if (is_named_) {
            for (std::string const& name : names_) vertices.push_back(assembly.vertex(name));
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
        report.comments = input_.comments();
        report.is_doubtful = true;
        report.remark(fmt::format("{0} lines of {0} zeros and ones{1}", rows_, is_named_ ? ", with names" : ""));
    }

private:
    void read_row(LineCells const& cells) {
        std::size_t const first = is_named_;
        if (rows_ == 0) columns_ = cells.size() - first;
        if (cells.size() != columns_ + first) {
            input_.fail(fmt::format("{} columns on the line; expected {}", cells.size(), columns_ + first));
        }
        if (is_named_) names_.emplace_back(cells[0]);
        for (std::size_t column = 0; column < columns_; ++column) {
            std::string_view const cell = cells[column + first];
            if (cell == "1") {
                entries_.push_back({static_cast<VertexId>(rows_), static_cast<VertexId>(column)});
            } else if (cell != "0") {
                input_.fail(fmt::format("'{}' in an adjacency matrix; expected 0 or 1", printable(cell)));
            }
        }
        check_vertex_count(++rows_, input_);
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

    TextInput input_;
    TableLayout const& layout_;
    bool is_named_;
    std::uint64_t rows_ = 0, columns_ = 0;
    std::vector<std::string> names_;
    std::vector<Edge> entries_;
};

} // namespace

bool is_matrix(std::string_view text, std::string const& path, TableLayout const& layout) {
    if (has_names(sample_of(text, path), layout.separation)) return true;
    if (layout.columns < 4 || !layout.are_bits || layout.header_is_line) return false;
    std::uint64_t const lines = count_lines(text, path);
    if (lines == layout.columns) return true;
    throw InputError(
        fmt::format("{}: {} lines of {} zeros and ones, which are no square matrix; give --format edges if the first "
                    "two of each line are an edge",
                    path, lines, layout.columns));
}

Graph read_matrix(std::string_view text, std::string const& path, TableLayout const& layout, ReadOptions const& options,
                  ReadReport& report) {
    Matrix matrix(text, path, layout);
    matrix.read();
    matrix.report(report);
    return matrix.graph(path, options);
}

} // namespace cerrado::detail
