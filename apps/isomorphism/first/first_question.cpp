#include "isomorphism/first/first_question.hpp"

#include <cerrado/canonical/automorphisms.hpp>

#include <algorithm>
#include <bit>

namespace cerrado {

namespace {

using Vertices = Pattern::Vertices;

bool has(Vertices set, int v) { return (set & Pattern::bit(v)) != 0; }

// Whether the pattern says of u and any third vertex what it says of v and that.
bool are_alike(Pattern const& pattern, int u, int v) {
    if (pattern.labels(u) != pattern.labels(v)) return false;
    auto const alike = [&](int w, auto const& said) { return said(u, w) == said(v, w) && said(w, u) == said(w, v); };
    for (int w = 0; w < pattern.size(); ++w) {
        if (w == u || w == v) continue;
        bool const is_same = alike(w, [&](int a, int b) { return has(pattern.edges(a), b); }) &&
                             alike(w, [&](int a, int b) { return has(pattern.strangers(a), b); }) &&
                             alike(w, [&](int a, int b) { return has(pattern.arcs_from(a), b); }) &&
                             alike(w, [&](int a, int b) { return has(pattern.no_arcs_from(a), b); }) &&
                             alike(w, [&](int a, int b) { return pattern.edge_label(a, b); }) &&
                             alike(w, [&](int a, int b) { return pattern.arc_label(a, b); });
        if (!is_same) return false;
    }
    return has(pattern.arcs_from(u), v) == has(pattern.arcs_from(v), u) &&
           has(pattern.no_arcs_from(u), v) == has(pattern.no_arcs_from(v), u) &&
           pattern.arc_label(u, v) == pattern.arc_label(v, u);
}

// Where it is among the names, or behind them, which no vertex and no edge bears.
std::uint32_t place_of(std::string const& label, std::vector<std::string> const& names) {
    if (label.empty()) return GraphMarks::no_label;
    auto const place = std::ranges::lower_bound(names, label);
    bool const is_there = place != names.end() && *place == label;
    return static_cast<std::uint32_t>((is_there ? place : names.end()) - names.begin());
}

} // namespace

FirstQuestion::FirstQuestion(Graph const& graph, Pattern const& pattern, bool induced)
    : graph_(graph),
      ref_(graph.ref()) {
    std::vector<int> const orbit_of = automorphisms(pattern).orbits;
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v)) vertices_.push_back(v);
    }
    for (int const u : vertices_) {
        neighbours_.push_back(numbered(pattern.neighbours(u)));
        targets_.push_back(numbered(pattern.arcs_from(u)));
        Vertices sources = 0, orbit = 0;
        for (int const v : vertices_) {
            pairs_.push_back(asked_of(pattern, induced, u, v));
            if (has(pattern.arcs_from(v), u)) sources |= Pattern::bit(v);
            if (orbit_of[at(v)] == orbit_of[at(u)]) orbit |= Pattern::bit(v);
        }
        sources_.push_back(numbered(sources));
        orbits_.push_back(numbered(orbit));
    }
    for (int v = 0; v < pattern.size(); ++v) {
        if (pattern.is_anti(v)) bans_.push_back(numbered(pattern.strangers(v)));
    }
    by_degree_.resize(Pattern::max_vertices);
    for (std::size_t degree = 0; degree < by_degree_.size(); ++degree) {
        for (int i = 0; i < size(); ++i) {
            if (at(std::popcount(neighbours(i))) <= degree) by_degree_[degree] |= Pattern::bit(i);
        }
    }
    find_classes(pattern);
    if (pattern.has_labels()) find_labels(pattern);
}

Vertices FirstQuestion::numbered(Vertices of_pattern) const {
    Vertices found = 0;
    for (int i = 0; i < size(); ++i) {
        if (has(of_pattern, vertices_[at(i)])) found |= Pattern::bit(i);
    }
    return found;
}

