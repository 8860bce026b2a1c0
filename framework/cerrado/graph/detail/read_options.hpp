// Options for reading a graph.
#pragma once

#include <cerrado/graph/columns.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace cerrado {

struct ReadOptions {
    int threads = 0; // threads that read an edge list; 0: one per hardware thread
    // The graph keeps directions, see marks.hpp. Throws InputError if the file's format has none.
    bool directed = false;
    // The graph keeps labels of edges: the third column of an edge list. LG and .cbin files keep theirs anyway. Throws
    // InputError if the file has none.
    bool edge_labels = false;
    // Ids are names, any text without control characters, see names.hpp. Throws InputError if the file's format has
    // none.
    bool names = false;
    // The name of a format, see formats(). Empty: the content decides. Throws InputError if the content contradicts it.
    std::string format = {};
    // For a table of edges: the columns of the ends, and of the label if there is a third, by their numbers from 1 or
    // by their names in the header: "2,3" or "from,to,kind". Empty: the header decides, or the first two columns are
    // taken.
    std::string columns = {};
    // For a table of edges: the separator of its columns. It is one character, or "tab", "comma", "semicolon", "blank",
    // "bar", "colon". Empty: the content decides.
    std::string delimiter = {};
    // For a table of edges whose ids are numbers: the ids of the two columns are counted apart, as those of users and
    // items are. The ids of the second column come after those of the first.
    bool bipartite = false;
    // For a file of several graphs: the number of the graph to read, from 1. 0: the first graph is read, and a remark
    // says if there are more.
    std::uint64_t graph = 0;
    // For an LG file of several graphs: reads all of them side by side, see ReadReport::graph_of. The original id of a
    // vertex is then the number of its graph, from 1, times 2^32, plus its id.
    bool together = false;
    // The graph keeps the further columns of a table of edges, see columns.hpp. Each line with two ends is a row, and so
    // are self-loops. Other formats have attributes or weights, see docs/formats.md. Some have none.
    bool attributes = false;
    // Each line of a table is an arc with a time: attributes that are asked for have it. This is the column of the time, by
    // its number from 1 or by its name; "": it is found, see arcs.hpp. The ends are beside it, unless `columns` has them.
    // Throws InputError for formats whose edges have no attributes.
    std::optional<std::string> time = {};
    // Types of these columns. A type for another column has no effect, see require_columns().
    ColumnTypes column_types = {};
};

} // namespace cerrado
