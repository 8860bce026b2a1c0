// A pattern as the search for its domains takes it: the classes of its vertices and the conditions on pairs of them.
#pragma once

#include "frequent/forms.hpp"
#include "frequent/sketch.hpp"

#include <cstdint>
#include <vector>

namespace cerrado::frequent {

// There is an edge of this kind from the first vertex to the second, as the first one sees it; or there is none.
struct Condition {
    int from = 0, to = 0;
    Way way = Way::either;
    Label label = any_label;
    bool wanted = true;

    Condition reversed() const;
};

struct Shape {
    std::vector<Class> classes; // by vertex
    std::vector<int> orbits;    // by vertex: the least vertex of its orbit
    std::vector<Condition> conditions;
    std::vector<std::vector<std::uint64_t>> parents; // by vertex: places of rows from which its domain begins

    int size() const { return static_cast<int>(classes.size()); }
    Side side(Condition const& of) const {
        return {classes[static_cast<std::size_t>(of.from)], classes[static_cast<std::size_t>(of.to)], of.way, of.label};
    }
};

// Returns: the shape of a sketch in canonical order. `induced`: pairs without a bond, or without one of two arcs, have
// no other.
Shape shape_of(CanonicalSketch const& canonical, bool directed, bool induced);

// Adds the shape's rows to the batch.
void add_to(Batch& batch, Shape const& shape, Classes const& classes, TypedLists const& lists);

} // namespace cerrado::frequent
