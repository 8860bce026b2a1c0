#include "balance/balance.hpp"

#include "command/record/output.hpp"
#include "command/record/text.hpp"

#include <cerrado/loadbalance/policy.hpp>

namespace cerrado::command {
namespace {

std::string policies_table() {
    Table table({{"policy"}, {"what it does"}});
    for (std::string const& name : policy_names()) table.add_row({{name}, {policy_description(name)}});
    return table.text();
}

} // namespace

void add_balance_command(CLI::App& program, std::vector<Application> applications, ExitCode& exit_code) {
    CLI::App* const balance =
        program.add_subcommand("balance", "Study load balancing: policies, replay, simulation, sweep, plots");
    balance->require_subcommand(1);
    balance->footer(
        "\nExamples:\n"
        "  cerrado balance policies                                 what --policy may name\n"
        "  cerrado clique graph.txt -k 6 --balance share --trace run.trace\n"
        "  cerrado balance replay run.trace --threshold 0.1         what another threshold would have decided\n"
        "  cerrado clique graph.txt -k 6 --job-times run.jobs\n"
        "  cerrado balance simulate run.jobs --devices 1,2,4,8      what so many devices would take\n"
        "  cerrado balance sweep clique graph.txt -k 6 --csv sweep.csv\n"
        "  cerrado balance plot run.trace --to activity.svg\n"
        "  cerrado balance COMMAND --help                           more of each");
    CLI::App* const policies = balance->add_subcommand("policies", "List the policies that --policy may name");
    policies->callback([] { write_standard_output(policies_table()); });
    add_replay_command(*balance);
    add_simulate_command(*balance);
    add_sweep_command(*balance, std::move(applications), exit_code);
    add_plot_command(*balance, exit_code);
}

} // namespace cerrado::command
