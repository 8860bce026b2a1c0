// The way to every GRAPH argument: a file of any known format (found by its content, packed or not), "-" for standard
// input, or a generator spec "gen:...".
#pragma once

#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/graph.hpp>

#include <functional>
#include <optional>
#include <string>

namespace cerrado {

// Opens a file of any known format, packed or not, "-" for standard input, or a generator "gen:...". Throws InputError
// (bad spec, bad file: "path:line: what, expected what") or Error (cannot be read). A file without any edge is an
// InputError. A generated graph without edges is not. `threads` read or generate the graph; 0: one per hardware thread.
// They do not change it.
Graph open_graph(std::string const& path_or_spec, int threads = 0);

// The same with directions, see marks.hpp. In an edge list an arc goes from the first id of a line to the second. In a
// general Matrix Market file it goes from the row to the column. Throws InputError for other formats.
Graph open_directed_graph(std::string const& path, int threads = 0);

// Parts of a file that are read besides its edges.
struct OpenedMarks {
    bool directed = false;
    // Labels of edges. In an edge list they follow the two ids on the line. LG and .cbin files keep theirs anyway.
    // Throws InputError if the file has none.
    bool edge_labels = false;
    // Ids are names, see names.hpp. A .cbin keeps them in any case. Throws InputError if the file has none.
    bool names = false;
    // See read_options.hpp.
    std::string format = {};
    std::string columns = {};
    std::string delimiter = {};
    bool bipartite = false;
    std::uint64_t graph = 0;
    bool together = false;
    bool attributes = false;
    std::optional<std::string> time = {};
    ColumnTypes column_types = {};
    // Called with a line for a person if the content may be read in another way, or if a part of it was passed over.
    // The line says how the content was read. graph.read_as says the same for every file.
    std::function<void(std::string const&)> note = {};
};
// Does the same with what else is wanted of the file.
Graph open_marked_graph(std::string const& path, OpenedMarks const& wanted, int threads = 0);

// The extension chooses the format, see docs/formats.md. A ".gz" after it asks for packing. The file is written beside
// the target and renamed, so that no incomplete file is left. Throws Error.
void save_graph(Graph const& graph, std::string const& path);

} // namespace cerrado
