#include <cerrado/pattern/pattern.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/pattern/from_graph.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace cerrado {

namespace {

// Puts u into the set of v, and v into the set of u.
template <class Sets> void relate(Sets& sets, int u, int v) {
    sets[static_cast<std::size_t>(u)] |= Pattern::bit(v);
    sets[static_cast<std::size_t>(v)] |= Pattern::bit(u);
}

[[noreturn]] void refuse(int u, int v, char const* what) {
    throw InputError(
        fmt::format("the pattern asks that vertices {} and {} {}: drop one of the two conditions", u, v, what));
}

} // namespace

Pattern::Pattern(int vertices) : size_(vertices) {
    if (vertices < 1 || vertices > max_vertices) {
        throw InputError(fmt::format("a pattern cannot have {} vertices: give 1 to {}", vertices, max_vertices));
    }
}

void Pattern::require_vertex(int v) const {
    if (v < 0 || v >= size_) {
        throw InputError(fmt::format("the pattern has no vertex {}: its vertices are 0 to {}", v, size_ - 1));
    }
}

void Pattern::require_pair(int u, int v) const {
    require_vertex(u);
    require_vertex(v);
    if (u == v)
        throw InputError(
            fmt::format("the pattern joins vertex {} to itself, and patterns have no loops: drop that edge", u));
}

void Pattern::require_edge(int u, int v) {
    require_pair(u, v);
    if ((no_edges_[at(u)] & bit(v)) != 0) refuse(u, v, "are adjacent and that they are not");
    if ((no_arcs_[at(u)] & bit(v)) != 0 && (no_arcs_[at(v)] & bit(u)) != 0) {
        refuse(u, v, "are adjacent and that there is no arc in either direction");
    }
    relate(edges_, u, v);
}

void Pattern::forbid_edge(int u, int v) {
    require_pair(u, v);
    if ((neighbours(u) & bit(v)) != 0) refuse(u, v, "are not adjacent and that they are");
    relate(no_edges_, u, v);
}

void Pattern::require_arc(int from, int to) {
    require_pair(from, to);
    if ((no_edges_[at(from)] & bit(to)) != 0)
        refuse(from, to, "have an arc between them and that they are not adjacent");
    if ((no_arcs_[at(from)] & bit(to)) != 0)
        refuse(from, to, "have an arc from the first to the second and that they have none");
    arcs_[at(from)] |= bit(to);
}

void Pattern::forbid_arc(int from, int to) {
    require_pair(from, to);
    if ((arcs_[at(from)] & bit(to)) != 0)
        refuse(from, to, "have no arc from the first to the second and that they have one");
    if ((edges_[at(from)] & bit(to)) != 0 && (no_arcs_[at(to)] & bit(from)) != 0) {
        refuse(from, to, "are adjacent and that there is no arc in either direction");
    }
    no_arcs_[at(from)] |= bit(to);
}

void Pattern::label(int v, std::vector<std::string> any_of) {
    require_vertex(v);
    std::ranges::sort(any_of);
    any_of.erase(std::unique(any_of.begin(), any_of.end()), any_of.end());
    if (!labels_[at(v)].empty() && labels_[at(v)] != any_of) {
        throw InputError(fmt::format(
            "vertex {} of the pattern has two lists of labels: write all allowed labels in one list, as in {}:A|B", v,
            v));
    }
    labels_[at(v)] = std::move(any_of);
}

void Pattern::discover_label(int v) {
    require_vertex(v);
    discovered_ |= bit(v);
}

Pattern Pattern::without_discovery() const {
    Pattern plain = *this;
    plain.discovered_ = 0;
    return plain;
}

void Pattern::label_edge(int u, int v, std::string const& label) {
    if ((neighbours(u) & bit(v)) == 0) require_edge(u, v);
    std::string const& given = edge_labels_.try_emplace(std::minmax({u, v}), label).first->second;
    if (given == label) return;
    throw InputError(
        fmt::format("the edge {}-{} of the pattern has two labels, \"{}\" and \"{}\": drop one", u, v, given, label));
}

