#include "six/command.hpp"

#include "command/options/options.hpp"
#include "six/command_parts.hpp"

namespace cerrado::command {
namespace {

void add_six_command(Options& program) {
    Options& six =
        program.add_command("six", "Count a pattern of up to six vertices, with a proof that anybody can check");
    six.needs_command();
    six.footer(
        "\nThe count is a sum of values of a polynomial over two prime fields. Machines evaluate it, point by point, "
        "and write "
        "shards.\nOne more point makes up for a value that is lost, and two for one that is wrong: decoding finds it. "
        "The "
        "proof is the\npolynomial. Whoever checks it evaluates it at a few points.\n"
        "\nExamples:\n"
        "  cerrado six count graph.txt --pattern 6-cycle              all of it at once, beside a search\n"
        "  cerrado six prepare graph.txt --pattern 6-cycle -o c.six   up to 1,024 vertices; what it would take\n"
        "  cerrado six evaluate c.six --prime 0 --count 4000 -o a.shard                 on one machine\n"
        "  cerrado six evaluate c.six --prime 0 --first 4000 --count 3300 -o b.shard    on another, and so on\n"
        "  cerrado six status a.shard b.shard --instance c.six        what is missing\n"
        "  cerrado six merge a.shard b.shard -o all.shard\n"
        "  cerrado six decode c.six all.shard -o c.proof              which values were wrong\n"
        "  cerrado six verify c.six c.proof                           the count, for whoever believes nobody\n"
        "  cerrado six COMMAND --help                                 more of each");
    add_six_prepare_command(six);
    add_six_evaluate_command(six);
    add_six_status_command(six);
    add_six_merge_command(six);
    add_six_decode_command(six);
    add_six_verify_command(six);
    add_six_count_command(six);
}

} // namespace

Command six_command() { return {.names = {"six"}, .place = 90, .add = add_six_command}; }

} // namespace cerrado::command
