#include "command/options/run_options.hpp"
#include "command/output/output.hpp"
#include "command/process/process.hpp"
#include "command/run/application_run.hpp"
#include "command/run/work.hpp"
#include "six/command.hpp"
#include "six/files.hpp"
#include "six/proof.hpp"

#include <cerrado/core/detail/clock.hpp>
#include <cerrado/run/detail/many/devices_of_run.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace cerrado::command {

// The command `cerrado six evaluate`.

namespace {

struct EvaluateRequest {
    std::string instance, shard, json;
    std::optional<int> prime;
    std::optional<std::uint64_t> first, count;
    Parameters parameters; // device, devices, threads, deadline
    std::string progress = "auto";
};

// The points of one prime that were asked for, and their numbers.
struct Asked {
    SixPoints points;
    std::uint64_t before = 0;         // points that had a value before
    std::vector<SixPoints> to_do{};   // runs of points that had no value
    std::uint64_t made = 0, left = 0; // points of to_do that were evaluated, or are left
};

struct Evaluation {
    std::vector<Asked> asked;
    Status status = Status::complete;
    DeviceUse device{};
    Seconds seconds{};
    std::uint64_t made() const {
        std::uint64_t sum = 0;
        for (Asked const& each : asked) sum += each.made;
        return sum;
    }
    std::uint64_t left() const {
        std::uint64_t sum = 0;
        for (Asked const& each : asked) sum += each.left;
        return sum;
    }
};

// Returns: the points that are asked for. Without --prime, --first and --count these are the points that a proof needs.
std::vector<Asked> asked_points(EvaluateRequest const& request, SixInstance const& instance) {
    std::uint64_t const first = request.first.value_or(0);
    if (!request.count && first >= instance.points_needed()) {
        throw InputError(
            fmt::format("--first {}: a proof needs points 0 to {} only; to evaluate further points, give --count, too",
                        first, instance.points_needed() - 1));
    }
    std::uint64_t const count = request.count ? *request.count : instance.points_needed() - first;
    if (count > six::max_asked_points) {
        throw InputError(fmt::format("--count {}: a shard takes at most {} at once; ask for fewer", count,
                                     grouped(six::max_asked_points)));
    }
    std::vector<Asked> asked;
    for (int prime = 0; prime < static_cast<int>(six_primes.size()); ++prime) {
        if (request.prime.value_or(prime) == prime) asked.push_back({.points = {prime, first, count}});
    }
    if (asked.empty()) asked.push_back({.points = {*request.prime, first, count}}); // this is refused below
    for (Asked const& each : asked) check_six_points(each.points);
    return asked;
}

// Finds the points without a value. A point with two different values is left as it is, because a third value would not
// tell which is right.
void find_gaps(Asked& asked, SixShard const& begun) {
    std::uint64_t next = asked.points.first;
    std::uint64_t const end = next + asked.points.count;
    auto const add = [&](std::uint64_t first, std::uint64_t last) { // adds points `first` to `last` - 1
        if (first >= last) return;
        bool const goes_on = !asked.to_do.empty() && asked.to_do.back().first + asked.to_do.back().count == first;
        if (goes_on)
            asked.to_do.back().count += last - first;
        else
            asked.to_do.push_back({asked.points.prime, first, last - first});
        asked.left += last - first;
    };
    for (SixRange const& range : begun.ranges) {
        std::uint64_t const range_end = range.first + range.values.size();
        if (range.prime != asked.points.prime || range_end <= next || range.first >= end) continue;
        add(next, range.first);
        next = std::max(next, range.first);
        for (; next < std::min(end, range_end); ++next) {
            bool const is_missing = range.values[next - range.first] == six_missing;
            if (is_missing) add(next, next + 1);
            if (!is_missing) ++asked.before;
        }
    }
    add(next, end);
}

bool is_asked_for(SixPoints const& points, SixShard const& begun) {
    return std::ranges::any_of(begun.ranges, [&](SixRange const& range) {
        return range.prime == points.prime && range.first <= points.first &&
               points.first + points.count <= range.first + range.values.size();
    });
}

class Evaluator {
public:
    Evaluator(EvaluateRequest const& request, SixInstance const& instance, six::ShardFile& file, Evaluation& evaluation)
        : request_(request),
          instance_(instance),
          file_(file),
          evaluation_(evaluation),
          all_(evaluation.left()),
          report_(progress_mode_of(request.progress)),
          show_(report_.for_roots(false)) {}

