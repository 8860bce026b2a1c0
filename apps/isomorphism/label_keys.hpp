// The keys by which matches are counted if their pattern discovers labels.
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/output/by_key.hpp>
#include <cerrado/pattern/matching_plan.hpp>

#include <cstdint>

namespace cerrado {

// A key has the numbers of the labels of some vertices of a match, the last one in the lowest bits. The number of a
// label is one more than its place in GraphMarks::label_names. 0: no label.
using LabelKey = WideCount;
using LabelKeys = ByKey<LabelKey, Counts>;

struct LabelPlaces {
    int count = 0;                                       // of vertices
    int bits = 0;                                        // of a label's number
    std::uint8_t place[MatchingPlan::max_vertices] = {}; // in the order of the plan
};

} // namespace cerrado
