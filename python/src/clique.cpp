// Cliques: counted, located and listed.
#include "listing.hpp"
#include "local_counts.hpp"
#include "numbers.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

namespace cerrado::python {
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

nb::dict with_sizes(RunResult const& result) {
    nb::dict made = dictionary_of(result);
    SizeCounts const& counts = result.of<BySize>();
    nb::dict sizes;
    for (SizeCount const& row : counts.sizes) sizes[nb::int_(row.k)] = to_int(row.count);
    made["sizes"] = sizes;
    if (!counts.sum.empty()) made["count"] = to_int(counts.sum); // it may exceed 128 bits
    return made;
}

nb::tuple counted_cliques(Subject const& subject, std::optional<int> k, std::optional<int> least,
                          std::optional<int> most, std::string const& algorithm, Options const& options) {
    CliqueQuery const query = clique_query(k, least, most, algorithm);
    return run_on<RunResult>(
        subject, options,
        [query](GraphOrResident const& where, RunOptions const& prepared) {
            return count_cliques(where, query, prepared);
        },
        with_sizes);
}

nb::tuple located_cliques(Subject const& subject, int k, bool per_edge, std::string const& algorithm,
                          Options const& options) {
    LocalCliqueQuery const query{.k = k, .per_edge = per_edge, .algorithm = parse_algorithm(algorithm)};
    return run_on<RunResult>(
        subject, options,
        [query](GraphOrResident const& where, RunOptions const& prepared) {
            return count_local_cliques(where, query, prepared);
        },
        [&subject, per_edge](RunResult const& result) {
            nb::dict made = dictionary_of(result);
            LocalCounts const& counts = result.of<PerVertexAndEdge>();
            made["vertices"] = vertex_counts(subject.graph(), counts);
            if (per_edge) made["edges"] = edge_counts(subject.graph(), counts);
            return made;
        });
}

std::unique_ptr<Listing> listed_cliques(Subject const& subject, int k, std::string const& algorithm,
                                        Options const& options) {
    CliqueListQuery const query{.k = k, .algorithm = parse_algorithm(algorithm)};
    return std::make_unique<Listing>(subject, options, k,
                                     [query](GraphOrResident const& where, RunOptions const& prepared) {
                                         return list_cliques(where, query, prepared);
                                     });
}

std::string estimated_cliques(Subject const& subject, std::optional<int> k, std::optional<int> least,
                              std::optional<int> most, std::string const& algorithm, Options const& options) {
    detail::check_device(options);
    RunOptions const prepared = run_options(options, std::make_shared<Told>());
    return call_plainly<std::string>([subject, prepared, query = clique_query(k, least, most, algorithm)] {
        return bind_cliques(query).estimate(subject.graph(), prepared);
    });
}

} // namespace

void bind_cliques(nb::module_& module) {
    module.def("count_cliques", counted_cliques, nb::arg("graph"), nb::arg("k").none(), nb::arg("min_k").none(),
               nb::arg("max_k").none(), nb::arg("algorithm"), nb::arg("options"));
    module.def("count_local_cliques", located_cliques, nb::arg("graph"), nb::arg("k"), nb::arg("per_edge"),
               nb::arg("algorithm"), nb::arg("options"));
    module.def("list_cliques", listed_cliques, nb::arg("graph"), nb::arg("k"), nb::arg("algorithm"),
               nb::arg("options"));
    module.def("estimate_cliques", estimated_cliques, nb::arg("graph"), nb::arg("k").none(), nb::arg("min_k").none(),
               nb::arg("max_k").none(), nb::arg("algorithm"), nb::arg("options"));
}

} // namespace cerrado::python
