#include <cerrado/graph/io/arrays/binary_csr.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/arrays/binary_csr_layout.hpp>
#include <cerrado/graph/io/arrays/binary_marks.hpp>
#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

static_assert(std::endian::native == std::endian::little, "binary CSR files are mapped as they are: little-endian");

namespace cerrado::detail {
namespace {

constexpr std::uint64_t odd_multiplier = 0x9e3779b185ebca87u;
constexpr std::uint64_t other_multiplier = 0xc2b2ae3d27d4eb4fu;

class Reader {
public:
    Reader(std::string_view bytes, std::string const& path) : bytes_(bytes), path_(path) {}

    Graph read(std::shared_ptr<void const> storage) {
        read_header();
        check_arrays_checksum();
        auto const offsets = array<EdgeOffset>(header_.offsets_position, header_.vertex_count + 1);
        auto const neighbours = array<VertexId>(header_.neighbours_position, header_.neighbour_entries);
        bool const has_ids = header_.original_ids_position != 0;
        auto const ids = array<OriginalId>(header_.original_ids_position, has_ids ? header_.vertex_count : 0);
        bool const oriented = (header_.flags & binary_csr_oriented) != 0;
        check_offsets(offsets);
        check_lists(offsets, neighbours, oriented);
        Graph graph(offsets, neighbours, ids, std::move(storage), oriented);
        if (header_.version > 1) graph.marks = marks(graph);
        return graph;
    }

private:
    std::shared_ptr<GraphMarks const> marks(Graph const& graph) const {
        auto marks = std::make_shared<GraphMarks>();
        if (header_.arcs_position != 0) {
            auto const arcs = array<std::uint8_t>(header_.arcs_position, header_.neighbour_entries);
            check_arcs(graph.ref(), arcs, path_);
            marks->arcs.assign(arcs.begin(), arcs.end());
        }
        if (header_.labels_position != 0) {
            auto names = unpacked_names(bytes_.substr(header_.label_names_position, header_.label_names_bytes));
            if (!names) fail("the names of its labels are damaged; convert the graph again");
            auto const labels = array<std::uint32_t>(header_.labels_position, header_.vertex_count);
            check_labels(labels, names->size(), path_);
            marks->labels.assign(labels.begin(), labels.end());
            marks->label_names = std::move(*names);
        }
        if ((header_.flags & binary_csr_has_edge_labels) != 0) {
            std::uint64_t const names_position = edge_label_names_position(header_, names_.size());
            auto names = unpacked_names(bytes_.substr(names_position, header_.edge_label_names_bytes));
            if (!names) fail("the names of its edges' labels are damaged; convert the graph again");
            std::uint64_t const labels_bytes = aligned(header_.neighbour_entries * sizeof(std::uint32_t));
            auto const labels = array<std::uint32_t>(names_position - labels_bytes, header_.neighbour_entries);
            check_edge_labels(graph.ref(), labels, names->size(), marks->arcs, path_);
            marks->edge_labels.assign(labels.begin(), labels.end());
            marks->edge_label_names = std::move(*names);
        }
        if ((header_.flags & binary_csr_has_names) != 0) {
            marks->names = unpacked_vertex_names(names_, graph);
            if (!marks->names) fail("the names of its vertices are damaged; convert the graph again");
        }
        return marks;
    }

    template <class Value> std::span<Value const> array(std::uint64_t position, std::uint64_t count) const {
        return {reinterpret_cast<Value const*>(bytes_.data() + position), count};
    }

    [[noreturn]] void fail(std::string const& problem) const {
        throw InputError(fmt::format("{}: {}", path_, problem));
    }

    void read_header() {
        if (!is_binary_csr(bytes_))
            fail("does not begin like a Cerrado binary file; expected one, convert the graph again");
        if (bytes_.size() < sizeof header_)
            fail("truncated in its header; expected the whole file, fetch or convert it again");
        std::memcpy(&header_, bytes_.data(), sizeof header_);
        if (header_.version == 0 || header_.version > binary_csr_version) {
            fail(fmt::format("binary format version {}; expected 1 to {}, convert the graph again", header_.version,
                             binary_csr_version));
        }
        if (header_checksum(header_) != header_.header_checksum) {
            fail("the header's checksum does not fit it; the file is damaged, fetch or convert it again");
        }
        check_sizes();
    }

