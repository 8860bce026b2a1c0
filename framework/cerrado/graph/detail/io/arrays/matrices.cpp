// Reads matrices of other programs: NumPy's .npy and .npz files, and Matrix Market.
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/io/arrays/byte_reader.hpp>
#include <cerrado/graph/detail/io/arrays/matrix_market.hpp>
#include <cerrado/graph/detail/io/assembly.hpp>
#include <cerrado/graph/detail/io/files.hpp>
#include <cerrado/graph/detail/io/formats.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>
#include <cerrado/graph/detail/io/tables/matrix.hpp>
#include <cerrado/graph/detail/io/text_input.hpp>
#include <cerrado/graph/detail/read_options.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/read_report.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

constexpr char complex_weights[] = "the weights are complex numbers, which no column holds, and are left out";

// One array of NumPy, from a .npy file or a member of an .npz file.

class NpyArray {
public:
    // `name` and `bytes` must outlive the array. Throws InputError "name: ..." if the bytes are no array, if they are
    // truncated, or if they hold Python objects or records.
    NpyArray(std::string_view bytes, std::string const& name);

    std::vector<std::uint64_t> const& shape() const { return shape_; }
    std::uint64_t size() const { return size_; } // the product of the shape
    std::string shape_text() const;              // "(23, 2)"

    // The place of the element in row `i` and column `j` of two dimensions, in either order of storage.
    std::uint64_t place(std::uint64_t i, std::uint64_t j) const {
        return is_by_columns_ ? j * shape_[0] + i : i * shape_[1] + j;
    }

    // Throws InputError if the element is negative, text, or no whole number. O(1).
    std::uint64_t whole(std::uint64_t place) const;
    bool is_zero(std::uint64_t place) const;
    bool is_one(std::uint64_t place) const;
    bool is_finite(std::uint64_t place) const;   // no part of a complex number is NaN or infinity
    std::string text(std::uint64_t place) const; // bytes of a number or a text

    // The elements as cells of a column. Complex numbers and texts are none.
    bool has_cells() const { return kind_ != 'c' && kind_ != 'S' && kind_ != 'U'; }
    std::optional<ColumnType> column_type() const; // none: unsigned numbers, of which some may not fit into int64
    std::string cell(std::uint64_t place) const;   // as text; empty: a missing one
    // The bytes of the file. Equal elements have equal bytes, but for 0 and -0.
    std::string_view element(std::uint64_t place) const { return data_.substr(place * item_bytes_, item_bytes_); }

private:
    void read_header(std::string_view header);
    void read_shape(std::string_view shape);
    double real(std::uint64_t place) const; // for a number with a point
    [[noreturn]] void fail(std::string const& problem) const;

    std::string const& name_;
    char kind_ = 0; // the letter that NumPy uses: i, u, f, c, b, S, U
    std::size_t item_bytes_ = 0;
    bool is_big_endian_ = false, is_by_columns_ = false;
    std::vector<std::uint64_t> shape_;
    std::uint64_t size_ = 1;
    std::string_view data_;
};

// Makes a graph from the entries of a square matrix.

// The values of its entries, which become a column if attributes are kept.
struct EntryValues {
    NpyArray const* array = nullptr;     // null: there are none
    std::vector<std::uint64_t> places{}; // of each entry in the array
};

// Vertices are 0 to `vertices` - 1. If for each entry (i, j) there is an entry (j, i), entries are edges, otherwise
// arcs. Repeated entries count once. If attributes are kept, each entry is a row, and edges have equal values both ways.
// Throws InputError as Assembly does. O(entries log(entries)).
Graph graph_of_entries(std::uint64_t vertices, std::vector<Edge> entries, EntryValues const& values,
                       std::string const& path, ReadOptions const& options, ReadReport& report);

// Throws InputError unless the matrix is square, and if `bytes` are far too few for so many vertices.
void check_matrix(std::uint64_t rows, std::uint64_t columns, std::uint64_t bytes, std::string const& path);

namespace {

constexpr std::string_view npy_mark = "\x93NUMPY";

// Returns: the value of a key of the header, which is a Python dictionary. It is empty if there is no such key.
std::string_view value_of(std::string_view header, std::string_view key) {
    std::size_t const found = header.find(fmt::format("'{}':", key));
    if (found == std::string_view::npos) return {};
    std::string_view const value = header.substr(found + key.size() + 3);
    return value.substr(std::min(value.find_first_not_of(' '), value.size()));
}

bool is_known(char kind, std::size_t bytes) {
    constexpr std::string_view sizes_of_numbers = "\1\2\4\10";
    bool const is_number = sizes_of_numbers.find(static_cast<char>(bytes)) != std::string_view::npos;
    switch (kind) {
    case 'i':
    case 'u': return is_number;
    case 'f': return bytes == 4 || bytes == 8;
    case 'c': return bytes == 8 || bytes == 16;
    case 'b': return bytes == 1;
    case 'S':
    case 'U': return bytes > 0;
    default: return false;
    }
}

double real_number(std::string_view bytes, bool is_big_endian) {
    std::uint64_t const bits = whole_number(bytes, is_big_endian);
    return bytes.size() == 4 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits)) : std::bit_cast<double>(bits);
}

} // namespace

