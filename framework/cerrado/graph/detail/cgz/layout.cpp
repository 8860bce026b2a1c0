#include <cerrado/graph/detail/cgz/layout.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/cgz/block.hpp>
#include <cerrado/graph/detail/cgz/grouped_lists.hpp>
#include <cerrado/graph/detail/io/arrays/binary_csr.hpp>
#include <cerrado/graph/detail/io/arrays/checksum.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <span>
#include <zstd.h>

namespace cerrado::detail::cgz {

namespace {

// Marks the entries of `graph` that lead from a member to lower members. Returns: the number of entries that had no
// mark before.
std::uint64_t mark_group(Graph const& graph, std::span<VertexId const> group, std::vector<bool>& marks) {
    std::uint64_t fresh = 0;
    for (std::size_t upper = 1; upper < group.size(); ++upper) {
        auto const list = graph.neighbours(group[upper]);
        auto place = list.begin();
        for (VertexId const u : group.first(upper)) {
            place = std::lower_bound(place, list.end(), u);
            if (place == list.end() || *place != u) {
                throw Error(fmt::format("vertices {} and {} are not adjacent and cannot be in one group; this is a bug",
                                        u, group[upper]));
            }
            auto mark = marks[graph.offsets()[group[upper]] + static_cast<std::size_t>(place - list.begin())];
            fresh += mark ? 0 : 1;
            mark = true;
        }
    }
    return fresh;
}

} // namespace

GroupedLists grouped_lists(Graph const& graph, Groups const& groups) {
    GroupedLists lists;
    std::vector<bool> is_grouped(graph.neighbour_array().size());
    for (std::size_t group = 0; group < groups.count(); ++group) {
        std::uint64_t const fresh = mark_group(graph, groups[group], is_grouped);
        if (fresh == 0) continue;
        lists.groups.add(groups[group]);
        lists.new_edges.push_back(fresh);
    }
    lists.offsets.push_back(0);
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        EdgeOffset place = graph.offsets()[v];
        for (VertexId const u : graph.neighbours(v)) {
            if (u > v) break;
            if (!is_grouped[place++]) lists.lower.push_back(u);
        }
        lists.offsets.push_back(lists.lower.size());
    }
    return lists;
}

namespace {

constexpr std::string_view frame_magic = "\x28\xB5\x2F\xFD";

struct FrameSettings {
    int level;
    int strategy; // 0: the level's
    int shortest_match;
};

// In the bytes of a stream only the frequencies of values repeat. So a repeated sequence often takes more bits as a
// reference than as bytes. The first setting hardly looks for repeated sequences.
std::span<FrameSettings const> settings_of(int effort) {
    static constexpr FrameSettings all[] = {
        {1, ZSTD_fast, 7}, {19, 0, 0}, {12, ZSTD_btultra2, 3}, {22, ZSTD_btultra2, 3}};
    return std::span(all).first(effort <= 1 ? 1 : effort == 2 ? 2 : 4);
}

} // namespace

struct FramePacker::Context {
    ZSTD_CCtx* handle = ZSTD_createCCtx();
    ~Context() { ZSTD_freeCCtx(handle); }
};

FramePacker::FramePacker(int effort) : context_(std::make_unique<Context>()), effort_(effort) {
    if (!context_->handle) throw std::bad_alloc();
}

FramePacker::~FramePacker() = default;

std::string FramePacker::pack(std::string_view bytes) {
    std::string best(bytes);
    std::string packed(ZSTD_compressBound(bytes.size()), '\0');
    for (FrameSettings const& settings : settings_of(effort_)) {
        ZSTD_CCtx* const handle = context_->handle;
        ZSTD_CCtx_reset(handle, ZSTD_reset_session_and_parameters);
        ZSTD_CCtx_setParameter(handle, ZSTD_c_compressionLevel, settings.level);
        ZSTD_CCtx_setParameter(handle, ZSTD_c_contentSizeFlag, 0);
        if (settings.strategy != 0) {
            ZSTD_CCtx_setParameter(handle, ZSTD_c_strategy, settings.strategy);
            ZSTD_CCtx_setParameter(handle, ZSTD_c_minMatch, settings.shortest_match);
        }
        std::size_t const size = ZSTD_compress2(handle, packed.data(), packed.size(), bytes.data(), bytes.size());
        if (ZSTD_isError(size)) throw std::bad_alloc(); // this is the only possible error
        if (size - frame_magic.size() < best.size()) best.assign(packed, frame_magic.size(), size - frame_magic.size());
    }
    return best;
}

