// Makes plain functions of what was asked for.
#pragma once

#include "command/run/application_run.hpp"

#include <span>
#include <vector>

namespace cerrado::command {

std::vector<BoundApplication> bind_each(std::span<Application const> applications, RunRequest const& request);

// The applications for the graph that was read. It decides the order in which the vertices of a pattern are found.
std::vector<Application> suited(std::span<Application const> applications, Graph const& graph,
                                RunRequest const& request);

} // namespace cerrado::command
