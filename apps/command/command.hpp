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
#include <string_view>
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

// Returns: the commands of the folders that the program was built with, in the order of their places. `cerrado` has it.
std::vector<Command> commands();

// Returns: the command of an application, with its options and its run from the graph argument to the tables and files.
// The first name of the command is the name of the application.
Command command_of(Application application, int place = Command().place);

// A program that has some commands.
struct Program {
    std::vector<Command> commands{};
    std::vector<std::string_view> absent{};             // commands that the program was built without
    std::function<void(Options& program)> add_others{}; // adds commands that count nothing; may be empty
    // Returns: why a command lacks an option; may be empty
    std::function<std::string(std::string const& command, std::string const& option)> why_not{};
    std::string what_it_is; // one line, for the help
    std::string examples{}; // for the help
    std::string build{};    // how it was built, as members of a JSON object: for --version --json; may be empty
};

// Runs the command line, as one of the processes of a launcher such as mpirun if one started this process. It takes the
// program from `program` when there is enough stack. Returns: the exit code for main().
int run_program(std::function<Program()> const& program, std::vector<std::string> words);

// Returns: the words with which main() was called.
std::vector<std::string> words_of_main(int argument_count, char const* const* arguments);

} // namespace cerrado::command
