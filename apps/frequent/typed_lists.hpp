// The neighbours of a graph by type: for each vertex, those of a given class over edges of a given label and direction,
// as one ascending list. Vertices of a class are numbered from 0, and lists, rows and jobs know them by these ranks.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <algorithm>
#include <compare>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace cerrado::frequent {

using Class = std::uint32_t; // of vertices that a pattern cannot tell apart: those of one label
using Label = std::uint32_t; // of an edge
inline constexpr Label any_label = 0, unlabelled = 1, first_label = 2; // then the second one, and so on

// Sorts the values, and keeps each once.
template <class T> void sort_once(std::vector<T>& values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

// From the vertex that has the list: an edge, or an arc either way; an arc from it; an arc to it.
enum class Way : std::uint8_t { either, out, in };

struct Side {
    Class own = 0, other = 0;
    Way way = Way::either;
    Label label = any_label;
    friend auto operator<=>(Side const&, Side const&) = default; // NOLINT(modernize-use-nullptr): not ours
};

// A type of edges: an edge of this label between these classes, the lower one first, or an arc from the first to the
// second.
struct EdgeType {
    Class from = 0, to = 0;
    Label label = unlabelled;
    friend auto operator<=>(EdgeType const&, EdgeType const&) = default; // NOLINT(modernize-use-nullptr): not ours
};
inline Side side_from(EdgeType const& type, bool directed) {
    return {type.from, type.to, directed ? Way::out : Way::either, type.label};
}
inline Side side_to(EdgeType const& type, bool directed) {
    return {type.to, type.from, directed ? Way::in : Way::either, type.label};
}

// The classes of a graph's vertices. A vertex may be in none.
class Classes {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    Classes() = default;
    // of[v]: the class of vertex v, or none.
    explicit Classes(std::vector<Class> of);

    std::size_t size() const { return members_.size(); }
    Class of(VertexId v) const { return of_[v]; }
    std::uint32_t rank(VertexId v) const { return rank_[v]; }
    std::vector<VertexId> const& members(Class c) const { return members_[c]; } // ascending, by rank

private:
    std::vector<Class> of_;
    std::vector<std::uint32_t> rank_;
    std::vector<std::vector<VertexId>> members_;
};

// The types of the graph's edges, each with its support: the lesser of the numbers of vertices at its ends. `labels`:
// edges of different labels differ; else all are unlabelled.
std::map<EdgeType, std::uint64_t> edge_types(Graph const& graph, Classes const& classes, bool labels);

class TypedLists {
public:
    // Makes the lists of these sides.
    TypedLists(Graph const& graph, Classes const& classes, bool labels, std::vector<Side> sides);

    // Returns: the side's number, or nothing if it has no lists.
    std::optional<std::uint32_t> number(Side const& side) const;
    // The list of the vertex with that rank in side s begins at begins()[first()[s] + rank], and ends where the next
    // begins.
    std::span<std::uint64_t const> first() const { return first_; }
    std::span<std::uint64_t const> begins() const { return begins_; }
    std::span<std::uint32_t const> ranks() const { return ranks_; }

private:
    std::vector<Side> sides_; // ascending
    std::vector<std::uint64_t> first_, begins_;
    std::vector<std::uint32_t> ranks_;
};

} // namespace cerrado::frequent
