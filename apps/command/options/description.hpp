// The commands and options of a program as data, and the texts that are made of them: JSON, completion, pages for man.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace cerrado::command {

// An option, or a word that a command knows by its place.
struct OptionDescription {
    std::vector<std::string> names; // "-h" and "--help"; a word has one name
    std::string group;              // the heading of the help that it stands under
    std::string help;
    std::string value;                // it stands for the value in the help, such as FILE; empty: there is none
    std::vector<std::string> choices; // the only values; empty: there are others
    std::string usual;                // the default value, if the help shows it
    bool required = false;
    bool repeatable = false; // it takes several values
    std::vector<std::string> needs, excludes;
};

struct CommandDescription {
    std::string name; // "balance sweep"; empty: the program itself
    std::vector<std::string> aliases;
    std::string summary;
    std::vector<OptionDescription> words, options;
    std::string footer;
};

// The program, which is the first command, and its commands.
struct ProgramDescription {
    std::string name;
    std::string version;
    std::vector<CommandDescription> commands;
};

std::string json_of(ProgramDescription const& program); // as docs/formats.md has it

// The shells that completion is for.
inline std::vector<std::string> const shells = {"bash", "zsh", "fish"};
// Returns: a script of that shell, which completes commands, options and values without a call of the program.
std::string completion_of(ProgramDescription const& program, std::string const& shell);

// Writes completion for all shells and a page of man for each command to the usual places below the folder. Returns: a
// line for a person. Throws Error.
std::string write_share(ProgramDescription const& program, std::string const& folder);

} // namespace cerrado::command
