#include "discovery/models/switched_graph.hpp"

#include <cerrado/graph/marks.hpp>

#include <algorithm>
#include <atomic>
#include <map>
#include <numeric>
#include <utility>

namespace cerrado::discovery {

namespace {

std::uint8_t direction(Graph const& graph, std::uint64_t entry) {
    constexpr std::uint8_t both = GraphMarks::arc_to | GraphMarks::arc_from;
    return is_directed(graph) ? graph.marks->arcs[entry] : both;
}

} // namespace

SwitchedGraph::SwitchedGraph(Graph const& graph, RandomGraphQuery const& query)
    : model_(query.model),
      is_directed_(is_directed(graph)),
      has_ordered_pairs_(is_directed_ && query.model != NullModel::mutual),
      filter_(graph.edge_count()) {
    bool const are_free = query.free_labels;
    auto const labels = PatternLabels::of(graph, query.labels && !are_free, query.edge_labels && !are_free);
    add_slots(graph, labels, false);
    arcs_ = slots();
    add_slots(graph, labels, true);
    find_other_ends();
    if (labels.has_any()) find_slot_classes(labels);
    for (std::uint64_t slot = 0; slot < slots(); ++slot) {
        Edge const edge = slots_[slot];
        if (slot < arcs_ || edge.source < edge.target) filter_.add(pair_of(edge));
    }
    if (model_ == NullModel::jdm) find_classes(graph);
}

// Either the arcs, or the edges with two slots.
void SwitchedGraph::add_slots(Graph const& graph, PatternLabels const& labels, bool edges) {
    bool const has_mutual = !is_directed_ || model_ == NullModel::mutual; // which lie among the edges
    std::vector<Slot>& first = edges ? first_edge_ : first_arc_;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        first.push_back(static_cast<Slot>(slots()));
        auto const list = graph.neighbours(v);
        for (std::size_t i = 0; i < list.size(); ++i) {
            std::uint8_t const there = direction(graph, graph.offsets()[v] + i);
            bool const is_mutual = (there & GraphMarks::arc_to) != 0 && (there & GraphMarks::arc_from) != 0;
            bool const is_edge = has_mutual && is_mutual;
            if (is_edge != edges || (there & GraphMarks::arc_to) == 0) continue;
            slots_.push_back({v, list[i]});
            if (!labels.edge_names.empty()) {
                label_of_slot_.push_back(labels.edge_number(graph, graph.offsets()[v] + i));
            }
        }
    }
    first.push_back(static_cast<Slot>(slots()));
}

// Slots ascend by source, then target. So their other ends ascend by target, then source.
void SwitchedGraph::find_other_ends() {
    std::vector<Slot> next = first_edge_; // slot of each target
    for (std::uint64_t slot = arcs_; slot < slots(); ++slot) other_end_.push_back(next[slots_[slot].target]++);
}

void SwitchedGraph::find_classes(Graph const& graph) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> degrees(graph.vertex_count()); // out and in
    for (Edge const& slot : slots_) {
        ++degrees[slot.source].first;
        ++degrees[slot.target].second;
    }
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> classes;
    for (auto const& degree : degrees) {
        class_.push_back(classes.try_emplace(degree, static_cast<std::uint32_t>(classes.size())).first->second);
    }
}

// A switch keeps the class of each slot: its source and its label stay, and the new target has the label of the old one.
void SwitchedGraph::find_slot_classes(PatternLabels const& labels) {
    auto const label = [&](Slot slot) { return label_of_slot_.empty() ? 1 : label_of_slot_[slot]; };
    auto const of_vertex = [&](VertexId v) { return labels.of_vertex.empty() ? 0 : labels.of_vertex[v]; };
    std::map<std::array<std::uint32_t, 5>, std::uint32_t> classes;
    for (Slot slot = 0; slot < slots(); ++slot) {
        std::uint32_t const back = is_undirected(slot) ? label(other_end_[slot - arcs_]) : 0;
        auto const [source, target] = slots_[slot];
        std::array const key{std::uint32_t{is_undirected(slot)}, label(slot), back, of_vertex(source),
                             of_vertex(target)};
        class_of_slot_.push_back(classes.try_emplace(key, static_cast<std::uint32_t>(classes.size())).first->second);
    }
    first_of_class_.resize(classes.size() + 1);
    for (std::uint32_t const one : class_of_slot_) ++first_of_class_[one + 1];
    std::partial_sum(first_of_class_.begin(), first_of_class_.end(), first_of_class_.begin());
    std::vector<Slot> next = first_of_class_;
    slots_by_class_.resize(slots());
    for (Slot slot = 0; slot < slots(); ++slot) slots_by_class_[next[class_of_slot_[slot]]++] = slot;
}

