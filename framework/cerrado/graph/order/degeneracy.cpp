// Smallest-last peeling (Matula and Beck 1983; Batagelj and Zaversnik 2003) by a queue: the vertices whose degree among
// those not yet taken is the core number are queued, by ascending id when the core number rises to it, else as they
// come to it. Nothing else decides, so the order is one and the same on every machine.
#include <cerrado/core/error.hpp>
#include <cerrado/graph/order/order.hpp>

#include <limits>
#include <numeric>

namespace cerrado {
namespace {

class Peeling {
public:
    explicit Peeling(Graph const& graph)
        : ref_(graph.ref()),
          remaining_(graph.vertex_count()),
          left_(graph.vertex_count()),
          queue_(graph.vertex_count() + std::size_t{1}) {
        for (VertexId v = 0; v < ref_.vertex_count; ++v) remaining_[v] = ref_.degree(v);
        std::iota(left_.begin(), left_.end(), VertexId{0});
    }

    // Returns the degeneracy.
    VertexId run() {
        for (VertexId taken = 0; taken < ref_.vertex_count; ++taken) {
            if (taken == queued_) raise_core();
            lower_neighbours(queue_[taken]);
        }
        return core_;
    }

    // After run().
    VertexOrder order() && {
        queue_.resize(ref_.vertex_count);
        return std::move(queue_);
    }

private:
    // To the least degree that remains. A vertex is looked at once for each core number up to its own: O(m) in all.
    void raise_core() {
        VertexId least = std::numeric_limits<VertexId>::max();
        std::size_t kept = 0;
        for (VertexId const v : left_) {
            if (remaining_[v] <= core_ && queued_ > 0) continue;
            least = std::min(least, remaining_[v]);
            left_[kept++] = v;
        }
        left_.resize(kept);
        core_ = least;
        for (VertexId const v : left_) {
            queue_[queued_] = v;
            queued_ += remaining_[v] == core_;
        }
    }

    // Without branches, which no processor would foresee: the last entry of the queue is there to be overwritten.
    void lower_neighbours(VertexId v) {
        for (EdgeOffset p = ref_.begin(v); p < ref_.end(v); ++p) {
            VertexId const u = ref_.neighbours[p];
            VertexId const lowered = remaining_[u] - (remaining_[u] > core_);
            queue_[queued_] = u;
            queued_ += lowered == core_ && lowered < remaining_[u];
            remaining_[u] = lowered;
        }
    }

    GraphRef const ref_;
    std::vector<VertexId> remaining_; // degree among the vertices not taken; no more than core_ once queued
    std::vector<VertexId> left_;      // those not queued, ascending, as of the last rise
    VertexOrder queue_;
    VertexId queued_ = 0;
    VertexId core_ = 0;
};

void require_undirected(Graph const& graph) {
    if (graph.oriented()) {
        throw InputError("degeneracy: the graph is oriented; take the degeneracy first and orient last");
    }
}

} // namespace

VertexOrder degeneracy_order(Graph const& graph) {
    require_undirected(graph);
    Peeling peeling(graph);
    peeling.run();
    return std::move(peeling).order();
}

VertexId degeneracy(Graph const& graph) {
    require_undirected(graph);
    return Peeling(graph).run();
}

} // namespace cerrado
