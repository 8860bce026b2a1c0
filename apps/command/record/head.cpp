#include "command/record/head.hpp"

#include "command/record/graph_json.hpp"

namespace cerrado::command {
namespace {

Json devices_json(std::vector<DeviceShare> const& devices) {
    Json rows = Json::array();
    for (DeviceShare const& one : devices) {
        rows.push({{"name", one.name},
                   {"device", one.use.name},
                   {"workers", one.use.workers},
                   {"jobs", one.jobs},
                   {"busy_seconds", one.busy_seconds},
                   {"parts", one.parts},
                   {"handed_over", one.handed_over},
                   {"peak_bytes", one.peak_bytes},
                   {"left_out", one.note.empty() ? Json(nullptr) : Json(one.note)}});
    }
    return rows;
}

} // namespace

std::string record_text(RecordParts const& parts, Graph const& graph, RunResult const& result, Stages const& stages) {
    Json json = {
        {"app", parts.application},
        {"version", CERRADO_VERSION},
        {"graph", graph_json(graph)},
        {"parameters", parts.parameters},
        {"form", result.chosen.form.empty() ? Json(nullptr) : Json(result.chosen.form)},
        {"semantics", parts.semantics},
        {"order", to_string(result.chosen.order)},
        {"status", to_string(result.status)},
    };
    json.update(parts.answer);
    json.update({
        {"seconds", seconds_json(stages, result.seconds)},
        {"device", {{"kind", result.device.kind}, {"name", result.device.name}, {"workers", result.device.workers}}},
        {"memory",
         {{"graph_bytes", result.memory.graph_bytes},
          {"traversal_bytes", result.memory.traversal_bytes},
          {"peak_bytes", result.memory.peak_bytes}}},
        {"roots", {{"given", result.roots.given}, {"done", result.roots.done}}},
    });
    if (!result.devices.empty()) json["devices"] = devices_json(result.devices);
    json.update(parts.further);
    return json.lines();
}

} // namespace cerrado::command