Slot SwitchedGraph::find(Range range, VertexId target) const {
    while (range.begin < range.end && slots_[range.begin].target != target) ++range.begin;
    return range.begin;
}

// Looks through the shorter list of the two.
bool SwitchedGraph::has_edge(VertexId u, VertexId v) const {
    Range const at_u = edges_at(u), at_v = edges_at(v);
    return at_u.end - at_u.begin < at_v.end - at_v.begin ? has(at_u, v) : has(at_v, u);
}

// Whether x > q and p > y may take the place of x > y and p > q.
bool SwitchedGraph::may_switch(Ends const& e) const {
    if (e.x == e.p || e.y == e.q || e.x == e.q || e.p == e.y) return false;
    if (model_ == NullModel::jdm && class_[e.y] != class_[e.q] && class_[e.x] != class_[e.p]) return false;
    if (!is_directed_ || model_ == NullModel::mutual) return !are_joined(e.x, e.q) && !are_joined(e.p, e.y);
    if (has_arc(e.x, e.q) || has_arc(e.p, e.y)) return false;
    if (model_ != NullModel::global) return true;
    int const before = int{has_arc(e.y, e.x)} + int{has_arc(e.q, e.p)};
    return before == int{has_arc(e.q, e.x)} + int{has_arc(e.y, e.p)};
}

// One slot tells the filter of an edge that has two.
void SwitchedGraph::retarget(Slot slot, VertexId target) {
    Edge const before = pair_of(slots_[slot]);
    slots_[slot].target = target;
    Edge const after = pair_of(slots_[slot]);
    filter_.remove(before);
    filter_.add(after);
}

bool SwitchedGraph::switch_ends(Slot one, Slot other) {
    Ends const e = ends(one, other);
    if (!may_switch(e)) return false;
    retarget(one, e.q);
    retarget(other, e.y);
    if (!is_undirected(one)) return true;
    Slot& of_one = other_end_[one - arcs_]; // at y
    Slot& of_other = other_end_[other - arcs_];
    slots_[of_one].target = e.p;
    slots_[of_other].target = e.x;
    std::swap(other_end_[of_one - arcs_], other_end_[of_other - arcs_]);
    std::swap(of_one, of_other);
    return true;
}

// Turns x > y > z > x into x > z > y > x, if it is there and no edge is mutual.
bool SwitchedGraph::turn_cycle(Slot one, std::uint64_t choice) {
    VertexId const x = slots_[one].source, y = slots_[one].target;
    Range const from_y = arcs_from(y);
    if (from_y.begin == from_y.end) return false;
    Slot const second = from_y.begin + static_cast<Slot>(WideCount{choice} * (from_y.end - from_y.begin) >> 64);
    VertexId const z = slots_[second].target;
    if (!has_arc(z, x)) return false;
    Slot const third = find(arcs_from(z), x);
    if (third == arcs_from(z).end || has_arc(y, x) || has_arc(z, y) || has_arc(x, z)) return false;
    if (model_ == NullModel::jdm && !keeps_classes({x, y, z})) return false;
    if (!alike().are_same(one, second) || !alike().are_same(one, third)) return false;
    retarget(one, z);
    retarget(second, x);
    retarget(third, y);
    return true;
}

