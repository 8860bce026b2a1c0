// What the command line needs from an application: what it counts, how it is called, and its calls with the application's type forgotten.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/runtime/options.hpp>
#include <cerrado/runtime/result.hpp>

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::command {

// An application with its parameters, ready to be run; bind.hpp makes one.
struct BoundApplication {
    std::function<Graph(Graph const&)> prepare;
    std::function<std::string(Graph const&, RunOptions const&)> estimate; // a few lines for a person
    std::function<RunResult(Graph const&, RunOptions const&)> run;
};

// fast: the quickest form; paper: the published algorithm line by line; bitmap: extensions are bit rows (dense mode).
enum class Algorithm { fast, paper, bitmap };

using CountsByPattern =
    std::map<std::string, WideCount>; // graph6 -> count; an application without patterns has the one key ""

// One subcommand. Plain data and plain functions, so that the command line itself compiles as C++.
struct Application {
    std::string name;
    std::string summary;   // one line, for `cerrado --help`
    std::string examples;  // the foot of `cerrado NAME --help`
    std::string semantics; // what exactly is counted
    int k_min = 3;
    int k_max = 3;
    bool has_patterns = false;
    std::vector<Algorithm> algorithms = {Algorithm::fast, Algorithm::paper};
    std::string algorithms_help = "fast, or paper: the published algorithm line by line";
    std::function<BoundApplication(int k, Algorithm algorithm)> bind;
    // The same for --list: every subgraph goes to RunOptions::batch_sink. Empty: nothing can be listed.
    std::function<BoundApplication(int k, Algorithm algorithm)> bind_list;
    int list_k_min = 3;
    // The serial answer for the subgraphs of these roots of the prepared graph.
    std::function<CountsByPattern(Graph const& prepared, int k, std::span<VertexId const> roots)> verify;
};

std::string_view name_of(Algorithm algorithm);
std::vector<std::string> algorithm_names(Application const& application);
// Throws InputError where the application has none of that name.
Algorithm algorithm_of(Application const& application, std::string const& name);

} // namespace cerrado::command
