// --pattern, --patterns, --all, --induced, --order: which patterns are looked for.
#pragma once

#include "command/options/graph_argument.hpp"
#include "command/options/options.hpp"
#include "command/run/application.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

// As typed. A member without a value was not given.
struct PatternRequest {
    std::vector<std::string> texts;
    std::string file;       // of patterns, one a line; or a folder
    std::optional<int> all; // every pattern of this many vertices
    bool induced = false;
    std::vector<int> order;
};

void add_pattern_options(Options& command, PatternRequest& request);

// If the application looks for patterns: an application for each pattern that was asked for, or one for all patterns of
// a size. Throws InputError for what cannot be had.
std::vector<Application> applications_of(Application const& application, PatternRequest const& request,
                                         GraphMarksRequest const& marks);

} // namespace cerrado::command
