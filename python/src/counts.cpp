// Counts, locates, lists and finds subgraphs: cliques, motifs, matches, and motifs in coloured graphs.
#include "call.hpp"
#include "listing.hpp"
#include "run.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/apps/sieve.hpp>
#include <cerrado/output/by_pattern_input.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <numeric>
#include <tuple>

namespace cerrado::python {

namespace {

// Refuses the counts of a stopped run, which lack vertices of the graph.
void check(Graph const& graph, LocalCounts const& counts) {
    if (counts.vertices.size() != graph.vertex_count()) refuse("the run was stopped, so it has no counts per vertex");
}

} // namespace

std::vector<VertexId> positions_by_id(Graph const& graph) {
    std::vector<VertexId> positions(graph.vertex_count());
    std::iota(positions.begin(), positions.end(), VertexId{0});
    auto const id_of = [&](VertexId v) { return graph.original_id(v); };
    if (!std::ranges::is_sorted(positions, {}, id_of)) std::ranges::sort(positions, {}, id_of);
    return positions;
}

nb::object vertex_counts(Graph const& graph, LocalCounts const& counts) {
    if (counts.vertices.empty() && graph.vertex_count() != 0) return nb::none();
    check(graph, counts);
    std::vector<VertexId> const positions = positions_by_id(graph);
    std::vector<WideCount> values(positions.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[positions[i]] = counts.vertices[i].count;
    return counts_array(values, {values.size()});
}

nb::tuple edge_counts(Graph const& graph, LocalCounts const& counts) {
    std::vector<VertexId> const positions = positions_by_id(graph);
    auto const position_of = [&](OriginalId id) {
        return *std::ranges::lower_bound(positions, id, {}, [&](VertexId v) { return graph.original_id(v); });
    };
    std::vector<std::tuple<VertexId, VertexId, WideCount>> rows;
    rows.reserve(counts.edges.size());
    for (EdgeCount const& edge : counts.edges) {
        auto const [low, high] = std::minmax({position_of(edge.source), position_of(edge.target)});
        rows.emplace_back(low, high, edge.count);
    }
    if (!std::ranges::is_sorted(rows)) std::ranges::sort(rows);
    std::vector<std::uint32_t> sources, targets;
    std::vector<WideCount> values;
    for (auto const& [low, high, count] : rows) {
        sources.push_back(low);
        targets.push_back(high);
        values.push_back(count);
    }
    nb::object made = counts_array(values, {values.size()});
    return nb::make_tuple(array_of(std::move(sources)), array_of(std::move(targets)), made);
}

nb::object orbit_counts(Graph const& graph, LocalCounts const& counts) {
    if (counts.vertices.empty() && graph.vertex_count() != 0) return nb::none();
    check(graph, counts);
    std::vector<VertexId> const positions = positions_by_id(graph);
    std::size_t const orbits = positions.empty() ? 0 : counts.by_orbit.size() / positions.size();
    std::vector<WideCount> values(counts.by_orbit.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        auto const row = counts.orbits_of(i);
        std::ranges::copy(row, values.begin() + static_cast<std::ptrdiff_t>(positions[i] * orbits));
    }
    return counts_array(values, {positions.size(), orbits});
}

// Cliques.

namespace {

CliqueQuery clique_query(std::optional<int> k, std::optional<int> least, std::optional<int> most,
                         std::string const& algorithm) {
    CliqueQuery query;
    query.algorithm = parse_algorithm(algorithm);
    if (k) query.k = *k;
    query.min_k = least.value_or(query.min_k);
    query.max_k = most.value_or(query.max_k);
    return query;
}

nb::tuple counted_cliques(Subject const& subject, CliqueQuery const& query, Options const& options) {
    auto const call = [](GraphOrResident const& where, CliqueQuery const& asked, RunOptions prepared) {
        bool const is_one = asked.k != 0;
        prepared.checkpoint.key =
            checkpoint_key("clique", is_one ? asked.k : asked.min_k, is_one ? asked.k : asked.max_k, asked.algorithm);
        return count_cliques(where, asked, prepared);
    };
    return answer(subject, options, query, call, [](nb::dict& made, RunResult const& result) {
        SizeCounts const& counts = result.of<BySize>();
        nb::dict sizes;
        for (SizeCount const& row : counts.sizes) sizes[nb::int_(row.k)] = to_int(row.count);
        made["sizes"] = sizes;
        if (!counts.sum.empty()) made["count"] = to_int(counts.sum); // the sum may exceed 128 bits
    });
}

// Returns: the original ids of the vertices at these positions.
std::vector<OriginalId> ids_at(Subject const& subject, std::vector<VertexId> const& positions) {
    std::vector<OriginalId> ids;
    for (VertexId const v : positions) ids.push_back(subject.graph().original_id(v));
    return ids;
}

template <class Query> void set_through(Query& query, Subject const& subject, std::vector<VertexId> const& positions) {
    query.through = ids_at(subject, positions);
}

// Runs a search for estimates. `pattern_of`: the pattern of each; empty: there is a single estimate.
template <class Query, class Call> nb::tuple approximated(Subject const& subject, Query const& query,
                                                          Precision const& asked, Options const& options, Call call,
                                                          std::function<PatternInfo(std::size_t)> const& pattern_of,
                                                          std::string const& semantics) {
    return run_on<Approximation>(
        subject, options,
        [query, asked, call](GraphOrResident const& where, RunOptions const& prepared) {
            return call(where, query, asked, prepared);
        },
        [pattern_of, semantics](Approximation const& found) {
            nb::dict made = dictionary_of(found.run);
            made["semantics"] = semantics + "; estimates with intervals";
            made["draws"] = found.draws;
            made["trial_draws"] = found.trial_draws;
            made["is_reached"] = found.is_reached;
            nb::list rows;
            for (std::size_t i = 0; i < found.estimates.size(); ++i) {
                Estimate const& one = found.estimates[i];
                if (pattern_of && !one.count) continue;
                PatternInfo const pattern = pattern_of ? pattern_of(i) : PatternInfo();
                rows.append(nb::make_tuple(one.count ? nb::object(nb::float_(*one.count)) : nb::none(),
                                           one.standard_error, one.low, one.high, one.met, pattern.graph6,
                                           pattern.name));
            }
            made["estimates"] = rows;
            return made;
        });
}

// Binds a search for estimates.
template <class Function> void define_approximate(nb::module_& module, char const* name, Function function) {
    module.def(name, function, nb::arg("graph"), nb::arg("query"), nb::arg("error"), nb::arg("confidence"),
               nb::arg("seed"), nb::arg("options"));
}

nb::tuple approximated_cliques(Subject const& subject, CliqueQuery const& query, double error, double confidence,
                               std::uint64_t seed, Options const& options) {
    return approximated(subject, query, {error, confidence, seed}, options, approximate_cliques, {},
                        semantics_of(CliqueQuery()));
}

nb::tuple located_cliques(Subject const& subject, int k, bool per_edge, std::string const& algorithm,
                          std::vector<VertexId> const& through, Options const& options) {
    LocalCliqueQuery const query{
        .k = k, .per_edge = per_edge, .algorithm = parse_algorithm(algorithm), .through = ids_at(subject, through)};
    return answer(subject, options, query, count_local_cliques,
                  [&subject, per_edge](nb::dict& made, RunResult const& result) {
                      LocalCounts const& counts = result.of<PerVertexAndEdge>();
                      made["vertices"] = vertex_counts(subject.graph(), counts);
                      if (per_edge) made["edges"] = edge_counts(subject.graph(), counts);
                  });
}

std::unique_ptr<Listing> listed_cliques(Subject const& subject, int k, std::string const& algorithm,
                                        std::vector<VertexId> const& through, Options const& options) {
    CliqueListQuery const query{.k = k, .algorithm = parse_algorithm(algorithm), .through = ids_at(subject, through)};
    return std::make_unique<Listing>(subject, options, k,
                                     [query](GraphOrResident const& where, RunOptions const& prepared) {
                                         return list_cliques(where, query, prepared);
                                     });
}

// Maximal and largest cliques.

struct LargestCliqueQuery {};

void add_sizes(nb::dict& made, RunResult const& result) {
    nb::dict sizes;
    for (SizeCount const& row : result.of<BySize>().sizes) sizes[nb::int_(row.k)] = to_int(row.count);
    made["sizes"] = sizes;
}

MaximalCliqueQuery maximal_query(std::optional<int> least, std::optional<int> most, bool per_vertex, bool per_edge) {
    MaximalCliqueQuery query;
    query.min_k = least.value_or(query.min_k);
    query.max_k = most.value_or(query.max_k);
    query.per_vertex = per_vertex;
    query.per_edge = per_edge;
    return query;
}

nb::tuple counted_maximal(Subject const& subject, MaximalCliqueQuery const& query, Options const& options) {
    auto const call = [](GraphOrResident const& where, MaximalCliqueQuery const& asked, RunOptions prepared) {
        prepared.checkpoint.key = checkpoint_key("maximal clique", asked.min_k, asked.max_k, Algorithm::fast);
        return count_maximal_cliques(where, asked, prepared);
    };
    return answer(subject, options, query, call, [&subject, query](nb::dict& made, RunResult const& result) {
        add_sizes(made, result);
        if (query.per_vertex) made["vertices"] = vertex_counts(subject.graph(), result.of<PerVertexAndEdge>());
        if (query.per_edge) made["edges"] = edge_counts(subject.graph(), result.of<PerVertexAndEdge>());
    });
}

nb::tuple counted_largest(Subject const& subject, Options const& options) {
    auto const call = [](GraphOrResident const& where, LargestCliqueQuery, RunOptions const& prepared) {
        return count_largest_cliques(where, prepared);
    };
    return answer(subject, options, LargestCliqueQuery{}, call, add_sizes);
}

std::unique_ptr<Listing> listed_maximal(Subject const& subject, MaximalCliqueQuery const& query,
                                        Options const& options) {
    return std::make_unique<Listing>(subject, options, 0,
                                     [query](GraphOrResident const& where, RunOptions const& prepared) {
                                         return list_maximal_cliques(where, query, prepared);
                                     });
}

std::unique_ptr<Listing> listed_largest(Subject const& subject, Options const& options) {
    return std::make_unique<Listing>(subject, options, 0, [](GraphOrResident const& where, RunOptions const& prepared) {
        return bind_largest_list().run(where, prepared);
    });
}

std::string estimated_cliques(Subject const& subject, CliqueQuery const& query, Options const& options) {
    return estimated(subject, options, [query](Graph const& graph, RunOptions const& prepared) {
        return bind_cliques(query).estimate(graph, prepared);
    });
}

} // namespace

void bind_cliques(nb::module_& module) {
    nb::class_<CliqueQuery>(module, "CliqueQuery", "The sizes of cliques to count.")
        .def("set_through", set_through<CliqueQuery>, nb::arg("graph"), nb::arg("positions"))
        .def_prop_ro("semantics", [](CliqueQuery const& query) { return semantics_of(query); });
    module.def("clique_query", clique_query, nb::arg("k").none(), nb::arg("min_k").none(), nb::arg("max_k").none(),
               nb::arg("algorithm"));
    define_approximate(module, "approximate_cliques", approximated_cliques);
    define(module, "count_cliques", counted_cliques);
    define(module, "estimate_cliques", estimated_cliques);
    module.def("count_local_cliques", located_cliques, nb::arg("graph"), nb::arg("k"), nb::arg("per_edge"),
               nb::arg("algorithm"), nb::arg("through"), nb::arg("options"));
    module.def("list_cliques", listed_cliques, nb::arg("graph"), nb::arg("k"), nb::arg("algorithm"), nb::arg("through"),
               nb::arg("options"));
    nb::class_<MaximalCliqueQuery>(module, "MaximalCliqueQuery", "The sizes of maximal cliques.")
        .def("set_through", set_through<MaximalCliqueQuery>, nb::arg("graph"), nb::arg("positions"))
        .def_prop_ro("semantics", [](MaximalCliqueQuery const& query) { return semantics_of(query); });
    module.def("maximal_query", maximal_query, nb::arg("min_k").none(), nb::arg("max_k").none(), nb::arg("per_vertex"),
               nb::arg("per_edge"));
    define(module, "count_maximal_cliques", counted_maximal);
    define(module, "list_maximal_cliques", listed_maximal);
    module.def("count_largest_cliques", counted_largest, nb::arg("graph"), nb::arg("options"));
    module.def("list_largest_cliques", listed_largest, nb::arg("graph"), nb::arg("options"));
}

// Motifs: connected subgraphs by pattern.

namespace {

// Returns: the tables for k. Those of small patterns stay in memory, since reading their file takes as long as a small
// run.
TransitionTable const* tables_of(int k, bool directed) {
    constexpr int most = 5;
    if (directed || k < 3 || k > most) return nullptr;
    static std::mutex mutex;
    static std::map<int, TransitionTable> tables;
    std::lock_guard const lock(mutex);
    auto const found = tables.find(k);
    return &(found != tables.end() ? found : tables.emplace(k, TransitionTable::load(k)).first)->second;
}

MotifQuery motif_query(int k, bool directed, bool edge_induced, std::string const& algorithm) {
    MotifQuery query;
    query.k = k;
    query.algorithm = parse_algorithm(algorithm);
    query.directed = directed;
    query.edge_induced = edge_induced;
    return query;
}

nb::tuple approximated_motifs(Subject const& subject, MotifQuery const& query, double error, double confidence,
                              std::uint64_t seed, Options const& options) {
    auto const pattern_of = [k = query.k, directed = query.directed,
                             tables = std::make_shared<std::optional<TransitionTable>>()](std::size_t i) {
        PatternKind const kind = directed ? PatternKind::directed : PatternKind::undirected;
        if (!*tables) *tables = TransitionTable::load(k, kind);
        return describe_canonical(kind, k, (*tables)->representatives(k)[i]);
    };
    return approximated(subject, query, {error, confidence, seed}, options, approximate_motifs, pattern_of,
                        semantics_of(query));
}

nb::tuple counted_motifs(Subject const& subject, MotifQuery const& query, Options const& options) {
    auto const call = [](GraphOrResident const& where, MotifQuery asked, RunOptions prepared) {
        if (!asked.edge_induced) prepared.checkpoint.key = checkpoint_key("motif", asked.k, asked.k, asked.algorithm);
        asked.tables = tables_of(asked.k, asked.directed);
        return count_motifs(where, asked, prepared);
    };
    return answer(subject, options, query, call, [](nb::dict& made, MotifResult const& result) {
        nb::list motifs;
        for (MotifCount const& motif : result.motifs) {
            motifs.append(nb::make_tuple(dictionary_of(motif.pattern), to_int(motif.count)));
        }
        made["motifs"] = motifs;
    });
}

std::string estimated_motifs(Subject const& subject, MotifQuery const& query, Options const& options) {
    return estimated(subject, options, [query](Graph const& graph, RunOptions prepared) {
        TransitionTable const tables =
            TransitionTable::load(query.k, query.directed ? PatternKind::directed : PatternKind::undirected);
        prepared.of<ByPatternInput>().tables = tables.ref();
        return bind_motifs(query).estimate(graph, prepared);
    });
}

} // namespace

void bind_motifs(nb::module_& module) {
    nb::class_<MotifQuery>(module, "MotifQuery", "The motifs to count.")
        .def("set_through", set_through<MotifQuery>, nb::arg("graph"), nb::arg("positions"));
    module.def("motif_query", motif_query, nb::arg("k"), nb::arg("directed"), nb::arg("edge_induced"),
               nb::arg("algorithm"));
    define(module, "count_motifs", counted_motifs);
    define_approximate(module, "approximate_motifs", approximated_motifs);
    define(module, "estimate_motifs", estimated_motifs);
}

// Matches of a pattern.

namespace {

MatchQuery match_query(Pattern const& pattern, bool induced, std::vector<int> order, std::string const& algorithm,
                       bool labels_may_lack) {
    MatchQuery query{.pattern = pattern};
    query.induced = induced;
    query.order = std::move(order);
    query.algorithm = parse_algorithm(algorithm);
    query.labels_may_lack = labels_may_lack;
    return query;
}

nb::tuple counted_matches(Subject const& subject, MatchQuery const& query, Options const& options) {
    return answer(subject, options, query, count_matches, [](nb::dict& made, MatchResult const& result) {
        made["automorphisms"] = to_int(result.automorphisms);
        nb::list rows;
        for (auto const& [labels, count] : result.by_labels) {
            rows.append(nb::make_tuple(nb::tuple(detail::list_of(labels)), to_int(count)));
        }
        made["by_labels"] = rows;
    });
}

nb::tuple approximated_matches(Subject const& subject, MatchQuery const& query, double error, double confidence,
                               std::uint64_t seed, Options const& options) {
    return approximated(subject, query, {error, confidence, seed}, options, approximate_matches, {},
                        semantics_of_matches(query.induced));
}

nb::tuple located_matches(Subject const& subject, MatchQuery const& query, Options const& options) {
    return answer(subject, options, query, count_local_matches, [&subject](nb::dict& made, RunResult const& result) {
        LocalCounts const& counts = result.of<PerOrbit>();
        made["vertices"] = vertex_counts(subject.graph(), counts);
        made["orbits"] = orbit_counts(subject.graph(), counts);
    });
}

nb::tuple found_match(Subject const& subject, MatchQuery const& query, Options const& options) {
    return answer(subject, options, query, find_match, [](nb::dict& made, FoundMatch const& result) {
        made["exists"] = result.exists;
        made["vertices"] = array_of(result.vertices);
    });
}

std::unique_ptr<Listing> listed_matches(Subject const& subject, MatchQuery const& query, Options const& options) {
    query.pattern.require_connected();
    return std::make_unique<Listing>(subject, options, std::popcount(query.pattern.core()),
                                     [query](GraphOrResident const& where, RunOptions const& prepared) {
                                         return list_matches(where, query, prepared);
                                     });
}

std::string estimated_matches(Subject const& subject, MatchQuery const& query, Options const& options) {
    return estimated(subject, options, [query](Graph const& graph, RunOptions const& prepared) {
        return bind_matches(query).estimate(graph, prepared);
    });
}

} // namespace

void bind_matches(nb::module_& module) {
    nb::class_<MatchQuery>(module, "MatchQuery", "The matches to count.")
        .def("set_through", set_through<MatchQuery>, nb::arg("graph"), nb::arg("positions"));
    module.def("match_query", match_query, nb::arg("pattern"), nb::arg("induced"), nb::arg("order"),
               nb::arg("algorithm"), nb::arg("labels_may_lack"));
    module.def("semantics_of_matches", semantics_of_matches, nb::arg("induced"), nb::arg("mappings"));
    define(module, "count_matches", counted_matches);
    define_approximate(module, "approximate_matches", approximated_matches);
    define(module, "count_local_matches", located_matches);
    define(module, "find_match", found_match);
    define(module, "list_matches", listed_matches);
    define(module, "estimate_matches", estimated_matches);
    module.def("match_orbits", match_orbits, nb::arg("pattern"));
}

// Motifs in coloured graphs.

namespace {

// Returns: the query for a motif as text and the colours by vertex. Without colours, the labels of the graph serve as
// colours.
SieveQuery sieve_query(Subject const& subject, std::string const& motif, std::optional<VertexColours> colours,
                       double error, int repeat, std::uint64_t seed) {
    SieveQuery query;
    query.motif = colours ? parse_coloured_motif(motif) : parse_labelled_motif(motif, subject.graph());
    query.colours = colours ? std::move(*colours) : colours_of_labels(subject.graph());
    if (query.colours.size() != subject.graph().vertex_count()) {
        refuse("colours: expected the colours of each vertex, in the order of the attribute nodes");
    }
    query.error = error;
    query.repeat = repeat;
    query.seed = seed;
    return query;
}

nb::tuple run_sieve(Subject const& subject, SieveQuery const& query, Options const& options) {
    auto const call = [](GraphOrResident const& where, SieveQuery const& asked, RunOptions const& prepared) {
        return sieve(where.graph(), asked, prepared);
    };
    return answer(subject, options, query, call, [](nb::dict& made, SieveResult const& result) {
        made["support"] = result.support;
        made["runs"] = result.runs;
        made["miss"] = result.miss;
    });
}

nb::tuple found_sieved_match(Subject const& subject, SieveQuery const& query, Options const& options) {
    auto const call = [](GraphOrResident const& where, SieveQuery const& asked, RunOptions const& prepared) {
        return find_sieved_match(where.graph(), asked, prepared);
    };
    return answer(subject, options, query, call,
                  [](nb::dict& made, SievedMatch const& result) { made["vertices"] = result.vertices; });
}

} // namespace

void bind_sieve(nb::module_& module) {
    nb::class_<SieveQuery>(module, "SieveQuery", "A motif, and the colours of a graph.");
    module.def("sieve_query", sieve_query, nb::arg("graph"), nb::arg("motif"), nb::arg("colours").none(),
               nb::arg("error"), nb::arg("repeat"), nb::arg("seed"));
    define(module, "sieve", run_sieve);
    define(module, "find_sieved_match", found_sieved_match);
}

} // namespace cerrado::python
