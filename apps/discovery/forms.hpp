// The forms of the census. forms.cpp compiles each once.
#pragma once

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/run/resident.hpp>

#include <cstdint>
#include <vector>

namespace cerrado {

// The first `vertices` vertices are a group, the next `vertices` vertices another, and so on.
BoundApplication census_form(int k, VertexId vertices);
BoundApplication directed_census_form(int k, VertexId vertices);
BoundApplication directed_code_form(int k, VertexId vertices);
// The census of graphs that lie on a device. `groups` is their array. Run this form on the Resident where the array
// lies.
BoundApplication census_form(int k, ResidentArray<std::uint32_t> const& groups);
BoundApplication directed_census_form(int k, ResidentArray<std::uint32_t> const& groups,
                                      ResidentArray<std::uint8_t> const& arcs);
BoundApplication directed_code_form(int k, ResidentArray<std::uint32_t> const& groups,
                                    ResidentArray<std::uint8_t> const& arcs);

struct EachCensusInput {
    int k;
    VertexId vertices;
    std::vector<std::uint32_t> labels;  // labels of the vertices of a group; empty if there are none
    std::vector<std::uint64_t> weights; // see SubgraphCodes
    std::vector<std::uint64_t> shares;  // see SampledShares; if empty, all subgraphs are counted
    std::vector<std::uint32_t> numbers; // numbers of the graphs
    std::uint64_t seed;
};
// The kinds of pairs come from the labels of edges. Without labels of edges each pair is of kind 1.
BoundApplication each_census_form(EachCensusInput const& input);

} // namespace cerrado
