// Compresses a graph into a .cgz file for a plain C++ program. Every reader of graphs takes such a file.
//
//   auto const report = cerrado::compress_graph(graph, "graph.cgz");
//   std::cout << 8.0 * report.bytes / graph.edge_count() << " bits an edge\n";
#pragma once

#include <cerrado/graph/graph.hpp>

#include <functional>
#include <string>
#include <vector>

namespace cerrado {

// The order in which the file numbers the vertices. Unless it is the order of the ids, the file stores the order
// besides.
enum class CompressionOrder {
    automatic, // the one that gives the smallest file
    ids,       // as they are in the graph
    metis,     // by METIS, which must be in the build: vertices that are near each other in the graph stand together
    bisect,    // by bisection, so that the logarithms of gaps are small
};

std::string_view to_string(CompressionOrder order); // "auto", "ids", "metis", "bisect"

struct CompressionOptions {
    CompressionOrder order = CompressionOrder::automatic;
    bool drop_ids = false; // vertices are renumbered 0 to n - 1 by the order, and their ids are lost
    int effort = 2;        // 1: gaps alone, soonest; 2; 3: zstd tries more, which hardly gains anything
    int threads = 0;       // 0: one per hardware thread; the file is the same

    // Called with the share that is done, roughly, a few times a second, by one of the threads at a time.
    std::function<void(double)> progress = {};
};

struct CompressionReport {
    CompressionOrder order = CompressionOrder::ids; // the order that was taken
    std::uint64_t bytes = 0;                        // of the file
    std::uint64_t grouped_edges = 0;                // edges told by cliques
    std::uint64_t cliques = 0;
    double seconds = 0;               // to order and to encode
    std::vector<std::string> notes{}; // what a person should know, such as an order that was not tried
};

bool compression_has_metis(); // whether METIS is in this build

// Compresses a graph into a file, which is written whole or not at all. It keeps a graph's directions, labels and
// names. Throws InputError for options that do not fit each other, the graph or the build, and for a path that does not
// end in .cgz; Error if the file cannot be written.
CompressionReport compress_graph(Graph const& graph, std::string const& path, CompressionOptions const& options = {});

} // namespace cerrado
