// --json, --csv, --progress, --verify, --estimate; and the files of all options of a command.
#pragma once

#include "command/options/inputs.hpp"
#include "command/options/options.hpp"

#include <string>
#include <utility>
#include <vector>

namespace cerrado::command {

enum class ProgressMode { automatic, off, json }; // automatic: a bar if standard error is a terminal

// As typed.
struct OutputRequest {
    std::string json;   // a file, "-", or empty
    std::string csv;    // likewise
    std::string verify; // empty, "all" or a number of roots
    bool estimate = false;
    bool explain = false;
    std::string progress = "auto";

    bool prints_plan() const { return estimate || explain; }
    ProgressMode progress_mode() const;
};

// --progress alone, and what it says.
void add_progress_option(Options& command, std::string& progress);
ProgressMode progress_mode_of(std::string const& progress);

// --json, --csv and --progress. `rows`: what --csv writes.
void add_output_options(Options& command, OutputRequest& request, std::string const& rows);
// --verify; `of_some`: --verify=ROOTS, too, else it takes no value.
void add_verify_option(Options& command, OutputRequest& request, bool of_some);
// --estimate and --explain. To be called last: they exclude the options of that name, and those above.
void add_plan_options(Options& command, OutputRequest& request, bool has_explain,
                      std::vector<std::string> const& excluded);

// Where the outputs of a command go, each by its option.
class OutputTargets {
public:
    // An empty target is none.
    void add(std::string option, std::string target);
    void add_list(std::string option, std::string target); // it is written while the run goes on
    void add_file(std::string option, std::string path);   // no output of counts: "-" is a file of that name

    // To be called before anything is read or opened. Throws InputError where a file is written twice or is one of `read`, and
    // where two outputs are standard output; Error for a result that could not be written.
    void check(CommandFiles read) const;

    bool to_standard_output() const;
    bool streams_to_standard_output() const; // while the run goes on

private:
    std::vector<std::pair<std::string, std::string>> results_, lists_, files_;
};

} // namespace cerrado::command
