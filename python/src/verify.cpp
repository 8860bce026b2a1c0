// Checked counts: by the serial programs of the applications, and with a proof.
#include "call.hpp"
#include "run.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/apps/six.hpp>
#include <cerrado/core/error.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#ifdef CERRADO_PYTHON_HAS_VERIFIERS
#include "clique/verifier.hpp"
#include "isomorphism/verifier.hpp"
#include "library/verifier.hpp"
#include "motif/verifier.hpp"
#include "query/verifier.hpp"

#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/output/by_pattern_input.hpp>
#endif

namespace cerrado::python {

// Checks by the serial programs of the applications, which share no code with the applications. An installed Cerrado has
// no such programs. The module has them if it is built as a part of Cerrado.

#ifdef CERRADO_PYTHON_HAS_VERIFIERS

namespace {

// `tables`: null if the counts are not by pattern.
std::string verdict(Found const& found, std::string const& what, int first_k, int last_k, SerialProgram serial,
                    BoundApplication const& bound, TransitionTable const* tables = nullptr) {
    if (found.result.status != Status::complete) return "not verified: the run is partial";
    if (found.asked.roots && serial.mappings_of_match)
        throw InputError("verify: the serial program of matches cannot check a part of the roots: give verify=True");
    Until until{found.options.interrupt, found.options.deadline_seconds};
    if (until.deadline_seconds > 0) until.deadline_seconds = std::max(1e-6, until.deadline_seconds - found.spent);
    auto const check = check_by_roots({.what = what + found.graph.source,
                                       .first_k = first_k,
                                       .last_k = last_k,
                                       .serial = std::move(serial),
                                       .bound = bound,
                                       .graph = found.graph,
                                       .options = found.options,
                                       .result = found.result,
                                       .tables = tables},
                                      {found.asked.roots, found.asked.seed});
    std::string line = run_check(*check, until, {}).line;
    line.pop_back(); // the end of the line
    return line;
}

} // namespace

template <class Query> SerialProgram with_through(SerialProgram program, Query const& query, int first_k, int last_k) {
    return query.through.empty() ? program : through(std::move(program), query.through, first_k, last_k);
}

std::string verdict_on(CliqueQuery const& query, Found const& found) {
    bool const is_one = query.k != 0;
    return verdict(
        found, "cliques of ", is_one ? query.k : query.min_k, is_one ? query.k : query.max_k,
        with_through(serial_program(query), query, is_one ? query.k : query.min_k, is_one ? query.k : query.max_k),
        bind_cliques(query));
}

std::string verdict_on(MaximalCliqueQuery const& query, Found const& found) {
    return verdict(found, "maximal cliques of ", query.min_k, query.max_k,
                   with_through(serial_program(query), query, query.min_k, query.max_k), bind_maximal_cliques(query));
}

std::string verdict_on(MotifQuery query, Found const& found) {
    TransitionTable const tables =
        TransitionTable::load(query.k, query.directed ? PatternKind::directed : PatternKind::undirected);
    query.tables = &tables;
    RunOptions options = found.options;
    options.of<ByPatternInput>().tables = tables.ref();
    return verdict(
        {found.graph, options, found.result, found.asked, found.spent}, "motifs of ", query.k, query.k,
        with_through(query.edge_induced ? serial_program_of_all() : serial_program(query), query, query.k, query.k),
        bind_motifs(query), &tables);
}

std::string verdict_on(MatchQuery const& query, Found const& found) {
    int const k = query.pattern.size();
    return verdict(found, "matches in ", k, k, with_through(serial_program(query), query, k, k), bind_matches(query));
}

std::string verdict_on(AskedQuery const& asked, Found const& found) {
    if (found.asked.roots)
        throw InputError("verify: the serial program of queries cannot check a part of the roots: give verify=True");
    if (found.result.status != Status::complete) return "not verified: the run is partial";
    QuerySettings const& settings = asked.settings;
    WideCount rows =
        verify_query(found.graph, asked.query, settings.induced, {settings.label, settings.edge_label}).rows;
    if (settings.distinct) rows /= symmetries_of(asked.query);
    if (rows == found.result.count) return "verified: the number of rows agrees with the serial program";
    throw Error("query of " + found.graph.source + ": verification failed: there are " + to_string(found.result.count) +
                " rows, but the serial program finds " + to_string(rows) +
                "; do not use this result, and report it with the query");
}

#else

namespace {

[[noreturn]] void refuse_to_verify() {
    throw Error(
        "verify: this module was built with an installed Cerrado, which has no serial programs: `pip install .` "
        "in the folder of Cerrado's sources builds a module with them");
}

} // namespace

std::string verdict_on(CliqueQuery const&, Found const&) { refuse_to_verify(); }
std::string verdict_on(MaximalCliqueQuery const&, Found const&) { refuse_to_verify(); }
std::string verdict_on(MotifQuery, Found const&) { refuse_to_verify(); }
std::string verdict_on(MatchQuery const&, Found const&) { refuse_to_verify(); }
std::string verdict_on(AskedQuery const&, Found const&) { refuse_to_verify(); }

#endif

// Counts with a proof. One call evaluates, decodes and verifies.

namespace {

struct Proven : RunResult {
    SixVerified verified;
};

// Evaluates for both primes, makes the proof and checks it. A stopped evaluation has no count.
Proven prove(Graph const& graph, SixQuery const& query, double soundness, RunOptions options) {
    SixInstance const instance = prepare_six(graph, query);
    std::vector<SixShard> shards;
    Proven proven;
    for (int prime = 0; prime < static_cast<int>(six_primes.size()); ++prime) {
        SixTask const task{.points = {prime, 0, instance.points_needed()}};
        SixEvaluated some = evaluate_six(instance, task, options);
        double const before = proven.seconds.run;
        static_cast<RunResult&>(proven) = some;
        proven.seconds.run += before;
        if (some.status != Status::complete) return proven;
        if (options.deadline_seconds > 0) {
            options.deadline_seconds = std::max(1e-6, options.deadline_seconds - some.seconds.run);
        }
        shards.push_back(std::move(some.shard));
    }
    SixProof const proof = decode_six(instance, merge_six(shards)).proof;
    proven.verified = verify_six(instance, proof, soundness);
    if (!proven.verified.holds) {
        throw Error("the proof does not hold at a random point, so a value was wrong: count again");
    }
    proven.count = proven.verified.count;
    return proven;
}

nb::tuple counted_with_proof(Subject const& subject, Pattern const& pattern, bool induced, std::optional<int> split,
                             double soundness, Options const& options) {
    SixQuery query{.pattern = pattern};
    query.induced = induced;
    query.split = split;
    auto const call = [soundness](GraphOrResident const& where, SixQuery const& asked, RunOptions const& prepared) {
        return prove(where.graph(), asked, soundness, prepared);
    };
    return answer(subject, options, query, call, [induced](nb::dict& made, Proven const& result) {
        made["semantics"] = semantics_of_matches(induced);
        made["maps"] = to_int(result.verified.maps);
        made["checks"] = result.verified.checks;
    });
}

} // namespace

void bind_six(nb::module_& module) {
    module.def("count_with_proof", counted_with_proof, nb::arg("graph"), nb::arg("pattern"), nb::arg("induced"),
               nb::arg("split").none(), nb::arg("soundness"), nb::arg("options"));
}

} // namespace cerrado::python
