// --checkpoint, --checkpoint-every, --resume, --part and --merge of an application's command.
#pragma once

#include "command/options/options.hpp"
#include "command/run/application.hpp"

#include <string>
#include <vector>

namespace cerrado::command {

struct CheckpointRequest {
    std::string file;    // empty: none, or the same as `resumed`
    std::string resumed; // empty: no file must be there
    double every = 60;
    std::string part;                // as typed: 3/16; empty: all
    std::vector<std::string> merged; // the files of all parts; empty: none

    bool is_part() const { return !part.empty(); }
    bool on() const { return !file.empty() || !resumed.empty() || !merged.empty(); }
    std::string const& written() const { return file.empty() ? resumed : file; }
};

void add_checkpoint_options(Options& command, CheckpointRequest& request);

// Throws InputError if it is not two numbers, as 3/16.
PartOfRun part_of(std::string const& typed);

// The options as the runtime takes them. `key` tells which run it is.
CheckpointOptions checkpoint_options(CheckpointRequest const& request, std::string key);

} // namespace cerrado::command
