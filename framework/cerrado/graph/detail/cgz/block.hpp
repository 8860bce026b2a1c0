// A block of a compressed graph: frames of numbers, references to earlier lists, and the lists themselves.
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/graph/detail/cgz/grouped_lists.hpp>
#include <cerrado/graph/detail/cgz/numbers.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail::cgz {

// Bytes packed by zstd. Only layout.cpp names zstd.

inline constexpr std::size_t most_unpacked_per_byte =
    40000; // a frame of n bytes cannot hold more than this many times n

// Packs one piece after another. Each thread has its own packer.
class FramePacker {
public:
    explicit FramePacker(int effort); // 1 to 3
    ~FramePacker();
    FramePacker(FramePacker const&) = delete;
    FramePacker& operator=(FramePacker const&) = delete;

    // Returns: one zstd frame without the four bytes that begin every frame. If the frame is not shorter than the
    // bytes, returns the bytes as they are. In that case the result is as long as the bytes.
    std::string pack(std::string_view bytes);

private:
    struct Context;
    std::unique_ptr<Context> context_;
    int effort_;
};

class FrameUnpacker {
public:
    FrameUnpacker();
    ~FrameUnpacker();
    FrameUnpacker(FrameUnpacker const&) = delete;
    FrameUnpacker& operator=(FrameUnpacker const&) = delete;

    // Returns: false unless `packed` holds exactly `size` bytes packed as above. Memory: at most as much as `packed`
    // can hold.
    bool unpack(std::string_view packed, std::size_t size, std::string& bytes);

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

// References: a list can be written by what it shares with one of the 32 lists before it in its block. The reader goes
// down that list from its highest entry. Runs of its entries are by turns copied and left out, and the first run is
// copied. The last run needs no length. Entries that the list does not share are written as gaps.

inline constexpr VertexId farthest_reference = 32;
inline constexpr std::uint64_t most_copied_edges = std::uint64_t{1} << 16; // in a block

// Splits a list into the runs that it shares with another list, and the rest.
class ListSplit {
public:
    // Requires: both lists ascend.
    void split(std::span<VertexId const> list, std::span<VertexId const> other) {
        runs_.clear();
        rest_.clear();
        copied_ = 0;
        std::uint64_t run = 0;
        bool copies = true; // in this run
        std::size_t i = list.size();
        for (std::size_t j = other.size(); j-- > 0;) {
            for (; i > 0 && list[i - 1] > other[j]; --i) rest_.push_back(list[i - 1]);
            bool const is_common = i > 0 && list[i - 1] == other[j];
            if (is_common) {
                --i;
                ++copied_;
            }
            if (is_common != copies) {
                runs_.push_back(run);
                copies = is_common;
                run = 0;
            }
            ++run;
        }
        for (; i > 0; --i) rest_.push_back(list[i - 1]);
        std::ranges::reverse(rest_);
    }

