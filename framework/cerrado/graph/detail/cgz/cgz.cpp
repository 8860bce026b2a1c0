#include <cerrado/graph/detail/cgz/cgz.hpp>

#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/compressed_graph.hpp>
#include <cerrado/graph/detail/cgz/block.hpp>
#include <cerrado/graph/detail/cgz/layout.hpp>
#include <cerrado/graph/detail/graph_arrays.hpp>
#include <cerrado/graph/detail/io/arrays/checksum.hpp>
#include <cerrado/graph/detail/io/files.hpp>
#include <cerrado/graph/detail/order/list_building.hpp>
#include <cerrado/graph/detail/order/order.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <list>
#include <optional>
#include <span>
#include <vector>

namespace cerrado::detail::cgz {

// The lists of a graph are made from its blocks by one thread.

// Returns: the lists of a graph with `vertex_count` vertices and the edges of the blocks that are present. `order` has
// the vertex at each place, or is empty. The function sweeps three times over the edges, and is twice as fast as
// graph_from_edges() on one thread. Memory: 8 bytes for each edge of each group beside the lists.
ListArrays lists_of_blocks(VertexId vertex_count, std::span<std::optional<UnpackedBlock> const> blocks,
                           std::span<VertexId const> order);

namespace {

template <class Visit> void for_edges_of(std::span<std::optional<UnpackedBlock> const> blocks,
                                         std::span<VertexId const> order, Visit const& visit) {
    for (auto const& block : blocks) {
        if (!block) continue;
        if (order.empty()) {
            block->for_edges(visit);
        } else {
            block->for_edges([&](VertexId u, VertexId v) { visit(order[u], order[v]); });
        }
    }
}

// Returns: the beginnings of lists with these lengths, and the end of the last list.
std::vector<EdgeOffset> begins_of(std::vector<EdgeOffset> lengths) {
    EdgeOffset next = 0;
    for (EdgeOffset& length : lengths) next += std::exchange(length, next);
    return lengths;
}

// Keeps one copy of each repeated neighbour. Returns: the offsets of the lists that are left.
UnfilledVector<EdgeOffset> keep_one_each(std::span<EdgeOffset const> begins, VertexId* neighbours) {
    UnfilledVector<EdgeOffset> offsets{0};
    offsets.reserve(begins.size());
    EdgeOffset kept = 0;
    for (std::size_t v = 0; v + 1 < begins.size(); ++v) {
        for (EdgeOffset p = begins[v]; p < begins[v + 1]; ++p) {
            VertexId const u = neighbours[p];
            if (kept == offsets.back() || neighbours[kept - 1] != u) neighbours[kept++] = u;
        }
        offsets.push_back(kept);
    }
    return offsets;
}

} // namespace

ListArrays lists_of_blocks(VertexId vertex_count, std::span<std::optional<UnpackedBlock> const> blocks,
                           std::span<VertexId const> order) {
    std::vector<EdgeOffset> lengths(std::size_t{vertex_count} + 1);
    for_edges_of(blocks, order, [&](VertexId u, VertexId v) {
        ++lengths[u];
        ++lengths[v];
    });
    std::vector<EdgeOffset> const begins = begins_of(std::move(lengths));
    std::vector<EdgeOffset> next = begins;
    UnfilledVector<VertexId> unsorted(begins.back());
    for_edges_of(blocks, order, [&](VertexId u, VertexId v) {
        unsorted[next[u]++] = v;
        unsorted[next[v]++] = u;
    });
    // The vertices are passed in ascending order, and each is put into the lists of its neighbours. So the lists
    // ascend.
    ListArrays arrays;
    arrays.neighbours.resize(begins.back());
    next = begins;
    for (VertexId v = 0; v < vertex_count; ++v) {
        for (EdgeOffset p = begins[v]; p < begins[v + 1]; ++p) arrays.neighbours[next[unsorted[p]]++] = v;
    }
    arrays.offsets = keep_one_each(begins, arrays.neighbours.data());
    arrays.neighbours.resize(arrays.offsets.back());
    return arrays;
}

namespace {

// pairs in groups for each edge, on average; Cerrado writes no file with more
constexpr std::uint64_t most_pairs_per_edge = 64;

class GraphReader {
public:
    GraphReader(std::string_view bytes, std::string const& path, Reading const& reading)
        : layout_(bytes, path),
          reading_(reading),
          team_(team_size(layout_.header().edge_count, reading.threads)) {}

