// A .cgz file whose blocks are decoded one by one when they are needed, so the graph need not fit into memory.
//
//   cerrado::CompressedGraph graph("web.cgz");
//   for (cerrado::VertexId const u : graph.neighbours(v)) ...
#pragma once

#include <cerrado/graph/graph.hpp>

#include <memory>
#include <string>
#include <vector>

namespace cerrado {

// The number of bytes that a part of the file takes.
struct CompressedPart {
    std::string name;
    double bytes = 0;
};

// Only one thread at a time may use it. Memory: the index, 8 bytes for each vertex if the file has an order of its own,
// and a few blocks.
class CompressedGraph {
public:
    // Throws InputError "path: ..." if the file is no .cgz, or if its header or index is damaged. Throws Error if it
    // cannot be read.
    explicit CompressedGraph(std::string const& path);
    ~CompressedGraph();
    CompressedGraph(CompressedGraph&&) noexcept;
    CompressedGraph& operator=(CompressedGraph&&) noexcept;

    VertexId vertex_count() const;
    std::uint64_t edge_count() const;
    std::size_t block_count() const;

    // Returns: the neighbours in ascending order; in an oriented graph those above `vertex`. Decodes the blocks that
    // have edges of the vertex, and keeps some of them. Throws InputError if one of them is damaged. Requires: vertex <
    // vertex_count().
    std::vector<VertexId> neighbours(VertexId vertex);

    // Returns: the edges of a block, each once, its lower end first, ascending. An edge may be in several blocks. All
    // blocks together have all edges. Throws InputError if the block is damaged. Requires: i < block_count().
    std::vector<Edge> block(std::size_t i);

    // the whole graph, as open_graph() returns it; threads 0: one per hardware thread
    Graph graph(int threads = 0) const;

    // The parts of the file and the bytes that each takes. O(m).
    std::vector<CompressedPart> parts() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

namespace detail {

bool is_compressed_file(std::string const& path); // also false if the file cannot be read

} // namespace detail
} // namespace cerrado
