#include "command/command.hpp"

#include "command/options/application.hpp"
#include "command/options/inputs.hpp"
#include "command/options/run_options.hpp"
#include "command/output/output.hpp"
#include "command/process/process.hpp"
#include "command/record/record.hpp"
#include "command/run/application_run.hpp"
#include "command/run/work.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::command {

// Checks for requests that cannot be served.

namespace {

void check_one_size(RunRequest const& request) {
    int const k = request.parameters.k;
    if (k == 0 && request.list.on()) throw InputError("--list takes one size at a time; give the size with -k");
    if (k == 0 && request.local.on()) {
        throw InputError("--per-vertex and --per-edge take one size at a time; give the size with -k");
    }
    if (request.list.on() && k > max_traversal_length) {
        throw InputError(fmt::format("--list: -k {} is out of range; expected 1..{}", k, max_traversal_length));
    }
}

// Checks a request for several patterns.
void check_several(RunRequest const& request) {
    if (request.list.on() || request.local.on() || request.checkpoint.on() || !request.balance.trace.empty() ||
        !request.balance.job_times.empty()) {
        throw InputError(
            "--list, --trace, --job-times, checkpoints and files per vertex are for one pattern; give one --pattern "
            "with them");
    }
}

void check_files(RunRequest const& request) {
    CommandFiles files = request.files;
    add_graph_files(files, request.graph, request.marks);
    add_checkpoint_files(files, request.checkpoint);
    targets_of(request).check(files);
}

void check_choice_of_devices(RunRequest const& request) {
    if (!request.parameters.names_no_devices()) return;
    if (ranks_of_program() != nullptr)
        throw InputError("--devices auto: each of several processes must name its devices, such as 0,1");
    if (!request.balance.trace.empty())
        throw InputError("--devices auto: a run with --trace must name its devices, such as 0,1");
}

void check_job_times(RunRequest const& request) {
    if (request.balance.job_times.empty()) return;
    if (request.parameters.asks_to_share() || request.checkpoint.on() ||
        (request.balance.balance != "none" && request.balance.balance != "auto") || !request.balance.trace.empty()) {
        throw InputError(
            "--job-times needs a run on one device without load balancing; leave --devices, --balance, --trace and "
            "checkpoints out");
    }
}

// A run that goes on from a checkpoint cuts its list back to the length that it had then.
void check_list_with_checkpoint(RunRequest const& request) {
    if (!request.checkpoint.on() || !request.list.on()) return;
    if (request.list.limit)
        throw InputError("--limit: a list with a checkpoint has all subgraphs; leave --limit or the checkpoint out");
    if (request.list.to_standard_output() || detail::is_written_straight(request.list.target)) {
        throw InputError(
            fmt::format("--list {}: with --checkpoint or --resume the list must be a file that can be cut back "
                        "to the checkpoint; give a file's name",
                        request.list.target));
    }
}

// Each process writes a list of its own, beside the first one's.
void check_several_processes(RunRequest const& request) {
    if (ranks_of_program() == nullptr) {
        if (!request.list.is_gathered) return;
        throw InputError("--gather has no effect in one process; leave it out, or start several processes with mpirun");
    }
    if (!request.balance.trace.empty())
        throw InputError("--trace is for one process; leave the launcher or --isolate out");
    if (!request.list.on()) return;
    if (request.list.to_standard_output() && !request.list.is_gathered) {
        throw InputError(
            "--list -: each of several processes writes a list of its own; give a file's name, or add --gather");
    }
    if (request.checkpoint.on()) {
        throw InputError(
            "--list with a checkpoint is for one process; leave the list, the checkpoint or the launcher out");
    }
}

// Throws InputError for requests that cannot be served, before anything is read.
void check_request(std::span<Application const> applications, RunRequest const& request) {
    Application const& application = applications.front();
    check_choice_of_devices(request);
    check_files(request);
    if (applications.size() > 1) {
        check_several(request);
    } else {
        check_range(application, request.parameters.sizes);
        check_one_size(request);
    }
    if (!application.lists && (request.list.on() || request.local.on() || request.exists)) {
        throw InputError(
            "--all only counts; --list, --exists and files per vertex are for one pattern; give it with "
            "--pattern");
    }
    check_list(request.list);
    check_local(request.local);
    check_list_with_checkpoint(request);
    check_job_times(request);
    check_checkpoint(request.checkpoint, request.output,
                     request.list.on()    ? "--list"
                     : request.local.on() ? "files per vertex"
                                          : "");
    check_several_processes(request);
    if (request.exists && (request.local.on() || request.checkpoint.on())) {
        throw InputError("--exists: the run ends at the first match; drop the files per vertex and the checkpoint");
    }
    if (!request.output.verify.empty()) {
        bool const of_some = parse_verify(request.output.verify, request.parameters.seed).roots.has_value();
        if (of_some && application.serial.mappings_of_match) {
            throw InputError("--verify=ROOTS: matches have no root that the serial program knows; give --verify alone");
        }
        if (of_some && request.parameters.algorithm == Algorithm::formula) {
            throw InputError("--verify=ROOTS: the sums of a formula belong to no root; give --verify alone");
        }
    }
    if (request.output.prints_plan() && !request.balance.trace.empty()) {
        throw InputError(fmt::format("--trace has no effect with --{}, which does not run; give one of them",
                                     request.output.estimate ? "estimate" : "explain"));
    }
}

// The request, and the words from which it is still to be made.
struct CommandLine {
    RunRequest request;
    SizeRequest sizes;
    PatternRequest pattern;
    std::string algorithm = "auto";
    std::string patterns;
    bool draw = false;
};

void add_size_options(Options& command, Application const& application, CommandLine& line) {
    if (application.of_pattern) {
        add_pattern_options(command, line.pattern);
        return add_marks_options(command, line.request.marks);
    }
    if (application.of_directed) add_directed_option(command, line.request.marks);
    add_reading_options(command, line.request.marks);
    if (application.k_min == application.k_max) { // there is one size, and no option
        line.sizes.k = application.k_min;
        return;
    }
    if (!application.has_sizes) {
        command
            .add("-k", line.sizes.k,
                 fmt::format("Number of vertices of the subgraphs, {} to {}", application.k_min, application.k_max))
            .required();
        return;
    }
    add_sizes_options(command, application, line.sizes);
}

void add_shown_options(Options& command, CommandLine& line) {
    command
        .add("--patterns", line.patterns,
             "Show this many of the most frequent patterns in the table; all: show every pattern in every output, even "
             "if it does not occur [30]")
        .shown_as("N|all");
    command.flag("--draw", line.draw, "Draw also the patterns of the table that have more than 6 vertices");
}

void add_output_options(Options& command, Application const& application, CommandLine& line) {
    RunRequest& request = line.request;
    OutputRequest& output = request.output;
    add_output_options(command, output, "the counts");
    if (application.has_patterns) add_shown_options(command, line);
    add_verify_option(command, output, true);
    std::vector<std::string> other_than_plans;
    bool const of_pattern = static_cast<bool>(application.of_pattern);
    if (application.lists || of_pattern) {
        Option const list = add_list_options(command, request.list, true);
        other_than_plans.emplace_back("--list");
        if (application.locates || of_pattern) add_local_options(command, request.local, list, of_pattern);
        if (of_pattern) {
            command.flag("--exists", request.exists, "Say only if there is a match; the run ends at the first one")
                .excludes(list)
                .excludes(command.option("--verify"));
            other_than_plans.emplace_back("--exists");
        }
    }
    add_plan_options(command, output, true, other_than_plans);
    command.add("--seed", request.parameters.seed, "Seed for the roots that --verify=ROOTS samples").shows_default();
}

void add_application(Options& program, Application const& application) {
    Options& command = program.add_command(application.name, application.summary);
    if (!application.alias.empty()) command.also_called(application.alias);
    auto const line = std::make_shared<CommandLine>();
    add_graph(command, line->request.graph).required();
    add_size_options(command, application, *line);
    add_run_options(command, application, line->request.parameters, line->request.marks, line->algorithm);
    add_balance_options(command, line->request.balance);
    add_checkpoint_options(command, line->request.checkpoint);
    add_output_options(command, application, *line);
    command.footer("\n" + application.examples);
    command.runs([line, all = application] {
        std::vector<Application> applications{all};
        if (all.of_pattern) {
            line->request.files.reads("the file of patterns", line->pattern.file);
            applications = applications_of(all, line->pattern, line->request.marks);
            line->sizes.k = line->pattern.all.value_or(applications.size() == 1 ? applications.front().k_min : 0);
        }
        if (all.of_directed && line->request.marks.directed) applications = {all.of_directed()};
        line->request.parameters.algorithm = algorithm_of(all, line->algorithm);
        line->request.parameters.sizes = sizes_of(line->sizes, 1);
        line->request.parameters.k = line->sizes.k.value_or(0);
        line->request.shown = choose_patterns(line->patterns, line->draw);
        line->request.shown.by_option = all.has_patterns;
        ListRequest& list = line->request.list;
        if (is_other_rank() && list.on() && !list.is_gathered) { // each rank writes a list of its own
            list.target += fmt::format(".{}", ranks_of_program()->rank());
        }
        check_request(applications, line->request);
        return run_application(applications, line->request);
    });
}

// Returns: true if the words ask for one pattern; several patterns have a run each.
bool is_one_run(std::vector<std::string> const& words) {
    auto const starts = [&](std::string_view option) {
        return std::ranges::count_if(words, [&](std::string const& word) { return word.starts_with(option); });
    };
    return starts("--pattern") == 1 && starts("--all") == 0;
}

} // namespace

Command command_of(Application application, int place) {
    Command command{.names = {application.name}, .place = place};
    if (!application.alias.empty()) command.names.push_back(application.alias);
    command.shared = command.names;
    command.has_checkpoints = [of_pattern = static_cast<bool>(application.of_pattern)](auto const& words) {
        return !of_pattern || is_one_run(words);
    };
    if (!application.of_pattern) command.balanced = application;
    command.add = [application = std::move(application)](Options& program) { add_application(program, application); };
    return command;
}

} // namespace cerrado::command
