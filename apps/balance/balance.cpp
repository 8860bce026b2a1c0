#include "balance/command.hpp"
#include "command/record/output.hpp"

#include <cerrado/loadbalance/policy.hpp>

namespace cerrado::command {
namespace {

std::string policies_table() {
    Table table({{"policy"}, {"what it does"}});
    for (std::string const& name : policy_names()) table.add_row({{name}, {policy_description(name)}});
    return table.text();
}

// What a sweep can run.
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
        "  cerrado balance policies                                 what --policy may name\n"
        "  cerrado clique graph.txt -k 6 --balance share --trace run.trace\n"
        "  cerrado balance replay run.trace --threshold 0.1         what another threshold would have decided\n"
        "  cerrado clique graph.txt -k 6 --job-times run.jobs\n"
        "  cerrado balance simulate run.jobs --devices 1,2,4,8      what so many devices would take\n"
        "  cerrado balance sweep clique graph.txt -k 6 --csv sweep.csv\n"
        "  cerrado balance plot run.trace --to activity.svg\n"
        "  cerrado balance COMMAND --help                           more of each");
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
