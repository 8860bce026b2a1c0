// From a graph and an order to the graph in that order, whole or oriented: every old list is read once to be counted
// and once to be written to its place, by whichever member of the team has it.
#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/order/order.hpp>
#include <cerrado/graph/order/partition.hpp>
#include <cerrado/graph/order/shares.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado {
namespace {

// Arrays that are not filled before they are written.
struct RenumberedArrays {
    std::unique_ptr<EdgeOffset[]> offsets;
    std::unique_ptr<VertexId[]> neighbours;
    std::unique_ptr<OriginalId[]> original_ids;
};

[[noreturn]] void refuse(Graph const& graph, VertexOrder const& order) {
    VertexId const n = graph.vertex_count();
    std::vector<bool> seen(n);
    VertexId i = 0;
    while (order[i] < n && !seen[order[i]]) seen[order[i++]] = true;
    throw InputError(fmt::format("reorder: entry {} of the order ({}) is {}; give each vertex once", i, order[i],
                                 order[i] >= n ? "not a vertex" : "there twice"));
}

// Distinct values in ascending order. Each goes to where the number of smaller ones says, which takes no branches and
// suits short lists; long ones are sorted in their place. Not inline, where a compiler would forget that the two do not
// overlap.
[[gnu::noinline]] void write_sorted(VertexId const* __restrict values, VertexId count, VertexId* __restrict into) {
    constexpr VertexId longest = 128;
    if (count > longest) {
        std::copy_n(values, count, into);
        std::sort(into, into + count);
        return;
    }
    for (VertexId i = 0; i < count; ++i) {
        VertexId const value = values[i];
        VertexId smaller = 0;
        for (VertexId j = 0; j < count; ++j) smaller += values[j] < value;
        into[smaller] = value;
    }
}

class Renumbering {
public:
    Renumbering(Graph const& graph, VertexOrder const& order, bool orient, Team& team)
        : graph_(graph),
          ref_(graph.ref()),
          orient_(orient),
          team_(team),
          position_(std::make_unique_for_overwrite<VertexId[]>(graph.vertex_count())) {
        invert(order);
    }

    Graph run() {
        VertexId const n = graph_.vertex_count();
        auto arrays = std::make_shared<RenumberedArrays>();
        arrays->offsets = std::make_unique_for_overwrite<EdgeOffset[]>(n + std::size_t{1});
        arrays->original_ids = std::make_unique_for_overwrite<OriginalId[]>(n);
        count(*arrays);
        arrays->offsets[0] = 0;
        std::size_t const entries = add_up(team_, std::span(arrays->offsets.get() + 1, n));
        arrays->neighbours = std::make_unique_for_overwrite<VertexId[]>(entries);
        fill(*arrays);
        RenumberedArrays const& made = *arrays;
        Graph result({made.offsets.get(), n + std::size_t{1}}, {made.neighbours.get(), entries},
                     {made.original_ids.get(), n}, std::move(arrays), orient_);
        result.source = graph_.source;
        result.cleaning = graph_.cleaning;
        return result;
    }

private:
    // position[order[i]] = i. An order that is no permutation leaves an entry that does not find itself.
    void invert(VertexOrder const& order) {
        VertexId const n = graph_.vertex_count();
        if (order.size() != n) {
            throw InputError(fmt::format("reorder: the order has {} entries for {} vertices; give each vertex once",
                                         order.size(), n));
        }
        team_.run([&](Member member) {
            member.for_part_of(n, [&](std::size_t i) {
                if (order[i] >= n) return;
                std::atomic_ref(position_[order[i]]).store(static_cast<VertexId>(i), std::memory_order_relaxed);
            });
        });
        std::atomic<bool> permutes = true;
        team_.run([&](Member member) {
            bool mine = true;
            member.for_part_of(n, [&](std::size_t i) { mine = mine && order[i] < n && position_[order[i]] == i; });
            if (!mine) permutes = false;
        });
        if (!permutes) refuse(graph_, order);
    }

    // Leaves the length of new list i in offsets[i + 1].
    void count(RenumberedArrays& arrays) const {
        team_.run([&](Member member) {
            for_vertices_of(member, ref_, [&](VertexId v) {
                VertexId const mine = position_[v];
                VertexId length = ref_.degree(v);
                if (orient_) {
                    length = 0;
                    for (EdgeOffset p = ref_.begin(v); p < ref_.end(v); ++p)
                        length += position_[ref_.neighbours[p]] > mine;
                }
                arrays.offsets[mine + std::size_t{1}] = length;
                arrays.original_ids[mine] = graph_.original_id(v);
            });
        });
    }

    void fill(RenumberedArrays& arrays) const {
        team_.run([&](Member member) {
            std::vector<VertexId> list(graph_.max_degree() + std::size_t{1});
            for_vertices_of(member, ref_, [&](VertexId v) {
                VertexId const mine = position_[v];
                VertexId length = 0;
                for (EdgeOffset p = ref_.begin(v); p < ref_.end(v); ++p) {
                    VertexId const theirs = position_[ref_.neighbours[p]];
                    list[length] = theirs;
                    length += !orient_ || theirs > mine;
                }
                write_sorted(list.data(), length, arrays.neighbours.get() + arrays.offsets[mine]);
            });
        });
    }

    Graph const& graph_;
    GraphRef const ref_;
    bool const orient_;
    Team& team_;
    std::unique_ptr<VertexId[]> position_; // by old vertex: its new number
};

Graph renumber(Graph const& graph, VertexOrder const& order, bool orient, Team& team) {
    if (graph.oriented()) {
        throw InputError(
            "reorder: the graph is oriented, so half of each vertex's edges are missing; take the order "
            "first and orient last");
    }
    return Renumbering(graph, order, orient, team).run();
}

} // namespace

Graph reorder(Graph const& graph, VertexOrder const& order, Team& team) {
    Graph result = renumber(graph, order, false, team);
    result.marks = marks_in_order(graph, result, order, team);
    return result;
}

Graph reorder(Graph const& graph, VertexOrder const& order) {
    Team alone;
    return reorder(graph, order, alone);
}

Graph orient(Graph const& graph, VertexOrder const& order, Team& team) { return renumber(graph, order, true, team); }

Graph orient(Graph const& graph, VertexOrder const& order) {
    Team alone;
    return orient(graph, order, alone);
}

} // namespace cerrado
