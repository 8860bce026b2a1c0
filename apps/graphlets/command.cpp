#include "graphlets/command.hpp"

#include "command/list/list_writer.hpp"
#include "command/options/inputs.hpp"
#include "command/options/options.hpp"
#include "command/options/run_options.hpp"
#include "command/output/output.hpp"
#include "command/process/process.hpp"
#include "command/record/record.hpp"
#include "command/record/report.hpp"
#include "command/run/application_run.hpp"
#include "command/run/work.hpp"
#include "graphlets/forms.hpp"
#include "graphlets/verifier.hpp"

#include <cerrado/apps/graphlet_distance.hpp>
#include <cerrado/apps/graphlets.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/run/detail/many/devices_of_run.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/resident.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::command {
namespace {

struct GraphletsRequest {
    std::string graph; // as typed
    GraphMarksRequest marks;
    GraphletQuery query;
    Parameters parameters; // device, threads and deadline
    OutputRequest output;
    bool non_induced = false;
    std::vector<std::pair<std::string, std::string>> orbits; // --orbits: `vertex` or `edge`, and a file or "-"
    // The files of --orbits, --per-vertex and --local-format: `orbits` is for the orbits of vertices, `edges` for the
    // orbits of edges, and `vertices` for the graphlets of each vertex.
    LocalRequest local;

    bool counts_vertices() const { return !local.orbits.empty() || !local.vertices.empty(); }
    bool counts_edges() const { return !local.edges.empty(); }
    int orbits_k() const { return query.k < 4 ? 4 : query.k; } // the size of graphlets whose orbits are counted
};

// The counts that were made.
struct GraphletsFound {
    GraphletCounts counts; // its status, seconds and memory are those of all runs together
    std::optional<GraphletOrbits> of_vertices, of_edges;

    bool are_counted() const { return !counts.patterns.empty(); }
};

Json target_json(LocalRequest const& local, std::string const& target) {
    if (target.empty()) return nullptr;
    return {{"file", target}, {"format", local.format_of(target) == LocalFormat::csv ? "csv" : "binary"}};
}

char const no_counts[] = "no counts: the run was stopped, and the counts need the whole run\n";

std::string graphlets_table(GraphletsRequest const& request, Graph const& graph, GraphletsFound const& found) {
    RunResult const& run = found.counts;
    std::string text = head_of_table("graphlets", graph);
    text += fmt::format("run {:.3f} s on {} ({}); {}\n\n", run.seconds.run, run.device.kind, run.device.name,
                        to_string(run.status));
    if (!found.are_counted()) return text + no_counts;
    std::vector<Table::Column> columns = {{"k", true}, {"name"}, {"graph6"}, {"induced", true}};
    if (request.non_induced) columns.push_back({"non-induced", true});
    Table table(columns);
    for (GraphletCount const& row : found.counts.patterns) {
        std::vector<Table::Cell> cells = {{fmt::to_string(row.size)},
                                          {name_of_graphlet(row.size, row.adjacency)},
                                          {describe_pattern(row.size, row.adjacency).graph6},
                                          {grouped(row.induced)}};
        if (request.non_induced) cells.push_back({grouped(row.non_induced)});
        table.add_row(std::move(cells));
    }
    return text + table.text();
}

RecordParts graphlets_record(GraphletsRequest const& request, GraphletsFound const& found) {
    RecordParts parts;
    parts.application = "graphlets";
    parts.semantics = semantics_of(request.query);
    parts.parameters = {{"k", request.query.k},
                        {"all", request.query.all},
                        {"device", request.parameters.device},
                        {"threads", request.parameters.threads},
                        {"deadline", request.parameters.deadline}};
    parts.answer["count"] = found.are_counted() ? Json(to_string(found.counts.count)) : Json(nullptr);
    Json& patterns = parts.answer["patterns"] = Json::array();
    for (GraphletCount const& row : found.counts.patterns) {
        PatternInfo const info = describe_pattern(row.size, row.adjacency);
        Json pattern = {{"k", row.size},
                        {"graph6", info.graph6},
                        {"name", name_of_graphlet(row.size, row.adjacency)},
                        {"edges", info.edges},
                        {"count", to_string(row.induced)}};
        if (request.non_induced) pattern["non_induced"] = to_string(row.non_induced);
        patterns.push(std::move(pattern));
    }
    if (request.local.on() && found.counts.status == Status::complete) {
        parts.further["local"] = {{"vertex_orbits", target_json(request.local, request.local.orbits)},
                                  {"edge_orbits", target_json(request.local, request.local.edges)},
                                  {"per_vertex", target_json(request.local, request.local.vertices)}};
    }
    return parts;
}

// The counts as CSV.
std::string graphlets_rows(GraphletsRequest const& request, Graph const& graph, GraphletsFound const& found) {
    RunResult const& run = found.counts;
    std::string text = fmt::format("graph6,name,edges,count{},graph,k,status,seconds,device\n",
                                   request.non_induced ? ",non_induced" : "");
    for (GraphletCount const& row : found.counts.patterns) {
        PatternInfo const info = describe_pattern(row.size, row.adjacency);
        text +=
            fmt::format("{},{},{},{}{},{},{},{},{:.6f},{}\n", csv_field(info.graph6),
                        csv_field(name_of_graphlet(row.size, row.adjacency)), edges_text(PatternKind::undirected, info),
                        to_string(row.induced), request.non_induced ? "," + to_string(row.non_induced) : "",
                        csv_field(graph.source), row.size, to_string(run.status), run.seconds.run, run.device.kind);
    }
    return text;
}

// Returns: ",orbit0,orbit1" and so on.
std::string numbered(std::string const& name, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += fmt::format(",{}{}", name, i);
    return text;
}

std::array<OriginalId, 2> ids_of_edge(Graph const& graph, std::pair<VertexId, VertexId> const& edge) {
    OriginalId const u = graph.original_id(edge.first), v = graph.original_id(edge.second);
    return {std::min(u, v), std::max(u, v)};
}

// Returns: the rows in ascending order of their ids.
template <class IdsOf> std::vector<std::size_t> rows_by_ids(std::size_t rows, IdsOf const& ids_of) {
    std::vector<std::size_t> order(rows);
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!std::ranges::is_sorted(order, {}, ids_of)) std::ranges::sort(order, {}, ids_of);
    return order;
}

