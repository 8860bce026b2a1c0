// cerrado: the program with the commands about graphs and the commands of all applications.
#include "build_of_program.hpp"
#include "cerrado/graph_commands.hpp"
#include "cerrado/selftest.hpp"
#include "command/command.hpp"
#include "table_of_commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::command {

std::vector<Command> commands() {
    std::vector<Command> all;
    for (auto* const command : table_of_commands) all.push_back(command());
    std::ranges::stable_sort(all, {}, &Command::place);
    return all;
}

namespace {

// Returns: an example line for each command of the program.
std::string examples() {
    constexpr std::string_view lines[][2] = {
        {"info", "graph.txt                   describe a graph"},
        {"clique", "graph.txt -k 5            count 5-cliques"},
        {"motif", "graph.txt -k 4             count and draw the patterns of 4 vertices"},
        {"match", "graph.txt --pattern house  count a pattern"},
        {"query", "edges.csv --directed 'A -> B [weight > 5]; B -> A'  find a pattern under conditions on attributes"},
        {"temporal", "messages.txt --delta 1h    count motifs of arcs that have times"},
        {"discover", "genes.txt --directed -k 3  find network motifs by comparison with random graphs"},
        {"frequent", "ppi.txt --labels go.txt --support 2%  find patterns whose vertices have many images"},
        {"graphlets", "graph.txt              count all patterns of 3 to 5 vertices; compare networks"},
        {"sieve", "--help                     find motifs in coloured graphs"},
        {"six", "--help                       count a pattern with a proof that anybody can check"},
        {"balance", "--help                   study load balancing"}};
    std::string text = "\nExamples:\n";
    for (auto const& [name, example] : lines) {
        if (std::ranges::find(absent_commands, name) == absent_commands.end())
            text += fmt::format("  cerrado {} {}\n", name, example);
    }
    return text;
}

void add_others(Options& program) {
    add_graph_commands(program);
    add_selftest_command(program);
}

Program program() {
    return {.commands = commands(),
            .absent = {absent_commands.begin(), absent_commands.end()},
            .add_others = add_others,
            .why_not = why_not,
            .what_it_is = "Cerrado: graph pattern mining on GPUs and CPUs",
            .examples = examples(),
            .build = build_of_program};
}

} // namespace
} // namespace cerrado::command

int main(int argument_count, char** arguments) {
    using namespace cerrado::command;
    return run_program(program, words_of_main(argument_count, arguments));
}
