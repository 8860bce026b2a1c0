#include <cerrado/run/parts/result_sum.hpp>

#include <algorithm>

namespace cerrado {

void add_seconds(RunResult& total, RunResult const& part) {
    total.seconds.start += part.seconds.start;
    total.seconds.prepare += part.seconds.prepare;
    total.seconds.run += part.seconds.run;
}

namespace {

// Requires: they are of the same devices, or the total has none yet.
void add_devices(std::vector<DeviceShare>& total, std::vector<DeviceShare> const& part) {
    if (total.empty()) total.resize(part.size());
    for (std::size_t i = 0; i < std::min(total.size(), part.size()); ++i) {
        DeviceShare const before = total[i];
        total[i] = part[i];
        total[i].jobs += before.jobs;
        total[i].busy_seconds += before.busy_seconds;
        total[i].parts += before.parts;
        total[i].handed_over += before.handed_over;
        total[i].peak_bytes = std::max(total[i].peak_bytes, before.peak_bytes);
        if (part[i].use.kind.empty()) total[i].use = before.use; // it had no share
        if (part[i].note.empty()) total[i].note = before.note;
    }
}

} // namespace

void add_result(RunResult& total, RunResult const& part) {
    add_to(total.count, part.count);
    add_seconds(total, part);
    total.seconds.run_before += part.seconds.run_before;
    total.balance.donated += part.balance.donated;
    total.balance.stops += part.balance.stops;
    total.balance.stop_seconds += part.balance.stop_seconds;
    total.roots.done += part.roots.done;
    total.memory.graph_bytes = part.memory.graph_bytes;
    total.memory.traversal_bytes = part.memory.traversal_bytes;
    total.memory.peak_bytes = std::max(total.memory.peak_bytes, part.memory.peak_bytes);
    total.device = part.device;
    add_devices(total.devices, part.devices);
    total.chosen.order = part.chosen.order;
}

void write_result(ByteWriter& to, RunResult const& result) {
    to.put(result.count);
    to.put(result.seconds);
    to.put(result.balance);
    to.put(result.roots);
    to.put(result.memory);
    to.put(std::string_view(result.device.kind));
    to.put(std::string_view(result.device.name));
    to.put(result.device.workers);
}

void read_result(ByteReader& from, RunResult& result) {
    result.count = from.get<WideCount>();
    result.seconds = from.get<Seconds>();
    result.balance = from.get<BalanceUse>();
    result.roots = from.get<RootsUse>();
    result.memory = from.get<MemoryUse>();
    result.device.kind = from.get_text();
    result.device.name = from.get_text();
    result.device.workers = from.get<int>();
}

} // namespace cerrado
