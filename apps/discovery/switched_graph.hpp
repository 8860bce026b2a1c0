// A graph whose edges exchange their ends, step by step, while what a null model keeps stays as it is.
#pragma once

#include <cerrado/apps/random_graph.hpp>

#include <array>
#include <vector>

namespace cerrado::discovery {

// Edges lie in slots, by their source. A slot keeps its source: a step moves targets. Arcs have a slot each. An
// undirected edge has two, one at each end, that know each other. In the model `mutual` so has a mutual edge.
class SwitchedGraph {
public:
    SwitchedGraph(Graph const& graph, NullModel model);

    std::uint64_t edges() const { return arcs_ + (slots() - arcs_) / 2; }
    // Returns: whether the step changed the graph.
    bool take_step(std::uint64_t step, std::uint64_t seed, std::uint32_t number);
    std::vector<Edge> list() const; // arcs, or edges with their lower end first

private:
    using Slot = std::uint32_t;
    struct Range {
        Slot begin = 0, end = 0;
    };
    struct Ends {
        VertexId x, y, p, q; // of the edges x - y and p - q, or x > y and p > q
    };

    std::uint64_t slots() const { return target_.size(); }
    bool is_undirected(Slot slot) const { return slot >= arcs_; }
    Ends ends(Slot one, Slot other) const { return {source_[one], target_[one], source_[other], target_[other]}; }
    Range arcs_from(VertexId v) const { return {first_arc_[v], first_arc_[v + 1]}; }
    Range edges_at(VertexId v) const { return {first_edge_[v], first_edge_[v + 1]}; }
    Slot find(Range range, VertexId target) const; // range.end: it is not there
    bool has(Range range, VertexId target) const { return find(range, target) < range.end; }
    // Looks through the shorter list of the two.
    bool has_edge(VertexId u, VertexId v) const {
        Range const at_u = edges_at(u), at_v = edges_at(v);
        return at_u.end - at_u.begin < at_v.end - at_v.begin ? has(at_u, v) : has(at_v, u);
    }
    bool has_arc(VertexId from, VertexId to) const { return has(arcs_from(from), to) || has_edge(from, to); }
    bool are_joined(VertexId u, VertexId v) const { return has_arc(u, v) || has(arcs_from(v), u); }

    void add_slots(Graph const& graph, bool edges);
    void find_classes(Graph const& graph);
    bool may_switch(Ends const& e) const;
    bool switch_ends(Slot one, Slot other);
    bool turn_cycle(Slot one, std::uint64_t choice);
    bool keeps_classes(std::array<VertexId, 3> const& cycle) const;

    NullModel model_;
    bool is_directed_;
    std::uint64_t arcs_ = 0; // slots of arcs, which come first
    std::vector<VertexId> source_, target_;
    std::vector<Slot> other_end_;              // of an edge that has two slots, from the first such slot on
    std::vector<Slot> first_arc_, first_edge_; // by vertex, and one more
    std::vector<std::uint32_t> class_;         // by vertex: those of one class have the same degrees; for jdm
};

} // namespace cerrado::discovery
