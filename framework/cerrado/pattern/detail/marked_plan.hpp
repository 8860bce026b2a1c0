// A matching plan for a graph with directions and labels. It has the conditions on each vertex besides adjacency, as bits.
#pragma once

#include <cerrado/graph/graph_ref.hpp>
#include <cerrado/pattern/matching_plan.hpp>
#include <cerrado/warp/detail/warp.hpp>

#include <cstdint>
#include <vector>

namespace cerrado {

// The conditions that the vertices of a graph and the entries of its lists meet: a bit for each condition of a pattern. A
// part is empty if there is no such condition. The bits of entries are in the narrower of two arrays that has room.
struct MarkBits {
    std::vector<std::uint32_t> of_vertex{};
    std::vector<std::uint8_t> of_entry{};       // up to 8 conditions
    std::vector<std::uint32_t> wide_of_entry{}; // up to 32
};

struct MarkedPlan : MatchingPlan {
    static constexpr bool has_marks = true;
    using Bits = std::uint32_t;

    // The conditions of a step: the bits of the vertex, and those of its entry in the list of each earlier vertex. If they
    // are not adjacent, that entry has no bits.
    struct EntryBits {
        Bits needs = 0, refused = 0; // all of these, and none of those
    };
    Bits vertex_needs[max_vertices] = {};
    EntryBits entries[max_vertices][max_vertices]{}; // [position][earlier position]
    Positions asked[max_vertices] = {};              // earlier positions with such conditions
    Positions beyond[max_vertices] = {};             // those whose conditions the list of Step::from may not meet
    Positions joined[max_vertices] = {};             // those whose entry needs a bit, and so must be there

    // Lists that have only the entries, and the neighbours, that meet the conditions of a step on the entry in an earlier
    // vertex's list: [position][earlier position], from 1 on; 0: the list is the graph's, and the bits are tested.
    static constexpr int max_lists = 8;
    std::uint8_t list_of[max_vertices][max_vertices] = {};
    GraphRef lists[max_lists];

    // The graph's bits, see MarkBits.
    Bits const* of_vertex = nullptr;
    std::uint8_t const* of_entry = nullptr;
    Bits const* wide_of_entry = nullptr;
    std::uint32_t const* labels = nullptr; // by vertex, see GraphMarks: only for a pattern that discovers them

    void point_into(MarkBits const& bits) {
        of_vertex = bits.of_vertex.data();
        of_entry = bits.of_entry.empty() ? nullptr : bits.of_entry.data();
        wide_of_entry = bits.wide_of_entry.data();
    }

    // Returns: whether a step tests bits of entries, for lack of a list of its own.
    bool tests_bits_of_entries() const {
        for (int i = 0; i < max_vertices; ++i) {
            for (int j = 0; j < i; ++j)
                if ((asked[i] >> j & 1) != 0 && list_of[i][j] == 0) return true;
        }
        return false;
    }

    static constexpr EdgeOffset no_entry = ~EdgeOffset{0};
    static constexpr int kept_list = -1, no_list = -2; // in place of the position whose list a vertex comes from

    // Lanes: any. Returns: the lists in which a step's vertex is looked for as a neighbour of an earlier one.
    CERRADO_FN GraphRef const& list(GraphRef const& graph, int position, int earlier) const {
        int const own = list_of[position][earlier];
        return own == 0 ? graph : lists[own - 1];
    }

    // Lanes: any. Returns: true if u meets the conditions on the vertex that follows the traversal. `owner`: the position of
    // the vertex from whose list u comes, kept_list for the list of Step::from, or no_list. entry_of(i) is u's entry in the i-th vertex's list of list(), or no_entry. Cost: O(log
    // degree) for each vertex of the traversal for which a condition is tested.
    template <class EntryOf>
    CERRADO_FN bool allows(int position, VertexId u, int owner, EntryOf const& entry_of) const {
        Bits const needs = vertex_needs[position];
        bool const is_of_list = owner >= 0 && list_of[position][owner] != 0; // all of its vertices meet the needs
        if (needs != 0 && !is_of_list && (of_vertex[u] & needs) != needs) return false;
        for (unsigned left = owner == kept_list ? beyond[position] : asked[position]; left != 0; left &= left - 1) {
            int const i = lowest_bit(left);
            EdgeOffset const entry = entry_of(i);
            if (list_of[position][i] != 0) {
                if (entry == no_entry) return false;
                continue;
            }
            Bits const bits = entry != no_entry ? bits_of(entry) : 0;
            EntryBits const& wanted = entries[position][i];
            if ((bits & wanted.needs) != wanted.needs || (bits & wanted.refused) != 0) return false;
        }
        return true;
    }

    // Lanes: any. Returns: the bits of an entry of the lists.
    CERRADO_FN Bits bits_of(EdgeOffset entry) const {
        return of_entry != nullptr ? of_entry[entry] : wide_of_entry[entry];
    }
};

} // namespace cerrado
