#include "command/command.hpp"

#include "command/options/application.hpp"
#include "command/options/description.hpp"
#include "command/options/inputs.hpp"
#include "command/options/run_options.hpp"
#include "command/output/output.hpp"
#include "command/process/process.hpp"
#include "command/record/record.hpp"
#include "command/run/application_run.hpp"
#include "command/run/work.hpp"

#include <cerrado/apps/command.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>

#include <fmt/format.h>

#include <sys/resource.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <pthread.h>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace cerrado::command {

// Checks for requests that cannot be served.

namespace {

void check_one_size(Application const& application, RunRequest const& request) {
    int const k = request.parameters.k;
    if (application.sizes) {
        if (request.list.on() && request.list.format_of_target() == ListFormat::binary) {
            throw InputError(fmt::format("--list {}: a binary list has one size, and these differ in size; take text",
                                         request.list.target));
        }
        return;
    }
    if (application.line_end && request.list.on() && request.list.format_of_target() == ListFormat::binary) {
        throw InputError(fmt::format("--list {}: a binary list has no place for the pattern of each; take text",
                                     request.list.target));
    }
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
        check_one_size(application, request);
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
        if (!application.serial.count)
            throw InputError("--verify: this command has no serial program to compare with; leave it out");
        bool const of_some = parse_verify(request.output.verify, request.parameters.seed).roots.has_value();
        if (of_some && application.serial.mappings_of_match) {
            throw InputError("--verify=ROOTS: matches have no root that the serial program knows; give --verify alone");
        }
        if (application.serial.has_sizes && !request.through.empty()) {
            throw InputError(
                "--verify: the serial program knows these subgraphs of whole graphs alone; leave it out, or --through");
        }
        if (of_some && !request.through.empty()) {
            throw InputError(
                "--verify=ROOTS: subgraphs through given vertices are compared as a whole; give --verify alone");
        }
        Algorithm const algorithm = request.parameters.algorithm;
        if (of_some && (algorithm == Algorithm::formula || algorithm == Algorithm::parts)) {
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
    command
        .add("--seed", request.parameters.seed,
             "Seed for the roots that --verify=ROOTS samples, and for the draws of --approximate")
        .shows_default();
}

void add_own_option(Options& command, OwnOption const& option) {
    auto const add = [&]<class Value>(Value* value) {
        if constexpr (std::is_same_v<Value, bool>) {
            command.flag(option.name, *value, option.help);
        } else {
            command.add(option.name, *value, option.help).shows_default();
        }
    };
    std::visit(add, option.value);
}

void add_application(Options& program, Application const& application) {
    Options& command = program.add_command(application.name, application.summary);
    if (!application.alias.empty()) command.also_called(application.alias);
    auto const line = std::make_shared<CommandLine>();
    add_graph(command, line->request.graph).required();
    add_size_options(command, application, *line);
    for (OwnOption const& option : application.own_options) add_own_option(command, option);
    if (application.has_through) {
        command
            .add("--through", line->request.through, "Take only subgraphs that have all of these vertices, such as 5,9")
            .between_commas()
            .shown_as("ID,..");
    }
    if (application.estimates) {
        Option const approximate =
            command
                .add("--approximate", line->request.approximate,
                     "Estimate the counts by random draws, until each pattern that makes up 1 % of all has an interval "
                     "of this half width")
                .shown_as("P%");
        command.add("--confidence", line->request.confidence, "The share of seeds whose intervals hold the count")
            .shown_as("P%")
            .shows_default()
            .needs(approximate);
    }
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
        bool const directed = all.of_directed && line->request.marks.directed;
        if (directed) applications = {all.of_directed()};
        if (all.as_asked && !directed) applications = {all.as_asked(line->sizes)};
        line->request.parameters.algorithm = algorithm_of(applications.front(), line->algorithm);
        std::optional<Sizes> const own_sizes = applications.front().sizes;
        line->request.parameters.sizes = own_sizes ? *own_sizes : sizes_of(line->sizes, 1);
        line->request.parameters.k = line->sizes.k.value_or(0);
        line->request.shown = choose_patterns(line->patterns, line->draw);
        line->request.shown.by_option = all.has_patterns;
        ListRequest& list = line->request.list;
        if (is_other_rank() && list.on() && !list.is_gathered) { // each rank writes a list of its own
            list.target += fmt::format(".{}", ranks_of_program()->rank());
        }
        check_request(applications, line->request);
        if (!line->request.approximate.empty()) return run_approximately(applications, line->request);
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

// A program of commands.

namespace {

using Words = std::vector<std::string>;

void run_other_program(Program const& program, Words words);
ExitCode run_words(Program const& program, Words words);

// Adds the command that makes the result of a run from the checkpoints of its parts.
void add_merge_command(Options& options, Program const& program) {
    Options& command =
        options.add_command("merge", "Add up the checkpoints of all parts of a run: see --part of its command");
    command.takes_other_words(); // files, and then options of the parts' command
    command.footer(
        "\ncerrado merge FILE... [OPTIONS]\n"
        "\nFILE...  the checkpoints of all parts, in any order\n"
        "\nIt repeats the parts' command with --merge in place of --part, and reads the graph again.\n"
        "Options that you give are added: --json, --csv, --verify, --device, ...\n"
        "\nExample:\n"
        "  cerrado COMMAND graph.txt -k 8 --part 1/2 --checkpoint part1.ck\n"
        "  cerrado COMMAND graph.txt -k 8 --part 2/2 --checkpoint part2.ck\n"
        "  cerrado merge part1.ck part2.ck");
    command.runs([&] {
        Words const words = words_that_merge(command.other_words());
        run_other_program(program, words);
        return run_words(program, words);
    });
}

// Returns: the commands of the applications, and the command that adds up the parts of a run.
std::vector<Command> all_commands(Program const& program) {
    std::vector<Command> all = program.commands;
    auto const add_merge = [&program](Options& options) { add_merge_command(options, program); };
    all.push_back({.names = {"merge"}, .place = 60, .add = add_merge});
    std::ranges::stable_sort(all, {}, &Command::place);
    return all;
}

std::vector<std::string> names_of_shared(std::vector<Command> const& all) {
    std::vector<std::string> names;
    for (Command const& each : all) {
        names.insert(names.end(), each.shared.begin(), each.shared.end());
    }
    return names;
}

void check_is_built(Program const& program, Words const& words) {
    if (words.size() < 2 || std::ranges::find(program.absent, words[1]) == program.absent.end()) return;
    throw InputError(
        fmt::format("this program was built without {}: cmake -DCERRADO_COMMANDS=all builds it with all "
                    "commands, as ./test.sh does",
                    words[1]));
}

// Adds the options that tell about the program itself.
void add_own_options(Options& options, Program const& program) {
    auto const described = [&options] { return ProgramDescription{"cerrado", CERRADO_VERSION, options.described()}; };
    auto const version = [&](std::string const&) -> std::string {
        if (!options.option("--json").is_given()) return "cerrado " CERRADO_VERSION "\n";
        return R"({"name": "cerrado", "version": ")" CERRADO_VERSION "\"" + program.build + "}\n";
    };
    Option const printing = options.printing_flag("--version", version, "Print the version");
    options.flag("--json", "With --version: as JSON, with the compiler, the libraries and the options of the build")
        .needs(printing);
    options.printing_flag(
        "--describe", [=](auto const&) { return json_of(described()); },
        "Print all commands, their options and examples as JSON");
    auto const ignore = [](std::string const&) {};
    options.add("--completion", ignore, "Print a script that completes commands, options and values in a shell")
        .one_of(shells)
        .shown_as(joined(shells, "|"))
        .prints([=](std::string const& shell) { return completion_of(described(), shell); });
    options
        .add("--share", ignore,
             "Write pages of man for all commands, and completion for all shells, to the usual places below FOLDER, "
             "such "
             "as ~/.local/share")
        .shown_as("FOLDER")
        .prints([=](std::string const& folder) { return write_share(described(), folder); });
}

// Adds the commands that begin with the word given, or all if none does: the options of all take some milliseconds. The
// others follow if a refusal must say which of them have an option.
void add_commands(Options& options, Program const& program, std::vector<Command> const& all, Words const& words) {
    auto const is_given = [&words](Command const& command) {
        return words.size() > 1 && std::ranges::any_of(command.names, [&](std::string const& name) {
                   return std::string_view(name).substr(0, name.find(' ')) == words[1];
               });
    };
    auto const add_others = [&options, &program, &all, is_given] {
        if (program.add_others) program.add_others(options);
        for (Command const& each : all) {
            if (!is_given(each)) each.add(options);
        }
    };
    if (std::ranges::none_of(all, is_given)) return add_others();
    for (Command const& each : all) {
        if (is_given(each)) each.add(options);
    }
    options.adds_for_refusals(add_others);
}

// A program on PATH that is called cerrado-NAME. `cerrado NAME` runs it, as git does.
constexpr std::string_view prefix_of_programs = "cerrado-";

std::vector<std::filesystem::path> folders_on_path() {
    char const* const path = std::getenv("PATH");
    std::istringstream folders(path != nullptr ? path : "");
    std::vector<std::filesystem::path> found;
    for (std::string folder; std::getline(folders, folder, ':');) found.emplace_back(folder);
    return found;
}

bool is_program(std::filesystem::path const& file) {
    std::error_code none;
    return ::access(file.c_str(), X_OK) == 0 && !std::filesystem::is_directory(file, none);
}

// Runs the program cerrado-NAME in place of this one if NAME is no command of this one. Returns if there is none.
void run_other_program(Program const& program, Words words) {
    if (words.size() < 2 || words[1].starts_with('-')) return;
    std::string const& name = words[1];
    if (name.find('/') != std::string::npos) return;
    std::vector<std::filesystem::path> files = folders_on_path();
    for (std::filesystem::path& each : files) each /= std::string(prefix_of_programs) + name;
    auto const found = std::ranges::find_if(files, is_program);
    if (found == files.end()) return;
    std::vector<Command> const all = all_commands(program);
    Options options("cerrado", program.what_it_is);
    add_commands(options, program, all, words);
    Words own = options.commands();
    for (Command const& each : all) own.insert(own.end(), each.names.begin(), each.names.end());
    own.insert(own.end(), program.absent.begin(), program.absent.end());
    if (std::ranges::find(own, name) != own.end()) return;
    std::vector<char*> arguments;
    for (std::size_t i = 1; i < words.size(); ++i) arguments.push_back(words[i].data());
    arguments.push_back(nullptr);
    ::execv(found->c_str(), arguments.data());
    throw Error(fmt::format("{}: could not be run ({})", found->string(), std::strerror(errno)));
}

// Returns: a line for the help, with the names of such programs. It reads all folders of PATH.
std::string text_of_other_programs() {
    std::set<std::string> names;
    for (std::filesystem::path const& folder : folders_on_path()) {
        std::error_code none;
        for (auto const& entry : std::filesystem::directory_iterator(folder, none)) {
            std::string const name = entry.path().filename().string();
            if (name.starts_with(prefix_of_programs) && is_program(entry.path()))
                names.insert(name.substr(prefix_of_programs.size()));
        }
    }
    if (names.empty()) return "";
    return fmt::format("\nPrograms on PATH that `cerrado NAME` runs: {}\n",
                       joined(std::vector<std::string>(names.begin(), names.end()), ", "));
}

ExitCode run_words(Program const& program, Words words) {
    std::vector<Command> const all = all_commands(program);
    keep_words_of_command(words);
    check_is_built(program, words);
    check_is_shared(words, names_of_shared(all));
    Options options("cerrado", program.what_it_is);
    add_own_options(options, program);
    add_commands(options, program, all, words);
    if (program.why_not) options.explains(program.why_not);
    bool const shows_help = words.size() > 1 && (words[1] == "-h" || words[1] == "--help");
    std::string const others = shows_help ? text_of_other_programs() : "";
    std::string absent;
    if (!program.absent.empty()) {
        absent = fmt::format("\nBuilt without {} (CERRADO_COMMANDS)\n", fmt::join(program.absent, ", "));
    }
    options.footer(program.examples + absent + others +
                   "  cerrado COMMAND --help                   the help of a command\n"
                   "\nExit codes: 0 done, 1 failed, 2 wrong usage or input, 3 stopped early with a partial result");
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    return options.parse_and_run(static_cast<int>(arguments.size()), arguments.data());
}

// Returns: a message about an error of the system, with the remedy.
std::string describe(std::system_error const& error) {
    if (error.code() == std::errc::resource_unavailable_try_again) {
        return "the system cannot start more threads: use fewer (--threads), or raise the limit (ulimit -u), or use a "
               "machine with more memory";
    }
    return std::string(error.what()) + "; this is a bug, report it with the command line";
}

// Runs the program. If it fails, prints the reason and stores it in `message`. Returns: the exit code.
ExitCode run_caught(Program const& program, Words const& words, std::string& message) {
    ExitCode exit_code = ExitCode::failed;
    try {
        return run_words(program, words);
    } catch (ReaderGone const&) {
        std::signal(SIGPIPE, SIG_DFL);
        std::raise(SIGPIPE);
    } catch (UsageError const& error) {
        message = error.what();
        std::string lines; // a part of a query's text may be below the problem
        for (std::size_t begin = 0; begin <= message.size();) {
            std::size_t const end = std::min(message.find('\n', begin), message.size());
            lines += on_one_line(std::string_view(message).substr(begin, end - begin)) + "\n";
            begin = end + 1;
        }
        print_message("{}", lines);
        return error.exit_code();
    } catch (Error const& error) {
        message = error.what();
        exit_code = error.exit_code();
    } catch (std::bad_alloc const&) {
        write_message(
            "cerrado: there is not enough memory: use a smaller graph, fewer threads, or a machine with more memory\n");
        return exit_code;
    } catch (std::system_error const& error) {
        message = describe(error);
    } catch (std::exception const& error) {
        message = std::string(error.what()) + "; this is a bug, report it with the command line";
    }
    say(message);
    return exit_code;
}

// Returns: whether the command line is one that can go on from a checkpoint.
bool has_checkpoints(Program const& program, Words const& words) {
    if (words.size() < 2) return false;
    auto const given = std::ranges::find_if(program.commands, [&](Command const& each) {
        return std::ranges::find(each.names, words[1]) != each.names.end();
    });
    return given != program.commands.end() && given->has_checkpoints && given->has_checkpoints(words);
}

// It is not inline, so that main() needs little stack.
[[gnu::noinline]] int run_in_rank(Program const& program, Words const& words) {
    try {
        run_other_program(program, words);
        if (std::optional<int> const exit_code = run_isolated(words, has_checkpoints(program, words)))
            return *exit_code;
        Ranks ranks;
        take_part(ranks);
        std::string message;
        ExitCode const exit_code = run_caught(program, words, message);
        return ranks.finish(static_cast<int>(exit_code), message);
    } catch (Error const& error) {
        // Without MPI each process comes here by itself, and the first one prints the error.
        if (launched_rank() == 0) say(error.what());
        return static_cast<int>(error.exit_code());
    }
}

// Raises the limit of the stack if it is too small, for this thread and later ones, since searches recurse deeply.
// Returns: whether the limit is large enough.
bool has_stack() {
    constexpr rlim_t least = rlim_t{1} << 20;
    constexpr rlim_t usual = rlim_t{8} << 20;
    rlimit limit{};
    if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= least) return true;
    limit.rlim_cur = std::min(limit.rlim_max, usual);
    if (limit.rlim_cur < least || ::setrlimit(RLIMIT_STACK, &limit) != 0) return false;
    pthread_attr_t attributes; // new threads need this, since the limit was read when the program began
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstacksize(&attributes, limit.rlim_cur);
    ::pthread_setattr_default_np(&attributes);
    ::pthread_attr_destroy(&attributes);
    return true;
}

} // namespace

int run_program(std::function<Program()> const& program, std::vector<std::string> words) {
    hold_standard_streams();
    std::signal(SIGPIPE, SIG_IGN); // write() reports a closed pipe as an error, with a message
    std::signal(SIGXFSZ, SIG_IGN); // likewise for a limit of file sizes
    if (!has_stack()) {
        // needs little stack
        write_message("cerrado: the stack has less than 1 MiB: raise its limit (ulimit -s 8192)\n");
        return static_cast<int>(ExitCode::failed);
    }
    return run_in_rank(program(), words);
}

std::vector<std::string> words_of_main(int argument_count, char const* const* arguments) {
    return {arguments, arguments + argument_count};
}

} // namespace cerrado::command