void write_vertex_orbits(std::string const& target, LocalFormat format, int k, Graph const& graph,
                         GraphletOrbits const& orbits) {
    auto const id_of = [&](std::size_t i) { return graph.original_id(static_cast<VertexId>(i)); };
    std::vector<std::size_t> const order = rows_by_ids(orbits.rows(), id_of);
    auto const columns = static_cast<std::size_t>(vertex_orbits(k));
    auto const row = [&](std::size_t i) {
        return CountRow{.ids = {id_of(order[i])}, .id_count = 1, .counts = orbits.row(order[i]).first(columns)};
    };
    write_counts(target, format,
                 {"vertex" + numbered("orbit", columns), "CERORBI", k, vertex_names(graph), order.size(), row});
}

void write_edge_orbits(std::string const& target, LocalFormat format, int k, Graph const& graph,
                       GraphletOrbits const& orbits) {
    auto const ids_of = [&](std::size_t i) { return ids_of_edge(graph, orbits.edges[i]); };
    std::vector<std::size_t> const order = rows_by_ids(orbits.rows(), ids_of);
    auto const columns = static_cast<std::size_t>(edge_orbits(k));
    auto const row = [&](std::size_t i) {
        return CountRow{.ids = ids_of(order[i]), .id_count = 2, .counts = orbits.row(order[i]).first(columns)};
    };
    write_counts(target, format,
                 {"source,target" + numbered("orbit", columns), "CEREORB", k, vertex_names(graph), order.size(), row});
}

// Writes the graphlets of each vertex. A vertex is in as many copies of a graphlet as it has roles in copies of it.
void write_graphlets(std::string const& target, LocalFormat format, int k, Graph const& graph,
                     GraphletOrbits const& orbits) {
    auto const id_of = [&](std::size_t i) { return graph.original_id(static_cast<VertexId>(i)); };
    std::vector<std::size_t> const order = rows_by_ids(orbits.rows(), id_of);
    auto const roles = graphlet_orbits(false).first(static_cast<std::size_t>(vertex_orbits(k)));
    std::vector<WideCount> sums(static_cast<std::size_t>(graphlets_up_to(k)));
    auto const row = [&](std::size_t i) {
        std::ranges::fill(sums, WideCount{0});
        for (std::size_t role = 0; role < roles.size(); ++role)
            sums[static_cast<std::size_t>(roles[role].graphlet)] += orbits.row(order[i])[role];
        return CountRow{.ids = {id_of(order[i])}, .id_count = 1, .counts = sums};
    };
    write_counts(target, format,
                 {"vertex" + numbered("G", sums.size()), "CERGRAP", k, vertex_names(graph), order.size(), row});
}

// Returns: the files that were asked for. They refer to all arguments. Requires: all counts that they need are
// complete.
std::vector<ExtraOutput> graphlet_files(GraphletsRequest const& request, Graph const& graph,
                                        GraphletsFound const& found) {
    LocalRequest const& local = request.local;
    std::vector<ExtraOutput> files;
    auto const add = [&](std::string const& target, auto const& write, std::optional<GraphletOrbits> const& orbits) {
        if (target.empty()) return;
        files.push_back({target == "-", [&, write, format = local.format_of(target)] {
                             write(target, format, request.query.k, graph, orbits.value());
                         }});
    };
    add(local.orbits, write_vertex_orbits, found.of_vertices);
    add(local.edges, write_edge_orbits, found.of_edges);
    add(local.vertices, write_graphlets, found.of_vertices);
    return files;
}

[[noreturn]] void throw_difference(Graph const& graph, std::string const& what, WideCount counted, WideCount expected) {
    throw Error(
        fmt::format("graphlets of {}: verification failed for {}: counted {}, the serial program counts {}; do not use "
                    "this result, report it with the command line",
                    graph.source, what, to_string(counted), to_string(expected)));
}

