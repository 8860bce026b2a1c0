// cerrado: one subcommand per application, and the commands about graphs.
#include "balance.hpp"
#include "clique/command.hpp"
#include "common/application_command.hpp"
#include "common/message.hpp"
#include "common/output.hpp"
#include "graph_commands.hpp"
#include "motif/command.hpp"

#include <fmt/format.h>

#include <csignal>
#include <new>

namespace cerrado::command {
namespace {

// One line for a wrong command line: what CLI11 says, and where to look.
ExitCode report_usage(CLI::App const& program, std::string message) {
    for (char& c : message) {
        if (c == '\n') c = ' ';
    }
    std::string name = "cerrado";
    for (CLI::App const* command : program.get_subcommands()) name += " " + command->get_name();
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
    } catch (CLI::ParseError const& error) {
        return report_usage(program, error.what());
    }
}

ExitCode run_program(int argument_count, char** arguments) {
    CLI::App program("Cerrado: graph pattern mining on GPUs and CPUs", "cerrado");
    program.set_version_flag("--version", std::string("cerrado ") + CERRADO_VERSION);
    program.footer(
        "\nExamples:\n"
        "  cerrado info graph.txt                   what is in a graph\n"
        "  cerrado clique graph.txt -k 5            count 5-cliques\n"
        "  cerrado motif graph.txt -k 4             count and draw the patterns of 4 vertices\n"
        "  cerrado balance --help                   study load balancing\n"
        "  cerrado COMMAND --help                   more of each\n"
        "\nExit codes: 0 done, 1 could not be done, 2 bad usage or input, 3 stopped early with a partial result");
    ExitCode exit_code = ExitCode::done;
    add_graph_commands(program);
    add_application(program, clique_application(), exit_code);
    add_application(program, motif_application(), exit_code);
    add_balance_command(program, {clique_application(), motif_application()}, exit_code);
    return parse_and_run(program, argument_count, arguments, exit_code);
}

} // namespace
} // namespace cerrado::command

int main(int argument_count, char** arguments) {
    cerrado::command::hold_standard_streams();
    std::signal(SIGPIPE, SIG_IGN); // a closed pipe is an error of write(), with a line that says so
    std::signal(SIGXFSZ, SIG_IGN); // so is a file size limit
    cerrado::ExitCode exit_code = cerrado::ExitCode::failed;
    try {
        exit_code = cerrado::command::run_program(argument_count, arguments);
    } catch (cerrado::command::ReaderGone const&) {
        std::signal(SIGPIPE, SIG_DFL);
        std::raise(SIGPIPE);
    } catch (cerrado::Error const& error) {
        cerrado::command::print_message("cerrado: {}\n", error.what());
        exit_code = error.exit_code();
    } catch (std::bad_alloc const&) {
        cerrado::command::write_message(
            "cerrado: out of memory; use a smaller graph or fewer threads, or a machine with more memory\n");
    } catch (std::exception const& error) {
        cerrado::command::print_message("cerrado: {}; this is a bug, report it with the command line\n", error.what());
    }
    return static_cast<int>(exit_code);
}
