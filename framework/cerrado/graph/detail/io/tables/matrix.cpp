#include <cerrado/graph/detail/io/tables/matrix.hpp>

#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/io/assembly.hpp>
#include <cerrado/graph/detail/io/formats.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>
#include <cerrado/graph/detail/io/tables/metis.hpp>
#include <cerrado/graph/detail/io/tables/table_layout.hpp>
#include <cerrado/graph/detail/io/text_input.hpp>
#include <cerrado/graph/detail/io/text_lines.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_map>
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
    bool is_twice = false, differ = false; // lengths of the lines before the last
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

namespace {

// The parts of the lines of lists besides ids.
struct ListKind {
    bool has_labels = false; // the second word is the vertex's label
    char joint = 0;          // the character between a neighbour and its weight
    std::size_t first() const { return has_labels ? 2 : 1; }
};

// Takes the weight off a neighbour: 2,80 or 2:7. The result is empty if it has none.
std::string_view take_weight(std::string_view& neighbour, char joint) {
    std::size_t const place = joint == 0 ? std::string_view::npos : neighbour.find(joint);
    if (place == std::string_view::npos) return {};
    std::string_view const weight = neighbour.substr(place + 1);
    neighbour = neighbour.substr(0, place);
    return weight;
}

bool is_weighted(std::string_view cell, char joint) {
    std::string_view const weight = take_weight(cell, joint);
    return is_id(cell) && !weight.empty() && weight.find(joint) == std::string_view::npos;
}

// Returns: the character before the weights that all neighbours have, or nothing if there is none. `has_labels`: words
// before the neighbours have no weight.
std::optional<ListKind> weighted_kind(std::string_view text, std::string const& path) {
    TextInput input(text, path);
    LineCells cells(Separation::runs(blanks), true);
    std::optional<ListKind> kind;
    while (input.seek_line(table_comments)) {
        if (cells.split(input.whole_line()) || !is_id(cells[0])) return std::nullopt;
        if (!kind) {
            std::size_t const joint = cells[cells.size() - 1].find_first_of(",:");
            if (joint == std::string_view::npos || cells.size() < 2) return std::nullopt;
            kind = ListKind{.joint = cells[cells.size() - 1][joint]};
            kind->has_labels = !is_weighted(cells[1], kind->joint);
        }
        if (cells.size() < kind->first()) return std::nullopt;
        if (kind->has_labels && is_weighted(cells[1], kind->joint)) return std::nullopt;
        for (std::size_t i = kind->first(); i < cells.size(); ++i) {
            if (!is_weighted(cells[i], kind->joint)) return std::nullopt;
        }
        input.skip_line();
    }
    return kind;
}

struct ListTraits {
    std::uint64_t lines = 0;
    bool have_both_ways = false, have_known_neighbours = false; // vertices that begin a line
    bool have_several = false;                                  // neighbours on the lines
};

// Returns: nothing if lines are no such lists: two begin with the same vertex, or one has a neighbour twice, or its own
// vertex.
std::optional<ListTraits> traits_of_lists(std::string_view text, std::string const& path, ListKind kind, bool names) {
    using Arc = std::pair<std::string_view, std::string_view>;
    TextInput input(text, path);
    LineCells cells(Separation::runs(kind.joint != 0 ? blanks : names ? between_names : between_numbers), !names);
    std::unordered_set<std::string_view> vertices;
    std::vector<Arc> arcs;
    ListTraits traits;
    while (input.seek_line(table_comments)) {
        if (cells.split(input.whole_line()) || cells.size() < kind.first() || !cells.is_of_line(cells[0]) ||
            !vertices.insert(cells[0]).second)
            return std::nullopt;
        for (std::size_t i = kind.first(); i < cells.size(); ++i) {
            std::string_view neighbour = cells[i];
            take_weight(neighbour, kind.joint);
            if (!(names || is_id(neighbour)) || !cells.is_of_line(neighbour) || neighbour == cells[0])
                return std::nullopt;
            arcs.emplace_back(cells[0], neighbour);
        }
        traits.have_several |= cells.size() > kind.first() + 1;
        ++traits.lines;
        input.skip_line();
    }
    std::ranges::sort(arcs);
    if (arcs.empty() || std::ranges::adjacent_find(arcs) != arcs.end()) return std::nullopt;
    traits.have_both_ways = std::ranges::all_of(arcs, [&](Arc const& arc) {
        return std::ranges::binary_search(arcs, Arc{arc.second, arc.first});
    });
    traits.have_known_neighbours =
        std::ranges::all_of(arcs, [&](Arc const& arc) { return vertices.contains(arc.second); });
    return traits;
}

bool have_both_ways(std::string_view text, std::string const& path, ListKind kind, bool names, std::uint64_t least) {
    auto const traits = traits_of_lists(text, path, kind, names);
    return traits && traits->have_both_ways && traits->lines >= least;
}

constexpr std::uint64_t least_lists = 4, least_labelled_lists = 3;

// Finds weights and labels, if all lines certainly have them.
ListKind kind_of_lists(std::string_view text, std::string const& path, bool names) {
    if (auto const weighted = names ? std::nullopt : weighted_kind(text, path)) return *weighted;
    bool const has_labels = !have_both_ways(text, path, {}, names, least_labelled_lists) &&
                            have_both_ways(text, path, {.has_labels = true}, names, least_labelled_lists);
    return {.has_labels = has_labels};
}

} // namespace

