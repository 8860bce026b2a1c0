// --checkpoint, --checkpoint-every and --resume of an application's command.
#pragma once

#include "command/run/application.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace cerrado::command {

struct CheckpointRequest {
    std::string file;    // empty: none, or the same as `resumed`
    std::string resumed; // empty: no file must be there
    double every = 60;

    bool on() const { return !file.empty() || !resumed.empty(); }
    std::string const& written() const { return file.empty() ? resumed : file; }
};

void add_checkpoint_options(CLI::App& command, CheckpointRequest& request);

// The options as the runtime takes them. `key` tells which run it is.
CheckpointOptions checkpoint_options(CheckpointRequest const& request, std::string key);

} // namespace cerrado::command
