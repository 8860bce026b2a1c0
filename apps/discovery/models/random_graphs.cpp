#include "discovery/models/random_graphs.hpp"

#include "discovery/models/draws.hpp"
#include "discovery/models/switched_graph.hpp"
#include "discovery/models/triads.hpp"

#include <cerrado/apps/random_graph.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

namespace cerrado::discovery {

// A directed graph whose arcs change, and the classes of its triads.

namespace {

// The arcs between u and v, seen from u: 0, or the sum of GraphMarks::arc_to and arc_from.
using PairCode = std::uint8_t;

constexpr PairCode seen_from_other(PairCode code) { return static_cast<PairCode>((code & 1) << 1 | code >> 1); }

// A table of the class of each triad, or -1 if the triad is not connected. The triad of a, b and c has the index
// code(a, b) + 4 code(b, c) + 16 code(a, c).
class TriadClasses {
public:
    TriadClasses() {
        int count = 0;
        std::array<int, 64> of_least{};
        of_least.fill(-1);
        for (int triad = 0; triad < 64; ++triad) {
            int const pairs = int{(triad & 3) != 0} + int{(triad & 12) != 0} + int{(triad & 48) != 0};
            int const least = least_of(triad);
            if (pairs >= 2 && of_least[least] < 0) of_least[least] = count++;
            of_[triad] = pairs >= 2 ? of_least[least] : -1;
        }
    }
    int operator[](int triad) const { return of_[triad]; }

private:
    static int least_of(int triad) {
        PairCode const ab = triad & 3, bc = triad >> 2 & 3, ac = triad >> 4 & 3;
        PairCode const codes[3][3] = {
            {0, ab, ac}, {seen_from_other(ab), 0, bc}, {seen_from_other(ac), seen_from_other(bc), 0}};
        std::array<int, 3> order{0, 1, 2};
        int least = 64;
        do {
            auto const [a, b, c] = order;
            least = std::min(least, codes[a][b] + 4 * codes[b][c] + 16 * codes[a][c]);
        } while (std::next_permutation(order.begin(), order.end()));
        return least;
    }
    std::array<int, 64> of_{};
};

} // namespace

inline TriadClasses const triad_classes;

namespace {

// A directed graph as lists of neighbours that change.
class ChangingDigraph {
public:
    struct Change {
        VertexId u, v;
        PairCode code; // the new code, seen from u
    };
    struct Neighbour {
        VertexId vertex;
        PairCode code;
    };

    ChangingDigraph(VertexId vertices, std::span<Edge const> arcs) : lists_(vertices) {
        std::vector<Change> seen; // each pair, seen from both ends
        for (auto const& [source, target] : arcs) {
            seen.push_back({source, target, GraphMarks::arc_to});
            seen.push_back({target, source, GraphMarks::arc_from});
        }
        std::ranges::sort(seen, {}, [](Change const& one) { return std::pair(one.u, one.v); });
        for (auto const& [u, v, code] : seen) {
            std::vector<Neighbour>& list = lists_[u];
            if (list.empty() || list.back().vertex != v) list.push_back({v, 0});
            list.back().code |= code;
        }
    }

    PairCode code(VertexId u, VertexId v) const {
        bool const is_turned = lists_[v].size() < lists_[u].size();
        for (Neighbour const& there : lists_[is_turned ? v : u]) {
            if (there.vertex == (is_turned ? u : v)) return is_turned ? seen_from_other(there.code) : there.code;
        }
        return 0;
    }
    void set(Change const& change) {
        put(lists_[change.u], {change.v, change.code});
        put(lists_[change.v], {change.u, seen_from_other(change.code)});
    }
    int triad_class(VertexId a, VertexId b, VertexId c) const {
        return triad_classes[code(a, b) + 4 * code(b, c) + 16 * code(a, c)];
    }
    std::vector<Neighbour> const& neighbours(VertexId v) const { return lists_[v]; }
    VertexId vertices() const { return static_cast<VertexId>(lists_.size()); }

private:
    static void put(std::vector<Neighbour>& list, Neighbour const& neighbour) {
        auto const place = std::ranges::find(list, neighbour.vertex, &Neighbour::vertex);
        if (place == list.end()) {
            if (neighbour.code != 0) list.push_back(neighbour);
        } else if (neighbour.code != 0) {
            place->code = neighbour.code;
        } else {
            *place = list.back();
            list.pop_back();
        }
    }