    Graph read() {
        std::vector<VertexId> const order = unpack();
        auto ids = attempted([&] { return read_ids(layout_); });
        Graph graph = built(order, ids ? std::move(*ids) : std::vector<OriginalId>());
        graph.cleaning = {};
        if (!lost_edges_ && graph.edge_count() != layout_.header().edge_count) {
            layout_.fail(fmt::format(
                "its blocks hold {} edges, but its header says {}; the file is damaged, compress the graph again",
                graph.edge_count(), layout_.header().edge_count));
        }
        if ((layout_.header().flags & flag_oriented) != 0) graph = orient(graph);
        add_marks(graph);
        if (reading_.columns) add_columns(graph);
        return graph;
    }

private:
    // Returns nothing if the work throws and `damage` is to be called instead.
    template <class Work> auto attempted(Work const& work) -> std::optional<decltype(work())> {
        if (!reading_.damage) return work();
        try {
            return work();
        } catch (InputError const& error) {
            reading_.damage(error.what());
            return std::nullopt;
        }
    }

    // Fills blocks_. Returns: the order.
    std::vector<VertexId> unpack() {
        blocks_.resize(layout_.block_count());
        std::optional<std::vector<VertexId>> order;
        std::atomic<std::size_t> next = 0;
        team_.run([&](Member) {
            BlockUnpacker unpacker(layout_.refers());
            for (std::size_t i; (i = next++) <= blocks_.size();) {
                if (i == 0) {
                    order = attempted([&] { return read_order_ranks(layout_); });
                } else {
                    unpack_block(i - 1, unpacker);
                }
            }
        });
        if (!order)
            layout_.fail(
                "the order of its vertices is damaged, so no part of the graph can be read; fetch or compress the file "
                "again");
        tell_damage();
        replace_ranks(*order, team_);
        return std::move(*order);
    }

    void unpack_block(std::size_t i, BlockUnpacker& unpacker) {
        auto const bytes = layout_.block_bytes(i);
        if (!bytes) return;
        blocks_[i] =
            unpacker.unpack(*bytes, layout_.block(i).content(), layout_.first_vertex(i), layout_.vertex_count());
    }

    void tell_damage() {
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            if (blocks_[i]) continue;
            lost_edges_ = true;
            std::string const problem = fmt::format("{} is {}", layout_.block_name(i), damage_of(i));
            if (!reading_.damage) {
                layout_.fail(problem +
                             "; fetch or compress it again, or read the rest with `cerrado decompress --keep-going`");
            }
            reading_.damage(fmt::format("{}: {}", layout_.path(), problem));
        }
    }

    char const* damage_of(std::size_t block) const {
        return layout_.is_cut_off() && !layout_.block_bytes(block) ? "damaged or cut off" : "damaged";
    }

    void check_pairs() const {
        std::uint64_t pairs = 0;
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            if (blocks_[i]) pairs += layout_.block(i).group_pairs;
            if (pairs / most_pairs_per_edge > layout_.header().edge_count) {
                layout_.fail(
                    "its groups hold far more pairs than its edges; the file is damaged, compress the graph again");
            }
        }
    }

    Graph built(VertexOrder const& order, std::vector<OriginalId> ids) {
        check_pairs();
        try {
            require_distinct(ids);
            if (team_.size() > 1) return built_by_team(order, std::move(ids));
            ListArrays arrays = lists_of_blocks(layout_.vertex_count(), blocks_, order);
            arrays.original_ids = std::move(ids);
            return adopt_lists(std::move(arrays));
        } catch (InputError const& error) {
            layout_.fail(error.what());
        }
    }

    Graph built_by_team(VertexOrder const& order, std::vector<OriginalId> ids) {
        ListBuilding building(layout_.vertex_count(), team_);
        building.part(blocks_.size(), [&](std::size_t i, auto const& put) {
            if (!blocks_[i]) return;
            if (order.empty()) {
                blocks_[i]->for_edges(put);
            } else {
                blocks_[i]->for_edges([&](VertexId u, VertexId v) { put(order[u], order[v]); });
            }
        });
        blocks_.clear();
        return building.run(std::move(ids));
    }