void Pattern::label_arc(int from, int to, std::string const& label) {
    require_arc(from, to);
    std::string const& given = arc_labels_.try_emplace({from, to}, label).first->second;
    if (given == label) return;
    throw InputError(fmt::format("the arc {}>{} of the pattern has two labels, \"{}\" and \"{}\": drop one", from, to,
                                 given, label));
}

std::string const& Pattern::label_in(PairLabels const& labels, int u, int v) {
    static std::string const any;
    auto const found = labels.find({u, v});
    return found == labels.end() ? any : found->second;
}

std::string const& Pattern::edge_label(int u, int v) const {
    return label_in(edge_labels_, std::min(u, v), std::max(u, v));
}
std::string const& Pattern::arc_label(int from, int to) const { return label_in(arc_labels_, from, to); }

Pattern::Vertices Pattern::arcs_to(int v) const {
    Vertices sources = 0;
    for (int u = 0; u < size_; ++u) sources |= (arcs_[at(u)] >> v & 1) << u;
    return sources;
}

// There are four cases for two vertices of a match: not adjacent, joined by an arc in one direction, in the other, or
// in both. The pattern says which cases are allowed.
void Pattern::say_once(int u, int v, bool induced) {
    auto const has = [](auto const& sets, int from, int to) { return (sets[at(from)] & bit(to)) != 0; };
    bool const there = has(arcs_, u, v), back = has(arcs_, v, u), edge = has(edges_, u, v);
    bool const is_joined = there || back || edge;
    bool const may_join = !has(no_edges_, u, v) && (is_joined || !induced);
    bool const may_go = may_join && !has(no_arcs_, u, v), may_come = may_join && !has(no_arcs_, v, u);
    bool const is_one_arc = induced && !edge && there != back;
    bool const both = may_go && may_come && !is_one_arc;
    bool const only_there = may_go && !back, only_back = may_come && !there;
    bool const always_there = is_joined && !only_back, always_back = is_joined && !only_there;
    bool const is_open = (only_there ? 1 : 0) + (only_back ? 1 : 0) + (both ? 1 : 0) > 1;

    auto const say = [](auto& sets, int from, int to, bool is_said) {
        sets[at(from)] = is_said ? sets[at(from)] | bit(to) : sets[at(from)] & ~bit(to);
    };
    bool const are_strangers = !is_joined && !only_there && !only_back && !both;
    bool const is_edge = is_joined && (induced ? is_open : !always_there && !always_back);
    for (auto const& [from, to] : {std::pair{u, v}, std::pair{v, u}}) {
        say(edges_, from, to, is_edge);
        say(no_edges_, from, to, are_strangers && !induced);
    }
    say(arcs_, u, v, always_there);
    say(arcs_, v, u, always_back);
    say(no_arcs_, u, v, !induced && !are_strangers && !only_there && !both);
    say(no_arcs_, v, u, !induced && !are_strangers && !only_back && !both);
    std::string const& label = edge_label(u, v);
    if (!label.empty() && (label == arc_label(u, v) || label == arc_label(v, u))) {
        edge_labels_.erase(std::minmax({u, v}));
    }
}

// If no vertex is adjacent to all of some vertices, no vertex is adjacent to all of these and others.
void Pattern::say_once_of_nobody() {
    Pattern const said = *this;
    auto const is_idle = [&](int v) {
        for (int u = 0; u < size_; ++u) {
            bool const is_within = u != v && said.is_anti(u) && (said.strangers(u) & ~said.strangers(v)) == 0;
            if (is_within && (said.strangers(u) != said.strangers(v) || u < v)) return true;
        }
        return false;
    };
    for (int v = 0; v < size_; ++v) {
        if (!said.is_anti(v)) continue;
        no_arcs_[at(v)] = 0; // arcs of an anti-vertex have no meaning
        for (int u = 0; u < size_; ++u) no_arcs_[at(u)] &= ~bit(v);
        if ((said.strangers(v) & ~said.core()) != 0 || !is_idle(v)) continue;
        for (int u = 0; u < size_; ++u) {
            if (!said.is_anti(u)) relate(no_edges_, u, v);
        }
    }
}

