// `cerrado six status` and `cerrado six merge`.
#include "command/record/output.hpp"
#include "six/command_parts.hpp"
#include "six/files/ranges.hpp"
#include "six/proof/decode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace cerrado::command {
namespace {

constexpr int primes = static_cast<int>(six_primes.size());

struct StatusRequest {
    std::vector<std::string> shards;
    std::string instance, json;
};

struct MergeRequest {
    std::vector<std::string> shards;
    std::string target;
};

// Shards, and what they have together.
struct ShardStatus {
    std::vector<SixShard> shards;
    SixShard all;
    std::optional<SixInstance> instance{};
};

Table shard_table() {
    return Table(
        {{"shard", false}, {"prime", true}, {"points", true}, {"values", true}, {"missing", true}, {"disputed", true}});
}

void add_rows(Table& table, std::string const& name, SixShard const& shard) {
    for (int prime = 0; prime < primes; ++prime) {
        SixTally const tally = tally_of(shard, prime);
        if (tally.points == 0) continue;
        table.add_row({{name},
                       {fmt::to_string(prime)},
                       {grouped(tally.points)},
                       {grouped(tally.values())},
                       {grouped(tally.missing)},
                       {grouped(tally.disputed)}});
    }
}

// "prime 0    missing: 5, 7 to 9", or nothing.
std::string gaps_text(SixShard const& shard) {
    std::string text;
    for (int prime = 0; prime < primes; ++prime) {
        for (auto const& [what, points] :
             {std::pair("missing", missing_six_points(shard)), std::pair("disputed", disputed_six_points(shard))}) {
            std::string const some = six::listed(points, prime);
            if (!some.empty()) text += fmt::format("prime {}    {}: {}\n", prime, what, some);
        }
    }
    return text.empty() ? text : "\n" + text;
}

std::uint64_t lacking(SixInstance const& instance, SixTally const& tally) {
    return instance.points_needed() - std::min(instance.points_needed(), tally.values());
}

// How many wrong values would be found among points 0, 1, ... up to the last.
std::size_t mendable_of(SixInstance const& instance, SixTally const& tally) {
    return six::mendable(tally.end, instance.degree(), tally.end - tally.values());
}

std::string need_text(SixInstance const& instance, SixShard const& shard) {
    std::string text = "\n";
    for (int prime = 0; prime < primes; ++prime) {
        SixTally const tally = tally_of(shard, prime);
        std::uint64_t const more = lacking(instance, tally);
        text += fmt::format("prime {}    {} are needed: {}\n", prime, counted(instance.points_needed(), "point"),
                            more > 0 ? fmt::format("{} more", grouped(more))
                                     : fmt::format("all are there, and {} wrong {} could be found",
                                                   grouped(mendable_of(instance, tally)),
                                                   mendable_of(instance, tally) == 1 ? "value" : "values"));
    }
    return text;
}

std::string status_text(ShardStatus const& status) {
    Table table = shard_table();
    for (SixShard const& shard : status.shards) add_rows(table, shard.source, shard);
    if (status.shards.size() > 1) add_rows(table, "all", status.all);
    std::string text = status.instance ? pattern_line(*status.instance) + "\n" : "";
    text += table.text() + gaps_text(status.all);
    return status.instance ? text + need_text(*status.instance, status.all) : text;
}

Json tallies_json(SixShard const& shard, std::optional<SixInstance> const& instance) {
    Json rows = Json::array();
    for (int prime = 0; prime < primes; ++prime) {
        SixTally const tally = tally_of(shard, prime);
        Json row = {{"prime", prime},
                    {"points", tally.points},
                    {"values", tally.values()},
                    {"missing", tally.missing},
                    {"disputed", tally.disputed}};
        if (instance) row.update({{"lacking", lacking(*instance, tally)}, {"mendable", mendable_of(*instance, tally)}});
        rows.push(std::move(row));
    }
    return rows;
}

Json status_json(ShardStatus const& status) {
    Json shards = Json::array();
    for (SixShard const& shard : status.shards) {
        shards.push({{"shard", shard.source}, {"primes", tallies_json(shard, std::nullopt)}});
    }
    Json json = {{"app", "six status"}, {"version", CERRADO_VERSION}, {"checksum", checksum_text(status.all.instance)}};
    if (status.instance) {
        json["instance"] = instance_json(*status.instance);
        json["points_needed"] = status.instance->points_needed();
    }
    json.update({{"shards", shards},
                 {"primes", tallies_json(status.all, status.instance)},
                 {"missing", points_json(missing_six_points(status.all))},
                 {"disputed", points_json(disputed_six_points(status.all))}});
    return json;
}

ExitCode run_status(StatusRequest const& request) {
    CommandFiles files;
    for (std::string const& shard : request.shards) files.reads("a shard", shard);
    files.reads("the instance", request.instance);
    OutputTargets targets;
    targets.add("--json", request.json);
    targets.check(files);
    ShardStatus status;
    if (!request.instance.empty()) status.instance = read_six_instance(request.instance);
    for (std::string const& shard : request.shards) status.shards.push_back(read_six_shard(shard, six_note()));
    status.all = merge_six(status.shards);
    if (status.instance && status.instance->checksum() != status.all.instance) {
        throw InputError(fmt::format("{}: the shard is of another instance ({}) than {} ({}): give its own",
                                     request.shards.front(), checksum_text(status.all.instance), request.instance,
                                     checksum_text(status.instance->checksum())));
    }
    write_json_or_table(
        request.json, [&] { return status_json(status); }, [&] { return status_text(status); });
    return ExitCode::done;
}

ExitCode run_merge(MergeRequest const& request) {
    CommandFiles files;
    for (std::string const& shard : request.shards) files.reads("a shard", shard);
    files.writes("-o", request.target);
    files.check();
    check_result(request.target);
    SixShard const merged = read_merged_shards(request.shards);
    write_six_shard(merged, request.target);
    Table table = shard_table();
    add_rows(table, request.target, merged);
    write_standard_output(table.text() + gaps_text(merged));
    return ExitCode::done;
}

} // namespace

void add_six_status_command(Options& six) {
    Options& command = six.add_command("status", "Say what shards have, and what is missing");
    auto const request = std::make_shared<StatusRequest>();
    command.add("SHARDS", request->shards, "Files of `cerrado six evaluate`").required().shown_as(" ");
    command.add("--instance", request->instance, "Their instance: say how many points are needed, too")
        .shown_as("FILE");
    add_json_option(command, request->json);
    command.footer(
        "\nA point is missing if it was asked for and has no value. It is disputed if two shards have two values for "
        "it.\n"
        "\nExamples:\n"
        "  cerrado six status *.shard\n"
        "  cerrado six status *.shard --instance c.six     how many points are still needed\n");
    command.runs([request] { return run_status(*request); });
}

void add_six_merge_command(Options& six) {
    Options& command = six.add_command("merge", "Join shards of one instance to one");
    auto const request = std::make_shared<MergeRequest>();
    command.add("SHARDS", request->shards, "Files of `cerrado six evaluate`").required().shown_as(" ");
    add_taroption(command, request->target, "The shard to write");
    command.footer(
        "\nShards may overlap. A point with two values is disputed, and counts as missing.\n"
        "\nExamples:\n"
        "  cerrado six merge a.shard b.shard -o all.shard\n"
        "  cerrado six merge *.shard -o /elsewhere/all.shard\n");
    command.runs([request] { return run_merge(*request); });
}

} // namespace cerrado::command
