#include <cerrado/graph/io/tables/matrix.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>
#include <cerrado/graph/io/assembly.hpp>
#include <cerrado/graph/io/formats.hpp>
#include <cerrado/graph/io/output_file.hpp>
#include <cerrado/graph/io/tables/metis.hpp>
#include <cerrado/graph/io/tables/table_layout.hpp>
#include <cerrado/graph/io/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <unordered_set>
#include <utility>
#include <vector>

namespace cerrado::detail {

namespace {

// Calls visit(cells) for each line.
template <class Visit>
std::uint64_t for_lines(TextInput& input, Separation separation, bool names, Visit const& visit) {
    LineCells cells(separation, !names);
    while (input.seek_line(table_comments)) {
        if (auto const problem = cells.split(input.whole_line())) input.fail(std::string(*problem));
        visit(cells);
        input.skip_line();
    }
    return input.comments();
}

OriginalId id_of(std::string_view text, TextInput const& input) {
    OriginalId id = 0;
    auto const [end, status] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (status != std::errc() || end != text.data() + text.size()) input.reject(text, vertex_noun);
    return id;
}

Separation separation_of(ReadOptions const& options) {
    if (!options.delimiter.empty()) return given_separation(options.delimiter);
    return Separation::runs(options.names ? between_names : between_numbers);
}

} // namespace

std::string_view doubt_about_adjacency_list(std::string_view text, std::string const& path) {
    TextInput input(text, path);
    std::unordered_set<std::string_view> vertices;
    std::uint64_t lines = 0;
    std::size_t first_size = 0, last_size = 0;
    bool is_twice = false, differ = false; // of the lines before the last
    for_lines(input, Separation::runs(between_numbers), false, [&](LineCells const& cells) {
        if (lines == 0) first_size = cells.size();
        differ |= lines > 0 && last_size != first_size;
        last_size = cells.size();
        ++lines;
        is_twice |= !vertices.insert(cells[0]).second;
    });
    if (is_twice) return "each line begins with another vertex";
    if (!differ) return "more than the last line would be shorter";
    return {};
}

bool lists_have_both_ways(std::string_view text, std::string const& path) {
    constexpr std::uint64_t least_lines = 4;
    using Arc = std::pair<std::string_view, std::string_view>;
    TextInput input(text, path);
    LineCells cells(Separation::runs(between_numbers), true);
    std::unordered_set<std::string_view> vertices;
    std::vector<Arc> arcs;
    while (input.seek_line(table_comments)) {
        if (cells.split(input.whole_line()) || !vertices.insert(cells[0]).second) return false;
        for (std::size_t i = 1; i < cells.size(); ++i) {
            if (!is_id(cells[i]) || cells[i] == cells[0]) return false;
            arcs.emplace_back(cells[0], cells[i]);
        }
        input.skip_line();
    }
    std::ranges::sort(arcs);
    bool const are_unique = std::ranges::adjacent_find(arcs) == arcs.end();
    return vertices.size() >= least_lines && are_unique && std::ranges::all_of(arcs, [&](Arc const& arc) {
               return std::ranges::binary_search(arcs, Arc{arc.second, arc.first});
           });
}

Graph read_adjacency_list(std::string_view text, std::string const& path, ReadOptions const& options,
                          ReadReport& report) {
    TextInput input(text, path);
    Assembly assembly(path, options);
    auto const vertex = [&](std::string_view cell) {
        if (cell.empty()) input.refuse_empty_cell();
        return options.names ? assembly.vertex(cell) : assembly.vertex(id_of(cell, input));
    };
    std::uint64_t lists = 0;
    std::uint64_t const comments = for_lines(input, separation_of(options), options.names, [&](LineCells const& cells) {
        ++lists;
        VertexId const source = vertex(cells[0]);
        for (std::size_t i = 1; i < cells.size(); ++i) {
            VertexId const target = vertex(cells[i]);
            options.directed ? assembly.arc(source, target) : assembly.edge(source, target);
        }
    });
    report = {};
    report.format = "adjacency list";
    report.comments = comments;
    report.is_doubtful = true;
    report.remark(fmt::format("each of {} lines has a vertex and its neighbours", lists));
    return assembly.finish();
}

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

namespace {

struct Header {
    VertexId vertices = 0;
    std::uint64_t edges = 0;
    std::uint64_t numbers_before_list = 0; // a size, weights
    bool edge_weights = false;
};

// A list's entries, parted by direction: a right file holds the same pairs in both.
struct Lists {
    std::vector<Edge> upward;   // vertex < neighbour
    std::vector<Edge> downward; // as {neighbour, vertex}
    std::uint64_t self_loops = 0;

