// The result of a run. Its type is defined in contract/, because engines and outputs write parts of it.
#pragma once

#include <cerrado/contract/result.hpp>

#include <optional>
#include <vector>

namespace cerrado {

// Adds to a record where a run was done: `device`, `memory` and `roots`, and `devices` if several did it. Record is a
// type of objects, such as JSON: record["name"] = value, where a value is a number, a text, a Record, a vector of these,
// or an optional.
template <class Record> void add_conditions(Record& record, RunResult const& result) {
    Record device, memory, roots;
    device["kind"] = result.device.kind;
    device["name"] = result.device.name;
    device["workers"] = result.device.workers;
    record["device"] = device;
    memory["graph_bytes"] = result.device.memory.graph_bytes;
    memory["traversal_bytes"] = result.device.memory.traversal_bytes;
    memory["peak_bytes"] = result.device.memory.peak_bytes;
    record["memory"] = memory;
    roots["given"] = result.roots.given;
    roots["done"] = result.roots.done;
    record["roots"] = roots;
    if (result.devices.empty()) return;
    std::vector<Record> rows;
    for (DeviceShare const& share : result.devices) {
        Record row;
        row["name"] = share.name;
        row["device"] = share.use.name;
        row["workers"] = share.use.workers;
        row["jobs"] = share.jobs;
        row["busy_seconds"] = share.busy_seconds;
        row["parts"] = share.parts;
        row["handed_over"] = share.handed_over;
        row["peak_bytes"] = share.use.memory.peak_bytes;
        row["left_out"] = share.note.empty() ? std::nullopt : std::optional(share.note);
        rows.push_back(row);
    }
    record["devices"] = rows;
}

} // namespace cerrado