    std::vector<std::vector<Neighbour>> lists_;
};

constexpr int most_vain_sweeps = 20; // in a row; a sweep has as many steps as the graph has edges

constexpr PairCode to = GraphMarks::arc_to, both = GraphMarks::arc_to | GraphMarks::arc_from;

// Adds triads of a class, or subtracts them if `times` is negative.
void add(TriadCounts& counts, PairCode ab, PairCode bc, PairCode ac, std::int64_t times) {
    counts[static_cast<std::size_t>(triad_classes[ab + 4 * bc + 16 * ac])] += times;
}

// Adds the pairs of neighbours of v, as if none of them were joined. They follow from the number of neighbours of each
// code.
void add_pairs(TriadCounts& counts, ChangingDigraph const& graph, VertexId v) {
    std::array<std::int64_t, both + 1> neighbours{};
    for (auto const& [vertex, code] : graph.neighbours(v)) ++neighbours[code];
    for (PairCode one = to; one <= both; ++one) {
        for (PairCode other = to; other <= one; ++other) {
            std::int64_t const of_one = neighbours[one], of_other = neighbours[other];
            add(counts, one, 0, other, one == other ? of_one * (of_one - 1) / 2 : of_one * of_other);
        }
    }
}

// Adds a triangle u, v, w, and subtracts the three pairs of neighbours that add_pairs() counted for it.
void add_triangle(TriadCounts& counts, PairCode uv, PairCode vw, PairCode uw) {
    add(counts, uv, vw, uw, 1);
    add(counts, uv, 0, uw, -1);
    add(counts, seen_from_other(uv), 0, vw, -1);
    add(counts, seen_from_other(uw), 0, seen_from_other(vw), -1);
}

TriadCounts counts_of(ChangingDigraph const& graph) {
    TriadCounts counts{};
    for (VertexId u = 0; u < graph.vertices(); ++u) {
        add_pairs(counts, graph, u);
        for (auto const& [v, uv] : graph.neighbours(u)) {
            bool const is_shorter = graph.neighbours(u).size() < graph.neighbours(v).size();
            if (u > v) continue;
            for (auto const& [w, code] : graph.neighbours(is_shorter ? u : v)) {
                if (w <= v) continue;
                PairCode const other = is_shorter ? graph.code(v, w) : graph.code(u, w);
                if (other != 0) add_triangle(counts, uv, is_shorter ? other : code, is_shorter ? code : other);
            }
        }
    }
    return counts;
}

class Walk {
public:
    Walk(VertexId vertices, std::span<Edge const> arcs, TriadCounts const& wanted, RandomGraphQuery const& query)
        : wanted_(wanted),
          query_(query),
          graph_(vertices, arcs),
          counts_(counts_of(graph_)),
          distance_(triad_distance(counts_, wanted)) {
        for (Edge const& arc : arcs) {
            bool const is_mutual = graph_.code(arc.source, arc.target) == both;
            if (!is_mutual) singles_.push_back(arc);
            if (is_mutual && arc.source < arc.target) mutual_.push_back(arc);
        }
    }

    std::uint64_t edges() const { return singles_.size() + mutual_.size(); }
    double distance() const { return distance_; }
    bool is_near() const { return distance_ <= near_triads; }
    void take_step(std::uint64_t step, double temperature) {
        constexpr std::uint64_t steps_a_cycle = 10;
        RandomWords const words = drawn(step, DrawnFor::triads);
        std::uint64_t const one = below(singles_.size() + 2 * mutual_.size(), words[0], words[1]);
        step_ = step;
        temperature_ = temperature;
        if (one < singles_.size() && step % steps_a_cycle == steps_a_cycle - 1) {
            turn_cycle(one, below(singles_.size(), words[2], words[3]));
        } else if (one < singles_.size()) {
            switch_ends(singles_[one], singles_[below(singles_.size(), words[2], words[3])], to);
        } else {
            switch_mutual(one - singles_.size(), below(2 * mutual_.size(), words[2], words[3]));
        }
    }
    std::uint64_t taken() const { return taken_; }
    std::vector<Edge> arcs() const {
        std::vector<Edge> all = singles_;
        for (Edge const& edge : mutual_) {
            all.push_back(edge);
            all.push_back({edge.target, edge.source});
        }
        return all;
    }

private:
    using Change = ChangingDigraph::Change;
    using Triad = std::array<VertexId, 3>;

    RandomWords drawn(std::uint64_t step, DrawnFor use) const {
        return random_words(query_.seed, query_.number, step, use);
    }

    // Replaces x > y and p > q by x > q and p > y, or does so for mutual edges.
    void switch_ends(Edge& one, Edge& other, PairCode code) {
        auto const [x, y] = one;
        auto const [p, q] = other;
        if (x == p || y == q || x == q || p == y || graph_.code(x, q) != 0 || graph_.code(p, y) != 0) return;
        if (!accept({{x, y, 0}, {p, q, 0}, {x, q, code}, {p, y, code}})) return;
        one.target = q;
        other.target = y;
    }
    // Switches two mutual edges. Each comes from either of its ends, as the number says.
    void switch_mutual(std::uint64_t one, std::uint64_t other) {
        Edge& first = mutual_[one / 2];
        Edge& second = mutual_[other / 2];
        if (&first == &second) return;
        if (one % 2 != 0) std::swap(first.source, first.target);
        if (other % 2 != 0) std::swap(second.source, second.target);
        switch_ends(first, second, both);
    }
    // Turns a 3-cycle, if the two arcs lead from x to y to z and a third one leads back.
    void turn_cycle(std::uint64_t one, std::uint64_t other) {
        auto const [x, y] = singles_[one];
        auto const [from, z] = singles_[other];
        if (from != y || graph_.code(z, x) != to) return;
        auto const third = std::ranges::find(singles_, Edge{z, x});
        if (!accept({{y, x, to}, {z, y, to}, {x, z, to}})) return;
        singles_[one] = {y, x};
        singles_[other] = {z, y};
        *third = {x, z};
    }

