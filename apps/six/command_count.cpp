// `cerrado six count`.
#include "command/options/run_options.hpp"
#include "command/record/output.hpp"
#include "command/run/application_run.hpp"
#include "command/run/work.hpp"
#include "library/device_numbers.hpp"
#include "library/time_left.hpp"
#include "six/command_parts.hpp"
#include "six/proof/soundness.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>

namespace cerrado::command {
namespace {

struct SixCountRequest {
    SixQuestion question;
    double soundness = 40;
    std::vector<int> devices;
    Parameters parameters; // device, threads, deadline
    OutputRequest output;
};

// Seconds of each step.
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
        six::checks_for(instance_, request.soundness); // which it may refuse
    }

    Graph const& graph() const override { return graph_; }
    void print_plan(bool) override {} // prepare does
    void run(Until const& until, ProgressReport& progress) override {
        TimeLeft const left(until.deadline_seconds);
        RunOptions const options = until.in(options_of(request_.parameters, std::nullopt));
        devices_of(request_.devices, options); // which are refused now, before the search
        search(left, options);
        for (int prime = 0; prime < 2 && is_complete(); ++prime) evaluate(prime, left, options, progress);
        if (is_complete()) prove(left);
    }
    RunResult const& result() const override { return run_; }
    RecordParts record() const override;
    std::string rows() const override;
    std::string table() const override;
    Checks checks(VerifyRequest const&) override { return {}; } // the search was one

private:
    bool is_complete() const { return run_.status == Status::complete; }

    // First: it refuses what the graph lacks, and takes the shorter time.
    void search(TimeLeft const& left, RunOptions options) {
        options.device = kind_of(request_.devices, options.device);
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
        SixTask const task{.points = {prime, 0, needed}, .devices = request_.devices};
        SixEvaluated some = evaluate_six(instance_, task, left.in(options));
        steps_.evaluate += watch.seconds();
        run_.status = some.status;
        run_.device = some.device;
        run_.memory.peak_bytes = std::max(run_.memory.peak_bytes, some.memory.peak_bytes);
        run_.memory.traversal_bytes = std::max(run_.memory.traversal_bytes, some.memory.traversal_bytes);
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
            refuse(fmt::format("the proof says {}, and the search finds {}", counted(verified_.count, "match"),
                               grouped(matches_)));
        }
        run_.count = verified_.count;
    }

    [[noreturn]] void refuse(std::string const& because) const {
        throw Error(
            fmt::format("six count of {}: {}; this is a bug, or a machine that errs: report it with the command "
                        "line",
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
    std::uint64_t made_ = 0; // points of both primes
    WideCount matches_ = 0;
    RunResult run_;
};

RecordParts SixCountWork::record() const {
    RecordParts parts;
    parts.application = "six count";
    parts.semantics = query_.induced
                          ? "matches: mappings with automorphisms divided out; induced: no edge but the pattern's"
                          : "matches: mappings with automorphisms divided out; edge-induced: other edges may "
                            "be there";
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
    text += fmt::format("verify     {} of each prime, {:.3f} s: wrong with a probability of 2^-{:.1f} at most\n",
                        counted(static_cast<WideCount>(verified_.checks), "point"), steps_.verify,
                        verified_.checks * six::bits_of_check(instance_));
    return text + fmt::format("search     {:.3f} s without a proof, by cerrado match: the same count\n", steps_.match);
}

std::string SixCountWork::table() const {
    std::string const text = graph_line(graph_) + pattern_line(instance_) + step_lines();
    if (!is_complete()) {
        return text + fmt::format(
                          "\nPARTIAL ({}): no count, which all points make together; cerrado six evaluate keeps "
                          "what is done\n",
                          to_string(run_.status));
    }
    return text + fmt::format("maps       {}\ncount      {}\n", grouped(verified_.maps), grouped(verified_.count));
}

ExitCode run_six_count(SixCountRequest const& request) {
    CommandFiles files;
    add_question_files(files, request.question);
    OutputTargets targets;
    targets.add("--json", request.output.json);
    targets.add("--csv", request.output.csv);
    targets.check(files);
    SixQuery const query = query_of(request.question);
    RunOptions const options = options_of(request.parameters, std::nullopt);
    DeviceKind const device = kind_of(request.devices, options.device);
    WorkRequest const work{.output = request.output, .targets = targets, .deadline = request.parameters.deadline};
    return run_work(work, [&](Stages& stages) {
        Graph graph = load_beside([&] { start_device(resolve_device(device)); },
                                  [&] {
                                      return open_graph_argument(request.question.graph, request.parameters.threads,
                                                                 request.question.marks);
                                  },
                                  stages);
        return std::make_unique<SixCountWork>(request, query, std::move(graph));
    });
}

} // namespace

void add_six_count_command(Options& six) {
    Options& command = six.add_command("count", "All of it at once: prepare, evaluate, decode, verify");
    auto const request = std::make_shared<SixCountRequest>();
    add_question_options(command, request->question);
    command.add("--soundness", request->soundness, "A wrong proof passes with a probability of 2^-BITS at most")
        .shown_as("BITS")
        .shows_default();
    add_output_options(command, request->output, "the count");
    add_where_options(command, request->parameters);
    add_devices_option(command, request->devices, "CUDA devices that share the points");
    command.footer(
        "\nIt also counts as `cerrado match` does, which takes far less time and proves nothing. Both counts must be "
        "the "
        "same.\n"
        "\nExamples:\n"
        "  cerrado six count graph.txt --pattern 6-cycle\n"
        "  cerrado six count graph.txt --pattern prism --induced --json -\n"
        "  cerrado six count genes.txt --directed --pattern FFL\n");
    command.runs([request] { return run_six_count(*request); });
}

} // namespace cerrado::command
