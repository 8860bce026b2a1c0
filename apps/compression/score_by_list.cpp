// The right column of Algorithm 19 of the DuMato thesis, but that no clique is kept: they are listed twice, once to
// count in how many each edge is, and once to rank them.
#include "compression/score_forms.hpp"
#include "library/time_left.hpp"

#include <cerrado/output/store_input.hpp>
#include <cerrado/run/parts/result_sum.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace cerrado {
namespace {

// In how many cliques each edge is, up to 2: by the place of the edge in the list of its lower end.
class EdgeTallies {
public:
    explicit EdgeTallies(Graph const& graph) : graph_(graph), tallies_(graph.neighbour_array().size()) {
        for (VertexId v = 0; v < graph.vertex_count(); ++v) numbers_.emplace_back(graph.original_id(v), v);
        std::ranges::sort(numbers_);
    }

    // Calls visit(tally) for each edge of the clique.
    template <class Visit> void for_each_edge(std::span<OriginalId const> clique, Visit const& visit) {
        vertices_.clear();
        for (OriginalId const id : clique) {
            vertices_.push_back(std::ranges::lower_bound(numbers_, id, {}, &Number::first)->second);
        }
        std::ranges::sort(vertices_);
        for (std::size_t i = 0; i < vertices_.size(); ++i) {
            auto const list = graph_.neighbours(vertices_[i]);
            auto at = list.begin();
            for (std::size_t j = i + 1; j < vertices_.size(); ++j) {
                at = std::lower_bound(at, list.end(), vertices_[j]);
                visit(tallies_[graph_.offsets()[vertices_[i]] + static_cast<std::size_t>(at - list.begin())]);
            }
        }
    }

private:
    using Number = std::pair<OriginalId, VertexId>;

    Graph const& graph_;
    std::vector<std::uint8_t> tallies_;
    std::vector<Number> numbers_; // by original id
    std::vector<VertexId> vertices_;
};

// The options of a listing, whose sink calls visit(clique) for each.
template <class Visit> RunOptions to_each(RunOptions options, int k, Visit const& visit) {
    options.of<StoreInput>().batch_sink = [&visit, k](std::span<OriginalId const> ids) {
        auto const vertices = static_cast<std::size_t>(k);
        for (std::size_t i = 0; i < ids.size(); i += vertices) visit(ids.subspan(i, vertices));
    };
    return options;
}

} // namespace

CompressionResult score_by_list(Resident const& graph, int k, RunOptions const& options) {
    TimeLeft const time(options);
    BoundApplication const listing = score_paper_form(k);
    EdgeTallies edges(graph.graph());
    auto const count = [&](std::span<OriginalId const> clique) {
        edges.for_each_edge(clique, [](std::uint8_t& tally) { tally = static_cast<std::uint8_t>(tally == 0 ? 1 : 2); });
    };
    CompressionResult result{listing.run(graph, to_each(options, k, count)), {}};
    result.chosen.form = name_of(Algorithm::paper);
    if (result.status != Status::complete) return result;
    CompressionRow row{k, to_string(result.count)};
    auto const rank = [&](std::span<OriginalId const> clique) {
        int rank = k * (k - 1) / 2 - (k + 1);
        edges.for_each_edge(clique, [&](std::uint8_t const& tally) { rank -= tally > 1 ? 1 : 0; });
        if (rank < 1) return;
        ++row.compressing;
        row.score += static_cast<unsigned>(rank);
    };
    RunResult const again = listing.run(graph, to_each(time.in(options), k, rank));
    result.status = again.status;
    add_seconds(result, again);
    if (result.status == Status::complete) result.rows.push_back(row);
    return result;
}

} // namespace cerrado
