#include <cerrado/graph/io/format.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/cgz/cgz.hpp>
#include <cerrado/graph/io/arrays/binary_csr.hpp>
#include <cerrado/graph/io/arrays/gt.hpp>
#include <cerrado/graph/io/arrays/matrix_market.hpp>
#include <cerrado/graph/io/arrays/npy.hpp>
#include <cerrado/graph/io/arrays/npz.hpp>
#include <cerrado/graph/io/edges/csv_writer.hpp>
#include <cerrado/graph/io/edges/edge_list.hpp>
#include <cerrado/graph/io/formats/dimacs.hpp>
#include <cerrado/graph/io/formats/gml.hpp>
#include <cerrado/graph/io/formats/graph6.hpp>
#include <cerrado/graph/io/formats/graphml.hpp>
#include <cerrado/graph/io/formats/lg.hpp>
#include <cerrado/graph/io/formats/lgl.hpp>
#include <cerrado/graph/io/formats/pajek.hpp>
#include <cerrado/graph/io/formats/sif.hpp>
#include <cerrado/graph/io/formats/tgf.hpp>
#include <cerrado/graph/io/tables/adjacency_list.hpp>
#include <cerrado/graph/io/tables/matrix.hpp>
#include <cerrado/graph/io/tables/metis.hpp>
#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace cerrado::detail {
namespace {

// Readers as the table has them.
Graph as_binary_csr(FormatSource const& source) { return read_binary_csr(source.bytes, source.path, source.storage); }
Graph as_compressed(FormatSource const& source) {
    return cgz::read_compressed(source.bytes, source.path, {.threads = source.options.threads});
}
Graph as_metis(FormatSource const& source) { return read_metis(source.bytes, source.path); }
Graph as_edges(FormatSource const& source) {
    return read_edge_list(source.bytes, source.path, survey_table(source.bytes, source.path, source.options),
                          source.options, source.report);
}
Graph as_matrix(FormatSource const& source) {
    return read_matrix(source.bytes, source.path, survey_table(source.bytes, source.path, source.options),
                       source.options, source.report);
}
Graph as_adjacency_list(FormatSource const& source) {
    return read_adjacency_list(source.bytes, source.path, source.options, source.report);
}
// Of those that take what comes and say what they met.
template <auto read> Graph reported(FormatSource const& source) {
    return read(source.bytes, source.path, source.options, source.report);
}

constexpr unsigned all = ids | names | directions | labels | edge_labels | lone_vertices;

constexpr Format table[] = {
    {"cbin", "Cerrado binary CSR", ".cbin", "first bytes CERRADO", is_binary_csr, as_binary_csr, write_binary_csr, all},
    {"cgz", "compressed graph", ".cgz", "first bytes CERRCGZ", cgz::is_compressed_graph, as_compressed, nullptr, all,
     "cerrado compress"},
    {"npz", "SciPy sparse matrix", ".npz", "a zip archive of arrays", is_npz, reported<read_npz>, nullptr,
     directions | lone_vertices},
    {"npy", "NumPy array", ".npy", "first bytes NUMPY", is_npy, reported<read_npy>, nullptr,
     ids | directions | edge_labels | lone_vertices},
    {"gt", "graph-tool", ".gt", "first bytes of graph-tool", is_gt, reported<read_gt>, nullptr,
     names | directions | labels | edge_labels | lone_vertices},
    {"mtx", "Matrix Market", ".mtx", "first line %%MatrixMarket", is_matrix_market, reported<read_matrix_market>,
     write_matrix_market, directions | lone_vertices},
    {"graphml", "GraphML", ".graphml", "<?xml or <graphml", is_graphml, reported<read_graphml>, write_graphml, all},
    {"gml", "GML", ".gml", "graph [", is_gml, reported<read_gml>, write_gml, all, {}, lost_in_gml},
    {"pajek", "Pajek", ".net", "*Vertices or *Network", is_pajek, reported<read_pajek>, write_pajek,
     names | directions | edge_labels | lone_vertices},
    {"dimacs",
     "DIMACS",
     ".dimacs .col .clq .gr",
     "first line p KIND n m",
     is_dimacs,
     reported<read_dimacs>,
     write_dimacs,
     directions | edge_labels | lone_vertices,
     {},
     lost_in_dimacs},
    {"graph6", "graph6", ".g6 .s6 .d6", "header or length of lines", is_graph6, reported<read_graph6>, write_graph6,
     directions | lone_vertices},
    {"lg", "LG", ".lg", "first line of t or v", is_lg, reported<read_lg>, nullptr, all},
    {"tgf", "TGF", ".tgf", "a line # between vertices and edges", is_tgf, reported<read_tgf>, nullptr, all},
    {"lgl", "LGL", ".lgl", "lines # NAME over lines of neighbours", is_lgl, reported<read_lgl>, nullptr,
     ids | names | edge_labels | lone_vertices},
    {"sif", "SIF", ".sif", "its ending alone", nullptr, reported<read_sif>, write_sif,
     ids | names | directions | edge_labels | lone_vertices},
    {"metis", "METIS", ".graph .metis", "sizes, a line for each vertex, each edge twice", nullptr, as_metis,
     write_metis, lone_vertices},
    {"adjlist", "adjacency list", ".adjlist", "lines of different lengths that hold ids alone", nullptr,
     as_adjacency_list, nullptr, ids | names | directions | lone_vertices},
    {"matrix", "adjacency matrix", ".adjacency", "n lines of n numbers, n > 3", nullptr, as_matrix, nullptr,
     names | directions | lone_vertices},
    {"csv", "CSV", ".csv", "equally many commas or semicolons on each line", nullptr, as_edges, write_csv,
     ids | names | directions | edge_labels},
    {"edges", "edge list", ".txt .el .edges .tsv", "all else: two ids on each line", nullptr, as_edges, write_edge_list,
     ids | names | directions | edge_labels},
};

} // namespace

