#include "six/command.hpp"

#include "command/options/inputs.hpp"
#include "command/options/options.hpp"
#include "command/options/run_options.hpp"
#include "command/output/output.hpp"
#include "command/record/record.hpp"
#include "command/run/application_run.hpp"
#include "command/run/work.hpp"
#include "six/proof.hpp"

#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/run/detail/many/devices_of_run.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>

namespace cerrado::command {

void add_question_options(Options& command, SixQuestion& question) {
    add_graph(command, question.graph, "A graph of 6 to 1,024 vertices").required();
    command
        .add("--pattern", question.pattern,
             "Pattern of 3 to 6 vertices to count, as for `cerrado match`: a name (house, 6-cycle, ...); graph6; items "
             "between commas, 0-1 for an edge, 0~1 for no edge, 0>1 for an arc, 0:A for a label; or a file of a graph")
        .required()
        .shown_as("PATTERN");
    command.flag("--induced", question.induced,
                 "Allow no further edges between the vertices of a match [they are allowed]");
    command
        .add("--split", question.split,
             "Bits of a vertex number that each point sums over; one more leaves a seventh of the points, and each "
             "takes 7 times as long [2]")
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
    command.add("--json", target, "Write the result as JSON; - is standard output, without the table")
        .shown_as("FILE|-");
}

SixNote six_note() {
    return [](std::string const& line) { say(line); };
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

// The command `cerrado six prepare`.

namespace {

constexpr double usual_soundness = 40;

struct PrepareRequest {
    SixQuestion question;
    std::string target, json;
    Parameters parameters; // device, devices and threads
};

// The predicted cost of evaluating all points here.
struct PointCost {
    SixPlan plan{};
    std::uint64_t measured = 0; // measured points of each prime
    double seconds = 0;         // for all points of both primes
    std::string refusal{};      // the reason why it cannot be done here, or empty
};

RunOptions options_for(PrepareRequest const& request) { return options_of(request.parameters, std::nullopt); }

// Measures points after the nodes, because most points are like these.
double seconds_of_points(SixInstance const& instance, PrepareRequest const& request, int prime, std::uint64_t count) {
    SixTask const task{.points = {prime, instance.nodes(), count}};
    return evaluate_six(instance, task, options_for(request)).seconds.run;
}

// Measures more and more points, until they take long enough for a good estimate.
PointCost measured_cost(SixInstance const& instance, PrepareRequest const& request) {
    constexpr double long_enough = 0.25;
    constexpr double too_long = 1; // above this, one prime is measured for both, whose points take the same time
    constexpr std::uint32_t large = 512;
    PointCost cost{.plan = plan_six(instance, options_for(request))};
    if (cost.plan.device == DeviceKind::host && instance.padded() >= large) {
        print_message("cerrado: {} is written; now one point is measured, which takes a while on the host\n",
                      request.target);
    }
    std::uint64_t const devices = std::max<std::size_t>(1, options_for(request).devices.size());
    std::uint64_t const most =
        std::min(instance.points_needed(), std::max<std::uint64_t>(1, cost.plan.points_at_once) * devices);
    double seconds = 0;
    for (cost.measured = 1;; cost.measured = std::min(most, cost.measured * 8)) {
        seconds = seconds_of_points(instance, request, 0, cost.measured);
        if (seconds >= long_enough || cost.measured == most) break;
    }
    seconds += seconds < too_long ? seconds_of_points(instance, request, 1, cost.measured) : seconds;
    cost.seconds = seconds * static_cast<double>(instance.points_needed()) / static_cast<double>(cost.measured);
    return cost;
}

// If this machine is too small for the instance, another machine may take it, so this is no error.
PointCost cost_of_points(SixInstance const& instance, PrepareRequest const& request) {
    try {
        return measured_cost(instance, request);
    } catch (InputError const&) {
        throw;
    } catch (Error const& error) {
        return {.refusal = error.what()};
    }
}

std::string cost_text(PointCost const& cost, std::size_t devices) {
    if (!cost.refusal.empty())
        return fmt::format("time       unknown, because this machine cannot evaluate it: {}\n", cost.refusal);
    std::string_view const device = name_in(device_words, cost.plan.device);
    return fmt::format(
        "memory     {} on {} for {} at once{}\n"
        "time       about {:.3g} s on {} for all points; {} of each prime were measured\n",
        bytes_text(cost.plan.bytes), device, counted(cost.plan.points_at_once, "point"),
        devices > 1 ? " on each of the devices" : "", cost.seconds, device, grouped(cost.measured));
}

std::string prepared_text(PrepareRequest const& request, Graph const& graph, SixInstance const& instance,
                          PointCost const& cost) {
    std::string text = head_of_table("six prepare", graph) + pattern_line(instance);
    text += fmt::format("instance   {}: n = {}, split {}, checksum {}\n", request.target, instance.padded(),
                        instance.split(), checksum_text(instance.checksum()));
    text += fmt::format("degree     {}\npoints     {} of each prime, and two more for each wrong value to be mended\n",
                        grouped(instance.degree()), grouped(instance.points_needed()));
    text += fmt::format(
        "soundness  {:.1f} bits a check: {} of each prime for {:g} bits\n", six::bits_of_check(instance),
        counted(static_cast<WideCount>(six::checks_for(instance, usual_soundness)), "check"), usual_soundness);
    return text + cost_text(cost, options_for(request).devices.size());
}

Json prepared_json(PrepareRequest const& request, Graph const& graph, SixInstance const& instance,
                   PointCost const& cost) {
    Json json = {{"app", "six prepare"},
                 {"version", CERRADO_VERSION},
                 {"graph", graph_json(graph)},
                 {"file", request.target},
                 {"instance", instance_json(instance)},
                 {"degree", instance.degree()},
                 {"points", instance.points_needed()},
                 {"soundness_of_check", six::bits_of_check(instance)}};
    if (!cost.refusal.empty()) {
        json["refusal"] = cost.refusal;
        return json;
    }
    json.update({{"device", name_in(device_words, cost.plan.device)},
                 {"bytes", cost.plan.bytes},
                 {"points_at_once", cost.plan.points_at_once},
                 {"products", cost.plan.products},
                 {"measured_points", cost.measured},
                 {"estimated_seconds", cost.seconds}});
    return json;
}

// The file is written before points are measured, so that the user can end the command early.
ExitCode run_prepare(PrepareRequest const& request) {
    CommandFiles files;
    add_question_files(files, request.question);
    OutputTargets targets;
    targets.add("--json", request.json);
    targets.add_file("-o", request.target);
    targets.check(files);
    check_result(request.target);
    SixQuery const query = query_of(request.question);
    Graph const graph = open_graph_argument(request.question.graph, request.parameters.threads, request.question.marks);
    SixInstance const instance = prepare_six(graph, query);
    check_devices(options_for(request).devices);
    write_six(instance, request.target);
    PointCost const cost = cost_of_points(instance, request);
    write_json_or_table(
        request.json, [&] { return prepared_json(request, graph, instance, cost); },
        [&] { return prepared_text(request, graph, instance, cost); });
    return ExitCode::done;
}

} // namespace

void add_six_prepare_command(Options& six) {
    Options& command =
        six.add_command("prepare", "Write a graph and a pattern as an instance, and predict the time for its points");
    auto const request = std::make_shared<PrepareRequest>();
    add_question_options(command, request->question);
    add_taroption(command, request->target, "The instance to write");
    add_json_option(command, request->json);
    add_device_options(command, request->parameters);
    add_devices_option(command, request->parameters, "Predict the time with several devices");
    command.footer(
        "\nExamples:\n"
        "  cerrado six prepare graph.txt --pattern 6-cycle -o c.six\n"
        "  cerrado six prepare graph.txt --pattern 6-cycle --induced -o c.six             6-cycles without a chord\n"
        "  cerrado six prepare graph.txt --pattern 0-1,1-2,2-3,3-4,4-5,0~2 -o c.six       0 and 2 are not joined\n"
        "  cerrado six prepare genes.txt --directed --pattern FFL -o ffl.six              a pattern of three vertices\n"
        "  cerrado six prepare graph.txt --labels l.txt --pattern 0:A,1:B,0-1,1-2 -o l.six   with labels\n"
        "  cerrado six prepare graph.txt --pattern 6-cycle --split 3 -o c.six             a seventh of the points\n");
    command.runs([request] { return run_prepare(*request); });
}

// The command `cerrado six count`.

namespace {

struct SixCountRequest {
    SixQuestion question;
    double soundness = 40;
    Parameters parameters; // device, devices, threads, deadline
    OutputRequest output;
};

// The seconds of each step.
struct SixSteps {
    double prepare = 0, evaluate = 0, decode = 0, verify = 0, match = 0;
    double of_proof() const { return prepare + evaluate + decode + verify; }
};

class SixCountWork : public Work {
public:
    SixCountWork(SixCountRequest const& request, SixQuery query, Graph graph)
        : request_(request),
          query_(std::move(query)),
          graph_(std::move(graph)),
          instance_(prepare_six(graph_, query_)) {
        steps_.prepare = preparing_.seconds();
        six::checks_for(instance_, request.soundness); // throws if the soundness is refused
    }

    Graph const& graph() const override { return graph_; }
    void print_plan(bool) override {} // `cerrado six prepare` prints a plan
    void run(Until const& until, ProgressReport& progress) override {
        TimeLeft const left(until.deadline_seconds);
        RunOptions const options = until.in(options_of(request_.parameters, std::nullopt));
        check_devices(options.devices); // refuses devices before the search
        search(left, options);
        for (int prime = 0; prime < 2 && is_complete(); ++prime) evaluate(prime, left, options, progress);
        if (is_complete()) prove(left);
    }
    RunResult const& result() const override { return run_; }
    RecordParts record() const override;
    std::string rows() const override;
    std::string table() const override;
    Checks checks(VerifyRequest const&) override { return {}; } // the search has checked the count already

private:
    bool is_complete() const { return run_.status == Status::complete; }

    // The search comes first, because it takes less time, and refuses patterns with labels or arcs that the graph
    // lacks.
    void search(TimeLeft const& left, RunOptions const& options) {
        Stopwatch const watch;
        MatchResult const matches =
            count_matches(graph_, {.pattern = query_.pattern, .induced = query_.induced}, left.in(options));
        steps_.match = watch.seconds();
        matches_ = matches.count;
        run_.status = matches.status;
        run_.device = matches.device;
    }

    void evaluate(int prime, TimeLeft const& left, RunOptions options, ProgressReport& progress) {
        Stopwatch const watch;
        std::uint64_t const needed = instance_.points_needed();
        if (auto const show = progress.for_roots(false)) {
            options.progress = [this, show, needed, prime](Progress some) {
                some.roots_done += needed * static_cast<std::uint64_t>(prime);
                some.roots_given = 2 * needed;
                some.share = static_cast<double>(some.roots_done) / static_cast<double>(some.roots_given);
                some.seconds += steps_.evaluate;
                show(some);
            };
        }
        SixTask const task{.points = {prime, 0, needed}};
        SixEvaluated some = evaluate_six(instance_, task, left.in(options));
        steps_.evaluate += watch.seconds();
        run_.status = some.status;
        MemoryUse const before = std::exchange(run_.device, some.device).memory;
        keep_larger(run_.device.memory, before);
        run_.seconds.start += some.seconds.start;
        run_.seconds.prepare += some.seconds.prepare;
        run_.seconds.run += some.seconds.run;
        made_ += static_cast<std::uint64_t>(some.count);
        run_.roots = {2 * needed, made_};
        shard_.instance = some.shard.instance;
        std::ranges::move(some.shard.ranges, std::back_inserter(shard_.ranges));
    }

    void prove(TimeLeft const& left) {
        Stopwatch const decoding;
        SixProof const proof = decode_six(instance_, shard_).proof;
        steps_.decode = decoding.seconds();
        if (left.is_over()) {
            run_.status = Status::deadline;
            return;
        }
        Stopwatch const verifying;
        verified_ = verify_six(instance_, proof, request_.soundness);
        steps_.verify = verifying.seconds();
        if (!verified_.holds) {
            refuse(fmt::format("the proof is wrong at point {} of prime {}", verified_.failed.first,
                               verified_.failed.prime));
        }
        if (verified_.count != matches_) {
            refuse(fmt::format("the proof gives {}, and the search finds {}", counted(verified_.count, "match"),
                               grouped(matches_)));
        }
        run_.count = verified_.count;
    }

    [[noreturn]] void refuse(std::string const& because) const {
        throw Error(
            fmt::format("six count of {}: {}; there is a bug, or the machine made an error: try again, and report it "
                        "with the command line",
                        graph_.source, because));
    }

    std::string step_lines() const;

    SixCountRequest const& request_;
    SixQuery query_;
    Graph graph_;
    Stopwatch preparing_;
    SixInstance instance_;
    SixSteps steps_;
    SixShard shard_;
    SixVerified verified_;
    std::uint64_t made_ = 0; // evaluated points of both primes
    WideCount matches_ = 0;
    RunResult run_;
};

RecordParts SixCountWork::record() const {
    RecordParts parts;
    parts.application = "six count";
    parts.semantics = semantics_of_matches(query_.induced);
    parts.parameters = {{"pattern", request_.question.pattern},
                        {"induced", query_.induced},
                        {"k", query_.pattern.size()},
                        {"split", instance_.split()},
                        {"soundness", request_.soundness},
                        {"device", request_.parameters.device},
                        {"threads", request_.parameters.threads},
                        {"deadline", request_.parameters.deadline}};
    bool const is_whole = is_complete();
    parts.answer = {{"count", is_whole ? Json(to_string(run_.count)) : Json(nullptr)},
                    {"maps", is_whole ? Json(to_string(verified_.maps)) : Json(nullptr)},
                    {"degree", instance_.degree()},
                    {"points", instance_.points_needed()},
                    {"made", made_},
                    {"checks", verified_.checks},
                    {"soundness", is_whole ? Json(verified_.checks * six::bits_of_check(instance_)) : Json(nullptr)},
                    {"steps",
                     {{"prepare", steps_.prepare},
                      {"evaluate", steps_.evaluate},
                      {"decode", steps_.decode},
                      {"verify", steps_.verify},
                      {"match", steps_.match}}}};
    return parts;
}

std::string SixCountWork::rows() const {
    bool const is_whole = is_complete();
    return fmt::format(
        "pattern,count,maps,degree,points,checks,graph,k,status,seconds,device\n"
        "{},{},{},{},{},{},{},{},{},{:.6f},{}\n",
        csv_field(request_.question.pattern), is_whole ? to_string(run_.count) : "",
        is_whole ? to_string(verified_.maps) : "", instance_.degree(), instance_.points_needed(), verified_.checks,
        csv_field(graph_.source), query_.pattern.size(), to_string(run_.status), run_.seconds.run, run_.device.kind);
}

std::string SixCountWork::step_lines() const {
    std::string text = fmt::format("evaluate   {} of {} in {:.3f} s on {} ({})\n", grouped(made_),
                                   counted(2 * instance_.points_needed(), "point"), steps_.evaluate, run_.device.kind,
                                   run_.device.name);
    if (!is_complete()) return text;
    text += fmt::format("decode     degree {}, {:.3f} s\n", grouped(instance_.degree()), steps_.decode);
    text += fmt::format(
        "verify     {} of each prime, {:.3f} s: a wrong proof passes with a probability of at most 2^-{:.1f}\n",
        counted(static_cast<WideCount>(verified_.checks), "point"), steps_.verify,
        verified_.checks * six::bits_of_check(instance_));
    return text + fmt::format("search     {:.3f} s by cerrado match, without a proof: it finds the same count\n",
                              steps_.match);
}

std::string SixCountWork::table() const {
    std::string const text = head_of_table("six count", graph_) + pattern_line(instance_) + step_lines();
    if (!is_complete()) {
        return text + fmt::format(
                          "\nPARTIAL ({}): the count needs all points. cerrado six evaluate would keep the points that "
                          "are done\n",
                          to_string(run_.status));
    }
    return text + fmt::format("maps       {}\ncount      {}\n", grouped(verified_.maps), grouped(verified_.count));
}

ExitCode run_six_count(SixCountRequest const& request) {
    CommandFiles files;
    add_question_files(files, request.question);
    OutputTargets targets;
    targets.add(request.output);
    targets.check(files);
    SixQuery const query = query_of(request.question);
    WorkRequest const work{.output = request.output, .targets = targets, .deadline = request.parameters.deadline};
    return run_work(work, [&](Stages& stages) {
        return std::make_unique<SixCountWork>(
            request, query, load_graph(request.question.graph, request.question.marks, request.parameters, stages));
    });
}

} // namespace

void add_six_count_command(Options& six) {
    Options& command = six.add_command("count", "Prepare, evaluate, decode and verify in one command");
    auto const request = std::make_shared<SixCountRequest>();
    add_question_options(command, request->question);
    command.add("--soundness", request->soundness, "Let a wrong proof pass with a probability of at most 2^-BITS")
        .shown_as("BITS")
        .shows_default();
    add_output_options(command, request->output, "the count");
    add_where_options(command, request->parameters);
    add_sharing_options(command, request->parameters, &request->question.marks);
    command.footer(
        "\nThis also counts as `cerrado match` does, which takes far less time and proves nothing.\n"
        "Both counts must be equal.\n"
        "\nExamples:\n"
        "  cerrado six count graph.txt --pattern 6-cycle\n"
        "  cerrado six count graph.txt --pattern prism --induced --json -\n"
        "  cerrado six count genes.txt --directed --pattern FFL\n");
    command.runs([request] { return run_six_count(*request); });
}

namespace {

void add_six_command(Options& program) {
    Options& six =
        program.add_command("six", "Count a pattern of up to six vertices, with a proof that anybody can check");
    six.needs_command();
    six.footer(
        "\nThe count is a sum of values of a polynomial over two prime fields. Machines evaluate it, point\n"
        "by point, and write shards. One more point makes up for a lost value, and two more points for a\n"
        "wrong value, which decoding finds. The proof is the polynomial. A checker evaluates it at a few\n"
        "points.\n"
        "\nExamples:\n"
        "  cerrado six count graph.txt --pattern 6-cycle              all steps at once, and a search\n"
        "  cerrado six prepare graph.txt --pattern 6-cycle -o c.six   predicts the time, too\n"
        "  cerrado six evaluate c.six --prime 0 --count 4000 -o a.shard                 on one machine\n"
        "  cerrado six evaluate c.six --prime 0 --first 4000 --count 3300 -o b.shard    on another, and so on\n"
        "  cerrado six status a.shard b.shard --instance c.six        what is missing\n"
        "  cerrado six merge a.shard b.shard -o all.shard\n"
        "  cerrado six decode c.six all.shard -o c.proof              which values were wrong\n"
        "  cerrado six verify c.six c.proof                           checks the proof, and prints the count\n"
        "  cerrado six COMMAND --help                                 the options of a command");
    add_six_prepare_command(six);
    add_six_evaluate_command(six);
    add_six_status_command(six);
    add_six_merge_command(six);
    add_six_decode_command(six);
    add_six_verify_command(six);
    add_six_count_command(six);
}

} // namespace

Command six_command() { return {.names = {"six"}, .place = 90, .add = add_six_command, .shared = {"six count"}}; }

} // namespace cerrado::command
