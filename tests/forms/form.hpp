// Every form of the bundled applications, as Cerrado::apps offers it, for the tests that run them side by side.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/pattern.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/result.hpp>

#include <span>

namespace cerrado::test {

struct Form {
    char const* name;
    bool patterns;
    RunResult (*run)(int k, Graph const&, RunOptions const&);
    Graph (*prepare)(int k, Graph const&);
    bool has_every_width = true; // compiled for all warp widths of CUDA
    // The serial answer for these roots of a prepared graph; null: k-cliques or motifs.
    WideCount (*serial)(int k, Graph const&, std::span<VertexId const>) = nullptr;
};

extern Form const clique_form, clique_paper_form, motif_form, motif_paper_form, clique_bitmap_form, clique_pivot_form,
    clique_sizes_form, clique_local_form,
    match_form,   // of complete patterns: what the clique applications count
    maximal_form; // maximal cliques of k vertices or more, and their number at each vertex

Pattern complete_pattern(int k);

// All sizes from `first` to `last`, in RunResult::sizes.
RunResult run_clique_sizes(int first, int last, Graph const& graph, RunOptions const& options);

} // namespace cerrado::test
