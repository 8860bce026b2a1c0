// One door for every GRAPH argument: a file of any known format (by content, gzip transparently), or "-" for standard
// input, or a generator spec "gen:...".
#pragma once

#include <cerrado/graph/graph.hpp>

#include <functional>
#include <string>

namespace cerrado {

// Throws InputError (bad spec, bad file: "path:line: what, expected what") or Error (cannot be read). A file without
// any edge is an InputError; a generated graph without edges is not.
// `threads`: that read or generate it; 0: one per hardware thread. They do not change the graph.
Graph open_graph(std::string const& path_or_spec, int threads = 0);

// The same with directions, see marks.hpp: where the file is an edge list, arcs go from the first id of a line to the
// second, and where it is a general Matrix Market file, from the row to the column. Throws InputError for others.
Graph open_directed_graph(std::string const& path, int threads = 0);

// The same with more of what a file may say besides its edges.
struct OpenedMarks {
    bool directed = false;
    // What stands on the line of an edge list after the two ids; LG and .cbin files keep labels of edges anyway. Throws
    // InputError for a file without.
    bool edge_labels = false;
    bool names = false; // ids are names, see names.hpp; a .cbin keeps them anyway. Throws InputError for a file without
    // See read_options.hpp.
    std::string format = {};
    std::string columns = {};
    std::string delimiter = {};
    std::uint64_t graph = 0;
    // Called with a line for a person where the content may be read otherwise, or a part of it was passed over: how it was read.
    // graph.read_as says the same, and says it of each file.
    std::function<void(std::string const&)> note = {};
};
Graph open_marked_graph(std::string const& path, OpenedMarks const& wanted, int threads = 0);

// Writes by extension, see docs/formats.md; ".gz" after it compresses. Written to a temporary beside the target and renamed, so that nothing half-written is left. Throws Error.
void save_graph(Graph const& graph, std::string const& path);

} // namespace cerrado
