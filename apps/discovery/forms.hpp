// The forms of the census. forms.cpp compiles each once.
#pragma once

#include <cerrado/apps/bound_application.hpp>

#include <cstdint>
#include <vector>

namespace cerrado {

// Every `vertices` vertices, in the order of their numbers, are a group.
BoundApplication census_form(int k, VertexId vertices);
BoundApplication directed_census_form(int k, VertexId vertices);
BoundApplication directed_code_form(int k, VertexId vertices);

struct EachCensusInput {
    int k;
    VertexId vertices;
    std::vector<std::uint32_t> labels;  // of the vertices of a group; empty: there are none
    std::vector<std::uint64_t> weights; // see SubgraphCodes
    std::vector<std::uint64_t> shares;  // see SampledShares; empty: all subgraphs
    std::vector<std::uint32_t> numbers; // of the graphs
    std::uint64_t seed;
};
// The labels of edges are the kinds of pairs. Without such each pair is of kind 1.
BoundApplication each_census_form(EachCensusInput const& input);

} // namespace cerrado
