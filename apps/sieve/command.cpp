#include "sieve/command.hpp"

#include "common/graph_argument.hpp"
#include "common/interrupt.hpp"
#include "common/list_writer.hpp"
#include "common/message.hpp"
#include "common/output.hpp"
#include "common/progress.hpp"
#include "common/text.hpp"
#include "sieve/reduction.hpp"
#include "sieve/verifier.hpp"

#include <cerrado/apps/sieve.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {
namespace {

struct SieveRequest {
    std::string graph, colours, motif;
    SieveQuery query;
    RunOptions options;
    ListRequest list; // of all matches
    std::string json, per_vertex;
    ProgressMode progress = ProgressMode::automatic;
    bool first = false;
    bool verify = false;
};

std::map<std::string, DeviceKind> const device_kinds = {{"auto", DeviceKind::automatic},
                                                        {"cuda", DeviceKind::cuda},
                                                        {"host", DeviceKind::host},
                                                        {"lockstep", DeviceKind::lockstep}};
std::map<std::string, ProgressMode> const progress_modes = {
    {"auto", ProgressMode::automatic}, {"off", ProgressMode::off}, {"json", ProgressMode::json}};

// What came out, whichever way it was asked for.
struct Found {
    SieveResult sieved;             // but for --first
    std::optional<SievedMatch> one; // of --first
    RunResult const& run() const { return one ? static_cast<RunResult const&>(*one) : sieved; }
};

std::vector<OriginalId> ids_of(Graph const& graph, std::vector<VertexId> const& vertices) {
    std::vector<OriginalId> ids;
    for (VertexId const v : vertices) ids.push_back(graph.original_id(v));
    std::ranges::sort(ids);
    return ids;
}

std::string answer(SieveRequest const& request, Found const& found, Graph const& graph) {
    bool const is_whole = found.run().status == Status::complete;
    if (found.one) {
        if (!found.one->vertices.empty())
            return fmt::format("match     {}\n", fmt::join(ids_of(graph, found.one->vertices), " "));
        return is_whole ? "match     none\n" : "match     none until the run was stopped\n";
    }
    SieveResult const& sieved = found.sieved;
    std::string text;
    if (request.query.oracle) {
        text += sieved.support.empty() ? is_whole ? "match     no\n" : "match     not known: the run was stopped\n"
                                       : "match     yes\n";
    } else {
        text +=
            fmt::format("vertices  {} {}are in a match\n", grouped(sieved.support.size()), is_whole ? "" : "or more ");
    }
    if (request.list.on()) text += fmt::format("matches   {}\n", grouped(sieved.count));
    if (sieved.sieved == 0) return text + "missed    none: no component has the motif's colours\n";
    return text + fmt::format("missed    a vertex of a match with a probability of {:.2g} at most\n", sieved.miss);
}

std::string table_of(SieveRequest const& request, Found const& found, Graph const& graph) {
    RunResult const& run = found.run();
    std::string text = fmt::format("graph     {}: {} vertices, {} edges\n", graph.source, grouped(graph.vertex_count()),
                                   grouped(graph.edge_count()));
    text += fmt::format("motif     {}: {} vertices\n", request.motif, request.query.motif.size());
    if (!found.one) {
        text += fmt::format("sieved    {} vertices, {} of {} runs\n", grouped(found.sieved.sieved), found.sieved.runs,
                            found.sieved.planned);
    }
    text += fmt::format("run       {}, {:.3f} s; {}\n", run.device.kind.empty() ? "none" : run.device.kind,
                        run.seconds.run, to_string(run.status));
    return text + answer(request, found, graph);
}

std::string json_of(SieveRequest const& request, Found const& found, Graph const& graph) {
    RunResult const& run = found.run();
    nlohmann::ordered_json record;
    record["app"] = "sieve";
    record["graph"] = {{"source", graph.source}, {"vertices", graph.vertex_count()}, {"edges", graph.edge_count()}};
    record["parameters"] = {{"motif", request.motif},         {"k", request.query.motif.size()},
                            {"colours", request.colours},     {"error", request.query.error},
                            {"repeat", request.query.repeat}, {"seed", request.query.seed}};
    record["status"] = to_string(run.status);
    if (found.one) {
        record["match"] = ids_of(graph, found.one->vertices);
    } else {
        record["sieved"] = found.sieved.sieved;
        record["runs"] = found.sieved.runs;
        record["miss"] = found.sieved.miss;
        record["exists"] = !found.sieved.support.empty();
        if (!request.query.oracle) record["vertices"] = found.sieved.support.size();
        if (request.list.on()) record["count"] = to_string(found.sieved.count);
    }
    record["device"] = {{"kind", run.device.kind}, {"name", run.device.name}};
    record["seconds"] = {{"prepare", run.seconds.prepare}, {"run", run.seconds.run}};
    return record.dump(2) + "\n";
}

std::string csv_of(SieveResult const& result, Graph const& graph) {
    std::string text = "vertex,in_match\n";
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        bool const is_in = std::ranges::binary_search(result.support, v);
        text += fmt::format("{},{}\n", graph.original_id(v), is_in ? 1 : 0);
    }
    return text;
}

