#include <cerrado/run/session/plan.hpp>

#include <cerrado/application/application.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cerrado {

namespace {

std::string size(std::uint64_t bytes) {
    double const kibibytes = static_cast<double>(bytes) / 1024;
    return kibibytes < 1024 ? fmt::format("{:.1f} KiB", kibibytes) : fmt::format("{:.1f} MiB", kibibytes / 1024);
}

} // namespace

int choose_warp_width(int wanted, DeviceKind device, std::span<int const> compiled) {
    if (device != DeviceKind::cuda) {
        if (wanted == 0) return 0;
        throw InputError(
            fmt::format("a warp width of {} is for CUDA, and this run is on {}; leave it out, or use --device "
                        "cuda",
                        wanted, device == DeviceKind::lockstep ? "lockstep" : "the host"));
    }
    int const width = wanted == 0 ? full_warp_width : wanted;
    if (std::ranges::find(all_warp_widths, width) == all_warp_widths.end()) {
        throw InputError(fmt::format("a warp width of {} is not supported; choose one of {}", width,
                                     fmt::join(all_warp_widths, ", ")));
    }
    if (std::ranges::find(compiled, width) == compiled.end()) {
        throw InputError(
            fmt::format("this application is not compiled for a warp width of {}, but for {}; choose one of "
                        "them, or declare `static constexpr auto warp_widths = all_warp_widths` in it",
                        width, fmt::join(compiled, ", ")));
    }
    return width;
}

int fit_workers(WorkerLayout const& layout, int wanted, std::uint64_t budget_bytes) {
    std::uint64_t const each = std::max<std::uint64_t>(1, layout.bytes());
    std::uint64_t const fit = budget_bytes / each;
    if (fit == 0) {
        throw Error(
            fmt::format("one worker needs {} bytes for its traversals, and {} are available; "
                        "choose a smaller k, or run on the host",
                        each, budget_bytes));
    }
    return static_cast<int>(std::min<std::uint64_t>(fit, static_cast<std::uint64_t>(wanted)));
}

void require_room(std::string_view what, std::uint64_t needed, std::uint64_t room) {
    if (needed <= room) return;
    throw Error(
        fmt::format("{} needs {} of device memory, and {} are free; use --device host, or a device with more memory",
                    what, size(needed), size(room)));
}

std::string RunPlan::describe() const {
    return fmt::format(
        "device              {} ({})\n"
        "workers             {}\n"
        "initial traversals  {}\n"
        "graph               {}\n"
        "traversals          {} ({} a worker, {} of them fast memory)\n"
        "peak                {}\n",
        device.name, device.kind, device.workers, roots, size(memory.graph_bytes), size(memory.traversal_bytes),
        bytes_per_worker + fast_bytes_per_worker, fast_bytes_per_worker, size(memory.peak_bytes));
}

} // namespace cerrado
