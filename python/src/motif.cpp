// Motifs: connected subgraphs by pattern.
#include "numbers.hpp"
#include "pattern.hpp"
#include "subject.hpp"

#include <cerrado/apps/motif.hpp>
#include <cerrado/output/by_pattern_input.hpp>

#include <nanobind/stl/string.h>

#include <map>
#include <mutex>

namespace cerrado::python {
namespace {

nb::dict with_motifs(MotifResult const& result) {
    nb::dict made = dictionary_of(result);
    nb::list motifs;
    for (MotifCount const& motif : result.motifs) {
        motifs.append(nb::make_tuple(dictionary_of(motif.pattern), to_int(motif.count)));
    }
    made["motifs"] = motifs;
    return made;
}

// Tables of small patterns stay in memory: to read their file takes as long as a small run.
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

nb::tuple counted_motifs(Subject const& subject, int k, bool directed, bool edge_induced, std::string const& algorithm,
                         Options const& options) {
    MotifQuery const query = motif_query(k, directed, edge_induced, algorithm);
    return run_on<MotifResult>(
        subject, options,
        [query](GraphOrResident const& where, RunOptions const& prepared) {
            MotifQuery own = query;
            own.tables = tables_of(query.k, query.directed);
            return count_motifs(where, own, prepared);
        },
        with_motifs);
}

std::string estimated_motifs(Subject const& subject, int k, bool directed, bool edge_induced,
                             std::string const& algorithm, Options const& options) {
    detail::check_device(options);
    RunOptions const prepared = run_options(options, std::make_shared<Told>());
    return call_plainly<std::string>([subject, prepared, query = motif_query(k, directed, edge_induced, algorithm)] {
        RunOptions own = prepared;
        TransitionTable const tables =
            TransitionTable::load(query.k, query.directed ? PatternKind::directed : PatternKind::undirected);
        own.of<ByPatternInput>().tables = tables.ref();
        return bind_motifs(query).estimate(subject.graph(), own);
    });
}

} // namespace

void bind_motifs(nb::module_& module) {
    module.def("count_motifs", counted_motifs, nb::arg("graph"), nb::arg("k"), nb::arg("directed"),
               nb::arg("edge_induced"), nb::arg("algorithm"), nb::arg("options"));
    module.def("estimate_motifs", estimated_motifs, nb::arg("graph"), nb::arg("k"), nb::arg("directed"),
               nb::arg("edge_induced"), nb::arg("algorithm"), nb::arg("options"));
}

} // namespace cerrado::python
