// A pattern: a small graph that is looked for in a large one.
//
// For each pair of its vertices it says that they are adjacent, that they are not, or nothing. A directed one also says
// which arcs there are. Vertices may have to bear one of some labels, and edges a label. A vertex that is adjacent to
// none, and not adjacent to some, is an anti-vertex. It stands for no vertex of a match, but says that no vertex
// outside the match is adjacent to all vertices that it is not adjacent to.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace cerrado {

class Pattern {
public:
    static constexpr int max_vertices = 32; // more than a walk can visit: see MatchingPlan
    using Vertices = std::uint32_t;         // bit v: vertex v
    static constexpr Vertices bit(int v) { return Vertices{1} << v; }

    // Throws InputError unless there are 1 to max_vertices.
    explicit Pattern(int vertices);

    int size() const { return size_; }
    Vertices all() const { return ~Vertices{0} >> (max_vertices - size_); }

    // What is said twice counts once. These throw InputError for a vertex that the pattern lacks, a loop, or a
    // contradiction to what was said before.
    void require_edge(int u, int v); // of a directed graph, an arc either way
    void forbid_edge(int u, int v);  // nor an arc
    void require_arc(int from, int to);
    void forbid_arc(int from, int to);
    void label(int v, std::vector<std::string> any_of);
    // These require the edge or arc, too. In a directed graph an arc either way bears the edge's label.
    void label_edge(int u, int v, std::string const& label);
    void label_arc(int from, int to, std::string const& label);

    // Vertices that must be adjacent to v, by an edge or an arc, and vertices that must not be.
    Vertices neighbours(int v) const { return edges_[at(v)] | arcs_[at(v)] | arcs_to(v); }
    Vertices strangers(int v) const { return no_edges_[at(v)]; }
    Vertices edges(int v) const { return edges_[at(v)]; }          // either way
    Vertices arcs_from(int v) const { return arcs_[at(v)]; }       // that must be there
    Vertices no_arcs_from(int v) const { return no_arcs_[at(v)]; } // that must not
    // Sorted. None: any.
    std::vector<std::string> const& labels(int v) const { return labels_[at(v)]; }
    std::string const& edge_label(int u, int v) const; // empty: any
    std::string const& arc_label(int from, int to) const;

    bool is_anti(int v) const { return neighbours(v) == 0 && strangers(v) != 0; }
    Vertices core() const; // all but anti-vertices
    bool has_arcs() const;
    bool has_labels() const;
    bool has_edge_labels() const;
    bool has_marks() const { return has_arcs() || has_labels() || has_edge_labels(); }

    // Returns: the pattern of the same matches that says nothing twice, so two patterns that ask the same are the same.
    // The vertices keep their numbers. `induced`: two vertices are not adjacent if the pattern says nothing about them,
    // so it need not say that. An anti-vertex that another one makes idle names all vertices.
    Pattern meaning(bool induced) const;

    // Returns: the least vertex of `within`, and those that a path within it joins to that one.
    Vertices joined_to_least(Vertices within) const;
    // Throws InputError if there is nothing to match, or the pattern is not connected.
    void require_connected() const;

private:
    static std::size_t at(int v) { return static_cast<std::size_t>(v); }
    Vertices arcs_to(int v) const;
    void say_once(int u, int v, bool induced);
    void say_once_of_nobody();
    void require_pair(int u, int v) const;
    void require_vertex(int v) const;

    int size_;
    std::array<Vertices, max_vertices> edges_{}, no_edges_{}, arcs_{}, no_arcs_{};
    std::array<std::vector<std::string>, max_vertices> labels_;
    using PairLabels = std::map<std::pair<int, int>, std::string>;
    PairLabels edge_labels_; // by lower and higher end
    PairLabels arc_labels_;  // by source and target
    static std::string const& label_in(PairLabels const& labels, int u, int v);
};

} // namespace cerrado
