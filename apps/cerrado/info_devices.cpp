#include "cerrado/info_devices.hpp"

#include "command/record/json.hpp"
#include "command/record/output.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/run/conduct/calibration.hpp>
#include <cerrado/run/device_links.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <optional>

namespace cerrado::command {
namespace {

struct DeviceInfo {
    DeviceDescription device;
    std::optional<BalanceDefaults> balance; // none for a device that runs do not use
};

// A device on which nothing can be measured is listed with the reason, like one that cannot be used.
std::vector<DeviceInfo> examine_devices() {
    std::vector<DeviceInfo> devices;
    for (DeviceDescription const& device : list_devices()) {
        devices.push_back({device, std::nullopt});
        if (!device.note.empty()) continue;
        try {
            devices.back().balance = balance_defaults(device.kind == "cuda" ? DeviceKind::cuda : DeviceKind::host);
        } catch (Error const& error) {
            devices.back().device.note = error.what();
        }
    }
    return devices;
}

Json json_of(BalanceDefaults const& defaults) {
    return {{"workers", defaults.workers},
            {"threshold", defaults.threshold},
            {"donations", defaults.donations},
            {"poll_seconds", std::chrono::duration<double>(defaults.poll).count()},
            {"origins",
             {{"workers", defaults.origins.workers},
              {"threshold", defaults.origins.threshold},
              {"donations", defaults.origins.donations},
              {"poll_seconds", defaults.origins.poll}}}};
}

struct Links {
    std::vector<DeviceLink> all;
    std::string note; // why they could not be measured, or empty
};

Links examine_links() {
    try {
        return {measure_device_links(), ""};
    } catch (Error const& error) {
        return {{}, error.what()};
    }
}

char const* name_of(DeviceReach reach) {
    if (reach == DeviceReach::nvlink) return "NVLink";
    return reach == DeviceReach::pcie ? "PCIe" : "through the host";
}

// The links from the device with that number among the CUDA devices.
Json links_json(std::vector<DeviceLink> const& links, int device) {
    Json json = Json::array();
    for (DeviceLink const& link : links) {
        if (link.from != device) continue;
        json.push({{"to", link.to}, {"reach", name_of(link.reach)}, {"bytes_per_second", link.bytes_per_second}});
    }
    return json;
}

// Empty if there are fewer than two devices.
std::string links_table() {
    Table table({{"from"}, {"to"}, {"reach"}, {"GB/s", true}});
    auto const [links, note] = examine_links();
    if (!note.empty()) return "\nHow CUDA devices reach each other could not be measured: " + note + "\n";
    if (links.empty()) return "";
    for (DeviceLink const& link : links) {
        table.add_row({{fmt::format("cuda:{}", link.from)},
                       {fmt::format("cuda:{}", link.to)},
                       {name_of(link.reach)},
                       {fmt::format("{:.0f}", link.bytes_per_second * 1e-9)}});
    }
    return "\nHow CUDA devices reach each other, and what a copy of 64 MiB makes of it:\n\n" + table.text();
}

void add_rows(Table& table, std::string const& kind, BalanceDefaults const& defaults) {
    char const* const workers = kind == "cuda" ? "--workers" : "--threads";
    table.add_row({{kind}, {workers}, {fmt::to_string(defaults.workers)}, {defaults.origins.workers}});
    table.add_row({{kind}, {"--threshold"}, {fmt::format("{:g}", defaults.threshold)}, {defaults.origins.threshold}});
    table.add_row({{kind}, {"--donations"}, {fmt::to_string(defaults.donations)}, {defaults.origins.donations}});
    table.add_row({{kind}, {"--poll"}, {fmt::format("{}us", defaults.poll.count())}, {defaults.origins.poll}});
}

} // namespace

std::string devices_json() {
    Json json = Json::array();
    Links const links = examine_links();
    int number = 0;
    for (auto const& [device, balance] : examine_devices()) {
        Json const of_device = links_json(links.all, device.kind == "cuda" ? number++ : -1);
        json.push({{"kind", device.kind},
                   {"name", device.name},
                   {"memory_bytes", device.memory_bytes},
                   {"multiprocessors", device.multiprocessors},
                   {"note", device.note},
                   {"links", of_device},
                   {"balance", balance ? json_of(*balance) : Json()}});
    }
    return json.lines();
}

std::string devices_table() {
    Table table({{"device"}, {"name"}, {"memory", true}, {"processors", true}, {"note"}});
    Table measured({{"device"}, {"option"}, {"default", true}, {"where it comes from"}});
    for (auto const& [device, balance] : examine_devices()) {
        table.add_row({{device.kind},
                       {device.name},
                       {device.memory_bytes == 0 ? "-" : bytes_text(device.memory_bytes)},
                       {device.multiprocessors == 0 ? "-" : fmt::to_string(device.multiprocessors)},
                       {device.note}});
        if (balance) add_rows(measured, device.kind, *balance);
    }
    return table.text() + "\nMeasured for load balancing, where an option is not given:\n\n" + measured.text() +
           links_table();
}

} // namespace cerrado::command