std::vector<std::string> Format::extension_list() const {
    std::vector<std::string> list;
    for (std::string_view rest = extensions; !rest.empty();) {
        std::size_t const blank = std::min(rest.find(' '), rest.size());
        list.emplace_back(rest.substr(0, blank));
        rest.remove_prefix(std::min(blank + 1, rest.size()));
    }
    return list;
}

bool Format::has_extension(std::string_view extension) const {
    std::vector<std::string> const list = extension_list();
    return std::ranges::find(list, extension) != list.end();
}

std::span<Format const> formats() { return table; }

Format const* find_format(std::string_view name) {
    auto const found = std::ranges::find(table, name, &Format::name);
    return found == std::ranges::end(table) ? nullptr : &*found;
}

Format const& format_named(std::string_view name) {
    if (Format const* const format = find_format(name)) return *format;
    throw InputError(
        fmt::format("--format {}: no format is called that; expected one of {}", printable(name), format_names()));
}

Format const* written_format(std::string_view extension) {
    auto const found = std::ranges::find_if(
        table, [&](Format const& format) { return format.write != nullptr && format.has_extension(extension); });
    return found == std::ranges::end(table) ? nullptr : &*found;
}

std::string format_names() {
    std::string text;
    for (Format const& format : table) text += fmt::format("{}{}", text.empty() ? "" : ", ", format.name);
    return text;
}

std::string written_extensions() {
    std::string text;
    for (Format const& format : table) {
        if (format.write == nullptr) continue;
        text +=
            fmt::format("{}{} ({})", text.empty() ? "" : ", ", fmt::join(format.extension_list(), ", "), format.title);
    }
    return text;
}

std::string format_extension(std::string const& path) {
    std::filesystem::path const name = std::filesystem::path(path).filename();
    std::string extension = name.extension().string();
    bool const is_packed = extension == ".gz" || extension == ".zst" || extension == ".xz" || extension == ".bz2";
    if (is_packed) extension = name.stem().extension().string();
    for (char& c : extension) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return extension;
}

void refuse_directions(std::string const& path) {
    throw InputError(
        fmt::format("{}: it has no directions; give an edge list, another format that has them (`cerrado info "
                    "--formats`), or a .cbin of "
                    "a directed graph, or leave --directed out",
                    path));
}

void refuse_names(std::string const& path) {
    throw InputError(
        fmt::format("{}: its vertices have no names; give an edge list, another format that has them (`cerrado info "
                    "--formats`), or a .cbin of a graph "
                    "with names, or leave --names out",
                    path));
}

} // namespace cerrado::detail
