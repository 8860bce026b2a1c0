#include "command/options/run_options.hpp"

#include "command/options/options.hpp"
#include "command/output/output.hpp"
#include "command/process/process.hpp"

#include <cerrado/application/detail/application.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/output/by_pattern_input.hpp>
#include <cerrado/run/calibration.hpp>
#include <cerrado/run/detail/many/devices_of_run.hpp>
#include <cerrado/run/detail/parts/checkpoint.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

namespace cerrado::command {

Option add_time_option(Options& command, std::string const& name, double& seconds, std::string const& help,
                       double least) {
    std::string const by_default = seconds > 0 ? fmt::format(" [{}]", time_of(seconds)) : "";
    return command
        .add(
            name,
            [&seconds, name, least](std::string const& text) { seconds = parse_time(name + " " + text, text, least); },
            fmt::format("{}; TIME is {}{}", help, time_text, by_default))
        .shown_as("TIME");
}

std::string own_values(Application const& application) {
    std::string text;
    for (OwnOption const& option : application.own_options) {
        if (option.changes_counts)
            std::visit([&](auto const* value) { text += fmt::format(", {} {}", option.name, *value); }, option.value);
    }
    return text;
}

void refuse(Algorithm algorithm, std::string_view because) {
    throw InputError(fmt::format("--algorithm {} {}", name_of(algorithm), because));
}

std::vector<std::string> algorithm_names(Application const& application) {
    std::vector<std::string> names{"auto"};
    for (Algorithm const algorithm : application.algorithms) names.emplace_back(name_of(algorithm));
    return names;
}

Algorithm algorithm_of(Application const& application, std::string const& name) {
    if (name == "auto") return application.usual;
    auto const place = std::ranges::find(application.algorithms, name, name_of);
    if (place != application.algorithms.end()) return *place;
    throw InputError(fmt::format("{} has no algorithm '{}'; choose one of {}", application.name, name,
                                 joined(algorithm_names(application), ", ")));
}

void check_range(Application const& application, Sizes sizes) {
    int const k = sizes.first < application.k_min ? sizes.first : sizes.last;
    if (sizes.is_one() && (k < application.k_min || k > application.k_max)) {
        std::string const range = application.k_max == largest_there_is
                                      ? fmt::format("{} or more", application.k_min)
                                      : fmt::format("{}..{}", application.k_min, application.k_max);
        char const* const of_what = application.pattern_kind == PatternKind::directed ? " --directed" : "";
        throw InputError(fmt::format("{}{}: -k {} is out of range; expected {}", application.name, of_what, k, range));
    }
    if (sizes.first < application.k_min || sizes.last < sizes.first) {
        throw InputError(fmt::format("{}: sizes from {} to {}; expected {} or more, with the smaller size first",
                                     application.name, sizes.first, sizes.last, application.k_min));
    }
}

namespace {

constexpr int most_threads = 4096;
constexpr int most_workers = 1 << 20;

} // namespace

std::string option_text(std::string_view option, std::string_view value) {
    return fmt::format("--{}{}{}", option, value.empty() ? "" : " ", value);
}

bool Parameters::asks_to_share() const {
    return names_no_devices() || devices.size() > 1 || ranks_of_program() != nullptr;
}

DeviceKind Parameters::device_kind() const { return value_of(device_words, option_text("device", device), device); }

RunOptions options_of(Parameters const& parameters, std::optional<TransitionTable> const& tables) {
    RunOptions options;
    options.device = parameters.device_kind();
    options.devices = devices_asked(parameters.devices);
    options.ranks = ranks_of_program();
    options.threads = parameters.threads;
    options.workers = parameters.workers;
    options.warp_width = parameters.warp_width;
    options.balance.pieces = parameters.pieces;
    options.order = value_of(order_words, option_text("order", parameters.order), parameters.order);
    options.deadline_seconds = parameters.deadline;
    if (tables) options.of<ByPatternInput>().tables = tables->ref();
    return options;
}

void add_sizes_options(Options& command, Application const& application, SizeRequest& sizes) {
    Option const k =
        command.add("-k", sizes.k, fmt::format("Number of vertices of the subgraphs, {} or more", application.k_min));
    Option const all = command.flag("--all", sizes.all, "Take every size up to the largest that occurs, in one run");
    Option const min_k = command.add("--min-k", sizes.min_k, "Take every size from this one on, in one run");
    Option const max_k = command.add("--max-k", sizes.max_k, "Take every size up to this one, in one run");
    k.excludes(all).excludes(min_k).excludes(max_k);
    all.excludes(min_k).excludes(max_k);
}

Sizes sizes_of(SizeRequest const& request, int least) {
    if (request.k) return {*request.k, *request.k};
    if (!request.all && !request.min_k && !request.max_k) {
        throw InputError(
            "no size is given; give -k K for one size, --all for every size, or --min-k and --max-k for some, see "
            "--help");
    }
    return {request.min_k.value_or(least), request.max_k.value_or(largest_there_is)};
}

void add_device_options(Options& command, Parameters& parameters) {
    command.add("--device", parameters.device, "Device of the run; auto: a CUDA device if there is one, else the host")
        .one_of(device_words)
        .shows_default();
    command.add("--threads", parameters.threads, "Number of host threads; 0: one for each hardware thread")
        .range(0, most_threads)
        .shows_default();
}

void add_where_options(Options& command, Parameters& parameters) {
    add_device_options(command, parameters);
    add_time_option(command, "--deadline", parameters.deadline,
                    "Stop this long after the start, with a partial result; 0: never");
}

std::vector<DeviceName> devices_asked(std::vector<std::string> words) {
    std::string const typed = joined(words, ",");
    if (words == std::vector<std::string>{"auto"}) {
        words.clear();
        if (cuda_device_count() > 0) words.emplace_back("all");
    }
    try {
        return devices_named(words);
    } catch (InputError const& error) {
        throw InputError(fmt::format("--devices {}: {}", typed, error.what()));
    }
}

void add_devices_option(Options& command, Parameters& parameters, std::string const& help) {
    command
        .add("--devices", parameters.devices,
             help +
                 ": all CUDA devices (all), some of them (0,1), the host as well (0,1,host), or the program's choice "
                 "(auto)")
        .between_commas()
        .repeated()
        .excludes(command.option("--device"))
        .shown_as("auto|all|N,N...|host");
}

void add_sharing_options(Options& command, Parameters& parameters, GraphMarksRequest* marks) {
    add_devices_option(command, parameters, "Share the run among devices");
    command.flag(
        "--isolate",
        "Run each of --devices in a process of its own. If one process ends early, the others go on from the state of "
        "a minute before");
    if (marks != nullptr) add_read_each_option(command, marks->read_each);
}

void add_run_options(Options& command, Application const& application, Parameters& parameters, GraphMarksRequest& marks,
                     std::string& algorithm) {
    add_where_options(command, parameters);
    add_sharing_options(command, parameters, &marks);
    command
        .add("--workers", parameters.workers,
             "Number of CUDA warps, see --warp-width; 0: as many as the device holds at once")
        .range(0, most_workers)
        .shows_default();
    command
        .add("--warp-width", parameters.warp_width,
             "Number of CUDA lanes that share one traversal; 1: each lane has its own traversal [32]")
        .one_of(all_warp_widths)
        .shown_as("1|8|16|32");
    command
        .add("--pieces", parameters.pieces,
             "Cut each worker's share of the run into at least this many jobs. With more jobs the workers end closer "
             "together, but each job costs time [4; more if the sample of --algorithm auto says so]")
        .range(1, most_pieces);
    if (application.has_orders) {
        command
            .add("--order", parameters.order,
                 "Number the vertices in this order before each edge is kept at its lower end; auto: degree, or "
                 "degeneracy if it makes the lists far shorter")
            .one_of({"auto", "degree", "degeneracy"})
            .shows_default();
    }
    command.add("--algorithm", algorithm, application.algorithms_help)
        .one_of(algorithm_names(application))
        .shows_default();
}

std::string poll_help() {
    return fmt::format("Time between two looks at the workers; TIME is {} [measured, see `cerrado info --device`]",
                       time_text);
}

void add_balance_options(Options& command, BalanceRequest& request) {
    command
        .add(
            "--balance", request.balance,
            "Move work between workers: auto (share if it is known to pay), none, stop, share, or the name of a policy "
            "(share with that policy)")
        .shows_default();
    command.add("--policy", request.policy,
                "Policy that decides when and how work is moved: see `cerrado balance policies`, or the path of a "
                "shared library with a policy of your own [dumato]");
    command.add("--threshold", request.threshold, "Share of the workers that may be idle, from 0 to 1 [measured]");
    command.add("--donations", request.donations,
                "Largest number of traversals that are moved for each idle worker [measured]");
    command
        .add(
            "--poll",
            [&request](std::string const& text) {
                request.poll = std::chrono::duration<double>(parse_poll(text)).count();
            },
            poll_help())
        .shown_as("TIME");
    command.add("--trace", request.trace, "Write the history of the run to FILE, see `cerrado balance replay --help`")
        .shown_as("FILE");
    command
        .add("--deal", request.deal,
             fmt::format("Way in which --devices or processes divide the jobs: {}", joined(deal_policy_names(), ", ")))
        .shows_default();
    command.add("--job-times", request.job_times, "Write the time of each job to FILE, for `cerrado balance simulate`")
        .shown_as("FILE");
}

std::chrono::microseconds parse_poll(std::string const& text) {
    return poll_of("--poll " + text, parse_time("--poll " + text, text));
}

void add_checkpoint_options(Options& command, CheckpointRequest& request) {
    Option const checkpoint = command
                                  .add("--checkpoint", request.file,
                                       "Keep the counts and the work that is left in FILE. If FILE exists, go on from "
                                       "it, so that the same command can be given again after a stop")
                                  .shown_as("FILE");
    Option const resume =
        command
            .add("--resume", request.resumed,
                 "Go on from FILE, which must exist, on any device and with any number of workers and threads; the "
                 "run keeps its state in FILE, or in the file of --checkpoint if that is given")
            .shown_as("FILE");
    add_time_option(command, "--checkpoint-every", request.every,
                    "Time between two checkpoints; the last one is written at the end", 0.1)
        .check([&request](std::string const&) {
            request.has_every = true;
            return "";
        });
    for (Option const option : {checkpoint, resume}) {
        option.check([](std::string const& file) { return file.empty() ? "a file's name is missing" : ""; });
    }
    Option const part =
        command
            .add("--part", request.part,
                 "Do the Ith of N parts of the run, and keep it in the file of --checkpoint. Separate machines can so "
                 "share a run; see --merge")
            .shown_as("I/N");
    command
        .add("--merge", request.merged,
             "Add up the counts in the checkpoints of all N parts, and give the result of the whole run")
        .shown_as("FILE...")
        .excludes(checkpoint)
        .excludes(resume)
        .excludes(part);
}

PartOfRun part_of(std::string const& typed) {
    PartOfRun part;
    if (typed.empty()) return part;
    char const* const end = typed.data() + typed.size();
    auto const [slash, error] = std::from_chars(typed.data(), end, part.number);
    if (error == std::errc{} && slash != end && *slash == '/') {
        auto const [rest, second_error] = std::from_chars(slash + 1, end, part.of);
        bool const is_in_range =
            part.of >= 1 && part.of <= most_parts_of_run && part.number >= 1 && part.number <= part.of;
        if (second_error == std::errc{} && rest == end && is_in_range) return part;
    }
    throw InputError(
        fmt::format("--part {}: expected a part and the number of parts, such as 3/16, from 1/N to "
                    "N/N, with N up to {}",
                    typed, most_parts_of_run));
}

bool CheckpointRequest::is_part() const { return !part_of(part).is_whole(); }

void add_checkpoint_files(CommandFiles& files, CheckpointRequest const& request) {
    for (std::string const& merged : request.merged) files.reads("a checkpoint of --merge", merged);
    if (!is_same_file(request.resumed, request.file)) files.reads("the checkpoint of --resume", request.resumed);
}

void check_checkpoint(CheckpointRequest const& request, OutputRequest const& output, std::string const& other_output) {
    if (request.has_every && request.written().empty()) {
        throw InputError(
            "--checkpoint-every: no checkpoint is written; give --checkpoint FILE, too, or leave --checkpoint-every "
            "out");
    }
    if (!request.merged.empty() && other_output == "--list") {
        throw InputError("--merge adds up counts, and makes no list; leave --list out");
    }
    if (request.part.empty()) return;
    if (request.written().empty()) {
        throw InputError(fmt::format(
            "--part {}: a part keeps its counts in the file of --checkpoint; give --checkpoint FILE", request.part));
    }
    bool const has_output = !output.json.empty() || !output.csv.empty() || !output.report.empty() ||
                            !output.plot.empty() || !output.verify.empty() || !other_output.empty();
    if (has_output && request.is_part()) {
        throw InputError(fmt::format(
            "--part {}: a part has no counts to print, list or verify; ask for them with --merge", request.part));
    }
}

std::string part_table(CheckpointRequest const& request, Graph const& graph, RunResult const& result) {
    std::string const part = fmt::format("part {} of {}", request.part, on_one_line(graph.source));
    std::string const jobs = fmt::format("{} of {}", grouped(result.roots.done), counted(result.roots.given, "job"));
    if (result.status != Status::complete) {
        return fmt::format("{}: stopped ({}) with {} done; give the same command again to go on\n", part,
                           to_string(result.status), jobs);
    }
    return fmt::format(
        "{}: {} done in {:.3f} s, in {}\nWhen all parts are done, `cerrado merge FILE...` adds them up.\n", part, jobs,
        result.seconds.run_before + result.seconds.run, on_one_line(request.written()));
}

CheckpointOptions checkpoint_options(CheckpointRequest const& request, std::string key) {
    CheckpointOptions options;
    options.resume = !request.resumed.empty();
    options.file = request.written();
    options.from = request.resumed;
    options.note = [](std::string const& text) { say(text); };
    options.every_seconds = request.every;
    options.key = std::move(key);
    options.merged = request.merged;
    options.words = words_of_command();
    options.part = part_of(request.part);
    if (!is_other_rank()) options.lock = lock_checkpoint(options);
    return options;
}

namespace {

constexpr WordFor<ProgressMode> progress_words[] = {
    {"auto", ProgressMode::automatic}, {"json", ProgressMode::json}, {"off", ProgressMode::off}};

} // namespace

ProgressMode progress_mode_of(std::string const& progress) {
    return value_of(progress_words, option_text("progress", progress), progress);
}
ProgressMode OutputRequest::progress_mode() const { return progress_mode_of(progress); }

void add_progress_option(Options& command, std::string& progress) {
    command
        .add("--progress", progress,
             "Show progress on standard error; auto: a bar on a terminal; json: a JSON object on each line; off: "
             "nothing")
        .one_of(progress_words)
        .shows_default();
}

namespace {

// A picture of another kind is made of what the program writes.
Option refuse_other_pictures(Option option, std::string const& remedy) {
    return option.check([remedy](std::string const& file) {
        for (char const* const ending : {".png", ".pdf", ".jpg", ".jpeg", ".eps", ".ps"}) {
            if (file.ends_with(ending)) return fmt::format("{}: no {} is written here; {}", file, ending + 1, remedy);
        }
        return std::string();
    });
}

void add_plot_option(Options& command, OutputRequest& request) {
    refuse_other_pictures(command
                              .add("--plot", request.plot,
                                   "Write a picture with a bar for each row to FILE, or to standard output (-) "
                                   "instead of the table, as SVG")
                              .shown_as("FILE|-"),
                          "name a FILE.svg, open it in a browser, and print or save it from there");
}

} // namespace

void add_report_option(Options& command, std::string& report) {
    refuse_other_pictures(command
                              .add("--report", report,
                                   "Write a page for a browser to FILE, or to standard output (-) instead of the "
                                   "table: the run, the table with drawings and bars, the times")
                              .shown_as("FILE|-"),
                          "name a FILE.html, open it in a browser, and print it to a file");
}

std::string checksum_text(Graph const& graph) { return fmt::format("{:016x}", checksum_of(graph)); }

std::string csv_beside_report(std::string const& report) { return report + ".csv"; }

void add_output_options(Options& command, OutputRequest& request, std::string const& rows) {
    command
        .add("--json", request.json,
             "Write the record of the run to FILE, or to standard output (-) instead of the table")
        .shown_as("FILE|-");
    command
        .add("--csv", request.csv,
             fmt::format("Write {} as CSV to FILE, or to standard output (-) instead of the table", rows))
        .shown_as("FILE|-");
    add_report_option(command, request.report);
    add_plot_option(command, request);
    add_progress_option(command, request.progress);
}

void add_verify_option(Options& command, OutputRequest& request, bool of_some) {
    if (of_some) {
        command.flag("--verify{all}", request.verify,
                     "Check the result against a serial program; =ROOTS checks only this many sampled roots");
    } else {
        command
            .flag("--verify{all}", request.verify,
                  "Check the result against a serial program, which suits small graphs")
            .check([](std::string const& value) {
                return value == "all" ? "" : "no value can be given here, because the serial program checks everything";
            });
    }
}

void add_plan_options(Options& command, OutputRequest& request, bool has_explain,
                      std::vector<std::string> const& excluded) {
    std::vector<Option> options = {command.flag("--estimate", request.estimate,
                                                "Print the memory and the time that the run would need, and stop")};
    if (has_explain) {
        options.push_back(command.flag("--explain", request.explain,
                                       "Print the algorithm and order that the run would take, the reasons, and the "
                                       "time of the search; then stop"));
        options.front().excludes(options.back());
    }
    for (Option const plan : options) {
        for (std::string const name : {"--json", "--csv", "--report", "--plot", "--verify"})
            plan.excludes(command.option(name));
        for (std::string const& name : excluded) plan.excludes(command.option(name));
    }
}

void OutputTargets::add(std::string option, std::string target) {
    if (!target.empty()) results_.emplace_back(std::move(option), std::move(target));
}

void OutputTargets::add(OutputRequest const& request) {
    add("--json", request.json);
    add("--csv", request.csv);
    add("--report", request.report);
    if (!request.report.empty() && request.report != "-") add_file("--report", csv_beside_report(request.report));
    add("--plot", request.plot);
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
            fmt::format("{}: only one of them can be standard output", joined(to_standard_output, " and ")));
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

Option add_list_options(Options& command, ListRequest& request, bool has_ranks) {
    Option const list =
        command
            .add("--list", request.target,
                 "Write every subgraph that is counted to FILE, or to standard output (-) instead of the table, with "
                 "the ids or names of the graph file")
            .check([](std::string const& name) { return name.empty() ? "a file's name or - is missing" : ""; })
            .shown_as("FILE|-");
    command
        .add("--list-format", request.format,
             "Format of the list. text: a line of ids or names for each subgraph; binary: 64-bit ids, where the place "
             "of a name, from 0, stands for the name [binary if the file's name ends in .bin, else text]")
        .one_of({"text", "binary"})
        .needs(list);
    command.add("--limit", request.limit, "List at most N subgraphs; if there are more, the exit code is 3")
        .shown_as("N")
        .needs(list);
    if (has_ranks) {
        command
            .flag("--gather", request.is_gathered,
                  "Write one list for all processes of mpirun; the first process writes it")
            .needs(list);
    }
    return list;
}

void check_list(ListRequest const& request) {
    if (request.limit && *request.limit < 1) {
        throw InputError(
            fmt::format("--limit {}: expected 1 or more; leave it out to list everything", *request.limit));
    }
}

void check_local(LocalRequest const& request) {
    if (!request.format || request.on()) return;
    throw InputError(
        "--local-format: no file of counts is written; give --per-vertex FILE, too, or leave --local-format out");
}

void add_local_options(Options& command, LocalRequest& request, Option list, bool of_orbits) {
    auto const add = [&](std::string const& name, std::string& target, std::string const& help) {
        return command.add(name, target, help)
            .check([](std::string const& file) { return file.empty() ? "a file's name or - is missing" : ""; })
            .shown_as("FILE|-")
            .excludes(list);
    };
    add("--per-vertex", request.vertices,
        "Write to FILE, or to standard output (-) instead of the table, how many of the subgraphs contain each vertex, "
        "with the ids or names of the graph file");
    if (of_orbits) {
        add("--per-orbit", request.orbits,
            "Write how often each vertex is at each orbit of the pattern, with a column for each orbit");
    } else {
        add("--per-edge", request.edges, "Write how many of the subgraphs contain each edge");
    }
    command
        .add("--local-format", request.format,
             "Format of the files of counts. csv: a table with a header; binary: 64-bit numbers, where the place of a "
             "name, from 0, stands for the name [binary if the file's name ends in .bin, else csv]")
        .one_of({"csv", "binary"})
        .excludes(list);
}

} // namespace cerrado::command
