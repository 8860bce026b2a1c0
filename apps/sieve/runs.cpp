#include "sieve/runs.hpp"

#include "library/on_devices.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado {

namespace {

void join(SieveSums& all, SieveSums const& part) {
    if (all.run.status == Status::complete) all.run.status = part.run.status;
    all.run.seconds.start = std::max(all.run.seconds.start, part.run.seconds.start);
    all.run.seconds.prepare = std::max(all.run.seconds.prepare, part.run.seconds.prepare);
    all.run.seconds.run = std::max(all.run.seconds.run, part.run.seconds.run);
    all.run.device.workers += part.run.device.workers;
    all.run.memory.graph_bytes += part.run.memory.graph_bytes;
    all.run.memory.traversal_bytes += part.run.memory.traversal_bytes;
    all.run.memory.peak_bytes += part.run.memory.peak_bytes;
    all.run.roots.given += part.run.roots.given;
    all.run.roots.done += part.run.roots.done;
    if (all.run.status != Status::complete) return;
    for (std::size_t v = 0; v < all.sums.size(); ++v) all.sums[v] ^= part.sums[v];
}

} // namespace

LayerRange layers_of_share(std::uint64_t layers, std::size_t share, std::size_t shares) {
    std::uint64_t const each = layers / shares;
    std::uint64_t const more = layers % shares; // have one more
    std::uint64_t const first = share * each + std::min<std::uint64_t>(share, more);
    return {first, first + each + (share < more ? 1 : 0)};
}

SieveRuns::SieveRuns(ReducedGraph const& reduced, SieveShape const& shape, std::uint64_t seed,
                     RunOptions const& options, std::vector<DeviceNumber> const& devices)
    : seed_(seed) {
    for (std::size_t i = 0; i < devices.size(); ++i) {
        LayerRange const layers = layers_of_share(shape.layers, i, devices.size());
        if (layers.first == layers.end) break; // there are less than devices
        DeviceScope const scope(devices[i]);
        std::uint64_t const memory = memory_of(shape.device, devices[i]);
        shares_.push_back({devices[i], std::make_unique<SieveShare>(reduced, shape, layers, memory, options)});
    }
}

SieveRuns::~SieveRuns() {
    for (Share& share : shares_) {
        try {
            DeviceScope const scope(share.device);
            share.layers.reset();
        } catch (Error const&) { // of a device that failed there is nothing to give back
        }
    }
}

SieveSums SieveRuns::run(std::uint32_t number, RunOptions const& options) {
    std::vector<SieveSums> parts(shares_.size());
    auto const run_one = [&](std::size_t i, RunOptions const& own) {
        DeviceScope const scope(shares_[i].device);
        parts[i] = shares_[i].layers->run(seed_, number, own);
    };
    if (parts.size() == 1) {
        run_one(0, options);
    } else {
        run_together(parts.size(), options, run_one);
    }
    SieveSums all = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) join(all, parts[i]);
    if (parts.size() > 1) all.run.device.name = fmt::format("{} x {}", parts.size(), all.run.device.name);
    return all;
}

} // namespace cerrado
