#include <cerrado/graph/cgz/block.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/cgz/grouped_lists.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <span>
#include <zstd.h>

namespace cerrado::detail::cgz {

namespace {

// Marks the entries of `graph` that lead from a member down to the others. Returns: those that had no mark.
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

// The bytes of a stream follow no pattern but how often each occurs, so that what is found repeated is often dearer than
// the bytes themselves: the first looks for hardly any.
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
        if (ZSTD_isError(size)) throw std::bad_alloc(); // the one thing that can go wrong
        if (size - frame_magic.size() < best.size()) best.assign(packed, frame_magic.size(), size - frame_magic.size());
    }
    return best;
}

struct FrameUnpacker::Context {
    ZSTD_DCtx* handle = ZSTD_createDCtx();
    std::string frame; // with its first four bytes
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

// Takes `length` entries below `above`, descending.
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

// Of lists that may refer to others. What they copy takes no bytes, so that memory is taken as it is needed.
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

    // False where an entry is there twice.
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
    std::vector<VertexId> copies_, rest_; // of a list, descending
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
    // Lists that refer have fewer gaps, but a reference, how many runs, and these: at most 1 and twice what is copied.
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

} // namespace cerrado::detail::cgz
