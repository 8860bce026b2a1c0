// `cerrado clique`: the two forms of clique counting behind --algorithm, and the serial verifier behind --verify.
#include "clique/command.hpp"

#include "clique/clique.hpp"
#include "clique/verifier.hpp"
#include "common/bind.hpp"

namespace cerrado::command {

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
        "  cerrado clique graph.txt -k 8 --deadline 10            stop after 10 s: a partial count, exit code 3\n";
    application.semantics = "complete subgraphs, automorphisms divided out";
    application.k_min = 3;
    application.k_max = max_traversal_length;
    application.bind = [](int k, Algorithm algorithm) {
        return algorithm == Algorithm::paper ? bind_application(OfEveryWarpWidth<CliquePaper>{{k}})
                                             : bind_application(OfEveryWarpWidth<Clique>{{k}});
    };
    application.verify = [](Graph const& prepared, int k, std::span<VertexId const> roots) {
        return CountsByPattern{{"", clique::count_cliques(prepared, k, roots)}};
    };
    return application;
}

} // namespace cerrado::command