    // lengths of all runs but the last; all but the first are 1 or more
    std::span<std::uint64_t const> runs() const { return runs_; }
    std::span<VertexId const> rest() const { return rest_; } // ascending
    std::uint64_t copied() const { return copied_; }

private:
    std::vector<std::uint64_t> runs_;
    std::vector<VertexId> rest_;
    std::uint64_t copied_ = 0;
};

// Asks take_run(is_copied) for the runs of `other`, which descends, and adds the copied entries to `copies`. Returns:
// false if the runs are longer than the list.
template <class TakeRun> bool take_copies(std::span<VertexId const> other, std::uint64_t runs, TakeRun const& take_run,
                                          std::vector<VertexId>& copies) {
    bool is_copied = true;
    for (std::uint64_t run = 0; run < runs; ++run, is_copied = !is_copied) {
        std::uint64_t const length = take_run(is_copied) + (run > 0 ? 1 : 0);
        if (length > other.size()) return false;
        if (is_copied) copies.insert(copies.end(), other.begin(), other.begin() + static_cast<std::ptrdiff_t>(length));
        other = other.subspan(length);
    }
    if (is_copied) copies.insert(copies.end(), other.begin(), other.end());
    return true;
}

// A block of a .cgz holds the lists of consecutive vertices, and the groups whose lowest members are these vertices, as
// numbers. The numbers lie in streams of bytes. Each stream is packed on its own, since similar bytes pack best
// together.

inline constexpr std::uint64_t block_edges = std::uint64_t{1} << 16;    // edges in a block, unless one vertex has more
inline constexpr std::uint32_t block_vertices = std::uint32_t{1} << 16; // at most
inline constexpr std::size_t smallest_group = 3;

// Each of these is the first of `gap_classes` streams. The class of the gap before decides which of them has the byte
// of a gap.
inline constexpr int gap_classes = 6;
inline constexpr int length_stream = 0;
inline constexpr int gap_stream = 1;
inline constexpr int lowest_stream = gap_stream + gap_classes;
inline constexpr int size_stream = lowest_stream + 1;
inline constexpr int member_stream = size_stream + 1;
// streams from here on exist only in files whose lists refer to others
inline constexpr int reference_stream = member_stream + gap_classes;
inline constexpr int run_count_stream = reference_stream + 1;
inline constexpr int left_out_stream = run_count_stream + 1;
inline constexpr int copied_stream = left_out_stream + 1;
inline constexpr int streams = copied_stream + 1;

constexpr int streams_of(bool refers) { return refers ? streams : reference_stream; }

// Class 0 is that of the first gap in a list.
inline int class_after(std::uint64_t gap) { return gap == 0 ? 1 : gap < 4 ? 2 : gap < 16 ? 3 : gap < 256 ? 4 : 5; }

// Vertices first to first + vertices - 1, and groups first_group to first_group + groups - 1.
struct BlockRange {
    VertexId first = 0;
    VertexId vertices = 0;
    std::size_t first_group = 0;
    std::size_t groups = 0;
};

// Hands the numbers of a list to sink.put(stream, number). If the list has a reference, these are the numbers of the
// rest of the list.
template <class Sink> void put_list(VertexId v, std::span<VertexId const> list, Sink& sink) {
    sink.put(length_stream, list.size());
    VertexId above = v;
    int gap_class = 0;
    for (std::size_t i = list.size(); i-- > 0; above = list[i]) {
        VertexId const gap = above - list[i] - 1;
        sink.put(gap_stream + gap_class, gap);
        gap_class = class_after(gap);
    }
}

// The same for a list that refers to another one.
template <class Sink> void put_split_list(VertexId v, ListSplit const& split, Sink& sink) {
    auto const runs = split.runs();
    sink.put(run_count_stream, runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i) {
        sink.put(i % 2 == 0 ? copied_stream : left_out_stream, runs[i] - (i > 0 ? 1 : 0));
    }
    put_list(v, split.rest(), sink);
}

// Hands every number of the block to sink.put(stream, number), in the order in which they are read.
template <class Sink> void put_block(GroupedLists const& lists, BlockRange const& range, Sink& sink) {
    ListSplit split;
    for (VertexId v = range.first; v < range.first + range.vertices; ++v) {
        VertexId const back = lists.references.empty() ? 0 : lists.references[v];
        if (!lists.references.empty()) sink.put(reference_stream, back);
        if (back == 0) {
            put_list(v, lists.list(v), sink);
        } else {
            split.split(lists.list(v), lists.list(v - back));
            put_split_list(v, split, sink);
        }
    }
    VertexId lowest = range.first;
    for (std::size_t group = range.first_group; group < range.first_group + range.groups; ++group) {
        auto const members = lists.groups[group];
        sink.put(lowest_stream, members[0] - lowest);
        sink.put(size_stream, members.size() - smallest_group);
        lowest = members[0];
        int gap_class = 0;
        for (std::size_t i = 1; i < members.size(); ++i) {
            VertexId const gap = members[i] - members[i - 1] - 1;
            sink.put(member_stream + gap_class, gap);
            gap_class = class_after(gap);
        }
    }
}

// The numbers in the index about a block's content. The block's bytes must agree with them.
struct BlockContent {
    std::uint64_t list_edges = 0;    // in lists
    std::uint64_t new_edges = 0;     // edges that are in groups of this block, but in no earlier group of any block
    std::uint64_t group_members = 0; // in all groups together
    std::uint64_t group_pairs = 0;   // in all groups together
    VertexId vertices = 0;
    std::uint32_t groups = 0;

    std::uint64_t numbers() const { return vertices + list_edges + groups + group_members; }
};
BlockContent content_of(GroupedLists const& lists, BlockRange const& range);

std::string packed_block(GroupedLists const& lists, BlockRange const& range, FramePacker& packer);

// A block's own part of GroupedLists: offsets and lists of its vertices, from 0 on, and its groups.
struct UnpackedBlock {
    VertexId first = 0;
    std::vector<EdgeOffset> offsets;
    std::vector<VertexId> lower; // descending for each vertex
    Groups groups;

    // Calls visit(lower end, upper end) for each edge. If an edge is in several groups, it comes several times.
    template <class Visit> void for_edges(Visit const& visit) const {
        for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
            for (EdgeOffset p = offsets[i]; p < offsets[i + 1]; ++p) visit(lower[p], first + static_cast<VertexId>(i));
        }
        for (std::size_t group = 0; group < groups.count(); ++group) {
            auto const members = groups[group];
            for (std::size_t i = 1; i < members.size(); ++i) {
                for (std::size_t j = 0; j < i; ++j) visit(members[j], members[i]);
            }
        }
    }
};

class BlockUnpacker {
public:
    explicit BlockUnpacker(bool refers) : refers_(refers) {} // true if lists of the file refer to others

    // Returns: nothing if the bytes are not such a block. Memory: as much as `content` says, if so few bytes can hold
    // so much.
    std::optional<UnpackedBlock> unpack(std::string_view bytes, BlockContent const& content, VertexId first,
                                        VertexId vertex_count);

    // Returns: the number of bits that each stream takes of a block's bytes, with its raw bits. Returns nothing if the
    // bytes are not such a block.
    std::optional<std::array<std::uint64_t, streams>> stream_bits(std::string_view bytes, BlockContent const& content);

private:
    bool unpack_streams(std::string_view& bytes, BlockContent const& content);

    bool refers_;
    FrameUnpacker unpacker_;
    std::array<std::string, streams> bytes_;
    std::array<std::uint64_t, streams> packed_sizes_{};
};

} // namespace cerrado::detail::cgz
