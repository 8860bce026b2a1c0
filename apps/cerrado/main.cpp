// cerrado: one subcommand per application, and the commands about graphs.
#include "balance/balance.hpp"
#include "clique/command.hpp"
#include "codec/command.hpp"
#include "command/record/message.hpp"
#include "command/record/output.hpp"
#include "command/run/application_command.hpp"
#include "command/several/isolate.hpp"
#include "command/several/merge_command.hpp"
#include "command/several/ranks_of_program.hpp"
#include "compression/score_command.hpp"
#include "discovery/command.hpp"
#include "graph_commands.hpp"
#include "graphlets/command.hpp"
#include "isomorphism/command.hpp"
#include "motif/command.hpp"
#include "sieve/command.hpp"
#include "six/command.hpp"

#include <cerrado/core/wording.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace cerrado::command {
namespace {

// The command whose words are in question: the innermost one that was given.
CLI::App const& given_command(CLI::App const& program, std::string& name) {
    CLI::App const* innermost = &program;
    while (!innermost->get_subcommands().empty()) {
        innermost = innermost->get_subcommands().front();
        name += " " + innermost->get_name();
    }
    return *innermost;
}

// A word that the command does not know, and the one that was meant, perhaps.
std::string unknown_word(CLI::App const& command, std::string const& word) {
    bool const is_option = word.starts_with('-');
    std::vector<std::string> known;
    for (CLI::App const* sub : command.get_subcommands({})) known.push_back(sub->get_name());
    bool const wants_command = !is_option && !known.empty();
    if (is_option) {
        for (CLI::Option const* option : command.get_options()) known.push_back(option->get_name());
    }
    std::string const meant = nearest(word.substr(0, word.find('=')), known);
    std::string const what = is_option ? "unknown option" : wants_command ? "unknown command" : "one word too many,";
    return fmt::format("{} {}{}", what, word, meant.empty() ? "" : "; did you mean " + meant + "?");
}

// One line for a wrong command line: what is wrong, and where to look.
ExitCode report_usage(CLI::App const& program, std::string message, bool has_extras = false) {
    for (char& c : message) {
        if (c == '\n') c = ' ';
    }
    std::string name = "cerrado";
    CLI::App const& command = given_command(program, name);
    std::vector<std::string> const extras = program.remaining(true);
    bool const lacks_command = !command.get_subcommands({}).empty();
    if ((has_extras || lacks_command) && !extras.empty()) message = unknown_word(command, extras.front());
    print_message("{}: {}; see `{} --help`\n", name, message, name);
    return ExitCode::bad_input;
}

ExitCode parse_and_run(CLI::App& program, int argument_count, char** arguments, ExitCode const& exit_code) {
    try {
        program.parse(argument_count, arguments);
        if (program.get_subcommands().empty()) return report_usage(program, "a command is required");
        return exit_code;
    } catch (CLI::CallForVersion const& version) {
        write_standard_output(std::string(version.what()) + '\n');
        return ExitCode::done;
    } catch (CLI::CallForHelp const&) {
        write_standard_output(program.help());
        return ExitCode::done;
    } catch (CLI::Success const&) { // an option that prints something instead of a run
        return ExitCode::done;
    } catch (CLI::ExtrasError const& error) {
        return report_usage(program, error.what(), true);
    } catch (CLI::ParseError const& error) {
        return report_usage(program, error.what());
    }
}

ExitCode run_words(std::vector<std::string> words);

ExitCode run_program(int argument_count, char** arguments) {
    keep_words_of_command(argument_count, arguments);
    check_is_shared(words_of_command(), {"clique", "motif", "match", "isomorphism", "compress score"});
    CLI::App program("Cerrado: graph pattern mining on GPUs and CPUs", "cerrado");
    program.set_version_flag("--version", std::string("cerrado ") + CERRADO_VERSION);
    program.footer(
        "\nExamples:\n"
        "  cerrado info graph.txt                   what is in a graph\n"
        "  cerrado clique graph.txt -k 5            count 5-cliques\n"
        "  cerrado motif graph.txt -k 4             count and draw the patterns of 4 vertices\n"
        "  cerrado match graph.txt --pattern house  count a pattern\n"
        "  cerrado discover genes.txt --directed -k 3  find network motifs, against random graphs\n"
        "  cerrado graphlets graph.txt              count all patterns of 3 to 5 vertices; compare networks\n"
        "  cerrado sieve --help                     find motifs in coloured graphs\n"
        "  cerrado six --help                       count a pattern with a proof that anybody can check\n"
        "  cerrado balance --help                   study load balancing\n"
        "  cerrado COMMAND --help                   more of each\n"
        "\nExit codes: 0 done, 1 could not be done, 2 bad usage or input, 3 stopped early with a partial result");
    ExitCode exit_code = ExitCode::done;
    add_graph_commands(program);
    add_application(program, clique_application(), exit_code);
    add_application(program, motif_application(), exit_code);
    add_application(program, isomorphism_application(), exit_code);
    add_graphlets_command(program, exit_code);
    add_discover_command(program, exit_code);
    add_merge_command(program, exit_code, run_words);
    add_score_command(*add_compress_command(program), exit_code);
    add_decompress_command(program, exit_code);
    add_sieve_command(program, exit_code);
    add_six_command(program, exit_code);
    add_balance_command(program, {clique_application(), motif_application()}, exit_code);
    return parse_and_run(program, argument_count, arguments, exit_code);
}

// A command that another one has made.
ExitCode run_words(std::vector<std::string> words) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    return run_program(static_cast<int>(arguments.size()), arguments.data());
}