struct FrameUnpacker::Context {
    ZSTD_DCtx* handle = ZSTD_createDCtx();
    std::string frame; // the frame with its first four bytes
    ~Context() { ZSTD_freeDCtx(handle); }
};

FrameUnpacker::FrameUnpacker() : context_(std::make_unique<Context>()) {
    if (!context_->handle) throw std::bad_alloc();
}

FrameUnpacker::~FrameUnpacker() = default;

bool FrameUnpacker::unpack(std::string_view packed, std::size_t size, std::string& bytes) {
    if (packed.size() == size) {
        bytes.assign(packed);
        return true;
    }
    if (packed.size() > size || size / most_unpacked_per_byte > packed.size()) return false;
    context_->frame.assign(frame_magic).append(packed);
    bytes.resize(size);
    std::size_t const made =
        ZSTD_decompressDCtx(context_->handle, bytes.data(), size, context_->frame.data(), context_->frame.size());
    return !ZSTD_isError(made) && made == size;
}

namespace {

struct BlockStreams {
    std::array<std::string, streams> bytes;
    BitWriter raw;

    void put(int stream, std::uint64_t number) {
        CodedNumber const coding = coded(number);
        bytes[static_cast<std::size_t>(stream)].push_back(static_cast<char>(coding.byte));
        raw.put(coding.rest, coding.raw_bits);
    }
};

// Takes numbers from the streams. Past the end of a stream it returns zeros, and is_whole() becomes false.
class StreamReader {
public:
    StreamReader(std::array<std::string, streams> const& bytes, std::string_view raw) : raw_(raw) {
        for (std::size_t i = 0; i < streams; ++i) {
            next_[i] = bytes[i].data();
            end_[i] = next_[i] + bytes[i].size();
        }
    }

    std::uint64_t take(int stream) {
        auto const i = static_cast<std::size_t>(stream);
        if (next_[i] == end_[i]) {
            ran_dry_ = true;
            return 0;
        }
        auto const byte = static_cast<std::uint8_t>(*next_[i]++);
        if (byte < small_numbers) return byte;
        return number_of(byte, raw_.take(raw_bits_after(byte)));
    }

    bool ran_dry() const { return ran_dry_; }
    bool is_whole() const { return !ran_dry_ && next_ == end_ && !raw_.overran() && raw_.at_end(); }

private:
    std::array<char const*, streams> next_{}, end_{};
    BitReader raw_;
    bool ran_dry_ = false;
};

// Takes `length` entries below `above`, in descending order.
bool take_gaps(StreamReader& reader, std::uint64_t above, std::uint64_t length, VertexId* next) {
    int gap_class = 0;
    for (std::uint64_t j = 0; j < length; ++j) {
        std::uint64_t const gap = reader.take(gap_stream + gap_class);
        if (gap >= above) return false;
        above -= gap + 1;
        *next++ = static_cast<VertexId>(above);
        gap_class = class_after(gap);
    }
    return true;
}

bool take_lists(StreamReader& reader, BlockContent const& content, UnpackedBlock& block) {
    block.offsets.reserve(std::size_t{content.vertices} + 1);
    block.offsets.push_back(0);
    block.lower.resize(content.list_edges);
    std::uint64_t taken = 0;
    for (VertexId i = 0; i < content.vertices; ++i) {
        std::uint64_t const length = reader.take(length_stream);
        if (length > content.list_edges - taken) return false;
        if (!take_gaps(reader, std::uint64_t{block.first} + i, length, block.lower.data() + taken)) return false;
        block.offsets.push_back(taken += length);
    }
    return taken == content.list_edges;
}

// Reads lists that may refer to others. Copied entries take no bytes in the file, so memory is taken only when it is
// needed.
class ReferringLists {
public:
    ReferringLists(StreamReader& reader, BlockContent const& content, UnpackedBlock& block)
        : reader_(reader),
          content_(content),
          block_(block) {}

