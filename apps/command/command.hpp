// A command of the program, as the folder of an application declares it in its command.hpp:
//
//   Command NAME_command();
//
// CMake finds that line and puts the command into the table. NAME_MORE_command() is for a command that another one,
// NAME, has: it comes with it.
#pragma once

#include "command/options/options.hpp"
#include "command/run/application.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

struct Command {
    std::vector<std::string> names; // as they are typed; two words if another command has it
    int place = 55;                 // in the list of the help, ascending: those of this tree are at 10, 20, ...
    std::function<void(Options& program)> add{};
    std::vector<std::string> shared{}; // what the processes share that mpirun or --isolate has started; as `names`
    // Whether it can go on from a checkpoint, with these words. Empty: never.
    std::function<bool(std::vector<std::string> const& words)> has_checkpoints{};
    std::optional<Application> balanced{}; // what `cerrado balance sweep` can run of it
};

// Those of the folders that the program was built with, by their places.
std::vector<Command> commands();

// The command line of any application: its options, and a run from the graph argument to the tables and files. It is
// called by its name first.
Command command_of(Application application, int place = Command().place);

} // namespace cerrado::command
