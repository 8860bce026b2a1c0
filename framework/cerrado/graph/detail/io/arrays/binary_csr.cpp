#include <cerrado/graph/detail/io/arrays/binary_csr.hpp>

#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/detail/columns.hpp>
#include <cerrado/graph/detail/io/arrays/byte_reader.hpp>
#include <cerrado/graph/detail/io/arrays/checksum.hpp>
#include <cerrado/graph/detail/io/assembly.hpp>
#include <cerrado/graph/detail/io/formats.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>
#include <cerrado/graph/detail/io/text_input.hpp>
#include <cerrado/graph/graph_ref.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

namespace {

// The multipliers P and Q of docs/formats.md.
constexpr std::uint64_t checksum_p = 0x9e3779b185ebca87u;
constexpr std::uint64_t checksum_q = 0xc2b2ae3d27d4eb4fu;

} // namespace

void Checksum::mix(int lane, std::uint64_t word) {
    lanes_[lane] = std::rotl(lanes_[lane] + word * checksum_q, 31) * checksum_p;
}

void Checksum::add(std::string_view bytes) {
    std::size_t position = 0;
    for (; position + 32 <= bytes.size() && words_ % 4 == 0; position += 32, words_ += 4) {
        std::array<std::uint64_t, 4> stripe;
        std::memcpy(stripe.data(), bytes.data() + position, sizeof stripe);
        for (int lane = 0; lane < 4; ++lane) mix(lane, stripe[lane]);
    }
    for (; position < bytes.size(); position += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + position, std::min<std::size_t>(8, bytes.size() - position));
        mix(static_cast<int>(words_++ % 4), word);
    }
}

std::uint64_t Checksum::value() const {
    std::uint64_t sum = words_ * checksum_p;
    for (std::uint64_t lane : lanes_) sum = std::rotl(sum ^ lane * checksum_q, 27) * checksum_p;
    sum = (sum ^ sum >> 33) * checksum_q;
    return sum ^ sum >> 29;
}

BinaryCsrHeader laid_out(BinaryCsrContents const& contents) {
    BinaryCsrHeader header{};
    std::memcpy(header.magic, binary_csr_magic.data(), sizeof header.magic);
    header.version = contents.version();
    header.flags = contents.flags;
    header.vertex_count = contents.vertex_count;
    header.neighbour_entries = contents.neighbour_entries;
    std::uint64_t end = sizeof header;
    auto const place = [&](bool is_there, std::uint64_t bytes) {
        std::uint64_t const position = end;
        if (is_there) end += aligned(bytes);
        return is_there ? position : 0;
    };
    header.offsets_position = place(true, (contents.vertex_count + 1) * sizeof(EdgeOffset));
    header.neighbours_position = place(true, contents.neighbour_entries * sizeof(VertexId));
    header.original_ids_position = place(contents.has(binary_csr_has_ids), contents.vertex_count * sizeof(OriginalId));
    header.arcs_position = place(contents.has(binary_csr_has_arcs), contents.neighbour_entries);
    bool const has_labels = contents.has(binary_csr_has_labels);
    header.label_names_bytes = has_labels ? contents.label_names_bytes : 0;
    header.labels_position = place(has_labels, contents.vertex_count * sizeof(std::uint32_t));
    header.label_names_position = place(has_labels, contents.label_names_bytes);
    bool const has_edge_labels = contents.has(binary_csr_has_edge_labels);
    header.edge_label_names_bytes = has_edge_labels ? contents.edge_label_names_bytes : 0;
    place(has_edge_labels, contents.neighbour_entries * sizeof(std::uint32_t));
    place(has_edge_labels, contents.edge_label_names_bytes);
    place(contents.has(binary_csr_has_names), contents.names_bytes);
    bool const has_columns = contents.has(binary_csr_has_columns);
    header.columns_bytes = has_columns ? contents.columns_bytes : 0;
    place(has_columns, contents.columns_bytes);
    header.file_bytes = end;
    return header;
}

std::uint64_t edge_label_names_position(BinaryCsrHeader const& header, std::uint64_t names_bytes) {
    return header.file_bytes - aligned(header.columns_bytes) - aligned(names_bytes) -
           aligned(header.edge_label_names_bytes);
}

