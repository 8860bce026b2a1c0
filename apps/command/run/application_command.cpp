#include "command/command.hpp"
#include "command/options/inputs.hpp"
#include "command/options/run_options.hpp"
#include "command/record/record.hpp"
#include "command/run/application_run.hpp"
#include "command/several/ranks_of_program.hpp"
#include "command/several/shared_graph.hpp"

#include <cerrado/application/application.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::command {
namespace {

// The request, and what is still a word of it.
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
    if (application.k_min == application.k_max) { // there is nothing to say
        line.sizes.k = application.k_min;
        return;
    }
    if (!application.has_sizes) {
        command
            .add("-k", line.sizes.k,
                 fmt::format("Vertices of the subgraphs, {}..{}", application.k_min, application.k_max))
            .required();
        return;
    }
    add_sizes_options(command, application, line.sizes);
}

void add_shown_options(Options& command, CommandLine& line) {
    command
        .add("--patterns", line.patterns,
             "Show so many of the most frequent patterns in the table; all: every pattern in every output, "
             "those that do not occur too [30]")
        .shown_as("N|all");
    command.flag("--draw", line.draw, "Draw the patterns of the table that have more than 6 vertices, too");
}

void add_output_options(Options& command, Application const& application, CommandLine& line) {
    RunRequest& request = line.request;
    OutputRequest& output = request.output;
    add_output_options(command, output, "the counts");
    if (application.has_patterns) add_shown_options(command, line);
    add_verify_option(command, output, true);
    std::vector<std::string> other_than_plans;
    bool const of_pattern = static_cast<bool>(application.of_pattern);
    if (application.bind_list || of_pattern) {
        Option const list = add_list_options(command, request.list);
        other_than_plans.emplace_back("--list");
        if (application.bind_local || of_pattern) add_local_options(command, request.local, list, of_pattern);
        if (of_pattern) {
            command.flag("--exists", request.exists, "Only say whether there is a match: the run ends at the first")
                .excludes(list)
                .excludes(command.option("--verify"));
            other_than_plans.emplace_back("--exists");
        }
    }
    add_plan_options(command, output, true, other_than_plans);
    command.add("--seed", request.parameters.seed, "Seed of the roots that --verify=ROOTS samples").shows_default();
}

void add_application(Options& program, Application const& application) {
    bool const has_alias = !application.alias.empty();
    Options& command = program.add_command(has_alias ? application.alias : application.name, application.summary);
    if (has_alias) command.also_called(application.name);
    auto const line = std::make_shared<CommandLine>();
    command
        .add("GRAPH", line->request.graph,
             "A file (edge list, Matrix Market, METIS, LG, GraphML, binary CSR; gzip too), - for standard "
             "input, or a generator, "
             "see `cerrado generate --help`")
        .required()
        .shown_as(" ");
    add_size_options(command, application, *line);
    add_read_each_option(command, line->request.marks.read_each);
    add_run_options(command, application, line->request.parameters, line->algorithm);
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
        if (is_other_rank() && list.on() && !list.is_gathered) { // each rank has a list of its own
            list.target += fmt::format(".{}", ranks_of_program()->rank());
        }
        return run_application(applications, line->request);
    });
}

// Not if it is several runs, one for each pattern.
bool is_one_run(std::vector<std::string> const& words) {
    auto const starts = [&](std::string_view option) {
        return std::ranges::count_if(words, [&](std::string const& word) { return word.starts_with(option); });
    };
    return starts("--pattern") == 1 && starts("--all") == 0;
}

} // namespace

Command command_of(Application application, int place) {
    Command command{.names = {application.name}, .place = place, .is_shared = true};
    if (!application.alias.empty()) command.names.insert(command.names.begin(), application.alias);
    command.has_checkpoints = [of_pattern = static_cast<bool>(application.of_pattern)](auto const& words) {
        return !of_pattern || is_one_run(words);
    };
    if (!application.of_pattern) command.balanced = application;
    command.add = [application = std::move(application)](Options& program) { add_application(program, application); };
    return command;
}

} // namespace cerrado::command
