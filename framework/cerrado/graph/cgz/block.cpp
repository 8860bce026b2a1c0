#include <cerrado/graph/cgz/block.hpp>

namespace cerrado::detail::cgz {
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

// Takes numbers from the streams; at the end of one there are zeros, and is_whole() is false.
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

bool take_lists(StreamReader& reader, BlockContent const& content, UnpackedBlock& block) {
    block.offsets.reserve(std::size_t{content.vertices} + 1);
    block.offsets.push_back(0);
    block.lower.resize(content.list_edges);
    VertexId* next = block.lower.data();
    std::uint64_t left = content.list_edges;
    for (VertexId i = 0; i < content.vertices; ++i) {
        std::uint64_t const length = reader.take(length_stream);
        if (length > left) return false;
        left -= length;
        std::uint64_t above = std::uint64_t{block.first} + i;
        int gap_class = 0;
        for (std::uint64_t j = 0; j < length; ++j) {
            std::uint64_t const gap = reader.take(gap_stream + gap_class);
            if (gap >= above) return false;
            above -= gap + 1;
            *next++ = static_cast<VertexId>(above);
            gap_class = class_after(gap);
        }
        block.offsets.push_back(content.list_edges - left);
    }
    return left == 0;
}

bool take_groups(StreamReader& reader, BlockContent const& content, VertexId vertex_count, UnpackedBlock& block) {
    Groups& groups = block.groups;
    groups.ends.reserve(content.groups);
    groups.members.reserve(content.group_members);
    std::uint64_t const end = std::uint64_t{block.first} + content.vertices;
    std::uint64_t lowest = block.first, pairs = 0;
    for (std::uint32_t group = 0; group < content.groups; ++group) {
        std::uint64_t const rise = reader.take(lowest_stream);
        std::uint64_t const more = reader.take(size_stream); // members than the smallest group has
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
    for (std::string const& bytes : block.bytes) {
        put_length(lengths, bytes.size());
        if (bytes.empty()) continue;
        std::string const frame = packer.pack(bytes);
        put_length(lengths, frame.size());
        packed += frame;
    }
    return lengths + packed + block.raw.finish();
}

bool BlockUnpacker::unpack_streams(std::string_view& bytes, std::uint64_t numbers) {
    std::array<std::uint64_t, streams> sizes{};
    packed_sizes_.fill(0);
    for (std::size_t i = 0; i < streams; ++i) {
        if (!take_length(bytes, sizes[i]) || sizes[i] > numbers) return false;
        numbers -= sizes[i];
        if (sizes[i] > 0 && !take_length(bytes, packed_sizes_[i])) return false;
    }
    if (numbers != 0) return false;
    for (std::size_t i = 0; i < streams; ++i) {
        if (packed_sizes_[i] > bytes.size()) return false;
        if (!unpacker_.unpack(bytes.substr(0, packed_sizes_[i]), sizes[i], bytes_[i])) return false;
        bytes.remove_prefix(packed_sizes_[i]);
    }
    return true;
}

std::optional<std::array<std::uint64_t, streams>> BlockUnpacker::stream_bits(std::string_view bytes,
                                                                             BlockContent const& content) {
    if (!unpack_streams(bytes, content.numbers())) return std::nullopt;
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
    if (!unpack_streams(bytes, content.numbers())) return std::nullopt;
    StreamReader reader(bytes_, bytes);
    UnpackedBlock block;
    block.first = first;
    if (!take_lists(reader, content, block) || !take_groups(reader, content, vertex_count, block)) return std::nullopt;
    if (!reader.is_whole()) return std::nullopt;
    return block;
}

} // namespace cerrado::detail::cgz
