// `cerrado balance replay`: the decisions of a policy on the states that a run recorded.
#include "balance/command.hpp"
#include "command/record/output.hpp"

#include <cerrado/loadbalance/replay.hpp>

#include <fmt/format.h>

#include <memory>
#include <numeric>

namespace cerrado::command {
namespace {

struct ReplayRequest {
    std::string trace;
    std::optional<std::string> policy;
    std::optional<double> threshold;
    std::optional<std::uint32_t> donations;
    std::size_t differences = 20;
};

std::string decision_text(Decision const& decision) {
    if (!decision.rebalance) return "waits";
    auto const add = [](std::uint64_t sum, Donation const& donation) { return sum + donation.count; };
    return fmt::format(
        "{} from {}",
        grouped(std::accumulate(decision.donations.begin(), decision.donations.end(), std::uint64_t{0}, add)),
        grouped(decision.donations.size()));
}

std::string summary_table(TraceHeader const& header, std::string const& policy, PolicySettings const& settings,
                          ReplayReport const& report) {
    Table table({{""}, {"recorded", true}, {"replayed", true}});
    table.add_row({{"policy"}, {header.policy}, {policy}});
    table.add_row(
        {{"threshold"}, {fmt::format("{:g}", header.settings.threshold)}, {fmt::format("{:g}", settings.threshold)}});
    table.add_row({{"donations per idle worker"}, {grouped(header.settings.donations)}, {grouped(settings.donations)}});
    table.add_row(
        {{"looks that rebalance"}, {grouped(report.recorded_rebalances)}, {grouped(report.replayed_rebalances)}});
    table.add_row(
        {{"traversals asked for"}, {grouped(report.recorded_donations)}, {grouped(report.replayed_donations)}});
    return table.text();
}

std::string differences_table(ReplayReport const& report) {
    Table table({{"time", true}, {"idle", true}, {"recorded", true}, {"replayed", true}});
    for (ReplayDifference const& difference : report.differences) {
        table.add_row({{fmt::format("{:.4f} s", difference.seconds)},
                       {share_text(difference.workers - difference.active, difference.workers)},
                       {decision_text(difference.recorded)},
                       {decision_text(difference.replayed)}});
    }
    std::string text = "\nThe looks that differ (traversals from so many workers):\n\n" + table.text();
    std::uint64_t const more = report.different - report.differences.size();
    if (more > 0) text += fmt::format("{} more, see --differences\n", grouped(more));
    return text;
}

void run_replay(ReplayRequest const& request) {
    TraceReader trace(request.trace);
    TraceHeader const& header = trace.header();
    PolicySettings settings = header.settings;
    settings.threshold = request.threshold.value_or(settings.threshold);
    settings.donations = request.donations.value_or(settings.donations);
    Policy const policy = make_policy(request.policy.value_or(header.policy), settings);
    ReplayReport const report = replay(trace, policy, request.differences);
    if (!trace.note().empty()) print_message("{}\n", trace.note());

    std::string text =
        fmt::format("{} of {}, k={}: --balance {}, {} on {}\n{} looks, {} more left out of the trace\n\n",
                    header.application, header.graph, header.k, to_string(header.mechanism),
                    counted(header.workers, "worker"), header.device, grouped(report.looks), grouped(report.skipped));
    text += summary_table(header, policy.name, settings, report);
    text += fmt::format("\n{} looks rebalance with both, {} of {} differ\n", grouped(report.common_rebalances),
                        grouped(report.different), grouped(report.looks));
    if (!report.differences.empty()) text += differences_table(report);
    write_standard_output(text);
}

} // namespace

void add_replay_command(Options& balance) {
    Options& command = balance.add_command("replay", "What a policy would have decided in a recorded run");
    auto const request = std::make_shared<ReplayRequest>();
    command.add("TRACE", request->trace, "A file that --trace wrote").required().shown_as(" ");
    command.add("--policy", request->policy, "Its name [the one that made the trace]");
    command.add("--threshold", request->threshold, "The share of workers that may be idle, 0..1 [as recorded]");
    command.add("--donations", request->donations, "Traversals for each idle worker, at most [as recorded]");
    command.add("--differences", request->differences, "How many looks that differ are listed").shows_default();
    command.footer(
        "\nNeeds no GPU. Each look is judged as it was recorded; what would have become of the run after another\n"
        "decision is not known. The policy that made a trace decides the same again.\n"
        "\nExamples:\n"
        "  cerrado balance replay run.trace\n"
        "  cerrado balance replay run.trace --policy heaviest\n"
        "  cerrado balance replay run.trace --threshold 0.1 --donations 8");
    command.runs([request] {
        run_replay(*request);
        return ExitCode::done;
    });
}

} // namespace cerrado::command
