// A graph whose edges exchange their ends, step by step, while what a null model keeps stays as it is.
#pragma once

#include "discovery/models/draws.hpp"
#include "discovery/models/pairs.hpp"
#include "discovery/models/random_graphs.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace cerrado::discovery {

// Edges lie in slots, by their source. A slot keeps its source: a step moves targets. Arcs have a slot each. An
// undirected edge has two, one at each end, that know each other. In the model `mutual` so has a mutual edge.
class SwitchedGraph {
public:
    // Throws InputError if the graph has not the labels that the query asks for.
    SwitchedGraph(Graph const& graph, RandomGraphQuery const& query);

    std::uint64_t edges() const { return arcs_ + (slots() - arcs_) / 2; }
    // Takes the steps from `first` on. Returns: how many of them changed the graph.
    std::uint64_t take_steps(std::uint64_t first, std::uint64_t count, std::uint64_t seed, std::uint32_t number);
    // The arcs, or edges with their lower end first. With labels, unless these are free.
    RandomEdges list() const;
    // Those of another graph, which has these targets of the same slots.
    RandomEdges list(std::span<VertexId const> targets) const;

    // Its parts, for programs that do the same steps elsewhere.
    bool has_ordered_pairs() const { return has_ordered_pairs_; } // an arc either way is another pair
    Slot arcs() const { return static_cast<Slot>(arcs_); }        // slots of arcs, which come first
    std::span<Edge const> all_slots() const { return slots_; }
    std::span<Slot const> other_ends() const { return other_end_; }
    std::span<Slot const> first_arcs() const { return first_arc_; }
    std::span<Slot const> first_edges() const { return first_edge_; }
    std::span<std::uint32_t const> classes() const { return class_; }
    std::span<std::uint32_t const> slot_classes() const { return class_of_slot_; } // these are empty without labels
    std::span<Slot const> first_of_classes() const { return first_of_class_; }
    std::span<Slot const> slots_by_class() const { return slots_by_class_; }
    Edge pair_of(Edge const& edge) const { return discovery::pair_of(edge, has_ordered_pairs_); }

private:
    struct Range {
        Slot begin = 0, end = 0;
    };
    struct Ends {
        VertexId x, y, p, q; // of the edges x - y and p - q, or x > y and p > q
    };
    static constexpr std::size_t block = 32; // steps that are drawn together

    std::uint64_t slots() const { return slots_.size(); }
    bool is_undirected(Slot slot) const { return slot >= arcs_; }
    Ends ends(Slot one, Slot other) const {
        return {slots_[one].source, slots_[one].target, slots_[other].source, slots_[other].target};
    }
    Range arcs_from(VertexId v) const { return {first_arc_[v], first_arc_[v + 1]}; }
    Range edges_at(VertexId v) const { return {first_edge_[v], first_edge_[v + 1]}; }
    Slot find(Range range, VertexId target) const; // range.end: it is not there
    bool has(Range range, VertexId target) const { return find(range, target) < range.end; }
    bool has_edge(VertexId u, VertexId v) const;
    bool has_arc(VertexId from, VertexId to) const {
        return filter_.may_have(pair_of({from, to})) && (has(arcs_from(from), to) || has_edge(from, to));
    }
    // Requires: pairs have no order.
    bool are_joined(VertexId u, VertexId v) const {
        if (!filter_.may_have(pair_of({u, v}))) return false;
        return has(arcs_from(u), v) || has(arcs_from(v), u) || has_edge(u, v);
    }
    void add_slots(Graph const& graph, PatternLabels const& labels, bool edges);
    void find_other_ends();
    void find_classes(Graph const& graph);
    void find_slot_classes(PatternLabels const& labels);
    SlotClasses alike() const {
        if (class_of_slot_.empty()) return {};
        return {class_of_slot_.data(), first_of_class_.data(), slots_by_class_.data()};
    }

    void fetch(std::span<SwitchDraw const> draws) const;
    void retarget(Slot slot, VertexId target);
    bool may_switch(Ends const& e) const;
    bool switch_ends(Slot one, Slot other);
    bool turn_path(SwitchDraw const& draw);
    bool may_turn(Ends const& path) const; // x > y > p > q

    NullModel model_;
    bool is_directed_;
    bool has_ordered_pairs_;
    std::uint64_t arcs_ = 0;
    std::vector<Edge> slots_;
    std::vector<Slot> other_end_;              // of an edge that has two slots, from the first such slot on
    std::vector<Slot> first_arc_, first_edge_; // by source, and one more
    std::vector<std::uint32_t> class_;         // by vertex: those of one class have the same degrees; for jdm
    // These are empty unless labels are kept. See SlotClasses.
    std::vector<std::uint32_t> label_of_slot_; // the number of its edge's, if edges have labels
    std::vector<std::uint32_t> class_of_slot_;
    std::vector<Slot> first_of_class_, slots_by_class_;
    PairFilter filter_;
};

} // namespace cerrado::discovery
