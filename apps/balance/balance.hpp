// `cerrado balance`: the laboratory for load balancing.
#pragma once

#include "command/run/application.hpp"

#include <cerrado/core/error.hpp>

#include <CLI/CLI.hpp>

namespace cerrado::command {

// How a table of `balance simulate` begins.
inline constexpr char simulation_columns[] = "app,graph,k,algorithm,device,workers,slow,devices,deal,";

// Adds the subcommand with policies, replay, simulate, sweep and plot. A sweep can run any of `applications`.
void add_balance_command(CLI::App& program, std::vector<Application> applications, ExitCode& exit_code);

void add_replay_command(CLI::App& balance);
void add_simulate_command(CLI::App& balance);
void add_sweep_command(CLI::App& balance, std::vector<Application> applications, ExitCode& exit_code);
void add_plot_command(CLI::App& balance, ExitCode& exit_code);

} // namespace cerrado::command
