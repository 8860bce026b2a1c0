// The small graphs that every form of every application must agree on.
#pragma once

#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/graph.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cerrado::test {

struct NamedGraph {
    std::string name;   // part of a test's name
    std::string source; // a generator spec, or a file of datasets/
    int k_max = 6;      // beyond it the serial verifier is slow
};

std::vector<NamedGraph> const& small_graphs();
std::vector<NamedGraph> const& tiny_graphs(); // for lockstep, where a sync costs 0.1 ms

Graph open(NamedGraph const& graph);
std::string name_of_graph(testing::TestParamInfo<NamedGraph> const& info);
void PrintTo(NamedGraph const& graph, std::ostream* out);

// The same graph with its vertices numbered at random.
Graph renumbered(Graph const& graph, std::uint64_t seed);

} // namespace cerrado::test
