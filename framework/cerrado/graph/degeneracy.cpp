// Smallest-last peeling with a bucket queue (Matula and Beck 1983; Batagelj and Zaversnik 2003). The vertices whose
// remaining degree is at most the current core number are taken by ascending id, so the order is one and the same on
// every machine.
#include <cerrado/core/error.hpp>
#include <cerrado/graph/order.hpp>

#include <bit>
#include <limits>

namespace cerrado {
namespace {

// A set of vertices that gives up its smallest member: a tree of 64-bit words, each bit saying that the word below is
// not empty. O(log_64 n) per operation, 1/7 byte per vertex.
class SmallestFirst {
public:
    explicit SmallestFirst(std::size_t vertex_count) {
        do {
            vertex_count = (vertex_count + 63) / 64;
            levels_.emplace_back(std::max<std::size_t>(vertex_count, 1));
        } while (vertex_count > 1);
    }

    bool empty() const { return levels_.back()[0] == 0; }

    void insert(std::size_t v) {
        for (auto& words : levels_) {
            std::uint64_t& word = words[v / 64];
            bool const known_above = word != 0;
            word |= std::uint64_t{1} << v % 64;
            if (known_above) return;
            v /= 64;
        }
    }

    // Requires !empty().
    VertexId take() {
        std::size_t v = 0;
        for (std::size_t level = levels_.size(); level-- > 0;) {
            v = v * 64 + static_cast<std::size_t>(std::countr_zero(levels_[level][v]));
        }
        auto const taken = static_cast<VertexId>(v);
        for (auto& words : levels_) {
            std::uint64_t& word = words[v / 64];
            word &= ~(std::uint64_t{1} << v % 64);
            if (word != 0) break;
            v /= 64;
        }
        return taken;
    }

private:
    std::vector<std::vector<std::uint64_t>> levels_; // leaves first
};

class Peeling {
public:
    explicit Peeling(Graph const& graph)
        : graph_(graph),
          remaining_(graph.vertex_count()),
          next_(graph.vertex_count()),
          previous_(graph.vertex_count()),
          first_(graph.max_degree() + 1ull, none),
          ready_(graph.vertex_count()) {
        for (VertexId v = 0; v < graph.vertex_count(); ++v) {
            remaining_[v] = graph.degree(v);
            link(v);
        }
    }

    // Calls take(v) for each vertex in smallest-last order; returns the degeneracy.
    template <class Take> VertexId run(Take take) {
        move_level_to_ready();
        for (VertexId taken = 0; taken < graph_.vertex_count(); ++taken) {
            while (ready_.empty()) {
                ++core_;
                move_level_to_ready();
            }
            VertexId const v = ready_.take();
            take(v);
            for (VertexId const u : graph_.neighbours(v)) {
                if (remaining_[u] > core_) lower(u);
            }
        }
        return core_;
    }

private:
    static constexpr VertexId none = std::numeric_limits<VertexId>::max();

    void link(VertexId v) {
        VertexId& first = first_[remaining_[v]];
        next_[v] = first;
        previous_[v] = none;
        if (first != none) previous_[first] = v;
        first = v;
    }

    void unlink(VertexId v) {
        (previous_[v] == none ? first_[remaining_[v]] : next_[previous_[v]]) = next_[v];
        if (next_[v] != none) previous_[next_[v]] = previous_[v];
    }

    void lower(VertexId v) {
        unlink(v);
        if (--remaining_[v] == core_) {
            ready_.insert(v);
        } else {
            link(v);
        }
    }

    void move_level_to_ready() {
        for (VertexId v = first_[core_]; v != none; v = next_[v]) ready_.insert(v);
        first_[core_] = none;
    }

    Graph const& graph_;
    std::vector<VertexId> remaining_;       // degree among the vertices not taken; at most core_ once ready or taken
    std::vector<VertexId> next_, previous_; // of a list per remaining degree above core_
    std::vector<VertexId> first_;           // by remaining degree
    SmallestFirst ready_;
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
    VertexOrder order;
    order.reserve(graph.vertex_count());
    Peeling(graph).run([&order](VertexId v) { order.push_back(v); });
    return order;
}

VertexId degeneracy(Graph const& graph) {
    require_undirected(graph);
    return Peeling(graph).run([](VertexId) {});
}

} // namespace cerrado
