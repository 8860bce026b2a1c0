#include "common/application_command.hpp"

#include "common/application_run.hpp"
#include "common/pattern_options.hpp"
#include "common/pattern_rows.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/traversal/application.hpp>

#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {
namespace {

constexpr int most_threads = 4096;
constexpr int most_workers = 1 << 20;

// The request, and what is still a word of it.
struct CommandLine {
    RunRequest request;
    std::optional<int> k, min_k, max_k;
    bool all = false;
    PatternRequest pattern;
    std::string algorithm = "auto";
    std::string progress = "auto";
    std::string patterns;
    bool draw = false;
};

std::map<std::string, ProgressMode> const progress_modes = {
    {"auto", ProgressMode::automatic}, {"off", ProgressMode::off}, {"json", ProgressMode::json}};

template <class Value> std::vector<std::string> names_of(std::map<std::string, Value> const& values) {
    std::vector<std::string> names;
    names.reserve(values.size());
    for (auto const& entry : values) names.push_back(entry.first);
    return names;
}

void add_size_options(CLI::App& command, Application const& application, CommandLine& line) {
    if (application.of_pattern) {
        add_pattern_options(command, line.pattern);
        return add_marks_options(command, line.request.marks);
    }
    if (application.of_directed) add_directed_option(command, line.request.marks);
    add_names_option(command, line.request.marks);
    if (!application.has_sizes) {
        command
            .add_option("-k", line.k,
                        fmt::format("Vertices of the subgraphs, {}..{}", application.k_min, application.k_max))
            ->required();
        return;
    }
    auto* const k =
        command.add_option("-k", line.k, fmt::format("Vertices of the subgraphs, {} or more", application.k_min));
    auto* const all = command.add_flag("--all", line.all, "Every size up to the largest there is, in one run");
    auto* const min_k = command.add_option("--min-k", line.min_k, "Every size from this one on, in one run");
    auto* const max_k = command.add_option("--max-k", line.max_k, "Every size up to this one, in one run");
    k->excludes(all)->excludes(min_k)->excludes(max_k);
    all->excludes(min_k)->excludes(max_k);
}

Sizes sizes_of(CommandLine const& line) {
    if (line.k) return {*line.k, *line.k};
    if (!line.all && !line.min_k && !line.max_k) {
        throw InputError(
            "no size is given: -k K for one, --all for every size at once, --min-k and --max-k for some; see --help");
    }
    return {line.min_k.value_or(1), line.max_k.value_or(largest_there_is)};
}

void add_run_options(CLI::App& command, Application const& application, CommandLine& line) {
    Parameters& parameters = line.request.parameters;
    command
        .add_option("--device", parameters.device, "Where to run; auto: CUDA where a device is there, else the host")
        ->check(CLI::IsMember({"auto", "cuda", "host", "lockstep"}))
        ->capture_default_str();
    command.add_option("--threads", parameters.threads, "Host threads; 0: one per hardware thread")
        ->check(CLI::Range(0, most_threads))
        ->capture_default_str();
    command
        .add_option("--workers", parameters.workers, "CUDA warps, see --warp-width; 0: as many as are resident at once")
        ->check(CLI::Range(0, most_workers))
        ->capture_default_str();
    command
        .add_option("--warp-width", parameters.warp_width,
                    "CUDA lanes that share a traversal [32]; 1: each lane has its own")
        ->check(CLI::IsMember(all_warp_widths))
        ->option_text("1|8|16|32");
    command
        .add_option("--pieces", parameters.pieces,
                    "Jobs that each worker's share is cut into, at least: more end together, and cost more [4; auto: "
                    "more where its sample says so]")
        ->check(CLI::Range(1, most_pieces));
    if (application.has_orders) {
        command
            .add_option("--order", parameters.order,
                        "How vertices are numbered before each edge is kept at its lower end; auto: degree, or "
                        "degeneracy where its lists are far shorter")
            ->check(CLI::IsMember({"auto", "degree", "degeneracy"}))
            ->capture_default_str();
    }
    command.add_option("--algorithm", line.algorithm, application.algorithms_help)
        ->check(CLI::IsMember(algorithm_names(application)))
        ->capture_default_str();
    command
        .add_option("--deadline", parameters.deadline,
                    "Stop so many seconds after the start, with a partial result; 0: never")
        ->check(CLI::Range(0.0, 1e9))
        ->capture_default_str();
}

void add_shown_options(CLI::App& command, CommandLine& line) {
    command
        .add_option("--patterns", line.patterns,
                    "Show so many of the most frequent patterns in the table; all: every pattern in every output, "
                    "those that do not occur too [30]")
        ->option_text("N|all");
    command.add_flag("--draw", line.draw, "Draw the patterns of the table that have more than 6 vertices, too");
}

void add_output_options(CLI::App& command, Application const& application, CommandLine& line) {
    RunRequest& request = line.request;
    auto* const json =
        command
            .add_option("--json", request.json, "Write the record of the run; - is standard output, without the table")
            ->option_text("FILE|-");
    auto* const csv =
        command.add_option("--csv", request.csv, "Write the counts as CSV; - is standard output, without the table")
            ->option_text("FILE|-");
    if (application.has_patterns) add_shown_options(command, line);
    command
        .add_option("--progress", line.progress,
                    "On standard error; auto: a bar on a terminal, json: one object a line")
        ->check(CLI::IsMember(names_of(progress_modes)))
        ->capture_default_str();
    auto* const estimate = command.add_flag("--estimate", request.estimate, "Print what the run would need, and stop");
    auto* const verify = command.add_flag("--verify{all}", request.verify,
                                          "Check against a serial program; =ROOTS: so many sampled roots only");
    auto* const explain = command.add_flag(
        "--explain", request.explain,
        "Print which algorithm and order would be taken, why, and how long the search would take, and stop");
    estimate->excludes(json)->excludes(csv)->excludes(verify);
    explain->excludes(json)->excludes(csv)->excludes(verify)->excludes(estimate);
    bool const of_pattern = static_cast<bool>(application.of_pattern);
    if (application.bind_list || of_pattern) {
        auto* const list = add_list_options(command, request.list);
        estimate->excludes(list);
        explain->excludes(list);
        if (application.bind_local || of_pattern) add_local_options(command, request.local, list, of_pattern);
        if (of_pattern) {
            command
                .add_flag("--exists", request.exists, "Only say whether there is a match: the run ends at the first")
                ->excludes(list)
                ->excludes(estimate)
                ->excludes(explain)
                ->excludes(verify);
        }
    }
    command.add_option("--seed", request.parameters.seed, "Seed of the roots that --verify=ROOTS samples")
        ->capture_default_str();
}

} // namespace

