// Where things lie in a .cgz: a header, an index, blocks of edges, sections for what else the graph has, and the index
// and the header once more. docs/formats.md gives every byte.
#pragma once

#include <cerrado/graph/cgz/block.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail::cgz {

inline constexpr std::string_view file_magic = "CERRCGZ\x01";
inline constexpr std::uint32_t file_version = 1;
inline constexpr std::uint32_t referring_version = 2; // with flag_refers
inline constexpr std::uint32_t flag_oriented = 1;
inline constexpr std::uint32_t flag_refers = 2; // lists refer to others

// All numbers are little-endian.
struct Header {
    char magic[8];
    std::uint32_t version;
    std::uint32_t flags;
    std::uint64_t vertex_count;
    std::uint64_t edge_count;
    std::uint32_t block_count;
    std::uint32_t section_count;
    std::uint64_t mention_bytes;          // packed, at the end of the index
    std::uint64_t unpacked_mention_bytes; // 0: there is one block
    std::uint64_t index_checksum;
    std::uint64_t file_bytes;
    std::uint64_t header_checksum; // of the 72 bytes before it
};
static_assert(sizeof(Header) == 80);

struct BlockEntry {
    std::uint64_t checksum;
    std::uint64_t bytes;
    std::uint64_t list_edges; // see BlockContent
    std::uint64_t new_edges;
    std::uint64_t group_members;
    std::uint64_t group_pairs;
    std::uint32_t vertices;
    std::uint32_t groups;

    BlockContent content() const { return {list_edges, new_edges, group_members, group_pairs, vertices, groups}; }
};
static_assert(sizeof(BlockEntry) == 56);

enum class SectionKind : std::uint32_t {
    order = 1,            // the vertex at each place
    ascending_ids = 2,    // original ids
    ids = 3,              // original ids, in any order
    arcs = 4,             // see GraphMarks
    labels = 5,           //
    label_names = 6,      //
    edge_labels = 7,      //
    edge_label_names = 8, //
    names = 9,            // of vertices
};

struct SectionEntry {
    std::uint64_t checksum;
    std::uint64_t bytes;
    std::uint64_t count; // of numbers, or of bytes of text
    SectionKind kind;
    std::uint32_t reserved; // zero
};
static_assert(sizeof(SectionEntry) == 32);

struct Index {
    std::vector<BlockEntry> blocks;
    std::vector<SectionEntry> sections;
    std::string mentions; // packed
};

std::uint64_t header_checksum(Header const& header);
std::uint64_t checksum_of(std::string_view bytes);

bool is_compressed_graph(std::string_view bytes);

// The checked header and index of a file, and where its blocks and sections lie. It refers to `bytes`.
class Layout {
public:
    // Throws InputError "path: ..." if no copy of the header or of the index is whole, or if they cannot be true for a
    // file of that size. A file that was cut off is no error here.
    Layout(std::string_view bytes, std::string path);

    Header const& header() const { return header_; }
    std::string const& path() const { return path_; }
    VertexId vertex_count() const { return static_cast<VertexId>(header_.vertex_count); }
    bool refers() const { return (header_.flags & flag_refers) != 0; }
    std::size_t block_count() const { return index_.blocks.size(); }
    BlockEntry const& block(std::size_t i) const { return index_.blocks[i]; }
    VertexId first_vertex(std::size_t block) const { return first_vertices_[block]; } // block_count() is allowed
    std::size_t block_of(VertexId v) const;
    // The other blocks that have edges of this block's vertices.
    std::vector<std::uint32_t> mentions(std::size_t block) const;
    SectionEntry const* section(SectionKind kind) const; // null: the file has none
    std::vector<SectionEntry> const& sections() const { return index_.sections; }
    bool is_cut_off() const { return bytes_.size() < header_.file_bytes; }

    // Returns: nothing if the bytes are cut off or their checksum does not fit.
    std::optional<std::string_view> block_bytes(std::size_t i) const;
    std::optional<std::string_view> section_bytes(SectionEntry const& section) const;

    // "block 3 of 17 (vertices 1000 to 1999)"
    std::string block_name(std::size_t i) const;
    [[noreturn]] void fail(std::string const& problem) const;

private:
    void find_header();
    void find_index();
    bool take_index(std::uint64_t position);
    void check_counts();
    void place();
    void read_mentions();
    std::optional<std::string_view> checked(std::uint64_t position, std::uint64_t size, std::uint64_t checksum) const;
    std::uint64_t index_bytes() const;

    std::string_view bytes_;
    std::string path_;
    Header header_{};
    Index index_;
    std::vector<VertexId> first_vertices_;
    std::vector<std::uint64_t> block_positions_, section_positions_;
    std::vector<std::uint64_t> mention_ends_;
    std::vector<std::uint32_t> mentions_;
};

// The front of a file (header and index) for blocks and sections of these sizes. Requires: `header` has its flags and
// its counts of vertices and edges.
std::string sealed_front(Header& header, Index const& index);

std::string packed_mentions(std::vector<std::vector<std::uint32_t>> const& rows, FramePacker& packer,
                            std::uint64_t& unpacked_bytes);

} // namespace cerrado::detail::cgz
