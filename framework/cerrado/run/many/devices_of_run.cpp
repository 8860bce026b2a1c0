#include <cerrado/run/many/devices_of_run.hpp>

#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
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

RunOptions const& checked_devices(RunOptions const& asked) {
    for (std::size_t i = 0; i < asked.devices.size(); ++i) {
        DeviceName const& device = asked.devices[i];
        check_device(device);
        auto const before = asked.devices.begin() + static_cast<std::ptrdiff_t>(i);
        if (device.kind == DeviceKind::cuda && std::find(asked.devices.begin(), before, device) != before) {
            throw InputError(fmt::format("CUDA device {} is given twice; give each once", device.number));
        }
    }
    if (asked.balance.observe) {
        throw InputError("a run on several devices has no trace yet: trace a run on one of them");
    }
    return asked;
}

} // namespace cerrado
