#include "sieve/command_report.hpp"

#include "command/record/graph_json.hpp"
#include "command/record/message.hpp"
#include "command/record/text.hpp"
#include "command/run/application_run.hpp"
#include "command/run/stop_look.hpp"
#include "sieve/reduction.hpp"
#include "sieve/verifier.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace cerrado::command {
namespace {

std::vector<OriginalId> ids_of(Graph const& graph, std::vector<VertexId> const& vertices) {
    std::vector<OriginalId> ids;
    for (VertexId const v : vertices) ids.push_back(graph.original_id(v));
    std::ranges::sort(ids);
    return ids;
}

// Ids, or names, ascending, apart by blanks.
std::string text_of(Graph const& graph, std::vector<VertexId> const& vertices) {
    std::string text;
    for (OriginalId const id : ids_of(graph, vertices)) {
        if (!text.empty()) text += ' ';
        text += has_names(graph) ? name_on_line(vertex_name(graph, id)) : fmt::to_string(id);
    }
    return text;
}

Json json_of(Graph const& graph, std::vector<VertexId> const& vertices) {
    if (!has_names(graph)) return ids_of(graph, vertices);
    Json names = Json::array();
    for (OriginalId const id : ids_of(graph, vertices)) names.push_back(vertex_name(graph, id));
    return names;
}

// As it can be typed: 0^2,1,*.
std::string text_of(ColouredMotif const& motif) {
    std::vector<std::string> parts;
    for (std::size_t i = 0, end = 0; i < motif.size(); i = end) {
        while (end < motif.size() && motif[end] == motif[i]) ++end;
        std::string const entry = motif[i] ? fmt::to_string(*motif[i]) : "*";
        parts.push_back(end - i == 1 ? entry : fmt::format("{}^{}", entry, end - i));
    }
    return fmt::format("{}", fmt::join(parts, ","));
}

std::string motif_of(SieveRequest const& request, SieveProblem const& problem) {
    return request.reads_problem() ? text_of(problem.query.motif) : request.motif;
}

std::string subject(SieveRequest const& request, SieveProblem const& problem) {
    Graph const& graph = problem.graph;
    return fmt::format("graph     {}: {}, {}\nmotif     {}: {}\n", graph.source,
                       counted(graph.vertex_count(), "vertex"), counted(graph.edge_count(), "edge"),
                       motif_of(request, problem), counted(problem.query.motif.size(), "vertex"));
}

std::string answer(SieveProblem const& problem, Found const& found) {
    bool const is_whole = found.run().status == Status::complete;
    if (found.one) {
        if (!found.one->vertices.empty())
            return fmt::format("match     {}\n", text_of(problem.graph, found.one->vertices));
        return is_whole ? "match     none\n" : "match     none until the run was stopped\n";
    }
    SieveResult const& sieved = found.sieved;
    std::string text;
    if (problem.query.oracle) {
        text += sieved.support.empty() ? is_whole ? "match     no\n" : "match     not known: the run was stopped\n"
                                       : "match     yes\n";
    } else {
        text += fmt::format("vertices  {} {}{} in a match\n", grouped(sieved.support.size()),
                            is_whole ? "" : "or more ", is_whole && sieved.support.size() == 1 ? "is" : "are");
    }
    if (found.counts_matches) text += fmt::format("matches   {}\n", grouped(sieved.count));
    if (problem.query.oracle && !sieved.support.empty()) return text; // so much is certain
    if (sieved.sieved == 0) return text + "missed    none: no component has the motif's colours\n";
    return text + fmt::format("missed    a vertex of a match with a probability of {:.2g} at most\n", sieved.miss);
}

} // namespace

std::string sieve_plan(SieveRequest const& request, SieveProblem const& problem, SievePlan const& plan) {
    std::string text = subject(request, problem);
    text += fmt::format("sieved    {}, {}\n", counted(plan.sieved, "vertex"), counted(plan.edges, "edge"));
    if (plan.sieved == 0) return text + "runs      none: no component has the motif's colours\n";
    std::string const of_each = plan.devices > 1 ? fmt::format(" on each of {} devices", plan.devices) : "";
    text += fmt::format("runs      {}, each of {} and {:.3g} products over edges\n", plan.runs,
                        counted(plan.points, "point"), plan.products);
    text +=
        fmt::format("layers    {} a run, {} at once{}\n", grouped(plan.layers), grouped(plan.layers_at_once), of_each);
    return text + fmt::format("memory    {} on {}{}\n", bytes_text(plan.bytes), device_name(plan.device), of_each);
}

std::string sieve_table(SieveRequest const& request, SieveProblem const& problem, Found const& found) {
    RunResult const& run = found.run();
    std::string text = subject(request, problem);
    if (!found.one) {
        text += fmt::format("sieved    {}, {} of {}\n", counted(found.sieved.sieved, "vertex"), found.sieved.runs,
                            counted(static_cast<WideCount>(found.sieved.planned), "run"));
    }
    text += fmt::format("run       {}, {:.3f} s; {}\n", run.device.kind.empty() ? "none" : run.device.kind,
                        run.seconds.run, to_string(run.status));
    return text + answer(problem, found);
}