// The runs' misses aside, what was found is what walking finds.
void verify(SieveRequest const& request, Found const& found, Graph const& graph) {
    int const k = static_cast<int>(request.query.motif.size());
    std::vector<std::uint32_t> const shades = shades_of(request.query.motif, request.query.colours, graph);
    std::vector<bool> is_in(graph.vertex_count());
    std::uint64_t matches = 0;
    bool is_match = false;
    std::vector<VertexId> const one = found.one ? found.one->vertices : std::vector<VertexId>{};
    sieve_serial::for_each_match(graph, k, shades, [&](std::vector<VertexId> const& match) {
        ++matches;
        is_match |= match == one;
        for (VertexId const v : match) is_in[v] = true;
    });
    auto const refuse = [&](std::string const& because) {
        throw Error(
            fmt::format("sieve of {}: {}; this is a bug, or a miss: take a less --error, or report it with the "
                        "command line",
                        graph.source, because));
    };
    if (found.one) {
        if (one.empty() != (matches == 0)) refuse("one program finds a match, the other none");
        if (!one.empty() && !is_match) refuse("what was found is no match");
    } else if (request.query.oracle) {
        if (found.sieved.support.empty() != (matches == 0)) refuse("one program finds a match, the other none");
    } else {
        for (VertexId v = 0; v < graph.vertex_count(); ++v) {
            if (is_in[v] != std::ranges::binary_search(found.sieved.support, v)) {
                refuse(fmt::format("vertex {} is {}in a match by the serial program", graph.original_id(v),
                                   is_in[v] ? "" : "not "));
            }
        }
        if (request.list.on() && found.sieved.count != matches) {
            refuse(fmt::format("{} matches, and the serial program finds {}", to_string(found.sieved.count), matches));
        }
    }
    write_message("verified: the serial program finds the same\n");
}

void check(SieveRequest const& request) {
    for (std::string const& target : {request.json, request.per_vertex}) check_result(target);
    int const outputs = (request.json == "-") + (request.per_vertex == "-") + request.list.to_standard_output();
    if (outputs > 1) throw InputError("--json -, --per-vertex - and --list -: only one of them can be standard output");
    check_list(request.list);
    if (!request.list.on() && (request.list.limit || request.list.format)) {
        throw InputError("--limit and --list-format are for --list");
    }
    if (request.first && (request.query.oracle || request.list.on() || !request.per_vertex.empty())) {
        throw InputError("--first finds one match: leave --oracle, --list and --per-vertex out");
    }
    if (request.query.oracle && (request.list.on() || !request.per_vertex.empty())) {
        throw InputError("--oracle says yes or no: leave --list and --per-vertex out");
    }
}

Found search(SieveRequest const& request, Graph const& graph) {
    Found found;
    if (request.first) {
        found.one = find_sieved_match(graph, request.query, request.options);
        return found;
    }
    if (!request.list.on()) {
        found.sieved = sieve(graph, request.query, request.options);
        return found;
    }
    ListWriter writer(request.list, static_cast<int>(request.query.motif.size()), request.options.threads, {});
    RunOptions options = request.options;
    options.batch_sink = [&](std::span<OriginalId const> ids) { writer.write(ids); };
    if (request.list.limit) options.limit = static_cast<std::uint64_t>(*request.list.limit);
    found.sieved = list_sieved_matches(graph, request.query, options);
    writer.commit();
    return found;
}