    void run(std::atomic<bool> const* interrupt) {
        for (Asked& asked : evaluation_.asked) {
            for (SixPoints const& points : asked.to_do) {
                if (evaluation_.status == Status::complete) run(asked, points, interrupt);
            }
        }
    }

private:
    void run(Asked& asked, SixPoints const& points, std::atomic<bool> const* interrupt) {
        Until const until{interrupt, seconds_left(request_.parameters.deadline)};
        RunOptions options = until.in(options_of(request_.parameters, std::nullopt));
        if (show_) options.progress = [this, done = evaluation_.made()](Progress const& some) { show(some, done); };
        SixTask const task{.points = points, .take = [&](SixRange const& values) {
                               file_.append(values.prime, values.first, values.values);
                               asked.made += values.values.size();
                               asked.left -= values.values.size();
                           }};
        SixEvaluated const some = evaluate_six(instance_, task, options);
        evaluation_.status = some.status;
        evaluation_.seconds.start += some.seconds.start;
        evaluation_.seconds.prepare += some.seconds.prepare;
        evaluation_.seconds.run += some.seconds.run;
        evaluation_.device = some.device;
    }

    void show(Progress some, std::uint64_t done) const {
        some.roots_done += done;
        some.roots_given = all_;
        some.share = static_cast<double>(some.roots_done) / static_cast<double>(all_);
        some.seconds = watch_.seconds();
        show_(some);
    }

    EvaluateRequest const& request_;
    SixInstance const& instance_;
    six::ShardFile& file_;
    Evaluation& evaluation_;
    std::uint64_t all_;
    Stopwatch watch_;
    ProgressReport report_;
    std::function<void(Progress const&)> show_;
};

Json evaluation_json(EvaluateRequest const& request, SixInstance const& instance, Evaluation const& done) {
    Json points = Json::array();
    for (Asked const& each : done.asked) {
        points.push({{"prime", each.points.prime},
                     {"first", each.points.first},
                     {"count", each.points.count},
                     {"before", each.before},
                     {"made", each.made},
                     {"left", each.left}});
    }
    return {{"app", "six evaluate"},
            {"version", CERRADO_VERSION},
            {"instance", instance_json(instance)},
            {"shard", request.shard},
            {"points", points},
            {"status", to_string(done.status)},
            {"seconds",
             {{"start", done.seconds.start},
              {"prepare", done.seconds.prepare},
              {"run", done.seconds.run},
              {"total", process_seconds()}}},
            {"device", {{"kind", done.device.kind}, {"name", done.device.name}, {"workers", done.device.workers}}}};
}

std::string evaluation_text(EvaluateRequest const& request, SixInstance const& instance, Evaluation const& done) {
    Table table({{"prime", true}, {"points", true}, {"there before", true}, {"made", true}, {"left", true}});
    for (Asked const& each : done.asked) {
        SixPoints const& points = each.points;
        table.add_row({{fmt::to_string(points.prime)},
                       {fmt::format("{} to {}", points.first, points.first + points.count - 1)},
                       {grouped(each.before)},
                       {grouped(each.made)},
                       {grouped(each.left)}});
    }
    std::string text = pattern_line(instance) + fmt::format("shard      {}\n\n", request.shard) + table.text();
    if (done.made() > 0) {
        text += fmt::format("\n{} in {:.3f} s on {} ({})\n", counted(done.made(), "point"), done.seconds.run,
                            done.device.kind, done.device.name);
    }
    if (done.status != Status::complete) {
        text += fmt::format("\nPARTIAL ({}): the shard is valid; the same command goes on with the {} that are left\n",
                            to_string(done.status), counted(done.left(), "point"));
    }
    return text;
}

ExitCode run_evaluate(EvaluateRequest const& request) {
    CommandFiles files;
    files.reads("the instance", request.instance);
    OutputTargets targets;
    targets.add("--json", request.json);
    targets.add_file("-o", request.shard);
    targets.check(files);
    SixInstance const instance = read_six_instance(request.instance);
    Evaluation evaluation{.asked = asked_points(request, instance)};
    RunOptions const options = options_of(request.parameters, std::nullopt);
    check_devices(options.devices);
    plan_six(instance, options); // throws before a file is made if the machine is too small
    six::ShardFile file(request.shard, instance.checksum(), six_note());
    for (Asked& each : evaluation.asked) {
        if (!is_asked_for(each.points, file.begun())) file.ask(each.points);
        find_gaps(each, file.begun());
    }
    if (!request.prime && !request.first && !request.count) {
        print_message(
            "cerrado: --prime, --first and --count are missing: all {} points that a proof needs are evaluated for "
            "each "
            "prime\n",
            grouped(instance.points_needed()));
    }
    InterruptGuard const guard;
    Evaluator(request, instance, file, evaluation).run(guard.flag());
    write_json_or_table(
        request.json, [&] { return evaluation_json(request, instance, evaluation); },
        [&] { return evaluation_text(request, instance, evaluation); });
    return evaluation.status == Status::complete ? ExitCode::done : ExitCode::partial;
}

} // namespace