std::uint64_t header_checksum(BinaryCsrHeader const& header) {
    constexpr std::size_t begin = offsetof(BinaryCsrHeader, header_checksum);
    constexpr std::size_t end = begin + sizeof header.header_checksum;
    std::string_view const bytes{reinterpret_cast<char const*>(&header), sizeof header};
    Checksum checksum;
    checksum.add(bytes.substr(0, begin));
    if (header.version > 1) checksum.add(bytes.substr(end));
    return checksum.value();
}

std::string packed_names(std::vector<std::string> const& names) {
    std::string bytes;
    for (std::string const& name : names) {
        auto const length = static_cast<std::uint32_t>(name.size());
        bytes.append(reinterpret_cast<char const*>(&length), sizeof length);
        bytes.append(name);
    }
    return bytes;
}

std::optional<std::vector<std::string>> unpacked_names(std::string_view bytes) {
    std::vector<std::string> names;
    while (!bytes.empty()) {
        std::uint32_t length = 0;
        if (bytes.size() < sizeof length) return std::nullopt;
        std::memcpy(&length, bytes.data(), sizeof length);
        bytes.remove_prefix(sizeof length);
        if (length > bytes.size()) return std::nullopt;
        names.emplace_back(bytes.substr(0, length));
        bytes.remove_prefix(length);
    }
    if (!std::ranges::is_sorted(names, std::less_equal<>())) return std::nullopt;
    return names;
}

std::string packed_vertex_names(std::vector<std::string> const& names) {
    std::string const packed = packed_names(names);
    std::uint64_t const length = packed.size();
    return std::string(reinterpret_cast<char const*>(&length), sizeof length) + packed;
}

std::string_view names_section(std::string_view file, std::uint64_t position) {
    std::uint64_t length = 0;
    if (position > file.size() || file.size() - position < sizeof length) return {};
    std::memcpy(&length, file.data() + position, sizeof length);
    if (length > file.size() - position - sizeof length) return {};
    return file.substr(position, sizeof length + length);
}

VertexNames unpacked_vertex_names(std::string_view section, Graph const& graph) {
    if (section.size() < sizeof(std::uint64_t)) return {};
    auto names = unpacked_names(section.substr(sizeof(std::uint64_t)));
    if (!names || !std::ranges::all_of(*names, [](auto const& name) { return name_problem(name).empty(); })) return {};
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        if (graph.original_id(v) >= names->size()) return {};
    }
    return std::make_shared<std::vector<std::string> const>(std::move(*names));
}