    // Makes the changes if Metropolis's rule accepts them.
    bool accept(std::vector<Change> const& changes) {
        find_touched(changes);
        TriadCounts counts = counts_;
        add_touched(counts, -1);
        std::vector<Change> before;
        for (Change const& change : changes) before.push_back({change.u, change.v, graph_.code(change.u, change.v)});
        for (Change const& change : changes) graph_.set(change);
        add_touched(counts, 1);
        double const distance = triad_distance(counts, wanted_);
        if (distance > distance_ && !is_taken_all_the_same(distance)) {
            for (Change const& change : before) graph_.set(change);
            return false;
        }
        counts_ = counts;
        distance_ = distance;
        ++taken_;
        return true;
    }
    bool is_taken_all_the_same(double distance) const {
        double const share = std::exp((distance_ - distance) / temperature_);
        return static_cast<double>(drawn(step_, DrawnFor::acceptance)[0]) < share * 4294967296.0;
    }
    // Finds the triads with a pair that changes. A third vertex that becomes a neighbour only by the changes is an end
    // of another changed pair, so its triad is found with that pair.
    void find_touched(std::vector<Change> const& changes) {
        touched_.clear();
        for (Change const& change : changes) {
            for (VertexId const end : {change.u, change.v}) {
                for (auto const& [w, code] : graph_.neighbours(end)) {
                    if (w == change.u || w == change.v) continue;
                    Triad triad{change.u, change.v, w};
                    std::ranges::sort(triad);
                    touched_.push_back(triad);
                }
            }
        }
        std::ranges::sort(touched_);
        touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    }
    void add_touched(TriadCounts& counts, std::int64_t times) const {
        for (auto const& [a, b, c] : touched_) {
            int const which = graph_.triad_class(a, b, c);
            if (which >= 0) counts[static_cast<std::size_t>(which)] += times;
        }
    }

    TriadCounts const& wanted_;
    RandomGraphQuery const& query_;
    ChangingDigraph graph_;
    TriadCounts counts_;
    double distance_;
    std::vector<Edge> singles_, mutual_;
    std::vector<Triad> touched_;
    std::uint64_t step_ = 0, taken_ = 0;
    double temperature_ = 0;
};

} // namespace

TriadCounts count_triads(VertexId vertices, std::span<Edge const> arcs) {
    return counts_of(ChangingDigraph(vertices, arcs));
}

double triad_distance(TriadCounts const& one, TriadCounts const& other) {
    double distance = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
        if (one[i] == other[i]) continue;
        distance += static_cast<double>(std::abs(one[i] - other[i])) / static_cast<double>(one[i] + other[i]);
    }
    return distance;
}

std::optional<WithTriads> with_triads(VertexId vertices, std::vector<Edge> const& arcs, TriadCounts const& wanted,
                                      RandomGraphQuery const& query, std::function<bool()> const& goes_on) {
    constexpr double hottest = .001, cooling = .95;
    constexpr std::uint64_t between_looks = 256;
    Walk walk(vertices, arcs, wanted, query);
    std::uint64_t step = 0;
    double temperature = hottest, least = walk.distance();
    for (int vain_sweeps = 0; vain_sweeps < most_vain_sweeps && !walk.is_near(); ++vain_sweeps) {
        for (std::uint64_t i = 0; i < walk.edges() && !walk.is_near(); ++i, ++step) {
            if (step % between_looks == 0 && !goes_on()) return std::nullopt;
            walk.take_step(step, temperature);
        }
        temperature *= cooling;
        if (walk.distance() < least) vain_sweeps = 0;
        least = std::min(least, walk.distance());
    }
    return WithTriads{walk.arcs(), step, walk.taken(), walk.is_near()};
}

} // namespace cerrado::discovery

// The functions of Cerrado::apps for random graphs.

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
      joined_(graph.vertex_count(), has_ordered_pairs_ ? count_arcs_or_edges(graph) : graph.edge_count()) {
    bool const are_free = query.free_labels;
    auto const labels = PatternLabels::of(graph, query.labels && !are_free, query.edge_labels && !are_free);
    add_slots(graph, labels, false);
    arcs_ = slots();
    add_slots(graph, labels, true);
    find_other_ends();
    if (labels.has_any()) find_slot_classes(labels);
    for (std::uint64_t slot = 0; slot < slots(); ++slot) {
        Edge const edge = edge_at(slot);
        if (slot < arcs_ || edge.source < edge.target) joined_.add(pair_of(edge));
    }
    if (model_ == NullModel::jdm) find_classes(graph);
}

// Adds the slots of arcs, or those of edges, which have two.
void SwitchedGraph::add_slots(Graph const& graph, PatternLabels const& labels, bool edges) {
    bool const has_mutual = !is_directed_ || model_ == NullModel::mutual; // true if mutual arcs are slots of edges
    std::vector<Slot>& first = edges ? first_edge_ : first_arc_;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        first.push_back(static_cast<Slot>(slots()));
        auto const list = graph.neighbours(v);
        for (std::size_t i = 0; i < list.size(); ++i) {
            std::uint8_t const there = direction(graph, graph.offsets()[v] + i);
            bool const is_mutual = (there & GraphMarks::arc_to) != 0 && (there & GraphMarks::arc_from) != 0;
            bool const is_edge = has_mutual && is_mutual;
            if (is_edge != edges || (there & GraphMarks::arc_to) == 0) continue;
            slots_.push_back({v, list[i], 0});
            if (!labels.edge_names.empty()) {
                label_of_slot_.push_back(labels.edge_number(graph, graph.offsets()[v] + i));
            }
        }
    }
    first.push_back(static_cast<Slot>(slots()));
}

// Finds the other slot of each edge. Slots ascend by source, then target, so their other ends ascend by target, then
// source.
void SwitchedGraph::find_other_ends() {
    std::vector<Slot> next = first_edge_; // by vertex: the next slot of an edge at it
    for (std::uint64_t slot = arcs_; slot < slots(); ++slot) slots_[slot].other = next[slots_[slot].target]++;
}

void SwitchedGraph::find_classes(Graph const& graph) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> degrees(graph.vertex_count()); // out and in
    for (EdgeSlot const& slot : slots_) {
        ++degrees[slot.source].first;
        ++degrees[slot.target].second;
    }
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> classes;
    for (auto const& degree : degrees) {
        class_.push_back(classes.try_emplace(degree, static_cast<std::uint32_t>(classes.size())).first->second);
    }
}