// What the system refused, and the remedy.
std::string describe(std::system_error const& error) {
    if (error.code() == std::errc::resource_unavailable_try_again) {
        return "the system makes no more threads; use fewer (--threads), or raise the limit (ulimit -u) and the "
               "memory for them";
    }
    return std::string(error.what()) + "; this is a bug, report it with the command line";
}

// Runs it, and says why it failed if it did; `message` is that. Returns: the exit code.
ExitCode run_caught(int argument_count, char** arguments, std::string& message) {
    ExitCode exit_code = ExitCode::failed;
    try {
        return run_program(argument_count, arguments);
    } catch (ReaderGone const&) {
        std::signal(SIGPIPE, SIG_DFL);
        std::raise(SIGPIPE);
    } catch (Error const& error) {
        message = error.what();
        exit_code = error.exit_code();
    } catch (std::bad_alloc const&) {
        write_message("cerrado: out of memory; use a smaller graph or fewer threads, or a machine with more memory\n");
        return exit_code;
    } catch (std::system_error const& error) {
        message = describe(error);
    } catch (std::exception const& error) {
        message = std::string(error.what()) + "; this is a bug, report it with the command line";
    }
    print_message("cerrado: {}\n", message);
    return exit_code;
}

// Whether the command, as it is given, can go on from a checkpoint: not if it is several runs, one for each pattern.
bool has_checkpoints(std::vector<std::string> const& words) {
    std::string const command = words.size() > 1 ? words[1] : "";
    if (command == "clique" || command == "motif") return true;
    auto const starts = [&](std::string_view option) {
        return std::ranges::count_if(words, [&](std::string const& word) { return word.starts_with(option); });
    };
    return command == "match" && starts("--pattern") == 1 && starts("--all") == 0;
}

// As one of the processes that a launcher started, if one did.
int run_in_rank(int argument_count, char** arguments) {
    try {
        std::vector<std::string> const words(arguments, arguments + argument_count);
        if (std::optional<int> const exit_code = run_isolated(words, has_checkpoints(words))) return *exit_code;
        Ranks ranks;
        take_part(ranks);
        std::string message;
        ExitCode const exit_code = run_caught(argument_count, arguments, message);
        return ranks.finish(static_cast<int>(exit_code), message);
    } catch (Error const& error) {
        // Without MPI each process comes here by itself, and one of them says it.
        if (launched_rank() == 0) print_message("cerrado: {}\n", error.what());
        return static_cast<int>(error.exit_code());
    }
}

} // namespace
} // namespace cerrado::command

int main(int argument_count, char** arguments) {
    cerrado::command::hold_standard_streams();
    std::signal(SIGPIPE, SIG_IGN); // a closed pipe is an error of write(), with a line that says so
    std::signal(SIGXFSZ, SIG_IGN); // so is a file size limit
    return cerrado::command::run_in_rank(argument_count, arguments);
}