ExitCode run_sieve(SieveRequest request) {
    check(request);
    request.query.motif = parse_coloured_motif(request.motif);
    Graph const graph = open_graph_argument(request.graph, request.options.threads);
    request.query.colours = colours_of(request.colours, graph);
    InterruptGuard const guard;
    ProgressReport progress(request.progress);
    request.options.interrupt = guard.flag();
    request.options.progress = progress.for_roots(false);
    Found const found = search(request, graph);
    progress.clear();
    if (!request.json.empty()) write_result(request.json, json_of(request, found, graph));
    if (!request.per_vertex.empty()) write_result(request.per_vertex, csv_of(found.sieved, graph));
    bool const is_taken = request.json == "-" || request.per_vertex == "-" || request.list.to_standard_output();
    std::string const table = table_of(request, found, graph);
    if (is_taken) {
        write_message(table);
    } else {
        write_standard_output(table);
    }
    if (found.run().status != Status::complete) return ExitCode::partial;
    if (request.verify) verify(request, found, graph);
    return ExitCode::done;
}

template <class Value> void add_choice(CLI::App& command, char const* name, Value& value,
                                       std::map<std::string, Value> const& choices, char const* help) {
    std::vector<std::string> names;
    for (auto const& choice : choices) names.push_back(choice.first);
    command
        .add_option_function<std::string>(
            name, [&value, &choices](std::string const& text) { value = choices.at(text); }, help)
        ->check(CLI::IsMember(names));
}

} // namespace

void add_sieve_command(CLI::App& program, ExitCode& exit_code) {
    CLI::App* const command =
        program.add_subcommand("sieve", "Find connected sets of up to 30 vertices with the colours of a motif");
    auto const request = std::make_shared<SieveRequest>();
    command->add_option("GRAPH", request->graph, "A graph, as for `cerrado clique`")->required()->option_text(" ");
    command
        ->add_option("--colours", request->colours,
                     "A file of lines `id colour[,colour...]`; mod:M, the id modulo M; or plant:k=K,seed=S")
        ->required()
        ->option_text("FILE");
    command->add_option("--motif", request->motif, "A colour for each vertex, as 0^2,1,*: twice 0, 1, any")
        ->required()
        ->option_text("COLOURS");
    command->add_option("--per-vertex", request->per_vertex, "Write of each vertex whether it is in a match, as CSV")
        ->option_text("FILE|-");
    command->add_flag("--first", request->first, "Find one match");
    command->add_flag("--oracle", request->query.oracle,
                      "Say whether there is a match, and end as soon as there is one");
    add_list_options(*command, request->list);
    auto* const error = command->add_option("--error", request->query.error,
                                            "Miss a vertex of a match with at most this probability; 1e-9");
    error->option_text("E");
    command->add_option("--repeat", request->query.repeat, "Make so many runs, whatever the error")
        ->check(CLI::Range(1, 1 << 20))
        ->option_text("R")
        ->excludes(error);
    command->add_option("--seed", request->query.seed, "Of what is drawn; 1")->option_text("S");
    add_choice(*command, "--device", request->options.device, device_kinds, "auto, cuda, host or lockstep");
    command->add_option("--threads", request->options.threads, "Host threads; 0: one per hardware thread")
        ->check(CLI::Range(0, 4096));
    command->add_option("--deadline", request->options.deadline_seconds, "Stop after so many seconds; 0: never")
        ->check(CLI::Range(0.0, 1e9));
    add_choice(*command, "--progress", request->progress, progress_modes, "auto, off or json, on standard error");
    command->add_option("--json", request->json, "Write the record of the run; - is standard output")
        ->option_text("FILE|-");
    command->add_flag("--verify", request->verify, "Check against a serial program; small graphs");
    command->footer(
        "\nExamples:\n"
        "  cerrado sieve graph.txt --colours colours.txt --motif 0^2,1,*    how many vertices are in a match\n"
        "  cerrado sieve graph.txt --colours mod:3 --motif 0,0,1,1,2 --per-vertex vertices.csv\n"
        "  cerrado sieve graph.txt --colours mod:3 --motif 0,0,1,1,2 --first\n"
        "  cerrado sieve graph.txt --colours mod:3 --motif 0,0,1,1,2 --list matches.txt\n"
        "  cerrado sieve graph.txt --colours plant:k=20,seed=1 --motif 0^20 --oracle");
    command->callback([request, &exit_code] { exit_code = run_sieve(*request); });
}

} // namespace cerrado::command