NpyArray::NpyArray(std::string_view bytes, std::string const& name) : name_(name) {
    FieldReader reader(bytes, name, "npy");
    if (reader.take(npy_mark.size()) != npy_mark)
        fail("the file does not begin like an array of NumPy; expected a .npy file");
    std::uint64_t const version = reader.number(1);
    reader.take(1);
    if (version < 1 || version > 3) fail(fmt::format("version {} of .npy files; expected version 1, 2 or 3", version));
    read_header(reader.take(reader.number(version == 1 ? 2 : 4)));
    data_ = reader.rest();
    if (size_ * item_bytes_ > data_.size()) fail("the npy data is truncated; fetch the file again");
    if (size_ * item_bytes_ < data_.size())
        fail("the file has more bytes after its array; expected one array, save it again");
}

void NpyArray::read_header(std::string_view header) {
    std::string_view const type = value_of(header, "descr");
    if (type.starts_with('[')) fail("the file holds an array of records; expected an array of numbers");
    std::string_view const words = type.substr(0, std::min(type.find('\'', 1), type.size()));
    if (words.size() < 4) fail("the array has no type; save it again");
    is_big_endian_ = words[1] == '>';
    kind_ = words[2];
    auto const [stop, status] = std::from_chars(words.data() + 3, words.data() + words.size(), item_bytes_);
    if (kind_ == 'U') item_bytes_ *= 4;
    if (status != std::errc() || stop != words.data() + words.size() || item_bytes_ > 0xFFFFFF ||
        !is_known(kind_, item_bytes_)) {
        fail(fmt::format("the array has the type '{}'; expected whole numbers, such as int64",
                         printable(words.substr(1))));
    }
    is_by_columns_ = value_of(header, "fortran_order").starts_with("True");
    read_shape(value_of(header, "shape"));
}

void NpyArray::read_shape(std::string_view shape) {
    bool is_sound = shape.starts_with('(');
    shape = shape.substr(0, shape.find(')'));
    while (is_sound) {
        shape.remove_prefix(std::min(shape.find_first_of("0123456789"), shape.size()));
        if (shape.empty()) break;
        std::uint64_t extent = 0;
        auto const [stop, status] = std::from_chars(shape.data(), shape.data() + shape.size(), extent);
        is_sound = status == std::errc() && (size_ == 0 || extent <= (std::uint64_t{1} << 48) / size_);
        shape.remove_prefix(static_cast<std::size_t>(stop - shape.data()));
        size_ *= extent;
        shape_.push_back(extent);
    }
    if (!is_sound || size_ > (std::uint64_t{1} << 48) / std::max<std::size_t>(item_bytes_, 1)) {
        fail("the array has a shape that is not possible; save it again");
    }
}

std::string NpyArray::shape_text() const { return fmt::format("({})", joined(shape_, ", ")); }

void NpyArray::fail(std::string const& problem) const { throw InputError(fmt::format("{}: {}", name_, problem)); }

double NpyArray::real(std::uint64_t place) const { return real_number(element(place), is_big_endian_); }

std::uint64_t NpyArray::whole(std::uint64_t place) const {
    constexpr double most_exact = 9007199254740992; // 2^53
    if (kind_ == 'f') {
        double const value = real(place);
        if (value >= 0 && value <= most_exact && value == std::floor(value)) return static_cast<std::uint64_t>(value);
    } else if (kind_ == 'i' || kind_ == 'u' || kind_ == 'b') {
        std::uint64_t const value = whole_number(element(place), is_big_endian_);
        if (kind_ != 'i' || value < std::uint64_t{1} << (8 * item_bytes_ - 1)) return value;
    }
    fail(fmt::format("the element {} is {}; expected a whole number from 0", place, printable(text(place))));
}

bool NpyArray::is_zero(std::uint64_t place) const {
    std::string_view const bytes = element(place);
    if (kind_ == 'f') return real(place) == 0;
    if (kind_ != 'c') return bytes.find_first_not_of('\0') == std::string_view::npos;
    std::string_view const first = bytes.substr(0, bytes.size() / 2), second = bytes.substr(bytes.size() / 2);
    return real_number(first, is_big_endian_) == 0 && real_number(second, is_big_endian_) == 0;
}

bool NpyArray::is_one(std::uint64_t place) const {
    if (kind_ == 'f') return real(place) == 1;
    return kind_ != 'c' && whole_number(element(place).substr(0, 8), is_big_endian_) == 1;
}

bool NpyArray::is_finite(std::uint64_t place) const {
    if (kind_ == 'f') return std::isfinite(real(place));
    std::string_view const bytes = element(place);
    std::string_view const first = bytes.substr(0, bytes.size() / 2), second = bytes.substr(bytes.size() / 2);
    return kind_ != 'c' ||
           (std::isfinite(real_number(first, is_big_endian_)) && std::isfinite(real_number(second, is_big_endian_)));
}

