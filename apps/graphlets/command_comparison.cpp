#include "graphlets/command_comparison.hpp"

#include "command/record/output.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <span>

namespace cerrado::command {
namespace {

Json matrix_json(std::size_t size, auto const& entry) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < size; ++i) {
        Json row = Json::array();
        for (std::size_t j = 0; j < size; ++j) row.push(entry(i, j));
        rows.push(std::move(row));
    }
    return rows;
}

} // namespace

std::map<std::string, GraphletDistance> const& graphlet_distances() {
    static std::map<std::string, GraphletDistance> const distances = {
        {"gcd11", GraphletDistance::gcd11}, {"gcd56", GraphletDistance::gcd56},
        {"gcd73", GraphletDistance::gcd73}, {"gdda", GraphletDistance::gdda},
        {"rgf", GraphletDistance::rgf},     {"gdda-geometric", GraphletDistance::gdda_geometric}};
    return distances;
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
        return text + "no distances: the run was stopped, and a part of it tells no exact part of a count\n";
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
        std::vector<Table::Cell> cells = {
            {fmt::to_string(i + 1)}, {network.source}, {grouped(network.vertices)}, {grouped(network.edges)}};
        for (std::size_t j = 0; j < comparison.networks.size(); ++j) {
            auto const distance = comparison.distance(i, j);
            cells.push_back({distance ? fmt::format("{:.6f}", *distance) : "-"});
        }
        table.add_row(std::move(cells));
    }
    return text + table.text();
}

std::string comparison_json(CompareRequest const& request, Comparison const& comparison) {
    Json json = {{"app", "graphlets compare"}, {"version", CERRADO_VERSION}};
    Json& graphs = json["graphs"] = Json::array();
    for (Network const& network : comparison.networks) graphs.push(network.json);
    json["parameters"] = {{"distance", request.distance},           {"k", request.k()},
                          {"row_of_ones", !request.no_row_of_ones}, {"device", request.parameters.device},
                          {"threads", request.parameters.threads},  {"deadline", request.parameters.deadline}};
    json["semantics"] = "distances of networks by the orbits of their vertices";
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
    json["device"] = {{"kind", comparison.run.device.kind}, {"name", comparison.run.device.name}};
    return json.lines();
}

std::string correlation_title(Comparison const& comparison) {
    return "Graphlet correlations of " + std::filesystem::path(comparison.networks.front().source).filename().string();
}

} // namespace cerrado::command
