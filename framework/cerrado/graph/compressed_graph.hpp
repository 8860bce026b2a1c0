// A .cgz file of which one block after another is decoded as it is asked for, so that a graph need not fit into memory.
//
//   cerrado::CompressedGraph graph("web.cgz");
//   for (cerrado::VertexId const u : graph.neighbours(v)) ...
#pragma once

#include <cerrado/graph/graph.hpp>

#include <memory>
#include <string>
#include <vector>

namespace cerrado {

// What a part of the file takes.
struct CompressedPart {
    std::string name;
    double bytes = 0;
};

// One thread at a time. Memory: the index, 8 bytes a vertex where the file has an order of its own, and a few blocks.
class CompressedGraph {
public:
    // Throws InputError "path: ..." for a file that is no .cgz or whose header or index is damaged, Error where it cannot be
    // read.
    explicit CompressedGraph(std::string const& path);
    ~CompressedGraph();
    CompressedGraph(CompressedGraph&&) noexcept;
    CompressedGraph& operator=(CompressedGraph&&) noexcept;

    VertexId vertex_count() const;
    std::uint64_t edge_count() const;
    std::size_t block_count() const;

    // Ascending; of an oriented graph those above `vertex`. Decodes the blocks with edges of the vertex, of which some are
    // kept. Throws InputError where one of them is damaged. Requires: vertex < vertex_count().
    std::vector<VertexId> neighbours(VertexId vertex);

    // The edges of a block, each once with its lower end first, ascending; an edge may be in several blocks, and all blocks
    // have all edges. Throws InputError where it is damaged. Requires: i < block_count().
    std::vector<Edge> block(std::size_t i);

    Graph graph(int threads = 0) const; // all of it, as open_graph() gives it; threads 0: one per hardware thread

    // What the file's bytes went to. O(m).
    std::vector<CompressedPart> parts() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

namespace detail {

bool is_compressed_file(std::string const& path); // false where it cannot be read, too

} // namespace detail
} // namespace cerrado