namespace {

template <class Value> void append(std::string& bytes, Value value) {
    bytes.append(reinterpret_cast<char const*>(&value), sizeof value);
}

template <class Value> void append(std::string& bytes, std::vector<Value> const& values) {
    bytes.append(reinterpret_cast<char const*>(values.data()), values.size() * sizeof(Value));
}

void append(std::string& bytes, Column const& column) {
    append(bytes, static_cast<std::uint32_t>(column.name.size()));
    bytes += column.name;
    append(bytes, static_cast<std::uint8_t>(column.type));
    append(bytes, column.whole);
    append(bytes, column.real);
    append(bytes, column.text);
    if (column.type != ColumnType::text) return;
    std::string const words = packed_names(column.words);
    append(bytes, std::uint64_t{words.size()});
    bytes += words;
}

template <class Value> std::vector<Value> values_in(FieldReader& reader, std::uint64_t count) {
    std::string_view const bytes = reader.take(count * sizeof(Value));
    std::vector<Value> values(count);
    if (count > 0) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

Column column_in(FieldReader& reader, std::uint64_t cells) {
    Column column;
    column.name = reader.take(reader.number(4));
    std::uint64_t const type = reader.number(1);
    if (type > static_cast<std::uint64_t>(ColumnType::time)) reader.fail("a column has an unknown type");
    column.type = static_cast<ColumnType>(type);
    if (column.type == ColumnType::real) {
        column.real = values_in<double>(reader, cells);
    } else if (column.type == ColumnType::text) {
        column.text = values_in<std::uint32_t>(reader, cells);
        auto words = unpacked_names(reader.take(reader.number(8)));
        if (!words) reader.fail("the words of a column are damaged");
        column.words = std::move(*words);
    } else {
        column.whole = values_in<std::int64_t>(reader, cells);
    }
    return column;
}

} // namespace

std::string packed_columns(Graph const& graph) {
    std::string bytes;
    bool const is_any = graph.columns && (graph.columns->rows > 0 || !graph.columns->of_vertices.empty());
    if (!is_any) return bytes;
    GraphColumns const& columns = *graph.columns;
    append(bytes, columns.rows);
    append(bytes, static_cast<std::uint32_t>(columns.of_vertices.size()));
    append(bytes, static_cast<std::uint32_t>(columns.of_rows.size()));
    bool const are_by_line = columns.line.empty();
    std::vector<Edge> const ends = ends_of_rows(graph);
    std::vector<std::uint32_t> const order = are_by_line ? std::vector<std::uint32_t>() : rows_by_line(columns);
    if (are_by_line) append(bytes, ends);
    for (std::uint32_t const row : order) append(bytes, ends[row]);
    for (Column const& column : columns.of_vertices) append(bytes, column);
    Team team(team_size(columns.rows, 0));
    for (Column const& column : columns.of_rows) {
        if (are_by_line) {
            append(bytes, column);
        } else {
            append(bytes, picked(column, order, team));
        }
    }
    return bytes;
}

Graph with_packed_columns(Graph graph, std::string_view bytes, std::string const& path) {
    try {
        std::string const nowhere = "its columns are damaged";
        FieldReader reader(bytes, nowhere, "cbin");
        std::uint64_t const rows = reader.number(4), of_vertices = reader.number(4), of_rows = reader.number(4);
        auto const edges = values_in<Edge>(reader, rows);
        std::vector<Column> columns;
        for (std::uint64_t i = 0; i < of_vertices; ++i) columns.push_back(column_in(reader, graph.vertex_count()));
        graph = with_vertex_columns(std::move(graph), std::move(columns));
        columns.clear();
        for (std::uint64_t i = 0; i < of_rows; ++i) columns.push_back(column_in(reader, rows));
        if (!reader.rest().empty()) reader.fail("bytes follow the last column");
        Team team(team_size(rows, 0));
        return with_rows(std::move(graph), edges, std::move(columns), team);
    } catch (InputError const& error) {
        throw InputError(fmt::format("{}: {}; convert the graph again", path, error.what()));
    }
}

void check_arcs(GraphRef const& graph, std::span<std::uint8_t const> arcs, std::string const& path) {
    constexpr unsigned both = GraphMarks::arc_to | GraphMarks::arc_from;
    for (VertexId v = 0; v < graph.vertex_count; ++v) {
        for (EdgeOffset p = graph.begin(v); p < graph.end(v); ++p) {
            unsigned const code = arcs[p];
            VertexId const u = graph.neighbours[p];
            if (code == 0 || code > both) {
                throw InputError(fmt::format(
                    "{}: the direction of entry {} is {}; expected 1 to 3, convert the graph again", path, p, code));
            }
            if (u < v) continue;
            unsigned const back = arcs[graph.find(u, v)];
            if (back != ((code & 1) << 1 | code >> 1)) {
                throw InputError(
                    fmt::format("{}: vertices {} and {} differ in the direction of their edge; convert the "
                                "graph again",
                                path, v, u));
            }
        }
    }
}

void check_edge_labels(GraphRef const& graph, std::span<std::uint32_t const> labels, std::size_t names,
                       std::span<std::uint8_t const> arcs, std::string const& path) {
    auto const refuse = [&](VertexId v, VertexId u, std::string const& problem) {
        throw InputError(
            fmt::format("{}: the edge of vertices {} and {} {}; convert the graph again", path, v, u, problem));
    };
    for (VertexId v = 0; v < graph.vertex_count; ++v) {
        for (EdgeOffset p = graph.begin(v); p < graph.end(v); ++p) {
            std::uint32_t const label = labels[p];
            VertexId const u = graph.neighbours[p];
            if (label >= names && label != GraphMarks::no_label) {
                refuse(v, u, fmt::format("has label {}, and the file has only {} labels", label, names));
            }
            if (arcs.empty() && v < u && labels[graph.find(u, v)] != label) refuse(v, u, "has two labels");
            if (!arcs.empty() && (arcs[p] & GraphMarks::arc_to) == 0 && label != GraphMarks::no_label) {
                refuse(v, u, "has a label in a direction in which there is no arc");
            }
        }
    }
}

void check_labels(std::span<std::uint32_t const> labels, std::size_t names, std::string const& path) {
    auto const is_one = [&](std::uint32_t label) { return label < names || label == GraphMarks::no_label; };
    auto const wrong = std::ranges::find_if_not(labels, is_one);
    if (wrong == labels.end()) return;
    throw InputError(fmt::format("{}: vertex {} has label {}, and the file has only {} labels; convert the graph again",
                                 path, wrong - labels.begin(), *wrong, names));
}

} // namespace cerrado::detail

