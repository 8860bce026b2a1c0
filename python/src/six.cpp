// Counts with a proof: evaluated, decoded and verified in one call.
#include "numbers.hpp"
#include "subject.hpp"

#include <cerrado/apps/six.hpp>
#include <cerrado/core/error.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>

namespace cerrado::python {
namespace {

struct Proven : RunResult {
    SixVerified verified;
};

// The values of both primes, then the proof and its check. A stopped evaluation has no count.
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
        throw Error("the proof does not hold at a random point: a value was wrong; count again");
    }
    proven.count = proven.verified.count;
    return proven;
}

nb::tuple counted_with_proof(Subject const& subject, Pattern const& pattern, bool induced, std::optional<int> split,
                             double soundness, Options const& options) {
    SixQuery query{.pattern = pattern};
    query.induced = induced;
    query.split = split;
    return run_on<Proven>(
        subject, options,
        [query, soundness](GraphOrResident const& where, RunOptions const& prepared) {
            return prove(where.graph(), query, soundness, prepared);
        },
        [](Proven const& result) {
            nb::dict made = dictionary_of(result);
            made["maps"] = to_int(result.verified.maps);
            made["checks"] = result.verified.checks;
            return made;
        });
}

} // namespace

void bind_six(nb::module_& module) {
    module.def("count_with_proof", counted_with_proof, nb::arg("graph"), nb::arg("pattern"), nb::arg("induced"),
               nb::arg("split").none(), nb::arg("soundness"), nb::arg("options"));
}

} // namespace cerrado::python
