// The compression functions of Cerrado::apps. They choose the way that serves a query.
#include "codec/own_cliques.hpp"
#include "compression/forms.hpp"
#include "library/form.hpp"
#include "library/on_devices.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/run.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace cerrado {

// The score of one size. A run counts the cliques, and the host searches for the cliques with edges of their own.

namespace {

// The jobs of the search. Each job is a vertex, and the highest comes first.
struct OwnCliqueJobs {
    compression::OwnCliques* cliques;
    VertexId vertices;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        auto const is_stopped = [&te] { return W::grid_load(te.context().queue.stop) >= queue_is_stopped; };
        auto const job = static_cast<VertexId>(te.number());
        cliques->search(vertices - 1 - job, static_cast<int>(te.worker()), is_stopped);
    }
};

Graph by_degree(Graph const& graph, RunOptions const& options) {
    Team team(numbering_team_size(graph, options.threads));
    return reorder(graph, degree_order(graph, team), team);
}

// Returns: the options of the search, which runs on the host.
RunOptions search_options(RunOptions own) {
    own.device = DeviceKind::host;
    own.order = GraphOrder::automatic;
    own.workers = own.warp_width = own.balance.pieces = 0;
    own.balance = {};
    return own;
}

Status stopped_status(RunOptions const& options) {
    return options.interrupt != nullptr && options.interrupt->load() ? Status::interrupted : Status::deadline;
}

} // namespace

std::string semantics_of(CompressionQuery const&) {
    return "cliques that give way to a vertex each, and what that saves";
}

CompressionResult score_by_edges(Resident const& graph, int k, RunOptions const& options) {
    TimeLeft const time(options);
    CompressionResult result{count_cliques(graph, {.k = k}, options), {}};
    result.chosen.form = "edges";
    if (result.status != Status::complete) return result;
    CompressionRow row{k, result.of<BySize>().sum.empty() ? to_string(result.count) : result.of<BySize>().sum};
    if (k > 3 && row.cliques != "0") {
        Graph const ordered = by_degree(graph.graph(), options);
        RunOptions const own = search_options(time.in(options));
        compression::OwnCliques cliques(ordered, k, expected_workers(own));
        RunResult const search = run_jobs(ordered.vertex_count(), OwnCliqueJobs{&cliques, ordered.vertex_count()}, own);
        result.status = cliques.was_stopped() ? stopped_status(options) : search.status;
        add_seconds(result, search);
        if (result.status != Status::complete) return result;
        auto const vertices = static_cast<std::uint64_t>(k);
        cliques.for_each_clique([&](std::uint64_t edges) {
            if (edges < vertices + 2) return; // one vertex and an edge to each member replace the own edges
            ++row.compressing;
            row.score += edges - vertices - 1;
        });
    }
    result.rows.push_back(row);
    return result;
}

// The right column of Algorithm 19 of the DuMato thesis, but without storing cliques. It lists them twice: once to
// count the cliques at each edge, and once to rank the cliques.

