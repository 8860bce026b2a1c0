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

void add_balance_command(Options& program, std::vector<Application> applications) {
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
    add_sweep_command(balance, std::move(applications));
    add_plot_command(balance);
}

} // namespace cerrado::command