bool lists_have_both_ways(std::string_view text, std::string const& path) {
    return have_both_ways(text, path, {}, false, least_lists) || are_labelled_lists(text, path);
}

bool are_labelled_lists(std::string_view text, std::string const& path) {
    ListKind const kind = kind_of_lists(text, path, false);
    return kind.has_labels && have_both_ways(text, path, kind, false, least_labelled_lists);
}

bool are_weighted_lists(std::string_view text, std::string const& path) {
    auto const kind = weighted_kind(text, path);
    auto const traits = kind ? traits_of_lists(text, path, *kind, false) : std::nullopt;
    if (!traits) return false;
    if (traits->have_both_ways) return true;
    // the words of 1 2,5 3,5 may be decimal numbers
    bool const are_decimal = kind->joint == ',' && !traits->have_known_neighbours;
    return !kind->has_labels && traits->have_several && !are_decimal;
}

namespace {

// Reads lists, and checks that each edge is where it should be.
class ListReader {
public:
    ListReader(std::string_view text, std::string const& path, ReadOptions const& options)
        : input_(text, path),
          options_(options),
          assembly_(path, options),
          kind_(options.delimiter.empty() ? kind_of_lists(text, path, options.names) : ListKind{}) {}

    Graph read(ReadReport& report) {
        Separation const separation = kind_.joint != 0 ? Separation::runs(blanks) : separation_of(options_);
        std::uint64_t const comments =
            for_lines(input_, separation, options_.names, [&](LineCells const& cells) { read_line(cells); });
        report = {};
        report.format = "adjacency list";
        report.comments = comments;
        report.remark(fmt::format("each of {} lines has a vertex{} and its neighbours{}", lists_,
                                  kind_.has_labels ? ", its label" : "", kind_.joint != 0 ? " with weights" : ""));
        if (!options_.directed) remark_one_sided(report);
        return assembly_.finish();
    }

private:
    VertexId vertex(std::string_view cell) {
        if (cell.empty()) input_.refuse_empty_cell();
        VertexId const handle = options_.names ? assembly_.vertex(cell) : assembly_.vertex(id_of(cell, input_));
        if (handle >= line_of_.size()) line_of_.resize(handle + std::size_t{1}, 0);
        return handle;
    }

    void read_line(LineCells const& cells) {
        VertexId const source = vertex(cells[0]);
        line_of_[source] = ++lists_;
        if (kind_.has_labels && cells.size() > 1) assembly_.label(source, cells[1]);
        for (std::size_t i = kind_.first(); i < cells.size(); ++i) {
            std::string_view neighbour = cells[i];
            std::string_view const weight = take_weight(neighbour, kind_.joint);
            VertexId const target = vertex(neighbour);
            arcs_.push_back({source, target});
            options_.directed ? assembly_.arc(source, target, weight) : assembly_.edge(source, target, weight);
        }
    }

    // Lists of edges have each edge at both ends, or each at the end that comes first. Other lists may be lists of
    // arcs.
    void remark_one_sided(ReadReport& report) {
        bool const has_each_a_line = std::ranges::find(line_of_, 0u) == line_of_.end() && lists_ == line_of_.size();
        if (!has_each_a_line) return;
        auto const precedes = [](Edge const& a, Edge const& b) {
            return a.source != b.source ? a.source < b.source : a.target < b.target;
        };
        std::ranges::sort(arcs_, precedes);
        std::uint64_t lonely = 0, backward = 0;
        for (Edge const& arc : arcs_) {
            if (std::ranges::binary_search(arcs_, Edge{arc.target, arc.source}, precedes)) continue;
            ++lonely;
            backward += line_of_[arc.target] < line_of_[arc.source];
        }
        if (lonely == 0 || (lonely == arcs_.size() && backward == 0)) return;
        report.remark(
            fmt::format("each vertex has a line, and {} of {} neighbours do not have the vertex on their own lines; if "
                        "these are arcs, give --directed",
                        lonely, arcs_.size()));
    }