class PatternsCheck : public Check {
public:
    PatternsCheck(GraphletsRequest const& request, Graph const& graph, GraphletCounts const& counts)
        : query_(request.query),
          graph_(graph) {
        for (GraphletCount const& row : counts.patterns) counted_[key_of(row.size, row.adjacency)] = row.induced;
    }

    std::size_t steps() const override { return query_.all ? static_cast<std::size_t>(query_.k) - 1 : 1; }
    void compare(std::size_t first, std::size_t count, StopLook& look) override {
        for (std::size_t step = first; step < first + count; ++step) {
            if (step == 0) {
                compare_connected(look);
            } else {
                compare_all(static_cast<int>(step) + 2, look);
            }
        }
    }
    std::string agreement(std::size_t done) const override {
        return done == steps() ? fmt::format("{} agree with the serial program", counted(counted_.size(), "pattern"))
                               : "the patterns of some sizes agree with the serial program";
    }

private:
    using Key = std::pair<int, std::uint64_t>;
    static Key key_of(int size, std::uint64_t adjacency) { return {size, canonical_form(size, adjacency).adjacency}; }

    void compare_connected(StopLook& look) const {
        auto const expected = cuts::count_graphlets_serially(graph_, query_.k, [&] { look(); });
        for (int i = 1; i < graphlets_up_to(query_.k); ++i) { // graphlet 0 is the edge
            auto const place = static_cast<std::size_t>(i);
            compare(graphlets()[place].size, graphlets()[place].adjacency, expected.induced[place]);
        }
    }

    void compare_all(int size, StopLook& look) const {
        std::vector<WideCount> const expected = cuts::count_small_graphs_serially(graph_, size, [&] { look(); });
        for (std::size_t i = 0; i < expected.size(); ++i) compare(size, small_graphs(size)[i], expected[i]);
    }

    void compare(int size, std::uint64_t adjacency, WideCount expected) const {
        WideCount const counted = counted_.at(key_of(size, adjacency));
        if (counted != expected) throw_difference(graph_, name_of_graphlet(size, adjacency), counted, expected);
    }

    GraphletQuery query_;
    Graph const& graph_;
    std::map<Key, WideCount> counted_;
};

class OrbitsCheck : public Check {
public:
    OrbitsCheck(int k, Graph const& graph, GraphletOrbits const* orbits, RunOptions options,
                VerifyRequest const& sample)
        : k_(k),
          graph_(graph),
          orbits_(orbits),
          options_(std::move(options)),
          is_of_edges_(orbits != nullptr && !orbits->edges.empty()),
          of_(is_of_edges_ ? orbits->rows() : graph.vertex_count()),
          rows_(sample_roots(static_cast<VertexId>(of_), sample.roots.value_or(of_), sample.seed)) {}

    std::size_t steps() const override { return rows_.size(); }
    void compare(std::size_t first, std::size_t count, StopLook& look) override {
        if (orbits_ == nullptr) count_orbits(look);
        for (std::size_t i = first; i < first + count; ++i) compare(rows_[i], look);
    }
    std::string agreement(std::size_t done) const override {
        return fmt::format("orbits of {} of {} agree with the serial program", grouped(done),
                           counted(done == rows_.size() ? of_ : rows_.size(), is_of_edges_ ? "edge" : "vertex"));
    }

private:
    void count_orbits(StopLook const& look) {
        options_.deadline_seconds = look.seconds_left();
        own_ = count_graphlet_orbits(graph_, {k_, false}, options_);
        if (own_.status == Status::interrupted) throw StoppedBy{"Ctrl-C"};
        if (own_.status == Status::deadline) throw StoppedBy{"the deadline"};
        orbits_ = &own_;
    }

    void compare(std::size_t row, StopLook& look) const {
        auto const look_on = [&] { look(); };
        std::vector<WideCount> const expected =
            is_of_edges_ ? cuts::count_orbits_of_edge_serially(graph_, orbits_->edges[row].first,
                                                               orbits_->edges[row].second, k_, look_on)
                         : cuts::count_orbits_of_vertex_serially(graph_, static_cast<VertexId>(row), k_, look_on);
        for (std::size_t orbit = 0; orbit < expected.size(); ++orbit) {
            WideCount const counted = orbits_->row(row)[orbit];
            if (counted == expected[orbit]) continue;
            throw_difference(graph_, fmt::format("orbit {} of {}", orbit, name_of(row)), counted, expected[orbit]);
        }
    }

    std::string name_of(std::size_t row) const {
        if (!is_of_edges_) return fmt::format("vertex {}", graph_.original_id(static_cast<VertexId>(row)));
        auto const& [u, v] = orbits_->edges[row];
        return fmt::format("edge {} {}", graph_.original_id(u), graph_.original_id(v));
    }

    int k_;
    Graph const& graph_;
    GraphletOrbits const* orbits_; // null until the orbits are counted
    GraphletOrbits own_;
    RunOptions options_;
    bool is_of_edges_;
    std::size_t of_;
    std::vector<VertexId> rows_;
};

