#include <cerrado/graph/io/arrays/binary_csr_layout.hpp>

#include <cerrado/graph/io/arrays/checksum.hpp>

#include <cstddef>
#include <cstring>
#include <string_view>

namespace cerrado::detail {

BinaryCsrHeader laid_out(BinaryCsrContents const& contents) {
    BinaryCsrHeader header{};
    std::memcpy(header.magic, binary_csr_magic.data(), sizeof header.magic);
    header.version = contents.version();
    header.flags = contents.flags;
    header.vertex_count = contents.vertex_count;
    header.neighbour_entries = contents.neighbour_entries;
    std::uint64_t end = sizeof header;
    auto const place = [&](bool is_there, std::uint64_t bytes) {
        std::uint64_t const position = end;
        if (is_there) end += aligned(bytes);
        return is_there ? position : 0;
    };
    header.offsets_position = place(true, (contents.vertex_count + 1) * sizeof(EdgeOffset));
    header.neighbours_position = place(true, contents.neighbour_entries * sizeof(VertexId));
    header.original_ids_position = place(contents.has(binary_csr_has_ids), contents.vertex_count * sizeof(OriginalId));
    header.arcs_position = place(contents.has(binary_csr_has_arcs), contents.neighbour_entries);
    bool const has_labels = contents.has(binary_csr_has_labels);
    header.label_names_bytes = has_labels ? contents.label_names_bytes : 0;
    header.labels_position = place(has_labels, contents.vertex_count * sizeof(std::uint32_t));
    header.label_names_position = place(has_labels, contents.label_names_bytes);
    bool const has_edge_labels = contents.has(binary_csr_has_edge_labels);
    header.edge_label_names_bytes = has_edge_labels ? contents.edge_label_names_bytes : 0;
    place(has_edge_labels, contents.neighbour_entries * sizeof(std::uint32_t));
    place(has_edge_labels, contents.edge_label_names_bytes);
    place(contents.has(binary_csr_has_names), contents.names_bytes);
    header.file_bytes = end;
    return header;
}

std::uint64_t edge_label_names_position(BinaryCsrHeader const& header, std::uint64_t names_bytes) {
    return header.file_bytes - aligned(names_bytes) - aligned(header.edge_label_names_bytes);
}

std::uint64_t header_checksum(BinaryCsrHeader const& header) {
    constexpr std::size_t begin = offsetof(BinaryCsrHeader, header_checksum);
    constexpr std::size_t end = begin + sizeof header.header_checksum;
    std::string_view const bytes{reinterpret_cast<char const*>(&header), sizeof header};
    Checksum checksum;
    checksum.add(bytes.substr(0, begin));
    if (header.version > 1) checksum.add(bytes.substr(end));
    return checksum.value();
}

} // namespace cerrado::detail
