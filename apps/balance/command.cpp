#include "balance/command.hpp"

#include "balance/sweep.hpp"
#include "command/options/inputs.hpp"
#include "command/output/output.hpp"

#include <cerrado/core/detail/wording.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>
#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/loadbalance/simulation.hpp>
#include <cerrado/loadbalance/trace.hpp>

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <optional>
#include <spawn.h>

extern char** environ; // NOLINT: the name is POSIX's

namespace cerrado::command {
namespace {

// The first columns of a table of `balance simulate`.
constexpr char simulation_columns[] = "app,graph,k,algorithm,device,workers,slow,devices,deal,";

// `cerrado balance replay`: the decisions of a policy on the states that a run recorded.

struct ReplayRequest {
    std::string trace;
    std::optional<std::string> policy;
    std::optional<double> threshold;
    std::optional<std::uint32_t> donations;
    std::size_t differences = 20;
};

std::string decision_text(Decision const& decision) {
    if (!decision.rebalance) return "waits";
    auto const add = [](std::uint64_t sum, Donation const& donation) { return sum + donation.count; };
    return fmt::format(
        "{} from {}",
        grouped(std::accumulate(decision.donations.begin(), decision.donations.end(), std::uint64_t{0}, add)),
        grouped(decision.donations.size()));
}

std::string summary_table(TraceHeader const& header, std::string const& policy, PolicySettings const& settings,
                          ReplayReport const& report) {
    Table table({{""}, {"recorded", true}, {"replayed", true}});
    table.add_row({{"policy"}, {header.policy}, {policy}});
    table.add_row(
        {{"threshold"}, {fmt::format("{:g}", header.settings.threshold)}, {fmt::format("{:g}", settings.threshold)}});
    table.add_row({{"donations per idle worker"}, {grouped(header.settings.donations)}, {grouped(settings.donations)}});
    table.add_row(
        {{"looks that rebalance"}, {grouped(report.recorded_rebalances)}, {grouped(report.replayed_rebalances)}});
    table.add_row(
        {{"traversals asked for"}, {grouped(report.recorded_donations)}, {grouped(report.replayed_donations)}});
    return table.text();
}

std::string differences_table(ReplayReport const& report) {
    Table table({{"time", true}, {"idle", true}, {"recorded", true}, {"replayed", true}});
    for (ReplayDifference const& difference : report.differences) {
        table.add_row({{fmt::format("{:.4f} s", difference.seconds)},
                       {share_text(difference.workers - difference.active, difference.workers)},
                       {decision_text(difference.recorded)},
                       {decision_text(difference.replayed)}});
    }
    std::string text = "\nThe looks that differ (\"5 from 2\" is 5 traversals from 2 workers):\n\n" + table.text();
    std::uint64_t const more = report.different - report.differences.size();
    if (more > 0) text += fmt::format("{} more looks differ; --differences N lists N of them\n", grouped(more));
    return text;
}

void run_replay(ReplayRequest const& request) {
    TraceReader trace(request.trace);
    TraceHeader const& header = trace.header();
    PolicySettings settings = header.settings;
    settings.threshold = request.threshold.value_or(settings.threshold);
    settings.donations = request.donations.value_or(settings.donations);
    Policy const policy = make_policy(request.policy.value_or(header.policy), settings);
    ReplayReport const report = replay(trace, policy, request.differences);
    if (!trace.note().empty()) print_message("{}\n", trace.note());

    std::string text =
        fmt::format("{} of {}, k={}: --balance {}, {} on {}\n{} looks; the trace leaves out {} more\n\n",
                    header.application, header.graph, header.k, to_string(header.mechanism),
                    counted(header.workers, "worker"), header.device, grouped(report.looks), grouped(report.skipped));
    text += summary_table(header, policy.name, settings, report);
    text += fmt::format("\n{} looks rebalance with both, {} of {} differ\n", grouped(report.common_rebalances),
                        grouped(report.different), grouped(report.looks));
    if (!report.differences.empty()) text += differences_table(report);
    write_standard_output(text);
}

void add_replay_command(Options& balance) {
    Options& command = balance.add_command("replay", "Show what a policy would have decided in a recorded run");
    auto const request = std::make_shared<ReplayRequest>();
    command.add("TRACE", request->trace, "A file that --trace wrote").required().shown_as(" ");
    command.add("--policy", request->policy,
                "Name of the policy, or the path of a library with one [the one that made the trace]");
    command.add("--threshold", request->threshold, "Share of the workers that may be idle, 0..1 [as recorded]");
    command.add("--donations", request->donations, "Most traversals for each idle worker [as recorded]");
    command.add("--differences", request->differences, "Most differing looks to list").shows_default();
    command.footer(
        "\nThis needs no GPU. The policy decides at each recorded look. The trace does not tell how the run would\n"
        "have gone on after another decision. The policy that made a trace decides the same again.\n"
        "\nExamples:\n"
        "  cerrado balance replay run.trace\n"
        "  cerrado balance replay run.trace --policy heaviest\n"
        "  cerrado balance replay run.trace --threshold 0.1 --donations 8");
    command.runs([request] {
        run_replay(*request);
        return ExitCode::done;
    });
}

// `cerrado balance simulate`: predicts the time of a run on more or other devices from the times of its jobs.

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

// Warps share a multiprocessor, so a warp is quicker while others are idle. The factor 1.3 comes from the throughput
// with a part of the warps (`cerrado info --device`). A thread of the host has a core of its own.
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
        fmt::format("{} of {}, k={}: {} on {} of {} took {:.4g} s, which is {:.4g} s for one worker\n",
                    costs.application, costs.graph, costs.k, counted(costs.jobs(), "job"),
                    counted(costs.workers, "worker"), costs.device, costs.seconds, costs.worker_seconds());
    if (request.scale != 1) text += fmt::format("each job takes {:g} times as long\n", request.scale);
    if (request.slow != 1) text += fmt::format("the 2nd, 4th, ... device takes {:g} times as long\n", request.slow);
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

void add_simulate_command(Options& balance) {
    Options& command =
        balance.add_command("simulate", "Predict the time of a run on several devices from the times of its jobs");
    auto const request = std::make_shared<SimulateRequest>();
    command.add("FILE", request->job_times, "A file that --job-times wrote").required().shown_as(" ");
    command
        .add("--devices", request->devices,
             "Numbers of devices to simulate, such as 1,2,4; a process of mpirun counts as one")
        .shows_default();
    command.add("--deals", request->deals, fmt::format("Ways to deal out jobs: {}", joined(deal_policy_names(), ", ")))
        .shows_default();
    command.add("--workers", request->workers, "Workers of each device [as recorded]").range(1, most_workers_of_each);
    command.add("--slow", request->slow, "Factor by which the 2nd, 4th, ... device takes longer")
        .range(0.01, 1000.0)
        .shows_default();
    command
        .add("--alone", request->alone,
             "Largest factor by which a worker is faster while others are idle [1.3 on cuda, else 1]")
        .range(1.0, 100.0);
    command.add("--scale", request->scale, "Factor by which each job takes longer than recorded")
        .range(1e-3, 1e9)
        .shows_default();
    command.add("--csv", request->csv, "Also write the rows, for `cerrado balance plot`").shown_as("FILE");
    command.footer(
        "\nThis needs no GPU. Jobs are dealt as in a run with --devices. Each worker of a device takes one job after\n"
        "the other. Smaller jobs spread better: record the run with more --pieces. The table has two times:\n"
        "`seconds` if a job can be divided while it runs, and `undivided` if it cannot. A run takes a time between\n"
        "the two.\n"
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

// `cerrado balance plot`: calls the plotting script, which draws with matplotlib.

struct PlotRequest {
    std::vector<std::string> files;
    std::string to;
    std::string python; // empty: python3, or the system's python3 if the first has no matplotlib
};

// Returns: the name of the script that draws a file. Tables of simulations have their own.
std::string script_for(std::string const& file) {
    std::string line;
    std::getline(std::ifstream(file), line);
    return line.starts_with(simulation_columns) ? "simulation_plot.py" : "balance_plot.py";
}

// Finds a script where it is built or installed, or in the folder of the program.
std::string find_script(std::string const& name) {
    std::filesystem::path const folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    std::vector<std::string> const places = {(folder.parent_path() / "share/cerrado" / name).string(),
                                             (folder / name).string()};
    for (std::string const& place : places) {
        if (std::filesystem::is_regular_file(place)) return place;
    }
    throw Error(
        fmt::format("the plotting script is missing: copy bench/balance_plot.py and bench/simulation_plot.py to {}",
                    joined(places, " or to ")));
}

void check_target(std::string const& to) {
    std::string const ending = std::filesystem::path(to).extension().string();
    if (ending != ".svg" && ending != ".png")
        throw InputError(fmt::format("--to {}: the name must end in .svg or .png", to));
}

ExitCode run_script(std::vector<std::string> words) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t process = 0;
    int const error = ::posix_spawnp(&process, arguments[0], nullptr, nullptr, arguments.data(), environ);
    if (error != 0) {
        throw Error(
            fmt::format("{} could not be started ({}): install python3 and python3-matplotlib, or name another Python "
                        "with --python",
                        words[0], std::strerror(error)));
    }
    int status = 0;
    while (::waitpid(process, &status, 0) < 0) {
        if (errno != EINTR)
            throw Error(fmt::format("the process {} was lost ({}): try again", words[0], std::strerror(errno)));
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) <= static_cast<int>(ExitCode::bad_input)) {
        return static_cast<ExitCode>(WEXITSTATUS(status)); // the script has printed the reason
    }
    throw Error(
        fmt::format("the plotting script was stopped (wait status {}): try again, and check that {} is a Python 3",
                    status, words[0]));
}

void add_plot_command(Options& balance) {
    Options& command =
        balance.add_command("plot", "Draw traces, or the table of a sweep or a simulation, as SVG or PNG");
    auto const request = std::make_shared<PlotRequest>();
    command.add("FILES", request->files, "Traces (each becomes a line), or the CSV file of a sweep or a simulation")
        .required()
        .shown_as("FILE...");
    command.add("--to", request->to, "The picture to write; its ending .svg or .png decides the format")
        .required()
        .shown_as("FILE");
    command.add("--python", request->python,
                "A Python 3 that has matplotlib [python3, or /usr/bin/python3 if python3 has none]");
    command.footer(
        "\nTraces show the share of active workers over time, and every rebalance. A sweep shows the time against "
        "threshold,\n"
        "worker count and donations, and prints the figures as tables. A simulation shows how busy the\n"
        "devices are.\n"
        "\nExamples:\n"
        "  cerrado balance plot run.trace --to activity.svg\n"
        "  cerrado balance plot low.trace high.trace --to thresholds.png\n"
        "  cerrado balance plot sweep.csv --to sweep.svg\n"
        "  cerrado balance plot simulated.csv --to devices.svg");
    command.runs([request] {
        check_target(request->to);
        CommandFiles files;
        for (std::string const& file : request->files) files.reads("the file to draw", file);
        files.writes("--to", request->to);
        files.check();
        std::string const python = request->python.empty() ? "python3" : request->python;
        std::vector<std::string> words = {python, find_script(script_for(request->files.front())), "--to", request->to};
        if (request->python.empty()) words.emplace_back("--other-python=/usr/bin/python3");
        words.emplace_back("--");
        words.insert(words.end(), request->files.begin(), request->files.end());
        return run_script(std::move(words));
    });
}

std::string policies_table() {
    Table table({{"policy"}, {"what it does"}});
    for (std::string const& name : policy_names()) table.add_row({{name}, {policy_description(name)}});
    return table.text();
}

// The applications that a sweep can run.
std::vector<Application> balanced_applications() {
    std::vector<Application> applications;
    for (Command const& each : commands()) {
        if (each.balanced) applications.push_back(*each.balanced);
    }
    return applications;
}

void add_balance_command(Options& program) {
    Options& balance =
        program.add_command("balance", "Study load balancing: policies, replay, simulation, sweep, plots");
    balance.needs_command();
    balance.footer(
        "\nExamples:\n"
        "  cerrado balance policies                                 the names for --policy\n"
        "  cerrado clique graph.txt -k 6 --balance share --trace run.trace\n"
        "  cerrado balance replay run.trace --threshold 0.1         decisions with another threshold\n"
        "  cerrado clique graph.txt -k 6 --job-times run.jobs\n"
        "  cerrado balance simulate run.jobs --devices 1,2,4,8      the times on 1, 2, 4 and 8 devices\n"
        "  cerrado balance sweep clique graph.txt -k 6 --csv sweep.csv\n"
        "  cerrado balance plot run.trace --to activity.svg\n"
        "  cerrado balance COMMAND --help                           the help of a command");
    Options& policies = balance.add_command("policies", "List the policies that --policy may name");
    policies.runs([] {
        write_standard_output(policies_table());
        return ExitCode::done;
    });
    add_replay_command(balance);
    add_simulate_command(balance);
    std::vector<Application> applications = balanced_applications();
    if (!applications.empty()) add_sweep_command(balance, std::move(applications));
    add_plot_command(balance);
}

} // namespace

Command balance_command() { return {.names = {"balance"}, .place = 100, .add = add_balance_command}; }

} // namespace cerrado::command