// The first step checks the connected patterns of all sizes. With --all there is another step for the patterns of each
// size.
std::unique_ptr<Check> check_of_patterns(GraphletsRequest const& request, Graph const& graph,
                                         GraphletCounts const& counts) {
    return std::make_unique<PatternsCheck>(request, graph, counts);
}

// Each step checks a vertex, or an edge. If `orbits` is null, the orbits of vertices are counted first, with `options`.
std::unique_ptr<Check> check_of_orbits(GraphletsRequest const& request, Graph const& graph,
                                       GraphletOrbits const* orbits, RunOptions const& options,
                                       VerifyRequest const& sample) {
    return std::make_unique<OrbitsCheck>(request.orbits_k(), graph, orbits, options, sample);
}

OutputTargets targets_of(GraphletsRequest const& request) {
    OutputTargets targets;
    targets.add(request.output);
    targets.add("--orbits vertex", request.local.orbits);
    targets.add("--orbits edge", request.local.edges);
    targets.add("--per-vertex", request.local.vertices);
    return targets;
}

void take_orbits(GraphletsRequest& request) {
    for (auto const& [of, target] : request.orbits) {
        if (of != "vertex" && of != "edge") {
            throw InputError(
                fmt::format("--orbits {} {}: the first word must be vertex or edge; give --orbits vertex FILE or "
                            "--orbits edge FILE",
                            of, target));
        }
        std::string& place = of == "vertex" ? request.local.orbits : request.local.edges;
        if (target.empty())
            throw InputError(
                fmt::format("--orbits {}: the file is missing; give the name of a file, or - for standard output", of));
        if (!place.empty()) throw InputError(fmt::format("--orbits {}: two files are given; give one file", of));
        place = target;
    }
}

void check(GraphletsRequest const& request) {
    if (request.graph.empty())
        throw InputError("graphlets: the graph is missing; give a file or a generator, see --help");
    if (request.query.k < 3 || request.query.k > 5) {
        throw InputError(fmt::format("-k {}: graphlets have 3 to 5 vertices; take -k 3, 4 or 5", request.query.k));
    }
    check_local(request.local);
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
        std::optional<Resident> resident; // all runs are on one; several devices each have their own
        if (!options.is_shared()) resident.emplace(graph_, options);
        GraphOrResident const where = resident ? GraphOrResident(*resident) : GraphOrResident(graph_);
        double const prepared = preparing.seconds();
        found_.counts = count_graphlets(where, request_.query, options);
        found_.counts.seconds.prepare += prepared;
        if (request_.counts_vertices()) found_.of_vertices = orbits(where, options, false);
        if (request_.counts_edges()) found_.of_edges = orbits(where, options, true);
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
        return lacks_orbits ? "the files of --orbits and --per-vertex are not written, because the run was stopped\n"
                            : "";
    }
    Checks checks(VerifyRequest const& request) override;

private:
    bool is_complete() const { return found_.counts.status == Status::complete; }

    // Tells the user if the sweep will be long. Its time is quadratic in the number of a vertex's neighbours that have
    // degree 3 or more.
    void tell_long_sweep() const {
        RunOptions const options = options_of(request_.parameters, std::nullopt);
        bool const is_cuda = resolve_device(devices_here(options).front().kind) == DeviceKind::cuda;
        int const threads = options.threads > 0 ? options.threads : hardware_threads();
        double const in_a_second = is_cuda ? 5e9 : 5e6 * threads;
        WideCount const wedges = cuts::size_of_sweep(graph_, 3).wedges;
        double const seconds = static_cast<double>(wedges) / in_a_second;
        if (seconds < 60) return;
        print_message(
            "cerrado: -k 5 goes over {} wedges (paths of three vertices) here, which takes about {} minutes; -k 4 is "
            "faster\n",
            grouped(wedges), std::llround(seconds / 60));
    }

    // Returns: the orbits, or nothing if an earlier run was stopped.
    std::optional<GraphletOrbits> orbits(GraphOrResident const& graph, RunOptions options, bool per_edge) {
        if (!is_complete()) return std::nullopt;
        options.deadline_seconds = seconds_left(request_.parameters.deadline);
        GraphletOrbits counted = count_graphlet_orbits(graph, {request_.orbits_k(), per_edge}, options);
        RunResult& sum = found_.counts;
        sum.status = counted.status;
        add_seconds(sum, counted);
        keep_larger(sum.device.memory, counted.device.memory);
        return counted;
    }

    GraphletsRequest const& request_;
    Graph graph_;
    GraphletsFound found_;
    Until until_; // the deadline of the run
};

