// Checked counts: by the serial programs of the applications, and with a proof.
#include "call.hpp"
#include "run.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/six.hpp>
#include <cerrado/core/error.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#ifdef CERRADO_PYTHON_HAS_VERIFIERS
#include "clique/verifier.hpp"
#include "isomorphism/verifier.hpp"
#include "motif/verifier.hpp"

#include <chrono>
#include <map>
#include <numeric>
#else
#include <cerrado/core/error.hpp>
#include <cerrado/pattern/pattern.hpp>
#endif

namespace cerrado::python {

// Counts by the serial programs of the applications, which share no code with the applications. An installed Cerrado
// has no such programs. The module has them if it is built as a part of Cerrado.

namespace {

using Roots = std::optional<std::vector<VertexId>>;
using Seconds = std::optional<double>;

#ifdef CERRADO_PYTHON_HAS_VERIFIERS

using Counts = std::map<std::string, WideCount>;
using Look = std::function<void()>;
struct Stopped {};

std::vector<VertexId> all_or(Roots const& roots, Graph const& graph) {
    if (roots) return *roots;
    std::vector<VertexId> all(graph.vertex_count());
    std::iota(all.begin(), all.end(), VertexId{0});
    return all;
}

// Returns: a dictionary, or None if the time did not suffice.
nb::object serially(Seconds seconds, std::function<Counts(Look const&)> work) {
    auto const told = std::make_shared<Told>();
    auto [found, raised] = call<std::optional<Counts>>(
        [told, seconds, work = std::move(work)]() -> std::optional<Counts> {
            using Clock = std::chrono::steady_clock;
            auto const begun = Clock::now();
            unsigned looks = 0;
            auto const look = [&] {
                if (looks++ % 1024 != 0) return;
                bool const is_late = seconds && std::chrono::duration<double>(Clock::now() - begun).count() >= *seconds;
                if (is_late || told->interrupt) throw Stopped{};
            };
            try {
                return work(look);
            } catch (Stopped const&) {
                return std::nullopt;
            }
        },
        told, nb::none());
    if (raised) throw std::move(*raised);
    if (!*found) return nb::none();
    nb::dict made;
    for (auto const& [pattern, count] : **found) made[nb::str(pattern.c_str())] = to_int(count);
    return made;
}

nb::object count_cliques_again(Subject const& subject, int k, Roots const& roots, Seconds seconds) {
    return serially(seconds, [subject, k, roots = all_or(roots, subject.graph())](Look const& look) {
        return Counts{{"", clique::count_cliques(subject.graph(), k, roots, look)}};
    });
}

nb::object count_motifs_again(Subject const& subject, int k, bool directed, Roots const& roots, Seconds seconds) {
    return serially(seconds, [subject, k, directed, roots = all_or(roots, subject.graph())](Look const& look) {
        return directed ? motif::count_directed_motifs(subject.graph(), k, roots, look)
                        : motif::count_motifs(subject.graph(), k, roots, look);
    });
}

nb::object count_matches_again(Subject const& subject, Pattern const& pattern, bool induced, Seconds seconds) {
    return serially(seconds, [subject, pattern, induced, all = all_or({}, subject.graph())](Look const& look) {
        WideCount const ascending = count_ascending_serially(subject.graph(), pattern, induced, all, look);
        return Counts{{"", ascending * count_exchanges_serially(pattern, induced) /
                               count_automorphisms_serially(pattern, induced)}};
    });
}

#else

[[noreturn]] void refuse_to_verify() {
    throw Error(
        "verify: this module was built with an installed Cerrado, which has no serial programs: `pip install .` "
        "in the folder of Cerrado's sources builds a module with them");
}

nb::object count_cliques_again(Subject const&, int, Roots const&, Seconds) { refuse_to_verify(); }
nb::object count_motifs_again(Subject const&, int, bool, Roots const&, Seconds) { refuse_to_verify(); }
nb::object count_matches_again(Subject const&, Pattern const&, bool, Seconds) { refuse_to_verify(); }

#endif

} // namespace

void bind_serial(nb::module_& module) {
    module.def("count_cliques_again", count_cliques_again, nb::arg("graph"), nb::arg("k"), nb::arg("roots").none(),
               nb::arg("seconds").none());
    module.def("count_motifs_again", count_motifs_again, nb::arg("graph"), nb::arg("k"), nb::arg("directed"),
               nb::arg("roots").none(), nb::arg("seconds").none());
    module.def("count_matches_again", count_matches_again, nb::arg("graph"), nb::arg("pattern"), nb::arg("induced"),
               nb::arg("seconds").none());
}

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