namespace cerrado {

namespace {

command::Application application_of(OwnCommand const& own) {
    command::Application application;
    application.name = own.name;
    application.summary = own.summary;
    application.examples = own.examples;
    application.semantics = own.semantics;
    application.subgraph = own.subgraph;
    application.k_min = own.k_min;
    application.k_max = own.k_max;
    application.algorithms = {Algorithm::fast};
    application.algorithms_help = "auto: the only algorithm";
    application.own_options = own.options;
    application.lists = static_cast<bool>(own.list);
    application.bind = [own](command::Asked const& asked) {
        bool const is_listed = asked.output == command::Asked::Output::list;
        return is_listed ? own.list(asked.sizes.first) : own.count(asked.sizes.first);
    };
    if (own.verify) {
        application.serial.count = [verify = own.verify](Graph const& prepared, int k, std::span<VertexId const> roots,
                                                         Look const& look) {
            return CountsByPattern{{"", verify(prepared, k, roots, look)}};
        };
    }
    application.conclude = own.conclude;
    return application;
}

} // namespace

// The first word is the name of the command, as in `cerrado NAME`, unless it is there already.
int run_command(OwnCommand const& own, int argument_count, char** arguments) {
    std::vector<std::string> words = command::words_of_main(argument_count, arguments);
    bool const is_there = words.size() > 1 && (words[1] == own.name || words[1] == "merge");
    if (!is_there) words.insert(words.begin() + 1, own.name);
    auto const program = [&own]() -> command::Program {
        return {.commands = {command::command_of(application_of(own))}, .what_it_is = own.summary};
    };
    return command::run_program(program, std::move(words));
}

} // namespace cerrado
