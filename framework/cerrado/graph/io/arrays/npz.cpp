#include <cerrado/graph/io/arrays/npz.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/arrays/matrix_entries.hpp>
#include <cerrado/graph/io/arrays/npy.hpp>
#include <cerrado/graph/io/arrays/npy_array.hpp>
#include <cerrado/graph/io/packed/zip.hpp>
#include <cerrado/graph/io/text_input.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

namespace cerrado::detail {
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
    // Throws InputError where it is not there.
    std::unique_ptr<Array const> array(std::string const& name) const {
        auto const found = find(name);
        if (found == members_.end()) throw InputError(fmt::format("{}: no {} in it; save it again", path_, name));
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
        throw InputError(
            fmt::format("{}: the position {} is outside a matrix of {} rows; save it again", name, value, vertices));
    }
    return static_cast<VertexId>(value);
}

// The entries of rows (csr) or of columns (csc), which stand after each other.
std::vector<Edge> entries_of_rows(Archive const& archive, std::string const& prefix, std::uint64_t vertices,
                                  std::string const& path) {
    auto const starts = archive.array(prefix + "indptr"), places = archive.array(prefix + "indices");
    NpyArray const& start = starts->array;
    if (start.size() != vertices + 1 || start.whole(0) != 0 || start.whole(vertices) != places->array.size()) {
        throw InputError(fmt::format("{}: indptr does not fit a matrix of {} rows and {} entries; save it again", path,
                                     vertices, places->array.size()));
    }
    std::vector<Edge> entries;
    entries.reserve(places->array.size());
    for (std::uint64_t row = 0; row < vertices; ++row) {
        std::uint64_t const end = start.whole(row + 1);
        if (end < start.whole(row) || end > places->array.size()) {
            throw InputError(fmt::format("{}: indptr does not ascend; save it again", path));
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
        throw InputError(fmt::format("{}: {} rows and {} columns of entries; save it again", path, rows->array.size(),
                                     columns->array.size()));
    }
    std::vector<Edge> entries;
    for (std::uint64_t i = 0; i < rows->array.size(); ++i) {
        entries.push_back(
            {checked(rows->array, i, vertices, rows->name), checked(columns->array, i, vertices, columns->name)});
    }
    return entries;
}

void remark_zeros(Archive const& archive, std::string const& prefix, ReadReport& report) {
    if (!archive.has(prefix + "data")) return;
    auto const data = archive.array(prefix + "data");
    std::uint64_t zeros = 0;
    for (std::uint64_t i = 0; i < data->array.size(); ++i) zeros += data->array.is_zero(i);
    if (zeros == 0) return;
    report.remarks.push_back(
        fmt::format("{} of the {} stored entries are zero and count as edges", zeros, data->array.size()));
}

Graph read_matrix(Archive const& archive, std::string const& prefix, std::uint64_t bytes, std::string const& path,
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
        throw InputError(fmt::format("{}: a sparse array, but no matrix; save it again", path));
    std::uint64_t const vertices = shape->array.whole(0);
    check_matrix(vertices, shape->array.whole(1), bytes, path);
    std::vector<Edge> entries =
        format == "coo" ? entries_of_pairs(archive, vertices, path) : entries_of_rows(archive, prefix, vertices, path);
    if (format == "csc") {
        for (Edge& entry : entries) std::swap(entry.source, entry.target);
    }
    remark_zeros(archive, prefix, report);
    return graph_of_entries(vertices, std::move(entries), path, options);
}

// Of the one array that may hold edges.
Graph read_array(Archive const& archive, std::string const& path, ReadOptions const& options, ReadReport& report) {
    std::vector<std::string> names;
    for (ZipMember const& member : archive.members()) {
        if (member.name.ends_with(ending)) names.push_back(member.name.substr(0, member.name.size() - ending.size()));
    }
    auto const chosen = std::ranges::find_if(
        names, [&](std::string const& name) { return names.size() == 1 || name == "edge_index" || name == "edges"; });
    if (chosen == names.end()) {
        throw InputError(fmt::format("{}: arrays {}; expected a sparse matrix of SciPy, or one array of edges", path,
                                     printable(fmt::format("{}", fmt::join(names, ", ")))));
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
    for (std::string const prefix : {"", "adj_", "adj_matrix."}) { // the latter where a file holds attributes besides
        bool const is_by_rows = archive.has(prefix + "indptr");
        if (is_by_rows || (prefix.empty() && archive.has("row"))) {
            return read_matrix(archive, prefix, bytes.size(), path, options, report);
        }
    }
    return read_array(archive, path, options, report);
}

} // namespace cerrado::detail