static_assert(std::endian::native == std::endian::little, "binary CSR files are mapped as they are: little-endian");

namespace cerrado::detail {
namespace {

constexpr std::uint64_t odd_multiplier = 0x9e3779b185ebca87u;
constexpr std::uint64_t other_multiplier = 0xc2b2ae3d27d4eb4fu;

class Reader {
public:
    Reader(std::string_view bytes, std::string const& path) : bytes_(bytes), path_(path) {}

    Graph read(std::shared_ptr<void const> storage, bool columns) {
        read_header();
        check_arrays_checksum();
        auto const offsets = array<EdgeOffset>(header_.offsets_position, header_.vertex_count + 1);
        auto const neighbours = array<VertexId>(header_.neighbours_position, header_.neighbour_entries);
        bool const has_ids = header_.original_ids_position != 0;
        auto const ids = array<OriginalId>(header_.original_ids_position, has_ids ? header_.vertex_count : 0);
        bool const oriented = (header_.flags & binary_csr_oriented) != 0;
        check_offsets(offsets);
        check_lists(offsets, neighbours, oriented);
        Graph graph(offsets, neighbours, ids, std::move(storage), oriented);
        if (header_.version > 1) graph.marks = marks(graph);
        if (!columns || header_.columns_bytes == 0) return graph;
        std::uint64_t const position = header_.file_bytes - aligned(header_.columns_bytes);
        return with_packed_columns(std::move(graph), bytes_.substr(position, header_.columns_bytes), path_);
    }

private:
    std::shared_ptr<GraphMarks const> marks(Graph const& graph) const {
        auto marks = std::make_shared<GraphMarks>();
        if (header_.arcs_position != 0) {
            auto const arcs = array<std::uint8_t>(header_.arcs_position, header_.neighbour_entries);
            check_arcs(graph.ref(), arcs, path_);
            marks->arcs.assign(arcs.begin(), arcs.end());
        }
        if (header_.labels_position != 0) {
            auto names = unpacked_names(bytes_.substr(header_.label_names_position, header_.label_names_bytes));
            if (!names) fail("the names of its labels are damaged; convert the graph again");
            auto const labels = array<std::uint32_t>(header_.labels_position, header_.vertex_count);
            check_labels(labels, names->size(), path_);
            marks->labels.assign(labels.begin(), labels.end());
            marks->label_names = std::move(*names);
        }
        if ((header_.flags & binary_csr_has_edge_labels) != 0) {
            std::uint64_t const names_position = edge_label_names_position(header_, names_.size());
            auto names = unpacked_names(bytes_.substr(names_position, header_.edge_label_names_bytes));
            if (!names) fail("the names of its edges' labels are damaged; convert the graph again");
            std::uint64_t const labels_bytes = aligned(header_.neighbour_entries * sizeof(std::uint32_t));
            auto const labels = array<std::uint32_t>(names_position - labels_bytes, header_.neighbour_entries);
            check_edge_labels(graph.ref(), labels, names->size(), marks->arcs, path_);
            marks->edge_labels.assign(labels.begin(), labels.end());
            marks->edge_label_names = std::move(*names);
        }
        if ((header_.flags & binary_csr_has_names) != 0) {
            marks->names = unpacked_vertex_names(names_, graph);
            if (!marks->names) fail("the names of its vertices are damaged; convert the graph again");
        }
        return marks;
    }

    template <class Value> std::span<Value const> array(std::uint64_t position, std::uint64_t count) const {
        return {reinterpret_cast<Value const*>(bytes_.data() + position), count};
    }

    [[noreturn]] void fail(std::string const& problem) const {
        throw InputError(fmt::format("{}: {}", path_, problem));
    }

    void read_header() {
        if (!is_binary_csr(bytes_))
            fail("the file does not begin like a Cerrado binary file; expected one, convert the graph again");
        if (bytes_.size() < sizeof header_)
            fail("the file ends within its header; expected the whole file, fetch or convert it again");
        std::memcpy(&header_, bytes_.data(), sizeof header_);
        if (header_.version == 0 || header_.version > binary_csr_version) {
            fail(fmt::format("binary format version {}; expected 1 to {}, convert the graph again", header_.version,
                             binary_csr_version));
        }
        if (header_checksum(header_) != header_.header_checksum) {
            fail("the checksum of the header does not fit the header; the file is damaged, fetch or convert it again");
        }
        check_sizes();
    }

