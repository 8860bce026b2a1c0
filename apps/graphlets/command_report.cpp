#include "graphlets/command_report.hpp"

#include "command/record/output.hpp"
#include "command/record/record.hpp"

#include <cerrado/canonical/catalogue.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <map>

namespace cerrado::command {
namespace {

// The vertices that a vertex reaches, as a mask.
std::uint32_t part_of(int k, std::uint64_t adjacency, int first) {
    std::uint32_t part = 1U << first;
    for (std::uint32_t before = 0; before != part;) {
        before = part;
        for (auto const& [u, v] : edges_of(k, adjacency)) {
            std::uint32_t const both = 1U << u | 1U << v;
            if ((part & both) != 0) part |= both;
        }
    }
    return part;
}

// The graph that these vertices induce, numbered from 0.
std::uint64_t induced_part(int k, std::uint64_t adjacency, std::uint32_t part) {
    auto const place = [&](int v) { return std::popcount(part & ((1U << v) - 1)); };
    std::uint64_t induced = 0;
    for (auto const& [u, v] : edges_of(k, adjacency)) {
        if ((part >> u & 1) != 0) induced |= adjacency_bit(place(u), place(v));
    }
    return induced;
}

std::string name_of_part(int size, std::uint64_t adjacency) {
    if (size == 1) return "vertex";
    if (size == 2) return "edge";
    return describe_pattern(size, adjacency).name;
}

Json target_json(LocalRequest const& local, std::string const& target) {
    if (target.empty()) return nullptr;
    return {{"file", target}, {"format", local.format_of(target) == LocalFormat::csv ? "csv" : "binary"}};
}

char const no_counts[] = "no counts: the run was stopped, and a part of it tells no exact part of a count\n";

} // namespace

std::string name_of_pattern(int k, std::uint64_t adjacency) {
    std::map<std::pair<int, std::string>, int, std::greater<>> parts; // the largest first
    std::uint32_t named = 0;
    for (int v = 0; v < k; ++v) {
        if ((named >> v & 1) != 0) continue;
        std::uint32_t const part = part_of(k, adjacency, v);
        named |= part;
        int const size = std::popcount(part);
        ++parts[{size, name_of_part(size, induced_part(k, adjacency, part))}];
    }
    std::vector<std::string> names;
    for (auto const& [part, count] : parts)
        names.push_back(count == 1 ? part.second : fmt::format("{} {}", count, plural(part.second)));
    return fmt::format("{}", fmt::join(names, " + "));
}

std::string graphlets_table(GraphletsRequest const& request, Graph const& graph, GraphletsFound const& found) {
    RunResult const& run = found.counts;
    std::string text = fmt::format("graphlets of {}: {}, {}, largest degree {}\n", graph.source,
                                   counted(graph.vertex_count(), "vertex"), counted(graph.edge_count(), "edge"),
                                   grouped(graph.max_degree()));
    text += fmt::format("run {:.3f} s on {} ({}); {}\n\n", run.seconds.run, run.device.kind, run.device.name,
                        to_string(run.status));
    if (!found.are_counted()) return text + no_counts;
    std::vector<Table::Column> columns = {{"k", true}, {"name"}, {"graph6"}, {"induced", true}};
    if (request.non_induced) columns.push_back({"non-induced", true});
    Table table(columns);
    for (GraphletCount const& row : found.counts.patterns) {
        std::vector<Table::Cell> cells = {{fmt::to_string(row.size)},
                                          {name_of_pattern(row.size, row.adjacency)},
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
    parts.semantics = "induced subgraphs of 3 to k vertices by pattern";
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
                        {"name", name_of_pattern(row.size, row.adjacency)},
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

std::string graphlets_rows(GraphletsRequest const& request, Graph const& graph, GraphletsFound const& found) {
    RunResult const& run = found.counts;
    std::string text = fmt::format("graph6,name,edges,count{},graph,k,status,seconds,device\n",
                                   request.non_induced ? ",non_induced" : "");
    for (GraphletCount const& row : found.counts.patterns) {
        PatternInfo const info = describe_pattern(row.size, row.adjacency);
        text +=
            fmt::format("{},{},{},{}{},{},{},{},{:.6f},{}\n", csv_field(info.graph6),
                        csv_field(name_of_pattern(row.size, row.adjacency)), edges_text(PatternKind::undirected, info),
                        to_string(row.induced), request.non_induced ? "," + to_string(row.non_induced) : "",
                        csv_field(graph.source), row.size, to_string(run.status), run.seconds.run, run.device.kind);
    }
    return text;
}

} // namespace cerrado::command
