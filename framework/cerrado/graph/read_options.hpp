// How a graph is read.
#pragma once

#include <functional>
#include <string>

namespace cerrado {

struct ReadOptions {
    int threads = 0; // that read an edge list; 0: one per hardware thread
    // The graph keeps directions, see marks.hpp. Throws InputError for a file whose format has none.
    bool directed = false;
    // The graph keeps labels of edges: the third column of an edge list. LG and .cbin files keep theirs anyway. Throws
    // InputError for a file without.
    bool edge_labels = false;
    // Ids are names, any text without blanks, see names.hpp. Throws InputError for a file whose format has none.
    bool names = false;
    // Called with what a person should know of the file: "path:1: ...".
    std::function<void(std::string const&)> note = {};
};

} // namespace cerrado
