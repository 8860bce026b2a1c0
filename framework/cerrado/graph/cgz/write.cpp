#include <cerrado/graph/cgz/write.hpp>

#include <cerrado/graph/cgz/sections.hpp>
#include <cerrado/graph/io/arrays/checksum.hpp>

#include <algorithm>
#include <atomic>

namespace cerrado::detail::cgz {

std::vector<BlockRange> block_ranges(GroupedLists const& lists) {
    std::vector<BlockRange> ranges;
    std::size_t group = 0;
    std::uint64_t edges = 0; // of the last block
    for (VertexId v = 0; v < lists.vertex_count(); ++v) {
        std::size_t const first_group = group;
        std::uint64_t own = lists.list(v).size();
        for (; group < lists.groups.count() && lists.groups[group][0] == v; ++group) own += lists.new_edges[group];
        bool const is_full =
            ranges.empty() || ranges.back().vertices == block_vertices || (edges > 0 && edges + own > block_edges);
        if (is_full) {
            ranges.push_back({v, 0, first_group, 0});
            edges = 0;
        }
        edges += own;
        ++ranges.back().vertices;
        ranges.back().groups += group - first_group;
    }
    return ranges;
}

namespace {

// Of each block, the others with edges of its vertices, ascending.
class Mentions {
public:
    Mentions(GroupedLists const& lists, std::vector<BlockRange> const& ranges)
        : rows_(ranges.size()),
          block_of_(lists.vertex_count()) {
        for (std::size_t i = 0; i < ranges.size(); ++i) {
            std::fill_n(block_of_.begin() + ranges[i].first, ranges[i].vertices, static_cast<std::uint32_t>(i));
        }
        for (std::size_t i = 0; i < ranges.size(); ++i) enter(lists, ranges[i], static_cast<std::uint32_t>(i));
    }
    std::vector<std::vector<std::uint32_t>> const& rows() const { return rows_; }

private:
    void enter(GroupedLists const& lists, BlockRange const& range, std::uint32_t block) {
        auto const from = lists.lower.begin() + static_cast<std::ptrdiff_t>(lists.offsets[range.first]);
        auto const to = lists.lower.begin() + static_cast<std::ptrdiff_t>(lists.offsets[range.first + range.vertices]);
        std::for_each(from, to, [&](VertexId u) { enter(u, block); });
        for (std::size_t group = range.first_group; group < range.first_group + range.groups; ++group) {
            for (VertexId const u : lists.groups[group]) enter(u, block);
        }
    }
    void enter(VertexId u, std::uint32_t block) {
        auto& row = rows_[block_of_[u]];
        if (block_of_[u] != block && (row.empty() || row.back() != block)) row.push_back(block);
    }

    std::vector<std::vector<std::uint32_t>> rows_;
    std::vector<std::uint32_t> block_of_;
};

std::vector<std::string> packed_blocks(GroupedLists const& lists, std::vector<BlockRange> const& ranges, int effort,
                                       Team& team) {
    std::vector<std::string> blocks(ranges.size());
    std::atomic<std::size_t> next = 0;
    team.run([&](Member) {
        FramePacker packer(effort);
        for (std::size_t i; (i = next++) < ranges.size();) blocks[i] = packed_block(lists, ranges[i], packer);
    });
    return blocks;
}

BlockEntry entry_of(BlockContent const& content, std::string_view bytes) {
    return {checksum_of(bytes),    bytes.size(),        content.list_edges, content.new_edges,
            content.group_members, content.group_pairs, content.vertices,   content.groups};
}

} // namespace

std::string compressed_bytes(Written const& what, int effort, Team& team) {
    std::vector<BlockRange> const ranges = block_ranges(what.lists);
    std::vector<std::string> const blocks = packed_blocks(what.lists, ranges, effort, team);
    FramePacker packer(effort);
    std::vector<Section> const sections = packed_sections(what.graph, what.order, packer);
    Header header{};
    header.flags = (what.graph.oriented() ? flag_oriented : 0) | (what.lists.references.empty() ? 0 : flag_refers);
    header.vertex_count = what.graph.vertex_count();
    header.edge_count = what.graph.edge_count();
    Index index;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        index.blocks.push_back(entry_of(content_of(what.lists, ranges[i]), blocks[i]));
        bytes += blocks[i].size();
    }
    for (Section const& section : sections) {
        index.sections.push_back({checksum_of(section.bytes), section.bytes.size(), section.count, section.kind, 0});
        bytes += section.bytes.size();
    }
    if (blocks.size() > 1) {
        index.mentions = packed_mentions(Mentions(what.lists, ranges).rows(), packer, header.unpacked_mention_bytes);
    }
    std::string file = sealed_front(header, index);
    std::string const front = file;
    file.reserve(2 * front.size() + bytes);
    for (std::string const& block : blocks) file += block;
    for (Section const& section : sections) file += section.bytes;
    file.append(front, sizeof header);
    return file.append(front, 0, sizeof header);
}

} // namespace cerrado::detail::cgz
