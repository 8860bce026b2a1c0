#include "common/application_command.hpp"

#include "common/application_run.hpp"
#include "common/pattern_rows.hpp"

#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/traversal/application.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
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
    PatternQuery pattern; // but for its text
    std::vector<std::string> pattern_texts;
    std::string pattern_file;
    std::optional<int> all_patterns; // of so many vertices
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

void add_pattern_query(CLI::App& command, CommandLine& line) {
    command
        .add_option("--pattern", line.pattern_texts,
                    "What to look for: a name (house, K5, ...), graph6, or items between commas: 0-1 an edge, 0~1 no "
                    "edge, 0>1 an arc, 0:A a label; may be given several times")
        ->allow_extra_args(false)
        ->option_text("PATTERN");
    command.add_option("--patterns", line.pattern_file, "A file of patterns, one a line; # begins a comment")
        ->option_text("FILE");
    command.add_option("--all", line.all_patterns, "Every connected pattern of K vertices, 3 to 9, in one run")
        ->option_text("K");
    add_marks_options(command, line.request.marks);
    auto* const induced =
        command.add_flag("--induced", line.pattern.induced, "No edge among the vertices of a match but the pattern's");
    command.add_flag("--edge-induced")->description("Other edges may be there; this is the default")->excludes(induced);
    command.add_option("--order", line.pattern.order, "In which order its vertices are found, as 2,0,1 [chosen]")
        ->delimiter(',')
        ->option_text("V,V,...");
}

void add_size_options(CLI::App& command, Application const& application, CommandLine& line) {
    if (application.of_pattern) return add_pattern_query(command, line);
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

void add_pattern_options(CLI::App& command, CommandLine& line) {
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
    if (application.has_patterns) add_pattern_options(command, line);
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

// The patterns of a file, one a line.
void read_patterns(std::string const& path, std::vector<std::string>& texts) {
    std::ifstream file(path);
    if (!file) throw InputError(fmt::format("{}: cannot be read; expected a file of patterns, one a line", path));
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        line.resize(std::min(line.find('#'), line.size()));
        std::size_t const begin = line.find_first_not_of(" \t\r");
        if (begin == std::string::npos) continue;
        texts.push_back(line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin));
        try {
            parse_pattern(texts.back());
        } catch (InputError const& error) {
            throw InputError(fmt::format("{}:{}: {}", path, number, error.what()));
        }
    }
}

// One for each pattern that was asked for; or one of all patterns of a size.
std::vector<Application> of_patterns(Application const& application, CommandLine& line) {
    bool const is_some = !line.pattern_texts.empty() || !line.pattern_file.empty();
    if (line.all_patterns.has_value() == is_some) {
        throw InputError(is_some ? "--all: every pattern of so many vertices; drop --pattern and --patterns"
                                 : "no pattern is given: --pattern PATTERN, --patterns FILE or --all K; see --help");
    }
    if (line.all_patterns) {
        if (!line.pattern.order.empty() || line.request.marks.directed || !line.request.marks.labels.empty()) {
            throw InputError(
                "--all: its patterns have neither order, arcs nor labels; drop --order, --directed and "
                "--labels");
        }
        Application const all = application.of_all(line.pattern.induced);
        if (*line.all_patterns < all.k_min || *line.all_patterns > all.k_max) {
            throw InputError(fmt::format("--all {}: every pattern of so many vertices; expected {} to {}",
                                         *line.all_patterns, all.k_min, all.k_max));
        }
        line.k = line.all_patterns;
        return {all};
    }
    std::vector<std::string> texts = line.pattern_texts;
    if (!line.pattern_file.empty()) read_patterns(line.pattern_file, texts);
    if (texts.empty()) throw InputError(line.pattern_file + ": it has no pattern; expected one a line");
    if (texts.size() > 1 && !line.pattern.order.empty()) {
        throw InputError("--order: the vertices of one pattern; give one --pattern with it");
    }
    std::vector<Application> all;
    for (std::string const& text : texts) {
        line.pattern.text = text;
        all.push_back(application.of_pattern(line.pattern));
    }
    line.k = all.size() == 1 ? all.front().k_min : 0;
    return all;
}

} // namespace

void add_application(CLI::App& program, Application application, ExitCode& exit_code) {
    CLI::App* const command = program.add_subcommand(application.name, application.summary);
    if (!application.alias.empty()) command->alias(application.alias);
    auto const line = std::make_shared<CommandLine>();
    command
        ->add_option(
            "GRAPH", line->request.graph,
            "A file (edge list, Matrix Market, METIS, LG, binary CSR; gzip too), - for standard input, or a generator, "
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
        if (all.of_pattern) applications = of_patterns(all, *line);
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
