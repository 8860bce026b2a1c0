// Matches of a pattern: counted, located, listed, and found.
#include "listing.hpp"
#include "local_counts.hpp"
#include "numbers.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/output/per_orbit.hpp>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace cerrado::python {
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

using Order = std::vector<int>;

nb::tuple counted_matches(Subject const& subject, Pattern const& pattern, bool induced, Order order,
                          std::string const& algorithm, bool labels_may_lack, Options const& options) {
    return run_on<MatchResult>(
        subject, options,
        [query = match_query(pattern, induced, std::move(order), algorithm, labels_may_lack)](
            GraphOrResident const& where, RunOptions const& prepared) { return count_matches(where, query, prepared); },
        [](MatchResult const& result) {
            nb::dict made = dictionary_of(result);
            made["automorphisms"] = to_int(result.automorphisms);
            return made;
        });
}

nb::tuple located_matches(Subject const& subject, Pattern const& pattern, bool induced, Order order,
                          std::string const& algorithm, bool labels_may_lack, Options const& options) {
    return run_on<RunResult>(
        subject, options,
        [query = match_query(pattern, induced, std::move(order), algorithm, labels_may_lack)](
            GraphOrResident const& where, RunOptions const& prepared) {
            return count_local_matches(where, query, prepared);
        },
        [&subject](RunResult const& result) {
            nb::dict made = dictionary_of(result);
            LocalCounts const& counts = result.of<PerOrbit>();
            made["vertices"] = vertex_counts(subject.graph(), counts);
            made["orbits"] = orbit_counts(subject.graph(), counts);
            return made;
        });
}

nb::tuple found_match(Subject const& subject, Pattern const& pattern, bool induced, Order order,
                      std::string const& algorithm, bool labels_may_lack, Options const& options) {
    return run_on<FoundMatch>(
        subject, options,
        [query = match_query(pattern, induced, std::move(order), algorithm, labels_may_lack)](
            GraphOrResident const& where, RunOptions const& prepared) { return find_match(where, query, prepared); },
        [](FoundMatch const& result) {
            nb::dict made = dictionary_of(result);
            made["exists"] = result.exists ? nb::object(nb::bool_(*result.exists)) : nb::object(nb::none());
            made["vertices"] = array_of(result.vertices);
            return made;
        });
}

std::unique_ptr<Listing> listed_matches(Subject const& subject, Pattern const& pattern, bool induced, Order order,
                                        std::string const& algorithm, bool labels_may_lack, Options const& options) {
    pattern.require_connected();
    int const width = std::popcount(pattern.core());
    return std::make_unique<Listing>(
        subject, options, width,
        [query = match_query(pattern, induced, std::move(order), algorithm, labels_may_lack)](
            GraphOrResident const& where, RunOptions const& prepared) { return list_matches(where, query, prepared); });
}

std::string estimated_matches(Subject const& subject, Pattern const& pattern, bool induced, Order order,
                              std::string const& algorithm, bool labels_may_lack, Options const& options) {
    detail::check_device(options);
    RunOptions const prepared = run_options(options, std::make_shared<Told>());
    return call_plainly<std::string>(
        [subject, prepared, query = match_query(pattern, induced, std::move(order), algorithm, labels_may_lack)] {
            return bind_matches(query).estimate(subject.graph(), prepared);
        });
}

} // namespace

void bind_matches(nb::module_& module) {
    auto const define = [&](char const* name, auto function) {
        module.def(name, function, nb::arg("graph"), nb::arg("pattern"), nb::arg("induced"), nb::arg("order"),
                   nb::arg("algorithm"), nb::arg("labels_may_lack"), nb::arg("options"));
    };
    define("count_matches", counted_matches);
    define("count_local_matches", located_matches);
    define("find_match", found_match);
    define("list_matches", listed_matches);
    define("estimate_matches", estimated_matches);
    module.def("match_orbits", match_orbits, nb::arg("pattern"));
}

} // namespace cerrado::python
