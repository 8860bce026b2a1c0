// cerrado: the program with the commands about graphs and the commands of all applications.
#include "cerrado/graph_commands.hpp"
#include "command/command.hpp"
#include "command/options/options.hpp"
#include "command/output/output.hpp"
#include "command/process/process.hpp"
#include "table_of_commands.hpp"

#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <optional>
#include <pthread.h>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace cerrado::command {

std::vector<Command> commands() {
    std::vector<Command> all;
    for (auto* const command : table_of_commands) all.push_back(command());
    std::ranges::stable_sort(all, {}, &Command::place);
    return all;
}

namespace {

ExitCode run_words(std::vector<std::string> words);

// Adds the command that makes the result of a run from the checkpoints of its parts.
void add_merge_command(Options& program) {
    Options& command =
        program.add_command("merge", "Add up the checkpoints of all parts of a run: see --part of its command");
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
    command.runs([&command] { return run_words(words_that_merge(command.other_words())); });
}

// Returns: the commands of the applications, and the command that adds up the parts of a run.
std::vector<Command> all_commands() {
    std::vector<Command> all = commands();
    all.push_back({.names = {"merge"}, .place = 60, .add = add_merge_command});
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

// Returns: an example line for each command of the program.
std::string examples(Options const& program) {
    constexpr std::string_view lines[][2] = {
        {"info", "graph.txt                   describe a graph"},
        {"clique", "graph.txt -k 5            count 5-cliques"},
        {"motif", "graph.txt -k 4             count and draw the patterns of 4 vertices"},
        {"match", "graph.txt --pattern house  count a pattern"},
        {"discover", "genes.txt --directed -k 3  find network motifs by comparison with random graphs"},
        {"graphlets", "graph.txt              count all patterns of 3 to 5 vertices; compare networks"},
        {"sieve", "--help                     find motifs in coloured graphs"},
        {"six", "--help                       count a pattern with a proof that anybody can check"},
        {"balance", "--help                   study load balancing"}};
    std::vector<std::string> const names = program.commands();
    std::string text;
    for (auto const& [name, example] : lines) {
        if (std::ranges::find(names, name) != names.end()) text += fmt::format("  cerrado {} {}\n", name, example);
    }
    return text;
}

void check_is_built(std::vector<std::string> const& words) {
    if (words.size() < 2 || std::ranges::find(absent_commands, words[1]) == absent_commands.end()) return;
    throw InputError(
        fmt::format("this program was built without {}: cmake -DCERRADO_COMMANDS=all builds it with all "
                    "commands, as ./test.sh does",
                    words[1]));
}

constexpr char what_it_is[] = "Cerrado: graph pattern mining on GPUs and CPUs";
constexpr char version[] = "cerrado " CERRADO_VERSION;

void add_commands(Options& program, std::vector<Command> const& all) {
    add_graph_commands(program);
    for (Command const& each : all) each.add(program);
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
void run_other_program(int argument_count, char** arguments) {
    if (argument_count < 2 || arguments[1][0] == '-') return;
    std::string const name = arguments[1];
    if (name.find('/') != std::string::npos) return;
    std::vector<std::filesystem::path> files = folders_on_path();
    for (std::filesystem::path& each : files) each /= std::string(prefix_of_programs) + name;
    auto const found = std::ranges::find_if(files, is_program);
    if (found == files.end()) return;
    Options program("cerrado", what_it_is, version);
    add_commands(program, all_commands());
    std::vector<std::string> own = program.commands();
    for (Command const& each : commands()) own.insert(own.end(), each.names.begin(), each.names.end());
    own.insert(own.end(), absent_commands.begin(), absent_commands.end());
    if (std::ranges::find(own, name) != own.end()) return;
    ::execv(found->c_str(), arguments + 1);
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

ExitCode run_program(int argument_count, char** arguments) {
    std::vector<Command> const all = all_commands();
    keep_words_of_command(argument_count, arguments);
    check_is_built(words_of_command());
    check_is_shared(words_of_command(), names_of_shared(all));
    Options program("cerrado", what_it_is, version);
    add_commands(program, all);
    program.explains(why_not);
    bool const shows_help = words_of_command().size() < 2 || words_of_command()[1].starts_with('-');
    std::string const others = shows_help ? text_of_other_programs() : "";
    std::string absent;
    if (!absent_commands.empty()) {
        absent = fmt::format("\nBuilt without {} (CERRADO_COMMANDS)\n", joined(absent_commands, ", "));
    }
    program.footer("\nExamples:\n" + examples(program) + absent + others +
                   "  cerrado COMMAND --help                   the help of a command\n"
                   "\nExit codes: 0 done, 1 failed, 2 wrong usage or input, 3 stopped early with a partial result");
    return program.parse_and_run(argument_count, arguments);
}

// Runs a command line that another command has made.
ExitCode run_words(std::vector<std::string> words) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    return run_program(static_cast<int>(arguments.size()), arguments.data());
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
ExitCode run_caught(int argument_count, char** arguments, std::string& message) {
    ExitCode exit_code = ExitCode::failed;
    try {
        return run_program(argument_count, arguments);
    } catch (ReaderGone const&) {
        std::signal(SIGPIPE, SIG_DFL);
        std::raise(SIGPIPE);
    } catch (UsageError const& error) {
        message = error.what();
        print_message("{}\n", on_one_line(message));
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
bool has_checkpoints(std::vector<std::string> const& words) {
    if (words.size() < 2) return false;
    std::vector<Command> const all = commands();
    auto const given = std::ranges::find_if(
        all, [&](Command const& each) { return std::ranges::find(each.names, words[1]) != each.names.end(); });
    return given != all.end() && given->has_checkpoints && given->has_checkpoints(words);
}

// Runs as one of the processes of a launcher such as mpirun, if one started this process. It is not inline, so that
// main() needs little stack.
[[gnu::noinline]] int run_in_rank(int argument_count, char** arguments) {
    try {
        run_other_program(argument_count, arguments);
        std::vector<std::string> const words(arguments, arguments + argument_count);
        if (std::optional<int> const exit_code = run_isolated(words, has_checkpoints(words))) return *exit_code;
        Ranks ranks;
        take_part(ranks);
        std::string message;
        ExitCode const exit_code = run_caught(argument_count, arguments, message);
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
} // namespace cerrado::command

int main(int argument_count, char** arguments) {
    cerrado::command::hold_standard_streams();
    std::signal(SIGPIPE, SIG_IGN); // write() reports a closed pipe as an error, with a message
    std::signal(SIGXFSZ, SIG_IGN); // likewise for a limit of file sizes
    if (!cerrado::command::has_stack()) {
        // needs little stack
        cerrado::command::write_message("cerrado: the stack has less than 1 MiB: raise its limit (ulimit -s 8192)\n");
        return static_cast<int>(cerrado::ExitCode::failed);
    }
    return cerrado::command::run_in_rank(argument_count, arguments);
}
