#include "six/command_parts.hpp"

#include "command/options/inputs.hpp"
#include "command/record/output.hpp"
#include "command/run/work.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cerrado::command {

void add_question_options(Options& command, SixQuestion& question) {
    command.add("GRAPH", question.graph, "A graph of 6 to 1,024 vertices, as for `cerrado match`")
        .required()
        .shown_as(" ");
    command
        .add("--pattern", question.pattern,
             "What to count, 3 to 6 vertices, as for `cerrado match`: a name (house, 6-cycle, ...), graph6, items "
             "between commas: 0-1 an edge, 0~1 no edge, 0>1 an arc, 0:A a label; or a file of a graph")
        .required()
        .shown_as("PATTERN");
    command.flag("--induced", question.induced, "No edge among the vertices of a match but the pattern's");
    command
        .add("--split", question.split,
             "Sum over so many bits of a vertex and interpolate the others: a larger one means fewer points that "
             "take longer [2]")
        .shown_as("Q");
    add_marks_options(command, question.marks);
}

void add_question_files(CommandFiles& files, SixQuestion const& question) {
    add_graph_files(files, question.graph, question.marks);
    files.reads("the file of the pattern", question.pattern);
}

SixQuery query_of(SixQuestion const& question) {
    GivenPattern const given = given_pattern(question.pattern, question.marks);
    return {.pattern = given.pattern, .induced = question.induced, .split = question.split, .text = given.text};
}

void add_taroption(Options& command, std::string& target, std::string const& help) {
    command.add("-o,--output", target, help).required().shown_as("FILE");
}

void add_json_option(Options& command, std::string& target) {
    command.add("--json", target, "Write the same for programs; - is standard output, without the table")
        .shown_as("FILE|-");
}

SixNote six_note() {
    return [](std::string const& line) { print_message("cerrado: {}\n", line); };
}

SixShard read_merged_shards(std::vector<std::string> const& files) {
    std::vector<SixShard> shards;
    for (std::string const& file : files) shards.push_back(read_six_shard(file, six_note()));
    SixShard merged = merge_six(shards, six_note());
    if (files.size() == 1) merged.source = files.front();
    return merged;
}

SixTally tally_of(SixShard const& shard, int prime) {
    SixTally tally;
    for (SixRange const& range : shard.ranges) {
        if (range.prime != prime) continue;
        tally.points += range.values.size();
        tally.missing += static_cast<std::uint64_t>(std::ranges::count(range.values, six_missing));
        tally.disputed += static_cast<std::uint64_t>(std::ranges::count(range.values, six_disputed));
        tally.end = std::max(tally.end, range.first + range.values.size());
    }
    return tally;
}

std::string graph_line(Graph const& graph) {
    return fmt::format("graph      {}: {}, {}\n", graph.source, counted(graph.vertex_count(), "vertex"),
                       counted(graph.edge_count(), "edge"));
}

std::string pattern_line(SixInstance const& instance) {
    return fmt::format("pattern    {}: {}, {}\n", instance.pattern_text(),
                       counted(static_cast<WideCount>(instance.pattern_vertices()), "vertex"),
                       counted(instance.automorphisms(), "automorphism"));
}

std::string checksum_text(std::uint64_t instance) { return fmt::format("{:016x}", instance); }

Json instance_json(SixInstance const& instance) {
    return {{"checksum", checksum_text(instance.checksum())},
            {"pattern", instance.pattern_text()},
            {"k", instance.pattern_vertices()},
            {"automorphisms", instance.automorphisms()},
            {"vertices", instance.vertices()},
            {"padded", instance.padded()},
            {"split", instance.split()}};
}

Json points_json(std::vector<SixPoints> const& points) {
    Json runs = Json::array();
    for (SixPoints const& run : points) runs.push({{"prime", run.prime}, {"first", run.first}, {"count", run.count}});
    return runs;
}

void write_json_or_table(std::string const& json_target, std::function<Json()> const& json,
                         std::function<std::string()> const& table) {
    std::vector<ExtraOutput> outputs;
    bool const takes_output = json_target == "-";
    if (!json_target.empty()) outputs.push_back({takes_output, [&] { write_result(json_target, json().lines()); }});
    if (!takes_output) outputs.push_back({true, [&] { write_standard_output(table()); }});
    write_outputs(outputs);
}

} // namespace cerrado::command
