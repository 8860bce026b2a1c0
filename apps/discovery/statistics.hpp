// How the counts of a graph compare with those of random graphs.
#pragma once

#include <cerrado/apps/discovery.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace cerrado::discovery {

// Counts that are not 0, by class, ascending.
using ClassCounts = std::vector<std::pair<PatternWord, WideCount>>;

// A row for each class that the graph or one of the random graphs has, in the order of classes. Only `class_number` and
// the numbers are set. `given` are the counts of the graph, or those of several samples of it; `random` those of a sample
// of each random graph. Requires two random graphs.
std::vector<ClassStatistics> statistics_of(std::vector<ClassCounts> const& given,
                                           std::vector<ClassCounts> const& random, DiscoveryQuery const& query);

} // namespace cerrado::discovery
