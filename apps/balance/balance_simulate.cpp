// `cerrado balance simulate`: what a run would take on more devices, or others, from the times of its jobs.
#include "balance/balance_lists.hpp"
#include "balance/command.hpp"
#include "command/options/inputs.hpp"
#include "command/record/output.hpp"

#include <cerrado/graph/io/output_file.hpp>
#include <cerrado/loadbalance/simulation.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace cerrado::command {
namespace {

constexpr int most_devices = 1 << 16;
constexpr int most_workers_of_each = 1 << 20;

struct SimulateRequest {
    std::string job_times;
    std::string devices = "1,2,4,8";
    std::string deals = "hand-over";
    int workers = 0;
    double slow = 1;
    std::optional<double> alone;
    double scale = 1;
    std::string csv;
};

struct Simulated {
    SimulatedDevices settings;
    SimulatedRun run;
};

// Warps share a multiprocessor: beside idle ones they are quicker. 1.3 is what the throughput with a part of the warps
// says (`cerrado info --device`). A thread of the host has a core of its own.
double speed_alone(JobCosts const& costs, SimulateRequest const& request) {
    return request.alone.value_or(costs.device == "cuda" ? 1.3 : 1.0);
}

std::vector<Simulated> simulate_all(JobCosts const& costs, SimulateRequest const& request) {
    SimulatedDevices settings;
    settings.workers = request.workers > 0 ? static_cast<std::uint32_t>(request.workers) : costs.workers;
    settings.slowness = request.slow;
    settings.speed_alone = speed_alone(costs, request);
    std::vector<DealPolicy> deals;
    for (std::string const& word : parse_words("--deals", request.deals)) deals.push_back(parse_deal_policy(word));
    std::vector<Simulated> rows;
    for (int const devices : parse_numbers("--devices", request.devices, 1, most_devices)) {
        for (DealPolicy const deal : deals) {
            settings.devices = devices;
            settings.deal = deal;
            rows.push_back({settings, simulate(costs, settings)});
        }
    }
    return rows;
}

std::string table_of(std::vector<Simulated> const& rows) {
    Table table({{"devices", true},
                 {"deal"},
                 {"seconds", true},
                 {"undivided", true},
                 {"busy", true},
                 {"least seconds", true},
                 {"bound by"},
                 {"shares", true},
                 {"asked", true},
                 {"handed over", true}});
    for (auto const& [settings, run] : rows) {
        bool const by_job = run.heaviest_seconds > run.even_seconds;
        table.add_row({{grouped(static_cast<std::uint64_t>(settings.devices))},
                       {to_string(settings.deal)},
                       {fmt::format("{:.4g}", run.seconds)},
                       {fmt::format("{:.4g}", run.undivided_seconds)},
                       {fmt::format("{:.1f} %", 100 * run.efficiency())},
                       {fmt::format("{:.4g}", std::max(run.even_seconds, run.heaviest_seconds))},
                       {by_job ? "the heaviest job" : "the work"},
                       {grouped(run.shares)},
                       {grouped(run.asked)},
                       {grouped(run.handed_over)}});
    }
    return table.text();
}

std::string csv_of(JobCosts const& costs, std::vector<Simulated> const& rows) {
    std::string text =
        simulation_columns +
        std::string("seconds,even_seconds,heaviest_seconds,shares,asked,handed_over,undivided_seconds\n");
    for (auto const& [settings, run] : rows) {
        text +=
            fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", costs.application, csv_field(costs.graph),
                        costs.k, costs.algorithm, costs.device, settings.workers, settings.slowness, settings.devices,
                        to_string(settings.deal), run.seconds, run.even_seconds, run.heaviest_seconds, run.shares,
                        run.asked, run.handed_over, run.undivided_seconds);
    }
    return text;
}

std::string heading(JobCosts const& costs, SimulateRequest const& request) {
    std::string text =
        fmt::format("{} of {}, k={}: {} took {} on {} {:.4g} s, {:.4g} s of one worker\n", costs.application,
                    costs.graph, costs.k, counted(costs.jobs(), "job"), counted(costs.workers, "worker"), costs.device,
                    costs.seconds, costs.worker_seconds());
    if (request.scale != 1) text += fmt::format("each job {:g} times as long\n", request.scale);
    if (request.slow != 1) text += fmt::format("every other device {:g} times slower\n", request.slow);
    return text + "\n";
}

void scale(JobCosts& costs, double factor) {
    for (std::vector<std::uint64_t>& run : costs.runs) {
        for (std::uint64_t& job : run) job = static_cast<std::uint64_t>(static_cast<double>(job) * factor);
    }
}

void run_simulate(SimulateRequest const& request) {
    CommandFiles files;
    files.reads("the times of jobs", request.job_times);
    if (!request.csv.empty()) files.writes("--csv", request.csv);
    files.check();
    JobCosts costs = read_job_costs(request.job_times);
    std::string const head = heading(costs, request);
    if (request.scale != 1) scale(costs, request.scale);
    std::vector<Simulated> const rows = simulate_all(costs, request);
    if (!request.csv.empty()) {
        detail::OutputFile file(request.csv, false);
        file.write(csv_of(costs, rows));
        file.commit();
    }
    write_standard_output(head + table_of(rows));
}

} // namespace

void add_simulate_command(Options& balance) {
    Options& command =
        balance.add_command("simulate", "What a run would take on so many devices, from the times of its jobs");
    auto const request = std::make_shared<SimulateRequest>();
    command.add("FILE", request->job_times, "What --job-times wrote").required().shown_as(" ");
    command.add("--devices", request->devices, "How many, each of them: 1,2,4 (a rank's count, too)").shows_default();
    command.add("--deals", request->deals, fmt::format("Of {}", fmt::join(deal_policy_names(), ", "))).shows_default();
    command.add("--workers", request->workers, "Of each device [as recorded]").range(1, most_workers_of_each);
    command.add("--slow", request->slow, "Every other device takes so many times as long")
        .range(0.01, 1000.0)
        .shows_default();
    command
        .add("--alone", request->alone,
             "A worker beside idle ones is at most so many times as fast [1.3 on cuda, else 1]")
        .range(1.0, 100.0);
    command.add("--scale", request->scale, "Each job takes so many times as long as recorded")
        .range(1e-3, 1e9)
        .shows_default();
    command.add("--csv", request->csv, "Also write the rows, for `cerrado balance plot`").shown_as("FILE");
    command.footer(
        "\nNeeds no GPU. The dealer is that of a run with --devices. A device is a number of workers, each of which\n"
        "takes one job after the other. Jobs that are cut finer (--pieces) deal better: record them so. A run takes "
        "from\n"
        "`seconds`, if jobs under way that are handed over can be divided at will, to `undivided`, if none of them "
        "can.\n"
        "\nExamples:\n"
        "  cerrado clique graph.txt -k 6 --job-times run.jobs\n"
        "  cerrado balance simulate run.jobs\n"
        "  cerrado balance simulate run.jobs --devices 4 --deals hand-over,guided,round-robin,chunked,even --slow 1.5\n"
        "  cerrado balance simulate run.jobs --devices 64,1000 --scale 1e4 --csv ranks.csv");
    command.runs([request] {
        run_simulate(*request);
        return ExitCode::done;
    });
}

} // namespace cerrado::command
