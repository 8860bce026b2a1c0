// Directions, labels and names in a binary CSR file: what they hold besides arrays as they lie in memory, and what is
// checked.
#pragma once

#include <cerrado/graph/marks.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

// For each name its length in 32 bits, and its bytes.
std::string packed_names(std::vector<std::string> const& names);
// Returns: nothing if the bytes are not packed names, ascending.
std::optional<std::vector<std::string>> unpacked_names(std::string_view bytes);

// The names of vertices: the number of their bytes in 64 bits, then as above.
std::string packed_vertex_names(std::vector<std::string> const& names);
// The section at `position` of a file. Empty if it goes beyond the end.
std::string_view names_section(std::string_view file, std::uint64_t position);
// Returns: nothing if the section does not have the names of that graph's vertices.
VertexNames unpacked_vertex_names(std::string_view section, Graph const& graph);

// These throw InputError "path: ..." if the marks cannot be a graph's.
void check_arcs(GraphRef const& graph, std::span<std::uint8_t const> arcs, std::string const& path);
void check_edge_labels(GraphRef const& graph, std::span<std::uint32_t const> labels, std::size_t names,
                       std::span<std::uint8_t const> arcs, std::string const& path);
void check_labels(std::span<std::uint32_t const> labels, std::size_t names, std::string const& path);

} // namespace cerrado::detail
