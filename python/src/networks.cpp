// Descriptions of a whole network: graphlets and their orbits, network motifs, random graphs, frequent subgraphs, and the
// score of compression.
#include "call.hpp"
#include "run.hpp"

#include <cerrado/apps/compress.hpp>
#include <cerrado/apps/compression.hpp>
#include <cerrado/apps/discovery.hpp>
#include <cerrado/apps/frequent.hpp>
#include <cerrado/apps/graphlet_distance.hpp>
#include <cerrado/apps/graphlets.hpp>
#include <cerrado/apps/random_graph.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

namespace cerrado::python {

// Graphlets, their orbits, and distances of networks.

namespace {

nb::tuple counted_graphlets(Subject const& subject, GraphletQuery const& query, Options const& options) {
    return answer(subject, options, query, count_graphlets, [](nb::dict& made, GraphletCounts const& result) {
        nb::list patterns;
        for (GraphletCount const& pattern : result.patterns) {
            nb::dict described = dictionary_of(describe_pattern(pattern.size, pattern.adjacency));
            described["name"] = name_of_graphlet(pattern.size, pattern.adjacency);
            patterns.append(
                nb::make_tuple(pattern.size, described, to_int(pattern.induced), to_int(pattern.non_induced)));
        }
        made["patterns"] = patterns;
    });
}

nb::tuple counted_orbits(Subject const& subject, int k, bool per_edge, Options const& options) {
    return answer(subject, options, GraphletOrbitsQuery{.k = k, .per_edge = per_edge}, count_graphlet_orbits,
                  [](nb::dict& made, GraphletOrbits const& result) {
                      bool const is_there = result.status == Status::complete;
                      made["values"] = is_there ? counts_array(result.counts, {result.rows(), result.columns})
                                                : nb::object(nb::none());
                      made["columns"] = result.columns;
                      made["orbits"] = result;
                  });
}

std::string estimated_graphlets(Subject const& subject, GraphletQuery const& query, Options const& options) {
    return estimated(subject, options, [query](Graph const& graph, RunOptions const& prepared) {
        return estimate_graphlets(graph, query, prepared);
    });
}

std::optional<double> distance(GraphletOrbits const& a, GraphletOrbits const& b, std::string const& kind) {
    GraphletDistance const wanted = value_of(graphlet_distance_words, "kind", kind);
    return call_plainly<std::optional<double>>([&] { return graphlet_distance(a, b, wanted); });
}

} // namespace

void bind_graphlets(nb::module_& module) {
    nb::class_<GraphletOrbits>(module, "GraphletOrbits", "The orbits of the library, for distances.");
    nb::class_<GraphletQuery>(module, "GraphletQuery", "The graphlets to count.");
    module.def(
        "graphlet_query", [](int k, bool all) { return GraphletQuery{.k = k, .all = all}; }, nb::arg("k"),
        nb::arg("all"));
    define(module, "count_graphlets", counted_graphlets);
    define(module, "estimate_graphlets", estimated_graphlets);
    module.def("count_orbits", counted_orbits, nb::arg("graph"), nb::arg("k"), nb::arg("per_edge"), nb::arg("options"));
    module.def("graphlet_distance", distance, nb::arg("a"), nb::arg("b"), nb::arg("kind"));
}

// Frequent subgraphs.

namespace {

nb::dict frequent_dictionary(FrequentPattern const& pattern, bool has_domains) {
    nb::dict made;
    made["pattern"] = pattern.pattern;
    made["edges"] = pattern.edges;
    made["support"] = pattern.support;
    made["orbits"] = pattern.orbits;
    made["domain_sizes"] = pattern.domain_sizes;
    nb::dict domains;
    for (std::size_t v = 0; has_domains && v < pattern.domains.size(); ++v) {
        if (pattern.orbits[v] == static_cast<int>(v)) domains[nb::int_(v)] = array_of(pattern.domains[v]);
    }
    made["domains"] = domains;
    return made;
}

nb::tuple mined(Subject const& subject, std::uint64_t support, int max_edges, int max_vertices, bool induced,
                bool closed, bool maximal, std::uint64_t top, bool domains, Options const& options) {
    FrequentQuery const query{.support = support,
                              .max_edges = max_edges,
                              .max_vertices = max_vertices,
                              .induced = induced,
                              .closed = closed,
                              .maximal = maximal,
                              .top = top,
                              .domains = domains,
                              .note = {}};
    return answer(subject, options, query, mine_frequent, [domains](nb::dict& made, FrequentResult const& result) {
        nb::list patterns, levels;
        for (FrequentPattern const& pattern : result.patterns) patterns.append(frequent_dictionary(pattern, domains));
        for (FrequentLevel const& level : result.levels)
            levels.append(nb::make_tuple(level.size, level.candidates, level.frequent));
        made["patterns"] = patterns;
        made["levels"] = levels;
    });
}

nb::tuple supported(Subject const& subject, Pattern const& pattern, bool induced, std::uint64_t at_least, bool domains,
                    Options const& options) {
    SupportQuery const query{.pattern = pattern, .induced = induced, .at_least = at_least, .domains = domains};
    return answer(subject, options, query, support_of, [domains](nb::dict& made, SupportResult const& result) {
        made["semantics"] = semantics_of(FrequentQuery());
        made["found"] = result.found ? nb::object(frequent_dictionary(*result.found, domains)) : nb::object(nb::none());
        made["is_at_least"] = result.is_at_least;
    });
}

} // namespace

void bind_frequent(nb::module_& module) {
    module.def("mine_frequent", mined, nb::arg("graph"), nb::arg("support"), nb::arg("max_edges"),
               nb::arg("max_vertices"), nb::arg("induced"), nb::arg("closed"), nb::arg("maximal"), nb::arg("top"),
               nb::arg("domains"), nb::arg("options"));
    module.def("support_of", supported, nb::arg("graph"), nb::arg("pattern"), nb::arg("induced"), nb::arg("at_least"),
               nb::arg("domains"), nb::arg("options"));
}

// Network motifs, and random graphs.

namespace {

nb::dict row_of(ClassStatistics const& row) {
    nb::dict made = dictionary_of(row.pattern);
    made["labels"] = detail::list_of(row.labels);
    made["edge_labels"] = detail::list_of(row.edge_labels);
    made["count"] = to_int(row.count);
    made["value"] = row.value;
    made["error"] = row.error;
    made["mean"] = row.mean;
    made["deviation"] = row.deviation;
    made["z"] = row.z;
    made["skew"] = row.skew;
    made["p_over"] = row.p_over;
    made["p_under"] = row.p_under;
    made["q_over"] = row.q_over;
    made["p_of_all"] = row.p_of_all;
    made["profile"] = row.profile;
    made["is_motif"] = row.is_motif;
    return made;
}

nb::tuple found_motifs(Subject const& subject, DiscoveryQuery query, std::optional<std::string> const& null,
                       std::string const& statistic, nb::int_ const& min_count, Options const& options) {
    if (null) query.model = value_of(null_model_words, "null", *null);
    query.statistic = value_of(discovery_statistic_words, "statistic", statistic);
    query.min_count = to_count(min_count, "min_count");
    query.keep_counts = false;
    auto const call = [](GraphOrResident const& where, DiscoveryQuery const& asked, RunOptions const& prepared) {
        return discover(where.graph(), asked, prepared);
    };
    return answer(subject, options, query, call, [](nb::dict& made, Discovery const& result) {
        nb::list rows;
        for (ClassStatistics const& row : result.classes) rows.append(row_of(row));
        made["rows"] = rows;
        made["random_graphs"] = result.counted;
        made["model"] = name_of(result.model);
        made["switches"] = result.switches;
        made["steps"] = result.steps;
        made["taken"] = result.taken;
        made["far"] = result.far;
    });
}

Subject make_random(Subject const& subject, std::string const& null, std::optional<double> switches, std::uint64_t seed,
                    std::uint32_t number, bool labels, bool edge_labels, bool free_labels) {
    RandomGraphQuery const query{.model = value_of(null_model_words, "null", null),
                                 .switches = switches,
                                 .seed = seed,
                                 .number = number,
                                 .labels = labels,
                                 .edge_labels = edge_labels,
                                 .free_labels = free_labels};
    return Subject(call_plainly<Graph>([subject, query] { return random_graph(subject.graph(), query).graph; }));
}

} // namespace

void bind_discovery(nb::module_& module) {
    nb::class_<DiscoveryQuery>(module, "DiscoveryQuery", "The query of a search for network motifs.")
        .def(nb::init<>())
        .def_rw("k", &DiscoveryQuery::k)
        .def_rw("directed", &DiscoveryQuery::directed)
        .def_rw("patterns", &DiscoveryQuery::patterns)
        .def_rw("edge_induced", &DiscoveryQuery::edge_induced)
        .def_rw("random_graphs", &DiscoveryQuery::random_graphs)
        .def_rw("switches", &DiscoveryQuery::switches)
        .def_rw("seed", &DiscoveryQuery::seed)
        .def_rw("labels", &DiscoveryQuery::labels)
        .def_rw("edge_labels", &DiscoveryQuery::edge_labels)
        .def_rw("free_labels", &DiscoveryQuery::free_labels)
        .def_rw("sample", &DiscoveryQuery::sample)
        .def_rw("theta", &DiscoveryQuery::theta)
        .def_rw("min_excess", &DiscoveryQuery::min_excess);
    module.def("discover", found_motifs, nb::arg("graph"), nb::arg("query"), nb::arg("null").none(),
               nb::arg("statistic"), nb::arg("min_count"), nb::arg("options"));
    module.def("random_graph", make_random, nb::arg("graph"), nb::arg("null"), nb::arg("switches").none(),
               nb::arg("seed"), nb::arg("number"), nb::arg("labels"), nb::arg("edge_labels"), nb::arg("free_labels"));
}

// The score of compression by cliques, and compressed files.

namespace {

CompressionQuery score_query(std::optional<int> k, std::optional<int> least, std::optional<int> most,
                             std::string const& algorithm) {
    CompressionQuery query;
    query.algorithm = parse_algorithm(algorithm);
    query.k = k.value_or(query.k);
    query.min_k = least.value_or(query.min_k);
    query.max_k = most.value_or(query.max_k);
    return query;
}

nb::tuple score(Subject const& subject, CompressionQuery const& query, Options const& options) {
    return answer(subject, options, query, score_compression, [](nb::dict& made, CompressionResult const& result) {
        nb::list rows;
        for (CompressionRow const& row : result.rows) {
            rows.append(nb::make_tuple(row.k, to_int(row.cliques), row.compressing, to_int(row.score)));
        }
        made["rows"] = rows;
    });
}

std::string estimated_score(Subject const& subject, CompressionQuery const& query, Options const& options) {
    return estimated(subject, options, [query](Graph const& graph, RunOptions const& prepared) {
        return estimate_score(graph, query, prepared);
    });
}

nb::dict compress(Subject const& subject, std::string const& path, std::string const& order, bool drop_ids, int effort,
                  int threads) {
    CompressionOptions const options{.order = value_of(compression_order_words, "order", order),
                                     .drop_ids = drop_ids,
                                     .effort = effort,
                                     .threads = threads};
    CompressionReport const report = call_plainly<CompressionReport>(
        [subject, path, options] { return compress_graph(subject.graph(), path, options); });
    nb::dict made;
    made["order"] = to_string(report.order);
    made["bytes"] = report.bytes;
    made["grouped_edges"] = report.grouped_edges;
    made["cliques"] = report.cliques;
    made["seconds"] = report.seconds;
    made["notes"] = detail::list_of(report.notes);
    return made;
}

} // namespace

void bind_compression(nb::module_& module) {
    nb::class_<CompressionQuery>(module, "CompressionQuery", "The sizes of cliques to score.");
    module.def("score_query", score_query, nb::arg("k").none(), nb::arg("min_k").none(), nb::arg("max_k").none(),
               nb::arg("algorithm"));
    define(module, "score_compression", score);
    define(module, "estimate_score", estimated_score);
    module.def("compress", compress, nb::arg("graph"), nb::arg("path"), nb::arg("order"), nb::arg("drop_ids"),
               nb::arg("effort"), nb::arg("threads"));
}

} // namespace cerrado::python
