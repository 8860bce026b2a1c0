// Where everything lies in a binary CSR file: what its reader and its writer must agree on.
#pragma once

#include <cerrado/graph/io/arrays/binary_csr.hpp>

#include <cstdint>

namespace cerrado::detail {

inline constexpr std::uint64_t aligned(std::uint64_t bytes) {
    return (bytes + binary_csr_alignment - 1) / binary_csr_alignment * binary_csr_alignment;
}

inline constexpr std::uint32_t all_binary_csr_flags = binary_csr_oriented | binary_csr_has_ids | binary_csr_has_arcs |
                                                      binary_csr_has_labels | binary_csr_has_edge_labels |
                                                      binary_csr_has_names;

// What decides where everything lies.
struct BinaryCsrContents {
    std::uint64_t vertex_count = 0;
    std::uint64_t neighbour_entries = 0;
    std::uint32_t flags = 0;
    std::uint64_t label_names_bytes = 0;
    std::uint64_t edge_label_names_bytes = 0;
    std::uint64_t names_bytes = 0; // of the section, its own length included

    std::uint32_t version() const {
        return has(binary_csr_has_edge_labels | binary_csr_has_names) ? 3
               : has(binary_csr_has_arcs | binary_csr_has_labels)     ? 2
                                                                      : 1;
    }
    bool has(std::uint32_t flag) const { return (flags & flag) != 0; }
};

// The header of such a file. Counts must be checked against the file first.
BinaryCsrHeader laid_out(BinaryCsrContents const& contents);

// Only the names of vertices, `names_bytes` of them, lie behind them, so the header need not say where.
std::uint64_t edge_label_names_position(BinaryCsrHeader const& header, std::uint64_t names_bytes);

std::uint64_t header_checksum(BinaryCsrHeader const& header);

} // namespace cerrado::detail
