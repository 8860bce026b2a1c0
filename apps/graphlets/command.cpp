#include "graphlets/command.hpp"

#include "command/list/list_writer.hpp"
#include "command/options/inputs.hpp"
#include "command/options/options.hpp"
#include "command/options/run_options.hpp"
#include "command/output/output.hpp"
#include "command/process/process.hpp"
#include "command/record/record.hpp"
#include "command/run/application_run.hpp"
#include "command/run/work.hpp"
#include "graphlets/forms.hpp"
#include "graphlets/verifier.hpp"

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
#include <map>
#include <memory>
#include <numeric>
#include <optional>
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
        return std::make_unique<GraphletsWork>(request,
                                               load_graph(request.graph, request.marks, request.parameters, stages));
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
