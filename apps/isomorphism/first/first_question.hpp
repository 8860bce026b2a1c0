// What the search for a first match asks of the vertices of a graph.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace cerrado {

// Vertices of a match are numbered from 0, in the pattern's order without its anti-vertices. Vertices are alike, and
// form a class, if exchanging them changes nothing that the pattern says.
class FirstQuestion {
public:
    using Vertices = Pattern::Vertices; // bit i: vertex i; or classes

    // What is asked of two vertices, as the list of the first has it.
    struct Pair {
        bool adjacent = false, strange = false;
        bool has_marks = false; // arcs or labels
        std::uint8_t arcs = 0, no_arcs = 0;
        std::uint32_t edge = GraphMarks::no_label, there = GraphMarks::no_label, back = GraphMarks::no_label;

        bool is_some() const { return adjacent || strange || has_marks; }
    };

    // Requires: the graph outlives it, and has what the pattern names.
    FirstQuestion(Graph const& graph, Pattern const& pattern, bool induced);

    Graph const& graph() const { return graph_; }
    int size() const { return static_cast<int>(vertices_.size()); }
    Pair const& pair(int i, int j) const { return pairs_[at(i) * vertices_.size() + at(j)]; }

    Vertices neighbours(int i) const { return neighbours_[at(i)]; }
    Vertices targets(int i) const { return targets_[at(i)]; } // of arcs from it
    Vertices sources(int i) const { return sources_[at(i)]; }
    Vertices orbit(int i) const { return orbits_[at(i)]; }

    int classes() const { return static_cast<int>(members_.size()); }
    int class_of(int i) const { return class_of_[at(i)]; }
    std::vector<int> const& members(int c) const { return members_[at(c)]; }
    // Classes of which something is asked together with this one. It includes itself if something is asked of two of
    // its members.
    Vertices tied_to(int c) const { return tied_[at(c)]; }
    // For each anti-vertex: no vertex outside the match is adjacent to all of these.
    std::vector<Vertices> const& bans() const { return bans_; }

    // The vertices for which x can stand by its degree and its label.
    Vertices candidate_for(VertexId x) const {
        VertexId const degree = graph_.degree(x);
        Vertices const found = by_degree_[degree < by_degree_.size() ? degree : by_degree_.size() - 1];
        if (by_label_.empty()) return found;
        std::uint32_t const label = graph_.marks->labels[x];
        return found & (label == GraphMarks::no_label ? without_label_ : by_label_[label]);
    }

    bool adjacent(VertexId x, VertexId y) const {
        return graph_.degree(x) < graph_.degree(y) ? ref_.adjacent(x, y) : ref_.adjacent(y, x);
    }
    // Whether y can stand for j if x stands for i.
    bool fits(int i, VertexId x, int j, VertexId y) const {
        Pair const& asked = pair(i, j);
        if (asked.has_marks) return bears(asked, x, y);
        return !asked.is_some() || adjacent(x, y) == asked.adjacent;
    }

private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }
    Vertices numbered(Vertices of_pattern) const;
    Pair asked_of(Pattern const& pattern, bool induced, int u, int v) const;
    void find_classes(Pattern const& pattern);
    void find_labels(Pattern const& pattern);
    bool bears(Pair const& asked, VertexId x, VertexId y) const;
    bool bears_label(VertexId x, VertexId y, std::uint32_t label) const;

    Graph const& graph_;
    GraphRef ref_;
    std::vector<int> vertices_; // of the pattern
    std::vector<Pair> pairs_;
    std::vector<Vertices> neighbours_, targets_, sources_, orbits_;
    std::vector<int> class_of_;
    std::vector<std::vector<int>> members_;
    std::vector<Vertices> tied_;
    std::vector<Vertices> bans_;
    std::vector<Vertices> by_degree_; // by degree; the last entry is for that degree or more
    std::vector<Vertices> by_label_;  // empty: no label is asked for
    Vertices without_label_ = 0;      // those for which no label is asked
};

} // namespace cerrado
