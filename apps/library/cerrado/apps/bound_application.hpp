// An application with its parameters, for programs that do more than count once.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/run/result.hpp>
#include <cerrado/run/session/sample.hpp>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cerrado {

// The forms that an application may have. automatic: where an application's query says so, a formula if the options
// allow it, else fast. fast: the quickest of the others for the device and the sizes. paper: the published algorithm
// line by line. oriented: lists on the oriented graph. bitmap: extensions are bit rows. pivot: all sizes at once. walk:
// vertex by vertex. formula: from tallies of parts. Few applications have them all.
enum class Algorithm { automatic, fast, paper, oriented, bitmap, pivot, walk, formula };

std::string_view name_of(Algorithm algorithm);

// Which form of an application runs, and what was measured to choose it.
struct Choice {
    // `seconds` that the search would take, or more. 0 if nobody asked.
    struct Prediction {
        Algorithm algorithm = Algorithm::fast;
        double seconds = 0;
        bool is_more = false; // a sample was not done in its time
    };
    Prediction chosen; // `algorithm` is `fast` if there is one form
    std::vector<Prediction> others;
    std::uint64_t jobs = 0;    // of the whole run,
    std::uint64_t sampled = 0; // and those that ran for the prediction
    double sampling_seconds = 0;
    int pieces = 0; // BalanceOptions::pieces, if a run on a GPU should take others than the usual
    GraphOrder order = GraphOrder::automatic;
    VertexId longest_list = 0; // of the oriented graph; 0 for an application that runs on the whole graph
};

// What a call runs on: a graph, or one that stays on its device between runs. It refers to what it is made of.
class GraphOrResident {
public:
    GraphOrResident(Graph const& graph) : graph_(&graph) {}
    GraphOrResident(Resident const& resident) : graph_(&resident.graph()), resident_(&resident) {}

    Graph const& graph() const { return *graph_; }         // as given
    Resident const* resident() const { return resident_; } // null: it is a graph

private:
    Graph const* graph_;
    Resident const* resident_ = nullptr;
};

// A form of an application with its parameters: compiled, or made of others. The calls are those of
// <cerrado/run/run.hpp> and throw as they do: InputError for what the caller can mend, Error for what the machine lacks.
class Form : public std::enable_shared_from_this<Form> {
public:
    virtual ~Form() = default;

    // Makes the device ready. Call it while the graph is read. Otherwise run() does it.
    virtual void warm_up(RunOptions const& options) const = 0;

    // The graph as a run with these options numbers it.
    virtual Graph prepare(Graph const& graph, RunOptions const& options) const = 0;

    // What a run would need, without running: a few lines for a person.
    virtual std::string estimate(Graph const& graph, RunOptions const& options) const = 0;

    virtual RunResult run(GraphOrResident const& graph, RunOptions const& options) const = 0;

    // Runs some of its jobs, one group after the other.
    virtual JobSample sample(Resident const& graph, RunOptions const& options,
                             std::span<SampledJobs const> jobs) const = 0;

    // What run() would choose, if several forms count the same: each runs on the heaviest jobs and on a sample of the
    // others, for about 2 % of the time that the whole takes, and the one that would end first is taken. If the search
    // is short, or there are roots or a checkpoint, it is the one that is quickest for most graphs.
    virtual Choice choose(Graph const& graph, RunOptions const& options) const;
};

// The functions bind_...() make it. Its calls are those of its form, which copies share.
class BoundApplication {
public:
    explicit BoundApplication(std::shared_ptr<Form const> form) : form_(std::move(form)) {}

    void warm_up(RunOptions const& options) const;
    Graph prepare(Graph const& graph, RunOptions const& options) const { return form_->prepare(graph, options); }
    // With several devices, for the first.
    std::string estimate(Graph const& graph, RunOptions const& options) const;
    // What run() would choose, and why.
    Choice choose(Graph const& graph, RunOptions const& options) const;
    // Throws InputError if a resident graph is given, and devices.
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const;
    RunResult run_resident(Resident const& graph, RunOptions const& options) const { return run(graph, options); }
    // Runs some of its jobs, one group after the other.
    JobSample sample(Resident const& graph, RunOptions const& options, std::span<SampledJobs const> jobs) const {
        return form_->sample(graph, options, jobs);
    }

private:
    std::shared_ptr<Form const> form_;
};

// The values of RunOptions::warp_width that this library was compiled for (the CMake option CERRADO_WARP_WIDTHS),
// ascending. 32 is always among them. Counts per vertex and edge have only 32.
std::span<int const> bound_warp_widths();

} // namespace cerrado