std::string NpyArray::text(std::uint64_t place) const {
    std::string_view const bytes = element(place);
    if (kind_ == 'f') return fmt::to_string(real(place));
    if (kind_ == 'u' || kind_ == 'b') return fmt::to_string(whole_number(bytes, is_big_endian_));
    if (kind_ == 'i') {
        int const unused_bits = 64 - 8 * static_cast<int>(item_bytes_);
        auto const bits = static_cast<std::int64_t>(whole_number(bytes, is_big_endian_) << unused_bits);
        return fmt::to_string(bits >> unused_bits);
    }
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += kind_ == 'U' ? 4 : 1) {
        text += kind_ == 'U' && is_big_endian_ ? bytes[i + 3] : bytes[i];
    }
    return text.substr(0, text.find('\0'));
}

std::optional<ColumnType> NpyArray::column_type() const {
    if (kind_ == 'f') return ColumnType::real;
    if (kind_ == 'b') return ColumnType::boolean;
    return kind_ == 'i' ? std::optional(ColumnType::integer) : std::nullopt;
}

std::string NpyArray::cell(std::uint64_t place) const {
    return kind_ == 'f' && std::isnan(real(place)) ? std::string() : text(place);
}

namespace {

std::uint64_t key_of(Edge const& edge) { return std::uint64_t{edge.source} << 32 | edge.target; }
Edge reversed(Edge const& edge) { return {edge.target, edge.source}; }

// Returns true if each entry (i, j) has an entry (j, i) of the same value.
bool are_both_ways(std::vector<Edge> const& entries, EntryValues const& values) {
    auto const value = [&](std::size_t i) {
        return values.array != nullptr ? values.array->element(values.places[i]) : std::string_view();
    };
    auto const key = [&](std::size_t i) { return std::pair(key_of(entries[i]), value(i)); };
    auto const other_key = [&](std::size_t i) { return std::pair(key_of(reversed(entries[i])), value(i)); };
    std::vector<std::size_t> order(entries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<std::size_t> other_order = order;
    std::ranges::sort(order, {}, key);
    std::ranges::sort(other_order, {}, other_key);
    return std::ranges::equal(order, other_order, {}, key, other_key);
}

void add_rows(Assembly& assembly, std::vector<Edge> const& entries, EntryValues const& values) {
    bool const is_symmetric = are_both_ways(entries, values);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        auto const [source, target] = entries[i];
        if (is_symmetric && source > target) continue;
        is_symmetric ? assembly.edge(source, target) : assembly.arc(source, target);
        if (values.array == nullptr) continue;
        assembly.edge_attribute(weight_column, values.array->cell(values.places[i]), values.array->column_type());
    }
    assembly.edges_are_rows();
}

} // namespace

Graph graph_of_entries(std::uint64_t vertices, std::vector<Edge> entries, EntryValues const& values,
                       std::string const& path, ReadOptions const& options, ReadReport& report) {
    Assembly assembly(path, options);
    assembly.count_vertices(vertices, 0);
    if (options.attributes) {
        add_rows(assembly, entries, values);
        return assembly.finish([&](std::string const& sentence) { report.remark(sentence); });
    }
    std::ranges::sort(entries, {}, key_of);
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    std::vector<Edge> both_ways(entries.size());
    std::ranges::transform(entries, both_ways.begin(), reversed);
    std::ranges::sort(both_ways, {}, key_of);
    bool const is_symmetric = entries == both_ways;
    for (Edge const& entry : entries) {
        if (!is_symmetric) {
            assembly.arc(entry.source, entry.target);
        } else if (entry.source <= entry.target) {
            assembly.edge(entry.source, entry.target);
        }
    }
    return assembly.finish();
}

void check_matrix(std::uint64_t rows, std::uint64_t columns, std::uint64_t bytes, std::string const& path) {
    constexpr std::uint64_t always_allowed = 1 << 20, vertices_per_byte = 64;
    if (rows != columns) {
        throw InputError(fmt::format(
            "{}: a matrix of {} rows and {} columns; expected a square adjacency matrix. If rows and columns are two "
            "kinds of vertices, make their bipartite graph: scipy.sparse.bmat([[None, m], [m.T, None]])",
            path, rows, columns));
    }
    if (rows > std::max(always_allowed, vertices_per_byte * bytes)) {
        throw InputError(
            fmt::format("{}: {} vertices in {} bytes, so nearly all have no edge; expected at most {} vertices per "
                        "byte, give an edge list instead",
                        path, rows, bytes, vertices_per_byte));
    }
}

