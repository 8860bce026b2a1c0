#include "sieve/command_report.hpp"

#include "command/record/output.hpp"
#include "command/run/application_run.hpp"
#include "sieve/problem/reduction.hpp"
#include "sieve/verifier.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
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
    for (OriginalId const id : ids_of(graph, vertices)) names.push(vertex_name(graph, id));
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

RecordParts sieve_record(SieveRequest const& request, SieveProblem const& problem, Found const& found) {
    Graph const& graph = problem.graph;
    SieveQuery const& query = problem.query;
    bool const is_labelled = !request.marks.labels.empty();
    RecordParts parts;
    parts.application = "sieve";
    parts.semantics = "connected sets of vertices that have the colours of the motif";
    parts.parameters = {{"motif", motif_of(request, problem)},
                        {"k", query.motif.size()},
                        {is_labelled ? "labels" : "colours", request.reads_problem() ? graph.source
                                                             : is_labelled           ? request.marks.labels
                                                                                     : request.colours},
                        {"error", query.error},
                        {"repeat", query.repeat},
                        {"seed", query.seed},
                        {"device", request.parameters.device},
                        {"threads", request.parameters.threads},
                        {"deadline", request.parameters.deadline}};
    parts.answer["exists"] = found.exists();
    if (found.one) {
        parts.answer["match"] = json_of(graph, found.one->vertices);
        return parts;
    }
    parts.answer["sieved"] = found.sieved.sieved;
    parts.answer["runs"] = found.sieved.runs;
    parts.answer["miss"] = query.oracle && !found.sieved.support.empty() ? 0 : found.sieved.miss;
    if (!query.oracle) parts.answer["vertices"] = found.sieved.support.size();
    if (found.counts_matches) parts.answer["count"] = to_string(found.sieved.count);
    return parts;
}

std::string sieve_rows(SieveRequest const& request, SieveProblem const& problem, Found const& found) {
    RunResult const& run = found.run();
    bool const has_vertices = !found.one && !problem.query.oracle;
    return fmt::format("motif,exists,vertices,count,graph,k,status,seconds,device\n{},{},{},{},{},{},{},{:.6f},{}\n",
                       csv_field(motif_of(request, problem)), exists_text(found.exists()),
                       has_vertices ? fmt::to_string(found.sieved.support.size()) : "",
                       found.counts_matches ? to_string(found.sieved.count) : "", csv_field(problem.graph.source),
                       problem.query.motif.size(), to_string(run.status), run.seconds.run, run.device.kind);
}

std::string vertices_in_matches(SieveProblem const& problem, SieveResult const& result) {
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

namespace {

// One step: the serial program finds all matches.
class SieveCheck : public Check {
public:
    SieveCheck(SieveProblem const& problem, Found const& found) : problem_(problem), found_(found) {}

    std::size_t steps() const override { return 1; }
    void compare(std::size_t, std::size_t, StopLook& look) override {
        Graph const& graph = problem_.graph;
        SieveQuery const& query = problem_.query;
        std::vector<bool> is_in(graph.vertex_count());
        std::uint64_t matches = 0;
        bool is_match = false;
        std::vector<VertexId> const one = found_.one ? found_.one->vertices : std::vector<VertexId>{};
        auto const take = [&](std::vector<VertexId> const& match) {
            ++matches;
            is_match |= match == one;
            for (VertexId const v : match) is_in[v] = true;
        };
        sieve_serial::for_each_match(graph, static_cast<int>(query.motif.size()),
                                     shades_of(query.motif, query.colours, graph), take, std::ref(look));
        if (found_.one) {
            if (one.empty() != (matches == 0)) refuse("one program finds a match, the other none");
            if (!one.empty() && !is_match) refuse("what was found is no match");
        } else if (query.oracle) {
            if (found_.sieved.support.empty() != (matches == 0)) refuse("one program finds a match, the other none");
        } else {
            compare(is_in, matches);
        }
    }
    std::string agreement(std::size_t) const override { return "the serial program finds the same"; }

private:
    void compare(std::vector<bool> const& is_in, std::uint64_t matches) const {
        for (VertexId v = 0; v < problem_.graph.vertex_count(); ++v) {
            if (is_in[v] != std::ranges::binary_search(found_.sieved.support, v)) {
                refuse(fmt::format("vertex {} is {}in a match by the serial program", problem_.graph.original_id(v),
                                   is_in[v] ? "" : "not "));
            }
        }
        if (found_.counts_matches && found_.sieved.count != matches) {
            refuse(fmt::format("{}, and the serial program finds {}", counted(found_.sieved.count, "match"), matches));
        }
    }

    [[noreturn]] void refuse(std::string const& because) const {
        throw Error(
            fmt::format("sieve of {}: {}; this is a bug, or a miss: take a less --error, or report it with the "
                        "command line",
                        problem_.graph.source, because));
    }

    SieveProblem const& problem_;
    Found const& found_;
};

} // namespace

std::unique_ptr<Check> sieve_check(SieveProblem const& problem, Found const& found) {
    return std::make_unique<SieveCheck>(problem, found);
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