// Finds the classes of slots. A switch keeps the class of a slot: its source and its label stay, and the new target has
// the label of the old one.
void SwitchedGraph::find_slot_classes(PatternLabels const& labels) {
    auto const label = [&](Slot slot) { return label_of_slot_.empty() ? 1 : label_of_slot_[slot]; };
    auto const of_vertex = [&](VertexId v) { return labels.of_vertex.empty() ? 0 : labels.of_vertex[v]; };
    std::map<std::array<std::uint32_t, 5>, std::uint32_t> classes;
    for (Slot slot = 0; slot < slots(); ++slot) {
        std::uint32_t const back = is_undirected(slot) ? label(slots_[slot].other) : 0;
        auto const [source, target] = edge_at(slot);
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

// Searches the shorter of the two lists.
bool SwitchedGraph::has_edge(VertexId u, VertexId v) const {
    Range const at_u = edges_at(u), at_v = edges_at(v);
    return at_u.end - at_u.begin < at_v.end - at_v.begin ? has(at_u, v) : has(at_v, u);
}

// Returns: whether x > q and p > y may replace x > y and p > q.
bool SwitchedGraph::may_switch(Ends const& e) const {
    if (e.x == e.p || e.y == e.q || e.x == e.q || e.p == e.y) return false;
    if (model_ == NullModel::jdm && class_[e.y] != class_[e.q] && class_[e.x] != class_[e.p]) return false;
    if (!is_directed_ || model_ == NullModel::mutual) return !are_joined(e.x, e.q) && !are_joined(e.p, e.y);
    if (has_arc(e.x, e.q) || has_arc(e.p, e.y)) return false;
    if (model_ != NullModel::global) return true;
    int const before = int{has_arc(e.y, e.x)} + int{has_arc(e.q, e.p)};
    return before == int{has_arc(e.q, e.x)} + int{has_arc(e.y, e.p)};
}

// Changes the target of a slot. Only one of the two slots of an edge updates the index.
void SwitchedGraph::retarget(Slot slot, VertexId target) {
    Edge const before = pair_of(edge_at(slot));
    slots_[slot].target = target;
    Edge const after = pair_of(edge_at(slot));
    joined_.remove(before);
    joined_.add(after);
}

bool SwitchedGraph::switch_ends(Slot one, Slot other) {
    Ends const e = ends(one, other);
    if (!may_switch(e)) return false;
    retarget(one, e.q);
    retarget(other, e.y);
    if (!is_undirected(one)) return true;
    Slot& of_one = slots_[one].other; // the slot at y
    Slot& of_other = slots_[other].other;
    slots_[of_one] = {e.y, e.p, other};
    slots_[of_other] = {e.q, e.x, one};
    std::swap(of_one, of_other);
    return true;
}

// Returns: whether x > z > y > w may replace x > y > z > w. Here p is z, and q is w, which may be x.
bool SwitchedGraph::may_turn(Ends const& path) const {
    auto const [x, y, z, w] = path;
    if (x == z || y == w) return false;
    bool const is_cycle = w == x;
    if (model_ == NullModel::jdm && !turns_within_classes(class_[x], class_[y], class_[z], class_[w])) return false;
    if (model_ == NullModel::mutual) return is_cycle || (!are_joined(x, z) && !are_joined(y, w));
    if (has_arc(x, z) || has_arc(z, y) || has_arc(y, w)) return false;
    if (model_ != NullModel::global || is_cycle) return true;
    return int{has_arc(y, x)} + int{has_arc(w, z)} == int{has_arc(z, x)} + int{has_arc(w, y)};
}

bool SwitchedGraph::turn_path(SwitchDraw const& draw) {
    std::uint64_t choice = draw.choice;
    auto const arc_from = [&](VertexId v) {
        Range const arcs = arcs_from(v);
        return arcs.begin == arcs.end ? arcs.end : arcs.begin + take_choice(choice, arcs.end - arcs.begin);
    };
    auto const [x, y] = edge_at(draw.one);
    Slot const second = arc_from(y);
    if (draw.rests || second == arcs_from(y).end) return false;
    VertexId const z = slots_[second].target;
    Slot const third = arc_from(z);
    if (third == arcs_from(z).end) return false;
    VertexId const w = slots_[third].target;
    if (!alike().are_same(draw.one, second) || !alike().are_same(draw.one, third) || !may_turn({x, y, z, w})) {
        return false;
    }
    retarget(draw.one, z);
    retarget(second, w);
    retarget(third, y);
    return true;
}

// Prefetches the memory that later steps will read, since in a large graph a step mostly waits for memory. If a step
// before them changes these data, they read anew.
void SwitchedGraph::fetch_slots(Block const& block) const {
    for (SwitchDraw const& draw : block.all()) {
        __builtin_prefetch(&slots_[draw.one], 0, 2);
        __builtin_prefetch(&slots_[draw.other], 0, 2);
    }
    std::atomic_signal_fence(std::memory_order_acq_rel); // or GCC sees no effect here and drops the call
}

// Requires: fetch_slots() was called a while ago.
void SwitchedGraph::fetch_others(Block const& block) const {
    for (SwitchDraw const& draw : block.all()) {
        Ends const e = ends(draw.one, draw.other);
        for (Edge const& edge : {Edge{e.x, e.q}, Edge{e.p, e.y}, Edge{e.x, e.y}, Edge{e.p, e.q}}) {
            joined_.prefetch(pair_of(edge));
        }
        if (!is_undirected(draw.one) || draw.turns_path) continue;
        for (Slot const slot : {draw.one, draw.other}) __builtin_prefetch(&slots_[slots_[slot].other], 0, 2);
    }
    std::atomic_signal_fence(std::memory_order_acq_rel);
}

SwitchedGraph::Block SwitchedGraph::drawn(std::uint64_t first, std::uint64_t end, std::uint64_t seed,
                                          std::uint32_t number) const {
    Block block;
    std::array<std::array<std::uint32_t, Block::most>, 4> words; // stored by word, so that the compiler vectorizes
    for (std::size_t i = 0; i < Block::most; ++i) {
        RandomWords const of_step = random_words(seed, number, first + i, DrawnFor::switches);
        for (std::size_t word = 0; word < 4; ++word) words[word][i] = of_step.words[word];
    }
    for (; block.size < Block::most && first + block.size < end; ++block.size) {
        std::size_t const i = block.size;
        RandomWords const of_step{{words[0][i], words[1][i], words[2][i], words[3][i]}};
        block.draws[i] = drawn_switch(first + i, of_step, arcs(), static_cast<Slot>(slots()), alike());
    }
    return block;
}

// Two blocks of later steps are on their way from memory while the steps of a block are taken.
std::uint64_t SwitchedGraph::take_steps(std::uint64_t first, std::uint64_t count, std::uint64_t seed,
                                        std::uint32_t number) {
    constexpr std::uint64_t large = 1 << 16; // number of slots; with the index they fill the cache of a core
    if (slots() == 0) return 0;
    std::uint64_t taken = 0;
    std::uint64_t const end = first + count;
    Block now, next, later;
    for (std::uint64_t begin = first; begin < end || next.size > 0 || later.size > 0; begin += Block::most) {
        now = next;
        next = later;
        later = begin < end ? drawn(begin, end, seed, number) : Block();
        if (slots() >= large) {
            fetch_slots(later);
            fetch_others(next);
        }
        for (SwitchDraw const& draw : now.all()) {
            bool const changed = draw.turns_path ? turn_path(draw) : switch_ends(draw.one, draw.other);
            if (changed) ++taken;
        }
    }
    return taken;
}

RandomEdges SwitchedGraph::list() const {
    std::vector<VertexId> targets;
    targets.reserve(slots_.size());
    for (EdgeSlot const& slot : slots_) targets.push_back(slot.target);
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

// Detours.
//
// Problem. Steps of a few arcs do not lead from every graph to every other one with the same mutual edges: graphs with
// two colours of edges and given degrees are a hard problem of discrete tomography. The digraphs of four vertices form
// 464 families of equal degrees. Switches and turned 3-cycles do not connect 109 of them.
//
// Method. If mutual edges do not matter, switches and turned paths reach all graphs. So a detour takes such steps at
// random until the mutual edges are as before, and is undone if that takes too long. A detour is as likely as its
// reverse, so all graphs stay equally likely.
//
// Cost. A step reads some bits. In a graph of many arcs a detour hardly ever comes back except by the way that it took,
// and there switches reach nearly all graphs. So detours are for small graphs.
//
// Source. Cerrado's own. It is the Markov chain of the larger space of graphs, observed only in the smaller one.

namespace {

class SmallDigraph {
public:
    static constexpr VertexId most_vertices = 64;

    SmallDigraph(VertexId vertices, std::vector<Edge> arcs, NullModel model)
        : counts_by_vertex_(model == NullModel::mutual),
          arcs_(std::move(arcs)),
          gained_(counts_by_vertex_ ? vertices : 1) {
        for (Edge const& arc : arcs_) targets_[arc.source] |= bit(arc.target);
    }

    std::vector<Edge> const& arcs() const { return arcs_; }

    // Returns: whether the graph has changed.
    bool take_detour(std::uint64_t number, RandomGraphQuery const& query) {
        constexpr std::uint64_t longest = 32;
        made_.clear();
        for (std::uint64_t i = 0; i < longest; ++i) {
            take_step(random_words(query.seed, query.number, number * longest + i, DrawnFor::detours));
            if (off_ == 0) return !made_.empty();
        }
        for (; !made_.empty(); made_.pop_back()) retarget(made_.back().arc, made_.back().before);
        return false;
    }

private:
    struct Change {
        std::size_t arc;
        VertexId before; // target before the change
    };

    static std::uint64_t bit(VertexId v) { return std::uint64_t{1} << v; }
    bool has(VertexId from, VertexId to) const { return (targets_[from] & bit(to)) != 0; }

    // Takes a step. Every fourth step turns the middle arc of a path, if the draw gives a path; the others switch. Each
    // step is as likely as its reverse.
    void take_step(RandomWords const& words) {
        std::size_t const one = draw(words[0]), other = draw(words[1]);
        auto const [x, y] = arcs_[one];
        auto const [p, q] = arcs_[other];
        if (words[3] % 4 != 0) {
            if (x == p || y == q || x == q || p == y || has(x, q) || has(p, y)) return;
            change({{one, q}, {other, y}});
            return;
        }
        std::size_t const third = draw(words[2]);
        auto const [z, w] = arcs_[third]; // x > y > z > w
        if (p != y || q != z || x == z || y == w || has(x, z) || has(z, y) || has(y, w)) return;
        change({{one, z}, {other, w}, {third, y}});
    }
    std::size_t draw(std::uint32_t word) const { return std::uint64_t{word} * arcs_.size() >> 32; }

    void change(std::initializer_list<std::pair<std::size_t, VertexId>> targets) {
        for (auto const& [arc, target] : targets) made_.push_back({arc, arcs_[arc].target});
        for (auto const& [arc, target] : targets) retarget(arc, target);
    }
    void retarget(std::size_t arc, VertexId target) {
        auto& [source, now] = arcs_[arc];
        if (has(now, source)) gain(source, now, -1);
        targets_[source] &= ~bit(now);
        now = target;
        targets_[source] |= bit(now);
        if (has(now, source)) gain(source, now, 1);
    }
    // Notes that a mutual edge of u and v came (`one` is 1) or went (-1).
    void gain(VertexId u, VertexId v, int one) {
        for (VertexId const place : {counts_by_vertex_ ? u : 0, counts_by_vertex_ ? v : 0}) {
            off_ -= gained_[place] != 0 ? 1 : 0;
            gained_[place] += one;
            off_ += gained_[place] != 0 ? 1 : 0;
        }
    }

    bool counts_by_vertex_;
    std::vector<Edge> arcs_;
    std::array<std::uint64_t, most_vertices> targets_{}; // by source
    std::vector<int> gained_; // mutual edges gained since the detour began, by vertex or in all
    int off_ = 0;             // how many of these numbers are not 0
    std::vector<Change> made_;
};

} // namespace

} // namespace cerrado::discovery

namespace cerrado {

namespace {

Graph graph_of(Graph const& given, discovery::RandomEdges const& random) {
    std::vector<OriginalId> ids(given.original_ids().begin(), given.original_ids().end());
    Graph made = is_directed(given) ? graph_from_arcs(given.vertex_count(), random.edges, std::move(ids))
                                    : graph_from_edges(given.vertex_count(), random.edges, std::move(ids));
    if (!random.labels.empty()) {
        auto const names = PatternLabels::of(given, false, true).edge_names;
        std::vector<std::string> labels;
        for (std::uint32_t const number : random.labels) labels.push_back(names[number - 1]);
        made = with_edge_labels(std::move(made), random.edges, labels);
    }
    made.source = given.source;
    if (given.marks && (given.marks->names || has_labels(given))) {
        auto marks = made.marks ? std::make_shared<GraphMarks>(*made.marks) : std::make_shared<GraphMarks>();
        marks->names = given.marks->names;
        marks->labels = given.marks->labels;
        marks->label_names = given.marks->label_names;
        made.marks = std::move(marks);
    }
    return made;
}

// Returns: as many different pairs of vertices as the graph has edges. All such sets are equally likely.
std::optional<discovery::RandomEdges> any_pairs(Graph const& graph, RandomGraphQuery const& query,
                                                std::function<bool()> const& goes_on) {
    constexpr std::uint64_t between_looks = 1 << 16;
    std::uint64_t const n = graph.vertex_count(), wanted = count_arcs_or_edges(graph);
    std::unordered_set<std::uint64_t> taken;
    discovery::RandomEdges random;
    for (std::uint64_t draw = 0; random.edges.size() < wanted; ++draw) {
        if (draw % between_looks == 0 && !goes_on()) return std::nullopt;
        auto const words = discovery::random_words(query.seed, query.number, draw, discovery::DrawnFor::pairs);
        auto const u = static_cast<VertexId>(discovery::below(n, words[0], words[1]));
        auto const v = static_cast<VertexId>(discovery::below(n, words[2], words[3]));
        Edge const edge = is_directed(graph) || u < v ? Edge{u, v} : Edge{v, u};
        if (u != v && taken.insert(edge.source * n + edge.target).second) random.edges.push_back(edge);
    }
    return random;
}

std::optional<discovery::RandomEdges> switched(Graph const& graph, RandomGraphQuery const& query,
                                               std::function<bool()> const& goes_on) {
    constexpr std::uint64_t between_looks = 1 << 12;
    discovery::SwitchedGraph changing(graph, query);
    auto const steps =
        static_cast<std::uint64_t>(discovery::switches_of(graph, query) * static_cast<double>(changing.edges()));
    std::uint64_t taken = 0;
    for (std::uint64_t step = 0; step < steps; step += between_looks) {
        if (!goes_on()) return std::nullopt;
        std::uint64_t const count = std::min(between_looks, steps - step);
        taken += changing.take_steps(step, count, query.seed, query.number);
    }
    discovery::RandomEdges random = changing.list();
    random.steps = steps;
    if (discovery::takes_detours(graph, query)) {
        discovery::SmallDigraph small(graph.vertex_count(), random.edges, query.model);
        for (std::uint64_t step = 0; step < steps; ++step) {
            if (step % between_looks == 0 && !goes_on()) return std::nullopt;
            taken += small.take_detour(step, query) ? 1 : 0;
        }
        random.edges = small.arcs();
        random.steps += steps;
    }
    random.taken = taken;
    return random;
}

std::optional<discovery::RandomEdges> of_triads(Graph const& graph, RandomGraphQuery query,
                                                std::function<bool()> const& goes_on) {
    discovery::TriadCounts const wanted =
        discovery::count_triads(graph.vertex_count(), discovery::arcs_or_edges(graph));
    query.model = NullModel::mutual;
    query.edge_labels = false; // labels are dealt at the end
    std::optional<discovery::RandomEdges> random = discovery::random_edges_while(graph, query, goes_on);
    if (!random) return random;
    auto near = discovery::with_triads(graph.vertex_count(), random->edges, wanted, query, goes_on);
    if (!near) return std::nullopt;
    random->edges = std::move(near->arcs);
    random->steps += near->steps;
    random->taken += near->taken;
    random->is_near = near->is_near;
    return random;
}

} // namespace

double usual_switches(NullModel model, Graph const& graph) {
    constexpr double least_steps = 500;
    double const of_model = model == NullModel::jdm ? 100 : 10;
    return std::max(
        of_model, std::ceil(least_steps / static_cast<double>(std::max<std::uint64_t>(count_arcs_or_edges(graph), 1))));
}

double discovery::switches_of(Graph const& graph, RandomGraphQuery const& query) {
    return query.switches ? *query.switches : usual_switches(query.model, graph);
}

bool discovery::takes_detours(Graph const& graph, RandomGraphQuery const& query) {
    bool const keeps_mutual = query.model == NullModel::mutual || query.model == NullModel::global;
    bool const keeps_labels = (query.labels || query.edge_labels) && !query.free_labels;
    return keeps_mutual && !keeps_labels && graph.vertex_count() <= SmallDigraph::most_vertices;
}

std::string_view name_of(NullModel model) { return name_in(null_model_words, model); }

std::vector<Edge> discovery::arcs_or_edges(Graph const& graph) {
    std::vector<Edge> list;
    for_each_arc_or_edge(graph, [&](VertexId u, VertexId v) { list.push_back({u, v}); });
    return list;
}

discovery::RandomEdges discovery::edges_of(Graph const& graph, PatternLabels const& labels) {
    RandomEdges list;
    list.edges = arcs_or_edges(graph);
    if (labels.edge_names.empty()) return list;
    for (auto const& [source, target] : list.edges) {
        list.labels.push_back(labels.edge_number(graph, graph.ref().find(source, target)));
    }
    return list;
}

void discovery::deal_labels(RandomEdges& random, RandomEdges const& given, RandomGraphQuery const& query) {
    if (given.labels.empty()) return;
    random.labels = given.labels;
    for (std::size_t left = random.labels.size(); left > 1; --left) {
        RandomWords const words = random_words(query.seed, query.number, left, DrawnFor::labels);
        std::swap(random.labels[left - 1], random.labels[below(left, words[0], words[1])]);
    }
}

void discovery::check_model(Graph const& graph, RandomGraphQuery const& query) {
    if (graph.oriented())
        throw InputError("random graphs need a graph with both directions of each edge, and this one is oriented");
    bool const needs_directions =
        query.model == NullModel::mutual || query.model == NullModel::global || query.model == NullModel::triads;
    if (needs_directions && !is_directed(graph)) {
        throw InputError(fmt::format(
            "the null model {} keeps mutual edges, but this graph has no directions: take degree, jdm or er",
            name_of(query.model)));
    }
    if (query.model == NullModel::triads && (query.labels || query.edge_labels) && !query.free_labels) {
        throw InputError("the null model triads cannot keep labels: free the labels, or take the null model mutual");
    }
    PatternLabels::of(graph, query.labels, query.edge_labels); // throws for missing labels
    if (2 * graph.edge_count() > ~std::uint32_t{0}) {
        throw InputError(fmt::format(
            "random graphs must have fewer than 2^31 edges, but this graph has {}: take a part of the graph",
            graph.edge_count()));
    }
    constexpr double most_steps = 4611686018427387904.0; // 2^62
    double const switches = discovery::switches_of(graph, query);
    if (!(switches >= 0 && switches * static_cast<double>(2 * graph.edge_count()) <= most_steps)) {
        throw InputError(fmt::format("{} switches for each edge: the number must be 0 or more", switches));
    }
}

RandomGraph random_graph(Graph const& graph, RandomGraphQuery const& query) {
    discovery::RandomEdges const random = *discovery::random_edges_while(graph, query, [] { return true; });
    return {graph_of(graph, random), random.steps, random.taken, random.is_near};
}

std::optional<discovery::RandomEdges> discovery::random_edges_while(Graph const& graph, RandomGraphQuery const& query,
                                                                    std::function<bool()> const& goes_on) {
    check_model(graph, query);
    std::optional<RandomEdges> random = query.model == NullModel::er       ? any_pairs(graph, query, goes_on)
                                        : query.model == NullModel::triads ? of_triads(graph, query, goes_on)
                                                                           : switched(graph, query, goes_on);
    if (random && deals_labels(query)) {
        deal_labels(*random, edges_of(graph, PatternLabels::of(graph, false, true)), query);
    }
    return random;
}

} // namespace cerrado

namespace cerrado::discovery {

namespace {

constexpr std::size_t most_edges = (std::size_t{1} << 31) - 1; // each edge has two entries, numbered with 32 bits

} // namespace

GraphsTogether::GraphsTogether(VertexId vertices, bool is_directed, std::size_t graphs, std::size_t edges,
                               SubgraphCodes const* codes)
    : vertices_(vertices),
      is_directed_(is_directed),
      codes_(codes) {
    offsets_.reserve(graphs * vertices + 1);
    neighbours_.reserve(2 * edges);
    if (codes != nullptr) {
        kinds_.of_entries.reserve(2 * edges);
    } else if (is_directed) {
        arcs_.of_entries.reserve(2 * edges);
    }
}

void GraphsTogether::find_begins(std::span<Edge const> edges, std::span<VertexId const> number) {
    begins_.assign(vertices_ + std::size_t{1}, 0);
    for (Edge const& edge : edges) {
        ++begins_[number[edge.source] + 1];
        ++begins_[number[edge.target] + 1];
    }
    for (VertexId v = 0; v < vertices_; ++v) begins_[v + 1] += begins_[v];
}

// Moves each entry to the list of its other end.
template <class Mark>
void GraphsTogether::see_ends(Marks<Mark>& marks, RandomEdges const& graph, std::span<VertexId const> number) {
    owners_.resize(2 * graph.edges.size());
    marks.seen.resize(std::is_empty_v<Mark> ? 0 : owners_.size());
    next_.assign(begins_.begin(), begins_.end() - 1);
    auto const see = [&](VertexId owner, VertexId other, std::uint32_t mark) {
        std::uint32_t const place = next_[other]++;
        owners_[place] = owner;
        if constexpr (!std::is_empty_v<Mark>) marks.seen[place] = static_cast<Mark>(mark);
    };
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
        VertexId const source = number[graph.edges[i].source], target = number[graph.edges[i].target];
        std::uint32_t from_source = GraphMarks::arc_to, from_target = GraphMarks::arc_from;
        if (std::is_same_v<Mark, std::uint32_t>) {
            std::uint32_t const label = graph.labels.empty() ? 1 : graph.labels[i];
            from_source = codes_->kind(label, is_directed_ ? 0 : label);
            from_target = codes_->kind(is_directed_ ? 0 : label, label);
        }
        see(source, target, from_source);
        see(target, source, from_target);
    }
}

// Moves all entries to their lists, end by end, so lists ascend.
template <class Mark> void GraphsTogether::make_lists(Marks<Mark>& marks) {
    VertexId* const lists = neighbours_.data() + offsets_.back();
    [[maybe_unused]] Mark* const of_lists = marks.of_entries.data() + (std::is_empty_v<Mark> ? 0 : offsets_.back());
    next_.assign(begins_.begin(), begins_.end() - 1);
    for (VertexId other = 0; other < vertices_; ++other) {
        for (std::uint32_t i = begins_[other]; i < begins_[other + 1]; ++i) {
            VertexId const owner = owners_[i];
            std::uint32_t const end = next_[owner];
            if constexpr (!std::is_empty_v<Mark>) {
                if (end > begins_[owner] && lists[end - 1] == first_ + other) { // both arcs of a mutual edge
                    of_lists[end - 1] = static_cast<Mark>(of_lists[end - 1] + marks.seen[i]);
                    continue;
                }
                of_lists[end] = marks.seen[i];
            }
            lists[end] = first_ + other;
            ++next_[owner];
        }
    }
}

// Closes the gaps that mutual edges leave, since each has two entries in each list.
template <class Mark> void GraphsTogether::close_gaps(Marks<Mark>& marks, EdgeOffset base) {
    EdgeOffset end = base;
    for (VertexId v = 0; v < vertices_; ++v) {
        if (end < base + begins_[v]) {
            std::copy(&neighbours_[base + begins_[v]], &neighbours_[base] + next_[v], &neighbours_[end]);
            if constexpr (!std::is_empty_v<Mark>) {
                Mark* const of_lists = marks.of_entries.data();
                std::copy(of_lists + base + begins_[v], of_lists + base + next_[v], of_lists + end);
            }
        }
        end += next_[v] - begins_[v];
        offsets_.push_back(end);
    }
    neighbours_.resize(end);
    if constexpr (!std::is_empty_v<Mark>) marks.of_entries.resize(end);
}

template <class Mark>
void GraphsTogether::add_with(Marks<Mark>& marks, RandomEdges const& graph, std::span<VertexId const> number) {
    EdgeOffset const base = offsets_.back();
    neighbours_.resize(base + 2 * graph.edges.size());
    if constexpr (!std::is_empty_v<Mark>) marks.of_entries.resize(neighbours_.size());
    see_ends(marks, graph, number);
    make_lists(marks);
    close_gaps(marks, base);
}

void GraphsTogether::add(RandomEdges const& graph, std::span<VertexId const> number) {
    if (graph.edges.size() > most_edges) {
        throw InputError(fmt::format("network motifs need graphs of fewer than 2^31 edges, and a graph here has {}",
                                     graph.edges.size()));
    }
    find_begins(graph.edges, number);
    Marks<Nothing> nothing;
    if (codes_ != nullptr) {
        add_with(kinds_, graph, number);
    } else if (is_directed_) {
        add_with(arcs_, graph, number);
    } else {
        add_with(nothing, graph, number);
    }
    first_ += vertices_;
}

Graph GraphsTogether::made() {
    struct Storage {
        std::vector<EdgeOffset> offsets;
        std::vector<VertexId> neighbours;
    };
    auto storage = std::make_shared<Storage>();
    storage->offsets = std::move(offsets_);
    storage->neighbours = std::move(neighbours_);
    Graph graph(storage->offsets, storage->neighbours, {}, storage);
    if (codes_ == nullptr && !is_directed_) return graph;
    auto marks = std::make_shared<GraphMarks>();
    marks->arcs = std::move(arcs_.of_entries);
    marks->edge_labels = std::move(kinds_.of_entries);
    graph.marks = std::move(marks);
    return graph;
}

Graph repeated(Graph const& one, std::size_t times) {
    std::vector<EdgeOffset> offsets{0};
    std::vector<VertexId> neighbours;
    offsets.reserve(times * one.vertex_count() + 1);
    neighbours.reserve(times * one.neighbour_array().size());
    for (std::size_t i = 0; i < times; ++i) {
        EdgeOffset const entries = neighbours.size();
        auto const first = static_cast<VertexId>(i * one.vertex_count());
        for (EdgeOffset const offset : one.offsets().subspan(1)) offsets.push_back(entries + offset);
        for (VertexId const neighbour : one.neighbour_array()) neighbours.push_back(first + neighbour);
    }
    return Graph(std::move(offsets), std::move(neighbours));
}

} // namespace cerrado::discovery
