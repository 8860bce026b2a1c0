// `cerrado balance sweep`: its options.
#include "balance/balance_sweep.hpp"
#include "balance/command.hpp"
#include "command/options/run_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

namespace cerrado::command {
namespace {

constexpr char footer[] =
    "\nEvery combination is run, `none` once per worker count. The table grows by one row per run; the same command "
    "goes on\n"
    "where it was stopped and skips what is there. The counts of all rows must agree, else the exit code is 1.\n"
    "Lists are a,b,c; thresholds also FROM:TO:STEP.\n"
    "\nExamples:\n"
    "  cerrado balance sweep clique graph.txt -k 6 --csv sweep.csv\n"
    "  cerrado balance sweep motif graph.txt -k 5 --thresholds 0.1:0.9:0.1 --workers 1600,3200,6400 --mechanisms "
    "stop,share \\\n"
    "      --csv sweep.csv\n"
    "  cerrado balance sweep clique graph.txt -k 6 --donations 1,8,16,32,64 --mechanisms stop --csv donations.csv\n"
    "  cerrado balance plot sweep.csv --to sweep.svg";

void add_grid_options(Options& command, SweepRequest& request) {
    command.add("--mechanisms", request.mechanisms, "Of none, stop, share").shows_default();
    command.add("--policies", request.policies, "See `cerrado balance policies`").shows_default();
    command.add("--thresholds", request.thresholds, "Shares of workers that may be idle [measured]");
    command.add("--donations", request.donations, "Traversals for each idle worker, at most [measured]");
    command.add("--workers", request.workers, "CUDA warps, or threads on the host; 0: the device's default")
        .shows_default();
    command.add("--poll", request.poll, poll_help()).shown_as("TIME");
    command.add("--repeat", request.repeat, "Runs of each combination").range(1, 1000).shows_default();
}

} // namespace

void add_sweep_command(Options& balance, std::vector<Application> applications) {
    Options& command = balance.add_command("sweep", "Measure an application with many settings");
    auto const request = std::make_shared<SweepRequest>();
    std::vector<std::string> names;
    for (Application const& application : applications) names.push_back(application.name);
    command.add("APPLICATION", request->application, fmt::format("{}", fmt::join(names, " or ")))
        .required()
        .one_of(names)
        .shown_as(" ");
    command.add("GRAPH", request->graph, "A file or a generator, see `cerrado generate --help`")
        .required()
        .shown_as(" ");
    add_reading_options(command, request->marks);
    command.add("-k", request->k, "Vertices of the subgraphs").required();
    command.add("--csv", request->csv, "The table that the rows are added to").required().shown_as("FILE");
    command.add("--device", request->device, "Where to run")
        .one_of({"auto", "cuda", "host", "lockstep"})
        .shows_default();
    command.add("--algorithm", request->algorithm, "One that the application has, see its --help").shows_default();
    add_grid_options(command, *request);
    command.footer(footer);
    command.runs([request, applications = std::move(applications)] {
        auto const asked = std::ranges::find(applications, request->application, &Application::name);
        return run_sweep(*asked, *request);
    });
}

} // namespace cerrado::command
