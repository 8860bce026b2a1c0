// Compares the counts of a graph with those of random graphs.
#pragma once

#include <cerrado/apps/discovery.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace cerrado::discovery {

// The counts that are not 0, by ascending class.
using ClassCounts = std::vector<std::pair<PatternWord, WideCount>>;

// A row for each class that the graph or one of the random graphs has, in the order of classes. Only `class_number` and
// the numbers are set. `given` has the counts of the graph, or of several samples of it. `random` has the counts of
// each random graph, or of a sample of it. Requires: two random graphs or more.
std::vector<ClassStatistics> statistics_of(std::vector<ClassCounts> const& given,
                                           std::vector<ClassCounts> const& random, DiscoveryQuery const& query);

} // namespace cerrado::discovery
