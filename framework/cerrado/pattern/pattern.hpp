// A pattern: a small graph that is looked for in a large one.
//
// For each pair of its vertices, a pattern says that they are adjacent, or that they are not, or it says nothing. A
// directed pattern also says which arcs there are. A vertex may have a list of labels, and must then have one of them.
// The label of a vertex may also be discovered: then a match tells which label its image bears. An edge may have a
// label. A vertex with no neighbours that must not be adjacent to some others is an anti-vertex. It stands for no
// vertex of a match. It says that no vertex outside the match is adjacent to all of these others.
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

    // Throws InputError unless the number is from 1 to max_vertices.
    explicit Pattern(int vertices);

    int size() const { return size_; }
    Vertices all() const { return ~Vertices{0} >> (max_vertices - size_); }

    // A condition that is given twice counts once. These methods throw InputError for a vertex that the pattern does
    // not have, for a loop, and for a contradiction to an earlier condition.
    void require_edge(int u, int v); // in a directed graph: an arc in either direction
    void forbid_edge(int u, int v);  // nor an arc
    void require_arc(int from, int to);
    void forbid_arc(int from, int to);
    void label(int v, std::vector<std::string> any_of);
    // No condition on the image of v, but a mark: an automorphism takes v to another such vertex.
    void discover_label(int v);
    // These also require the edge or arc. In a directed graph, an arc in either direction may have the edge's label.
    void label_edge(int u, int v, std::string const& label);
    void label_arc(int from, int to, std::string const& label);

    // The vertices that must be adjacent to v, by an edge or an arc. Strangers must not be adjacent to v.
    Vertices neighbours(int v) const { return edges_[at(v)] | arcs_[at(v)] | arcs_to(v); }
    Vertices strangers(int v) const { return no_edges_[at(v)]; }
    Vertices edges(int v) const { return edges_[at(v)]; }          // either way
    Vertices arcs_from(int v) const { return arcs_[at(v)]; }       // arcs that must be there
    Vertices no_arcs_from(int v) const { return no_arcs_[at(v)]; } // that must not
    // Sorted. None: any.
    std::vector<std::string> const& labels(int v) const { return labels_[at(v)]; }
    Vertices discovered() const { return discovered_; } // the vertices whose labels are discovered
    bool discovers(int v) const { return (discovered_ & bit(v)) != 0; }
    Pattern without_discovery() const;                 // the same, but for these marks
    std::string const& edge_label(int u, int v) const; // empty: any
    std::string const& arc_label(int from, int to) const;

    bool is_anti(int v) const { return neighbours(v) == 0 && strangers(v) != 0; }
    Vertices core() const; // all but anti-vertices
    bool has_arcs() const;
    bool has_labels() const; // asked for or discovered
    bool has_edge_labels() const;
    bool has_marks() const { return has_arcs() || has_labels() || has_edge_labels(); }

    // Returns: a pattern with the same matches and no needless conditions. So two patterns that ask for the same are
    // equal. The vertices keep their numbers. `induced`: two vertices are not adjacent if the pattern says nothing
    // about them, so it need not say so. If another anti-vertex makes an anti-vertex needless, this one is set to be a
    // stranger of all vertices.
    Pattern meaning(bool induced) const;

    // Returns: the least vertex of `within`, and the vertices that a path within it joins to that one.
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
    Vertices discovered_ = 0;
    using PairLabels = std::map<std::pair<int, int>, std::string>;
    PairLabels edge_labels_; // by lower and higher end
    PairLabels arc_labels_;  // by source and target
    static std::string const& label_in(PairLabels const& labels, int u, int v);
};

} // namespace cerrado
