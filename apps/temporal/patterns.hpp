// The rules for patterns of arcs in time, and what bears their labels in a graph.
#pragma once

#include <cerrado/apps/temporal.hpp>
#include <cerrado/graph/arcs.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cerrado::temporal {

// Adds what follows: if i is before j and j is before k, then i is before k.
void close_order(std::vector<TemporalPattern::ArcSet>& before);

// Throws InputError, which quotes the pattern, unless it is as TemporalPattern says.
void require_valid(TemporalPattern const& pattern);

// Requires: the order is total. Returns: the number of arcs before this one; all arcs, the earliest first.
int place_in_time(TemporalPattern const& pattern, int arc);
std::vector<int> arcs_by_time(TemporalPattern const& pattern);

// Bit i: the vertex, or the arc, bears a label that vertex i, or arc i, of the pattern asks for, or it asks for none.
struct LabelFits {
    std::vector<std::uint8_t> of_vertices{}; // empty: no vertex asks for a label
    std::vector<std::uint16_t> of_arcs{};    // by rank; empty: no arc asks for a label
};

// Requires: require_valid(pattern). `column`: as TemporalSettings::arc_labels. Throws InputError if the graph has not the
// labels, and for a label that nothing bears, unless `may_lack`. O(labels of the pattern * (n + m)).
LabelFits label_fits(Arcs const& arcs, TemporalPattern const& pattern, std::string const& column, bool may_lack);

} // namespace cerrado::temporal
