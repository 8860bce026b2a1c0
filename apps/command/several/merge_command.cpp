#include "command/several/merge_command.hpp"

#include "command/several/words.hpp"

#include <cerrado/run/parts/checkpoint.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace cerrado::command {
namespace {

std::vector<std::string> kept;

// What concerns a part alone, and where and for how long it ran. Each takes a value.
constexpr std::array<std::string_view, 11> of_a_part = {"--part",     "--checkpoint", "--resume",  "--checkpoint-every",
                                                        "--deadline", "--device",     "--devices", "--threads",
                                                        "--workers",  "--warp-width", "--progress"};

// Returns: the command that does the whole run, without those, with these words more.
std::vector<std::string> words_of_run(std::vector<std::string> const& words, std::vector<std::string> const& more) {
    Words of_run(words);
    for (std::string_view const option : of_a_part) of_run.take(option);
    of_run.take("--read-each", false);
    return of_run.with(more);
}

} // namespace

void keep_words_of_command(int argument_count, char const* const* arguments) {
    kept.assign(arguments, arguments + argument_count);
}

std::vector<std::string> words_of_command() { return kept; }

void add_merge_command(Options& program, std::function<ExitCode(std::vector<std::string>)> const& run) {
    Options& command =
        program.add_command("merge", "Add up the checkpoints of all parts of a run: see --part of its command");
    command.takes_other_words(); // files, and then options that only the command of the parts knows
    command.footer(
        "\ncerrado merge FILE... [OPTIONS]\n"
        "\nFILE...  the checkpoints of all parts, in any order\n"
        "\nIt does again what the parts were told, with --merge in place of --part, where it reads the graph once "
        "more.\n"
        "Options that you give are added: --json, --csv, --verify, --device, ...\n"
        "\nExample:\n"
        "  cerrado COMMAND graph.txt -k 8 --part 1/2 --checkpoint part1.ck\n"
        "  cerrado COMMAND graph.txt -k 8 --part 2/2 --checkpoint part2.ck\n"
        "  cerrado merge part1.ck part2.ck");
    command.runs([&command, run] {
        std::vector<std::string> const given = command.other_words();
        auto const is_option = [](std::string const& word) { return word.size() > 1 && word.starts_with('-'); };
        auto const options = std::ranges::find_if(given, is_option);
        if (options == given.begin()) {
            throw InputError("cerrado merge: give the checkpoints of all parts first; see `cerrado merge --help`");
        }
        Checkpoint const first = read_checkpoint(given.front());
        if (first.part.is_whole() || first.words.empty()) {
            throw InputError(given.front() + ": this checkpoint is of a whole run, not of one of several parts");
        }
        std::vector<std::string> merging = {"--merge"};
        merging.insert(merging.end(), given.begin(), given.end());
        return run(words_of_run(first.words, merging));
    });
}

} // namespace cerrado::command
