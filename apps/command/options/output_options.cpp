#include "command/options/output_options.hpp"

#include "command/record/output.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace cerrado::command {
namespace {

std::map<std::string, ProgressMode> const progress_modes = {
    {"auto", ProgressMode::automatic}, {"off", ProgressMode::off}, {"json", ProgressMode::json}};

} // namespace

ProgressMode progress_mode_of(std::string const& progress) { return progress_modes.at(progress); }
ProgressMode OutputRequest::progress_mode() const { return progress_mode_of(progress); }

void add_progress_option(Options& command, std::string& progress) {
    command.add("--progress", progress, "On standard error; auto: a bar on a terminal, json: one object a line")
        .one_of({"auto", "json", "off"})
        .shows_default();
}

void add_output_options(Options& command, OutputRequest& request, std::string const& rows) {
    command.add("--json", request.json, "Write the record of the run; - is standard output, without the table")
        .shown_as("FILE|-");
    command.add("--csv", request.csv, fmt::format("Write {} as CSV; - is standard output, without the table", rows))
        .shown_as("FILE|-");
    add_progress_option(command, request.progress);
}

void add_verify_option(Options& command, OutputRequest& request, bool of_some) {
    if (of_some) {
        command.flag("--verify{all}", request.verify,
                     "Check against a serial program; =ROOTS: so many sampled roots only");
    } else {
        command.flag("--verify{all}", request.verify, "Check against a serial program; small graphs")
            .check([](std::string const& value) {
                return value == "all" ? "" : "it takes no value here: the serial program checks everything";
            });
    }
}

void add_plan_options(Options& command, OutputRequest& request, bool has_explain,
                      std::vector<std::string> const& excluded) {
    std::vector<Option> options = {
        command.flag("--estimate", request.estimate, "Print what the run would need, and stop")};
    if (has_explain) {
        options.push_back(command.flag(
            "--explain", request.explain,
            "Print which algorithm and order would be taken, why, and how long the search would take, and stop"));
        options.front().excludes(options.back());
    }
    for (Option const plan : options) {
        for (std::string const& name : {std::string("--json"), std::string("--csv"), std::string("--verify")})
            plan.excludes(command.option(name));
        for (std::string const& name : excluded) plan.excludes(command.option(name));
    }
}

void OutputTargets::add(std::string option, std::string target) {
    if (!target.empty()) results_.emplace_back(std::move(option), std::move(target));
}

void OutputTargets::add_list(std::string option, std::string target) {
    if (!target.empty()) lists_.emplace_back(std::move(option), std::move(target));
}

void OutputTargets::add_file(std::string option, std::string path) {
    if (!path.empty()) files_.emplace_back(std::move(option), std::move(path));
}

void OutputTargets::check(CommandFiles read) const {
    std::vector<std::string> to_standard_output;
    for (auto const& [option, path] : files_) read.writes(option, path);
    for (auto const* const targets : {&results_, &lists_}) {
        for (auto const& [option, target] : *targets) {
            read.writes(option, target);
            if (target == "-") to_standard_output.push_back(option + " -");
        }
    }
    read.check();
    if (to_standard_output.size() > 1) {
        throw InputError(
            fmt::format("{}: only one of them can be standard output", fmt::join(to_standard_output, " and ")));
    }
    for (auto const& result : results_) check_result(result.second);
}

bool OutputTargets::streams_to_standard_output() const {
    return std::ranges::any_of(lists_, [](auto const& target) { return target.second == "-"; });
}

bool OutputTargets::to_standard_output() const {
    return streams_to_standard_output() ||
           std::ranges::any_of(results_, [](auto const& target) { return target.second == "-"; });
}

} // namespace cerrado::command
