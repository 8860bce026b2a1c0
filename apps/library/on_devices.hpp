// What applications do with several devices: runs that they share, work that one of them does for all, and runs at the
// same time.
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

// CUDA devices that are given by number, for what several of them do.

// A CUDA device by its number, or the device of this thread's runs.
using DeviceNumber = std::optional<int>;

// Returns: at least one. Throws InputError if a device is not there or is given twice, or if the run is on another kind.
std::vector<DeviceNumber> devices_of(std::vector<int> const& given, RunOptions const& options);

// Returns: the kind of the devices that are given, or `otherwise` if none are.
inline DeviceKind kind_of(std::vector<int> const& given, DeviceKind otherwise) {
    return given.empty() ? otherwise : DeviceKind::cuda;
}

// Returns: the bytes that the CUDA device of that number has, or that the host has.
std::uint64_t memory_of(DeviceKind kind, DeviceNumber device);

// Makes them ready; see start_device().
void start_all(std::vector<DeviceNumber> const& devices, DeviceKind kind);

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

// Several runs at the same time, each on a thread of its own.

// Calls run(i, options) for each i below `count`, each on a thread of its own, and waits for all. Through the options,
// `options.progress` gets the progress of all together, from this thread. All are interrupted if `options.interrupt`
// says so or one of them throws. Rethrows that.
void run_together(std::size_t count, RunOptions const& options,
                  std::function<void(std::size_t, RunOptions const&)> const& run);

} // namespace cerrado
