#include "common/record.hpp"

#include "common/json_text.hpp"
#include "common/text.hpp"

#include <fmt/format.h>

namespace cerrado::command {
namespace {

Json sizes_json(Parameters const& parameters) {
    if (parameters.k != 0) return {{"k", parameters.k}};
    Json const last = parameters.sizes.last == largest_there_is ? Json(nullptr) : Json(parameters.sizes.last);
    return {{"min_k", parameters.sizes.first}, {"max_k", last}};
}

Json json_of(Parameters const& parameters) {
    Json json = sizes_json(parameters);
    json.update({{"algorithm", name_of(parameters.algorithm)},
                 {"device", parameters.device},
                 {"threads", parameters.threads},
                 {"workers", parameters.workers},
                 {"warp_width", parameters.warp_width},
                 {"order", parameters.order},
                 {"seed", parameters.seed},
                 {"deadline", parameters.deadline}});
    return json;
}

Json json_of(BalanceChoice const& choice, BalanceUse const& use) {
    return {{"mechanism", to_string(choice.mechanism)},
            {"policy", choice.policy},
            {"threshold", choice.settings.threshold},
            {"donations", choice.settings.donations},
            {"poll_seconds", choice.poll_seconds()},
            {"donated", use.donated},
            {"stops", use.stops},
            {"stop_seconds", use.stop_seconds}};
}

Json json_of(ListRequest const& list) {
    return {{"file", list.target},
            {"format", list.format_of_target() == ListFormat::text ? "text" : "binary"},
            {"limit", list.limit ? Json(*list.limit) : Json()}};
}

Json json_of(LocalRequest const& local) {
    auto const target_json = [&](std::string const& target) -> Json {
        if (target.empty()) return nullptr;
        return {{"file", target}, {"format", local.format_of(target) == LocalFormat::csv ? "csv" : "binary"}};
    };
    return {{"per_vertex", target_json(local.vertices)}, {"per_edge", target_json(local.edges)}};
}

Json json_of(PatternRow const& row, int k) {
    PatternInfo const info = describe_pattern(k, row.adjacency);
    return {{"graph6", info.graph6}, {"name", info.name}, {"edges", info.edges}, {"count", to_string(row.count)}};
}

Json json_of(SizeCounts const& sizes) {
    Json rows = Json::array();
    for (SizeCount const& row : sizes.sizes) rows.push_back({{"k", row.k}, {"count", row.count}});
    return rows;
}

} // namespace

std::optional<int> clique_number(Record const& record) {
    std::vector<SizeCount> const& sizes = record.result.sizes.sizes;
    bool const is_known = record.parameters.sizes.last == largest_there_is && record.result.status == Status::complete;
    return is_known && !sizes.empty() ? std::optional(sizes.back().k) : std::nullopt;
}

std::string count_digits(RunResult const& result) {
    return result.sizes.sum.empty() ? to_string(result.count) : result.sizes.sum;
}

std::string edges_text(PatternInfo const& info) {
    std::string text;
    for (auto [u, v] : info.edges) text += fmt::format("{}{}-{}", text.empty() ? "" : " ", u, v);
    return text;
}

std::string to_json(Record const& record) {
    RunResult const& result = record.result;
    Json patterns = Json::array();
    for (PatternRow const& row : record.patterns) patterns.push_back(json_of(row, record.parameters.k));
    Json json = {
        {"app", record.application},
        {"version", CERRADO_VERSION},
        {"graph",
         {{"source", record.graph.source},
          {"vertices", record.graph.vertex_count()},
          {"edges", record.graph.edge_count()},
          {"max_degree", record.graph.max_degree()}}},
        {"parameters", json_of(record.parameters)},
        {"semantics", record.semantics},
        {"order", to_string(result.order)},
        {"status", to_string(result.status)},
        {"count", count_digits(result)},
        {"patterns", patterns},
        {"seconds",
         {{"load", record.load_seconds},
          {"start", record.start_seconds + result.seconds.start},
          {"prepare", result.seconds.prepare + record.table_seconds},
          {"run", result.seconds.run},
          {"total", record.total_seconds}}},
        {"device", {{"kind", result.device.kind}, {"name", result.device.name}, {"workers", result.device.workers}}},
        {"memory",
         {{"graph_bytes", result.memory.graph_bytes},
          {"traversal_bytes", result.memory.traversal_bytes},
          {"peak_bytes", result.memory.peak_bytes}}},
        {"roots", {{"given", result.roots.given}, {"done", result.roots.done}}},
    };
    if (record.parameters.k == 0) {
        json["sizes"] = json_of(result.sizes);
        std::optional<int> const largest = clique_number(record);
        json["clique_number"] = largest ? Json(*largest) : Json(nullptr);
    }
    if (record.list) json["list"] = json_of(*record.list);
    if (record.local) json["local"] = json_of(*record.local);
    if (record.balance) json["balance"] = json_of(*record.balance, result.balance);
    return json_text(json);
}

std::string to_csv(Record const& record) {
    RunResult const& result = record.result;
    auto const run_of = [&](int k) {
        return fmt::format("{},{},{},{},{:.6f},{}\n", csv_field(record.graph.source), k,
                           name_of(record.parameters.algorithm), to_string(result.status), result.seconds.run,
                           result.device.kind);
    };
    if (record.patterns.empty()) {
        std::string text = "count,graph,k,algorithm,status,seconds,device\n";
        if (record.parameters.k != 0) return text + count_digits(result) + "," + run_of(record.parameters.k);
        for (SizeCount const& row : result.sizes.sizes) text += row.count + "," + run_of(row.k);
        return text;
    }
    std::string const run = run_of(record.parameters.k);
    std::string text = "graph6,name,edges,count,graph,k,algorithm,status,seconds,device\n";
    for (PatternRow const& row : record.patterns) {
        PatternInfo const info = describe_pattern(record.parameters.k, row.adjacency);
        text += fmt::format("{},{},{},{},{}", csv_field(info.graph6), csv_field(info.name), edges_text(info),
                            to_string(row.count), run);
    }
    return text;
}

} // namespace cerrado::command