// The arcs of a cycle lead between the same classes when it is turned if two of its vertices are of one class.
bool SwitchedGraph::keeps_classes(std::array<VertexId, 3> const& cycle) const {
    std::uint32_t const a = class_[cycle[0]], b = class_[cycle[1]], c = class_[cycle[2]];
    return a == b || b == c || a == c;
}

// Steps wait for memory if the graph is large. So what several of them will read is fetched at the same time. If an
// earlier one of them changes it, the step reads what it needs by itself.
void SwitchedGraph::fetch(std::span<SwitchDraw const> draws) const {
    for (SwitchDraw const& draw : draws) {
        __builtin_prefetch(&slots_[draw.one]);
        __builtin_prefetch(&slots_[draw.other]);
    }
    for (SwitchDraw const& draw : draws) {
        Ends const e = ends(draw.one, draw.other);
        for (Edge const& edge : {Edge{e.x, e.q}, Edge{e.p, e.y}, Edge{e.x, e.y}, Edge{e.p, e.q}}) {
            __builtin_prefetch(filter_.place(pair_of(edge)));
        }
        if (!is_undirected(draw.one) || draw.turns_cycle) continue;
        __builtin_prefetch(&other_end_[draw.one - arcs_]);
        __builtin_prefetch(&other_end_[draw.other - arcs_]);
    }
    for (SwitchDraw const& draw : draws) {
        if (!is_undirected(draw.one) || draw.turns_cycle) continue;
        for (Slot const slot : {draw.one, draw.other}) {
            Slot const other = other_end_[slot - arcs_];
            __builtin_prefetch(&slots_[other]);
            __builtin_prefetch(&other_end_[other - arcs_]);
        }
    }
    std::atomic_signal_fence(std::memory_order_acq_rel); // or GCC sees no effect here and drops the call
}

std::uint64_t SwitchedGraph::take_steps(std::uint64_t first, std::uint64_t count, std::uint64_t seed,
                                        std::uint32_t number) {
    constexpr std::uint64_t large = 1 << 16; // slots; with the filter that is what a cache of a core holds
    if (slots() == 0) return 0;
    std::uint64_t taken = 0;
    for (std::uint64_t begin = first; begin < first + count; begin += block) {
        std::size_t const some = std::min<std::uint64_t>(block, first + count - begin);
        std::array<std::array<std::uint32_t, block>, 4> words; // by word, so that the compiler computes several at once
        for (std::size_t i = 0; i < block; ++i) {
            RandomWords const of_step = random_words(seed, number, begin + i, DrawnFor::switches);
            for (std::size_t word = 0; word < 4; ++word) words[word][i] = of_step.words[word];
        }
        std::array<SwitchDraw, block> draws;
        for (std::size_t i = 0; i < some; ++i) {
            RandomWords const of_step{{words[0][i], words[1][i], words[2][i], words[3][i]}};
            draws[i] = drawn_switch(begin + i, of_step, arcs(), static_cast<Slot>(slots()), alike());
        }
        std::span<SwitchDraw const> const all(draws.data(), some);
        if (slots() >= large) fetch(all);
        for (SwitchDraw const& draw : all) {
            bool const changed =
                draw.turns_cycle ? turn_cycle(draw.one, draw.choice) : switch_ends(draw.one, draw.other);
            if (changed) ++taken;
        }
    }
    return taken;
}

RandomEdges SwitchedGraph::list() const {
    std::vector<VertexId> targets;
    targets.reserve(slots_.size());
    for (Edge const& slot : slots_) targets.push_back(slot.target);
    return list(targets);
}

RandomEdges SwitchedGraph::list(std::span<VertexId const> targets) const {
    RandomEdges list;
    list.edges.reserve(edges());
    for (std::uint64_t slot = 0; slot < slots(); ++slot) {
        Edge const edge{slots_[slot].source, targets[slot]};
        if (!is_directed_ && edge.source > edge.target) continue;
        list.edges.push_back(edge);
        if (!label_of_slot_.empty()) list.labels.push_back(label_of_slot_[slot]);
    }
    return list;
}

} // namespace cerrado::discovery
