#include "graphlets/command.hpp"

#include "command/options/options.hpp"
#include "command/options/run_options.hpp"
#include "command/record/output.hpp"
#include "command/run/application_run.hpp"
#include "command/run/work.hpp"
#include "graphlets/command_check.hpp"
#include "graphlets/command_compare.hpp"
#include "graphlets/command_local.hpp"
#include "graphlets/sums/ends_of_sweep.hpp"

#include <cerrado/core/team.hpp>
#include <cerrado/core/wording.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/parts/result_sum.hpp>
#include <cerrado/run/resident.hpp>

#include <fmt/format.h>

#include <cmath>
#include <memory>

namespace cerrado::command {
namespace {

OutputTargets targets_of(GraphletsRequest const& request) {
    OutputTargets targets;
    targets.add("--json", request.output.json);
    targets.add("--csv", request.output.csv);
    targets.add("--orbits vertex", request.local.orbits);
    targets.add("--orbits edge", request.local.edges);
    targets.add("--per-vertex", request.local.vertices);
    return targets;
}

void take_orbits(GraphletsRequest& request) {
    for (auto const& [of, target] : request.orbits) {
        if (of != "vertex" && of != "edge") {
            throw InputError(
                fmt::format("--orbits {} {}: expected --orbits vertex FILE or --orbits edge FILE", of, target));
        }
        std::string& place = of == "vertex" ? request.local.orbits : request.local.edges;
        if (target.empty()) throw InputError(fmt::format("--orbits {}: a file's name or - is missing", of));
        if (!place.empty()) throw InputError(fmt::format("--orbits {}: it is there twice; give one file", of));
        place = target;
    }
}

void check(GraphletsRequest const& request) {
    if (request.graph.empty()) throw InputError("graphlets: which GRAPH? give a file or a generator; see --help");
    if (request.query.k < 3 || request.query.k > 5) {
        throw InputError(fmt::format("-k {}: graphlets have 3 to 5 vertices; take -k 3, 4 or 5", request.query.k));
    }
    if (request.local.format && !request.local.on()) {
        throw InputError("--local-format is for --orbits and --per-vertex");
    }
    if (!request.output.verify.empty()) parse_verify(request.output.verify, request.parameters.seed);
    CommandFiles files;
    add_graph_files(files, request.graph, request.marks);
    targets_of(request).check(files);
}

class GraphletsWork : public Work {
public:
    GraphletsWork(GraphletsRequest const& request, Graph graph) : request_(request), graph_(std::move(graph)) {}

    Graph const& graph() const override { return graph_; }
    void print_plan(bool) override {
        write_standard_output(
            estimate_graphlets(graph_, request_.query, options_of(request_.parameters, std::nullopt)));
    }
    void run(Until const& until, ProgressReport& progress) override {
        until_ = until;
        if (request_.query.k == 5) tell_long_sweep();
        RunOptions options = until.in(options_of(request_.parameters, std::nullopt));
        options.progress = progress.for_roots(false);
        Stopwatch const preparing;
        Resident const resident(graph_, options); // all runs are on one
        double const prepared = preparing.seconds();
        found_.counts = count_graphlets(resident, request_.query, options);
        found_.counts.seconds.prepare += prepared;
        if (request_.counts_vertices()) found_.of_vertices = orbits(resident, options, false);
        if (request_.counts_edges()) found_.of_edges = orbits(resident, options, true);
    }
    RunResult const& result() const override { return found_.counts; }
    RecordParts record() const override { return graphlets_record(request_, found_); }
    std::string rows() const override { return graphlets_rows(request_, graph_, found_); }
    std::string table() const override { return graphlets_table(request_, graph_, found_); }
    std::vector<ExtraOutput> extra_outputs() const override {
        if (!is_complete()) return {};
        return graphlet_files(request_, graph_, found_);
    }
    std::string remark() const override {
        bool const lacks_orbits = request_.local.on() && !is_complete();
        return lacks_orbits ? "no numbers of vertices or edges are written: the run was stopped\n" : "";
    }
    Checks checks(VerifyRequest const& request) override;

private:
    bool is_complete() const { return found_.counts.status == Status::complete; }

    // A sweep is quadratic in the degrees of neighbours of a vertex that have three or more themselves.
    void tell_long_sweep() const {
        RunOptions const options = options_of(request_.parameters, std::nullopt);
        bool const is_cuda = resolve_device(options.device) == DeviceKind::cuda;
        int const threads = options.threads > 0 ? options.threads : hardware_threads();
        double const in_a_second = is_cuda ? 5e9 : 5e6 * threads;
        WideCount const wedges = cuts::size_of_sweep(graph_, 3).wedges;
        double const seconds = static_cast<double>(wedges) / in_a_second;
        if (seconds < 60) return;
        print_message("cerrado: -k 5 sweeps {} wedges here, for some {} minutes; -k 4 needs no such sweep\n",
                      grouped(wedges), std::llround(seconds / 60));
    }

