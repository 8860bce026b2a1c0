// Compiles the forms: on lists, on bit rows, by pivots, and of maximal cliques.
#include "clique/forms.hpp"

#include "clique/clique.hpp"
#include "library/bind.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace cerrado {

BoundApplication clique_paper_form(int k) { return bind_application(OfBoundWidths<CliquePaper>{{k}}); }

namespace {

struct WithHubRows {
    OfBoundWidths<Clique> app;
    ResidentArray<std::uint32_t> rows;
};

// To make the rows takes longer than to count the triangles of a small graph; lockstep, which tests, makes them anyway.
// Devices that share the roots each make all rows.
WithHubRows with_hub_rows(Resident const& graph, RunOptions const& options) {
    constexpr std::uint64_t least_edges = 1 << 21;
    bool const is_wide = options.warp_width == 0 || options.warp_width == full_warp_width;
    bool const pays = graph.device() == DeviceKind::cuda ? graph.graph().edge_count() >= least_edges
                                                         : graph.device() == DeviceKind::lockstep;
    bool const has_rows = pays && is_wide;
    HubSizes const hubs = hubs_among(graph.graph().vertex_count());
    WithHubRows made{{{3}}, graph.array<std::uint32_t>(has_rows ? HubRows::size(hubs) : 0)};
    if (!has_rows) return made;
    HubRows const rows{made.rows.ref().data};
    RunOptions marking;
    marking.device = options.device;
    marking.interrupt = options.interrupt;
    if (run(MarkHubs{rows, hubs}, graph, marking).status == Status::complete) made.app.rows = rows;
    return made;
}

} // namespace

BoundApplication clique_oriented_form(int k) {
    if (k == 3) return bind_reading(OfBoundWidths<Clique>{{k}}, &with_hub_rows);
    return bind_application(OfBoundWidths<Clique>{{k}});
}

BoundApplication clique_bitmap_form(int k) { return bind_application(OfBoundWidths<CliqueBitmap>{{k}}); }
BoundApplication clique_list_form(int k) { return bind_application(OfBoundWidths<CliqueListBitmap>{{k}}); }

BoundApplication clique_pivot_form(int min_k, int max_k) {
    return bind_application(OfBoundWidths<CliquePivot>{{min_k, max_k}});
}

namespace {

// Returns: the counts of the edges, of which either entry may have a part.
std::vector<EdgeCount> edge_counts(Graph const& graph, std::vector<Count> const& entries) {
    std::vector<EdgeCount> edges;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (EdgeOffset e = graph.offsets()[v]; e < graph.offsets()[v + 1]; ++e) {
            VertexId const u = graph.neighbour_array()[e];
            if (u < v) continue;
            auto const [source, target] = std::minmax({graph.original_id(v), graph.original_id(u)});
            edges.push_back({source, target, WideCount{entries[e]} + entries[graph.ref().find(u, v)]});
        }
    }
    std::ranges::sort(edges, {}, [](EdgeCount const& edge) { return std::pair(edge.source, edge.target); });
    return edges;
}

class MaximalCliquesAtEdges : public CompiledForm<EdgesOfMaximalCliques> {
public:
    using CompiledForm::CompiledForm;

    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        return run_on_resident(graph, options, [&](Resident const& resident, RunOptions const& own) {
            auto const entries = resident.array<Count>(Per::edge);
            EdgesOfMaximalCliques app = of_no_graph_;
            app.edges = entries.ref();
            RunResult result = cerrado::run(app, resident, own);
            if (result.status == Status::complete)
                result.of<PerOrbit>().edges = edge_counts(resident.graph(), entries.read());
            return result;
        });
    }
    JobSample sample(Resident const&, RunOptions const&, std::span<SampledJobs const>) const override { return {}; }
};

} // namespace

BoundApplication maximal_cliques_form(int min_k, int max_k, bool per_vertex, bool per_edge) {
    if (per_edge) return make_form<MaximalCliquesAtEdges>(EdgesOfMaximalCliques{{{min_k, max_k}}, {}});
    if (per_vertex) return bind_application(LocalMaximalCliques{{min_k, max_k}});
    return bind_application(MaximalCliques{min_k, max_k});
}

BoundApplication maximal_list_form(int min_k, int k) { return bind_application(MaximalCliqueList{min_k, k}); }

BoundApplication clique_local_form(int k, bool per_edge) { return bind_application(CliqueLocal{k, per_edge}); }

} // namespace cerrado
