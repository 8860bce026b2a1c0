// `cerrado clique`: the forms of clique counting behind --algorithm, and the serial verifier behind --verify.
#include "clique/command.hpp"

#include "clique/verifier.hpp"

#include <cerrado/apps/clique.hpp>

namespace cerrado::command {

namespace {

BoundApplication bind(Asked const& asked) {
    auto const [first, last] = asked.sizes;
    Algorithm const algorithm = asked.algorithm;
    if (asked.output == Asked::Output::list) {
        if (!can_list_cliques(algorithm)) refuse(algorithm, "counts; with --list leave it out, or take bitmap");
        return bind_clique_list({.k = first, .algorithm = algorithm});
    }
    if (asked.is_local()) {
        if (!can_count_local_cliques(algorithm))
            refuse(algorithm, "has no counts per vertex or edge; leave it out, or take pivot");
        bool const per_edge = asked.output == Asked::Output::per_edge;
        return bind_local_cliques({.k = first, .per_edge = per_edge, .algorithm = algorithm});
    }
    CliqueQuery const query{.min_k = first, .max_k = last, .algorithm = algorithm};
    if (!can_count_cliques(query)) {
        refuse(algorithm, "counts one size, from 3 to " + std::to_string(max_traversal_length) +
                              "; take --algorithm pivot or auto");
    }
    return bind_cliques(query);
}

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
        "  cerrado clique graph.txt -k 4 --list cliques.txt       one clique on each line, in the file's ids\n"
        "  cerrado clique graph.txt -k 4 --list - | head\n"
        "  cerrado clique graph.txt -k 4 --per-vertex v.csv       the number of cliques at each vertex\n";
    application.semantics = semantics_of(CliqueQuery());
    application.subgraph = "clique";
    application.largest = "clique number";
    application.k_min = 1;
    application.k_max = largest_there_is;
    application.has_sizes = true;
    application.has_orders = true;
    application.algorithms = {Algorithm::fast, Algorithm::paper, Algorithm::oriented, Algorithm::bitmap,
                              Algorithm::pivot};
    application.algorithms_help =
        "auto, or fast: the quickest of the others; paper: the published algorithm line by line; "
        "oriented: lists on the oriented graph; bitmap: bit rows on the oriented graph; pivot: all sizes at once";
    application.bind = bind;
    application.lists = application.locates = true;
    application.serial = serial_program(CliqueQuery());
    return application;
}

} // namespace

Command clique_command() { return command_of(clique_application(), 10); }

} // namespace cerrado::command
