// `cerrado six prepare`.
#include "command/options/run_options.hpp"
#include "command/record/output.hpp"
#include "command/record/record.hpp"
#include "command/run/application_run.hpp"
#include "library/device_numbers.hpp"
#include "six/command_parts.hpp"
#include "six/proof/soundness.hpp"

#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace cerrado::command {
namespace {

constexpr double usual_soundness = 40;

struct PrepareRequest {
    SixQuestion question;
    std::string target, json;
    std::vector<int> devices;
    Parameters parameters; // device and threads
};

// What evaluating all points would take here.
struct PointCost {
    SixPlan plan{};
    std::uint64_t measured = 0; // points of each prime
    double seconds = 0;         // for all points of both primes
    std::string refusal{};      // why it cannot be done here, or empty
};

RunOptions options_for(PrepareRequest const& request) { return options_of(request.parameters, std::nullopt); }

// The points after the nodes are like most others.
double seconds_of_points(SixInstance const& instance, PrepareRequest const& request, int prime, std::uint64_t count) {
    SixTask const task{.points = {prime, instance.nodes(), count}, .devices = request.devices};
    return evaluate_six(instance, task, options_for(request)).seconds.run;
}

// More and more points, until they take long enough to be measured.
PointCost measured_cost(SixInstance const& instance, PrepareRequest const& request) {
    constexpr double long_enough = 0.25;
    constexpr double too_long = 1; // to measure both primes, whose points cost alike
    constexpr std::uint32_t large = 512;
    PointCost cost{.plan = plan_six(instance, request.devices, options_for(request))};
    if (cost.plan.device == DeviceKind::host && instance.padded() >= large) {
        print_message("cerrado: {} is written; one point is measured, which takes a while on the host\n",
                      request.target);
    }
    std::uint64_t const devices = std::max<std::size_t>(1, request.devices.size());
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

// An instance that this machine is too small for is one for another machine.
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
    if (!cost.refusal.empty()) return fmt::format("time       not on this machine: {}\n", cost.refusal);
    std::string const device = device_name(cost.plan.device);
    return fmt::format(
        "memory     {} on {} for {} at once{}\n"
        "time       about {:.3g} s on {} for all points, by {} of each prime that were measured\n",
        bytes_text(cost.plan.bytes), device, counted(cost.plan.points_at_once, "point"),
        devices > 1 ? " on each of the devices" : "", cost.seconds, device, grouped(cost.measured));
}

std::string prepared_text(PrepareRequest const& request, Graph const& graph, SixInstance const& instance,
                          PointCost const& cost) {
    std::string text = graph_line(graph) + pattern_line(instance);
    text += fmt::format("instance   {}: n = {}, split {}, checksum {}\n", request.target, instance.padded(),
                        instance.split(), checksum_text(instance.checksum()));
    text += fmt::format("degree     {}\npoints     {} of each prime, and two more for each value that may be wrong\n",
                        grouped(instance.degree()), grouped(instance.points_needed()));
    text += fmt::format(
        "soundness  {:.1f} bits a check: {} of each prime for {:g} bits\n", six::bits_of_check(instance),
        counted(static_cast<WideCount>(six::checks_for(instance, usual_soundness)), "check"), usual_soundness);
    return text + cost_text(cost, request.devices.size());
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
    json.update({{"device", device_name(cost.plan.device)},
                 {"bytes", cost.plan.bytes},
                 {"points_at_once", cost.plan.points_at_once},
                 {"products", cost.plan.products},
                 {"measured_points", cost.measured},
                 {"estimated_seconds", cost.seconds}});
    return json;
}

// The file is there before points are measured: who has seen enough ends the command.
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
    devices_of(request.devices, options_for(request));
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
        six.add_command("prepare", "Write a graph and a pattern as an instance; say what its points would take");
    auto const request = std::make_shared<PrepareRequest>();
    add_question_options(command, request->question);
    add_taroption(command, request->target, "The instance to write");
    add_json_option(command, request->json);
    add_device_options(command, request->parameters);
    add_devices_option(command, request->devices, "CUDA devices whose time is measured");
    command.footer(
        "\nExamples:\n"
        "  cerrado six prepare graph.txt --pattern 6-cycle -o c.six\n"
        "  cerrado six prepare graph.txt --pattern 6-cycle --induced -o c.six             no chord\n"
        "  cerrado six prepare graph.txt --pattern 0-1,1-2,2-3,3-4,4-5,0~2 -o c.six       0 and 2 are not joined\n"
        "  cerrado six prepare genes.txt --directed --pattern FFL -o ffl.six              three vertices of six\n"
        "  cerrado six prepare graph.txt --labels l.txt --pattern 0:A,1:B,0-1,1-2 -o l.six   by labels\n"
        "  cerrado six prepare graph.txt --pattern 6-cycle --split 3 -o c.six             a seventh of the points\n");
    command.runs([request] { return run_prepare(*request); });
}

} // namespace cerrado::command
