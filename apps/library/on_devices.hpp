// Several devices of one application: runs that they share, and work that one of them does for all.
#pragma once

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/run/detail/many/shared_run.hpp>
#include <cerrado/run/options.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace cerrado {

// Calls run(options) on each of options.devices: see run_on_devices(). Throws InputError if the graph is resident,
// since it then lies on one device only.
template <class Result> Result run_on_devices(GraphOrResident const& graph, RunOptions const& options,
                                              std::function<Result(RunOptions const&)> const& run) {
    if (graph.resident() != nullptr) {
        throw InputError(
            "a resident graph lies on one device: leave RunOptions::devices and ranks empty, or give the Graph "
            "instead");
    }
    return run_on_devices<Result>(options, run);
}

// Returns: the bytes of the host, or of this thread's CUDA device.
std::uint64_t memory_of(DeviceKind kind);

// Work that the devices of a run cannot share, such as lists or a search for few matches. One device does it for all.

namespace detail {

// Returns: the options of a run on this device alone. Its sinks are still called on the thread that called run().
RunOptions of_one(RunOptions const& options);

} // namespace detail

// The number of fields of a result that the other devices get: its count, status and roots. Other kinds of results add
// their own fields behind these.
inline constexpr std::ptrdiff_t fields_of_an_ending = 4;
std::vector<std::int64_t> ending_of(RunResult const& result);
void take_ending(RunResult& result, std::vector<std::int64_t> const& ending);

// Calls run(options), but only on the first of several devices. Returns: its result; on the other devices the result
// that take_ending() makes of its fields.
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