namespace {

// Returns: the values with which entries are kept, at first without their places.
EntryValues kept_values(NpyArray const& array, ReadOptions const& options, ReadReport& report) {
    if (!options.attributes) return {};
    if (array.has_cells()) return {.array = &array};
    report.remark(complex_weights);
    return {};
}

Graph graph_of_matrix(NpyArray const& array, std::string const& path, ReadOptions const& options, ReadReport& report) {
    std::uint64_t const vertices = array.shape()[0];
    check_matrix(vertices, array.shape()[1], array.size(), path);
    std::vector<Edge> entries;
    EntryValues values = kept_values(array, options, report);
    bool has_weights = false;
    std::uint64_t missing = 0;
    for (std::uint64_t i = 0; i < vertices; ++i) {
        for (std::uint64_t j = 0; j < vertices; ++j) {
            bool const is_finite = array.is_finite(array.place(i, j));
            missing += !is_finite;
            if (!is_finite || array.is_zero(array.place(i, j))) continue;
            has_weights |= !array.is_one(array.place(i, j));
            entries.push_back({static_cast<VertexId>(i), static_cast<VertexId>(j)});
            if (values.array != nullptr) values.places.push_back(array.place(i, j));
        }
    }
    report.remarks.push_back(fmt::format("a square array of {} rows is taken as an adjacency matrix{}", vertices,
                                         has_weights ? ", and its entries other than zero as edges" : ""));
    if (missing > 0) report.remark(entries_without_number(missing));
    return graph_of_entries(vertices, std::move(entries), values, path, options, report);
}

// `turned`: edges are columns of the array.
Graph graph_of_edges(NpyArray const& array, bool turned, std::string const& path, ReadOptions const& options,
                     ReadReport& report) {
    Assembly assembly(path, options);
    std::uint64_t const edges = array.shape()[turned ? 1 : 0], columns = array.shape()[turned ? 0 : 1];
    auto const place = [&](std::uint64_t i, std::uint64_t column) {
        return turned ? array.place(column, i) : array.place(i, column);
    };
    for (std::uint64_t i = 0; i < edges; ++i) {
        VertexId const source = assembly.vertex(array.whole(place(i, 0)));
        VertexId const target = assembly.vertex(array.whole(place(i, 1)));
        std::string const label = options.edge_labels && columns > 2 ? array.text(place(i, 2)) : std::string();
        if (options.directed) {
            assembly.arc(source, target, label);
        } else {
            assembly.edge(source, target, label);
        }
        if (options.attributes && columns > 2) {
            assembly.edge_attribute(weight_column, array.cell(place(i, 2)), array.column_type());
        }
    }
    assembly.edges_are_rows();
    return assembly.finish([&](std::string const& sentence) { report.remark(sentence); });
}

// Three rows of three numbers may be edges or a matrix.
bool may_be_matrix(NpyArray const& array) {
    for (std::uint64_t i = 0; i < array.size(); ++i) {
        if (!array.is_zero(i) && !array.is_one(i)) return false;
    }
    return array.shape()[0] == array.shape()[1] && array.shape()[0] > 2;
}

} // namespace

bool is_npy(std::string_view bytes) { return bytes.starts_with("\x93NUMPY"); }

Graph graph_of_array(NpyArray const& array, std::string const& path, ReadOptions const& options, ReadReport& report) {
    auto const refuse = [&] {
        throw InputError(
            fmt::format("{}: an array of shape {}; expected (m, 2) for edges by the ids of their ends, or (n, n), "
                        "n > 3, for an adjacency matrix",
                        path, array.shape_text()));
    };
    if (array.shape().size() != 2) refuse();
    std::uint64_t const rows = array.shape()[0], columns = array.shape()[1];
    if (columns == 2) return graph_of_edges(array, false, path, options, report);
    if (columns == 3 && rows != 2 && !may_be_matrix(array)) {
        bool const is_kept = options.edge_labels || options.attributes;
        if (!is_kept) report.remarks.push_back("the third column of the array is left out");
        return graph_of_edges(array, false, path, options, report);
    }
    if (rows == columns && rows > 3) return graph_of_matrix(array, path, options, report);
    if (rows != 2 || columns <= 3) refuse();
    report.remarks.push_back("two rows: the edges are the array's columns");
    return graph_of_edges(array, true, path, options, report);
}

Graph read_npy(std::string_view bytes, std::string const& path, ReadOptions const& options, ReadReport& report) {
    return graph_of_array(NpyArray(bytes, path), path, options, report);
}

namespace {

using namespace std::string_view_literals;

constexpr std::string_view ending = ".npy";

// A member, unpacked.
struct Array {
    FileBytes content;
    std::string name; // "g.npz: indices"
    NpyArray array;

    Array(ZipMember const& member, std::string const& path)
        : content(unpacked_member(member, path)),
          name(
              fmt::format("{}: {}", path,
                          printable(std::string_view(member.name)
                                        .substr(0, member.name.size() - std::min(member.name.size(), ending.size()))))),
          array(content.bytes, name) {}
    Array(Array const&) = delete;
    Array& operator=(Array const&) = delete;
};

class Archive {
public:
    Archive(std::string_view bytes, std::string const& path) : path_(path), members_(zip_members(bytes, path)) {}

    std::vector<ZipMember> const& members() const { return members_; }
    bool has(std::string const& name) const { return find(name) != members_.end(); }
    // Throws InputError if the member is not there.
    std::unique_ptr<Array const> array(std::string const& name) const {
        auto const found = find(name);
        if (found == members_.end())
            throw InputError(fmt::format("{}: the file has no array {}; save it again", path_, name));
        return std::make_unique<Array const>(*found, path_);
    }

private:
    std::vector<ZipMember>::const_iterator find(std::string const& name) const {
        return std::ranges::find(members_, name + std::string(ending), &ZipMember::name);
    }

