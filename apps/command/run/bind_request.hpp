// From what was asked for to plain functions that do it.
#pragma once

#include "command/run/application_run.hpp"

#include <span>
#include <vector>

namespace cerrado::command {

std::vector<BoundApplication> bind_each(std::span<Application const> applications, RunRequest const& request);

// The applications for the graph that was read: in which order the vertices of a pattern are found depends on it.
std::vector<Application> suited(std::span<Application const> applications, Graph const& graph,
                                RunRequest const& request);

} // namespace cerrado::command
