// A command of your own: a program `cerrado-NAME` with the options, tables, records, lists, checkpoints and processes of
// the bundled commands. `cerrado NAME` runs it if it is on PATH. CMake's cerrado_add_command builds it.
#pragma once

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/run/result.hpp>

#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace cerrado {

// An option that only this command has, such as --missing. `value` holds the default, and then what the user gives. A
// bool is a flag. The record has the value.
struct OwnOption {
    std::string name; // with its dashes
    std::variant<int*, double*, std::string*, bool*> value;
    std::string help;           // one line
    bool changes_counts = true; // a checkpoint goes on only with the same value
};

// Called at each step of a serial program. An exception that it throws ends the program.
using Look = std::function<void()>;

// The functions are called when all options are read.
struct OwnCommand {
    std::string name;                  // one word
    std::string summary;               // one line, for the help
    std::string semantics;             // an exact definition of the subgraphs that are counted, for the record
    std::string subgraph = "subgraph"; // the word for one of them
    std::string examples{};            // the foot of the help
    int k_min = 3;                     // vertices of the subgraphs: -k is from k_min to k_max
    int k_max = 3;                     // there is no option -k if it equals k_min
    std::vector<OwnOption> options{};

    std::function<BoundApplication(int k)> count;  // usually bind_application(App{k, ...})
    std::function<BoundApplication(int k)> list{}; // for --list: its output is Store. Empty: there is no --list
    // For --verify: counts those subgraphs that the jobs of these roots find, in another way than the application. It
    // calls look() often. `prepared` is numbered as the application sees it. Empty: --verify is refused.
    std::function<WideCount(Graph const& prepared, int k, std::span<VertexId const> roots, Look const& look)> verify{};
    // Called after each run, also after one that was stopped early. It may write files or standard error.
    std::function<void(Graph const& graph, RunResult const& result)> conclude{};
};

// Runs the command line. Returns: the exit code for main().
int run_command(OwnCommand const& command, int argument_count, char** arguments);

} // namespace cerrado