    std::string const& path_;
    std::vector<ZipMember> members_;
};

VertexId checked(NpyArray const& array, std::uint64_t i, std::uint64_t vertices, std::string const& name) {
    std::uint64_t const value = array.whole(i);
    if (value >= vertices) {
        throw InputError(fmt::format("{}: the position {} is outside of a matrix with {} rows; save it again", name,
                                     value, vertices));
    }
    return static_cast<VertexId>(value);
}

// Visits the entries of rows (csr) or of columns (csc), which lie one after the other.
std::vector<Edge> entries_of_rows(Archive const& archive, std::string const& prefix, std::uint64_t vertices,
                                  std::string const& path) {
    auto const starts = archive.array(prefix + "indptr"), places = archive.array(prefix + "indices");
    NpyArray const& start = starts->array;
    if (start.size() != vertices + 1 || start.whole(0) != 0 || start.whole(vertices) != places->array.size()) {
        throw InputError(
            fmt::format("{}: the array indptr does not fit a matrix with {} rows and {} entries; save it again", path,
                        vertices, places->array.size()));
    }
    std::vector<Edge> entries;
    entries.reserve(places->array.size());
    for (std::uint64_t row = 0; row < vertices; ++row) {
        std::uint64_t const end = start.whole(row + 1);
        if (end < start.whole(row) || end > places->array.size()) {
            throw InputError(fmt::format("{}: the array indptr does not ascend; save it again", path));
        }
        for (std::uint64_t i = start.whole(row); i < end; ++i) {
            entries.push_back({static_cast<VertexId>(row), checked(places->array, i, vertices, places->name)});
        }
    }
    return entries;
}

std::vector<Edge> entries_of_pairs(Archive const& archive, std::uint64_t vertices, std::string const& path) {
    auto const rows = archive.array("row"), columns = archive.array("col");
    if (rows->array.size() != columns->array.size()) {
        throw InputError(
            fmt::format("{}: the entries have {} rows and {} columns, which should be equally many; save it again",
                        path, rows->array.size(), columns->array.size()));
    }
    std::vector<Edge> entries;
    for (std::uint64_t i = 0; i < rows->array.size(); ++i) {
        entries.push_back(
            {checked(rows->array, i, vertices, rows->name), checked(columns->array, i, vertices, columns->name)});
    }
    return entries;
}

// Entries that are stored as zero are edges, and those that are NaN or infinite are none. Returns: the values to keep.
EntryValues take_values(Array const& data, std::vector<Edge>& entries, ReadOptions const& options, ReadReport& report) {
    std::uint64_t const size = data.array.size();
    std::uint64_t zeros = 0;
    std::vector<std::uint64_t> finite; // places
    for (std::uint64_t i = 0; i < size; ++i) {
        zeros += data.array.is_zero(i);
        if (i < entries.size() && data.array.is_finite(i)) finite.push_back(i);
    }
    if (zeros > 0) {
        report.remarks.push_back(fmt::format("{} of the {} stored entries are zero and count as edges", zeros, size));
    }
    EntryValues values = kept_values(data.array, options, report);
    if (size != entries.size()) {
        if (!options.attributes) return {};
        throw InputError(fmt::format("{}: the array has {} for {}; expected one for each, save it again", data.name,
                                     counted(size, "value"), counted(entries.size(), "entry")));
    }
    if (finite.size() < size) {
        report.remark(entries_without_number(size - finite.size()));
        for (std::size_t i = 0; i < finite.size(); ++i) entries[i] = entries[finite[i]];
        entries.resize(finite.size());
    }
    values.places = std::move(finite);
    return values;
}

Graph matrix_in(Archive const& archive, std::string const& prefix, std::uint64_t bytes, std::string const& path,
                ReadOptions const& options, ReadReport& report) {
    std::string const format = archive.has(prefix + "format") ? archive.array(prefix + "format")->array.text(0) : "csr";
    if (format != "csr" && format != "csc" && format != "coo") {
        throw InputError(
            fmt::format("{}: a sparse matrix of the form '{}'; expected csr, csc or coo, `python3 -c \"import "
                        "scipy.sparse as s; s.save_npz('csr.npz', s.load_npz('FILE').tocsr())\"`",
                        path, printable(format)));
    }
    auto const shape = archive.array(prefix + "shape");
    if (shape->array.size() != 2)
        throw InputError(fmt::format("{}: a sparse array with other than two dimensions; save it as a matrix", path));
    std::uint64_t const vertices = shape->array.whole(0);
    check_matrix(vertices, shape->array.whole(1), bytes, path);
    std::vector<Edge> entries =
        format == "coo" ? entries_of_pairs(archive, vertices, path) : entries_of_rows(archive, prefix, vertices, path);
    std::unique_ptr<Array const> const data = archive.has(prefix + "data") ? archive.array(prefix + "data") : nullptr;
    EntryValues const values = data ? take_values(*data, entries, options, report) : EntryValues();
    if (format == "csc") {
        for (Edge& entry : entries) std::swap(entry.source, entry.target);
    }
    return graph_of_entries(vertices, std::move(entries), values, path, options, report);
}

// Reads the one array that may hold edges.
Graph read_array(Archive const& archive, std::string const& path, ReadOptions const& options, ReadReport& report) {
    std::vector<std::string> names;
    for (ZipMember const& member : archive.members()) {
        if (member.name.ends_with(ending)) names.push_back(member.name.substr(0, member.name.size() - ending.size()));
    }
    auto const chosen = std::ranges::find_if(
        names, [&](std::string const& name) { return names.size() == 1 || name == "edge_index" || name == "edges"; });
    if (chosen == names.end()) {
        throw InputError(
            fmt::format("{}: the file has the arrays {}; expected a sparse matrix of SciPy, or one array of edges",
                        path, printable(joined(names, ", "))));
    }
    report.remarks.push_back(fmt::format("the array {} is read", printable(*chosen)));
    auto const array = archive.array(*chosen);
    return graph_of_array(array->array, array->name, options, report);
}

} // namespace

