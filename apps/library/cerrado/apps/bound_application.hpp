// An application with its parameters, for programs that do more than count once.
#pragma once

#include <cerrado/core/detail/words.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/run/detail/session/sample.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/run/result.hpp>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cerrado {

// The forms that an application may have; few applications have all. automatic: a formula if the options allow it, else
// fast; only some queries take it. fast: the quickest of the others for the device and the sizes. paper: the published
// algorithm line by line. oriented: lists on the oriented graph. bitmap: bit rows on the oriented graph. pivot: all
// sizes at once. walk: a search vertex by vertex. formula: sums of products of simpler counts. parts: the same for any
// pattern, by a plan.
enum class Algorithm { automatic, fast, paper, oriented, bitmap, pivot, walk, formula, parts };

inline constexpr WordFor<Algorithm> algorithm_words[] = {
    {"auto", Algorithm::automatic},    {"fast", Algorithm::fast},       {"paper", Algorithm::paper},
    {"oriented", Algorithm::oriented}, {"bitmap", Algorithm::bitmap},   {"pivot", Algorithm::pivot},
    {"walk", Algorithm::walk},         {"formula", Algorithm::formula}, {"parts", Algorithm::parts},
};
std::string_view name_of(Algorithm algorithm);

// Returns: CheckpointOptions::key of a count of the subgraphs of `first` to `last` vertices (the largest int: all from
// `first` on). Programs that give it go on from checkpoints of the command line, and the other way round.
std::string checkpoint_key(std::string_view application, int first, int last, Algorithm algorithm);

// The choice of a form of an application, and the measurements that led to it.
struct Choice {
    // The predicted `seconds` of the search. 0: there is no prediction.
    struct Prediction {
        Algorithm algorithm = Algorithm::fast;
        double seconds = 0;
        bool is_more = false; // the search takes longer, since a sample did not end in its time
    };
    Prediction chosen; // `algorithm` is `fast` if there is only one form
    std::vector<Prediction> others;
    std::uint64_t jobs = 0;    // jobs of the whole run
    std::uint64_t sampled = 0; // jobs that ran for the prediction
    double sampling_seconds = 0;
    int pieces = 0;          // BalanceOptions::pieces for a run on a GPU, if it should not be the usual number
    bool moves_work = false; // a run on a GPU moves work between workers
    GraphOrder order = GraphOrder::automatic;
    VertexId longest_list = 0; // in the oriented graph; 0 for an application that runs on the whole graph
};

// The graph of a call: a Graph, or a Resident, which stays on its device between runs. This object only refers to it.
class GraphOrResident {
public:
    GraphOrResident(Graph const& graph) : graph_(&graph) {}
    GraphOrResident(Resident const& resident) : graph_(&resident.graph()), resident_(&resident) {}

    Graph const& graph() const { return *graph_; }         // as given
    Resident const* resident() const { return resident_; } // null: a Graph was given

private:
    Graph const* graph_;
    Resident const* resident_ = nullptr;
};

// A form of an application with its parameters. It is compiled, or combines other forms. The calls are those of
// <cerrado/run/run.hpp> and throw as they do: InputError if the caller can mend the error, Error if the machine cannot
// do the run.
class Form : public std::enable_shared_from_this<Form> {
public:
    virtual ~Form() = default;

    // Makes the device ready. It may be called while the graph is read. Otherwise run() does it.
    virtual void warm_up(RunOptions const& options) const = 0;

    // Returns: the graph with the numbering of a run with these options.
    virtual Graph prepare(Graph const& graph, RunOptions const& options) const = 0;

    // Returns: the needs of a run in a few lines for a person. It does not run.
    virtual std::string estimate(Graph const& graph, RunOptions const& options) const = 0;

    virtual RunResult run(GraphOrResident const& graph, RunOptions const& options) const = 0;

    // Runs some of its jobs, one group after the other.
    virtual JobSample sample(Resident const& graph, RunOptions const& options,
                             std::span<SampledJobs const> jobs) const = 0;

    // Returns: the choice of run() between forms that count the same. Each form runs on the heaviest jobs and on a
    // sample of the others, for about 2 % of the time of the whole run; the form that would end first is chosen. If the
    // search is short, or there are roots or a checkpoint, it is the form that is quickest for most graphs.
    virtual Choice choose(Graph const& graph, RunOptions const& options) const;
};

// An application from one of the functions bind_...(). Its calls are those of its form, which copies share.
class BoundApplication {
public:
    explicit BoundApplication(std::shared_ptr<Form const> form) : form_(std::move(form)) {}

    void warm_up(RunOptions const& options) const;
    Graph prepare(Graph const& graph, RunOptions const& options) const { return form_->prepare(graph, options); }
    // If there are several devices, the estimate is for the first.
    std::string estimate(Graph const& graph, RunOptions const& options) const;
    // Returns: the choice that run() would make, and its reasons.
    Choice choose(Graph const& graph, RunOptions const& options) const;
    // Throws InputError if both a resident graph and devices are given.
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const;
    RunResult run_resident(Resident const& graph, RunOptions const& options) const { return run(graph, options); }
    // Runs some of its jobs, one group after the other.
    JobSample sample(Resident const& graph, RunOptions const& options, std::span<SampledJobs const> jobs) const {
        return form_->sample(graph, options, jobs);
    }

private:
    std::shared_ptr<Form const> form_;
};

// Returns: an application of a form of the type T, made from these arguments.
template <class T, class... Arguments> BoundApplication make_form(Arguments&&... arguments) {
    return BoundApplication(std::make_shared<T const>(std::forward<Arguments>(arguments)...));
}

// The values of RunOptions::warp_width that this library was compiled for (the CMake option CERRADO_WARP_WIDTHS),
// ascending. 32 is always among them. Counts per vertex and edge need 32.
std::span<int const> bound_warp_widths();

} // namespace cerrado
