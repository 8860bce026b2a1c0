// What applications do with several devices: runs that they share, and work that one of them does for all.
#pragma once

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/run/many/shared_run.hpp>
#include <cerrado/run/options.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace cerrado {

// Calls run(options) on each of options.devices, where the caller may also give a graph that lies on one; see
// run_on_devices(). Throws InputError if the graph is resident.
template <class Result> Result run_on_devices(GraphOrResident const& graph, RunOptions const& options,
                                              std::function<Result(RunOptions const&)> const& run) {
    if (graph.resident() != nullptr) {
        throw InputError(
            "a resident graph is on one device: leave RunOptions::devices and ranks empty, or give the graph");
    }
    return run_on_devices<Result>(options, run);
}

// Returns: the bytes of the host, or of this thread's CUDA device.
std::uint64_t memory_of(DeviceKind kind);

// Work that the devices of a run do not share, and that delivers subgraphs or looks for a few: one device does it for all.

namespace detail {

// The options of a run on this device alone. Its sinks are still called on the thread that called run().
RunOptions of_one(RunOptions const& options);

} // namespace detail

// What the other devices get of a result: its count, status and roots. Another kind of result adds its own behind them.
inline constexpr std::ptrdiff_t fields_of_an_ending = 4;
std::vector<std::int64_t> ending_of(RunResult const& result);
void take_ending(RunResult& result, std::vector<std::int64_t> const& ending);

// Calls run(options), on the first of several devices alone. Returns: what it gives; on the other devices what
// take_ending() makes of it.
template <class Result>
Result done_by_one(RunOptions const& options, std::function<Result(RunOptions const&)> const& run) {
    if (options.member == nullptr) return run(options);
    std::optional<Result> mine;
    std::vector<std::int64_t> const ending = options.member->agree("what one device does for all", [&] {
        mine = run(detail::of_one(options));
        return ending_of(*mine);
    });
    if (mine) return std::move(*mine);
    Result of_another;
    take_ending(of_another, ending);
    return of_another;
}

} // namespace cerrado