    void check_sizes() {
        if (header_.file_bytes != bytes_.size()) {
            fail(
                fmt::format("the file has {} bytes, but its header says {}; the file is truncated or damaged, fetch or "
                            "convert it again",
                            bytes_.size(), header_.file_bytes));
        }
        std::uint64_t const most_vertices = std::numeric_limits<VertexId>::max();
        bool const fits = header_.vertex_count <= most_vertices &&
                          header_.vertex_count < bytes_.size() / sizeof(EdgeOffset) &&
                          header_.neighbour_entries <= bytes_.size() / sizeof(VertexId) &&
                          header_.label_names_bytes <= bytes_.size() &&
                          header_.edge_label_names_bytes <= bytes_.size() && header_.columns_bytes <= bytes_.size();
        // marks that lie in both lists of an edge
        constexpr std::uint32_t of_edges = binary_csr_has_arcs | binary_csr_has_edge_labels;
        bool const is_both = (header_.flags & binary_csr_oriented) != 0 && (header_.flags & of_edges) != 0;
        if (!fits || header_.flags > all_binary_csr_flags || is_both) {
            fail(
                fmt::format("the counts in its header ({} vertices, {} neighbours, flags {}) do not fit {} bytes; "
                            "convert the graph again",
                            header_.vertex_count, header_.neighbour_entries, header_.flags, bytes_.size()));
        }
        BinaryCsrContents contents{header_.vertex_count, header_.neighbour_entries, header_.flags,
                                   header_.label_names_bytes, header_.edge_label_names_bytes};
        if (contents.has(binary_csr_has_names)) names_ = names_section(bytes_, laid_out(contents).file_bytes);
        contents.names_bytes = names_.size();
        contents.columns_bytes = header_.columns_bytes;
        BinaryCsrHeader expected = laid_out(contents);
        expected.array_checksum = header_.array_checksum;
        expected.header_checksum = header_.header_checksum;
        if (std::memcmp(&expected, &header_, sizeof expected) != 0) {
            fail(
                "the positions in its header do not follow from its counts; expected the layout of docs/formats.md, "
                "convert the graph again");
        }
    }

    void check_arrays_checksum() const {
        Checksum checksum;
        checksum.add(bytes_.substr(sizeof header_));
        if (checksum.value() != header_.array_checksum) {
            fail("the checksum does not fit the data; the file is damaged, fetch or convert it again");
        }
    }

    void check_offsets(std::span<EdgeOffset const> offsets) const {
        if (offsets.front() != 0 || offsets.back() != header_.neighbour_entries) {
            fail(fmt::format("offsets run from {} to {}; expected 0 to {}, convert the graph again", offsets.front(),
                             offsets.back(), header_.neighbour_entries));
        }
        auto const fall = std::adjacent_find(offsets.begin(), offsets.end(), std::greater<>());
        if (fall != offsets.end()) {
            fail(
                fmt::format("the offset of vertex {} is less than the one before; expected ascending offsets, convert "
                            "the graph again",
                            fall - offsets.begin() + 1));
        }
    }

    // Compares two sums of mixed pairs, one per direction. They differ if an edge is in one list only, except in one
    // case of 2^64.
    void check_lists(std::span<EdgeOffset const> offsets, std::span<VertexId const> neighbours, bool oriented) const {
        std::uint64_t upward = 0, downward = 0;
        for (std::uint64_t v = 0; v < header_.vertex_count; ++v) {
            std::uint64_t least = oriented ? v + 1 : 0;
            for (EdgeOffset i = offsets[v]; i < offsets[v + 1]; ++i) {
                std::uint64_t const u = neighbours[i];
                if (u < least || u >= header_.vertex_count || u == v) refuse_neighbour(v, u);
                least = u + 1;
                (v < u ? upward : downward) += mixed_pair(std::min(u, v), std::max(u, v));
            }
        }
        if (!oriented && upward != downward) {
            fail(
                "some edge is in the list of only one of its ends; expected it in both lists, convert the graph again");
        }
    }

    [[noreturn]] void refuse_neighbour(std::uint64_t v, std::uint64_t u) const {
        fail(fmt::format(
            "vertex {} has the neighbour {}; expected ascending neighbours below {}, without the vertex itself{}, "
            "convert the graph again",
            v, u, header_.vertex_count, (header_.flags & binary_csr_oriented) != 0 ? " and above it (oriented)" : ""));
    }