// If --verify names some vertices, their orbits are compared, even if --orbits is not given.
Checks GraphletsWork::checks(VerifyRequest const& request) {
    Checks checks;
    auto const add = [&](std::optional<GraphletOrbits> const& orbits) {
        checks.emplace_back("", [this, request, &orbits] {
            RunOptions options = until_.in(options_of(request_.parameters, std::nullopt));
            options.devices.clear(); // one device counts again
            options.ranks = nullptr;
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
        return std::make_unique<GraphletsWork>(
            request, load_graph(request.graph, request.marks, request.parameters, stages,
                                [&](RunOptions const& own) { cuts::warm_up_count(request.query.k, own); }));
    });
}

void add_local_options(Options& command, GraphletsRequest& request) {
    command
        .add("--orbits", request.orbits,
             "Write how often each vertex (vertex FILE) or edge (edge FILE) has each role, in 73 or 68 columns in "
             "ORCA's order; - is standard output, without the table")
        .repeated()
        .shown_as("vertex|edge FILE|-");
    command
        .add("--per-vertex", request.local.vertices,
             "Write the number of copies of each graphlet at each vertex, in 30 columns, G0 to G29")
        .shown_as("FILE|-");
    command
        .add("--local-format", request.local.format,
             "Format of the files of --orbits and --per-vertex: csv with a header, or binary with 64-bit and 128-bit "
             "numbers [binary if the name ends in .bin, else csv]")
        .one_of({"csv", "binary"});
}

void add_graphlets_command(Options& program) {
    Options& command = program.add_command(
        "graphlets", "Count every pattern of 3 to 5 vertices, and the roles of vertices and edges in them");
    auto const request = std::make_shared<GraphletsRequest>();
    add_graph(command, request->graph);
    command.add("-k", request->query.k, "Largest number of vertices of a pattern: 3, 4 or 5").shows_default();
    command.flag("--all", request->query.all, "Also count the patterns that are not connected");
    command.flag("--non-induced", request->non_induced,
                 "Also count the copies whose vertices are joined by further edges");
    add_local_options(command, *request);
    add_reading_options(command, request->marks);
    add_undirected_option(command, request->marks);
    add_output_options(command, request->output, "the patterns");
    add_verify_option(command, request->output, true);
    add_plan_options(command, request->output, false, {"--orbits", "--per-vertex"});
    add_where_options(command, request->parameters);
    add_sharing_options(command, request->parameters, &request->marks);
    command.footer(
        "\nExamples:\n"
        "  cerrado graphlets graph.txt                            the 29 patterns of 3 to 5 vertices\n"
        "  cerrado graphlets graph.txt -k 4 --all --non-induced   all patterns of 3 and 4 vertices\n"
        "  cerrado graphlets graph.txt --orbits vertex roles.csv  the 73 numbers of each vertex\n"
        "  cerrado graphlets graph.txt --verify=100               the orbits of 100 vertices, counted again\n"
        "  cerrado graphlets compare a.txt b.txt c.txt            the distances of networks\n");
    command.runs([request] { return run_graphlets(*request); });
    add_compare_command(command);
}

} // namespace

Command graphlets_command() {
    return {.names = {"graphlets"}, .place = 40, .add = add_graphlets_command, .shared = {"graphlets"}};
}

} // namespace cerrado::command

namespace cerrado::command {
namespace {

struct CompareRequest {
    std::vector<std::string> graphs; // as typed
    GraphMarksRequest marks;         // marks of all graphs
    Parameters parameters;           // device, threads and deadline
    OutputRequest output;
    std::string distance = "gcd11";
    std::string gcm, svg;
    bool no_row_of_ones = false;

    GraphletDistance kind() const { return value_of(graphlet_distance_words, "--distance", distance); }
    int k() const { return kind() == GraphletDistance::gcd11 ? 4 : 5; }
    bool has_correlations() const { return distance.starts_with("gcd"); }
    bool is_of_one() const { return !gcm.empty() || !svg.empty(); }
};

struct Network {
    std::string source;
    std::uint64_t vertices = 0, edges = 0;
    Json json;
    GraphletSignature signature;
};

struct Comparison {
    std::vector<Network> networks; // fewer networks than graphs if a run was stopped
    RunResult run;                 // the status and the seconds of all runs
    Stages stages;

    bool is_complete() const { return run.status == Status::complete; }
    std::optional<double> distance(std::size_t i, std::size_t j) const {
        return graphlet_distance(networks[i].signature, networks[j].signature);
    }
};

constexpr int side = 14; // side of a square, in pixels
constexpr int margin = 34;

constexpr int top = 44;

constexpr int legend_gap = 16, legend_width = 14;

struct Colour {
    int red, green, blue;
};

std::string colour_of(double correlation) {
    if (std::isnan(correlation)) return "#bbbbbb";
    constexpr Colour white{247, 247, 247}, least{33, 102, 172}, most{178, 24, 43};
    Colour const& end = correlation < 0 ? least : most;
    double const share = std::min(1.0, std::abs(correlation));
    auto const mixed = [&](int from, int to) { return std::lround(from + (to - from) * share); };
    return fmt::format("#{:02x}{:02x}{:02x}", mixed(white.red, end.red), mixed(white.green, end.green),
                       mixed(white.blue, end.blue));
}

void append_labels(std::string& svg, std::span<int const> orbits) {
    for (std::size_t i = 0; i < orbits.size(); ++i) {
        double const middle = (static_cast<double>(i) + .5) * side;
        svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", margin + middle, top - 4,
                           orbits[i]);
        svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", margin - 5, top + middle + 3,
                           orbits[i]);
    }
}

