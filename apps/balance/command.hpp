// `cerrado balance`: the laboratory for load balancing.
#pragma once

#include "command/command.hpp"

#include <cerrado/core/error.hpp>

namespace cerrado::command {

// How a table of `balance simulate` begins.
inline constexpr char simulation_columns[] = "app,graph,k,algorithm,device,workers,slow,devices,deal,";

Command balance_command();

void add_replay_command(Options& balance);
void add_simulate_command(Options& balance);
void add_sweep_command(Options& balance, std::vector<Application> applications);
void add_plot_command(Options& balance);

} // namespace cerrado::command
