// `cerrado clique`: the forms of clique counting behind --algorithm, and the serial verifier behind --verify.
#include "clique/command.hpp"

#include "clique/clique.hpp"
#include "clique/clique_local.hpp"
#include "clique/listing.hpp"
#include "clique/verifier.hpp"
#include "common/bind.hpp"

namespace cerrado::command {

namespace {

BoundApplication oriented_form(int k) { return bind_application(OfEveryWarpWidth<Clique>{{k}}); }
BoundApplication bitmap_form(int k) { return bind_application(OfEveryWarpWidth<CliqueBitmap>{{k}}); }
BoundApplication pivot_form(Sizes sizes) {
    return bind_application(OfEveryWarpWidth<CliquePivot>{{sizes.first, sizes.last}});
}

BoundApplication on_cuda_or_else(BoundApplication const& cuda, BoundApplication const& other) {
    auto const chosen = [=](RunOptions const& options) {
        return resolve_device(options.device) == DeviceKind::cuda ? cuda : other;
    };
    return {
        [=](RunOptions const& options) { chosen(options).warm_up(options); },
        [=](Graph const& graph, RunOptions const& options) { return chosen(options).prepare(graph, options); },
        [=](Graph const& graph, RunOptions const& options) { return chosen(options).estimate(graph, options); },
        [=](Graph const& graph, RunOptions const& options) { return chosen(options).run(graph, options); },
    };
}

// What was measured to be the quickest (docs/performance.md): pivoting, but for the few small sizes that bit rows reach before it: by one
// more where tensor cores count the last levels.
BoundApplication fastest_form(Sizes sizes) {
    constexpr int smallest = 3;
    constexpr int largest_by_rows = 4;
    if (!sizes.is_one() || sizes.first < smallest || sizes.first > largest_by_rows + 1) return pivot_form(sizes);
    if (sizes.first <= largest_by_rows) return bitmap_form(sizes.first);
    return on_cuda_or_else(bitmap_form(sizes.first), pivot_form(sizes));
}

BoundApplication bind_clique(Sizes sizes, Algorithm algorithm) {
    if (algorithm == Algorithm::fast) return fastest_form(sizes);
    if (algorithm == Algorithm::pivot) return pivot_form(sizes);
    if (!sizes.is_one() || sizes.first < 3 || sizes.first > max_traversal_length) {
        refuse(algorithm, "counts one size, from 3 to " + std::to_string(max_traversal_length) +
                              "; take --algorithm pivot or auto");
    }
    switch (algorithm) {
    case Algorithm::paper: return bind_application(OfEveryWarpWidth<CliquePaper>{{sizes.first}});
    case Algorithm::oriented: return oriented_form(sizes.first);
    default: return bitmap_form(sizes.first);
    }
}

BoundApplication bind_local(int k, Algorithm algorithm, bool per_edge) {
    if (algorithm != Algorithm::fast && algorithm != Algorithm::pivot) {
        refuse(algorithm, "has no counts per vertex or edge; leave it out, or take pivot");
    }
    return bind_application(CliqueLocal{k, per_edge});
}

} // namespace

Application clique_application() {
    Application application;
    application.name = "clique";
    application.summary = "Count the complete subgraphs of k vertices, or of every size";
    application.examples =
        "Examples:\n"
        "  cerrado clique graph.txt -k 5                          5-cliques of an edge list\n"
        "  cerrado clique graph.txt --all                         every size, and the clique number\n"
        "  cerrado clique graph.mtx.gz -k 4 --json -              the record of the run on standard output\n"
        "  cerrado clique gen:rmat:scale=12,degree=8,seed=1 -k 4  a generated graph\n"
        "  cerrado clique graph.txt -k 6 --device host --threads 2\n"
        "  cerrado clique graph.txt -k 5 --verify=100             check the subgraphs of 100 sampled roots\n"
        "  cerrado clique graph.txt -k 8 --deadline 10            stop after 10 s: a partial count, exit code 3\n"
        "  cerrado clique graph.txt -k 4 --list cliques.txt       each of them on a line, by the ids of the file\n"
        "  cerrado clique graph.txt -k 4 --list - | head\n"
        "  cerrado clique graph.txt -k 4 --per-vertex v.csv       in how many of them each vertex is\n";
    application.semantics = "complete subgraphs, automorphisms divided out";
    application.k_min = 1;
    application.k_max = largest_there_is;
    application.has_sizes = true;
    application.has_orders = true;
    application.algorithms = {Algorithm::fast, Algorithm::paper, Algorithm::oriented, Algorithm::bitmap,
                              Algorithm::pivot};
    application.algorithms_help =
        "auto, or fast: the quickest of the others; paper: the published algorithm line by line; "
        "oriented: lists on the oriented graph; bitmap: extensions are bit rows; pivot: all sizes at once";
    application.bind = bind_clique;
    application.bind_list = list_form;
    application.bind_local = bind_local;
    application.verify = [](Graph const& prepared, int k, std::span<VertexId const> roots) {
        return CountsByPattern{{"", clique::count_cliques(prepared, k, roots)}};
    };
    application.verify_local = [](Graph const& prepared, int k, std::span<VertexId const> roots) {
        return clique::count_local(prepared, k, roots);
    };
    return application;
}

} // namespace cerrado::command