// Draws a bar of colours from 1 down to -1, which is `height` pixels high.
void append_legend(std::string& svg, int x, int height) {
    constexpr int steps = 40;
    double const step = static_cast<double>(height) / steps;
    for (int i = 0; i < steps; ++i) {
        svg += fmt::format("<rect x=\"{}\" y=\"{:.2f}\" width=\"{}\" height=\"{:.2f}\" fill=\"{}\"/>\n", x,
                           top + i * step, legend_width, step + .2, colour_of(1 - 2.0 * i / (steps - 1)));
    }
    for (int const mark : {1, 0, -1}) {
        double const y = top + (1 - mark) * height / 2.0 + 3;
        svg += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", x + legend_width + 4, y, mark);
    }
}

// The correlations as CSV, with a row and a column for each orbit, by its number. An unknown correlation is empty.
std::string correlation_rows(std::span<int const> orbits, std::span<double const> correlation) {
    std::string text = "orbit";
    for (int const orbit : orbits) text += fmt::format(",{}", orbit);
    for (std::size_t i = 0; i < orbits.size(); ++i) {
        text += fmt::format("\n{}", orbits[i]);
        for (double const each : correlation.subspan(i * orbits.size(), orbits.size()))
            text += std::isnan(each) ? "," : fmt::format(",{:.9g}", each);
    }
    return text + "\n";
}

// The correlations as SVG, with a square for each two orbits. Its colour goes from blue (-1) over white to red (1), and
// is grey if the correlation is unknown. A square shows its orbits and its number when the mouse is above it.
std::string heat_map(std::string const& title, std::span<int const> orbits, std::span<double const> correlation) {
    int const square = side * static_cast<int>(orbits.size());
    int const legend = margin + square + legend_gap;
    int const title_width = 12 + 7 * static_cast<int>(title.size());
    int const width = std::max(title_width, legend + legend_width + margin), height = top + square + 10;
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"sans-serif\" font-size=\"9\" shape-rendering=\"crispEdges\">\n<rect width=\"{0}\" "
        "height=\"{1}\" fill=\"white\"/>\n"
        "<text x=\"6\" y=\"16\" font-size=\"12\">{2}</text>\n",
        width, height, xml_text(title));
    append_labels(svg, orbits);
    for (std::size_t i = 0; i < orbits.size(); ++i) {
        for (std::size_t j = 0; j < orbits.size(); ++j) {
            double const each = correlation[i * orbits.size() + j];
            std::string const number = std::isnan(each) ? "not known" : fmt::format("{:.3f}", each);
            svg += fmt::format(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"><title>orbits {} and {}: {}"
                "</title></rect>\n",
                margin + side * static_cast<int>(j), top + side * static_cast<int>(i), side, side, colour_of(each),
                orbits[i], orbits[j], number);
        }
    }
    append_legend(svg, legend, square);
    return svg + "</svg>\n";
}

Json matrix_json(std::size_t size, auto const& entry) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < size; ++i) {
        Json row = Json::array();
        for (std::size_t j = 0; j < size; ++j) row.push(entry(i, j));
        rows.push(std::move(row));
    }
    return rows;
}

std::string distances_csv(Comparison const& comparison) {
    std::string text = "network";
    if (!comparison.is_complete()) return text + "\n";
    for (Network const& network : comparison.networks) text += "," + csv_field(network.source);
    for (std::size_t i = 0; i < comparison.networks.size(); ++i) {
        text += "\n" + csv_field(comparison.networks[i].source);
        for (std::size_t j = 0; j < comparison.networks.size(); ++j) {
            auto const distance = comparison.distance(i, j);
            text += distance ? fmt::format(",{:.12g}", *distance) : ",";
        }
    }
    return text + "\n";
}

std::string comparison_table(CompareRequest const& request, Comparison const& comparison) {
    RunResult const& run = comparison.run;
    std::string text =
        fmt::format("{} of {}, from the orbits of graphlets of up to {} vertices\nrun {:.3f} s on {} ({}); {}\n\n",
                    request.distance, counted(request.graphs.size(), "network"), request.k(), run.seconds.run,
                    run.device.kind, run.device.name, to_string(run.status));
    if (!comparison.is_complete()) {
        return text + "no distances: the run was stopped, and the counts need the whole run\n";
    }
    if (request.is_of_one()) {
        if (!request.gcm.empty()) text += fmt::format("correlations in {}\n", request.gcm);
        return request.svg.empty() ? text : text + fmt::format("heat map in {}\n", request.svg);
    }
    std::vector<Table::Column> columns = {{"", true}, {"network"}, {"vertices", true}, {"edges", true}};
    for (std::size_t i = 1; i <= comparison.networks.size(); ++i) columns.push_back({fmt::to_string(i), true});
    Table table(columns);
    for (std::size_t i = 0; i < comparison.networks.size(); ++i) {
        Network const& network = comparison.networks[i];
        std::vector<Table::Cell> cells = {{fmt::to_string(i + 1)},
                                          {on_one_line(network.source)},
                                          {grouped(network.vertices)},
                                          {grouped(network.edges)}};
        for (std::size_t j = 0; j < comparison.networks.size(); ++j) {
            auto const distance = comparison.distance(i, j);
            cells.push_back({distance ? fmt::format("{:.6f}", *distance) : "-"});
        }
        table.add_row(std::move(cells));
    }
    return text + table.text();
}

