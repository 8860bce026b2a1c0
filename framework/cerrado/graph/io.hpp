// Reading graphs from files of any known format, and writing them; docs/formats.md describes the formats.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/io/arrays/binary_csr.hpp>
#include <cerrado/graph/io/arrays/matrix_market.hpp>
#include <cerrado/graph/io/edges/edge_list.hpp>
#include <cerrado/graph/io/tables/metis.hpp>
#include <cerrado/graph/read_options.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado {

// Reads a file of any format of docs/formats.md, packed or not. The content decides the format; where it does not tell, the
// extension or options.format. graph.read_as says what it was taken for. Throws
// InputError "path:line: what is wrong; what was expected" when the path or its content is at fault or holds no edge,
// Error when the system cannot read it. O(n + m log(max degree)) time; a binary file is mapped, not copied.
Graph read_graph(std::string const& path, ReadOptions const& options = {});

// Writes by extension, see docs/formats.md; ".gz" after it packs. The file appears whole or not at all. Throws InputError for
// an unknown extension, Error when the file cannot be written. A directed graph is written with its directions, one with names by
// its names, where the format has them.
void write_graph(Graph const& graph, std::string const& path);

// Whether files of that extension have directions, labels of vertices, and names. Throw InputError for an unknown extension.
bool keeps_directions(std::string const& path);
bool keeps_labels(std::string const& path);
bool keeps_edge_labels(std::string const& path);
bool keeps_names(std::string const& path);
// Returns: what of the graph a file of that extension cannot hold, for a person; empty where nothing is lost. Throws
// InputError for an unknown extension.
std::string lost_in(Graph const& graph, std::string const& path);

// A format, as `cerrado info --formats` and docs/formats.md have it.
struct FormatInfo {
    std::string name;                    // as ReadOptions::format takes it
    std::string title;                   // for a person
    std::vector<std::string> extensions; // ".txt"; the first is the usual one
    std::string known_by;                // what tells it, for a person
    std::string written_by;              // "cerrado convert"; empty: it is read, not written
    // What a file may hold besides edges: ids of any numbers, names, ...
    bool ids = false, names = false, directions = false, labels = false, edge_labels = false, lone_vertices = false;
};
// In the order in which a content is compared with them.
std::vector<FormatInfo> graph_formats();
// The names of all formats, as ReadOptions::format takes them: "edges, mtx, ...".
std::string format_names();
// What is written by which extension, for a person: ".txt, .el (edge list), .mtx (Matrix Market), ...".
std::string written_formats();

namespace detail {

// read_graph over bytes that are already there. `path` serves the messages and, for METIS, the extension. `storage`
// keeps `bytes` alive and may then be shared by the graph; without it everything is copied.
Graph read_buffer(std::string_view bytes, std::string const& path, std::shared_ptr<void const> storage = {},
                  ReadOptions const& options = {});

} // namespace detail
} // namespace cerrado
