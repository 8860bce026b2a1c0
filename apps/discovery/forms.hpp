// The forms of the census. forms.cpp compiles each once.
#pragma once

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/run/resident.hpp>

#include <cstdint>
#include <vector>

namespace cerrado {

// Every `vertices` vertices, in the order of their numbers, are a group.
BoundApplication census_form(int k, VertexId vertices);
BoundApplication directed_census_form(int k, VertexId vertices);
BoundApplication directed_code_form(int k, VertexId vertices);
// The same for graphs that lie on a device, whose arrays are given: to be run on the Resident beside which these lie.
BoundApplication census_form(int k, ResidentArray<std::uint32_t> const& groups);
BoundApplication directed_census_form(int k, ResidentArray<std::uint32_t> const& groups,
                                      ResidentArray<std::uint8_t> const& arcs);
BoundApplication directed_code_form(int k, ResidentArray<std::uint32_t> const& groups,
                                    ResidentArray<std::uint8_t> const& arcs);

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
