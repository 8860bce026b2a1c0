#include <cerrado/graph/compressed_graph.hpp>

#include <cerrado/graph/cgz/places.hpp>
#include <cerrado/graph/cgz/read.hpp>
#include <cerrado/graph/cgz/sections.hpp>
#include <cerrado/graph/io/packed/file_bytes.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <list>

namespace cerrado {
namespace {

constexpr std::size_t kept_blocks = 16;

using detail::cgz::UnpackedBlock;

// Of a vertex at this place, the neighbours that the block tells, as places; some twice.
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
    std::vector<VertexId> order, places; // of each place the vertex, and the other way; empty: they are the same
    detail::cgz::BlockUnpacker unpacker{layout.refers()};
    std::list<KeptBlock> kept; // the one asked for last is first
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