    TextInput input_;
    ReadOptions const& options_;
    Assembly assembly_;
    ListKind kind_;
    std::uint64_t lists_ = 0;
    std::vector<std::uint64_t> line_of_; // by handle, from 1; 0: the vertex has none
    std::vector<Edge> arcs_;
};

} // namespace

Graph read_adjacency_list(std::string_view text, std::string const& path, ReadOptions const& options,
                          ReadReport& report) {
    return ListReader(text, path, options).read(report);
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

// Commas within numbers, `0,5`, separate nothing if blanks separate.
Separation separation_of_matrix(std::vector<std::string_view> const& lines) {
    if (lines.empty()) return Separation::runs(blanks);
    if (auto const common = common_separator(lines)) return Separation::one(*common);
    bool const are_blanks = std::ranges::all_of(
        lines, [](std::string_view line) { return line.find_first_of(",;|:") == std::string_view::npos; });
    bool const have_blanks = std::ranges::all_of(
        lines, [](std::string_view line) { return line.find_first_of(blanks) != std::string_view::npos; });
    return Separation::runs(are_blanks || have_blanks ? blanks : between_numbers);
}

// Returns: the value of a cell that is no number. Returns nothing if it is no entry of a matrix.
std::optional<double> value_of_word(std::string_view cell) {
    if (cell.empty()) return 0.0;
    if (cell == "NA" || cell == "N/A" || cell == "<NA>") return std::numeric_limits<double>::quiet_NaN();
    std::string const word = in_lower_case(cell);
    if (word == "true") return 1.0;
    if (word == "false") return 0.0;
    return std::nullopt;
}

// NaN and infinity are values, too
std::optional<double> number_of(std::string_view cell) {
    if (cell.size() > 1 && cell[0] == '+') cell.remove_prefix(1);
    double value = 0;
    auto const [end, status] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    bool const is_whole = end == cell.data() + cell.size();
    if (status == std::errc() && is_whole) return value;
    if (status == std::errc::result_out_of_range && is_whole) return std::numeric_limits<double>::max();
    bool const has_comma = status == std::errc() && *end == ',' && cell.find(',') == cell.rfind(',');
    if (!has_comma) return std::nullopt;
    std::string with_point(cell);
    with_point[static_cast<std::size_t>(end - cell.data())] = '.';
    return with_point.ends_with('.') ? std::nullopt : number_of(with_point);
}

std::optional<double> value_of(std::string_view cell) {
    auto const number = number_of(cell);
    return number ? number : value_of_word(cell);
}
bool is_value(std::string_view cell) { return value_of(cell).has_value(); }
bool is_bit(std::string_view cell) { return value_of(cell) == 0.0 || value_of(cell) == 1.0; }
bool is_truth(std::string_view cell) { return is_bit(cell) && is_letter(cell.empty() ? ' ' : cell[0]); }
bool is_word(std::string_view cell) {
    auto const value = value_of(cell);
    return !cell.empty() && !(value && std::isfinite(*value));
}

// The cells around the entries of a matrix.
struct Frame {
    enum class Names { none, of_columns, of_rows, of_both, of_two_kinds };

    bool has_header = false; // the columns' names
    bool has_corner = false; // the first line has one more cell, above the rows' names
    bool has_first = false;  // the first cell of each row is no entry: it is the row's name or number
    bool are_digits = false; // a row is one word, a digit for each column
    Names names = Names::none;

    std::size_t entries(std::size_t cells) const { return cells - has_first; }
};

// 0, 1, 2, ... or 1, 2, 3, ...
bool are_consecutive(Row const& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i] != fmt::to_string(i + (cells[0] == "1"))) return false;
    }
    return !cells.empty();
}

bool are_distinct(Row const& cells) {
    std::unordered_set<std::string_view> const all(cells.begin(), cells.end());
    return all.size() == cells.size() && !all.contains("");
}

// The first lines of a text that may be a matrix.
class MatrixSample {
public:
    MatrixSample(std::string_view text, std::string const& path) : text_(text), path_(path) {
        std::vector<std::string_view> const lines = sample_of(text, path).lines;
        separation_ = separation_of_matrix(lines);
        for (std::string_view const line : lines) rows_.push_back(row_of(line, separation_));
    }

    Separation separation() const { return separation_; }
    std::size_t size() const { return rows_.size(); }
    Row const& header() const { return rows_[0]; }
    std::size_t columns() const { return rows_.size() > 1 ? rows_[1].size() : 0; }

