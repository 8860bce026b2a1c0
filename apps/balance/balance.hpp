// `cerrado balance`: the laboratory for load balancing.
#pragma once

#include "command/options/options.hpp"
#include "command/run/application.hpp"

#include <cerrado/core/error.hpp>

namespace cerrado::command {

// How a table of `balance simulate` begins.
inline constexpr char simulation_columns[] = "app,graph,k,algorithm,device,workers,slow,devices,deal,";

// Adds the subcommand with policies, replay, simulate, sweep and plot. A sweep can run any of `applications`.
void add_balance_command(Options& program, std::vector<Application> applications);

void add_replay_command(Options& balance);
void add_simulate_command(Options& balance);
void add_sweep_command(Options& balance, std::vector<Application> applications);
void add_plot_command(Options& balance);

} // namespace cerrado::command