std::string sieve_json(SieveRequest const& request, SieveProblem const& problem, Found const& found,
                       Stages const& stages) {
    RunResult const& run = found.run();
    Graph const& graph = problem.graph;
    SieveQuery const& query = problem.query;
    nlohmann::ordered_json record;
    record["app"] = "sieve";
    record["graph"] = graph_json(graph);
    record["parameters"] = {
        {"motif", motif_of(request, problem)},
        {"k", query.motif.size()},
        {request.marks.labels.empty() ? "colours" : "labels", request.reads_problem()        ? graph.source
                                                              : request.marks.labels.empty() ? request.colours
                                                                                             : request.marks.labels},
        {"error", query.error},
        {"repeat", query.repeat},
        {"seed", query.seed}};
    record["status"] = to_string(run.status);
    if (found.one) {
        record["match"] = json_of(graph, found.one->vertices);
    } else {
        record["sieved"] = found.sieved.sieved;
        record["runs"] = found.sieved.runs;
        record["miss"] = query.oracle && !found.sieved.support.empty() ? 0 : found.sieved.miss;
        bool const is_there = !found.sieved.support.empty();
        bool const is_known = is_there || run.status == Status::complete;
        record["exists"] = is_known ? nlohmann::ordered_json(is_there) : nlohmann::ordered_json(nullptr);
        if (!query.oracle) record["vertices"] = found.sieved.support.size();
        if (found.counts_matches) record["count"] = to_string(found.sieved.count);
    }
    record["device"] = {{"kind", run.device.kind}, {"name", run.device.name}};
    record["seconds"] = seconds_json(stages, run.seconds);
    return record.dump(2) + "\n";
}

std::string sieve_csv(SieveProblem const& problem, SieveResult const& result) {
    std::string text = "vertex,in_match\n";
    for (VertexId v = 0; v < problem.graph.vertex_count(); ++v) {
        bool const is_in = std::ranges::binary_search(result.support, v);
        OriginalId const id = problem.graph.original_id(v);
        std::string const name =
            has_names(problem.graph) ? csv_field(vertex_name(problem.graph, id)) : fmt::to_string(id);
        text += fmt::format("{},{}\n", name, is_in ? 1 : 0);
    }
    return text;
}

ExitCode verify_sieve(SieveProblem const& problem, Found const& found, RunOptions const& options) {
    Graph const& graph = problem.graph;
    SieveQuery const& query = problem.query;
    std::vector<std::uint32_t> const shades = shades_of(query.motif, query.colours, graph);
    std::vector<bool> is_in(graph.vertex_count());
    std::uint64_t matches = 0;
    bool is_match = false;
    std::vector<VertexId> const one = found.one ? found.one->vertices : std::vector<VertexId>{};
    auto const take = [&](std::vector<VertexId> const& match) {
        ++matches;
        is_match |= match == one;
        for (VertexId const v : match) is_in[v] = true;
    };
    try {
        sieve_serial::for_each_match(graph, static_cast<int>(query.motif.size()), shades, take, StopLook(options));
    } catch (StoppedBy const& stop) {
        write_message(fmt::format("not verified: the serial program was stopped by {}\n", stop.what));
        return ExitCode::partial;
    }
    auto const refuse = [&](std::string const& because) {
        throw Error(
            fmt::format("sieve of {}: {}; this is a bug, or a miss: take a less --error, or report it with the "
                        "command line",
                        graph.source, because));
    };
    if (found.one) {
        if (one.empty() != (matches == 0)) refuse("one program finds a match, the other none");
        if (!one.empty() && !is_match) refuse("what was found is no match");
    } else if (query.oracle) {
        if (found.sieved.support.empty() != (matches == 0)) refuse("one program finds a match, the other none");
    } else {
        for (VertexId v = 0; v < graph.vertex_count(); ++v) {
            if (is_in[v] != std::ranges::binary_search(found.sieved.support, v)) {
                refuse(fmt::format("vertex {} is {}in a match by the serial program", graph.original_id(v),
                                   is_in[v] ? "" : "not "));
            }
        }
        if (found.counts_matches && found.sieved.count != matches) {
            refuse(fmt::format("{}, and the serial program finds {}", counted(found.sieved.count, "match"), matches));
        }
    }
    write_message("verified: the serial program finds the same\n");
    return ExitCode::done;
}

void check_claim(SieveProblem const& problem, Found const& found) {
    if (!problem.only_match && !problem.match_count) return;
    std::vector<VertexId> const& vertices = found.one ? found.one->vertices : found.sieved.support;
    auto const refuse = [&](std::string const& claim, std::string const& instead) {
        throw Error(fmt::format("{}: its test does not hold: it claims {}, and the sieve finds {}",
                                problem.graph.source, claim, instead));
    };
    auto const told = [&](std::vector<VertexId> const& of) { return of.empty() ? "none" : text_of(problem.graph, of); };
    if (problem.match_count && found.counts_matches) {
        if (found.sieved.count == *problem.match_count) return write_message("the test of the file holds\n");
        refuse(counted(*problem.match_count, "match"), grouped(found.sieved.count));
    }
    bool const claims_one = problem.only_match || *problem.match_count > 0;
    if (claims_one == vertices.empty()) refuse(claims_one ? "a match" : "no match", claims_one ? "none" : "one");
    // The vertices of all matches are those of one, so there is no other.
    if (problem.only_match && !problem.query.oracle && vertices != *problem.only_match) {
        refuse("the only match is " + told(*problem.only_match),
               vertices.size() > problem.only_match->size()
                   ? fmt::format("{} vertices in matches", grouped(vertices.size()))
                   : told(vertices));
    }
    write_message("the test of the file holds\n");
}

} // namespace cerrado::command
