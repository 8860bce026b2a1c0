// Work that the devices of a run do not share, and that delivers subgraphs or looks for a few: one device does it for all.
#pragma once

#include <cerrado/run/many/shared_run.hpp>

#include <functional>
#include <optional>
#include <utility>

namespace cerrado {

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
