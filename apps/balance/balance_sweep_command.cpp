// `cerrado balance sweep`: its options.
#include "balance/balance.hpp"
#include "balance/balance_sweep.hpp"
#include "command/options/balance_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
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

void add_grid_options(CLI::App& command, SweepRequest& request) {
    command.add_option("--mechanisms", request.mechanisms, "Of none, stop, share")->capture_default_str();
    command.add_option("--policies", request.policies, "See `cerrado balance policies`")->capture_default_str();
    command.add_option("--thresholds", request.thresholds, "Shares of workers that may be idle [measured]");
    command.add_option("--donations", request.donations, "Traversals for each idle worker, at most [measured]");
    command.add_option("--workers", request.workers, "CUDA warps, or threads on the host; 0: the device's default")
        ->capture_default_str();
    command.add_option("--poll", request.poll, poll_help())->option_text("TIME");
    command.add_option("--repeat", request.repeat, "Runs of each combination")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
}

} // namespace

void add_sweep_command(CLI::App& balance, std::vector<Application> applications, ExitCode& exit_code) {
    CLI::App* const command = balance.add_subcommand("sweep", "Measure an application with many settings");
    auto const request = std::make_shared<SweepRequest>();
    std::vector<std::string> names;
    for (Application const& application : applications) names.push_back(application.name);
    command->add_option("APPLICATION", request->application, fmt::format("{}", fmt::join(names, " or ")))
        ->required()
        ->check(CLI::IsMember(names))
        ->option_text(" ");
    command->add_option("GRAPH", request->graph, "A file or a generator, see `cerrado generate --help`")
        ->required()
        ->option_text(" ");
    add_reading_options(*command, request->marks);
    command->add_option("-k", request->k, "Vertices of the subgraphs")->required();
    command->add_option("--csv", request->csv, "The table that the rows are added to")->required()->option_text("FILE");
    command->add_option("--device", request->device, "Where to run")
        ->check(CLI::IsMember({"auto", "cuda", "host", "lockstep"}))
        ->capture_default_str();
    command->add_option("--algorithm", request->algorithm, "One that the application has, see its --help")
        ->capture_default_str();
    add_grid_options(*command, *request);
    command->footer(footer);
    command->callback([request, applications = std::move(applications), &exit_code] {
        for (Application const& application : applications) {
            if (application.name == request->application) exit_code = run_sweep(application, *request);
        }
    });
}

} // namespace cerrado::command
