#include <cerrado/graph/io/format.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/binary_csr.hpp>
#include <cerrado/graph/cgz/read.hpp>
#include <cerrado/graph/edge_list.hpp>
#include <cerrado/graph/graphml.hpp>
#include <cerrado/graph/io/adjacency_list.hpp>
#include <cerrado/graph/io/matrix.hpp>
#include <cerrado/graph/lg.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/matrix_market.hpp>
#include <cerrado/graph/metis.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace cerrado::detail {
namespace {

// Readers as the table has them.
Graph as_binary_csr(FormatSource const& source) { return read_binary_csr(source.bytes, source.path, source.storage); }
Graph as_compressed(FormatSource const& source) {
    return cgz::read_compressed(source.bytes, source.path, {.threads = source.options.threads});
}
Graph as_matrix_market(FormatSource const& source) {
    return read_matrix_market(source.bytes, source.path, source.options.directed);
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
template <auto read> Graph plain(FormatSource const& source) { return read(source.bytes, source.path, source.options); }

constexpr unsigned all = ids | names | directions | labels | edge_labels | lone_vertices;

constexpr Format table[] = {
    {"cbin", "Cerrado binary CSR", ".cbin", "first bytes CERRADO", is_binary_csr, as_binary_csr, write_binary_csr, all},
    {"cgz", "compressed graph", ".cgz", "first bytes CERRCGZ", cgz::is_compressed_graph, as_compressed, nullptr, all},
    {"mtx", "Matrix Market", ".mtx", "first line %%MatrixMarket", is_matrix_market, as_matrix_market,
     write_matrix_market, directions | lone_vertices},
    {"graphml", "GraphML", ".graphml", "begins with <?xml or <graphml", is_graphml, plain<read_graphml>, nullptr, all},
    {"lg", "LG", ".lg", "first line of t or v", is_lg, plain<read_lg>, nullptr, all},
    {"metis", "METIS", ".graph .metis", "sizes on the first line, a line for each vertex, each edge twice", nullptr,
     as_metis, write_metis, lone_vertices},
    {"adjlist", "adjacency list", ".adjlist", "lines of different lengths that hold ids alone", nullptr,
     as_adjacency_list, nullptr, ids | names | directions | lone_vertices},
    {"matrix", "adjacency matrix", ".adjacency", "n lines of n zeros and ones, n > 3", nullptr, as_matrix, nullptr,
     names | directions | lone_vertices},
    {"edges", "edge list", ".txt .el .edges .csv .tsv", "lines of two ids and more", nullptr, as_edges, write_edge_list,
     ids | names | directions | edge_labels},
};

std::string listed(std::string_view extensions) {
    std::string text(extensions);
    for (std::size_t at = 0; (at = text.find(' ', at)) != std::string::npos; at += 2) text.replace(at, 1, ", ");
    return text;
}

} // namespace

bool Format::has_extension(std::string_view extension) const {
    std::string_view rest = extensions;
    while (!rest.empty()) {
        std::size_t const blank = std::min(rest.find(' '), rest.size());
        if (rest.substr(0, blank) == extension) return true;
        rest.remove_prefix(std::min(blank + 1, rest.size()));
    }
    return false;
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
        text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", listed(format.extensions), format.title);
    }
    return text;
}

std::string format_titles() {
    std::string text;
    for (Format const& format : table) text += fmt::format("{}{}", text.empty() ? "" : ", ", format.title);
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
        fmt::format("{}: it has no directions; give an edge list, a general Matrix Market file, or a .cbin of "
                    "a directed graph, or leave --directed out",
                    path));
}

void refuse_names(std::string const& path) {
    throw InputError(
        fmt::format("{}: its vertices have no names; give an edge list, an LG or GraphML file, or a .cbin of a graph "
                    "with names, or leave --names out",
                    path));
}

} // namespace cerrado::detail