    bool take() {
        block_.offsets.push_back(0);
        for (VertexId i = 0; i < content_.vertices; ++i) {
            std::uint64_t const back = reader_.take(reference_stream);
            if (back > std::min(i, farthest_reference) || !take_list(i, back)) return false;
            block_.offsets.push_back(block_.lower.size());
        }
        return block_.lower.size() == content_.list_edges;
    }

private:
    bool take_list(VertexId i, std::uint64_t back) {
        copies_.clear();
        if (back > 0) {
            EdgeOffset const begin = block_.offsets[i - back], end = block_.offsets[i - back + 1];
            auto const take_run = [&](bool is_copied) {
                return reader_.take(is_copied ? copied_stream : left_out_stream);
            };
            std::uint64_t const runs = reader_.take(run_count_stream);
            if (!take_copies(std::span(block_.lower).subspan(begin, end - begin), runs, take_run, copies_))
                return false;
        }
        if (reader_.ran_dry()) return false;
        copied_ += copies_.size();
        std::uint64_t const length = reader_.take(length_stream), room = content_.list_edges - block_.lower.size();
        if (copied_ > most_copied_edges || copies_.size() > room || length > room - copies_.size()) return false;
        rest_.resize(length);
        if (!take_gaps(reader_, std::uint64_t{block_.first} + i, length, rest_.data())) return false;
        return merge();
    }

    // Returns: false if an entry is there twice.
    bool merge() {
        std::size_t const begin = block_.lower.size();
        block_.lower.resize(begin + copies_.size() + rest_.size());
        auto const list = std::span(block_.lower).subspan(begin);
        std::ranges::merge(copies_, rest_, list.begin(), std::greater<>());
        return std::ranges::adjacent_find(list) == list.end();
    }

    StreamReader& reader_;
    BlockContent const& content_;
    UnpackedBlock& block_;
    std::vector<VertexId> copies_, rest_; // the parts of a list, descending
    std::uint64_t copied_ = 0;
};

bool take_groups(StreamReader& reader, BlockContent const& content, VertexId vertex_count, UnpackedBlock& block) {
    Groups& groups = block.groups;
    groups.ends.reserve(content.groups);
    groups.members.reserve(content.group_members);
    std::uint64_t const end = std::uint64_t{block.first} + content.vertices;
    std::uint64_t lowest = block.first, pairs = 0;
    for (std::uint32_t group = 0; group < content.groups; ++group) {
        std::uint64_t const rise = reader.take(lowest_stream);
        std::uint64_t const more = reader.take(size_stream); // members in addition to those of the smallest group
        if (rise >= end - lowest || more > content.group_members) return false;
        lowest += rise;
        std::uint64_t const size = more + smallest_group;
        if (size > content.group_members - groups.members.size()) return false;
        pairs += size * (size - 1) / 2;
        groups.members.push_back(static_cast<VertexId>(lowest));
        std::uint64_t member = lowest;
        int gap_class = 0;
        for (std::uint64_t i = 1; i < size; ++i) {
            std::uint64_t const gap = reader.take(member_stream + gap_class);
            if (gap >= vertex_count - member - 1) return false;
            member += gap + 1;
            groups.members.push_back(static_cast<VertexId>(member));
            gap_class = class_after(gap);
        }
        groups.ends.push_back(groups.members.size());
    }
    return pairs == content.group_pairs && groups.members.size() == content.group_members;
}

} // namespace

BlockContent content_of(GroupedLists const& lists, BlockRange const& range) {
    BlockContent content;
    content.vertices = range.vertices;
    content.groups = static_cast<std::uint32_t>(range.groups);
    content.list_edges = lists.offsets[range.first + range.vertices] - lists.offsets[range.first];
    for (std::size_t group = range.first_group; group < range.first_group + range.groups; ++group) {
        std::uint64_t const size = lists.groups[group].size();
        content.group_members += size;
        content.group_pairs += size * (size - 1) / 2;
        content.new_edges += lists.new_edges[group];
    }
    return content;
}

