// Reads graphs from files of any known format, and writes them. docs/formats.md describes the formats.
#pragma once

#include <cerrado/graph/detail/io/arrays/binary_csr.hpp>
#include <cerrado/graph/detail/io/arrays/matrix_market.hpp>
#include <cerrado/graph/detail/io/edges/edge_list.hpp>
#include <cerrado/graph/detail/io/tables/metis.hpp>
#include <cerrado/graph/detail/read_options.hpp>
#include <cerrado/graph/graph.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado {

// Reads a file of any format of docs/formats.md, packed or not. The content decides the format. If the content is not
// clear, the extension or options.format decides. graph.read_as says how the file was read. Throws InputError
// "path:line: what is wrong; what was expected" if the path or the content is wrong, or if there is no edge. Throws
// Error if the system cannot read the file. O(n + m log(max degree)) time. A binary file is mapped, not copied.
Graph read_graph(std::string const& path, ReadOptions const& options = {});

// The extension chooses the format, see docs/formats.md. A ".gz" after it asks for packing. The file appears whole or
// not at all. A directed graph is written with its directions, and a graph with names with its names, if the format has
// them. Throws InputError for an unknown extension, Error if the file cannot be written.
void write_graph(Graph const& graph, std::string const& path);

// Returns: true if files of that extension have directions, labels of vertices, or names. These throw InputError for an
// unknown extension.
bool keeps_directions(std::string const& path);
bool keeps_labels(std::string const& path);
bool keeps_edge_labels(std::string const& path);
bool keeps_names(std::string const& path);
bool keeps_attributes(std::string const& path); // columns of vertices and of edges
// Returns: words for a person about the parts of the graph that a file of that extension cannot hold. They are empty if
// nothing is lost. Throws InputError for an unknown extension.
std::string lost_in(Graph const& graph, std::string const& path);

// A format, as `cerrado info --formats` and docs/formats.md list it.
struct FormatInfo {
    std::string name;                    // the name for ReadOptions::format
    std::string title;                   // for a person
    std::vector<std::string> extensions; // ".txt"; the first is the usual one
    std::string known_by;                // how the format is recognised, for a person
    std::string written_by;              // "cerrado convert"; empty: it is only read
    // Parts that a file may have besides edges: ids of any numbers, names, ...
    bool ids = false, names = false, directions = false, labels = false, edge_labels = false, lone_vertices = false;
    bool attributes = false; // and it is written with them
};
// All formats, in the order in which a content is compared with them.
std::vector<FormatInfo> graph_formats();
// The names of all formats, as ReadOptions::format takes them: "edges, mtx, ...".
std::string format_names();
// The extensions and the formats that they write, for a person: ".txt, .el (edge list), .mtx (Matrix Market), ...".
std::string written_formats();

namespace detail {

// The same as read_graph(), for bytes in memory. `path` is used in messages and, for METIS, for its extension.
// `storage` keeps `bytes` alive, and the graph may then share it. Without `storage` everything is copied.
Graph read_buffer(std::string_view bytes, std::string const& path, std::shared_ptr<void const> storage = {},
                  ReadOptions const& options = {});

} // namespace detail
} // namespace cerrado
