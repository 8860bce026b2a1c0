// A run for Python: its graph, its options and its result.
#pragma once

#include "call.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/apps/query.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/core/detail/clock.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/output/local_counts.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/run/result.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace cerrado {
struct CliqueQuery;
struct MaximalCliqueQuery;
struct MotifQuery;
struct MatchQuery;
} // namespace cerrado

namespace cerrado::python {

// A check of the result by the serial program.
struct Verify {
    std::optional<std::uint64_t> roots; // a number of roots, which `seed` draws; none: all
    std::uint64_t seed = 1;
};

// The words are those of the command line.
struct Options : BalanceWords {
    std::string device = "auto";      // auto, cuda, host, lockstep
    std::optional<int> gpu;           // number of the CUDA device
    std::vector<std::string> devices; // devices that share the run: all, 0, cuda:0, host, lockstep; empty: `device`
    int threads = 0;
    int workers = 0;
    int warp_width = 0;
    std::string order = "auto";
    std::optional<std::vector<VertexId>> roots; // positions
    double deadline = 0;
    int pieces = 0;
    std::string checkpoint; // a file
    std::string resume;     // a file to go on from
    double checkpoint_every = 60;
    std::optional<std::uint64_t> limit;
    bool on_device = false; // true: a list's blocks stay in the memory of the GPU
    std::optional<Verify> verify;
    nb::object progress = nb::none();
    nb::object ranks = nb::none(); // a Ranks
};

void bind_options(nb::module_& module);

std::string argument_text(std::string_view name, std::string_view value); // an OptionText: "order='degree'"

// Returns: the value that a word of an argument stands for. Throws InputError for other words.
template <class Value, std::size_t n>
Value value_of(WordFor<Value> const (&words)[n], std::string_view argument, std::string const& name) {
    return cerrado::value_of(words, argument_text(argument, name), name);
}
Algorithm parse_algorithm(std::string const& name); // throws InputError

// Returns: the library's options. Their runs report to `told`, and end when it is interrupted. Throws InputError for
// unknown words.
RunOptions run_options(Options const& options, std::shared_ptr<Told> const& told);

// The result of a call with options: (the result from `wrap` or None, the exception of Python or None).
using Wrapped = nb::typed<nb::tuple, nb::object, nb::object>;
template <class Result> nb::tuple run(Options const& options, std::function<Result(RunOptions const&)> work,
                                      std::function<nb::dict(Result const&)> const& wrap);

// Returns: the parts of a result that all runs have.
nb::dict dictionary_of(RunResult const& result);

namespace detail {

std::function<void()> on_gpu(std::optional<int> gpu, std::function<void()> work);
void check_device(Options const& options); // throws Error after a fork
// Returns: waits, if the run has a checkpoint, which must be complete before Python goes on, or ranks, which wait for
// each other.
inline AfterInterrupt after_interrupt(Options const& options) {
    bool const is_alone = options.checkpoint.empty() && options.resume.empty() && options.ranks.is_none();
    return is_alone ? AfterInterrupt::may_leave : AfterInterrupt::waits;
}
nb::list list_of(std::vector<std::string> const& texts);

} // namespace detail

template <class Result> nb::tuple run(Options const& options, std::function<Result(RunOptions const&)> work,
                                      std::function<nb::dict(Result const&)> const& wrap) {
    detail::check_device(options);
    auto const told = std::make_shared<Told>();
    auto [result, raised] = call<Result>(
        [work = std::move(work), prepared = run_options(options, told), gpu = options.gpu] {
            std::optional<Result> found;
            detail::on_gpu(gpu, [&] { found.emplace(work(prepared)); })();
            return std::move(*found);
        },
        told, options.progress, detail::after_interrupt(options));
    nb::object wrapped = nb::none();
    if (result) {
        nb::dict made = wrap(*result);
        made["notes"] = detail::list_of(told->take_notes());
        wrapped = std::move(made);
    }
    nb::object error = raised ? nb::borrow(raised->value()) : nb::none();
    return nb::make_tuple(wrapped, error);
}

// The graph of a call. A resident one stays on its device.

class Subject {
public:
    explicit Subject(Graph graph) : graph_(std::move(graph)) {}
    Subject(Graph graph, std::shared_ptr<Resident const> resident, std::optional<int> gpu)
        : graph_(std::move(graph)),
          resident_(std::move(resident)),
          gpu_(gpu) {}

    Graph const& graph() const { return graph_; }
    std::shared_ptr<Resident const> const& resident() const { return resident_; }
    std::optional<int> gpu() const { return gpu_; } // number of its CUDA device
    bool is_closed() const { return is_closed_; }
    void close() {
        resident_.reset();
        is_closed_ = true;
    }

