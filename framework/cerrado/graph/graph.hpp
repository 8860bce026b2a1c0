// Graph: the owner of a simple graph in CSR form. Its lists are sorted and have no self-loops and no duplicates. It
// keeps the original ids.
#pragma once

#include <cerrado/graph/graph_ref.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace cerrado {

class Team;
struct GraphMarks;   // see marks.hpp
struct GraphColumns; // see columns.hpp
struct ReadReport;   // see read_report.hpp

// Counts of what was removed on the way from a file to a simple graph.
struct CleaningReport {
    std::uint64_t self_loops = 0;
    std::uint64_t duplicates = 0; // edges given more than once, either direction
    // the file says that it has directions, and some edge was not given in both directions
    bool directed = false;
};

// An undirected graph stores each edge in both directions. An oriented graph (see order.hpp) stores it once. A graph is
// immutable. Copies are cheap, since they share the arrays. The arrays live in vectors or in a mapped file, and
// `storage` keeps them alive.
class Graph {
public:
    Graph() = default;

    // offsets: vertex_count + 1 entries from 0. neighbours: ascending per vertex. original_ids: one per vertex, or
    // empty if each vertex is its own original id. Throws InputError if sizes or order do not fit.
    Graph(std::vector<EdgeOffset> offsets, std::vector<VertexId> neighbours, std::vector<OriginalId> original_ids = {},
          bool oriented = false);

    // The same for arrays that `storage` owns (a mapped file). Requires: the caller has checked them.
    Graph(std::span<EdgeOffset const> offsets, std::span<VertexId const> neighbours,
          std::span<OriginalId const> original_ids, std::shared_ptr<void const> storage, bool oriented = false);

    GraphRef ref() const { return {offsets_.data(), neighbours_.data(), vertex_count()}; }
    VertexId vertex_count() const { return offsets_.empty() ? 0 : static_cast<VertexId>(offsets_.size() - 1); }
    std::uint64_t edge_count() const { return oriented_ ? neighbours_.size() : neighbours_.size() / 2; }
    VertexId max_degree() const { return max_degree_; }
    bool oriented() const { return oriented_; }

    std::span<VertexId const> neighbours(VertexId v) const {
        return neighbours_.subspan(offsets_[v], offsets_[v + 1] - offsets_[v]);
    }
    VertexId degree(VertexId v) const { return static_cast<VertexId>(offsets_[v + 1] - offsets_[v]); }
    OriginalId original_id(VertexId v) const { return original_ids_.empty() ? v : original_ids_[v]; }

    std::span<EdgeOffset const> offsets() const { return offsets_; }
    std::span<VertexId const> neighbour_array() const { return neighbours_; }
    std::span<OriginalId const> original_ids() const { return original_ids_; } // empty: the identity
    std::uint64_t bytes() const { return offsets_.size_bytes() + neighbours_.size_bytes(); }

    std::string source; // the path or generator spec it came from, for reports
    CleaningReport cleaning;
    std::shared_ptr<ReadReport const> read_as;   // how the file was read; null: the graph came from no file
    std::shared_ptr<GraphMarks const> marks;     // directions and labels; null: none
    std::shared_ptr<GraphColumns const> columns; // attributes of vertices and edges; null: none

private:
    void measure();

    std::shared_ptr<void const> storage_;
    std::span<EdgeOffset const> offsets_;
    std::span<VertexId const> neighbours_;
    std::span<OriginalId const> original_ids_;
    VertexId max_degree_ = 0;
    bool oriented_ = false;
};

struct Edge {
    VertexId source, target;
    friend bool operator==(Edge const&, Edge const&) = default;
};

// Makes a simple undirected graph from any edges. Self-loops and duplicates are dropped and reported. All threads of
// the host, or the team's, share the work, and the graph is the same for any number of them. O(n + m). If the original
// ids do not ascend, they are sorted, too. Memory: 24 bytes for each edge, besides `edges` and the result. Throws
// InputError if an end of an edge is no vertex, if the original ids are not one for each vertex, or if two of them are
// the same.
Graph graph_from_edges(VertexId vertex_count, std::span<Edge const> edges, std::vector<OriginalId> original_ids = {});
Graph graph_from_edges(VertexId vertex_count, std::span<Edge const> edges, std::vector<OriginalId> original_ids,
                       Team& team);

} // namespace cerrado