Pattern Pattern::meaning(bool induced) const {
    Pattern once = *this;
    for (int v = 0; v < size_; ++v) {
        for (int u = 0; u < v; ++u) {
            if (neighbours(u) != 0 && neighbours(v) != 0) once.say_once(u, v, induced);
        }
    }
    once.say_once_of_nobody();
    return once;
}

Pattern::Vertices Pattern::core() const {
    Vertices core = 0;
    for (int v = 0; v < size_; ++v) core |= is_anti(v) ? 0 : bit(v);
    return core;
}

bool Pattern::has_arcs() const {
    auto const any = [](auto const& sets) { return std::ranges::any_of(sets, [](Vertices set) { return set != 0; }); };
    return any(arcs_) || any(no_arcs_);
}

bool Pattern::has_labels() const {
    return discovered_ != 0 || std::ranges::any_of(labels_, [](auto const& labels) { return !labels.empty(); });
}

bool Pattern::has_edge_labels() const { return !edge_labels_.empty() || !arc_labels_.empty(); }

Pattern::Vertices Pattern::joined_to_least(Vertices within) const {
    Vertices reached = within & (~within + 1);
    for (Vertices before = 0; before != reached;) {
        before = reached;
        for (int v = 0; v < size_; ++v) reached |= (before & bit(v)) != 0 ? neighbours(v) & within : 0;
    }
    return reached;
}

void Pattern::require_connected() const {
    Vertices const all = core();
    if (all == 0) throw InputError("the pattern has no edge: there is nothing to match");
    if (Vertices const reached = joined_to_least(all); reached != all) {
        throw InputError(fmt::format("the pattern is not connected: nothing joins vertex {} to vertex {}",
                                     std::countr_zero(all & ~reached), std::countr_zero(all)));
    }
    for (int v = 0; v < size_; ++v) {
        if (is_anti(v) && (strangers(v) & ~all) != 0) {
            throw InputError(
                fmt::format("vertices {} and {} of the pattern have no edge, so the condition that they are not "
                            "adjacent has no meaning: drop it",
                            v, std::countr_zero(strangers(v) & ~all)));
        }
    }
}

Pattern pattern_from_graph(Graph const& graph) {
    if (graph.vertex_count() > static_cast<VertexId>(Pattern::max_vertices)) {
        throw InputError(fmt::format("the graph has {} vertices, and a pattern has at most {}: use a smaller graph",
                                     graph.vertex_count(), Pattern::max_vertices));
    }
    Pattern pattern(static_cast<int>(graph.vertex_count()));
    bool const directed = is_directed(graph);
    for_each_arc_or_edge(graph, [&](VertexId from, VertexId to) {
        int const u = static_cast<int>(from), v = static_cast<int>(to);
        directed ? pattern.require_arc(u, v) : pattern.require_edge(u, v);
        if (!has_edge_labels(graph)) return;
        std::uint32_t const label = graph.marks->edge_labels[graph.ref().find(from, to)];
        if (label == GraphMarks::no_label) return;
        std::string const& name = graph.marks->edge_label_names[label];
        directed ? pattern.label_arc(u, v, name) : pattern.label_edge(u, v, name);
    });
    if (!has_labels(graph)) return pattern;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        std::uint32_t const label = graph.marks->labels[v];
        if (label != GraphMarks::no_label) pattern.label(static_cast<int>(v), {graph.marks->label_names[label]});
    }
    return pattern;
}

} // namespace cerrado