constexpr char semantics_of_distances[] = "distances of networks by the orbits of their vertices";

Json parameters_json(CompareRequest const& request) {
    return {{"distance", request.distance},           {"k", request.k()},
            {"row_of_ones", !request.no_row_of_ones}, {"device", request.parameters.device},
            {"threads", request.parameters.threads},  {"deadline", request.parameters.deadline}};
}

Json device_json(DeviceUse const& device) { return {{"kind", device.kind}, {"name", device.name}}; }

// A row for each two networks, instead of the matrix.
ReportPage comparison_page(CompareRequest const& request, Comparison const& comparison) {
    ReportPage page;
    page.title = fmt::format("graphlets compare of {}", counted(request.graphs.size(), "network"));
    page.semantics = semantics_of_distances;
    page.printed = comparison_table(request, comparison);
    page.seconds = seconds_json(comparison.stages, comparison.run.seconds);
    if (!comparison.is_complete())
        page.remark = "No distances: the run was stopped, and the counts need the whole run.";
    page.rows = "network,other,distance\n";
    Json run = program_json();
    run["status"] = to_string(comparison.run.status);
    run["device"] = device_json(comparison.run.device);
    page.facts = {{"The run", run}, {"Parameters", parameters_json(request)}};
    for (std::size_t i = 0; i < comparison.networks.size(); ++i) {
        Network const& network = comparison.networks[i];
        page.facts.emplace_back(fmt::format("Network {}", i + 1), network.json);
        for (std::size_t j = i + 1; comparison.is_complete() && j < comparison.networks.size(); ++j) {
            auto const distance = comparison.distance(i, j);
            page.rows += fmt::format("{},{},{}\n", csv_field(network.source), csv_field(comparison.networks[j].source),
                                     distance ? fmt::format("{:.12g}", *distance) : "");
        }
    }
    return page;
}

std::string comparison_json(CompareRequest const& request, Comparison const& comparison) {
    Json json = {{"app", "graphlets compare"}, {"version", CERRADO_VERSION}};
    Json& graphs = json["graphs"] = Json::array();
    for (Network const& network : comparison.networks) graphs.push(network.json);
    json["parameters"] = parameters_json(request);
    json["semantics"] = semantics_of_distances;
    json["status"] = to_string(comparison.run.status);
    json["distances"] = nullptr;
    if (comparison.is_complete()) {
        json["distances"] = matrix_json(comparison.networks.size(), [&](std::size_t i, std::size_t j) {
            auto const distance = comparison.distance(i, j);
            return distance;
        });
    }
    if (comparison.is_complete() && request.is_of_one()) {
        std::span<int const> const orbits = orbits_of(request.kind());
        json["orbits"] = orbits;
        json["correlations"] = matrix_json(orbits.size(), [&](std::size_t i, std::size_t j) {
            double const each = comparison.networks.front().signature.correlation[i * orbits.size() + j];
            return std::isnan(each) ? Json(nullptr) : Json(each);
        });
    }
    json["seconds"] = seconds_json(comparison.stages, comparison.run.seconds);
    json["device"] = device_json(comparison.run.device);
    return json.lines();
}

// Requires: there is a network.
std::string correlation_title(Comparison const& comparison) {
    return "Graphlet correlations of " + std::filesystem::path(comparison.networks.front().source).filename().string();
}

OutputTargets targets_of(CompareRequest const& request) {
    OutputTargets targets;
    targets.add(request.output);
    targets.add("--gcm", request.gcm);
    targets.add("--svg", request.svg);
    return targets;
}

void check(CompareRequest const& request) {
    if (request.is_of_one() && request.graphs.size() != 1) {
        throw InputError(
            fmt::format("--gcm and --svg take one network, and {} are given; give one", request.graphs.size()));
    }
    if (request.is_of_one() && !request.has_correlations()) {
        throw InputError(fmt::format(
            "--distance {} has no correlations for --gcm and --svg; take gcd11, gcd56 or gcd73", request.distance));
    }
    for (auto const& [option, target] :
         {std::pair("--csv", request.output.csv), std::pair("--report", request.output.report),
          std::pair("--plot", request.output.plot)}) {
        if (!request.is_of_one() || target.empty()) continue;
        throw InputError(fmt::format(
            "{} writes distances of networks, and one network has none; give --gcm FILE alone for its correlations",
            option));
    }
    if (request.no_row_of_ones && !request.has_correlations()) {
        throw InputError(fmt::format("--no-row-of-ones is for correlations, and --distance {} has none; leave it out",
                                     request.distance));
    }
    if (!request.is_of_one() && request.graphs.size() < 2) {
        throw InputError(
            "graphlets compare: too few graphs; give two graphs or more, or one graph with --gcm FILE or --svg FILE");
    }
    CommandFiles files;
    for (std::string const& graph : request.graphs) add_graph_files(files, graph, request.marks);
    targets_of(request).check(files);
}

