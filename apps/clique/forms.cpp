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
BoundApplication clique_oriented_form(int k) { return bind_application(OfBoundWidths<Clique>{{k}}); }

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