    // Nothing if a run before it was stopped.
    std::optional<GraphletOrbits> orbits(GraphOrResident const& graph, RunOptions options, bool per_edge) {
        if (!is_complete()) return std::nullopt;
        options.deadline_seconds = seconds_left(request_.parameters.deadline);
        GraphletOrbits counted = count_graphlet_orbits(graph, {request_.orbits_k(), per_edge}, options);
        RunResult& sum = found_.counts;
        sum.status = counted.status;
        add_seconds(sum, counted);
        sum.memory.traversal_bytes = std::max(sum.memory.traversal_bytes, counted.memory.traversal_bytes);
        sum.memory.peak_bytes = std::max(sum.memory.peak_bytes, counted.memory.peak_bytes);
        return counted;
    }

    GraphletsRequest const& request_;
    Graph graph_;
    GraphletsFound found_;
    Until until_; // of the run
};

// Where some vertices are to be compared, their orbits are, whether they were asked for or not.
Checks GraphletsWork::checks(VerifyRequest const& request) {
    Checks checks;
    auto const add = [&](std::optional<GraphletOrbits> const& orbits) {
        checks.emplace_back("", [this, request, &orbits] {
            RunOptions const options = until_.in(options_of(request_.parameters, std::nullopt));
            return check_of_orbits(request_, graph_, orbits ? &*orbits : nullptr, options, request);
        });
    };
    if (!request.roots) {
        checks.emplace_back("", [this] { return check_of_patterns(request_, graph_, found_.counts); });
    }
    if (request.roots || found_.of_vertices) add(found_.of_vertices);
    if (found_.of_edges) add(found_.of_edges);
    return checks;
}

ExitCode run_graphlets(GraphletsRequest& request) {
    take_orbits(request);
    check(request);
    WorkRequest const work{.output = request.output,
                           .targets = targets_of(request),
                           .deadline = request.parameters.deadline,
                           .seed = request.parameters.seed};
    return run_work(work, [&](Stages& stages) {
        DeviceKind const device = options_of(request.parameters, std::nullopt).device;
        Graph graph = load_beside(
            [&] { start_device(resolve_device(device)); },
            [&] { return open_graph_argument(request.graph, request.parameters.threads, request.marks); }, stages);
        return std::make_unique<GraphletsWork>(request, std::move(graph));
    });
}

void add_local_options(Options& command, GraphletsRequest& request) {
    command
        .add("--orbits", request.orbits,
             "vertex FILE or edge FILE: write how often each vertex, or edge, has each role: 73 or 68 columns in "
             "ORCA's order; - is standard output, without the table")
        .repeated()
        .shown_as("vertex|edge FILE|-");
    command
        .add("--per-vertex", request.local.vertices,
             "Write in how many copies of each graphlet a vertex is: 30 columns, G0 to G29")
        .shown_as("FILE|-");
    command
        .add("--local-format", request.local.format,
             "Of such files; csv: with a header; binary: 64-bit and 128-bit numbers [binary for a FILE.bin, else "
             "csv]")
        .one_of({"csv", "binary"});
}

void add_graphlets_command(Options& program) {
    Options& command = program.add_command(
        "graphlets", "Count every pattern of 3 to 5 vertices, and the roles of vertices and edges in them");
    auto const request = std::make_shared<GraphletsRequest>();
    command.add("GRAPH", request->graph, "A graph, as for `cerrado clique`").shown_as(" ");
    command.add("-k", request->query.k, "Patterns of 3 to so many vertices: 3, 4 or 5").shows_default();
    command.flag("--all", request->query.all, "Also the patterns that are not connected");
    command.flag("--non-induced", request->non_induced,
                 "Also how many copies there are, whether other edges join their vertices or not");
    add_local_options(command, *request);
    add_reading_options(command, request->marks);
    add_undirected_option(command, request->marks);
    add_output_options(command, request->output, "the patterns");
    add_verify_option(command, request->output, true);
    add_plan_options(command, request->output, false, {"--orbits", "--per-vertex"});
    add_where_options(command, request->parameters);
    command.footer(
        "\nExamples:\n"
        "  cerrado graphlets graph.txt                            the 29 patterns of 3 to 5 vertices\n"
        "  cerrado graphlets graph.txt -k 4 --all --non-induced   all of 3 and 4 vertices, and their copies\n"
        "  cerrado graphlets graph.txt --orbits vertex roles.csv  each vertex's 73 numbers\n"
        "  cerrado graphlets graph.txt --verify=100               the orbits of 100 vertices, counted again\n"
        "  cerrado graphlets compare a.txt b.txt c.txt            how far apart networks are\n");
    command.runs([request] { return run_graphlets(*request); });
    add_compare_command(command);
}

} // namespace

Command graphlets_command() { return {.names = {"graphlets"}, .place = 40, .add = add_graphlets_command}; }

} // namespace cerrado::command
