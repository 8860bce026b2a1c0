// `cerrado balance plot`: calls the plotting script, which draws with matplotlib.
#include "balance/command.hpp"
#include "command/options/inputs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <spawn.h>

extern char** environ; // NOLINT: the name is POSIX's

namespace cerrado::command {
namespace {

struct PlotRequest {
    std::vector<std::string> files;
    std::string to;
    std::string python; // empty: the first python3, and the system's where that has no matplotlib
};

// A table of a simulation has a script of its own.
std::string script_for(std::string const& file) {
    std::string line;
    std::getline(std::ifstream(file), line);
    return line.starts_with(simulation_columns) ? "simulation_plot.py" : "balance_plot.py";
}

// Beside the program as it is built and installed, or in the same folder where both were copied.
std::string find_script(std::string const& name) {
    std::filesystem::path const folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    std::vector<std::string> const places = {(folder.parent_path() / "share/cerrado" / name).string(),
                                             (folder / name).string()};
    for (std::string const& place : places) {
        if (std::filesystem::is_regular_file(place)) return place;
    }
    throw Error(
        fmt::format("the plotting script is missing at {}; copy bench/balance_plot.py and simulation_plot.py there",
                    fmt::join(places, " and ")));
}

void check_target(std::string const& to) {
    std::string const ending = std::filesystem::path(to).extension().string();
    if (ending != ".svg" && ending != ".png")
        throw InputError(fmt::format("--to {}: expected a name that ends in .svg or .png", to));
}

ExitCode run_script(std::vector<std::string> words) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t process = 0;
    int const error = ::posix_spawnp(&process, arguments[0], nullptr, nullptr, arguments.data(), environ);
    if (error != 0) {
        throw Error(fmt::format(
            "{} could not be started ({}); install python3 and python3-matplotlib, or name another with --python",
            words[0], std::strerror(error)));
    }
    int status = 0;
    while (::waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) throw Error(fmt::format("{} was lost ({})", words[0], std::strerror(errno)));
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) <= static_cast<int>(ExitCode::bad_input)) {
        return static_cast<ExitCode>(WEXITSTATUS(status)); // the script has said why
    }
    throw Error(fmt::format("the plotting script failed (wait status {}); was it stopped, or is {} no Python 3?",
                            status, words[0]));
}

} // namespace

void add_plot_command(Options& balance) {
    Options& command = balance.add_command("plot", "Draw traces or the table of a sweep or simulation, as SVG or PNG");
    auto const request = std::make_shared<PlotRequest>();
    command.add("FILES", request->files, "Traces (one line each), or the CSV of a sweep or a simulation")
        .required()
        .shown_as("FILE...");
    command.add("--to", request->to, "The picture; .svg or .png decides the format").required().shown_as("FILE");
    command.add("--python", request->python,
                "A Python 3 that has matplotlib [python3, or /usr/bin/python3 where that has none]");
    command.footer(
        "\nFrom traces: the share of active workers over time, with every rebalance. From a sweep: time against "
        "threshold,\n"
        "worker count and donations; the figures behind it are printed as tables. From a simulation: how busy so\n"
        "many devices are.\n"
        "\nExamples:\n"
        "  cerrado balance plot run.trace --to activity.svg\n"
        "  cerrado balance plot low.trace high.trace --to thresholds.png\n"
        "  cerrado balance plot sweep.csv --to sweep.svg\n"
        "  cerrado balance plot simulated.csv --to devices.svg");
    command.runs([request] {
        check_target(request->to);
        CommandFiles files;
        for (std::string const& file : request->files) files.reads("what is drawn", file);
        files.writes("--to", request->to);
        files.check();
        std::string const python = request->python.empty() ? "python3" : request->python;
        std::vector<std::string> words = {python, find_script(script_for(request->files.front())), "--to", request->to};
        if (request->python.empty()) words.emplace_back("--other-python=/usr/bin/python3");
        words.emplace_back("--");
        words.insert(words.end(), request->files.begin(), request->files.end());
        return run_script(std::move(words));
    });
}

} // namespace cerrado::command
