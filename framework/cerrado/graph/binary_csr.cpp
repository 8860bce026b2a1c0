#include <cerrado/graph/binary_csr.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/output_file.hpp>
#include <cerrado/graph/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>

static_assert(std::endian::native == std::endian::little, "binary CSR files are mapped as they are: little-endian");

namespace cerrado::detail {
namespace {

constexpr std::uint64_t odd_multiplier = 0x9e3779b185ebca87u;
constexpr std::uint64_t other_multiplier = 0xc2b2ae3d27d4eb4fu;

constexpr std::uint64_t aligned(std::uint64_t bytes) {
    return (bytes + binary_csr_alignment - 1) / binary_csr_alignment * binary_csr_alignment;
}

// Where everything lies follows from the counts alone; a header must say the same. Counts must be checked against the
// file first.
BinaryCsrHeader laid_out(std::uint64_t vertex_count, std::uint64_t neighbour_entries, std::uint32_t flags) {
    BinaryCsrHeader header{};
    std::memcpy(header.magic, binary_csr_magic.data(), sizeof header.magic);
    header.version = binary_csr_version;
    header.flags = flags;
    header.vertex_count = vertex_count;
    header.neighbour_entries = neighbour_entries;
    header.offsets_position = sizeof header;
    header.neighbours_position = header.offsets_position + aligned((vertex_count + 1) * sizeof(EdgeOffset));
    std::uint64_t const after_neighbours = header.neighbours_position + aligned(neighbour_entries * sizeof(VertexId));
    bool const has_ids = (flags & binary_csr_has_ids) != 0;
    header.original_ids_position = has_ids ? after_neighbours : 0;
    header.file_bytes = after_neighbours + (has_ids ? aligned(vertex_count * sizeof(OriginalId)) : 0);
    return header;
}

std::uint64_t header_checksum(BinaryCsrHeader const& header) {
    Checksum checksum;
    checksum.add({reinterpret_cast<char const*>(&header), offsetof(BinaryCsrHeader, header_checksum)});
    return checksum.value();
}

template <class Value> std::string_view as_bytes(std::span<Value const> values) {
    return {reinterpret_cast<char const*>(values.data()), values.size_bytes()};
}

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
        return Graph(offsets, neighbours, ids, std::move(storage), oriented);
    }

private:
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
        if (header_.version != binary_csr_version) {
            fail(fmt::format("binary format version {}; expected {}, convert the graph again", header_.version,
                             binary_csr_version));
        }
        if (header_checksum(header_) != header_.header_checksum) {
            fail("the header's checksum does not fit it; the file is damaged, fetch or convert it again");
        }
        check_sizes();
    }

    void check_sizes() const {
        if (header_.file_bytes != bytes_.size()) {
            fail(fmt::format(
                "{} bytes long, its header says {}; the file is truncated or damaged, fetch or convert it again",
                bytes_.size(), header_.file_bytes));
        }
        std::uint64_t const most_vertices = std::numeric_limits<VertexId>::max();
        bool const fits = header_.vertex_count <= most_vertices &&
                          header_.vertex_count < bytes_.size() / sizeof(EdgeOffset) &&
                          header_.neighbour_entries <= bytes_.size() / sizeof(VertexId);
        if (!fits || header_.flags > (binary_csr_oriented | binary_csr_has_ids)) {
            fail(
                fmt::format("the header's counts ({} vertices, {} neighbours, flags {}) do not fit {} bytes; convert "
                            "the graph again",
                            header_.vertex_count, header_.neighbour_entries, header_.flags, bytes_.size()));
        }
        BinaryCsrHeader expected = laid_out(header_.vertex_count, header_.neighbour_entries, header_.flags);
        expected.array_checksum = header_.array_checksum;
        expected.header_checksum = header_.header_checksum;
        if (std::memcmp(&expected, &header_, sizeof expected) != 0) {
            fail(
                "the header's positions do not follow from its counts; expected the layout of version 1, convert the "
                "graph again");
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

void Checksum::mix(int lane, std::uint64_t word) {
    lanes_[lane] = std::rotl(lanes_[lane] + word * other_multiplier, 31) * odd_multiplier;
}

void Checksum::add(std::string_view bytes) {
    std::size_t position = 0;
    for (; position + 32 <= bytes.size() && words_ % 4 == 0; position += 32, words_ += 4) {
        std::array<std::uint64_t, 4> stripe;
        std::memcpy(stripe.data(), bytes.data() + position, sizeof stripe);
        for (int lane = 0; lane < 4; ++lane) mix(lane, stripe[lane]);
    }
    for (; position < bytes.size(); position += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + position, std::min<std::size_t>(8, bytes.size() - position));
        mix(static_cast<int>(words_++ % 4), word);
    }
}

std::uint64_t Checksum::value() const {
    std::uint64_t sum = words_ * odd_multiplier;
    for (std::uint64_t lane : lanes_) sum = std::rotl(sum ^ lane * other_multiplier, 27) * odd_multiplier;
    sum = (sum ^ sum >> 33) * other_multiplier;
    return sum ^ sum >> 29;
}

bool is_binary_csr(std::string_view bytes) { return bytes.starts_with(binary_csr_magic); }

Graph read_binary_csr(std::string_view bytes, std::string const& path, std::shared_ptr<void const> storage) {
    bool const in_place = storage && reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(EdgeOffset) == 0;
    if (!in_place) bytes = copy_aligned(bytes, storage);
    return Reader(bytes, path).read(std::move(storage));
}

void write_binary_csr(Graph const& graph, OutputFile& file) {
    EdgeOffset const no_edge = 0;
    auto const offsets = graph.offsets().empty() ? std::span<EdgeOffset const>(&no_edge, 1) : graph.offsets();
    std::uint32_t const flags =
        (graph.oriented() ? binary_csr_oriented : 0) | (graph.original_ids().empty() ? 0 : binary_csr_has_ids);
    BinaryCsrHeader header = laid_out(graph.vertex_count(), graph.neighbour_array().size(), flags);
    std::array const sections{as_bytes(offsets), as_bytes(graph.neighbour_array()), as_bytes(graph.original_ids())};
    auto const padding = [](std::string_view section) {
        static constexpr char zeros[binary_csr_alignment] = {};
        return std::string_view{zeros, aligned(section.size()) - section.size()};
    };
    Checksum checksum;
    for (auto const& section : sections) {
        std::size_t const whole = section.size() / binary_csr_alignment * binary_csr_alignment;
        checksum.add(section.substr(0, whole));
        if (whole == section.size()) continue;
        std::string last(section.substr(whole));
        checksum.add(last.append(padding(section)));
    }
    header.array_checksum = checksum.value();
    header.header_checksum = header_checksum(header);
    file.write({reinterpret_cast<char const*>(&header), sizeof header});
    for (auto const& section : sections) {
        file.write(section);
        file.write(padding(section));
    }
}

} // namespace cerrado::detail
