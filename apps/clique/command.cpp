// `cerrado clique`: the forms of clique counting behind --algorithm, and the serial verifier behind --verify.
#include "clique/command.hpp"

#include "clique/verifier.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/core/error.hpp>

#include <memory>

namespace cerrado::command {

namespace {

BoundApplication bind(Asked const& asked) {
    auto const [first, last] = asked.sizes;
    Algorithm const algorithm = asked.algorithm;
    if (asked.output == Asked::Output::list) {
        if (!can_list_cliques(algorithm)) refuse(algorithm, "counts; with --list leave it out, or take bitmap");
        return bind_clique_list({.k = first, .algorithm = algorithm, .through = asked.through});
    }
    if (asked.is_local()) {
        if (!can_count_local_cliques(algorithm))
            refuse(algorithm, "has no counts per vertex or edge; leave it out, or take pivot");
        bool const per_edge = asked.output == Asked::Output::per_edge;
        return bind_local_cliques({.k = first, .per_edge = per_edge, .algorithm = algorithm, .through = asked.through});
    }
    CliqueQuery const query{.min_k = first, .max_k = last, .algorithm = algorithm, .through = asked.through};
    if (!can_count_cliques(query)) {
        refuse(algorithm, "counts one size, from 3 to " + std::to_string(max_traversal_length) +
                              "; take --algorithm pivot or auto");
    }
    return bind_cliques(query);
}

struct OwnOptions {
    bool maximal = false, largest = false;
};

// Cliques to which no vertex can be added.
Application maximal_application(Sizes sizes) {
    MaximalCliqueQuery const query{.min_k = sizes.first, .max_k = sizes.last};
    Application application;
    application.name = "clique";
    application.semantics = semantics_of(query);
    application.subgraph = "maximal clique";
    application.largest = "clique number";
    application.sizes = sizes;
    application.k_min = 1;
    application.k_max = largest_there_is;
    application.algorithms = {Algorithm::fast};
    application.lists = application.locates = true;
    application.serial = serial_program(query);
    application.bind = [query](Asked const& asked) {
        MaximalCliqueQuery own = query;
        own.through = asked.through;
        if (asked.output == Asked::Output::list) return bind_maximal_list(own);
        own.per_vertex = asked.is_local();
        own.per_edge = asked.output == Asked::Output::per_edge;
        return bind_maximal_cliques(own);
    };
    return application;
}

Application largest_application() {
    Application application = maximal_application({1, largest_there_is});
    application.semantics = semantics_of(CliqueQuery()) + ", of the largest size";
    application.subgraph = "largest clique";
    application.serial = {};
    application.bind = [](Asked const& asked) {
        if (asked.is_local()) throw InputError("--largest: give its size with -k for counts per vertex or edge");
        if (!asked.through.empty()) throw InputError("--largest: take --all with --through, and see the largest size");
        return asked.output == Asked::Output::list ? bind_largest_list() : bind_largest_cliques();
    };
    return application;
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
        "  cerrado clique graph.txt -k 12 --approximate 1%        an estimate with its interval\n"
        "  cerrado clique graph.txt -k 4 --list cliques.txt       one clique on each line, in the file's ids\n"
        "  cerrado clique graph.txt -k 4 --list - | head\n"
        "  cerrado clique graph.txt -k 4 --per-vertex v.csv       the number of cliques at each vertex\n"
        "  cerrado clique graph.txt --maximal --list cliques.txt  those to which no vertex can be added, a line each\n"
        "  cerrado clique graph.txt --largest                     the clique number, and how many there are\n";
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
    application.estimates = application.has_through = true;
    application.approximate = [](Graph const& graph, Asked const& asked, Precision const& precision,
                                 RunOptions const& options) {
        return approximate_cliques(graph, {.k = asked.sizes.is_one() ? asked.sizes.first : 0}, precision, options);
    };
    auto const own = std::make_shared<OwnOptions>();
    OwnOption const maximal{"--maximal", &own->maximal,
                            "Take only cliques to which no vertex can be added, of every size"};
    OwnOption const largest{"--largest", &own->largest, "Take only cliques of the largest size that there is"};
    application.as_asked = [own, maximal, largest, plain = application](SizeRequest const& sizes) {
        if (!own->maximal && !own->largest) return plain;
        if (own->maximal && own->largest) throw InputError("--maximal and --largest: give one of them");
        if (own->maximal && sizes.k) throw InputError("--maximal: give sizes with --min-k and --max-k, not with -k");
        if (own->largest && sizes.k) throw InputError("--largest finds the size: leave out -k");
        if (own->largest && (sizes.all || sizes.min_k || sizes.max_k))
            throw InputError("--largest finds the size: leave out --all, --min-k and --max-k");
        Application asked =
            own->largest ? largest_application()
                         : maximal_application({sizes.min_k.value_or(1), sizes.max_k.value_or(largest_there_is)});
        asked.own_options = {own->largest ? largest : maximal};
        return asked;
    };
    application.own_options = {maximal, largest};
    return application;
}

} // namespace

Command clique_command() { return command_of(clique_application(), 10); }

} // namespace cerrado::command
