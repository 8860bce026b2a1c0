// Cerrado's binary CSR files: the layout of each version on disk, the marks (labels and directions), reading and
// writing.
#pragma once

#include <cerrado/graph/detail/io/arrays/checksum.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/marks.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

// Cerrado's own binary format: the arrays of a Graph as they lie in memory, behind a checked header. docs/formats.md
// gives the layout byte by byte.

class OutputFile;

inline constexpr std::string_view binary_csr_magic = "CERRADO\x01";
inline constexpr std::uint32_t binary_csr_version = 4; // 1: without marks; 2: without labels of edges and names;
                                                       // 3: without columns
inline constexpr std::size_t binary_csr_alignment = 64;

// All numbers are little-endian. Positions are bytes from the file's beginning.
struct BinaryCsrHeader {
    char magic[8];
    std::uint32_t version;
    std::uint32_t flags;
    std::uint64_t vertex_count;
    std::uint64_t neighbour_entries;
    std::uint64_t offsets_position;
    std::uint64_t neighbours_position;
    std::uint64_t original_ids_position; // 0: the file has no original ids
    std::uint64_t file_bytes;
    std::uint64_t array_checksum;  // checksum of everything after the header
    std::uint64_t header_checksum; // checksum of the 72 bytes before it; from version 2 on also of the 48 after it
    std::uint64_t arcs_position;   // 0: no directions
    std::uint64_t labels_position; // 0: no labels
    std::uint64_t label_names_position;
    std::uint64_t label_names_bytes; // packed by packed_names()
    // 0: no labels of edges. Their places follow the names of labels. The names of edges' labels follow their places.
    std::uint64_t edge_label_names_bytes;
    // their own names
    std::uint64_t columns_bytes; // of the last section; 0: no columns
};
static_assert(sizeof(BinaryCsrHeader) == 128);

inline constexpr std::uint32_t binary_csr_oriented = 1;
inline constexpr std::uint32_t binary_csr_has_ids = 2;
inline constexpr std::uint32_t binary_csr_has_arcs = 4;
inline constexpr std::uint32_t binary_csr_has_labels = 8;
inline constexpr std::uint32_t binary_csr_has_edge_labels = 16;
inline constexpr std::uint32_t binary_csr_has_names = 32;   // the names of vertices, behind labels of edges
inline constexpr std::uint32_t binary_csr_has_columns = 64; // the last section

bool is_binary_csr(std::string_view bytes);

// Checks everything: header, both checksums, sizes against the file, offsets, order and range of the neighbours, both
// directions of every edge, marks. If `storage` keeps `bytes` alive and they are aligned, the graph refers to them.
// Otherwise they are copied. Throws InputError "path: ...". O(n + m), at the speed of reading memory.
// With `columns` the graph gets its columns, which are copied and checked in O(their size + rows log degree).
Graph read_binary_csr(std::string_view bytes, std::string const& path, std::shared_ptr<void const> storage = {},
                      bool columns = true);

void write_binary_csr(Graph const& graph, OutputFile& file);

// The same bytes for another receiver than a file. The object refers to the graph, which must outlive it. Cost: O(n +
// m), for the checksum, and the memory of the names.
class BinaryCsrBytes {
public:
    explicit BinaryCsrBytes(Graph const& graph);
    BinaryCsrBytes(BinaryCsrBytes const&) = delete;

    std::uint64_t size() const { return header_.file_bytes; }
    // Calls take(part) for all bytes in their order. A part may have any size.
    void for_each_part(std::function<void(std::string_view)> const& take) const;

private:
    BinaryCsrHeader header_;
    std::string label_names_, edge_label_names_, names_, columns_;
    std::array<std::string_view, 10> sections_;
};

// The columns: the numbers of rows, columns of vertices and columns of rows; the two ends of each row; and for each
// column its name, its type, its cells, and its words if it is a column of texts. Returns: nothing if there are none.
std::string packed_columns(Graph const& graph);
// Throws InputError "path: ..." if the bytes are no columns of this graph.
Graph with_packed_columns(Graph graph, std::string_view bytes, std::string const& path);

// Directions, labels and names in a binary CSR file: the parts that are not arrays as they lie in memory, and the
// checks.

// For each name its length in 32 bits, and its bytes.
std::string packed_names(std::vector<std::string> const& names);
// Returns: nothing if the bytes are not packed names, ascending.
std::optional<std::vector<std::string>> unpacked_names(std::string_view bytes);

// The names of vertices: the number of their bytes in 64 bits, then the names as above.
std::string packed_vertex_names(std::vector<std::string> const& names);
// Returns: the section at `position` of a file. It is empty if it goes beyond the end.
std::string_view names_section(std::string_view file, std::uint64_t position);
// Returns: nothing if the section does not have the names of that graph's vertices.
VertexNames unpacked_vertex_names(std::string_view section, Graph const& graph);

// These throw InputError "path: ..." if a graph cannot have these marks.
void check_arcs(GraphRef const& graph, std::span<std::uint8_t const> arcs, std::string const& path);
void check_edge_labels(GraphRef const& graph, std::span<std::uint32_t const> labels, std::size_t names,
                       std::span<std::uint8_t const> arcs, std::string const& path);
void check_labels(std::span<std::uint32_t const> labels, std::size_t names, std::string const& path);

// The places of all parts of a binary CSR file. Its reader and its writer must agree on them.

inline constexpr std::uint64_t aligned(std::uint64_t bytes) {
    return (bytes + binary_csr_alignment - 1) / binary_csr_alignment * binary_csr_alignment;
}

inline constexpr std::uint32_t all_binary_csr_flags = binary_csr_oriented | binary_csr_has_ids | binary_csr_has_arcs |
                                                      binary_csr_has_labels | binary_csr_has_edge_labels |
                                                      binary_csr_has_names | binary_csr_has_columns;

// The facts from which the places of all parts follow.
struct BinaryCsrContents {
    std::uint64_t vertex_count = 0;
    std::uint64_t neighbour_entries = 0;
    std::uint32_t flags = 0;
    std::uint64_t label_names_bytes = 0;
    std::uint64_t edge_label_names_bytes = 0;
    std::uint64_t names_bytes = 0; // bytes of the section, with its own length
    std::uint64_t columns_bytes = 0;

    std::uint32_t version() const {
        return has(binary_csr_has_columns)                              ? 4
               : has(binary_csr_has_edge_labels | binary_csr_has_names) ? 3
               : has(binary_csr_has_arcs | binary_csr_has_labels)       ? 2
                                                                        : 1;
    }
    bool has(std::uint32_t flag) const { return (flags & flag) != 0; }
};

// The header of such a file. Counts must be checked against the file first.
BinaryCsrHeader laid_out(BinaryCsrContents const& contents);

// The names of the vertices, `names_bytes` of them, and the columns are the only parts behind these sections, so the
// header need not have their place.
std::uint64_t edge_label_names_position(BinaryCsrHeader const& header, std::uint64_t names_bytes);

std::uint64_t header_checksum(BinaryCsrHeader const& header);

} // namespace cerrado::detail