bool is_npz(std::string_view bytes) {
    constexpr std::size_t place_of_length = 26, place_of_name = 30;
    if (!bytes.starts_with("PK\x03\x04"sv) || bytes.size() < place_of_name) return false;
    std::size_t const length = static_cast<unsigned char>(bytes[place_of_length]) +
                               std::size_t{static_cast<unsigned char>(bytes[place_of_length + 1])} * 256;
    return bytes.substr(place_of_name, length).ends_with(ending);
}

Graph read_npz(std::string_view bytes, std::string const& path, ReadOptions const& options, ReadReport& report) {
    Archive const archive(bytes, path);
    for (std::string const prefix : {"", "adj_", "adj_matrix."}) { // the latter if a file also holds attributes
        bool const is_by_rows = archive.has(prefix + "indptr");
        if (is_by_rows || (prefix.empty() && archive.has("row"))) {
            return matrix_in(archive, prefix, bytes.size(), path, options, report);
        }
    }
    return read_array(archive, path, options, report);
}

// Reads the size line of a Matrix Market file.

struct MatrixSizes {
    std::uint64_t vertices = 0, entries = 0;
};

// Reads "rows columns entries". `text` is the text after the banner. If the size line is a comment there, a remark says
// so, and no line of `input` is passed. Throws InputError if there is no size line, if the matrix is not square, or if
// the file has no room for as many entries as the line promises.
MatrixSizes read_matrix_sizes(TextInput& input, std::string_view text, ReadReport& report);

// Reads "rows columns" of a dense matrix. Returns: the number of rows, which is also that of columns.
std::uint64_t read_dense_size(TextInput& input);

namespace {

// Vertices without an entry cost memory but no text, so a header alone could ask for any amount.
void check_sizes(MatrixSizes const& sizes, TextInput const& input) {
    constexpr std::uint64_t shortest_entry = 4;
    constexpr std::uint64_t always_allowed = 1 << 20;
    constexpr std::uint64_t vertices_per_byte = 64;
    check_vertex_count(sizes.vertices, input);
    std::uint64_t const room = (input.remaining() + 1) / shortest_entry;
    if (sizes.entries > room) {
        input.fail(
            fmt::format("the header promises {} entries, and the file has room for at most {}; expected the whole "
                        "file, fetch it again",
                        sizes.entries, room));
    }
    if (sizes.vertices > std::max<std::uint64_t>(always_allowed, vertices_per_byte * input.remaining())) {
        input.fail(
            fmt::format("the header promises {} vertices in {} bytes, so nearly all have no edge; expected at most {} "
                        "vertices per byte, give an edge list instead",
                        sizes.vertices, input.remaining(), vertices_per_byte));
    }
}

void require_square(std::uint64_t rows, std::uint64_t columns, TextInput const& input) {
    if (rows == columns) return;
    input.fail(
        fmt::format("a matrix of {0} rows and {1} columns; expected a square adjacency matrix. The bipartite graph of "
                    "its rows and columns: `awk '!/^%/ && n++ {{print $1, $2 + {0}}}' FILE | cerrado info -`",
                    rows, columns));
}

// Reads the numbers of a size line, as many as there should be. `expected` names them.
template <std::size_t count>
std::array<std::uint64_t, count> read_size_line(TextInput& input, std::string_view expected) {
    if (!input.seek_content("%")) {
        input.fail(fmt::format("the file ends before the size line; expected '{}'", expected));
    }
    std::array<std::uint64_t, count> sizes{};
    for (auto& size : sizes) {
        if (input.at_line_end()) {
            input.fail(fmt::format("an incomplete size line, or none; expected '{}' before the entries", expected));
        }
        size = input.number("matrix size");
        input.skip_separators();
    }
    if (!input.at_line_end()) input.fail(fmt::format("more than the sizes on the size line; expected '{}'", expected));
    return sizes;
}

using ThreeNumbers = std::array<std::uint64_t, 3>;

// Three whole numbers and nothing else.
std::optional<ThreeNumbers> three_numbers(std::string_view line) {
    ThreeNumbers numbers{};
    constexpr std::string_view blanks = " \t\r";
    for (auto& number : numbers) {
        line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
        auto const [stop, status] = std::from_chars(line.data(), line.data() + line.size(), number);
        if (status != std::errc()) return std::nullopt;
        line.remove_prefix(static_cast<std::size_t>(stop - line.data()));
        if (!line.empty() && blanks.find(line[0]) == std::string_view::npos) return std::nullopt;
    }
    if (line.find_first_not_of(blanks) != std::string_view::npos) return std::nullopt;
    return numbers;
}

// A size line in a comment, as some collections have it, and the number of lines that are no comment.
struct CommentedSizes {
    ThreeNumbers sizes;
    std::uint64_t lines;
};

// Returns nothing if no comment before the entries has three numbers, or if the first line that is no comment may be
// the size line. `text` is the text after the banner.
std::optional<CommentedSizes> commented_sizes(std::string_view text) {
    std::optional<ThreeNumbers> commented;
    std::optional<std::string_view> first;
    std::uint64_t lines = 0;
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
        if (line.starts_with('%')) {
            line.remove_prefix(std::min(line.find_first_not_of('%'), line.size()));
            auto const numbers = first ? std::nullopt : three_numbers(line);
            if (numbers) commented = numbers;
        } else if (!line.empty()) {
            if (!commented) return std::nullopt;
            if (!first) first = line;
            ++lines;
        }
    }
    if (!first) return std::nullopt;
    auto const sizes = three_numbers(*first);
    bool const is_square = sizes && (*sizes)[0] == (*sizes)[1];
    if (is_square && ((*sizes)[2] + 1 == lines || (*commented)[2] != lines)) return std::nullopt;
    return CommentedSizes{*commented, lines};
}

} // namespace