    // Returns true if all entries within the frame are of the kind.
    bool all_are(Frame const& frame, bool (*is_kind)(std::string_view)) const {
        return std::all_of(rows_.begin() + frame.has_header, rows_.end(), [&](Row const& row) {
            return row.size() == columns() && std::all_of(row.begin() + frame.has_first, row.end(), is_kind);
        });
    }
    bool any_is_zero() const {
        return std::any_of(rows_.begin() + 1, rows_.end(), [](Row const& row) {
            return std::any_of(row.begin() + 1, row.end(), [](auto const& cell) { return value_of(cell) == 0.0; });
        });
    }
    Row first_cells(bool has_header) const {
        Row cells;
        for (std::size_t i = has_header; i < rows_.size(); ++i) cells.push_back(rows_[i].empty() ? "" : rows_[i][0]);
        return cells;
    }

    // Returns: the number of lines of the text that are no comment, counted up to `most`.
    std::uint64_t lines(std::uint64_t most) const {
        TextInput input(text_, path_);
        std::uint64_t lines = 0;
        for (; lines < most && input.seek_line(table_comments); ++lines) input.skip_line();
        return lines;
    }

private:
    std::string_view text_;
    std::string const& path_;
    Separation separation_ = Separation::runs(blanks);
    std::vector<Row> rows_;
};

// The option of awk for the cells.
std::string awk_separator(Separation separation) {
    char const character = separation.character();
    if (character == 0) return separation.separates(',') ? " -F '[ \\t,;|:]+'" : "";
    return character == '\t' ? " -F '\\t'" : fmt::format(" -F '{}'", character);
}

// The command that makes edges from a table with names around it, by these names.
std::string edges_of_names(Separation separation, std::string_view row, std::string_view column) {
    return fmt::format(
        "`awk{} 'NR==1 {{n=split($0, c)}} NR>1 {{for (i=2; i<=NF; ++i) if ($i ~ /[1-9]|TRUE/) print "
        "{} $1 \"\\t\" {} c[i+n-NF]}}' FILE > FILE.txt`",
        awk_separator(separation), row, column);
}

// Finds the cells around a matrix whose rows have names, or numbers as names.
class NamedFrame {
public:
    // `is_given`: an option says that it is a matrix.
    NamedFrame(MatrixSample const& sample, std::string const& path, bool is_given)
        : sample_(sample),
          path_(path),
          is_given_(is_given),
          has_corner_(sample.header().size() == sample.columns()),
          has_empty_corner_(!has_corner_ || sample.header()[0].empty()),
          names_(sample.header().begin() + has_corner_, sample.header().end()),
          of_rows_(sample.first_cells(true)) {}

    std::optional<Frame> find() const {
        if (sample_.size() < 3 || names_.size() < 2 || !are_distinct(of_rows_)) return std::nullopt;
        std::unordered_set<std::string_view> const columns(names_.begin(), names_.end());
        auto const shared = static_cast<std::size_t>(
            std::ranges::count_if(of_rows_, [&](std::string const& name) { return columns.contains(name); }));
        if (shared == of_rows_.size()) return of_one_kind();
        bool const are_names =
            std::ranges::all_of(of_rows_, is_word) || (has_empty_corner_ && std::ranges::any_of(of_rows_, is_word));
        return are_names ? of_other_names(shared > 0) : of_other_numbers();
    }

private:
    Frame frame(Frame::Names names) const {
        return {.has_header = true, .has_corner = has_corner_, .has_first = true, .names = names};
    }

    // Numbers may be edges, with two exceptions: the corner is no number, or the numbers come in the order of the
    // columns over zeros and ones.
    std::optional<Frame> of_one_kind() const {
        if (std::ranges::all_of(names_, is_bit)) return std::nullopt;
        bool const is_sure = (has_corner_ && (has_empty_corner_ || !is_value(sample_.header()[0]))) ||
                             std::ranges::all_of(of_rows_, is_word);
        bool const are_in_order =
            of_rows_.size() <= names_.size() && std::equal(of_rows_.begin(), of_rows_.end(), names_.begin());
        Frame const found = frame(Frame::Names::of_both);
        bool const fits = sample_.all_are(found, is_sure ? is_value : is_bit) && (is_sure || are_in_order);
        return fits ? std::optional(found) : std::nullopt;
    }

    // Three words such as site1, site2 and site3 are not the two ends of an edge.
    bool names_ends() const {
        Row const& header = sample_.header();
        auto const are_two = [&](EndColumns const& ends) {
            std::string const& word = header[ends.source];
            return std::ranges::count_if(header, [&](std::string const& other) {
                       return other.size() == word.size() && other.starts_with(word.substr(0, word.size() - 1));
                   }) == 2;
        };
        return end_columns(header, [&](EndColumns const& ends) { return ends.are_words || are_two(ends); }).has_value();
    }

