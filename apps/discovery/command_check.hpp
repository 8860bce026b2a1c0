// The serial programs that check `cerrado discover`.
#pragma once

#include "command/run/work.hpp"
#include "discovery/command_report.hpp"

#include <memory>

namespace cerrado::command {

// A random graph of those that were counted. They are not kept.
Graph made_again(Graph const& graph, DiscoveryQuery const& query, Discovery const& found, std::uint32_t number);

// Compares the counts of the graph, and those of random graphs that are made again, with the serial program. All must
// outlive it.
std::unique_ptr<Check> discovery_check(DiscoverRequest const& request, Graph const& graph, Discovery const& found);

} // namespace cerrado::command
