#include <cerrado/graph/io.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/cgz/read.hpp>
#include <cerrado/graph/direction.hpp>
#include <cerrado/graph/edge_lines.hpp>
#include <cerrado/graph/graphml.hpp>
#include <cerrado/graph/io/packing.hpp>
#include <cerrado/graph/lg.hpp>
#include <cerrado/graph/named_edges.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/output_file.hpp>
#include <cerrado/graph/text_input.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <new>
#include <optional>
#include <stdexcept>
#include <vector>

namespace cerrado {
namespace detail {
namespace {

constexpr std::string_view known_extensions =
    ".txt, .el or .edges (edge list), .mtx, .graph, .metis or .cbin, and .gz after it";

// The last extension in lower case, or the one before it where the last is ".gz".
std::string format_extension(std::string const& path) {
    std::filesystem::path name = std::filesystem::path(path).filename();
    std::string extension = name.extension().string();
    if (extension == ".gz") extension = name.stem().extension().string();
    for (char& c : extension) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return extension;
}

bool asks_for_gzip(std::string const& path) { return std::filesystem::path(path).extension() == ".gz"; }

enum class Format { binary_csr, compressed, matrix_market, graphml, lg, metis, edge_list };

// `names`: words are ids, so that 'v' and 't' may be edges.
Format format_of(std::string_view bytes, std::string const& path, bool names) {
    std::string const extension = format_extension(path);
    if (is_binary_csr(bytes) || extension == ".cbin") return Format::binary_csr;
    if (cgz::is_compressed_graph(bytes) || extension == ".cgz") return Format::compressed;
    if (is_matrix_market(bytes) || extension == ".mtx") return Format::matrix_market;
    if (is_graphml(bytes) || extension == ".graphml") return Format::graphml;
    bool const is_no_list = extension == ".graph" || extension == ".metis";
    if (extension == ".lg" || ((!names || is_no_list) && is_lg(bytes))) return Format::lg;
    if (is_no_list) return Format::metis;
    return Format::edge_list;
}

[[noreturn]] void refuse_directions(std::string const& path) {
    throw InputError(
        fmt::format("{}: it has no directions; give an edge list, a general Matrix Market file, or a .cbin of "
                    "a directed graph",
                    path));
}

[[noreturn]] void refuse_names(std::string const& path) {
    throw InputError(
        fmt::format("{}: its vertices have no names; give an edge list, an LG or GraphML file, or a .cbin of a graph "
                    "with names, or leave --names out",
                    path));
}

// `edges`: has read the same bytes where they are an edge list of numbers.
Graph read_as_given(std::string_view bytes, std::string const& path, std::shared_ptr<void const> storage,
                    ReadOptions const& options, EdgeLineReader* edges) {
    if (bytes.empty()) {
        throw InputError(fmt::format(
            "{}: the file is empty; expected an edge list, Matrix Market, METIS, LG, GraphML or Cerrado binary file",
            path));
    }
    Format const format = format_of(bytes, path, options.names);
    if (options.directed && format == Format::metis) refuse_directions(path);
    if (options.names && (format == Format::metis || format == Format::matrix_market)) refuse_names(path);
    switch (format) {
    case Format::binary_csr:
    case Format::compressed: {
        Graph graph = format == Format::compressed ? cgz::read_compressed(bytes, path, {.threads = options.threads})
                                                   : read_binary_csr(bytes, path, std::move(storage));
        if (options.directed && !is_directed(graph)) refuse_directions(path);
        if (options.names && !has_names(graph)) refuse_names(path);
        return graph;
    }
    case Format::matrix_market: {
        ReadReport report;
        return read_matrix_market(bytes, path, options, report);
    }
    case Format::graphml: {
        ReadReport report;
        return read_graphml(bytes, path, options, report);
    }
    case Format::lg: return read_lg(bytes, path, options);
    case Format::metis: return read_metis(bytes, path);
    case Format::edge_list: break;
    }
    Graph graph = options.names ? read_named_edges(bytes, path, options) : read_edge_list(bytes, path, options, edges);
    return options.edge_labels ? read_third_column(std::move(graph), bytes, path) : graph;
}

Graph read_unpacked(std::string_view bytes, std::string const& path, std::shared_ptr<void const> storage,
                    ReadOptions const& options, EdgeLineReader* edges) {
    bool const says_so = !options.directed && says_directed(bytes);
    Graph graph = read_as_given(bytes, path, std::move(storage), options, edges);
    if (options.edge_labels && !has_edge_labels(graph)) {
        throw InputError(fmt::format(
            "{}: its edges have no labels; give an edge list of lines 'id id label', an LG or GraphML file, "
            "or a .cbin of a graph with them",
            path));
    }
    // Many a list that calls itself directed has each edge twice.
    if (says_so) graph.cleaning.directed = graph.cleaning.duplicates < graph.edge_count();
    return graph;
}

// An edge list's lines are read while the next are unpacked.
Graph read_packed(std::string_view bytes, std::string const& path, ReadOptions const& options) {
    EdgeLineReader edges(options.threads);
    std::optional<Format> format;
    FileBytes const unpacked = unpack(bytes, path, [&](std::string_view text) {
        if (text.empty()) return;
        if (!format) format = format_of(text, path, options.names);
        if (format == Format::edge_list && !options.names) edges.add(text);
    });
    require_unpacked(unpacked.bytes, path, packing_of(bytes));
    return read_unpacked(unpacked.bytes, path, unpacked.storage, options, &edges);
}

void require_edge(Graph const& graph, std::string const& path) {
    if (graph.edge_count() > 0) return;
    std::string const loops = graph.cleaning.self_loops > 0 ? fmt::format(" besides self-loops ({}), which are dropped",
                                                                          graph.cleaning.self_loops)
                                                            : std::string();
    throw InputError(
        fmt::format("{}: no edge in the file{}; expected at least one, is it the right file?", path, loops));
}

void write_format(Graph const& graph, std::string const& extension, OutputFile& file) {
    if (extension == ".cbin") return write_binary_csr(graph, file);
    if (extension == ".mtx") return write_matrix_market(graph, file);
    if (extension == ".graph" || extension == ".metis") return write_metis(graph, file);
    write_edge_list(graph, file);
}

bool is_stream(std::string const& path) {
    std::error_code error;
    auto const status = std::filesystem::status(path, error);
    return std::filesystem::is_character_file(status) || std::filesystem::is_fifo(status);
}

// A stream without an extension (/dev/stdout) gets an edge list.
std::string writable_extension(std::string const& path) {
    static constexpr std::array<std::string_view, 7> extensions{".txt",   ".el",    ".edges", ".mtx",
                                                                ".graph", ".metis", ".cbin"};
    std::string extension = format_extension(path);
    if (extension == ".cgz") {
        throw InputError(
            fmt::format("{0}: compressing is a command of its own; use `cerrado compress GRAPH -o {0}`", path));
    }
    bool const known = std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
    if (!known && !(extension.empty() && is_stream(path))) {
        throw InputError(
            fmt::format("{}: no graph format is known by this extension; expected {}", path, known_extensions));
    }
    return extension;
}

// Memory that runs out while reading becomes an error with a remedy, wherever it does.
template <class Work> auto with_memory_errors(std::string const& path, char const* action, Work&& work) {
    try {
        return work();
    } catch (std::bad_alloc const&) {
        throw Error(
            fmt::format("{}: not enough memory to {} this graph; free some or use a larger machine", path, action));
    } catch (std::length_error const&) {
        throw Error(
            fmt::format("{}: not enough memory to {} this graph; free some or use a larger machine", path, action));
    }
}

} // namespace

Graph read_buffer(std::string_view bytes, std::string const& path, std::shared_ptr<void const> storage,
                  ReadOptions const& options) {
    bool const is_packed = !packing_of(bytes).empty();
    if (!is_packed) require_unpacked(bytes, path, "");
    Graph graph = is_packed ? read_packed(bytes, path, options)
                            : read_unpacked(bytes, path, std::move(storage), options, nullptr);
    require_edge(graph, path);
    graph.source = path;
    return graph;
}

} // namespace detail

Graph read_graph(std::string const& path, ReadOptions const& options) {
    return detail::with_memory_errors(path, "read", [&] {
        detail::FileBytes file = detail::load_file(path);
        return detail::read_buffer(file.bytes, path, std::move(file.storage), options);
    });
}

bool keeps_directions(std::string const& path) {
    std::string const extension = detail::writable_extension(path);
    return extension != ".graph" && extension != ".metis";
}

bool keeps_labels(std::string const& path) { return detail::writable_extension(path) == ".cbin"; }

bool keeps_edge_labels(std::string const& path) {
    std::string const extension = detail::writable_extension(path);
    return extension != ".mtx" && extension != ".graph" && extension != ".metis";
}

bool keeps_names(std::string const& path) { return keeps_edge_labels(path); }

std::string lost_in(Graph const& graph, std::string const& path) {
    std::vector<char const*> lost;
    if (is_directed(graph) && !keeps_directions(path)) lost.push_back("directions");
    if (has_labels(graph) && !keeps_labels(path)) lost.push_back("labels");
    if (has_edge_labels(graph) && !keeps_edge_labels(path)) lost.push_back("labels of edges");
    if (has_names(graph) && !keeps_names(path)) lost.push_back("names");
    if (lost.empty()) return "";
    return fmt::format("{} are not kept in this format; .cbin keeps them", fmt::join(lost, " and "));
}

void write_graph(Graph const& graph, std::string const& path) {
    detail::with_memory_errors(path, "write", [&] {
        std::string const extension = detail::writable_extension(path);
        detail::OutputFile file(path, detail::asks_for_gzip(path));
        detail::write_format(graph, extension, file);
        file.commit();
    });
}

} // namespace cerrado