    std::optional<Frame> of_other_names(bool are_some_same) const {
        Frame const found = frame(Frame::Names::of_two_kinds);
        bool const has_names_of_columns = has_empty_corner_ || std::ranges::any_of(names_, is_word);
        bool const may_be = has_names_of_columns && sample_.all_are(found, is_value) && sample_.any_is_zero();
        if (!may_be || names_ends()) return std::nullopt;
        if (are_some_same) refuse_mixed_names();
        bool const are_bits = sample_.all_are(found, is_bit) && names_.size() > 2;
        if (has_empty_corner_ || are_bits || is_given_) return found;
        throw InputError(
            fmt::format("{}: lines have a name and {} numbers under the header '{}', which may be a matrix of two "
                        "kinds of vertices, rows and columns; if it is one, give --format matrix, otherwise --columns "
                        "with the columns of an edge's ends, such as --columns 1,2",
                        path_, names_.size(), printable(joined(sample_.header(), " "))));
    }

    [[noreturn]] void refuse_mixed_names() const {
        throw InputError(
            fmt::format("{}: some rows of this matrix have the names of columns, and others do not, such as '{}'; make "
                        "edges of it, in which the same names are the same vertices, and give --names: {}",
                        path_, printable(other_name()), edges_of_names(sample_.separation(), "", "")));
    }
    std::string const& other_name() const {
        return *std::ranges::find_if(
            of_rows_, [&](std::string const& name) { return std::ranges::find(names_, name) == names_.end(); });
    }

    // A column of row numbers may stand before edges.
    std::optional<Frame> of_other_numbers() const {
        bool const may_be = has_corner_ && has_empty_corner_ && names_.size() > 2 && are_distinct(names_) &&
                            std::ranges::none_of(names_, is_word) &&
                            sample_.all_are(frame(Frame::Names::of_two_kinds), is_bit);
        if (!may_be) return std::nullopt;
        throw InputError(
            fmt::format("{}: the rows of this matrix have other numbers than its columns, such as {}; make edges of "
                        "it, in which rows begin with r and columns with c, and give --names: {}",
                        path_, printable(other_name()), edges_of_names(sample_.separation(), "\"r\"", "\"c\"")));
    }

    MatrixSample const& sample_;
    std::string const& path_;
    bool is_given_, has_corner_, has_empty_corner_;
    Row names_, of_rows_;
};

// Returns true if the first line may be the names of columns.
bool has_names_of_columns(Row const& header) {
    Row const names(header.begin() + (!header.empty() && header[0].empty()), header.end());
    bool const names_ends = end_columns(header, [](EndColumns const& ends) { return ends.are_words; }).has_value();
    return !names_ends && (std::ranges::any_of(names, is_word) || are_consecutive(names));
}

// The possible cells around the entries, if rows and columns do not both have names. The first that fits is taken.
std::vector<Frame> other_frames(MatrixSample const& sample) {
    std::vector<Frame> frames;
    Row const& header = sample.header();
    std::size_t const columns = sample.columns();
    bool const is_shorter = header.size() + 1 == columns;
    if ((is_shorter || header.size() == columns) && !header.empty() && has_names_of_columns(header)) {
        bool const has_corner = !is_shorter && header[0].empty();
        bool const has_first = is_shorter || has_corner; // R numbers the rows if columns have names
        if (!has_first || are_consecutive(sample.first_cells(true))) {
            frames.push_back({.has_header = true,
                              .has_corner = has_corner,
                              .has_first = has_first,
                              .names = Frame::Names::of_columns});
        }
    }
    Row const first = sample.first_cells(false);
    if (header.size() == columns && are_distinct(first) &&
        (are_consecutive(first) || std::ranges::all_of(first, is_word))) {
        frames.push_back({.has_first = true, .names = Frame::Names::of_rows});
    }
    frames.push_back({});
    return frames;
}

bool is_word_of_digits(Row const& row, bool (*is_kind)(char), std::size_t size) {
    return row.size() == 1 && row[0].size() == size && std::ranges::all_of(row[0], is_kind);
}

class Matrix {
public:
    Matrix(std::string_view text, std::string const& path, Separation separation, Frame frame)
        : input_(text, path),
          separation_(separation),
          frame_(frame) {}

    void read() {
        LineCells cells(separation_, false);
        if (frame_.has_header && input_.seek_line(table_comments)) take_header();
        while (input_.seek_line(table_comments)) {
            if (auto const problem = cells.split(input_.whole_line())) input_.fail(std::string(*problem));
            read_row(cells);
            input_.skip_line();
        }
        if (!is_of_two_kinds()) require_square();
        if (are_unordered_) std::ranges::sort(entries_, precedes);
    }

