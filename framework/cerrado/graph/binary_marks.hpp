// Directions and labels in a binary CSR file: what of them is not an array as it lies in memory, and what must hold.
#pragma once

#include <cerrado/graph/graph.hpp>

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

// Each throws InputError "path: ..." where they are not a graph's.
void check_arcs(GraphRef const& graph, std::span<std::uint8_t const> arcs, std::string const& path);
void check_edge_labels(GraphRef const& graph, std::span<std::uint32_t const> labels, std::size_t names,
                       std::span<std::uint8_t const> arcs, std::string const& path);
void check_labels(std::span<std::uint32_t const> labels, std::size_t names, std::string const& path);

} // namespace cerrado::detail