void add_six_evaluate_command(Options& six) {
    Options& command = six.add_command("evaluate", "Evaluate points of an instance into a shard");
    auto const request = std::make_shared<EvaluateRequest>();
    command.add("INSTANCE", request->instance, "A file of `cerrado six prepare`").required().shown_as(" ");
    command.add("--prime", request->prime, "Prime of the points, 0 or 1; a proof needs both [both]").shown_as("P");
    command.add("--first", request->first, "First point to evaluate [0]").shown_as("N");
    command.add("--count", request->count, "Number of points to evaluate [as many as a proof needs]").shown_as("N");
    add_taroption(command, request->shard,
                  "The shard to write; if the file exists, only the points that it lacks are evaluated");
    add_json_option(command, request->json);
    add_progress_option(command, request->progress);
    add_where_options(command, request->parameters);
    add_devices_option(command, request->parameters, "Share the points among several devices");
    command.footer(
        "\nA shard is valid at any time: after Ctrl-C, --deadline, or when the machine goes off, the same command goes "
        "on.\n"
        "\nExamples:\n"
        "  cerrado six evaluate c.six -o all.shard                                      all points that a proof needs\n"
        "  cerrado six evaluate c.six --prime 0 --first 0 --count 60000 -o a.shard      a part of them\n"
        "  cerrado six evaluate c.six --prime 1 --devices 0,1 -o b.shard\n"
        "  cerrado six evaluate c.six -o all.shard --deadline 1h                        every night, until it is done\n"
        "  cerrado six evaluate c.six --count 7500 -o all.shard     more points than needed, to mend wrong values\n");
    command.runs([request] { return run_evaluate(*request); });
}

// The commands `cerrado six status` and `cerrado six merge`.

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

// Several shards, and their joined points.
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

// Returns: a line such as "prime 0 missing: 5, 7 to 9", or nothing.
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