    Graph graph(std::string const& path, ReadOptions const& options) {
        if (options.names && frame_.names == Names::none) {
            throw InputError(fmt::format("{}: the vertices of this matrix have no names; leave --names out", path));
        }
        Assembly assembly(path, options);
        std::vector<VertexId> rows, columns;
        if (frame_.names == Names::none) {
            assembly.count_vertices(rows_, 0);
            for (VertexId v = 0; v < rows_; ++v) columns.push_back(v);
        } else {
            for (std::string const& name : frame_.names == Names::of_rows ? of_rows_ : of_columns_) {
                columns.push_back(assembly.vertex(name));
            }
            if (is_of_two_kinds()) {
                for (std::string const& name : of_rows_) rows.push_back(assembly.vertex(name));
            }
        }
        add_entries(assembly, is_of_two_kinds() ? rows : columns, columns);
        return assembly.finish();
    }

    void report(ReadReport& report) const {
        report = {};
        report.format = "adjacency matrix";
        report.header_lines = frame_.has_header;
        report.comments = input_.comments();
        char const* const what = are_bits_ ? "zeros and ones" : "numbers, of which all but 0 are edges";
        if (is_of_two_kinds()) {
            report.remark(
                fmt::format("{} rows and {} columns of {}, with other names for rows than for columns, which are taken "
                            "as two kinds of vertices",
                            rows_, columns_, what));
        } else {
            report.remark(
                fmt::format("{0} lines of {0} {1}{2}", rows_, what, frame_.names == Names::none ? "" : ", with names"));
        }
        if (are_unordered_) report.remark("rows come in another order than columns, and are matched by their names");
        if (missing_ > 0) report.remark(entries_without_number(missing_));
    }

    bool has_loops() const {
        return std::ranges::any_of(entries_, [](Edge const& entry) { return entry.source == entry.target; });
    }
    bool has_both_ways() const {
        return std::ranges::all_of(entries_, [&](Edge const& entry) {
            return std::ranges::binary_search(entries_, Edge{entry.target, entry.source}, precedes);
        });
    }

private:
    using Names = Frame::Names;

    static bool precedes(Edge const& a, Edge const& b) {
        return a.source != b.source ? a.source < b.source : a.target < b.target;
    }
    bool is_of_two_kinds() const { return frame_.names == Names::of_two_kinds; }

    void take_header() {
        of_columns_ = row_of(input_.whole_line(), separation_);
        if (frame_.has_corner) of_columns_.erase(of_columns_.begin());
        for (VertexId i = 0; i < of_columns_.size(); ++i) {
            if (of_columns_[i].empty()) input_.fail("a column has no name; expected a name over each column");
            if (!places_.emplace(of_columns_[i], i).second) {
                input_.fail(
                    fmt::format("two columns have the same name in the first line, '{}'; expected different names",
                                printable(of_columns_[i])));
            }
        }
        input_.skip_line();
    }

    // Returns: the vertex of a row, which is one of the columns.
    VertexId take_name(std::string_view name) {
        if (frame_.names == Names::of_columns || frame_.names == Names::none) return static_cast<VertexId>(rows_);
        if (!met_.emplace(name).second) {
            input_.fail(fmt::format("a second row has the name '{}'; expected different names", printable(name)));
        }
        of_rows_.emplace_back(name);
        auto const found = places_.find(std::string(name));
        if (is_of_two_kinds() && found != places_.end()) {
            input_.fail(
                fmt::format("a row has the name '{}' of a column, and others do not; expected other names for all rows "
                            "than for columns, or the same",
                            printable(name)));
        }
        if (frame_.names != Names::of_both) return static_cast<VertexId>(rows_);
        if (found == places_.end()) {
            input_.fail(fmt::format("a row has the name '{}'; expected rows to have the names of the columns",
                                    printable(name)));
        }
        are_unordered_ |= found->second != rows_;
        return found->second;
    }

    void read_row(LineCells const& cells) {
        std::string_view const digits = frame_.are_digits ? cells[0] : std::string_view();
        std::size_t const columns = frame_.are_digits ? digits.size() : frame_.entries(cells.size());
        if (frame_.are_digits && cells.size() != 1) input_.fail("a row of digits has a blank; expected none");
        if (rows_ == 0) columns_ = columns;
        if (columns != columns_ || (frame_.has_header && columns != of_columns_.size())) {
            input_.fail(fmt::format("the line has {} columns; expected {}", cells.size(), columns_ + frame_.has_first));
        }
        VertexId const row = take_name(frame_.has_first ? cells[0] : std::string_view());
        for (std::size_t column = 0; column < columns_; ++column) {
            add(row, column, frame_.are_digits ? digits.substr(column, 1) : cells[column + frame_.has_first]);
        }
        check_vertex_count(++rows_, input_);
    }

