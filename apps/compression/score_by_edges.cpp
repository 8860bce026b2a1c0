// The score of one size: the cliques are counted, and those with edges of their own searched for on the host.
#include "codec/own_cliques.hpp"
#include "compression/score_forms.hpp"
#include "library/time_left.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/run/run.hpp>

namespace cerrado {
namespace {

// Jobs are the vertices, the highest first.
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

// The options of the search, which is the host's.
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
            if (edges < vertices + 2) return; // a vertex and an edge to each member take the place of these
            ++row.compressing;
            row.score += edges - vertices - 1;
        });
    }
    result.rows.push_back(row);
    return result;
}

} // namespace cerrado
