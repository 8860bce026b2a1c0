#include <cerrado/graph/cgz/read.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/core/team.hpp>
#include <cerrado/graph/cgz/lists_of_blocks.hpp>
#include <cerrado/graph/cgz/places.hpp>
#include <cerrado/graph/cgz/sections.hpp>
#include <cerrado/graph/graph_arrays.hpp>
#include <cerrado/graph/order/order.hpp>

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
        std::vector<VertexId> const order = unpack();
        auto ids = attempted([&] { return read_ids(layout_); });
        Graph graph = built(order, ids ? std::move(*ids) : std::vector<OriginalId>());
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
            layout_.fail("without the order of its vertices nothing of it can be told; fetch or compress it again");
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
                layout_.fail("its groups hold far more pairs than its edges; compress the graph again");
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
