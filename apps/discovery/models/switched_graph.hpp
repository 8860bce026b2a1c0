// A graph whose edges exchange their ends, step by step. It keeps the properties of a null model.
#pragma once

#include "discovery/models/draws.hpp"
#include "discovery/models/pairs.hpp"
#include "discovery/models/random_graphs.hpp"

#include <cerrado/core/detail/unfilled_vector.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace cerrado::discovery {

// Edges lie in slots, ordered by source. A slot keeps its source, and a step moves targets. An arc has one slot. An
// undirected edge has two slots, one at each end, which refer to each other. In the model `mutual` a mutual edge does,
// too.
class SwitchedGraph {
public:
    // Throws InputError if the graph lacks the labels that the query asks for.
    SwitchedGraph(Graph const& graph, RandomGraphQuery const& query);

    std::uint64_t edges() const { return arcs_ + (slots() - arcs_) / 2; }
    // Takes `count` steps, beginning with number `first`. Returns: the number of steps that changed the graph.
    std::uint64_t take_steps(std::uint64_t first, std::uint64_t count, std::uint64_t seed, std::uint32_t number);
    // Returns: the arcs, or the edges with their lower end first. They have labels, unless these are free.
    RandomEdges list() const;
    // Returns: the arcs or edges of another graph, whose slots have the same sources and these targets.
    RandomEdges list(std::span<VertexId const> targets) const;

    // The parts of the graph, for code that does the same steps elsewhere.
    bool has_ordered_pairs() const { return has_ordered_pairs_; } // true: (u, v) and (v, u) are different pairs
    Slot arcs() const { return static_cast<Slot>(arcs_); }        // slots of arcs, which come first
    // A slot has one line of the cache, since a step finds the data of most slots in memory.
    struct alignas(16) EdgeSlot {
        VertexId source, target;
        Slot other; // the other slot of an edge; 0 for an arc
    };
    std::span<EdgeSlot const> all_slots() const { return slots_; }
    std::span<Slot const> first_arcs() const { return first_arc_; }
    std::span<Slot const> first_edges() const { return first_edge_; }
    std::span<std::uint32_t const> classes() const { return class_; }
    std::span<std::uint32_t const> slot_classes() const { return class_of_slot_; } // empty without labels
    std::span<Slot const> first_of_classes() const { return first_of_class_; }
    std::span<Slot const> slots_by_class() const { return slots_by_class_; }
    JoinedPairs const& joined() const { return joined_; }

private:
    struct Range {
        Slot begin = 0, end = 0;
    };
    struct Ends {
        VertexId x, y, p, q; // ends of the edges x - y and p - q, or of the arcs x > y and p > q
    };
    // Steps that are drawn together.
    struct Block {
        static constexpr std::size_t most = 16;
        std::array<SwitchDraw, most> draws;
        std::size_t size = 0;
        std::span<SwitchDraw const> all() const { return {draws.data(), size}; }
    };

    std::uint64_t slots() const { return slots_.size(); }
    bool is_undirected(Slot slot) const { return slot >= arcs_; }
    Edge pair_of(Edge const& edge) const { return discovery::pair_of(edge, has_ordered_pairs_); }
    Edge edge_at(std::uint64_t slot) const { return {slots_[slot].source, slots_[slot].target}; }
    Ends ends(Slot one, Slot other) const {
        return {slots_[one].source, slots_[one].target, slots_[other].source, slots_[other].target};
    }
    Range arcs_from(VertexId v) const { return {first_arc_[v], first_arc_[v + 1]}; }
    Range edges_at(VertexId v) const { return {first_edge_[v], first_edge_[v + 1]}; }
    Slot find(Range range, VertexId target) const; // returns range.end if the target is not there
    bool has(Range range, VertexId target) const { return find(range, target) < range.end; }
    bool has_edge(VertexId u, VertexId v) const;
    bool has_arc(VertexId from, VertexId to) const {
        auto const answer = joined_.has(pair_of({from, to}));
        if (answer != JoinedPairs::Answer::in_lists) return answer == JoinedPairs::Answer::yes;
        return has(arcs_from(from), to) || has_edge(from, to);
    }
    // Requires: pairs have no order.
    bool are_joined(VertexId u, VertexId v) const {
        auto const answer = joined_.has(pair_of({u, v}));
        if (answer != JoinedPairs::Answer::in_lists) return answer == JoinedPairs::Answer::yes;
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

    Block drawn(std::uint64_t first, std::uint64_t end, std::uint64_t seed, std::uint32_t number) const;
    void fetch_slots(Block const& block) const;
    void fetch_others(Block const& block) const;
    void retarget(Slot slot, VertexId target);
    bool may_switch(Ends const& e) const;
    bool switch_ends(Slot one, Slot other);
    bool turn_path(SwitchDraw const& draw);
    bool may_turn(Ends const& path) const; // the path is x > y > p > q

    NullModel model_;
    bool is_directed_;
    bool has_ordered_pairs_;
    std::uint64_t arcs_ = 0;
    UnfilledVector<EdgeSlot> slots_;
    std::vector<Slot> first_arc_, first_edge_; // by source, with one more entry
    std::vector<std::uint32_t> class_;         // by vertex, for jdm: vertices of one class have the same degrees
    // The next members are empty unless labels are kept. See SlotClasses.
    std::vector<std::uint32_t> label_of_slot_; // number of the edge's label, if edges have labels
    std::vector<std::uint32_t> class_of_slot_;
    std::vector<Slot> first_of_class_, slots_by_class_;
    JoinedPairs joined_;
};

} // namespace cerrado::discovery