MatrixSizes read_matrix_sizes(TextInput& input, std::string_view text, ReadReport& report) {
    if (auto const commented = commented_sizes(text)) {
        auto const [rows, columns, entries] = commented->sizes;
        if (entries != commented->lines) {
            input.fail(
                fmt::format("no size line; the comment '% {} {} {}' may be it, but {} lines follow; fetch the file "
                            "again, or put a line with the right 'rows columns entries' before the entries",
                            rows, columns, entries, commented->lines));
        }
        require_square(rows, columns, input);
        report.remarks.push_back(
            fmt::format("the size line is taken from a comment: {0} rows, {0} columns, {1} entries", rows, entries));
        check_sizes({rows, entries}, input);
        return {rows, entries};
    }
    auto const [rows, columns, entries] = read_size_line<3>(input, "rows columns entries");
    require_square(rows, columns, input);
    check_sizes({rows, entries}, input);
    input.skip_line();
    return {rows, entries};
}

std::uint64_t read_dense_size(TextInput& input) {
    auto const [rows, columns] = read_size_line<2>(input, "rows columns");
    require_square(rows, columns, input);
    check_vertex_count(rows, input);
    return rows;
}

namespace {

constexpr std::string_view mark = "%matrixmarket";

std::string lower_case(std::string_view text) {
    std::string lowered(text);
    for (char& c : lowered) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lowered;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> known) {
    return std::find(known.begin(), known.end(), word) != known.end();
}

struct Banner {
    bool is_dense = false; // The format "array": all entries, column by column, with zeros.
    std::string field, symmetry;

