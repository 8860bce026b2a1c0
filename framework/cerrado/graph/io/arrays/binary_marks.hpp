// Directions, labels and names in a binary CSR file: what of them is not an array as it lies in memory, and what must hold.
#pragma once

#include <cerrado/graph/marks.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

// Each name as its length, 32 bits, and its bytes.
std::string packed_names(std::vector<std::string> const& names);
// Nothing where the bytes are not packed names, ascending.
std::optional<std::vector<std::string>> unpacked_names(std::string_view bytes);

// The names of vertices: their bytes in 64 bits, then as above.
std::string packed_vertex_names(std::vector<std::string> const& names);
// The section at `position` of a file; empty where it goes beyond the end.
std::string_view names_section(std::string_view file, std::uint64_t position);
// Nothing where the section is not the names of that graph's vertices.
VertexNames unpacked_vertex_names(std::string_view section, Graph const& graph);

// Each throws InputError "path: ..." where they are not a graph's.
void check_arcs(GraphRef const& graph, std::span<std::uint8_t const> arcs, std::string const& path);
void check_edge_labels(GraphRef const& graph, std::span<std::uint32_t const> labels, std::size_t names,
                       std::span<std::uint8_t const> arcs, std::string const& path);
void check_labels(std::span<std::uint32_t const> labels, std::size_t names, std::string const& path);

} // namespace cerrado::detail
