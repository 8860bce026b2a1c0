#include <cerrado/run/many/devices_of_run.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/run/ranks/ranks.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <string_view>
#include <system_error>
#include <thread>

namespace cerrado {

namespace {

void check_device(DeviceName const& device) {
    if (device.kind == DeviceKind::automatic) {
        throw InputError("RunOptions::devices names each device: cuda with its number, or host");
    }
    if (device.kind != DeviceKind::cuda) return;
    resolve_device(DeviceKind::cuda);
    if (device.number < 0 || device.number >= cuda_device_count()) {
        throw InputError(
            fmt::format("there is no CUDA device {}; give 0 to {}", device.number, cuda_device_count() - 1));
    }
}

} // namespace

std::optional<int> number_of(DeviceName const& device) {
    return device.kind == DeviceKind::cuda ? std::optional(device.number) : std::nullopt;
}

std::string to_string(DeviceName const& device) {
    switch (device.kind) {
    case DeviceKind::cuda: return fmt::format("cuda:{}", device.number);
    case DeviceKind::host: return "host";
    case DeviceKind::lockstep: return "lockstep";
    case DeviceKind::automatic: break;
    }
    return "auto";
}

OneDevice::OneDevice(RunOptions const& asked)
    : options_(asked),
      scope_((check_device(asked.devices.front()), number_of(asked.devices.front()))) {
    options_.device = asked.devices.front().kind;
    options_.devices.clear();
}

void on_each_device(RunOptions const& options, std::function<void(RunOptions const&)> const& call) {
    std::vector<std::exception_ptr> failures(options.devices.size());
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < options.devices.size(); ++i) {
            threads.emplace_back([&, i] {
                try {
                    RunOptions own = options;
                    own.devices = {options.devices[i]};
                    OneDevice const one(own);
                    call(one.options());
                } catch (...) {
                    failures[i] = std::current_exception();
                }
            });
        }
    }
    for (std::exception_ptr const& failure : failures) {
        if (failure) std::rethrow_exception(failure);
    }
}

void start_devices(RunOptions const& options) {
    if (options.devices.empty()) return start_device(resolve_device(options.device));
    on_each_device(options, [](RunOptions const& own) { start_device(own.device); });
}

void describe_devices(RunResult& result, std::vector<DeviceShare> const& shares) {
    result.devices = shares;
    std::vector<std::string> kinds;
    std::vector<std::string> names;
    result.device.workers = 0;
    for (DeviceShare const& share : shares) {
        result.device.workers += share.use.workers;
        if (share.use.kind.empty()) continue;
        kinds.push_back(share.use.kind);
        names.push_back(share.use.name);
        result.memory.peak_bytes = std::max(result.memory.peak_bytes, share.peak_bytes);
    }
    auto const all_alike = [](std::vector<std::string> const& all) {
        return std::ranges::adjacent_find(all, std::not_equal_to<>()) == all.end();
    };
    if (kinds.empty()) return;
    result.device.kind = all_alike(kinds) ? kinds.front() : fmt::format("{}", fmt::join(kinds, "+"));
    result.device.name = all_alike(names) ? fmt::format("{} x {}", names.size(), names.front())
                                          : fmt::format("{}", fmt::join(names, " + "));
}

std::vector<DeviceName> devices_here(RunOptions const& options) {
    if (!options.devices.empty()) return options.devices;
    DeviceKind const kind = resolve_device(options.device);
    int const devices = kind == DeviceKind::cuda ? std::max(1, cuda_device_count()) : 1;
    return {{kind, options.ranks == nullptr ? 0 : options.ranks->rank_on_host() % devices}};
}

void check_devices(std::vector<DeviceName> const& devices) {
    for (auto device = devices.begin(); device != devices.end(); ++device) {
        check_device(*device);
        if (device->kind == DeviceKind::cuda && std::find(devices.begin(), device, *device) != device) {
            throw InputError(fmt::format("CUDA device {} is given twice; give each once", device->number));
        }
    }
}

std::vector<DeviceName> devices_named(std::vector<std::string> const& words) {
    std::vector<DeviceName> devices;
    for (std::string const& word : words) {
        std::string_view number = word;
        if (number.starts_with("cuda:")) number.remove_prefix(5);
        int value = 0;
        auto const [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
        bool const is_number = error == std::errc{} && end == number.data() + number.size() && value >= 0;
        if (word == "all") {
            resolve_device(DeviceKind::cuda);
            for (int each = 0; each < cuda_device_count(); ++each) devices.push_back({DeviceKind::cuda, each});
        } else if (word == "host" || word == "lockstep") {
            devices.push_back({word == "host" ? DeviceKind::host : DeviceKind::lockstep, 0});
        } else if (is_number) {
            devices.push_back({DeviceKind::cuda, value});
        } else {
            throw InputError(fmt::format(
                "devices: '{}' is no device: give all, numbers of CUDA devices (see `cerrado info --device`), host",
                word));
        }
    }
    return devices;
}

} // namespace cerrado