// Returns: the number of wrong values that decoding could find among points 0, 1, ... up to the last.
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
        throw InputError(fmt::format(
            "{}: the shard belongs to another instance (checksum {}) than {} ({}): give the shard's own instance",
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
    Options& command = six.add_command("status", "List the points that shards have, and those that are missing");
    auto const request = std::make_shared<StatusRequest>();
    command.add("SHARDS", request->shards, "Files of `cerrado six evaluate`").required().shown_as(" ");
    command.add("--instance", request->instance, "Instance of the shards; also tells how many points are needed")
        .shown_as("FILE");
    add_json_option(command, request->json);
    command.footer(
        "\nA point is missing if it was asked for and has no value. It is disputed if two shards have two values for "
        "it.\n"
        "\nExamples:\n"
        "  cerrado six status *.shard\n"
        "  cerrado six status *.shard --instance c.six     also the number of points that are still needed\n");
    command.runs([request] { return run_status(*request); });
}

void add_six_merge_command(Options& six) {
    Options& command = six.add_command("merge", "Join shards of one instance into one");
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

// The commands `cerrado six decode` and `cerrado six verify`.

namespace {

struct DecodeRequest {
    std::string instance, target, csv, json;
    std::vector<std::string> shards;
};

struct VerifyProofRequest {
    std::string instance, proof, json;
    double soundness = 40;
    std::optional<std::uint64_t> seed;
};

struct Decoding {
    SixInstance instance;
    SixShard shard;
    SixDecoded decoded;
    double seconds = 0;
};

std::uint64_t count_of(std::vector<SixPoints> const& runs, int prime) {
    std::uint64_t count = 0;
    for (SixPoints const& run : runs) count += run.prime == prime ? run.count : 0;
    return count;
}

// Returns: the largest number of wrong values that could have been found.
std::size_t most_wrong(Decoding const& decoding, int prime) {
    return six::mendable(tally_of(decoding.shard, prime).end, decoding.instance.degree(),
                         count_of(decoding.decoded.missing, prime));
}

std::string decoding_text(DecodeRequest const& request, Decoding const& decoding) {
    SixDecoded const& decoded = decoding.decoded;
    Table table({{"prime", true}, {"points", true}, {"missing", true}, {"wrong", true}, {"most wrong", true}});
    std::string lists;
    for (int prime = 0; prime < static_cast<int>(six_primes.size()); ++prime) {
        table.add_row({{fmt::to_string(prime)},
                       {grouped(tally_of(decoding.shard, prime).end)},
                       {grouped(count_of(decoded.missing, prime))},
                       {grouped(count_of(decoded.wrong, prime))},
                       {grouped(most_wrong(decoding, prime))}});
        for (auto const& [what, runs] : {std::pair("missing", &decoded.missing), std::pair("wrong", &decoded.wrong)}) {
            std::string const some = six::listed(*runs, prime);
            if (!some.empty()) lists += fmt::format("prime {}    {}: {}\n", prime, what, some);
        }
    }
    std::string text = pattern_line(decoding.instance);
    text += fmt::format("proof      {}: degree {} for each prime, decoded in {:.3f} s\n\n", request.target,
                        grouped(decoding.instance.degree()), decoding.seconds);
    return text + table.text() + (lists.empty() ? "" : "\n" + lists);
}

Json decoding_json(DecodeRequest const& request, Decoding const& decoding) {
    Json primes = Json::array();
    for (int prime = 0; prime < static_cast<int>(six_primes.size()); ++prime) {
        primes.push({{"prime", prime},
                     {"points", tally_of(decoding.shard, prime).end},
                     {"missing", count_of(decoding.decoded.missing, prime)},
                     {"wrong", count_of(decoding.decoded.wrong, prime)},
                     {"most_wrong", most_wrong(decoding, prime)}});
    }
    return {{"app", "six decode"},
            {"version", CERRADO_VERSION},
            {"instance", instance_json(decoding.instance)},
            {"proof", request.target},
            {"degree", decoding.instance.degree()},
            {"primes", primes},
            {"wrong", points_json(decoding.decoded.wrong)},
            {"missing", points_json(decoding.decoded.missing)},
            {"seconds", {{"run", decoding.seconds}}}};
}

std::string decoding_rows(SixDecoded const& decoded) {
    std::string text = "prime,first,count,what\n";
    for (auto const& [what, runs] : {std::pair("wrong", &decoded.wrong), std::pair("missing", &decoded.missing)}) {
        for (SixPoints const& run : *runs) text += fmt::format("{},{},{},{}\n", run.prime, run.first, run.count, what);
    }
    return text;
}

ExitCode run_decode(DecodeRequest const& request) {
    CommandFiles files;
    files.reads("the instance", request.instance);
    for (std::string const& shard : request.shards) files.reads("a shard", shard);
    OutputTargets targets;
    targets.add("--json", request.json);
    targets.add("--csv", request.csv);
    targets.add_file("-o", request.target);
    targets.check(files);
    check_result(request.target);
    Decoding decoding{read_six_instance(request.instance), read_merged_shards(request.shards), {}};
    Stopwatch const watch;
    decoding.decoded = decode_six(decoding.instance, decoding.shard);
    decoding.seconds = watch.seconds();
    write_six_proof(decoding.decoded.proof, request.target);
    std::vector<ExtraOutput> outputs;
    auto const add = [&](std::string const& target, auto const& text) {
        if (!target.empty()) outputs.push_back({target == "-", [&target, text] { write_result(target, text()); }});
    };
    add(request.json, [&] { return decoding_json(request, decoding).lines(); });
    add(request.csv, [&] { return decoding_rows(decoding.decoded); });
    std::string const standard_output = "-";
    if (!targets.to_standard_output()) add(standard_output, [&] { return decoding_text(request, decoding); });
    write_outputs(outputs);
    return ExitCode::done;
}

[[noreturn]] void refuse_proof(VerifyProofRequest const& request, SixVerified const& verified) {
    throw Error(
        fmt::format("{}: the proof is wrong: it gives another value at point {} of prime {}; decode the shards again, "
                    "or ask whoever made it",
                    request.proof, verified.failed.first, verified.failed.prime));
}

std::string verified_text(VerifyProofRequest const& request, SixInstance const& instance, SixVerified const& verified,
                          double seconds) {
    std::string text = pattern_line(instance);
    text += fmt::format("proof      {}: it holds at {} of each prime, checked in {:.3f} s\n", request.proof,
                        counted(static_cast<WideCount>(verified.checks), "point"), seconds);
    text +=
        request.seed
            ? fmt::format("soundness  none: with --seed {} the points are known beforehand, so this proves nothing\n",
                          *request.seed)
            : fmt::format("soundness  {:.1f} bits: a wrong proof passes with a probability of at most 2^-{:.1f}\n",
                          verified.checks * six::bits_of_check(instance),
                          verified.checks * six::bits_of_check(instance));
    return text + fmt::format("maps       {}\ncount      {}\n", grouped(verified.maps), grouped(verified.count));
}

Json verified_json(VerifyProofRequest const& request, SixInstance const& instance, SixVerified const& verified,
                   double seconds) {
    Json const soundness = request.seed ? Json(nullptr) : Json(verified.checks * six::bits_of_check(instance));
    return {{"app", "six verify"},          {"version", CERRADO_VERSION},       {"instance", instance_json(instance)},
            {"proof", request.proof},       {"checks", verified.checks},        {"soundness", soundness},
            {"seed", request.seed},         {"maps", to_string(verified.maps)}, {"count", to_string(verified.count)},
            {"seconds", {{"run", seconds}}}};
}

ExitCode run_verify_proof(VerifyProofRequest const& request) {
    CommandFiles files;
    files.reads("the instance", request.instance);
    files.reads("the proof", request.proof);
    OutputTargets targets;
    targets.add("--json", request.json);
    targets.check(files);
    SixInstance const instance = read_six_instance(request.instance);
    SixProof const proof = read_six_proof(request.proof);
    Stopwatch const watch;
    SixVerified const verified = verify_six(instance, proof, request.soundness, request.seed);
    double const seconds = watch.seconds();
    if (!verified.holds) refuse_proof(request, verified);
    write_json_or_table(
        request.json, [&] { return verified_json(request, instance, verified, seconds); },
        [&] { return verified_text(request, instance, verified, seconds); });
    return ExitCode::done;
}

} // namespace

void add_six_decode_command(Options& six) {
    Options& command = six.add_command("decode", "Make a proof from shards, and list the wrong values");
    auto const request = std::make_shared<DecodeRequest>();
    command.add("INSTANCE", request->instance, "A file of `cerrado six prepare`").required().shown_as(" ");
    command.add("SHARDS", request->shards, "A file of `cerrado six merge`, or several files of `cerrado six evaluate`")
        .required()
        .shown_as(" ");
    add_taroption(command, request->target, "The proof to write");
    add_json_option(command, request->json);
    command.add("--csv", request->csv, "Write the wrong and the missing points as CSV; - is standard output")
        .shown_as("FILE|-");
    command.footer(
        "\n`cerrado six prepare` tells how many values each prime needs. Two more values make up for a wrong value.\n"
        "\nExamples:\n"
        "  cerrado six decode c.six all.shard -o c.proof\n"
        "  cerrado six decode c.six a.shard b.shard -o c.proof --csv wrong.csv    lists wrong points\n");
    command.runs([request] { return run_decode(*request); });
}

void add_six_verify_command(Options& six) {
    Options& command = six.add_command("verify", "Check a proof at random points, and print the count");
    auto const request = std::make_shared<VerifyProofRequest>();
    command.add("INSTANCE", request->instance, "A file of `cerrado six prepare` that you made from your graph")
        .required()
        .shown_as(" ");
    command.add("PROOF", request->proof, "A file of `cerrado six decode`").required().shown_as(" ");
    command
        .add("--soundness", request->soundness,
             "Let a wrong proof pass with a probability of at most 2^-BITS; more bits take more points")
        .shown_as("BITS")
        .shows_default();
    command
        .add("--seed", request->seed,
             "Seed of the random points, for tests; it proves nothing, because the points are known beforehand [the "
             "system's random source]")
        .shown_as("S");
    add_json_option(command, request->json);
    command.footer(
        "\nIf the proof is wrong, the exit code is 1, and a message says at which point it failed.\n"
        "\nExamples:\n"
        "  cerrado six verify c.six c.proof\n"
        "  cerrado six verify c.six c.proof --soundness 80 --json -\n");
    command.runs([request] { return run_verify_proof(*request); });
}

} // namespace cerrado::command
