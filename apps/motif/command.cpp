// `cerrado motif`: the two forms of motif counting behind --algorithm, and the serial verifier behind --verify.
#include "motif/command.hpp"

#include "motif/verifier.hpp"

#include <cerrado/apps/motif.hpp>

namespace cerrado::command {

namespace {

// Changes an application to one of a directed graph.
Application of_directed(Application application) {
    application.pattern_kind = PatternKind::directed;
    application.k_max = max_directed_pattern_vertices;
    application.semantics = semantics_of(MotifQuery{.directed = true});
    application.bind = [](Asked const& asked) {
        if (asked.algorithm != Algorithm::fast && asked.algorithm != Algorithm::automatic)
            refuse(asked.algorithm, "counts undirected motifs; leave it out with --directed");
        return bind_motifs({.k = asked.sizes.first, .directed = true, .through = asked.through});
    };
    application.serial = serial_program(MotifQuery{.directed = true});
    application.approximate = [](Graph const& graph, Asked const& asked, Precision const& precision,
                                 RunOptions const& options) {
        return approximate_motifs(graph, {.k = asked.sizes.first, .directed = true}, precision, options);
    };
    return application;
}

Application motif_application() {
    Application application;
    application.name = "motif";
    application.summary = "Count the connected subgraphs of k vertices, by pattern";
    application.examples =
        "Examples:\n"
        "  cerrado motif graph.txt -k 4                           the six patterns of 4 vertices, drawn\n"
        "  cerrado motif graph.txt -k 5 --csv motifs.csv          a table for other programs\n"
        "  cerrado motif gen:er:n=1000,m=5000,seed=1 -k 4 --json -\n"
        "  cerrado motif genes.txt --directed -k 3                the 13 triads: 021D, 030T, ...; k is 3 to 6\n"
        "  cerrado motif graph.txt -k 5 --algorithm fast          visits each subgraph; far slower\n"
        "  cerrado motif graph.txt -k 6 --algorithm formula       the 112 patterns of 6 vertices, without visits\n"
        "  cerrado motif graph.txt -k 4 --algorithm paper         the published algorithm, line by line\n"
        "  cerrado motif graph.txt -k 4 --device cuda --estimate  what the run would need, without running it\n"
        "  cerrado motif graph.txt -k 8 --approximate 1%          estimates with intervals\n"
        "  cerrado motif graph.txt -k 4 --verify                  check every root against a serial program\n";
    application.semantics = semantics_of(MotifQuery());
    application.k_min = 3;
    application.k_max = max_pattern_vertices;
    application.has_patterns = true;
    application.algorithms = {Algorithm::fast, Algorithm::paper, Algorithm::formula};
    application.usual = Algorithm::automatic;
    application.algorithms_help =
        "auto: formula for k up to 5, and for 6 and 7 if that is quicker; fast if roots, checkpoint, balance or warp "
        "width are asked for; fast: the quickest form that visits every subgraph; paper: the published algorithm, line "
        "by line; formula: sums over triangles, cycles, wedges and walks from a few vertices, for k up to 7";
    application.bind = [](Asked const& asked) {
        return bind_motifs({.k = asked.sizes.first, .algorithm = asked.algorithm, .through = asked.through});
    };
    application.serial = serial_program(MotifQuery());
    application.approximate = [](Graph const& graph, Asked const& asked, Precision const& precision,
                                 RunOptions const& options) {
        return approximate_motifs(graph, {.k = asked.sizes.first}, precision, options);
    };
    application.has_through = true;
    application.of_directed = [application] { return of_directed(application); };
    return application;
}

} // namespace

Command motif_command() { return command_of(motif_application(), 20); }

} // namespace cerrado::command