    void check_sizes() {
        if (header_.file_bytes != bytes_.size()) {
            fail(fmt::format(
                "{} bytes long, its header says {}; the file is truncated or damaged, fetch or convert it again",
                bytes_.size(), header_.file_bytes));
        }
        std::uint64_t const most_vertices = std::numeric_limits<VertexId>::max();
        bool const fits = header_.vertex_count <= most_vertices &&
                          header_.vertex_count < bytes_.size() / sizeof(EdgeOffset) &&
                          header_.neighbour_entries <= bytes_.size() / sizeof(VertexId) &&
                          header_.label_names_bytes <= bytes_.size() && header_.edge_label_names_bytes <= bytes_.size();
        constexpr std::uint32_t of_edges = binary_csr_has_arcs | binary_csr_has_edge_labels; // that lie in both lists
        bool const is_both = (header_.flags & binary_csr_oriented) != 0 && (header_.flags & of_edges) != 0;
        if (!fits || header_.flags > all_binary_csr_flags || is_both) {
            fail(
                fmt::format("the header's counts ({} vertices, {} neighbours, flags {}) do not fit {} bytes; convert "
                            "the graph again",
                            header_.vertex_count, header_.neighbour_entries, header_.flags, bytes_.size()));
        }
        BinaryCsrContents contents{header_.vertex_count, header_.neighbour_entries, header_.flags,
                                   header_.label_names_bytes, header_.edge_label_names_bytes};
        if (contents.has(binary_csr_has_names)) names_ = names_section(bytes_, laid_out(contents).file_bytes);
        contents.names_bytes = names_.size();
        BinaryCsrHeader expected = laid_out(contents);
        expected.array_checksum = header_.array_checksum;
        expected.header_checksum = header_.header_checksum;
        if (std::memcmp(&expected, &header_, sizeof expected) != 0) {
            fail(
                "the header's positions do not follow from its counts; expected the layout of docs/formats.md, convert "
                "the graph again");
        }
    }

    void check_arrays_checksum() const {
        Checksum checksum;
        checksum.add(bytes_.substr(sizeof header_));
        if (checksum.value() != header_.array_checksum) {
            fail("the checksum does not fit the data; the file is damaged, fetch or convert it again");
        }
    }

    void check_offsets(std::span<EdgeOffset const> offsets) const {
        if (offsets.front() != 0 || offsets.back() != header_.neighbour_entries) {
            fail(fmt::format("offsets run from {} to {}; expected 0 to {}, convert the graph again", offsets.front(),
                             offsets.back(), header_.neighbour_entries));
        }
        auto const fall = std::adjacent_find(offsets.begin(), offsets.end(), std::greater<>());
        if (fall != offsets.end()) {
            fail(
                fmt::format("the offset of vertex {} is less than the one before; expected ascending offsets, convert "
                            "the graph again",
                            fall - offsets.begin() + 1));
        }
    }

    // Sums of mixed pairs, one per direction, find an edge that stands in one list only but for one case in 2^64.
    void check_lists(std::span<EdgeOffset const> offsets, std::span<VertexId const> neighbours, bool oriented) const {
        std::uint64_t upward = 0, downward = 0;
        for (std::uint64_t v = 0; v < header_.vertex_count; ++v) {
            std::uint64_t least = oriented ? v + 1 : 0;
            for (EdgeOffset i = offsets[v]; i < offsets[v + 1]; ++i) {
                std::uint64_t const u = neighbours[i];
                if (u < least || u >= header_.vertex_count || u == v) refuse_neighbour(v, u);
                least = u + 1;
                (v < u ? upward : downward) += mixed_pair(std::min(u, v), std::max(u, v));
            }
        }
        if (!oriented && upward != downward) {
            fail("some edge stands in the list of one of its ends only; expected both, convert the graph again");
        }
    }

    [[noreturn]] void refuse_neighbour(std::uint64_t v, std::uint64_t u) const {
        fail(fmt::format(
            "vertex {} lists {}; expected ascending neighbours below {}, without itself{}, convert the graph again", v,
            u, header_.vertex_count, (header_.flags & binary_csr_oriented) != 0 ? " and above it (oriented)" : ""));
    }

    static std::uint64_t mixed_pair(std::uint64_t lower, std::uint64_t higher) {
        std::uint64_t const pair = (lower << 32 | higher) * odd_multiplier;
        return (pair ^ pair >> 32) * other_multiplier;
    }

    std::string_view bytes_;
    std::string const& path_;
    BinaryCsrHeader header_{};
    std::string_view names_; // of vertices: their section without the zeros after it
};

// Whole words on their own boundary, as the checksum and the arrays demand.
std::string_view copy_aligned(std::string_view bytes, std::shared_ptr<void const>& storage) {
    auto copy = std::make_shared<std::vector<std::uint64_t>>((bytes.size() + 7) / 8);
    if (!bytes.empty()) std::memcpy(copy->data(), bytes.data(), bytes.size());
    std::string_view const view{reinterpret_cast<char const*>(copy->data()), bytes.size()};
    storage = std::move(copy);
    return view;
}

} // namespace

bool is_binary_csr(std::string_view bytes) { return bytes.starts_with(binary_csr_magic); }

Graph read_binary_csr(std::string_view bytes, std::string const& path, std::shared_ptr<void const> storage) {
    bool const in_place = storage && reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(EdgeOffset) == 0;
    if (!in_place) bytes = copy_aligned(bytes, storage);
    return Reader(bytes, path).read(std::move(storage));
}

} // namespace cerrado::detail