    void add(VertexId row, std::size_t column, std::string_view cell) {
        auto const value = value_of(cell);
        if (!value) input_.fail(fmt::format("'{}' is in an adjacency matrix; expected a number", printable(cell)));
        bool const is_missing = !std::isfinite(*value);
        missing_ += is_missing;
        are_bits_ &= is_missing || *value == 0.0 || *value == 1.0;
        if (!is_missing && *value != 0.0) entries_.push_back({row, static_cast<VertexId>(column)});
    }

    void require_square() const {
        if (rows_ == columns_) return;
        for (std::string const& name : of_columns_) {
            if (frame_.names != Names::of_both || met_.contains(name)) continue;
            input_.fail_whole(
                fmt::format("a column has the name '{}', and no row has it; expected a row for each column, or make "
                            "edges of it and give --names: {}",
                            printable(name), edges_of_names(separation_, "", "")));
        }
        input_.fail_whole(fmt::format("{} lines of {} columns; expected a square matrix", rows_, columns_));
    }

    void add_entries(Assembly& assembly, std::vector<VertexId> const& rows,
                     std::vector<VertexId> const& columns) const {
        bool const is_symmetric = !is_of_two_kinds() && has_both_ways();
        if (is_symmetric) assembly.edges_are_told_twice();
        for (auto const [source, target] : entries_) {
            if (is_symmetric || is_of_two_kinds()) {
                assembly.edge(rows[source], columns[target]);
            } else {
                assembly.arc(rows[source], columns[target]);
            }
        }
    }

    TextInput input_;
    Separation separation_;
    Frame frame_;
    std::uint64_t rows_ = 0, columns_ = 0;
    Row of_columns_, of_rows_;
    std::unordered_map<std::string, VertexId> places_; // of columns
    std::unordered_set<std::string> met_;              // rows
    std::vector<Edge> entries_;                        // ascending
    std::uint64_t missing_ = 0;                        // NaN and infinity
    bool are_bits_ = true, are_unordered_ = false;
};

// For a square of numbers. Returns: true if they cannot be edges. Throws InputError if they may be edges or a matrix.
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
        fmt::format("{}: {} lines of {} numbers have zeros on the diagonal, which may be a matrix or edges with "
                    "further columns; give --format matrix or --format edges",
                    path, size, size));
}

bool is_zero_or_one(char c) { return c == '0' || c == '1'; }

// Recognises rows of digits without anything between them. Two such rows may be anything.
std::optional<Frame> frame_of_digits(MatrixSample const& sample, bool is_given) {
    std::size_t const size = sample.header().size() == 1 ? sample.header()[0].size() : 0;
    if (size < 3 || !is_word_of_digits(sample.header(), is_given ? is_digit : is_zero_or_one, size))
        return std::nullopt;
    return sample.lines(size + 1) == size ? std::optional(Frame{.are_digits = true}) : std::nullopt;
}

// Returns: the cells around the matrix, or nothing if this is no matrix. `is_given`: an option says that it is one.
std::optional<Frame> frame_of(MatrixSample const& sample, std::string_view text, std::string const& path,
                              bool is_given) {
    if (sample.size() < 2) return std::nullopt;
    if (auto const digits = frame_of_digits(sample, is_given)) return digits;
    std::size_t const columns = sample.columns(), of_header = sample.header().size();
    if (columns > 2 && (of_header == columns || of_header + 1 == columns)) {
        if (auto const named = NamedFrame(sample, path, is_given).find()) return named;
    }
    std::uint64_t const lines = sample.lines(columns + 2);
    for (Frame const& frame : other_frames(sample)) {
        std::size_t const size = frame.entries(columns);
        if (size < 2 || lines - frame.has_header != size || !sample.all_are(frame, is_value)) continue;
        if (is_given || sample.all_are(frame, is_truth)) return frame;
        if (size < 3) continue;
        bool const are_bits = size > 3 && sample.all_are(frame, is_bit);
        if (are_bits || is_matrix_of_numbers(Matrix(text, path, sample.separation(), frame), path, size)) return frame;
    }
    return std::nullopt;
}

} // namespace

std::string entries_without_number(std::uint64_t count) {
    return fmt::format("{} {} NaN or infinite, which {} no edge{}", counted(count, "entry"), count == 1 ? "is" : "are",
                       count == 1 ? "is" : "are", count == 1 ? "" : "s");
}

