#include <cerrado/graph/cgz/layout.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/arrays/checksum.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

namespace cerrado::detail::cgz {
namespace {

template <class Entry> void append_entries(std::string& bytes, std::vector<Entry> const& entries) {
    bytes.append(reinterpret_cast<char const*>(entries.data()), entries.size() * sizeof(Entry));
}

template <class Entry> std::vector<Entry> take_entries(std::string_view& bytes, std::size_t count) {
    std::vector<Entry> entries(count);
    if (count > 0) std::memcpy(entries.data(), bytes.data(), count * sizeof(Entry));
    bytes.remove_prefix(count * sizeof(Entry));
    return entries;
}

// Whether the header is one of this version.
bool take_header(std::string_view bytes, Header& header) {
    if (bytes.size() < sizeof header || !is_compressed_graph(bytes)) return false;
    std::memcpy(&header, bytes.data(), sizeof header);
    return header_checksum(header) == header.header_checksum;
}

bool is_of_other_version(std::string_view bytes, Header& header) {
    if (bytes.size() < sizeof header || !is_compressed_graph(bytes)) return false;
    std::memcpy(&header, bytes.data(), sizeof header);
    return header.version < file_version || header.version > referring_version;
}

} // namespace

std::uint64_t checksum_of(std::string_view bytes) {
    Checksum checksum;
    checksum.add(bytes);
    return checksum.value() + bytes.size(); // a short last word counts as filled with zeros
}

std::uint64_t header_checksum(Header const& header) {
    return checksum_of({reinterpret_cast<char const*>(&header), offsetof(Header, header_checksum)});
}

bool is_compressed_graph(std::string_view bytes) { return bytes.starts_with(file_magic); }

Layout::Layout(std::string_view bytes, std::string path) : bytes_(bytes), path_(std::move(path)) {
    find_header();
    find_index();
    check_counts();
    place();
    read_mentions();
}

void Layout::fail(std::string const& problem) const { throw InputError(fmt::format("{}: {}", path_, problem)); }

void Layout::find_header() {
    std::string_view const last = bytes_.substr(bytes_.size() - std::min(bytes_.size(), sizeof(Header)));
    if (!take_header(bytes_, header_) && !(take_header(last, header_) && header_.file_bytes == bytes_.size())) {
        if (!is_of_other_version(bytes_, header_)) {
            fail("its header is damaged, and so is the copy at its end, or it is no .cgz; fetch or compress it again");
        }
    }
    if (header_.version < file_version || header_.version > referring_version) {
        fail(fmt::format(
            ".cgz format version {}; expected {} or {}, use the Cerrado that wrote it, or compress the graph again",
            header_.version, file_version, referring_version));
    }
    if (bytes_.size() > header_.file_bytes) {
        fail(
            fmt::format("{} bytes long, its header says {}; expected nothing after its end, fetch or compress it again",
                        bytes_.size(), header_.file_bytes));
    }
}

std::uint64_t Layout::index_bytes() const {
    return header_.block_count * sizeof(BlockEntry) + header_.section_count * sizeof(SectionEntry) +
           header_.mention_bytes;
}

void Layout::find_index() {
    std::uint64_t const most = header_.file_bytes / 2;
    if (header_.mention_bytes > most || index_bytes() > most ||
        header_.file_bytes < 2 * (sizeof(Header) + index_bytes())) {
        fail("its header's counts do not fit its size; compress the graph again");
    }
    if (take_index(sizeof(Header))) return;
    if (!is_cut_off() && take_index(header_.file_bytes - sizeof(Header) - index_bytes())) return;
    fail("its index is damaged, and so is the copy at its end; fetch or compress it again");
}

bool Layout::take_index(std::uint64_t position) {
    if (position + index_bytes() > bytes_.size()) return false;
    std::string_view index = bytes_.substr(position, index_bytes());
    if (checksum_of(index) != header_.index_checksum) return false;
    index_.blocks = take_entries<BlockEntry>(index, header_.block_count);
    index_.sections = take_entries<SectionEntry>(index, header_.section_count);
    index_.mentions = index;
    return true;
}

// What is claimed must be what so many bytes can hold, so that no header makes a reader take memory for nothing.
void Layout::check_counts() {
    std::uint64_t vertices = 0, edges = 0, blocks_and_sections = 0;
    bool fits = header_.vertex_count <= std::numeric_limits<VertexId>::max() &&
                header_.flags <= (flag_oriented | flag_refers) && refers() == (header_.version == referring_version);
    for (BlockEntry const& entry : index_.blocks) {
        std::uint64_t const most = std::min(entry.bytes, header_.file_bytes) * most_unpacked_per_byte;
        fits = fits && entry.bytes <= header_.file_bytes && entry.vertices > 0 && entry.vertices <= block_vertices &&
               entry.list_edges <= most && entry.group_members <= most && entry.groups <= most &&
               entry.content().numbers() <= most && entry.new_edges <= entry.group_pairs;
        if (!fits) break;
        vertices += entry.vertices;
        edges += entry.list_edges + entry.new_edges;
        blocks_and_sections += entry.bytes;
        fits = blocks_and_sections <= header_.file_bytes && edges <= header_.edge_count;
    }
    for (SectionEntry const& entry : index_.sections) {
        fits = fits && entry.bytes <= header_.file_bytes && entry.count / most_unpacked_per_byte <= entry.bytes;
        if (!fits) break;
        blocks_and_sections += entry.bytes;
    }
    fits = fits && vertices == header_.vertex_count && edges == header_.edge_count &&
           2 * (sizeof(Header) + index_bytes()) + blocks_and_sections == header_.file_bytes;
    if (!fits) fail("its index does not fit its header and its size; compress the graph again");
}

void Layout::place() {
    std::uint64_t position = sizeof(Header) + index_bytes();
    std::uint64_t first = 0;
    for (BlockEntry const& entry : index_.blocks) {
        block_positions_.push_back(position);
        first_vertices_.push_back(static_cast<VertexId>(first));
        position += entry.bytes;
        first += entry.vertices;
    }
    first_vertices_.push_back(static_cast<VertexId>(first));
    for (SectionEntry const& entry : index_.sections) {
        section_positions_.push_back(position);
        position += entry.bytes;
    }
}

void Layout::read_mentions() {
    if (header_.unpacked_mention_bytes == 0) return;
    std::string unpacked;
    std::uint64_t count = 0, gap = 0;
    bool whole = FrameUnpacker().unpack(index_.mentions, header_.unpacked_mention_bytes, unpacked);
    std::string_view rest = unpacked;
    for (std::size_t block = 0; whole && block < block_count(); ++block) {
        whole = take_length(rest, count) && count < block_count();
        for (std::uint64_t next = 0; whole && count > 0; --count) {
            whole = take_length(rest, gap) && gap < block_count() - next;
            mentions_.push_back(static_cast<std::uint32_t>(next + gap));
            next += gap + 1;
            whole = whole && (count == 1 || next < block_count());
        }
        mention_ends_.push_back(mentions_.size());
    }
    if (!whole || !rest.empty()) fail("its index of mentions is damaged; compress the graph again");
}

std::size_t Layout::block_of(VertexId v) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(first_vertices_, v) - first_vertices_.begin()) - 1;
}

