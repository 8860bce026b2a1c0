// An application with its parameters behind plain functions, for programs that do more than count once.
#pragma once

#include <cerrado/apps/algorithm.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/run/result.hpp>
#include <cerrado/run/session/sample.hpp>

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace cerrado {

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
    int pieces = 0; // RunOptions::pieces, if a run on a GPU should take others than the usual
    GraphOrder order = GraphOrder::automatic;
    VertexId longest_list = 0; // of the oriented graph; 0 for an application that runs on the whole graph
};

// The functions bind_...() make it. Its calls are those of <cerrado/run/run.hpp> and throw as they do: InputError for
// what the caller can mend, Error for what the machine lacks.
struct BoundApplication {
    // Makes the device ready. Call it while the graph is read. Otherwise run() does it.
    std::function<void(RunOptions const&)> warm_up;

    // The graph in whose numbering RunOptions::roots are.
    std::function<Graph(Graph const&, RunOptions const&)> prepare;

    // What a run would need, without running: a few lines for a person.
    std::function<std::string(Graph const&, RunOptions const&)> estimate;

    std::function<RunResult(Graph const&, RunOptions const&)> run;

    // Runs on a graph that stays on its device between runs.
    std::function<RunResult(Resident const&, RunOptions const&)> run_resident;

    // Runs some of its jobs, one group after the other.
    std::function<JobSample(Resident const&, RunOptions const&, std::span<SampledJobs const>)> sample;

    // What run() would choose, by samples that take a small part of its time.
    std::function<Choice(Graph const&, RunOptions const&)> choose;
};

// The values of RunOptions::warp_width that this library was compiled for (the CMake option CERRADO_WARP_WIDTHS),
// ascending. 32 is always among them. Counts per vertex and edge have only 32.
std::span<int const> bound_warp_widths();

} // namespace cerrado
