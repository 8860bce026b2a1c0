// Builds the lists of a graph by parting. Each edge is put twice, as an arc from either end, into a range of vertices
// whose arcs fit into a cache. A free member of the team takes the next range. It sorts the arcs of the range by their
// targets, digit by digit, then by their sources. This gives the ascending lists of the range's vertices. The lists are
// the same for any number of members.
#pragma once

#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/detail/unfilled_vector.hpp>
#include <cerrado/graph/graph.hpp>

#include <vector>

namespace cerrado::detail {

struct Arc {
    VertexId from, to;
};

// Ranges of consecutive vertices that have about equally many arcs. Vertices are divided into small parts, and the arcs
// of each part are counted. A range consists of as many parts as fit.
class ArcRanges {
public:
    explicit ArcRanges(VertexId vertex_count);

    std::size_t parts() const { return range_of_part_.size(); }
    std::size_t part_of(VertexId v) const { return v >> shift_; }
    std::size_t range_of(VertexId v) const { return range_of_part_[part_of(v)]; }
    std::size_t count() const { return firsts_.size() - 1; }
    VertexId first(std::size_t range) const { return firsts_[range]; } // first(count()) is the end of the last range
    // where the range's arcs begin; count() is allowed
    std::size_t begin(std::size_t range) const { return begins_[range]; }

    // `counts` has the arcs of each part for each member. It is changed to the places where the member puts its first
    // arc of each range.
    void divide(std::span<std::vector<std::size_t>> counts);

private:
    VertexId n_;
    std::uint32_t shift_;
    std::vector<std::uint16_t> range_of_part_;
    std::vector<VertexId> firsts_;
    std::vector<std::size_t> begins_;
};

// The arrays are not filled until they are written.
struct ListArrays {
    UnfilledVector<EdgeOffset> offsets;   // vertex_count + 1 entries from 0
    UnfilledVector<VertexId> neighbours;  // ascending per vertex
    std::vector<OriginalId> original_ids; // one per vertex, or empty
};
Graph adopt_lists(ListArrays arrays); // Requires: not oriented

class ListBuilding {
public:
    ListBuilding(VertexId vertex_count, Team& team) : n_(vertex_count), team_(team), ranges_(vertex_count) {}

    // Calls visit(i, put) twice for each i below `items`. It calls put(u, v) for each edge of item i, the same both
    // times. Requires: the ends are below the number of vertices and differ.
    template <class Visit> void part(std::size_t items, Visit const& visit) {
        std::vector<std::vector<std::size_t>> places(static_cast<std::size_t>(team_.size()));
        team_.run([&](Member member) {
            std::vector<std::size_t> counts(ranges_.parts());
            auto const count = [&](VertexId u, VertexId v) {
                ++counts[ranges_.part_of(u)];
                ++counts[ranges_.part_of(v)];
            };
            member.for_part_of(items, [&](std::size_t i) { visit(i, count); });
            places[static_cast<std::size_t>(member.index)] = std::move(counts);
        });
        ranges_.divide(places);
        arcs_.resize(ranges_.begin(ranges_.count()));
        team_.run([&](Member member) {
            auto& place = places[static_cast<std::size_t>(member.index)];
            auto const put = [&](VertexId u, VertexId v) {
                arcs_[place[ranges_.range_of(u)]++] = {u, v};
                arcs_[place[ranges_.range_of(v)]++] = {v, u};
            };
            member.for_part_of(items, [&](std::size_t i) { visit(i, put); });
        });
    }

    // Returns: a graph with each parted edge once. graph.cleaning has the number of repeated edges. Requires: the ids
    // are distinct.
    Graph run(std::vector<OriginalId> original_ids);

private:
    template <class MakeVisit> void for_ranges(MakeVisit const& make_visit);
    void write_lists(EdgeOffset* offsets, VertexId* lists);
    void write_lists_of(std::size_t range, std::span<Arc const> arcs, EdgeOffset* ends, VertexId* lists) const;
    void close_gaps(ListArrays& arrays, VertexId const* lists);

    VertexId n_;
    Team& team_;
    ArcRanges ranges_;
    UnfilledVector<Arc> arcs_;
};

} // namespace cerrado::detail