std::vector<std::uint32_t> Layout::mentions(std::size_t block) const {
    if (mention_ends_.empty()) return {};
    auto const at = [&](std::uint64_t place) { return mentions_.begin() + static_cast<std::ptrdiff_t>(place); };
    return {at(block == 0 ? 0 : mention_ends_[block - 1]), at(mention_ends_[block])};
}

SectionEntry const* Layout::section(SectionKind kind) const {
    auto const found = std::ranges::find(index_.sections, kind, &SectionEntry::kind);
    return found == index_.sections.end() ? nullptr : &*found;
}

std::optional<std::string_view> Layout::checked(std::uint64_t position, std::uint64_t size,
                                                std::uint64_t checksum) const {
    if (position > bytes_.size() || size > bytes_.size() - position) return std::nullopt;
    std::string_view const bytes = bytes_.substr(position, size);
    if (checksum_of(bytes) != checksum) return std::nullopt;
    return bytes;
}

std::optional<std::string_view> Layout::block_bytes(std::size_t i) const {
    return checked(block_positions_[i], index_.blocks[i].bytes, index_.blocks[i].checksum);
}

std::optional<std::string_view> Layout::section_bytes(SectionEntry const& section) const {
    auto const i = static_cast<std::size_t>(&section - index_.sections.data());
    return checked(section_positions_[i], section.bytes, section.checksum);
}

std::string Layout::block_name(std::size_t i) const {
    return fmt::format("block {} of {} ({} {} to {})", i + 1, block_count(),
                       section(SectionKind::order) ? "places" : "vertices", first_vertices_[i],
                       first_vertices_[i + 1] - 1);
}

std::string sealed_front(Header& header, Index const& index) {
    std::string bytes;
    append_entries(bytes, index.blocks);
    append_entries(bytes, index.sections);
    bytes += index.mentions;
    std::memcpy(header.magic, file_magic.data(), sizeof header.magic);
    header.version = (header.flags & flag_refers) != 0 ? referring_version : file_version;
    header.block_count = static_cast<std::uint32_t>(index.blocks.size());
    header.section_count = static_cast<std::uint32_t>(index.sections.size());
    header.mention_bytes = index.mentions.size();
    header.index_checksum = checksum_of(bytes);
    header.file_bytes = 2 * (sizeof header + bytes.size());
    for (BlockEntry const& entry : index.blocks) header.file_bytes += entry.bytes;
    for (SectionEntry const& entry : index.sections) header.file_bytes += entry.bytes;
    header.header_checksum = header_checksum(header);
    return std::string(reinterpret_cast<char const*>(&header), sizeof header) + bytes;
}

std::string packed_mentions(std::vector<std::vector<std::uint32_t>> const& rows, FramePacker& packer,
                            std::uint64_t& unpacked_bytes) {
    std::string bytes;
    for (auto const& row : rows) {
        put_length(bytes, row.size());
        std::uint32_t next = 0;
        for (std::uint32_t const block : row) {
            put_length(bytes, block - next);
            next = block + 1;
        }
    }
    unpacked_bytes = bytes.size();
    return packer.pack(bytes);
}

} // namespace cerrado::detail::cgz
