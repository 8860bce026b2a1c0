#include <cerrado/graph/cgz/read.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/core/team.hpp>
#include <cerrado/core/unfilled_vector.hpp>
#include <cerrado/graph/cgz/lists_of_blocks.hpp>
#include <cerrado/graph/cgz/sections.hpp>
#include <cerrado/graph/order.hpp>

#include <fmt/format.h>

#include <atomic>

namespace cerrado::detail::cgz {
namespace {

constexpr std::uint64_t most_pairs_per_edge = 64; // in groups, on average; more is no file of ours

class GraphReader {
public:
    GraphReader(std::string_view bytes, std::string const& path, Reading const& reading)
        : layout_(bytes, path),
          reading_(reading),
          team_(team_size(layout_.header().edge_count, reading.threads)) {}

    Graph read() {
        unpack_blocks();
        auto const order = attempted([&] { return read_order(layout_); });
        if (!order)
            layout_.fail("without the order of its vertices nothing of it can be told; fetch or compress it again");
        auto ids = attempted([&] { return read_ids(layout_); });
        Graph graph = built(*order, ids ? std::move(*ids) : std::vector<OriginalId>());
        graph.cleaning = {};
        if (!lost_edges_ && graph.edge_count() != layout_.header().edge_count) {
            layout_.fail(fmt::format("its blocks hold {} edges, its header says {}; compress the graph again",
                                     graph.edge_count(), layout_.header().edge_count));
        }
        if ((layout_.header().flags & flag_oriented) != 0) graph = orient(graph);
        add_marks(graph);
        return graph;
    }

private:
    // Nothing where it throws and damage is to be told instead.
    template <class Work> auto attempted(Work const& work) -> std::optional<decltype(work())> {
        if (!reading_.damage) return work();
        try {
            return work();
        } catch (InputError const& error) {
            reading_.damage(error.what());
            return std::nullopt;
        }
    }

    void unpack_blocks() {
        blocks_.resize(layout_.block_count());
        std::atomic<std::size_t> next = 0;
        team_.run([&](Member) {
            BlockUnpacker unpacker;
            for (std::size_t i; (i = next++) < blocks_.size();) {
                auto const bytes = layout_.block_bytes(i);
                if (!bytes) continue;
                blocks_[i] = unpacker.unpack(*bytes, layout_.block(i).content(), layout_.first_vertex(i),
                                             layout_.vertex_count());
            }
        });
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
                layout_.fail("its groups hold far more pairs than its edges; compress the graph again");
            }
        }
    }

    UnfilledVector<Edge> edges(VertexOrder const& order) {
        std::vector<std::size_t> begins;
        std::uint64_t count = 0;
        for (auto const& block : blocks_) {
            begins.push_back(count);
            BlockContent const& content = layout_.block(begins.size() - 1).content();
            if (block) count += content.list_edges + content.group_pairs;
        }
        UnfilledVector<Edge> edges(count);
        std::atomic<std::size_t> next = 0;
        team_.run([&](Member) {
            for (std::size_t i; (i = next++) < blocks_.size();) {
                if (!blocks_[i]) continue;
                Edge* place = edges.data() + begins[i];
                if (order.empty()) {
                    blocks_[i]->for_edges([&](VertexId u, VertexId v) { *place++ = {u, v}; });
                } else {
                    blocks_[i]->for_edges([&](VertexId u, VertexId v) { *place++ = {order[u], order[v]}; });
                }
                blocks_[i].reset();
            }
        });
        return edges;
    }

    Graph built(VertexOrder const& order, std::vector<OriginalId> ids) {
        check_pairs();
        try {
            if (team_.size() > 1) {
                return graph_from_edges(layout_.vertex_count(), edges(order), std::move(ids), team_);
            }
            GraphArrays arrays = lists_of_blocks(layout_.vertex_count(), blocks_, order);
            require_distinct(ids);
            arrays.original_ids = std::move(ids);
            return adopt_arrays(std::move(arrays));
        } catch (InputError const& error) {
            layout_.fail(error.what());
        }
    }

    void add_marks(Graph& graph) {
        auto marks = attempted([&] {
            bool const needs_edges = layout_.section(SectionKind::arcs) || layout_.section(SectionKind::edge_labels);
            if (lost_edges_ && needs_edges) {
                layout_.fail(
                    "directions and labels of its edges are lost with the damaged blocks, and so are other marks");
            }
            return read_marks(layout_, graph);
        });
        if (marks) graph.marks = std::move(*marks);
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

} // namespace cerrado::detail::cgz
