// A command of the program. The folder of an application declares it in its command.hpp:
//
//   Command NAME_command();
//
// CMake finds that line and puts the command into the table. NAME_MORE_command() is a command that belongs to
// the command NAME and comes with it.
#pragma once

#include "command/options/application.hpp"
#include "command/options/options.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

struct Command {
    std::vector<std::string> names; // as they are typed; two words if the command belongs to another one
    int place = 55; // in the list of the help, in ascending order; the commands of this tree are at 10, 20, ...
    std::function<void(Options& program)> add{};
    std::vector<std::string> shared{}; // the commands that processes of mpirun or --isolate share; as `names`
    // Returns: true if the command can go on from a checkpoint when it has these words. Empty: it never can.
    std::function<bool(std::vector<std::string> const& words)> has_checkpoints{};
    std::optional<Application> balanced{}; // the application that `cerrado balance sweep` can run
};

// Returns: the commands of the folders that the program was built with, in the order of their places.
std::vector<Command> commands();

// Returns: the command of an application, with its options and its run from the graph argument to the tables and files.
// The first name of the command is the name of the application.
Command command_of(Application application, int place = Command().place);

} // namespace cerrado::command
