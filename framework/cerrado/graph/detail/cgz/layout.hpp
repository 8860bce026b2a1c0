// The layout of a compressed graph in its file: sections, places of blocks, marks.
#pragma once

#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/graph/detail/cgz/block.hpp>
#include <cerrado/graph/marks.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail::cgz {

// The places of the parts of a .cgz: a header, an index, blocks of edges, sections for what else the graph has, and
// copies of the index and the header. docs/formats.md gives every byte.

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
    std::uint64_t header_checksum; // checksum of the 72 bytes before it
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
    columns = 10,         // see packed_columns()
};

struct SectionEntry {
    std::uint64_t checksum;
    std::uint64_t bytes;
    std::uint64_t count; // number of numbers, or of bytes of text
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

// The checked header and index of a file, and the places of its blocks and sections. It refers to `bytes`.
class Layout {
public:
    // Throws InputError "path: ..." if no copy of the header or of the index is whole, or if they are impossible for a
    // file of that size. It does not throw if the file was cut off.
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

// The beginning of a file (header and index) for blocks and sections of these sizes. Requires: `header` has its flags
// and its counts of vertices and edges.
std::string sealed_front(Header& header, Index const& index);

std::string packed_mentions(std::vector<std::vector<std::uint32_t>> const& rows, FramePacker& packer,
                            std::uint64_t& unpacked_bytes);

// The parts of a .cgz besides edges: the order of its vertices, original ids, directions, labels, names and columns. Each
// part is a section: one stream of numbers as in numbers.hpp, or text. It is packed and checked like a block.

struct Section {
    SectionKind kind;
    std::uint64_t count; // see SectionEntry
    std::string bytes;
};

std::string_view name_of(SectionKind kind); // words for a person: "its original ids"

// `order` is the order of the vertices in the blocks. If it is empty, this is the order of the ids.
std::vector<Section> packed_sections(Graph const& graph, std::span<VertexId const> order, FramePacker& packer);

// The functions below return an empty value if the file does not have the section. They throw InputError "path: ..." if
// it is damaged. read_order_ranks() returns the ranks of the order, which replace_ranks() turns into vertices.
std::vector<VertexId> read_order_ranks(Layout const& layout);
std::vector<OriginalId> read_ids(Layout const& layout);
// Requires: the graph has all its edges, since directions and labels of edges refer to them.
std::shared_ptr<GraphMarks const> read_marks(Layout const& layout, Graph const& graph);
// Returns: the graph with its columns. Requires: it has all its edges and its marks.
Graph read_columns(Layout const& layout, Graph graph);

// An order of vertices as numbers. The number of a vertex is its distance from the vertex before it, counted over the
// vertices that are still to come. After the last vertex the count goes on at the first. If the order keeps runs of
// vertices together, the numbers are small. If it does not, they take hardly more bits than any order needs.

// The vertices that are still to come: a bit for each vertex, and a binary indexed tree over the counts of blocks of
// 512 vertices. The tree is small enough to stay near the processor. Each call takes O(log n).
class RemainingVertices {
public:
    explicit RemainingVertices(VertexId count)
        : words_((std::size_t{count} + block_bits - 1) / block_bits * block_words),
          tree_(std::bit_ceil(words_.size() / block_words + 1)),
          left_(count) {
        for (std::size_t v = 0; v < count; v += 64) words_[v / 64] = low_bits(std::min<std::size_t>(count - v, 64));
        grow_tree();
    }

    VertexId left() const { return left_; }

    VertexId rank(VertexId v) const { // how many remaining vertices are below v
        VertexId sum = 0;
        for (std::size_t i = v / block_bits; i > 0; i &= i - 1) sum += tree_[i];
        for (std::size_t word = v / block_bits * block_words; word < v / 64; ++word) sum += ones(words_[word]);
        return sum + ones(words_[v / 64] & low_bits(v % 64));
    }
    VertexId at(VertexId rank) const { // the remaining vertex with that rank; requires: rank < left()
        std::size_t block = 0;
        // without branches, which the processor would have to guess
        for (std::size_t step = tree_.size() / 2; step > 0; step /= 2) {
            VertexId const before = tree_[block + step];
            VertexId const taken = 0 - static_cast<VertexId>(before <= rank); // a word with all bits set, or none
            block += step & taken;
            rank -= before & taken;
        }
        std::size_t word = block * block_words;
        for (VertexId before; (before = ones(words_[word])) <= rank; ++word) rank -= before;
        return static_cast<VertexId>(word * 64) + place_in(words_[word], rank);
    }
    void remove(VertexId v) {
        --left_;
        words_[v / 64] &= ~(std::uint64_t{1} << v % 64);
        for (std::size_t i = v / block_bits + 1; i < tree_.size(); i += i & (0 - i)) --tree_[i];
    }

    void remove_all(std::span<VertexId const> vertices) { // O(their number + n / 64)
        for (VertexId const v : vertices) words_[v / 64] &= ~(std::uint64_t{1} << v % 64);
        left_ -= static_cast<VertexId>(vertices.size());
        grow_tree();
    }

private:
    static constexpr std::size_t block_bits = 512, block_words = block_bits / 64;

    static std::uint64_t low_bits(std::size_t count) {
        return count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    }
    static VertexId ones(std::uint64_t word) { return static_cast<VertexId>(std::popcount(word)); }
    static VertexId place_in(std::uint64_t word, VertexId rank) { // place of the bit with `rank` set bits below it
        VertexId place = 0;
        for (VertexId width = 32; width > 0; width /= 2) {
            VertexId const before = ones(word & low_bits(width));
            bool const is_after = before <= rank;
            place += is_after ? width : 0;
            word >>= is_after ? width : 0;
            rank -= is_after ? before : 0;
        }
        return place;
    }

    void grow_tree() {
        std::ranges::fill(tree_, 0);
        for (std::size_t word = 0; word < words_.size(); ++word) tree_[word / block_words + 1] += ones(words_[word]);
        for (std::size_t i = 1; i < tree_.size(); ++i) {
            std::size_t const above = i + (i & (0 - i));
            if (above < tree_.size()) tree_[above] += tree_[i];
        }
    }

    std::vector<std::uint64_t> words_;
    std::vector<VertexId> tree_;
    VertexId left_;
};

// Turns ranks into vertices. A rank counts only the vertices that no earlier rank took. The result is the same for any
// team.
void replace_ranks(std::span<VertexId> ranks, Team& team);

} // namespace cerrado::detail::cgz