    void add_marks(Graph& graph) {
        auto marks = attempted([&] {
            bool const needs_edges = layout_.section(SectionKind::arcs) || layout_.section(SectionKind::edge_labels);
            if (lost_edges_ && needs_edges) {
                layout_.fail(
                    "the directions and labels of edges are lost with the damaged blocks, and so are other marks");
            }
            return read_marks(layout_, graph);
        });
        if (marks) graph.marks = std::move(*marks);
    }

    void add_columns(Graph& graph) {
        auto full = attempted([&] {
            if (lost_edges_ && layout_.section(SectionKind::columns))
                layout_.fail("the attributes are lost with the damaged blocks");
            return read_columns(layout_, graph);
        });
        if (full) graph = std::move(*full);
    }

    Layout layout_;
    Reading const& reading_;
    Team team_;
    std::vector<std::optional<UnpackedBlock>> blocks_;
    bool lost_edges_ = false;
};

} // namespace

Graph read_compressed(std::string_view bytes, std::string const& path, Reading const& reading) {
    return GraphReader(bytes, path, reading).read();
}

std::vector<BlockRange> block_ranges(GroupedLists const& lists) {
    std::vector<BlockRange> ranges;
    std::size_t group = 0;
    std::uint64_t edges = 0; // edges of the last block
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

// For each block, the other blocks that have edges of its vertices, ascending.
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

namespace cerrado {

namespace {

constexpr std::size_t kept_blocks = 16;

using detail::cgz::UnpackedBlock;

// Appends the neighbours of the vertex at this place that the block has, as places. Some may come twice.
void append_neighbours(UnpackedBlock const& block, VertexId place, std::vector<VertexId>& neighbours) {
    std::size_t const vertices = block.offsets.size() - 1;
    for (EdgeOffset p = 0; p < block.lower.size(); ++p) {
        if (block.lower[p] != place) continue;
        auto const upper = std::ranges::upper_bound(block.offsets, p) - block.offsets.begin() - 1;
        neighbours.push_back(block.first + static_cast<VertexId>(upper));
    }
    if (place >= block.first && place - block.first < vertices) {
        std::size_t const i = place - block.first;
        neighbours.insert(neighbours.end(), block.lower.begin() + static_cast<std::ptrdiff_t>(block.offsets[i]),
                          block.lower.begin() + static_cast<std::ptrdiff_t>(block.offsets[i + 1]));
    }
    for (std::size_t group = 0; group < block.groups.count(); ++group) {
        auto const members = block.groups[group];
        if (!std::ranges::binary_search(members, place)) continue;
        std::ranges::remove_copy(members, std::back_inserter(neighbours), place);
    }
}

} // namespace

struct CompressedGraph::State {
    struct KeptBlock {
        std::size_t number;
        std::shared_ptr<UnpackedBlock const> block;
    };

    explicit State(std::string const& path)
        : file(detail::load_file(path)),
          layout(file.bytes, path),
          order(read_order_ranks(layout)),
          places(order.size()) {
        Team caller;
        detail::cgz::replace_ranks(order, caller);
        for (std::size_t place = 0; place < order.size(); ++place) places[order[place]] = static_cast<VertexId>(place);
    }

    bool oriented() const { return (layout.header().flags & detail::cgz::flag_oriented) != 0; }
    VertexId vertex_at(VertexId place) const { return order.empty() ? place : order[place]; }

    std::shared_ptr<UnpackedBlock const> block(std::size_t number) {
        auto const found = std::ranges::find(kept, number, &KeptBlock::number);
        if (found != kept.end()) {
            kept.splice(kept.begin(), kept, found);
            return found->block;
        }
        auto const bytes = layout.block_bytes(number);
        auto unpacked = bytes ? unpacker.unpack(*bytes, layout.block(number).content(), layout.first_vertex(number),
                                                layout.vertex_count())
                              : std::nullopt;
        if (!unpacked) layout.fail(layout.block_name(number) + " is damaged; fetch or compress it again");
        kept.push_front({number, std::make_shared<UnpackedBlock const>(std::move(*unpacked))});
        if (kept.size() > kept_blocks) kept.pop_back();
        return kept.front().block;
    }

    detail::FileBytes file;
    detail::cgz::Layout layout;
    // the vertex at each place, and the place of each vertex; empty if they are the same
    std::vector<VertexId> order, places;
    detail::cgz::BlockUnpacker unpacker{layout.refers()};
    std::list<KeptBlock> kept; // the block that was used last is first
};

CompressedGraph::CompressedGraph(std::string const& path) : state_(std::make_unique<State>(path)) {}
CompressedGraph::~CompressedGraph() = default;
CompressedGraph::CompressedGraph(CompressedGraph&&) noexcept = default;
CompressedGraph& CompressedGraph::operator=(CompressedGraph&&) noexcept = default;

VertexId CompressedGraph::vertex_count() const { return state_->layout.vertex_count(); }
std::uint64_t CompressedGraph::edge_count() const { return state_->layout.header().edge_count; }
std::size_t CompressedGraph::block_count() const { return state_->layout.block_count(); }

std::vector<VertexId> CompressedGraph::neighbours(VertexId vertex) {
    VertexId const place = state_->places.empty() ? vertex : state_->places[vertex];
    std::size_t const own = state_->layout.block_of(place);
    std::vector<VertexId> neighbours;
    append_neighbours(*state_->block(own), place, neighbours);
    for (std::uint32_t const other : state_->layout.mentions(own)) {
        append_neighbours(*state_->block(other), place, neighbours);
    }
    for (VertexId& u : neighbours) u = state_->vertex_at(u);
    if (state_->oriented()) std::erase_if(neighbours, [&](VertexId u) { return u < vertex; });
    std::ranges::sort(neighbours);
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
    return neighbours;
}

std::vector<Edge> CompressedGraph::block(std::size_t i) {
    std::vector<Edge> edges;
    state_->block(i)->for_edges([&](VertexId lower, VertexId upper) {
        auto const [source, target] = std::minmax({state_->vertex_at(lower), state_->vertex_at(upper)});
        edges.push_back({source, target});
    });
    std::ranges::sort(edges, [](Edge const& a, Edge const& b) {
        return a.source != b.source ? a.source < b.source : a.target < b.target;
    });
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

Graph CompressedGraph::graph(int threads) const {
    Graph graph = detail::cgz::read_compressed(state_->file.bytes, state_->layout.path(), {.threads = threads});
    graph.source = state_->layout.path();
    return graph;
}

std::vector<CompressedPart> CompressedGraph::parts() const {
    using namespace detail::cgz;
    Layout const& layout = state_->layout;
    std::vector<CompressedPart> parts{{"lists: lengths"},    {"lists: gaps"},
                                      {"lists: references"}, {"groups: first members and sizes"},
                                      {"groups: gaps"},      {"blocks: sizes of streams"}};
    auto const part_of = [](int stream) -> std::size_t {
        if (stream >= reference_stream) return 2;
        return stream == length_stream ? 0 : stream < lowest_stream ? 1 : stream < member_stream ? 3 : 4;
    };
    double blocks = 0;
    BlockUnpacker unpacker(layout.refers());
    for (std::size_t i = 0; i < layout.block_count(); ++i) {
        auto const bytes = layout.block_bytes(i);
        auto const bits = bytes ? unpacker.stream_bits(*bytes, layout.block(i).content()) : std::nullopt;
        if (!bits) layout.fail(layout.block_name(i) + " is damaged; fetch or compress it again");
        blocks += static_cast<double>(bytes->size());
        for (int stream = 0; stream < streams; ++stream) {
            double const own = static_cast<double>((*bits)[static_cast<std::size_t>(stream)]) / 8;
            parts[part_of(stream)].bytes += own;
            blocks -= own;
        }
    }
    parts[5].bytes = blocks;
    if (!layout.refers()) parts.erase(parts.begin() + 2);
    double rest = static_cast<double>(layout.header().file_bytes);
    for (SectionEntry const& section : layout.sections()) {
        parts.push_back({std::string(name_of(section.kind)), static_cast<double>(section.bytes)});
    }
    for (CompressedPart const& part : parts) rest -= part.bytes;
    parts.push_back({"header and index, twice", rest});
    return parts;
}

bool detail::is_compressed_file(std::string const& path) {
    std::ifstream file(path, std::ios::binary);
    std::string begin(cgz::file_magic.size(), '\0');
    file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    return cgz::is_compressed_graph(begin);
}

} // namespace cerrado
