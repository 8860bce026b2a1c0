#include "discovery/switched_graph.hpp"

#include <cerrado/core/philox.hpp>
#include <cerrado/graph/marks.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace cerrado::discovery {

namespace {

constexpr std::uint32_t of_steps = 1; // tells their random numbers from others of the same seed

// Returns: a number below `bound`, of 64 random bits.
std::uint64_t below(std::uint64_t bound, std::uint32_t high, std::uint32_t low) {
    std::uint64_t const bits = std::uint64_t{high} << 32 | low;
    return static_cast<std::uint64_t>(WideCount{bits} * bound >> 64);
}

std::uint8_t direction(Graph const& graph, std::uint64_t entry) {
    constexpr std::uint8_t both = GraphMarks::arc_to | GraphMarks::arc_from;
    return is_directed(graph) ? graph.marks->arcs[entry] : both;
}

} // namespace

SwitchedGraph::SwitchedGraph(Graph const& graph, NullModel model) : model_(model), is_directed_(is_directed(graph)) {
    add_slots(graph, false);
    arcs_ = slots();
    add_slots(graph, true);
    for (std::uint64_t slot = arcs_; slot < slots(); ++slot) {
        Range const there = edges_at(target_[slot]); // as yet ascending
        auto const begin = target_.begin();
        auto const end = std::lower_bound(begin + there.begin, begin + there.end, source_[slot]);
        other_end_.push_back(static_cast<Slot>(end - begin));
    }
    if (model == NullModel::jdm) find_classes(graph);
}

// Either the arcs, or the edges with two slots.
void SwitchedGraph::add_slots(Graph const& graph, bool edges) {
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
            source_.push_back(v);
            target_.push_back(list[i]);
        }
    }
    first.push_back(static_cast<Slot>(slots()));
}

void SwitchedGraph::find_classes(Graph const& graph) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> degrees(graph.vertex_count()); // out and in
    for (std::uint64_t slot = 0; slot < slots(); ++slot) {
        ++degrees[source_[slot]].first;
        ++degrees[target_[slot]].second;
    }
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> classes;
    for (auto const& degree : degrees) {
        class_.push_back(classes.try_emplace(degree, static_cast<std::uint32_t>(classes.size())).first->second);
    }
}

SwitchedGraph::Slot SwitchedGraph::find(Range range, VertexId target) const {
    auto const begin = target_.begin();
    return static_cast<Slot>(std::find(begin + range.begin, begin + range.end, target) - begin);
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

bool SwitchedGraph::switch_ends(Slot one, Slot other) {
    Ends const e = ends(one, other);
    if (!may_switch(e)) return false;
    target_[one] = e.q;
    target_[other] = e.y;
    if (!is_undirected(one)) return true;
    Slot& of_one = other_end_[one - arcs_]; // at y
    Slot& of_other = other_end_[other - arcs_];
    target_[of_one] = e.p;
    target_[of_other] = e.x;
    std::swap(other_end_[of_one - arcs_], other_end_[of_other - arcs_]);
    std::swap(of_one, of_other);
    return true;
}

// Turns x > y > z > x into x > z > y > x, if it is there and no edge is mutual.
bool SwitchedGraph::turn_cycle(Slot one, std::uint64_t choice) {
    VertexId const x = source_[one], y = target_[one];
    Range const from_y = arcs_from(y);
    if (from_y.begin == from_y.end) return false;
    Slot const second = from_y.begin + static_cast<Slot>(WideCount{choice} * (from_y.end - from_y.begin) >> 64);
    VertexId const z = target_[second];
    Slot const third = find(arcs_from(z), x);
    if (third == arcs_from(z).end || has_arc(y, x) || has_arc(z, y) || has_arc(x, z)) return false;
    if (model_ == NullModel::jdm && !keeps_classes({x, y, z})) return false;
    target_[one] = z;
    target_[second] = x;
    target_[third] = y;
    return true;
}

// The arcs of a cycle lead between the same classes when it is turned if two of its vertices are of one class.
bool SwitchedGraph::keeps_classes(std::array<VertexId, 3> const& cycle) const {
    std::uint32_t const a = class_[cycle[0]], b = class_[cycle[1]], c = class_[cycle[2]];
    return a == b || b == c || a == c;
}

bool SwitchedGraph::take_step(std::uint64_t step, std::uint64_t seed, std::uint32_t number) {
    constexpr std::uint64_t steps_a_cycle = 10;
    if (slots() == 0) return false;
    std::uint32_t words[4] = {static_cast<std::uint32_t>(step), static_cast<std::uint32_t>(step >> 32), number,
                              of_steps};
    philox(seed, words);
    std::uint64_t const choice = std::uint64_t{words[2]} << 32 | words[3];
    if (arcs_ > 0 && step % steps_a_cycle == steps_a_cycle - 1) {
        return turn_cycle(static_cast<Slot>(below(arcs_, words[0], words[1])), choice);
    }
    std::uint64_t const one = below(slots(), words[0], words[1]);
    bool const is_edge = one >= arcs_; // the other one must be an edge, too
    std::uint64_t const first = is_edge ? arcs_ : 0, count = is_edge ? slots() - arcs_ : arcs_;
    return switch_ends(static_cast<Slot>(one), static_cast<Slot>(first + below(count, words[2], words[3])));
}

std::vector<Edge> SwitchedGraph::list() const {
    std::vector<Edge> edges;
    for (std::uint64_t slot = 0; slot < slots(); ++slot) {
        if (is_directed_ || source_[slot] < target_[slot]) edges.push_back({source_[slot], target_[slot]});
    }
    return edges;
}

} // namespace cerrado::discovery
