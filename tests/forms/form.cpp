#include "form.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/size_counts.hpp>

namespace cerrado::test {
namespace {

template <Algorithm algorithm> RunResult run_clique(int k, Graph const& graph, RunOptions const& options) {
    return count_cliques(graph, {.k = k, .algorithm = algorithm}, options);
}

template <Algorithm algorithm> Graph prepare_clique(int k, Graph const& graph) {
    return bind_cliques({.k = k, .algorithm = algorithm}).prepare(graph, {});
}

template <Algorithm algorithm> RunResult run_motif(int k, Graph const& graph, RunOptions const& options) {
    return bind_motifs({.k = k, .algorithm = algorithm}).run(graph, options);
}

template <Algorithm algorithm> Graph prepare_motif(int k, Graph const& graph) {
    return bind_motifs({.k = k, .algorithm = algorithm}).prepare(graph, {});
}

template <Algorithm algorithm> constexpr Form clique(char const* name) {
    return {name, false, run_clique<algorithm>, prepare_clique<algorithm>};
}

template <Algorithm algorithm> constexpr Form motif(char const* name) {
    return {name, true, run_motif<algorithm>, prepare_motif<algorithm>};
}

// Every size, of which the one asked for is looked up.
RunResult run_one_of_all_sizes(int k, Graph const& graph, RunOptions const& options) {
    RunResult result = run_clique_sizes(1, CliqueQuery::all_sizes, graph, options);
    result.count = 0;
    for (SizeCount const& row : result.of<BySize>().sizes) {
        if (row.k == k) result.count = to_count(row.count);
    }
    return result;
}

RunResult run_local(int k, Graph const& graph, RunOptions const& options) {
    return count_local_cliques(graph, {.k = k, .per_edge = true}, options);
}

Graph prepare_local(int k, Graph const& graph) { return bind_local_cliques({.k = k}).prepare(graph, {}); }

RunResult run_match(int k, Graph const& graph, RunOptions const& options) {
    return count_matches(graph, {.pattern = complete_pattern(k)}, options);
}

Graph prepare_match(int k, Graph const& graph) {
    return bind_matches({.pattern = complete_pattern(k)}).prepare(graph, {});
}

RunResult run_maximal(int k, Graph const& graph, RunOptions const& options) {
    return count_maximal_cliques(graph, {.min_k = k, .per_vertex = true}, options);
}

Graph prepare_maximal(int k, Graph const& graph) { return bind_maximal_cliques({.min_k = k}).prepare(graph, {}); }

} // namespace

Pattern complete_pattern(int k) {
    Pattern pattern(k);
    for (int v = 1; v < k; ++v) {
        for (int u = 0; u < v; ++u) pattern.require_edge(u, v);
    }
    return pattern;
}

RunResult run_clique_sizes(int first, int last, Graph const& graph, RunOptions const& options) {
    return count_cliques(graph, {.min_k = first, .max_k = last, .algorithm = Algorithm::pivot}, options);
}

Form const clique_form = clique<Algorithm::oriented>("clique");
Form const clique_paper_form = clique<Algorithm::paper>("clique_paper");
Form const clique_bitmap_form = clique<Algorithm::bitmap>("clique_bitmap");
Form const clique_pivot_form = clique<Algorithm::pivot>("clique_pivot");
Form const clique_sizes_form{"clique_sizes", false, run_one_of_all_sizes, prepare_clique<Algorithm::pivot>};
Form const clique_local_form{"clique_local", false, run_local, prepare_local, false};
Form const match_form{"match", false, run_match, prepare_match};
Form const maximal_form{"maximal", false, run_maximal, prepare_maximal, false};
Form const motif_form = motif<Algorithm::fast>("motif");
Form const motif_paper_form = motif<Algorithm::paper>("motif_paper");

} // namespace cerrado::test