    static std::uint64_t mixed_pair(std::uint64_t lower, std::uint64_t higher) {
        std::uint64_t const pair = (lower << 32 | higher) * odd_multiplier;
        return (pair ^ pair >> 32) * other_multiplier;
    }

    std::string_view bytes_;
    std::string const& path_;
    BinaryCsrHeader header_{};
    std::string_view names_; // the names of vertices: their section without the zeros after it
};

// Copies the bytes to whole words that begin at a multiple of their size, because the checksum and the arrays need
// that.
std::string_view copy_aligned(std::string_view bytes, std::shared_ptr<void const>& storage) {
    auto copy = std::make_shared<std::vector<std::uint64_t>>((bytes.size() + 7) / 8);
    if (!bytes.empty()) std::memcpy(copy->data(), bytes.data(), bytes.size());
    std::string_view const view{reinterpret_cast<char const*>(copy->data()), bytes.size()};
    storage = std::move(copy);
    return view;
}

} // namespace

bool is_binary_csr(std::string_view bytes) { return bytes.starts_with(binary_csr_magic); }

Graph read_binary_csr(std::string_view bytes, std::string const& path, std::shared_ptr<void const> storage,
                      bool columns) {
    bool const in_place = storage && reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(EdgeOffset) == 0;
    if (!in_place) bytes = copy_aligned(bytes, storage);
    return Reader(bytes, path).read(std::move(storage), columns);
}

namespace {

template <class Value> std::string_view as_bytes(std::span<Value const> values) {
    return {reinterpret_cast<char const*>(values.data()), values.size_bytes()};
}

std::uint32_t flags_of(Graph const& graph, GraphMarks const& marks) {
    return (graph.oriented() ? binary_csr_oriented : 0) | (graph.original_ids().empty() ? 0 : binary_csr_has_ids) |
           (marks.arcs.empty() ? 0 : binary_csr_has_arcs) | (marks.labels.empty() ? 0 : binary_csr_has_labels) |
           (marks.edge_labels.empty() ? 0 : binary_csr_has_edge_labels) | (marks.names ? binary_csr_has_names : 0);
}

std::string_view padding_of(std::string_view section) {
    static constexpr char zeros[binary_csr_alignment] = {};
    return {zeros, aligned(section.size()) - section.size()};
}

// Padding included.
std::uint64_t checksum_of_sections(std::span<std::string_view const> sections) {
    Checksum checksum;
    for (std::string_view const section : sections) {
        std::size_t const whole = section.size() / binary_csr_alignment * binary_csr_alignment;
        checksum.add(section.substr(0, whole));
        if (whole == section.size()) continue;
        std::string last(section.substr(whole));
        checksum.add(last.append(padding_of(section)));
    }
    return checksum.value();
}

} // namespace

BinaryCsrBytes::BinaryCsrBytes(Graph const& graph) {
    static constexpr EdgeOffset no_edge = 0;
    static GraphMarks const none;
    auto const offsets = graph.offsets().empty() ? std::span<EdgeOffset const>(&no_edge, 1) : graph.offsets();
    GraphMarks const& marks = graph.marks ? *graph.marks : none;
    if (!marks.labels.empty()) label_names_ = packed_names(marks.label_names);
    if (!marks.edge_labels.empty()) edge_label_names_ = packed_names(marks.edge_label_names);
    if (marks.names) names_ = packed_vertex_names(*marks.names);
    columns_ = packed_columns(graph);
    std::uint32_t const flags = flags_of(graph, marks) | (columns_.empty() ? 0 : binary_csr_has_columns);
    header_ = laid_out({graph.vertex_count(), graph.neighbour_array().size(), flags, label_names_.size(),
                        edge_label_names_.size(), names_.size(), columns_.size()});
    sections_ = {as_bytes(offsets),
                 as_bytes(graph.neighbour_array()),
                 as_bytes(graph.original_ids()),
                 as_bytes(std::span(marks.arcs)),
                 as_bytes(std::span(marks.labels)),
                 std::string_view(label_names_),
                 as_bytes(std::span(marks.edge_labels)),
                 std::string_view(edge_label_names_),
                 std::string_view(names_),
                 std::string_view(columns_)};
    header_.array_checksum = checksum_of_sections(sections_);
    header_.header_checksum = header_checksum(header_);
}

void BinaryCsrBytes::for_each_part(std::function<void(std::string_view)> const& take) const {
    take({reinterpret_cast<char const*>(&header_), sizeof header_});
    for (std::string_view const section : sections_) {
        take(section);
        take(padding_of(section));
    }
}

void write_binary_csr(Graph const& graph, OutputFile& file) {
    BinaryCsrBytes(graph).for_each_part([&](std::string_view part) { file.write(part); });
}

namespace {

using namespace std::string_view_literals;

constexpr std::string_view gt_mark = "\xE2\x9B\xBE gt"sv;

// Takes the place and the text of a value of a property.
using Take = std::function<void(std::uint64_t, std::string_view)>;

// The owner of a property, by its number in the file.
enum Owner : std::uint64_t { of_graph, of_vertex, of_edge };

// A type of values. A vector has many items.
struct GtType {
    std::string_view name; // in graph-tool
    std::size_t bytes;     // of an item; 0: a text
    bool is_vector = false;
    std::optional<ColumnType> column = {}; // none: the values are no cells
};

struct GtProperty {
    Owner owner;
    std::string_view name;
    std::string_view type; // its name
    std::optional<ColumnType> column;
};

class GtReader {
public:
    GtReader(std::string_view bytes, std::string const& path) : reader_(bytes, path, "gt") {}