    bool has_directions() const { return symmetry == "general"; }
};

Banner read_banner(TextInput& input) {
    std::array<std::string, 5> words;
    for (auto& word : words) {
        word = lower_case(input.word());
        input.skip_separators();
    }
    auto const& [mark, object, layout, field, symmetry] = words;
    if (object != "matrix" || !is_one_of(layout, {"coordinate", "array"})) {
        input.fail(fmt::format("'{} {}' in the banner; expected 'matrix coordinate' or 'matrix array'",
                               printable(object), printable(layout)));
    }
    if (!is_one_of(field, {"pattern", "real", "double", "integer", "unsigned-integer", "complex"})) {
        input.fail(
            fmt::format("field '{}' in the banner; expected pattern, real, integer or complex", printable(field)));
    }
    if (!is_one_of(symmetry, {"general", "symmetric", "skew-symmetric", "hermitian"})) {
        input.fail(fmt::format("symmetry '{}' in the banner; expected general, symmetric, skew-symmetric or hermitian",
                               printable(symmetry)));
    }
    if (!input.at_line_end()) input.fail("more words after the symmetry in the banner; expected the line's end");
    return {layout == "array", field, symmetry};
}

VertexId read_position(TextInput& input, std::string_view noun, std::uint64_t vertices) {
    std::uint64_t const position = input.number(noun);
    if (position < 1 || position > vertices) {
        input.fail(
            fmt::format("{} {} is outside of the matrix; expected a number from 1 to {}", noun, position, vertices));
    }
    return static_cast<VertexId>(position - 1);
}

void add_entry(Assembly& assembly, Banner const& banner, VertexId row, VertexId column) {
    if (banner.has_directions()) {
        assembly.arc(row, column);
    } else {
        assembly.edge(row, column);
    }
}

void read_entries(TextInput& input, Banner const& banner, MatrixSizes const& sizes, Assembly& assembly) {
    bool const has_weights = assembly.keeps_attributes() && banner.field != "pattern" && banner.field != "complex";
    assembly.edges_are_rows();
    std::uint64_t count = 0;
    for (; input.seek_content("%"); ++count) {
        if (count == sizes.entries) {
            input.fail(
                fmt::format("the file has more entries than the {} that the header promises; expected the file's end",
                            sizes.entries));
        }
        VertexId const row = read_position(input, "row", sizes.vertices);
        input.skip_separators();
        if (input.at_line_end()) {
            input.fail(fmt::format("the line has one number, {}; expected a row and a column (is the file truncated?)",
                                   row + 1ull));
        }
        add_entry(assembly, banner, row, read_position(input, "column", sizes.vertices));
        if (has_weights) {
            input.skip_separators();
            assembly.edge_attribute(weight_column, input.word());
        }
        input.skip_line();
    }
    if (count != sizes.entries) {
        input.fail(fmt::format("the file ends after {} of the {} entries that the header promises; fetch it again",
                               count, sizes.entries));
    }
}

// Returns: true if the number is not zero in any part. Returns nothing if it is NaN or infinite.
std::optional<bool> read_value(TextInput& input, int parts, std::uint64_t vertices) {
    bool is_any = false, is_finite = true;
    for (int part = 0; part < parts; ++part) {
        if (!input.seek_content("%")) {
            input.fail(
                fmt::format("the file ends before the last entry of a matrix of {0} rows and {0} columns; "
                            "fetch it again",
                            vertices));
        }
        std::string_view const word = input.word();
        std::string_view const number = word.starts_with('+') ? word.substr(1) : word;
        double value = 0;
        auto const [stop, status] = std::from_chars(number.data(), number.data() + number.size(), value);
        bool const is_number = status != std::errc::invalid_argument && stop == number.data() + number.size();
        if (!is_number)
            input.fail(fmt::format("'{}' is not a number; expected an entry of the matrix", printable(word)));
        is_any |= status == std::errc::result_out_of_range || value != 0;
        is_finite &= std::isfinite(value);
        input.skip_separators();
    }
    return is_finite ? std::optional(is_any) : std::nullopt;
}

// Visits all entries, column by column. For a symmetric matrix these are only the entries of the lower half.
void read_dense(TextInput& input, Banner const& banner, Assembly& assembly, ReadReport& report) {
    std::uint64_t const rows = read_dense_size(input);
    if (banner.field == "pattern") input.fail("an array of the field pattern; expected real, integer or complex");
    std::uint64_t const half = rows * (rows > 0 ? rows - 1 : 0) / 2;
    if (half > input.remaining()) {
        input.fail(
            fmt::format("the header promises {0} rows and {0} columns, which {1} bytes cannot hold; fetch it again",
                        rows, input.remaining()));
    }
    assembly.count_vertices(rows, 1);
    int const parts = banner.field == "complex" ? 2 : 1;
    auto const vertices = static_cast<VertexId>(rows);
    std::uint64_t missing = 0;
    for (VertexId column = 0; column < vertices; ++column) {
        VertexId const first = banner.symmetry == "general" ? 0 : column + (banner.symmetry == "skew-symmetric");
        for (VertexId row = first; row < vertices; ++row) {
            auto const is_entry = read_value(input, parts, rows);
            missing += !is_entry;
            if (is_entry.value_or(false)) add_entry(assembly, banner, row, column);
        }
    }
    if (missing > 0) report.remark(entries_without_number(missing));
    if (input.seek_content("%")) input.fail("a number after the last entry; expected the file's end");
}

// Skips a byte order mark and blanks.
std::string_view from_banner(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text;
}

} // namespace

bool is_matrix_market(std::string_view text) {
    text = from_banner(text);
    if (text.starts_with("%%")) text.remove_prefix(1); // some programs write one '%' alone
    return lower_case(text.substr(0, mark.size())) == mark;
}

Graph read_matrix_market(std::string_view text, std::string const& path, ReadOptions const& options,
                         ReadReport& report) {
    TextInput input(text, path);
    input.seek_content("");
    if (!is_matrix_market(text)) input.fail("no '%%MatrixMarket' banner; a .mtx file must begin with one");
    Banner const banner = read_banner(input);
    if (options.directed && !banner.has_directions()) {
        input.fail(fmt::format(
            "a {} matrix has no directions; expected the word general in the banner, or leave --directed out",
            banner.symmetry));
    }
    input.skip_line();
    Assembly assembly(path, options, text);
    if (banner.is_dense) {
        read_dense(input, banner, assembly, report);
    } else {
        MatrixSizes const sizes = read_matrix_sizes(input, text.substr(text.size() - input.remaining()), report);
        assembly.count_vertices(sizes.vertices, 1);
        if (options.attributes && banner.field == "complex") report.remark(complex_weights);
        read_entries(input, banner, sizes, assembly);
    }
    return assembly.finish([&](std::string const& sentence) { report.remark(sentence); });
}

void write_matrix_market(Graph const& graph, OutputFile& file) {
    bool const directed = is_directed(graph);
    file.write(fmt::format(
        "%%MatrixMarket matrix coordinate pattern {}\n% rows are positions from 1; original ids are not kept\n{} {} "
        "{}\n",
        directed ? "general" : "symmetric", graph.vertex_count(), graph.vertex_count(), count_arcs_or_edges(graph)));
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        // a symmetric matrix has only its lower half
        auto const [row, column] = directed ? std::pair(v, u) : std::pair(u, v);
        file.write_number(row + 1ull);
        file.write(" ");
        file.write_number(column + 1ull);
        file.write("\n");
    });
}

} // namespace cerrado::detail