    // Returns: the graph for a call, valid as long as this object. Throws InputError if the graph is closed.
    GraphOrResident where() const {
        if (is_closed_) refuse("the resident graph is closed: make another one with resident()");
        return resident_ ? GraphOrResident(*resident_) : GraphOrResident(graph_);
    }

private:
    Graph graph_;
    std::shared_ptr<Resident const> resident_;
    std::optional<int> gpu_;
    bool is_closed_ = false;
};

// Runs an application on a graph.
template <class Result> nb::tuple run_on(Subject const& subject, Options options,
                                         std::function<Result(GraphOrResident const&, RunOptions const&)> work,
                                         std::function<nb::dict(Result const&)> const& wrap) {
    static_cast<void>(subject.where());
    if (subject.resident() && !options.gpu) options.gpu = subject.gpu();
    return run<Result>(
        options,
        [subject, work = std::move(work)](RunOptions const& prepared) { return work(subject.where(), prepared); },
        wrap);
}

// A query on attributes, and how it is read.
struct AskedQuery {
    cerrado::Query query;
    QuerySettings settings{};
};

// The result of a run that is to be checked, and its conditions.
struct Found {
    Graph const& graph;
    RunOptions const& options;
    RunResult const& result;
    Verify const& asked;
    double spent; // seconds of the deadline that the run took
};

// Checks a result by the serial program of the query. Returns: a line that says how much agrees. Throws Error if the
// two programs differ.
std::string verdict_on(CliqueQuery const& query, Found const& found);
std::string verdict_on(MaximalCliqueQuery const& query, Found const& found);
std::string verdict_on(MotifQuery query, Found const& found);
std::string verdict_on(MatchQuery const& query, Found const& found);
std::string verdict_on(AskedQuery const& asked, Found const& found);

// Runs `call(graph, query, options)`, and checks the result if the options ask for that. The dictionary of its result
// also has what `add(dictionary, result)` adds, and what exactly was counted if the library says so.
template <class Query, class Call, class Add>
nb::tuple answer(Subject const& subject, Options const& options, Query const& query, Call call, Add add) {
    using Result = std::invoke_result_t<Call, GraphOrResident const&, Query const&, RunOptions const&>;
    std::string semantics;
    if constexpr (requires { semantics_of(query); }) semantics = semantics_of(query);
    auto const checked = std::make_shared<std::pair<std::string, double>>(); // the verdict, and its seconds
    return run_on<Result>(
        subject, options,
        [query, call, checked, verify = options.verify](GraphOrResident const& where, RunOptions const& prepared) {
            Stopwatch const watch;
            Result result = call(where, query, prepared);
            if constexpr (requires { verdict_on(query, {where.graph(), prepared, result, *verify, 0.0}); }) {
                double const spent = watch.seconds();
                if (verify) checked->first = verdict_on(query, {where.graph(), prepared, result, *verify, spent});
                checked->second = watch.seconds() - spent;
            }
            return result;
        },
        [semantics, add, checked](Result const& result) {
            nb::dict made = dictionary_of(result);
            made["semantics"] = semantics;
            made["verdict"] = nb::make_tuple(checked->first, checked->second);
            add(made, result);
            return made;
        });
}

// Returns: the text of `estimate(graph, options)`.
template <class Estimate> std::string estimated(Subject const& subject, Options const& options, Estimate estimate) {
    detail::check_device(options);
    return call_plainly<std::string>([subject, estimate, prepared = run_options(options, std::make_shared<Told>())] {
        return estimate(subject.graph(), prepared);
    });
}

// Binds a function of a graph, a query and options.
template <class Function> void define(nb::module_& module, char const* name, Function function) {
    module.def(name, function, nb::arg("graph"), nb::arg("query"), nb::arg("options"));
}

void bind_columns(nb::module_& module);
void bind_graph(nb::module_& module);
void bind_build(nb::module_& module);
void bind_patterns(nb::module_& module);
void bind_cliques(nb::module_& module);
void bind_motifs(nb::module_& module);
void bind_matches(nb::module_& module);
void bind_queries(nb::module_& module);
void bind_temporal(nb::module_& module);
void bind_device_blocks(nb::module_& module);
void bind_listing(nb::module_& module);
void bind_lists(nb::module_& module);
void bind_compression(nb::module_& module);
void bind_graphlets(nb::module_& module);
void bind_frequent(nb::module_& module);
void bind_discovery(nb::module_& module);
void bind_sieve(nb::module_& module);
void bind_six(nb::module_& module);
void bind_devices(nb::module_& module);
void bind_ranks(nb::module_& module);
void bind_cores(nb::module_& module);

// Counts per vertex and per edge, in the order of the positions of a graph.

// Returns: the positions of a graph's vertices, by ascending original id.
std::vector<VertexId> positions_by_id(Graph const& graph);

nb::object vertex_counts(Graph const& graph, LocalCounts const& counts); // an array, by position
// Returns: (sources, targets, counts), by position. Sources ascend, and each source is below its target.
nb::tuple edge_counts(Graph const& graph, LocalCounts const& counts);
nb::object orbit_counts(Graph const& graph, LocalCounts const& counts); // (vertices, orbits)

// Patterns, and their names for people.

nb::dict dictionary_of(PatternInfo const& pattern); // graph6, name, aliases, edges

} // namespace cerrado::python