    // Reads the edges and keeps them here. Vertices are then numbered as in the graph.
    bool read_edges(Assembly& assembly) {
        reader_.take(gt_mark.size());
        std::uint64_t const version = reader_.number(1), order = reader_.number(1);
        if (version != 1) reader_.fail(fmt::format("version {} of .gt files; expected version 1", version));
        if (order > 1)
            reader_.fail("the byte order in the header is neither of the two that exist; fetch the file again");
        reader_.reads_big_endian(order == 1);
        text(); // a comment
        bool const is_directed = reader_.number(1) != 0;
        vertices_ = reader_.number(8);
        if (vertices_ > reader_.rest().size() / 8) reader_.take(reader_.rest().size() + 1); // truncated
        assembly.count_vertices(vertices_, 0);
        std::size_t const id_bytes = vertices_ < 1 << 8 ? 1 : vertices_ < 1 << 16 ? 2 : 4;
        for (VertexId v = 0; v < vertices_; ++v) {
            std::uint64_t const neighbours = reader_.number(8);
            if (neighbours > reader_.rest().size()) reader_.take(neighbours); // truncated
            for (std::uint64_t i = 0; i < neighbours; ++i) {
                std::uint64_t const u = reader_.number(id_bytes);
                if (u >= vertices_)
                    reader_.fail(fmt::format("an edge to vertex {}, and the file has {} vertices; fetch the file again",
                                             u, vertices_));
                edges_.push_back({v, static_cast<VertexId>(u)});
            }
        }
        return is_directed;
    }

    // Calls wanted(property) for each property. If this returns a function, calls it with the place and the text of each
    // value. If it returns null, as it must for values that are no cells, the property is passed over.
    template <class Wanted> void read_properties(Wanted const& wanted) {
        for (std::uint64_t left = reader_.number(8); left > 0; --left) {
            std::uint64_t const owner = reader_.number(1);
            std::string_view const name = text();
            std::uint64_t const type = reader_.number(1);
            if (owner > of_edge || type >= types.size())
                reader_.fail("a property of an unknown type; fetch the file again");
            std::uint64_t const count = owner == of_graph ? 1 : owner == of_vertex ? vertices_ : edges_.size();
            auto const take =
                wanted(GtProperty{static_cast<Owner>(owner), name, types[type].name, column(types[type], count)});
            for (std::uint64_t i = 0; i < count; ++i) {
                if (take) {
                    take_value(types[type], i, take);
                } else {
                    pass_value(types[type]);
                }
            }
        }
        if (!reader_.rest().empty())
            reader_.fail("the file has more bytes after the end of its gt data; fetch the file again");
    }

    std::vector<Edge> const& edges() const { return edges_; }

private:
    static constexpr std::array<GtType, 15> types{{{"bool", 1, false, ColumnType::boolean},
                                                   {"int16_t", 2, false, ColumnType::integer},
                                                   {"int32_t", 4, false, ColumnType::integer},
                                                   {"int64_t", 8, false, ColumnType::integer},
                                                   {"double", 8, false, ColumnType::real},
                                                   {"long double", 16},
                                                   {"string", 0, false, ColumnType::text},
                                                   {"vector<bool>", 1, true},
                                                   {"vector<int16_t>", 2, true},
                                                   {"vector<int32_t>", 4, true},
                                                   {"vector<int64_t>", 8, true},
                                                   {"vector<double>", 8, true},
                                                   {"vector<long double>", 16, true},
                                                   {"vector<string>", 0, true},
                                                   {"python::object", 0}}};