FirstQuestion::Pair FirstQuestion::asked_of(Pattern const& pattern, bool induced, int u, int v) const {
    Pair pair;
    if (u == v) return pair;
    pair.adjacent = has(pattern.neighbours(u), v);
    pair.strange = has(pattern.strangers(u), v) || (induced && !pair.adjacent);
    bool const there = has(pattern.arcs_from(u), v), back = has(pattern.arcs_from(v), u);
    bool const is_other_refused = induced && (there || back) && !has(pattern.edges(u), v);
    if (there) pair.arcs |= GraphMarks::arc_to;
    if (back) pair.arcs |= GraphMarks::arc_from;
    if (has(pattern.no_arcs_from(u), v) || (is_other_refused && !there)) pair.no_arcs |= GraphMarks::arc_to;
    if (has(pattern.no_arcs_from(v), u) || (is_other_refused && !back)) pair.no_arcs |= GraphMarks::arc_from;
    if (pattern.has_edge_labels()) {
        std::vector<std::string> const& names = graph_.marks->edge_label_names;
        pair.edge = place_of(pattern.edge_label(u, v), names);
        pair.there = place_of(pattern.arc_label(u, v), names);
        pair.back = place_of(pattern.arc_label(v, u), names);
    }
    bool const has_label = std::min({pair.edge, pair.there, pair.back}) != GraphMarks::no_label;
    pair.has_marks = pair.arcs != 0 || pair.no_arcs != 0 || has_label;
    return pair;
}

void FirstQuestion::find_classes(Pattern const& pattern) {
    for (int i = 0; i < size(); ++i) {
        int c = 0;
        while (c < classes() && !are_alike(pattern, vertices_[at(members_[at(c)].front())], vertices_[at(i)])) ++c;
        if (c == classes()) members_.emplace_back();
        members_[at(c)].push_back(i);
        class_of_.push_back(c);
    }
    tied_.resize(members_.size());
    for (int i = 0; i < size(); ++i) {
        for (int j = 0; j < size(); ++j) {
            if (pair(i, j).is_some()) tied_[at(class_of(i))] |= Pattern::bit(class_of(j));
        }
    }
}

void FirstQuestion::find_labels(Pattern const& pattern) {
    std::vector<std::string> const& names = graph_.marks->label_names;
    by_label_.resize(names.size());
    for (int i = 0; i < size(); ++i) {
        std::vector<std::string> const& any_of = pattern.labels(vertices_[at(i)]);
        if (any_of.empty()) {
            without_label_ |= Pattern::bit(i);
            for (Vertices& found : by_label_) found |= Pattern::bit(i);
        }
        for (std::string const& label : any_of) {
            std::uint32_t const place = place_of(label, names);
            if (place < names.size()) by_label_[place] |= Pattern::bit(i);
        }
    }
}

bool FirstQuestion::bears_label(VertexId x, VertexId y, std::uint32_t label) const {
    EdgeOffset const entry = ref_.find(x, y);
    return entry < ref_.end(x) && graph_.marks->edge_labels[entry] == label;
}

bool FirstQuestion::bears(Pair const& asked, VertexId x, VertexId y) const {
    EdgeOffset const entry = ref_.find(x, y);
    if (entry == ref_.end(x)) return !asked.adjacent;
    if (asked.strange) return false;
    unsigned const arcs = asked.arcs != 0 || asked.no_arcs != 0 ? graph_.marks->arcs[entry] : 0;
    if ((arcs & asked.arcs) != asked.arcs || (arcs & asked.no_arcs) != 0) return false;
    constexpr std::uint32_t none = GraphMarks::no_label;
    return (asked.edge == none || bears_label(x, y, asked.edge) || bears_label(y, x, asked.edge)) &&
           (asked.there == none || bears_label(x, y, asked.there)) &&
           (asked.back == none || bears_label(y, x, asked.back));
}

} // namespace cerrado