    std::uint64_t entries() const { return upward.size() + downward.size() + self_loops; }
};

// The flags are decimal digits: hundreds: sizes, tens: vertex weights, ones: edge weights.
void read_format(TextInput& input, Header& header) {
    std::uint64_t const format = input.number("format");
    bool const binary_digits = format <= 111 && format % 10 <= 1 && format / 10 % 10 <= 1;
    if (!binary_digits) input.fail(fmt::format("format {}; expected three digits of 0 and 1, like 011", format));
    input.skip_separators();
    std::uint64_t constraints = 1;
    if (!input.at_line_end()) {
        constraints = input.number("number of constraints");
        input.skip_separators();
    }
    bool const vertex_weights = format / 10 % 10 == 1;
    if (constraints > input.remaining()) {
        input.fail(fmt::format("{} weights per vertex are more than the file has bytes; expected a few", constraints));
    }
    header.numbers_before_list = (format >= 100 ? 1 : 0) + (vertex_weights ? constraints : 0);
    header.edge_weights = format % 10 == 1;
}

void check_promises(std::uint64_t vertices, std::uint64_t edges, TextInput const& input) {
    constexpr std::uint64_t shortest_edge = 4;
    check_vertex_count(vertices, input);
    if (vertices > input.remaining()) {
        input.fail(fmt::format(
            "the header promises {} vertex lines, the file has room for {} at most; expected the whole file, "
            "fetch it again",
            vertices, input.remaining()));
    }
    if (edges > (input.remaining() + 1) / shortest_edge) {
        input.fail(fmt::format(
            "the header promises {} edges, the file has room for {} at most, as METIS lists each edge twice, at both "
            "its ends; expected the whole file, fetch it again",
            edges, (input.remaining() + 1) / shortest_edge));
    }
}

Header read_header(TextInput& input) {
    if (!input.seek_content("%")) input.fail("the file ends before the header; expected 'vertices edges [format]'");
    Header header;
    std::uint64_t const vertices = input.number("number of vertices");
    input.skip_separators();
    if (input.at_line_end()) input.fail("one number in the header; expected 'vertices edges [format]'");
    header.edges = input.number("number of edges");
    input.skip_separators();
    if (!input.at_line_end()) read_format(input, header);
    if (!input.at_line_end())
        input.fail("more than four numbers in the header; expected 'vertices edges format constraints'");
    check_promises(vertices, header.edges, input);
    header.vertices = static_cast<VertexId>(vertices);
    input.skip_line();
    return header;
}

void skip_numbers(TextInput& input, std::uint64_t count, std::string_view noun) {
    for (; count > 0; --count) {
        if (input.at_line_end())
            input.fail(fmt::format("the line ends before its {}; expected one as the header's format says", noun));
        std::string_view const word = input.word();
        if (word.empty() || word.find_first_not_of("0123456789.+-eE") != std::string_view::npos) {
            input.fail(fmt::format("'{}' cannot be the {}; expected a number", printable(word), noun));
        }
        input.skip_separators();
    }
}

void read_vertex_line(TextInput& input, Header const& header, VertexId vertex, Lists& lists) {
    input.skip_separators();
    skip_numbers(input, header.numbers_before_list, "vertex size or weight");
    while (!input.at_line_end()) {
        std::uint64_t const number = input.number("neighbour");
        if (number < 1 || number > header.vertices) {
            input.fail(fmt::format("neighbour {} is no vertex; expected 1 to {}", number, header.vertices));
        }
        auto const neighbour = static_cast<VertexId>(number - 1);
        if (vertex < neighbour) {
            lists.upward.push_back({vertex, neighbour});
        } else if (neighbour < vertex) {
            lists.downward.push_back({neighbour, vertex});
        } else {
            ++lists.self_loops;
        }
        input.skip_separators();
        if (header.edge_weights) skip_numbers(input, 1, "edge weight");
    }
    input.skip_line();
}

Lists read_lists(TextInput& input, Header const& header) {
    Lists lists;
    lists.upward.reserve(header.edges);
    lists.downward.reserve(header.edges);
    for (VertexId vertex = 0; vertex < header.vertices; ++vertex) {
        input.skip_comments("%");
        bool const last_line_is_empty = vertex + 1 == header.vertices && header.numbers_before_list == 0;
        if (input.at_end() && !last_line_is_empty) {
            input.fail(fmt::format("the file ends after {} of the {} vertices that the header promises; fetch it again",
                                   vertex, header.vertices));
        }
        read_vertex_line(input, header, vertex, lists);
    }
    if (input.seek_content("%")) {
        input.fail(fmt::format("a line after the {} vertices that the header promises; expected the file's end",
                               header.vertices));
    }
    return lists;
}

// Sums of mixed pairs tell unequal multisets apart but for one case in 2^64; sorting is left to the error path.
std::uint64_t fingerprint(std::vector<Edge> const& edges) {
    std::uint64_t sum = edges.size();
    for (Edge const& edge : edges) {
        std::uint64_t pair = (static_cast<std::uint64_t>(edge.source) << 32 | edge.target) + 0x9e3779b97f4a7c15u;
        pair = (pair ^ pair >> 30) * 0xbf58476d1ce4e5b9u;
        pair = (pair ^ pair >> 27) * 0x94d049bb133111ebu;
        sum += pair ^ pair >> 31;
    }
    return sum;
}

void require_both_directions(Lists& lists, TextInput const& input) {
    if (fingerprint(lists.upward) == fingerprint(lists.downward)) return;
    auto const before = [](Edge const& a, Edge const& b) {
        return a.source != b.source ? a.source < b.source : a.target < b.target;
    };
    std::sort(lists.upward.begin(), lists.upward.end(), before);
    std::sort(lists.downward.begin(), lists.downward.end(), before);
    auto const [up, down] =
        std::mismatch(lists.upward.begin(), lists.upward.end(), lists.downward.begin(), lists.downward.end());
    bool const upward_alone = down == lists.downward.end() || (up != lists.upward.end() && before(*up, *down));
    Edge const lonely = upward_alone ? *up : *down;
    std::uint64_t const lower = lonely.source + 1ull, higher = lonely.target + 1ull;
    input.fail_whole(
        fmt::format("vertex {} lists {} more often than {} lists {}; expected every edge in the lists of both its ends",
                    upward_alone ? lower : higher, upward_alone ? higher : lower, upward_alone ? higher : lower,
                    upward_alone ? lower : higher));
}

} // namespace

Graph read_metis(std::string_view text, std::string const& path) {
    TextInput input(text, path);
    Header const header = read_header(input);
    Lists lists = read_lists(input, header);
    if (lists.entries() != 2 * header.edges) {
        input.fail_whole(fmt::format("the header promises {}, the lists hold {}; expected {}, two per edge",
                                     counted(header.edges, "edge"), counted(lists.entries(), "entry"),
                                     2 * header.edges));
    }
    require_both_directions(lists, input);
    std::vector<OriginalId> numbers(header.vertices);
    std::iota(numbers.begin(), numbers.end(), OriginalId{1});
    Graph graph = graph_from_edges(header.vertices, lists.upward, std::move(numbers));
    graph.cleaning.self_loops += lists.self_loops;
    return graph;
}

void write_metis(Graph const& graph, OutputFile& file) {
    if (graph.oriented()) {
        std::vector<Edge> edges;
        edges.reserve(graph.edge_count());
        for (VertexId v = 0; v < graph.vertex_count(); ++v) {
            for (VertexId u : graph.neighbours(v)) edges.push_back({v, u});
        }
        return write_metis(graph_from_edges(graph.vertex_count(), edges), file);
    }
    file.write(fmt::format("% vertices are positions from 1; original ids are not kept\n{} {}\n", graph.vertex_count(),
                           graph.edge_count()));
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        std::string_view separator = "";
        for (VertexId u : graph.neighbours(v)) {
            file.write(separator);
            file.write_number(u + 1ull);
            separator = " ";
        }
        file.write("\n");
    }
}

} // namespace cerrado::detail
