#include <cerrado/output/per_vertex_and_edge.hpp>

#include <cerrado/contract/run_memory.hpp>
#include <cerrado/contract/session.hpp>

namespace cerrado {

PerVertexAndEdge::Memory::Memory(bool per_edge, Session const& session, RunMemory& memory)
    : memory_(&memory),
      vertex_count_(session.shape.vertex_count),
      edge_count_(per_edge ? session.shape.entries : 0),
      vertices_(RunArray<Count>(memory, 2 * vertex_count_).data()),
      edges_(per_edge ? RunArray<Count>(memory, 2 * edge_count_).data() : nullptr) {}

PerVertexAndEdge::Ref PerVertexAndEdge::Memory::ref() const {
    Ref ref;
    ref.vertices = {vertices_, vertices_ + vertex_count_};
    if (edges_ != nullptr) ref.edges = {edges_, edges_ + edge_count_};
    return ref;
}

void PerVertexAndEdge::Memory::collect() {
    cells_.vertices.resize(2 * vertex_count_);
    cells_.edges.resize(2 * edge_count_);
    memory_->read(cells_.vertices.data(), vertices_, cells_.vertices.size() * sizeof(Count));
    if (edge_count_ > 0) memory_->read(cells_.edges.data(), edges_, cells_.edges.size() * sizeof(Count));
}

void PerVertexAndEdge::Memory::conclude(RunResult&, Session const& session) {
    counts_ = local_counts(session.graph(), cells_);
}

} // namespace cerrado
