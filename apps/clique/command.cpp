// `cerrado clique`: the forms of clique counting behind --algorithm, and the serial verifier behind --verify.
#include "clique/command.hpp"

#include "clique/clique.hpp"
#include "clique/listing.hpp"
#include "clique/verifier.hpp"
#include "common/bind.hpp"

#include <cerrado/runtime/devices.hpp>

namespace cerrado::command {

namespace {

BoundApplication bitmap_form(int k) { return bind_application(OfEveryWarpWidth<CliqueBitmap>{{{k}}}); }

// The form that was measured to be the quicker on the device of a run: on the host bit rows, everywhere (docs/performance.md).
BoundApplication fast_form(int k) {
    BoundApplication lists = bind_application(OfEveryWarpWidth<Clique>{{k}});
    BoundApplication rows = bitmap_form(k);
    auto const on_host = [](RunOptions const& options) { return resolve_device(options.device) == DeviceKind::host; };
    return {
        lists.prepare,
        [=](Graph const& graph, RunOptions const& options) {
            return (on_host(options) ? rows : lists).estimate(graph, options);
        },
        [=](Graph const& graph, RunOptions const& options) {
            return (on_host(options) ? rows : lists).run(graph, options);
        },
    };
}

} // namespace

Application clique_application() {
    Application application;
    application.name = "clique";
    application.summary = "Count the complete subgraphs of k vertices";
    application.examples =
        "Examples:\n"
        "  cerrado clique graph.txt -k 5                          5-cliques of an edge list\n"
        "  cerrado clique graph.mtx.gz -k 4 --json -              the record of the run on standard output\n"
        "  cerrado clique gen:rmat:scale=12,degree=8,seed=1 -k 4  a generated graph\n"
        "  cerrado clique graph.txt -k 6 --device host --threads 2\n"
        "  cerrado clique graph.txt -k 5 --verify=100             check the subgraphs of 100 sampled roots\n"
        "  cerrado clique graph.txt -k 8 --deadline 10            stop after 10 s: a partial count, exit code 3\n"
        "  cerrado clique graph.txt -k 4 --list cliques.txt       each of them on a line, by the ids of the file\n"
        "  cerrado clique graph.txt -k 4 --list - | head\n";
    application.semantics = "complete subgraphs, automorphisms divided out";
    application.k_min = 3;
    application.k_max = max_traversal_length;
    application.algorithms = {Algorithm::fast, Algorithm::paper, Algorithm::bitmap};
    application.algorithms_help =
        "fast: the quickest on the device; paper: the published algorithm line by line; bitmap: extensions are bit "
        "rows";
    application.bind = [](int k, Algorithm algorithm) {
        switch (algorithm) {
        case Algorithm::paper: return bind_application(OfEveryWarpWidth<CliquePaper>{{k}});
        case Algorithm::bitmap: return bitmap_form(k);
        default: return fast_form(k);
        }
    };
    application.bind_list = list_form;
    application.list_k_min = 1;
    application.verify = [](Graph const& prepared, int k, std::span<VertexId const> roots) {
        return CountsByPattern{{"", clique::count_cliques(prepared, k, roots)}};
    };
    return application;
}

} // namespace cerrado::command
