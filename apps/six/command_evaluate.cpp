// `cerrado six evaluate`.
#include "command/options/run_options.hpp"
#include "command/record/output.hpp"
#include "command/run/application_run.hpp"
#include "command/run/work.hpp"
#include "library/device_numbers.hpp"
#include "six/command_parts.hpp"
#include "six/files/shard_blocks.hpp"
#include "six/files/shard_file.hpp"

#include <cerrado/core/clock.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace cerrado::command {
namespace {

struct EvaluateRequest {
    std::string instance, shard, json;
    std::optional<int> prime;
    std::optional<std::uint64_t> first, count;
    std::vector<int> devices;
    Parameters parameters; // device, threads, deadline
    std::string progress = "auto";
};

// Points of one prime, and what became of them.
struct Asked {
    SixPoints points;
    std::uint64_t before = 0;         // had a value
    std::vector<SixPoints> to_do{};   // runs of those that had none
    std::uint64_t made = 0, left = 0; // of the ones to do
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

// Without numbers: what a proof needs.
std::vector<Asked> asked_points(EvaluateRequest const& request, SixInstance const& instance) {
    std::uint64_t const first = request.first.value_or(0);
    if (!request.count && first >= instance.points_needed()) {
        throw InputError(fmt::format("--first {}: points 0 to {} are needed; say how many more with --count", first,
                                     instance.points_needed() - 1));
    }
    std::uint64_t const count = request.count ? *request.count : instance.points_needed() - first;
    if (count > six::max_asked_points) {
        throw InputError(fmt::format("--count {}: a shard takes up to {} at once; ask for fewer", count,
                                     grouped(six::max_asked_points)));
    }
    std::vector<Asked> asked;
    for (int prime = 0; prime < static_cast<int>(six_primes.size()); ++prime) {
        if (request.prime.value_or(prime) == prime) asked.push_back({.points = {prime, first, count}});
    }
    if (asked.empty()) asked.push_back({.points = {*request.prime, first, count}}); // which is refused
    for (Asked const& each : asked) check_six_points(each.points);
    return asked;
}

// Points with two values are left as they are: a third would not make them one.
void find_gaps(Asked& asked, SixShard const& begun) {
    std::uint64_t next = asked.points.first;
    std::uint64_t const end = next + asked.points.count;
    auto const add = [&](std::uint64_t first, std::uint64_t last) { // up to `last`
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
        SixTask const task{.points = points, .devices = request_.devices, .take = [&](SixRange const& values) {
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
        text += fmt::format("\nPARTIAL ({}): the shard is valid; the same command goes on with the {} left\n",
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
    devices_of(request.devices, options);
    plan_six(instance, request.devices, options); // what cannot be done leaves no file
    six::ShardFile file(request.shard, instance.checksum(), six_note());
    for (Asked& each : evaluation.asked) {
        if (!is_asked_for(each.points, file.begun())) file.ask(each.points);
        find_gaps(each, file.begun());
    }
    if (!request.prime && !request.first && !request.count) {
        print_message(
            "cerrado: no points are asked for (--prime, --first, --count): all {} that are needed of each prime\n",
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
    command.add("--prime", request->prime, "0 or 1; both are needed [both]").shown_as("P");
    command.add("--first", request->first, "The first point [0]").shown_as("N");
    command.add("--count", request->count, "How many points [as many as a proof needs]").shown_as("N");
    add_taroption(command, request->shard, "The shard: what it has is kept, and only what it lacks is evaluated");
    add_json_option(command, request->json);
    add_progress_option(command, request->progress);
    add_where_options(command, request->parameters);
    add_devices_option(command, request->devices, "CUDA devices that share the points");
    command.footer(
        "\nA shard is valid at any time: after Ctrl-C, --deadline, or when the machine goes off, the same command goes "
        "on.\n"
        "\nExamples:\n"
        "  cerrado six evaluate c.six -o all.shard                                      what a proof needs\n"
        "  cerrado six evaluate c.six --prime 0 --first 0 --count 60000 -o a.shard      a part of it\n"
        "  cerrado six evaluate c.six --prime 1 --devices 0,1 -o b.shard\n"
        "  cerrado six evaluate c.six -o all.shard --deadline 1h                        every night, until it is done\n"
        "  cerrado six evaluate c.six --count 7500 -o all.shard     more than are needed: some may be wrong\n");
    command.runs([request] { return run_evaluate(*request); });
}

} // namespace cerrado::command