void add_application(CLI::App& program, Application application, ExitCode& exit_code) {
    CLI::App* const command = program.add_subcommand(application.name, application.summary);
    if (!application.alias.empty()) command->alias(application.alias);
    auto const line = std::make_shared<CommandLine>();
    command
        ->add_option("GRAPH", line->request.graph,
                     "A file (edge list, Matrix Market, METIS, LG, GraphML, binary CSR; gzip too), - for standard "
                     "input, or a generator, "
                     "see `cerrado generate --help`")
        ->required()
        ->option_text(" ");
    add_size_options(*command, application, *line);
    add_run_options(*command, application, *line);
    add_balance_options(*command, line->request.balance);
    add_checkpoint_options(*command, line->request.checkpoint);
    add_output_options(*command, application, *line);
    command->footer("\n" + application.examples);
    command->callback([line, all = std::move(application), &exit_code] {
        std::vector<Application> applications{all};
        if (all.of_pattern) {
            applications = applications_of(all, line->pattern, line->request.marks);
            line->k = line->pattern.all.value_or(applications.size() == 1 ? applications.front().k_min : 0);
        }
        if (all.of_directed && line->request.marks.directed) applications = {all.of_directed()};
        line->request.parameters.algorithm = algorithm_of(all, line->algorithm);
        line->request.parameters.sizes = sizes_of(*line);
        line->request.parameters.k = line->k.value_or(0);
        line->request.shown = choose_patterns(line->patterns, line->draw);
        line->request.shown.by_option = all.has_patterns;
        line->request.progress = progress_modes.at(line->progress);
        exit_code = run_application(applications, line->request);
    });
}

} // namespace cerrado::command