bool is_matrix(std::string_view text, std::string const& path) {
    MatrixSample const sample(text, path);
    if (frame_of(sample, text, path, false)) return true;
    std::size_t const size = sample.columns();
    if (sample.size() < 3 || size < 4 || !sample.all_are({}, is_bit)) return false;
    throw InputError(fmt::format(
        "{}: {} than {} lines of {} zeros and ones; expected {}, a square matrix, or give --format edges if "
        "the first two of each line are an edge. If rows and columns are two kinds of vertices, make edges of it and "
        "give "
        "--names: `awk{} '{{for (i=1; i<=NF; ++i) if ($i ~ /1|TRUE/) print \"r\" NR \"\\t\" \"c\" i}}' FILE > "
        "FILE.txt`",
        path, sample.lines(size + 1) < size ? "fewer" : "more", size, size, size, awk_separator(sample.separation())));
}

Graph read_matrix(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report) {
    MatrixSample const sample(text, path);
    Matrix matrix(text, path, sample.separation(),
                  frame_of(sample, text, path, options.format == "matrix").value_or(Frame{}));
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

// The sums of a list's entries, by direction. In a correct file both directions have the same pairs.
struct Lists {
    std::vector<Edge> upward;   // vertex < neighbour
    std::vector<Edge> downward; // as {neighbour, vertex}
    std::uint64_t self_loops = 0;

    std::uint64_t entries() const { return upward.size() + downward.size() + self_loops; }
};

// The flags are decimal digits: the hundreds for sizes, the tens for vertex weights, the ones for edge weights.
void read_format(TextInput& input, Header& header) {
    std::uint64_t const format = input.number("format");
    bool const binary_digits = format <= 111 && format % 10 <= 1 && format / 10 % 10 <= 1;
    if (!binary_digits) input.fail(fmt::format("format {}; expected three digits of 0 and 1, such as 011", format));
    input.skip_separators();
    std::uint64_t constraints = 1;
    if (!input.at_line_end()) {
        constraints = input.number("number of constraints");
        input.skip_separators();
    }
    bool const vertex_weights = format / 10 % 10 == 1;
    if (constraints > input.remaining()) {
        input.fail(
            fmt::format("{} weights per vertex are more than the bytes of the file; expected a few", constraints));
    }
    header.numbers_before_list = (format >= 100 ? 1 : 0) + (vertex_weights ? constraints : 0);
    header.edge_weights = format % 10 == 1;
}

void check_promises(std::uint64_t vertices, std::uint64_t edges, TextInput const& input) {
    constexpr std::uint64_t shortest_edge = 4;
    check_vertex_count(vertices, input);
    if (vertices > input.remaining()) {
        input.fail(
            fmt::format("the header promises {} lines of vertices, and the file has room for at most {}; expected the "
                        "whole file, fetch it again",
                        vertices, input.remaining()));
    }
    if (edges > (input.remaining() + 1) / shortest_edge) {
        input.fail(
            fmt::format("the header promises {} edges, and the file has room for at most {}, as METIS has each edge "
                        "twice, at both its ends; expected the whole file, fetch it again",
                        edges, (input.remaining() + 1) / shortest_edge));
    }
}

Header read_header(TextInput& input) {
    if (!input.seek_content("%")) input.fail("the file ends before the header; expected 'vertices edges [format]'");
    Header header;
    std::uint64_t const vertices = input.number("number of vertices");
    input.skip_separators();
    if (input.at_line_end()) input.fail("the header has one number; expected 'vertices edges [format]'");
    header.edges = input.number("number of edges");
    input.skip_separators();
    if (!input.at_line_end()) read_format(input, header);
    if (!input.at_line_end())
        input.fail("the header has more than four numbers; expected 'vertices edges format constraints'");
    check_promises(vertices, header.edges, input);
    header.vertices = static_cast<VertexId>(vertices);
    input.skip_line();
    return header;
}

void skip_numbers(TextInput& input, std::uint64_t count, std::string_view noun) {
    for (; count > 0; --count) {
        if (input.at_line_end())
            input.fail(fmt::format("the line ends before its {}; expected one, as the header's format says", noun));
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
        input.fail(fmt::format("a line comes after the {} vertices that the header promises; expected the file's end",
                               header.vertices));
    }
    return lists;
}

// The sums of mixed pairs differ if the multisets differ, except in one case of 2^64. Only the error path sorts.
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
        fmt::format("vertex {} has {} more often among its neighbours than {} has {}; expected every edge in the lists "
                    "of both its ends",
                    upward_alone ? lower : higher, upward_alone ? higher : lower, upward_alone ? higher : lower,
                    upward_alone ? lower : higher));
}

} // namespace

Graph read_metis(std::string_view text, std::string const& path) {
    TextInput input(text, path);
    Header const header = read_header(input);
    Lists lists = read_lists(input, header);
    if (lists.entries() != 2 * header.edges) {
        input.fail_whole(fmt::format("the header promises {}, and the lists hold {}; expected {}, two for each edge",
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