namespace {

// The number of cliques at each edge, where 2 stands for 2 or more. An edge is known by its place in the list of its
// lower end.
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

// Returns: the options of a listing whose sink calls visit(clique) for each clique.
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

namespace {

constexpr int smallest = 3;
constexpr int largest_listed = 32;
constexpr int most_by_edges = 8; // number of sizes that are searched one after the other

struct SizesAsked {
    int first, last;
    bool is_one() const { return first == last; }
};

SizesAsked sizes_of(CompressionQuery const& query) {
    CompressionQuery const unset;
    if (query.k != 0 && (query.min_k != unset.min_k || query.max_k != unset.max_k)) {
        throw InputError(
            "CompressionQuery has both k and min_k or max_k; set only k for one size, or only min_k and max_k for "
            "several");
    }
    SizesAsked const sizes = query.k != 0 ? SizesAsked{query.k, query.k} : SizesAsked{query.min_k, query.max_k};
    if (sizes.first < smallest) {
        throw InputError(fmt::format("cliques of k = {} vertices save nothing: give sizes of 3 or more", sizes.first));
    }
    if (sizes.last < sizes.first) {
        throw InputError(
            fmt::format("cliques of {} to {} vertices: give the smaller size first", sizes.first, sizes.last));
    }
    return sizes;
}

void check(Graph const& graph, CompressionQuery const& query, RunOptions const& options) {
    SizesAsked const sizes = sizes_of(query);
    if (options.checkpoint.on())
        throw InputError("the score of compression has no checkpoints: unset RunOptions::checkpoint");
    if (options.roots) throw InputError("the score of compression needs the whole graph: unset RunOptions::roots");
    if (options.of<StoreInput>().sink || options.of<StoreInput>().batch_sink || options.of<StoreInput>().narrow_sink ||
        options.of<StoreInput>().device_sink || options.of<StoreInput>().limit) {
        throw InputError("the score of compression lists nothing: unset StoreInput::limit and the sinks");
    }
    if (graph.oriented() || is_directed(graph)) {
        throw InputError("the score of compression needs an undirected graph: read the graph without directions");
    }
    if (query.algorithm == Algorithm::paper && (!sizes.is_one() || sizes.first > largest_listed)) {
        throw InputError("the algorithm paper lists cliques of one size, from 3 to 32; give a k, or take pivot");
    }
    if (query.algorithm != Algorithm::fast && query.algorithm != Algorithm::pivot &&
        query.algorithm != Algorithm::paper) {
        throw InputError(fmt::format("the algorithm {} does not compute the score; take fast, pivot or paper",
                                     name_of(query.algorithm)));
    }
}

// Returns: whether the sizes are searched one after the other.
bool is_by_edges(CompressionQuery const& query, SizesAsked sizes) {
    return query.algorithm == Algorithm::fast && sizes.last - sizes.first < most_by_edges;
}

CompressionResult score_each(Resident const& graph, SizesAsked sizes, RunOptions const& options) {
    TimeLeft const time(options);
    CompressionResult result = score_by_edges(graph, sizes.first, options);
    for (int k = sizes.first + 1; k <= sizes.last && result.status == Status::complete; ++k) {
        if (result.rows.back().cliques == "0") break;
        CompressionResult next = score_by_edges(graph, k, time.in(options));
        result.status = next.status;
        add_seconds(result, next);
        result.rows.insert(result.rows.end(), next.rows.begin(), next.rows.end());
    }
    if (result.status != Status::complete) result.rows.clear();
    if (!sizes.is_one()) {
        std::erase_if(result.rows, [](CompressionRow const& row) { return row.cliques == "0"; });
        result.count = 0;
    }
    return result;
}

CompressionResult score_at_once(Resident const& graph, SizesAsked sizes, RunOptions const& options) {
    CompressionResult result = score_by_leaves(graph, sizes.first, options);
    std::erase_if(result.rows, [&](CompressionRow const& row) { return row.k > sizes.last; });
    if (sizes.is_one() && result.rows.empty() && result.status == Status::complete) result.rows = {{sizes.first, "0"}};
    return result;
}

} // namespace

CompressionResult score_compression(GraphOrResident const& graph, CompressionQuery const& query,
                                    RunOptions const& options) {
    check(graph.graph(), query, options);
    SizesAsked const sizes = sizes_of(query);
    if (options.is_shared()) {
        return run_on_devices<CompressionResult>(
            graph, options, [&](RunOptions const& own) { return score_compression(graph, query, own); });
    }
    return run_on_resident(graph, options, [&](Resident const& resident, RunOptions const& own) {
        if (query.algorithm == Algorithm::paper) return score_by_list(resident, sizes.first, own);
        return is_by_edges(query, sizes) ? score_each(resident, sizes, own) : score_at_once(resident, sizes, own);
    });
}

std::string estimate_score(Graph const& graph, CompressionQuery const& query, RunOptions const& options) {
    check(graph, query, options);
    SizesAsked const sizes = sizes_of(query);
    if (query.algorithm == Algorithm::paper) {
        RunOptions listing = options;
        listing.of<StoreInput>().batch_sink = [](std::span<OriginalId const>) {};
        return score_paper_form(sizes.first).estimate(graph, listing);
    }
    if (is_by_edges(query, sizes)) return bind_cliques({.k = sizes.last}).estimate(graph, options);
    return estimate_by_leaves(graph, sizes.first, options);
}

} // namespace cerrado
