// One run of an application as the command line asked for it.
#pragma once

#include "common/application.hpp"
#include "common/progress.hpp"
#include "common/record.hpp"

#include <cerrado/core/error.hpp>

#include <string>

namespace cerrado::command {

struct RunRequest {
    std::string graph;
    Parameters parameters;
    std::string json;   // a file, "-", or empty
    std::string csv;    // likewise
    std::string verify; // empty, "all" or a number of roots
    ProgressMode progress = ProgressMode::automatic;
    bool estimate = false;
};

// done, or partial when the run was stopped early; everything else is an exception.
ExitCode run_application(Application const& application, RunRequest const& request);

} // namespace cerrado::command