// Reads a graph. The first graph is read while the device is made ready.
Graph open_network(CompareRequest const& request, std::string const& graph, Comparison& comparison) {
    if (comparison.networks.empty()) return load_graph(graph, request.marks, request.parameters, comparison.stages);
    Stopwatch const loading;
    Graph opened = open_graph_argument(graph, request.parameters.threads, request.marks);
    comparison.stages.load += loading.seconds();
    return opened;
}

Comparison compare(CompareRequest const& request) {
    Comparison comparison;
    InterruptGuard const guard;
    ProgressReport progress(request.output.progress_mode());
    for (std::string const& name : request.graphs) {
        Graph const graph = open_network(request, name, comparison);
        Until const until{guard.flag(), seconds_left(request.parameters.deadline)};
        RunOptions options = until.in(options_of(request.parameters, std::nullopt));
        options.progress = progress.for_roots(false);
        GraphletOrbits const orbits = count_graphlet_orbits(graph, {.k = request.k()}, options);
        progress.clear();
        comparison.run.status = orbits.status;
        comparison.run.device = orbits.device;
        add_seconds(comparison.run, orbits);
        if (!comparison.is_complete()) break;
        comparison.networks.push_back({graph.source, graph.vertex_count(), graph.edge_count(), graph_json(graph),
                                       graphlet_signature(orbits, request.kind(), !request.no_row_of_ones)});
    }
    return comparison;
}

ExitCode run_compare(CompareRequest const& request) {
    check(request);
    Comparison const comparison = compare(request);
    std::vector<ExtraOutput> outputs;
    auto const add = [&](std::string const& target, auto const& text) {
        if (!target.empty()) outputs.push_back({target == "-", [&target, text] { write_result(target, text()); }});
    };
    add_reports(
        request.output, [&] { return comparison_page(request, comparison); },
        [&](std::string const& target, std::function<void()> const& write) {
            if (!target.empty()) outputs.push_back({target == "-", write});
        });
    add(request.output.json, [&] { return comparison_json(request, comparison); });
    add(request.output.csv, [&] { return distances_csv(comparison); });
    if (comparison.is_complete()) {
        std::span<int const> const orbits = orbits_of(request.kind());
        std::vector<double> const& correlation = comparison.networks.front().signature.correlation;
        add(request.gcm, [&, orbits] { return correlation_rows(orbits, correlation); });
        add(request.svg, [&, orbits] { return heat_map(correlation_title(comparison), orbits, correlation); });
    }
    std::string const standard_output = "-";
    if (!targets_of(request).to_standard_output())
        add(standard_output, [&] { return comparison_table(request, comparison); });
    write_outputs(outputs);
    return comparison.is_complete() ? ExitCode::done : ExitCode::partial;
}

// Refuses words before `compare`, which would be ignored.
void refuse_words_before(Options const& graphlets) {
    for (std::string const& option : graphlets.given()) {
        throw InputError(fmt::format(
            "graphlets compare: {} stands before `compare`; give graphs and options after `compare`", option));
    }
}

} // namespace

void add_compare_command(Options& graphlets) {
    Options& command =
        graphlets.add_command("compare", "Compute distances of networks from the roles of their vertices");
    auto const request = std::make_shared<CompareRequest>();
    command
        .add("GRAPHS", request->graphs,
             "Two graphs or more, each a file or a generator, as for `cerrado graphlets`; or one graph for --gcm or "
             "--svg")
        .required()
        .shown_as(" ");
    command
        .add("--distance", request->distance,
             "Distance to compute. gcd11: by correlations of 11 orbits of up to 4 vertices; gcd56, gcd73: by "
             "correlations of 56 or 73 orbits of up to 5 vertices; gdda, gdda-geometric: agreement of distributions, 1 "
             "if they are equal; rgf: by frequencies of graphlets")
        .one_of(graphlet_distance_words)
        .shows_default();
    command.add("--gcm", request->gcm, "Write the correlation matrix of one graph as CSV").shown_as("FILE|-");
    command.add("--svg", request->svg, "Write a heat map of the correlation matrix of one graph").shown_as("FILE|-");
    command.flag("--no-row-of-ones", request->no_row_of_ones,
                 "Leave out the row of ones that is added to the vertices; a column of zeros then has no correlation");
    add_reading_options(command, request->marks);
    add_undirected_option(command, request->marks);
    add_output_options(command, request->output, "the matrix");
    add_where_options(command, request->parameters);
    command.footer(
        "\nExamples:\n"
        "  cerrado graphlets compare a.txt b.txt c.txt                   a matrix of distances\n"
        "  cerrado graphlets compare a.txt b.txt --distance rgf --csv -\n"
        "  cerrado graphlets compare a.txt --gcm a.csv --svg a.svg       the correlations of one network\n");
    command.runs([request, &graphlets] {
        refuse_words_before(graphlets);
        return run_compare(*request);
    });
}

} // namespace cerrado::command
