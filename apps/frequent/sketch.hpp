// Patterns while they are mined: their classes and typed edges, in canonical order, and the patterns one larger and one
// smaller than they are.
#pragma once

#include "frequent/domains.hpp"
#include "frequent/typed_lists.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

namespace cerrado::frequent {

// An edge of a pattern, the lower end first, or an arc.
struct Bond {
    std::uint8_t from = 0, to = 0;
    Label label = unlabelled;
    friend auto operator<=>(Bond const&, Bond const&) = default; // NOLINT(modernize-use-nullptr): not ours
};

// A small graph whose vertices have classes.
struct Sketch {
    std::vector<Class> classes; // by vertex
    std::vector<Bond> bonds;    // ascending

    int size() const { return static_cast<int>(classes.size()); }
    friend auto operator<=>(Sketch const&, Sketch const&) = default; // NOLINT(modernize-use-nullptr): not ours
    // Returns: the bond from one vertex to the other, or null. In an undirected sketch the order does not matter.
    Bond const* bond(int from, int to, bool directed) const;
};

struct CanonicalSketch {
    Sketch sketch;              // two are equal if and only if they are isomorphic
    std::vector<int> positions; // of the given vertices in it
    std::vector<int> orbits;    // by its own vertex: the least vertex of the orbit

    friend bool operator==(CanonicalSketch const& a, CanonicalSketch const& b) { return a.sketch == b.sketch; }
    friend bool operator<(CanonicalSketch const& a, CanonicalSketch const& b) { return a.sketch < b.sketch; }
};
// Throws InputError if there are too many vertices and labels: see canonical_labelled().
CanonicalSketch canonical(Sketch const& sketch, bool directed);

// How patterns grow. Edge by edge: a larger pattern has one edge more. Vertex by vertex: one vertex more, with any edges
// to the others.
class Growth {
public:
    Growth(bool directed, bool by_vertices, std::vector<EdgeType> types, int most_vertices);

    // The smallest patterns, in canonical order, each once.
    std::vector<Sketch> first() const;
    // Calls visit(larger) for each pattern that is one larger, often for the same ones.
    void for_each_larger(Sketch const& sketch, std::function<void(Sketch)> const& visit) const;
    // A connected pattern that is one smaller. `kept`: its vertices in the larger one.
    struct Smaller {
        Sketch sketch;
        std::vector<int> kept;
    };
    std::vector<Smaller> smaller(Sketch const& sketch) const;

private:
    void grow_by_edge(Sketch const& sketch, std::function<void(Sketch)> const& visit) const;
    void grow_by_vertex(Sketch const& sketch, std::function<void(Sketch)> const& visit) const;
    void join(Sketch const& sketch, int to, bool is_joined, std::function<void(Sketch)> const& visit) const;
    std::span<Label const> labels_between(Class from, Class to) const;

    bool directed_, by_vertices_;
    std::vector<EdgeType> types_;
    std::map<std::pair<Class, Class>, std::vector<Label>> labels_; // of the types between two classes
    std::vector<Class> classes_;
    std::size_t most_vertices_;
};

} // namespace cerrado::frequent
