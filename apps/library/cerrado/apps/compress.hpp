// Compresses a graph into a .cgz file for a plain C++ program. Every reader of graphs takes such a file.
//
//   auto const report = cerrado::compress_graph(graph, "graph.cgz");
//   std::cout << 8.0 * report.bytes / graph.edge_count() << " bits an edge\n";
#pragma once

#include <cerrado/core/detail/words.hpp>
#include <cerrado/graph/graph.hpp>

#include <functional>
#include <string>
#include <vector>

namespace cerrado {

// The order in which the file numbers the vertices. If it is not the order of the ids, the file also stores the order.
enum class CompressionOrder {
    automatic, // the one that gives the smallest file
    ids,       // as they are in the graph
    metis,     // by METIS, which must be in the build: neighbours in the graph stand near each other
    bisect,    // by bisection, which makes the logarithms of gaps small
};

inline constexpr WordFor<CompressionOrder> compression_order_words[] = {
    {"auto", CompressionOrder::automatic},
    {"ids", CompressionOrder::ids},
    {"metis", CompressionOrder::metis},
    {"bisect", CompressionOrder::bisect},
};
std::string_view to_string(CompressionOrder order);

struct CompressionOptions {
    CompressionOrder order = CompressionOrder::automatic;
    bool drop_ids = false; // renumbers vertices 0 to n - 1 in the file's order; their ids are lost
    int effort = 2;        // 1: fastest, gaps alone, in the order of the ids; 3: zstd tries more, for little gain
    int threads = 0;       // 0: one per hardware thread; the file does not depend on it

    // Called a few times a second with the rough share of the work that is done, by one thread at a time.
    std::function<void(double)> progress = {};
};

struct CompressionReport {
    CompressionOrder order = CompressionOrder::ids; // the order that was taken
    std::uint64_t bytes = 0;                        // size of the file
    std::uint64_t grouped_edges = 0;                // edges that cliques stand for
    std::uint64_t cliques = 0;
    double seconds = 0;               // time to order and to encode
    std::vector<std::string> notes{}; // messages for a person, such as an order that was not tried
};

bool compression_has_metis(); // true if METIS is in this build

// Compresses a graph into a file, which is written whole or not at all. It keeps a graph's directions, labels, names
// and columns. Throws InputError for options that do not fit each other, the graph or the build, and for a path that does not
// end in .cgz; Error if the file cannot be written.
CompressionReport compress_graph(Graph const& graph, std::string const& path, CompressionOptions const& options = {});

} // namespace cerrado
