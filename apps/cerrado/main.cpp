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

#include <cerrado/core/error.hpp>

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

ExitCode run_words(std::vector<std::string> words);

ExitCode run_program(int argument_count, char** arguments) {
    keep_words_of_command(argument_count, arguments);
    check_is_shared(words_of_command(), {"clique", "motif", "match", "isomorphism", "compress score"});
    Options program("cerrado", "Cerrado: graph pattern mining on GPUs and CPUs",
                    std::string("cerrado ") + CERRADO_VERSION);
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
    add_graph_commands(program);
    add_application(program, clique_application());
    add_application(program, motif_application());
    add_application(program, isomorphism_application());
    add_graphlets_command(program);
    add_discover_command(program);
    add_merge_command(program, run_words);
    add_score_command(add_compress_command(program));
    add_decompress_command(program);
    add_sieve_command(program);
    add_six_command(program);
    add_balance_command(program, {clique_application(), motif_application()});
    return program.parse_and_run(argument_count, arguments);
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
