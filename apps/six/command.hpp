// The command `cerrado six`, see library/cerrado/apps/six.hpp, and functions that its subcommands share.
#pragma once

#include "command/command.hpp"
#include "command/options/inputs.hpp"
#include "command/options/options.hpp"
#include "command/options/run_options.hpp"
#include "command/output/json.hpp"

#include <cerrado/apps/six.hpp>
#include <cerrado/core/error.hpp>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

void add_six_prepare_command(Options& six);
void add_six_evaluate_command(Options& six);
void add_six_status_command(Options& six);
void add_six_merge_command(Options& six);
void add_six_decode_command(Options& six);
void add_six_verify_command(Options& six);
void add_six_count_command(Options& six);

// A graph and a pattern, as typed.
struct SixQuestion {
    std::string graph;
    GraphMarksRequest marks;
    std::string pattern;
    bool induced = false;
    std::optional<int> split;
};
void add_question_options(Options& command, SixQuestion& question);
void add_question_files(CommandFiles& files, SixQuestion const& question);
// Throws InputError if the text is no pattern.
SixQuery query_of(SixQuestion const& question);

// Adds the option -o.
void add_taroption(Options& command, std::string& target, std::string const& help);
// Adds the option --json.
void add_json_option(Options& command, std::string& target);

// A note that prints a message to the user.
SixNote six_note();

// Reads the shards in the order of the files, and joins them.
SixShard read_merged_shards(std::vector<std::string> const& files);

// The numbers of points of one prime in a shard.
struct SixTally {
    std::uint64_t points = 0, missing = 0, disputed = 0; // points includes missing and disputed ones
    std::uint64_t end = 0;                               // end of the last range
    std::uint64_t values() const { return points - missing - disputed; }
};
SixTally tally_of(SixShard const& shard, int prime);

// "graph     ...\n" and "pattern   ...\n"
std::string graph_line(Graph const& graph);
std::string pattern_line(SixInstance const& instance);
// "01234567890abcdef"
std::string checksum_text(std::uint64_t instance);
Json instance_json(SixInstance const& instance);
Json points_json(std::vector<SixPoints> const& points);

// Writes the record if it is asked for, else the table to standard output. `json` and `table` are called only if
// needed.
void write_json_or_table(std::string const& json_target, std::function<Json()> const& json,
                         std::function<std::string()> const& table);

Command six_command();

} // namespace cerrado::command