    std::string_view text() { return reader_.take(reader_.number(8)); }

    // graph-tool has a byte for a bool, and programs keep small numbers there.
    std::optional<ColumnType> column(GtType const& type, std::uint64_t count) const {
        if (type.column != ColumnType::boolean) return type.column;
        std::string_view const flags = reader_.rest().substr(0, count);
        bool const are_flags = flags.find_first_not_of("\0\1"sv) == std::string_view::npos;
        return are_flags ? ColumnType::boolean : ColumnType::integer;
    }

    void take_value(GtType const& type, std::uint64_t place, Take const& take) {
        if (type.column == ColumnType::text) return take(place, text());
        std::uint64_t const bits = reader_.number(type.bytes);
        if (type.column == ColumnType::boolean) return take(place, fmt::to_string(bits));
        if (type.column == ColumnType::real) {
            double const value = std::bit_cast<double>(bits);
            return take(place, std::isnan(value) ? std::string() : fmt::to_string(value));
        }
        int const unused_bits = 64 - 8 * static_cast<int>(type.bytes);
        take(place, fmt::to_string(static_cast<std::int64_t>(bits << unused_bits) >> unused_bits));
    }

    void pass_value(GtType const& type) {
        std::uint64_t const items = type.is_vector ? reader_.number(8) : 1;
        if (items > reader_.rest().size()) reader_.take(items); // truncated, because an item has at least a byte
        if (type.bytes > 0) {
            reader_.take(items * type.bytes);
            return;
        }
        for (std::uint64_t i = 0; i < items; ++i) text();
    }

    FieldReader reader_;
    std::uint64_t vertices_ = 0;
    std::vector<Edge> edges_;
};

} // namespace

bool is_gt(std::string_view bytes) { return bytes.starts_with(gt_mark); }

Graph read_gt(std::string_view bytes, std::string const& path, ReadOptions const& options, ReadReport& report) {
    GtReader reader(bytes, path);
    Assembly assembly(path, options);
    bool const is_directed = reader.read_edges(assembly);
    std::vector<std::string_view> edge_labels(options.edge_labels ? reader.edges().size() : 0);
    std::vector<std::string> left_out;
    reader.read_properties([&](GtProperty const& property) -> Take {
        bool const is_of_edges = property.owner == of_edge, is_text = property.column == ColumnType::text;
        bool const is_asked = options.attributes && property.owner != of_graph;
        bool const is_kept = is_asked && property.column;
        if (is_asked && !is_kept) {
            left_out.push_back(fmt::format("{} of {} ({})", printable(property.name),
                                           is_of_edges ? "edges" : "vertices", property.type));
        }
        bool const is_label = is_text && property.name == "label" && property.owner != of_graph;
        if (is_of_edges) {
            bool const is_mark = is_label && options.edge_labels;
            if (!is_mark && !is_kept) return nullptr;
            return [=, &assembly, &edge_labels](std::uint64_t edge, std::string_view text) {
                if (is_mark) edge_labels[edge] = text;
                if (is_kept) assembly.edge_attribute(edge, property.name, text, property.column);
            };
        }
        bool const is_name = is_text && property.name == "name" && property.owner == of_vertex;
        if (!is_label && !is_name && !is_kept) return nullptr;
        return [=, &assembly](std::uint64_t place, std::string_view text) {
            auto const vertex = static_cast<VertexId>(place);
            if (is_label) assembly.label(vertex, text);
            if (is_name) assembly.call(vertex, text);
            if (is_kept) assembly.attribute(vertex, property.name, text, property.column);
        };
    });
    if (!left_out.empty()) {
        report.remark(fmt::format("properties that no column holds are left out: {}", joined(left_out, ", ")));
    }
    for (std::size_t i = 0; i < reader.edges().size(); ++i) {
        auto const [source, target] = reader.edges()[i];
        std::string_view const label = edge_labels.empty() ? std::string_view() : edge_labels[i];
        if (is_directed) {
            assembly.arc(source, target, label);
        } else {
            assembly.edge(source, target, label);
        }
    }
    assembly.edges_are_rows();
    return assembly.finish([&](std::string const& sentence) { report.remark(sentence); });
}

} // namespace cerrado::detail
