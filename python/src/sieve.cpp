// Motifs in coloured graphs.
#include "numbers.hpp"
#include "subject.hpp"

#include <cerrado/apps/sieve.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace cerrado::python {
namespace {

// The motif as text, and colours by vertex; without colours the labels of the graph are them.
SieveQuery sieve_query(Subject const& subject, std::string const& motif, std::optional<VertexColours> colours,
                       double error, int repeat, std::uint64_t seed, bool oracle) {
    SieveQuery query;
    query.motif = colours ? parse_coloured_motif(motif) : parse_labelled_motif(motif, subject.graph());
    query.colours = colours ? std::move(*colours) : colours_of_labels(subject.graph());
    if (query.colours.size() != subject.graph().vertex_count()) {
        refuse("colours: expected the colours of each vertex, in the order of nodes");
    }
    query.error = error;
    query.repeat = repeat;
    query.seed = seed;
    query.oracle = oracle;
    return query;
}

nb::tuple run_sieve(Subject const& subject, std::string const& motif, std::optional<VertexColours> colours,
                    double error, int repeat, std::uint64_t seed, bool oracle, Options const& options) {
    return run_on<SieveResult>(
        subject, options,
        [query = sieve_query(subject, motif, std::move(colours), error, repeat, seed, oracle)](
            GraphOrResident const& where, RunOptions const& prepared) { return sieve(where.graph(), query, prepared); },
        [](SieveResult const& result) {
            nb::dict made = dictionary_of(result);
            made["support"] = result.support;
            made["runs"] = result.runs;
            made["miss"] = result.miss;
            return made;
        });
}

nb::tuple found_sieved_match(Subject const& subject, std::string const& motif, std::optional<VertexColours> colours,
                             double error, int repeat, std::uint64_t seed, bool oracle, Options const& options) {
    return run_on<SievedMatch>(
        subject, options,
        [query = sieve_query(subject, motif, std::move(colours), error, repeat, seed, oracle)](
            GraphOrResident const& where, RunOptions const& prepared) {
            return find_sieved_match(where.graph(), query, prepared);
        },
        [](SievedMatch const& result) {
            nb::dict made = dictionary_of(result);
            made["vertices"] = result.vertices;
            return made;
        });
}

} // namespace

void bind_sieve(nb::module_& module) {
    auto const define = [&](char const* name, auto function) {
        module.def(name, function, nb::arg("graph"), nb::arg("motif"), nb::arg("colours").none(), nb::arg("error"),
                   nb::arg("repeat"), nb::arg("seed"), nb::arg("oracle"), nb::arg("options"));
    };
    define("sieve", run_sieve);
    define("find_sieved_match", found_sieved_match);
}

} // namespace cerrado::python