std::string packed_block(GroupedLists const& lists, BlockRange const& range, FramePacker& packer) {
    BlockStreams block;
    put_block(lists, range, block);
    std::string lengths, packed;
    std::size_t const used = static_cast<std::size_t>(streams_of(!lists.references.empty()));
    for (std::string const& bytes : std::span(block.bytes).first(used)) {
        put_length(lengths, bytes.size());
        if (bytes.empty()) continue;
        std::string const frame = packer.pack(bytes);
        put_length(lengths, frame.size());
        packed += frame;
    }
    return lengths + packed + block.raw.finish();
}

bool BlockUnpacker::unpack_streams(std::string_view& bytes, BlockContent const& content) {
    auto const used = static_cast<std::size_t>(streams_of(refers_));
    // Lists with references have fewer gaps. In place of these they have a reference, the number of runs, and the runs:
    // at most 1 and twice the number of copied entries.
    std::uint64_t numbers = content.numbers() + (refers_ ? 3 * content.vertices + 2 * most_copied_edges : 0);
    std::array<std::uint64_t, streams> sizes{};
    packed_sizes_.fill(0);
    for (std::size_t i = 0; i < used; ++i) {
        if (!take_length(bytes, sizes[i]) || sizes[i] > numbers) return false;
        numbers -= sizes[i];
        if (sizes[i] > 0 && !take_length(bytes, packed_sizes_[i])) return false;
    }
    if (numbers != 0 && !refers_) return false;
    for (std::size_t i = 0; i < used; ++i) {
        if (packed_sizes_[i] > bytes.size()) return false;
        if (!unpacker_.unpack(bytes.substr(0, packed_sizes_[i]), sizes[i], bytes_[i])) return false;
        bytes.remove_prefix(packed_sizes_[i]);
    }
    return true;
}

std::optional<std::array<std::uint64_t, streams>> BlockUnpacker::stream_bits(std::string_view bytes,
                                                                             BlockContent const& content) {
    if (!unpack_streams(bytes, content)) return std::nullopt;
    std::array<std::uint64_t, streams> bits{};
    for (std::size_t i = 0; i < streams; ++i) {
        bits[i] = packed_sizes_[i] * 8;
        for (char const c : bytes_[i])
            bits[i] += static_cast<std::uint64_t>(raw_bits_after(static_cast<std::uint8_t>(c)));
    }
    return bits;
}

std::optional<UnpackedBlock> BlockUnpacker::unpack(std::string_view bytes, BlockContent const& content, VertexId first,
                                                   VertexId vertex_count) {
    if (!unpack_streams(bytes, content)) return std::nullopt;
    StreamReader reader(bytes_, bytes);
    UnpackedBlock block;
    block.first = first;
    bool const has_lists = refers_ ? ReferringLists(reader, content, block).take() : take_lists(reader, content, block);
    if (!has_lists || !take_groups(reader, content, vertex_count, block)) return std::nullopt;
    if (!reader.is_whole()) return std::nullopt;
    return block;
}

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

