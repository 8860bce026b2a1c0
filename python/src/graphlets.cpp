// Graphlets, their orbits, and distances of networks.
#include "numbers.hpp"
#include "pattern.hpp"
#include "subject.hpp"

#include <cerrado/apps/graphlet_distance.hpp>
#include <cerrado/apps/graphlets.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

namespace cerrado::python {
namespace {

nb::dict with_graphlets(GraphletCounts const& result) {
    nb::dict made = dictionary_of(result);
    nb::list patterns;
    for (GraphletCount const& pattern : result.patterns) {
        patterns.append(nb::make_tuple(pattern.size, dictionary_of(describe_pattern(pattern.size, pattern.adjacency)),
                                       to_int(pattern.induced), to_int(pattern.non_induced)));
    }
    made["patterns"] = patterns;
    return made;
}

nb::tuple counted_graphlets(Subject const& subject, int k, bool all, Options const& options) {
    GraphletQuery const query{.k = k, .all = all};
    return run_on<GraphletCounts>(
        subject, options,
        [query](GraphOrResident const& where, RunOptions const& prepared) {
            return count_graphlets(where, query, prepared);
        },
        with_graphlets);
}

nb::tuple counted_orbits(Subject const& subject, int k, bool per_edge, Options const& options) {
    GraphletOrbitsQuery const query{.k = k, .per_edge = per_edge};
    return run_on<GraphletOrbits>(
        subject, options,
        [query](GraphOrResident const& where, RunOptions const& prepared) {
            return count_graphlet_orbits(where, query, prepared);
        },
        [](GraphletOrbits const& result) {
            nb::dict made = dictionary_of(result);
            bool const is_there = result.status == Status::complete;
            made["values"] =
                is_there ? counts_array(result.counts, {result.rows(), result.columns}) : nb::object(nb::none());
            made["columns"] = result.columns;
            made["orbits"] = result;
            return made;
        });
}

std::string estimated_graphlets(Subject const& subject, int k, bool all, Options const& options) {
    detail::check_device(options);
    RunOptions const prepared = run_options(options, std::make_shared<Told>());
    return call_plainly<std::string>(
        [subject, prepared, k, all] { return estimate_graphlets(subject.graph(), {.k = k, .all = all}, prepared); });
}

std::optional<double> distance(GraphletOrbits const& a, GraphletOrbits const& b, std::string const& kind) {
    constexpr std::pair<char const*, GraphletDistance> kinds[] = {
        {"gcd11", GraphletDistance::gcd11}, {"gcd56", GraphletDistance::gcd56},
        {"gcd73", GraphletDistance::gcd73}, {"gdda", GraphletDistance::gdda},
        {"rgf", GraphletDistance::rgf},     {"gdda_geometric", GraphletDistance::gdda_geometric}};
    for (auto const& [name, value] : kinds) {
        if (kind == name) {
            return call_plainly<std::optional<double>>([&, value = value] { return graphlet_distance(a, b, value); });
        }
    }
    refuse("kind='" + kind + "': expected one of gcd11, gcd56, gcd73, gdda, gdda_geometric, rgf");
}

} // namespace

void bind_graphlets(nb::module_& module) {
    nb::class_<GraphletOrbits>(module, "GraphletOrbits", "Orbits as the library has them, for distances.");
    module.def("count_graphlets", counted_graphlets, nb::arg("graph"), nb::arg("k"), nb::arg("all"),
               nb::arg("options"));
    module.def("count_orbits", counted_orbits, nb::arg("graph"), nb::arg("k"), nb::arg("per_edge"), nb::arg("options"));
    module.def("estimate_graphlets", estimated_graphlets, nb::arg("graph"), nb::arg("k"), nb::arg("all"),
               nb::arg("options"));
    module.def("graphlet_distance", distance, nb::arg("a"), nb::arg("b"), nb::arg("kind"));
}

} // namespace cerrado::python