// Returns true if the header is one of this version.
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
            fail(
                "this is no .cgz file, or its header and the copy of the header at its end are damaged; fetch or "
                "compress it again");
        }
    }
    if (header_.version < file_version || header_.version > referring_version) {
        fail(
            fmt::format(".cgz format version {}; expected {} or {}, read it with the Cerrado that wrote it, or "
                        "compress the graph again",
                        header_.version, file_version, referring_version));
    }
    if (bytes_.size() > header_.file_bytes) {
        fail(fmt::format(
            "the file has {} bytes, but its header says {}; expected nothing after its end, fetch or compress it again",
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
        fail("the counts in its header do not fit its size; the file is damaged, compress the graph again");
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

// A header may ask only for as much memory as the file's bytes can fill. Otherwise a short file could take any amount.
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
    if (!fits) fail("its index does not fit its header and its size; the file is damaged, compress the graph again");
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
    if (!whole || !rest.empty())
        fail("the part of its index that says which blocks share vertices is damaged; compress the graph again");
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

namespace {

class NumberPacker {
public:
    void put(std::uint64_t number) {
        CodedNumber const coding = coded(number);
        bytes_.push_back(static_cast<char>(coding.byte));
        raw_.put(coding.rest, coding.raw_bits);
    }
    Section finish(SectionKind kind, FramePacker& packer) {
        std::string const frame = packer.pack(bytes_);
        std::string bytes;
        put_length(bytes, frame.size());
        return {kind, bytes_.size(), bytes + frame + raw_.finish()};
    }

private:
    std::string bytes_;
    BitWriter raw_;
};

[[noreturn]] void refuse_section(Layout const& layout, SectionKind kind) {
    layout.fail(fmt::format("{} are damaged; fetch or compress it again", name_of(kind)));
}

std::string_view bytes_of_section(Layout const& layout, SectionEntry const& entry) {
    auto const bytes = layout.section_bytes(entry);
    if (!bytes) refuse_section(layout, entry.kind);
    return *bytes;
}

std::string text_of(Layout const& layout, SectionEntry const& entry) {
    std::string text;
    if (!FrameUnpacker().unpack(bytes_of_section(layout, entry), entry.count, text)) refuse_section(layout, entry.kind);
    return text;
}

// Calls take(number) for each number. If it returns false, the section is refused.
template <class Take>
void take_numbers(Layout const& layout, SectionEntry const& entry, std::uint64_t expected, Take const& take) {
    std::string_view rest = bytes_of_section(layout, entry);
    std::uint64_t frame = 0;
    std::string bytes;
    if (entry.count != expected || !take_length(rest, frame) || frame > rest.size() ||
        !FrameUnpacker().unpack(rest.substr(0, frame), entry.count, bytes)) {
        refuse_section(layout, entry.kind);
    }
    BitReader raw(rest.substr(frame));
    for (char const c : bytes) {
        auto const byte = static_cast<std::uint8_t>(c);
        if (!take(number_of(byte, raw.take(raw_bits_after(byte))))) refuse_section(layout, entry.kind);
    }
    if (raw.overran() || !raw.at_end()) refuse_section(layout, entry.kind);
}

Section packed_order(std::span<VertexId const> order, FramePacker& packer) {
    NumberPacker numbers;
    RemainingVertices remaining(static_cast<VertexId>(order.size()));
    VertexId before = 0; // rank of the first vertex that remains after the vertex before
    for (VertexId const v : order) {
        VertexId const rank = remaining.rank(v);
        numbers.put(rank >= before ? rank - before : rank + remaining.left() - before);
        remaining.remove(v);
        before = rank;
    }
    return numbers.finish(SectionKind::order, packer);
}

Section packed_ids(std::span<OriginalId const> ids, FramePacker& packer) {
    NumberPacker numbers;
    bool const ascends = std::ranges::is_sorted(ids, std::less_equal<>());
    OriginalId before = ascends ? ~OriginalId{0} : 0;
    for (OriginalId const id : ids) {
        numbers.put(ascends ? id - before - 1 : folded(id - before));
        before = id;
    }
    return numbers.finish(ascends ? SectionKind::ascending_ids : SectionKind::ids, packer);
}

std::uint64_t coded_label(std::uint32_t label) { return static_cast<std::uint32_t>(label + 1); } // no_label is 0

// Calls visit(entry, entry from the other end) for each edge, in the order of the edges' upper ends.
template <class Visit> void for_entries(Graph const& graph, Visit const& visit) {
    GraphRef const ref = graph.ref();
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (EdgeOffset p = ref.begin(v); p < ref.end(v) && ref.neighbours[p] < v; ++p) {
            visit(p, ref.find(ref.neighbours[p], v));
        }
    }
}

Section packed_edge_labels(Graph const& graph, FramePacker& packer) {
    NumberPacker numbers;
    GraphMarks const& marks = *graph.marks;
    for_entries(graph, [&](EdgeOffset own, EdgeOffset other) {
        numbers.put(coded_label(marks.edge_labels[own]));
        if (!marks.arcs.empty()) numbers.put(coded_label(marks.edge_labels[other]));
    });
    return numbers.finish(SectionKind::edge_labels, packer);
}

Section packed_arcs(Graph const& graph, FramePacker& packer) {
    std::string codes;
    for_entries(graph, [&](EdgeOffset own, EdgeOffset) { codes.push_back(static_cast<char>(graph.marks->arcs[own])); });
    return {SectionKind::arcs, codes.size(), packer.pack(codes)};
}

Section packed_labels(std::span<std::uint32_t const> labels, FramePacker& packer) {
    NumberPacker numbers;
    for (std::uint32_t const label : labels) numbers.put(coded_label(label));
    return numbers.finish(SectionKind::labels, packer);
}

Section packed_text(SectionKind kind, std::string const& text, FramePacker& packer) {
    return {kind, text.size(), packer.pack(text)};
}

void read_arcs(Layout const& layout, Graph const& graph, GraphMarks& marks) {
    SectionEntry const* const entry = layout.section(SectionKind::arcs);
    if (!entry) return;
    std::string const codes = text_of(layout, *entry);
    if (codes.size() != graph.edge_count()) refuse_section(layout, entry->kind);
    marks.arcs.resize(graph.neighbour_array().size());
    std::size_t next = 0;
    for_entries(graph, [&](EdgeOffset own, EdgeOffset other) {
        auto const code = static_cast<std::uint8_t>(codes[next++]);
        marks.arcs[own] = code;
        marks.arcs[other] = static_cast<std::uint8_t>((code & 1) << 1 | code >> 1);
    });
    check_arcs(graph.ref(), marks.arcs, layout.path());
}

std::vector<std::string> read_names(Layout const& layout, SectionKind kind) {
    SectionEntry const* const entry = layout.section(kind);
    if (!entry) refuse_section(layout, kind);
    auto names = unpacked_names(text_of(layout, *entry));
    if (!names) refuse_section(layout, kind);
    return std::move(*names);
}

std::vector<std::uint32_t> read_label_numbers(Layout const& layout, SectionEntry const& entry, std::uint64_t count) {
    std::vector<std::uint32_t> labels;
    take_numbers(layout, entry, count, [&](std::uint64_t number) {
        labels.push_back(static_cast<std::uint32_t>(number) - 1);
        return number <= GraphMarks::no_label;
    });
    return labels;
}

void read_vertex_labels(Layout const& layout, Graph const& graph, GraphMarks& marks) {
    SectionEntry const* const entry = layout.section(SectionKind::labels);
    if (!entry) return;
    marks.label_names = read_names(layout, SectionKind::label_names);
    marks.labels = read_label_numbers(layout, *entry, graph.vertex_count());
    check_labels(marks.labels, marks.label_names.size(), layout.path());
}

void read_edge_labels(Layout const& layout, Graph const& graph, GraphMarks& marks) {
    SectionEntry const* const entry = layout.section(SectionKind::edge_labels);
    if (!entry) return;
    bool const directed = !marks.arcs.empty();
    marks.edge_label_names = read_names(layout, SectionKind::edge_label_names);
    auto const labels = read_label_numbers(layout, *entry, graph.edge_count() * (directed ? 2 : 1));
    marks.edge_labels.resize(graph.neighbour_array().size());
    std::size_t next = 0;
    for_entries(graph, [&](EdgeOffset own, EdgeOffset other) {
        marks.edge_labels[own] = labels[next];
        if (directed) ++next;
        marks.edge_labels[other] = labels[next++];
    });
    check_edge_labels(graph.ref(), marks.edge_labels, marks.edge_label_names.size(), marks.arcs, layout.path());
}

} // namespace

std::string_view name_of(SectionKind kind) {
    switch (kind) {
    case SectionKind::order: return "the order of its vertices";
    case SectionKind::ascending_ids:
    case SectionKind::ids: return "its original ids";
    case SectionKind::arcs: return "the directions of its edges";
    case SectionKind::labels: return "the labels of its vertices";
    case SectionKind::label_names: return "the names of its labels";
    case SectionKind::edge_labels: return "the labels of its edges";
    case SectionKind::edge_label_names: return "the names of its edges' labels";
    case SectionKind::names: return "the names of its vertices";
    case SectionKind::columns: return "its attributes";
    }
    return "a section";
}

std::vector<Section> packed_sections(Graph const& graph, std::span<VertexId const> order, FramePacker& packer) {
    static GraphMarks const none;
    std::vector<Section> sections;
    if (!order.empty()) sections.push_back(packed_order(order, packer));
    if (!graph.original_ids().empty()) sections.push_back(packed_ids(graph.original_ids(), packer));
    GraphMarks const& marks = graph.marks ? *graph.marks : none;
    if (!marks.arcs.empty()) sections.push_back(packed_arcs(graph, packer));
    if (!marks.labels.empty()) {
        sections.push_back(packed_labels(marks.labels, packer));
        sections.push_back(packed_text(SectionKind::label_names, packed_names(marks.label_names), packer));
    }
    if (!marks.edge_labels.empty()) {
        sections.push_back(packed_edge_labels(graph, packer));
        sections.push_back(packed_text(SectionKind::edge_label_names, packed_names(marks.edge_label_names), packer));
    }
    if (marks.names) sections.push_back(packed_text(SectionKind::names, packed_vertex_names(*marks.names), packer));
    std::string const columns = packed_columns(graph);
    if (!columns.empty()) sections.push_back(packed_text(SectionKind::columns, columns, packer));
    return sections;
}

std::vector<VertexId> read_order_ranks(Layout const& layout) {
    SectionEntry const* const entry = layout.section(SectionKind::order);
    std::vector<VertexId> ranks;
    if (!entry) return ranks;
    ranks.reserve(layout.vertex_count());
    std::uint64_t rank = 0, left = layout.vertex_count();
    take_numbers(layout, *entry, layout.vertex_count(), [&](std::uint64_t number) {
        if (number >= left) return false;
        rank += number;
        if (rank >= left) rank -= left;
        ranks.push_back(static_cast<VertexId>(rank));
        --left;
        return true;
    });
    return ranks;
}

std::vector<OriginalId> read_ids(Layout const& layout) {
    SectionEntry const* entry = layout.section(SectionKind::ascending_ids);
    bool const ascends = entry != nullptr;
    if (!entry) entry = layout.section(SectionKind::ids);
    std::vector<OriginalId> ids;
    if (!entry) return ids;
    OriginalId before = ascends ? ~OriginalId{0} : 0;
    take_numbers(layout, *entry, layout.vertex_count(), [&](std::uint64_t number) {
        OriginalId const id = before + (ascends ? number + 1 : unfolded(number));
        bool const is_above = !ascends || ids.empty() || id > before;
        ids.push_back(before = id);
        return is_above;
    });
    return ids;
}

std::shared_ptr<GraphMarks const> read_marks(Layout const& layout, Graph const& graph) {
    auto marks = std::make_shared<GraphMarks>();
    read_arcs(layout, graph, *marks);
    read_vertex_labels(layout, graph, *marks);
    read_edge_labels(layout, graph, *marks);
    if (SectionEntry const* const entry = layout.section(SectionKind::names)) {
        marks->names = unpacked_vertex_names(text_of(layout, *entry), graph);
        if (!marks->names) refuse_section(layout, entry->kind);
    }
    bool const has_any = !marks->arcs.empty() || !marks->labels.empty() || !marks->edge_labels.empty() || marks->names;
    return has_any ? marks : nullptr;
}

Graph read_columns(Layout const& layout, Graph graph) {
    SectionEntry const* const entry = layout.section(SectionKind::columns);
    if (!entry) return graph;
    return with_packed_columns(std::move(graph), text_of(layout, *entry), layout.path());
}

// Each member takes a run of ranks. It first turns them into vertices as if the vertices that remain at the run's
// beginning were numbered from 0. Then the runs are passed one after the other, and the numbers of each run are turned
// into vertices of the graph. All members work on the same run, since the set of remaining vertices does not change
// meanwhile.
void replace_ranks(std::span<VertexId> ranks, Team& team) {
    auto const count = static_cast<VertexId>(ranks.size());
    team.run([&](Member member) {
        RemainingVertices remaining(count - static_cast<VertexId>(member.begin(count)));
        member.for_part_of(count, [&](std::size_t i) {
            ranks[i] = remaining.at(ranks[i]);
            remaining.remove(ranks[i]);
        });
    });
    RemainingVertices remaining(team.size() > 1 ? count : 0);
    for (Member run{0, team.size()}; run.index + 1 < run.count;) {
        remaining.remove_all(ranks.subspan(run.begin(count), run.end(count) - run.begin(count)));
        ++run.index;
        auto const next = ranks.subspan(run.begin(count), run.end(count) - run.begin(count));
        team.run([&](Member member) {
            member.for_part_of(next.size(), [&](std::size_t i) { next[i] = remaining.at(next[i]); });
        });
    }
}

} // namespace cerrado::detail::cgz
