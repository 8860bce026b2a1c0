// One run on several devices. Each device has a thread, its member of the run, which does what a run on that device
// alone would do: it numbers the graph, plans, and makes the same jobs. Only the jobs are shared: members take theirs
// from the dealer until all are done, and then each adds up what all counted. So all members go on with the same result,
// whatever the program around the run makes of it, and one of them gives it.
#pragma once

#include <cerrado/run/many/devices_of_run.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/parts/work_left.hpp>
#include <cerrado/run/result.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cerrado {

class SharedRunState;

// A device's part in a shared run. Only its own thread calls it.
class MemberOfRun {
public:
    std::size_t index() const { return index_; }
    bool is_first() const;          // of those that are there
    int workers_of_all() const;     // of all devices, about: jobs are cut for them
    bool has_several_kinds() const; // of devices

    // All members begin to share these jobs. `what` says what they run, and must be the same for all. Waits for all.
    void begin(std::string const& what, WorkLeft work);
    // Returns: work for this device; nothing when there is none left for anybody, or the run ends.
    std::optional<WorkLeft> next();
    // While the device works. `part`: how much of its work is done, from 0 to 1.
    void report(Progress const& progress, double part);
    // The device ended what next() gave it, with this result, and left this.
    void leave(WorkLeft work, RunResult const& result);
    // The device failed at what next() gave it, and others shall do that. Returns: false if nobody can.
    bool lose(std::string const& why);
    // Waits for all. Returns: what each member gave that had work. It is there until leave_exchange().
    std::vector<void const*> exchange(void const* mine);
    void leave_exchange();
    // What all members together left, and why. Requires: exchange() has ended.
    WorkLeft const& left() const;
    Status status() const;
    double seconds_of_jobs() const; // since all members had come to them

    // Returns: how many of so many subgraphs may still be delivered, of `limit` that all members may deliver.
    std::uint64_t grant(std::uint64_t subgraphs, std::uint64_t limit);

    // The first member makes it, and all get it. Waits for all.
    std::vector<std::int64_t> agree(std::function<std::vector<std::int64_t>()> const& make);

    // The thread that called run() does this: it calls the caller's functions. Waits for its end.
    void call(std::function<void()> const& what);

    MemberOfRun(SharedRunState& run, std::size_t index) : run_(run), index_(index) {}

private:
    friend class SharedRunState;

    SharedRunState& run_;
    std::size_t const index_;
    std::atomic<bool> stop_ = false; // ends the device's part
};

class SharedRun {
public:
    // `asked`: of the whole run. Throws InputError if a device is not there or is named twice.
    explicit SharedRun(RunOptions const& asked);
    ~SharedRun();

    // Calls program(options) for each device, on a thread of its own; options.member is the device's. This thread calls
    // the sinks and shows progress meanwhile. A device that lacks something (Error) is left out, if the others can do its
    // work. Rethrows what else a device's program threw.
    void run(std::function<void(RunOptions const&)> const& program);

    // What each device did.
    std::vector<DeviceShare> const& shares() const;

private:
    std::unique_ptr<SharedRunState> const state_;
};

// Calls program(options) on each of options.devices, as members of one run; with one device, on this thread. Returns:
// what the first gives.
template <class Result>
Result run_on_devices(RunOptions const& options, std::function<Result(RunOptions const&)> const& program) {
    if (options.devices.size() == 1) {
        OneDevice const one(options);
        return program(one.options());
    }
    SharedRun shared(options);
    std::vector<std::optional<Result>> results(options.devices.size()); // all alike, but of devices that were left out
    shared.run([&](RunOptions const& own) { results[own.member->index()] = program(own); });
    auto const first = std::ranges::find_if(results, [](auto const& one) { return one.has_value(); });
    describe_devices(**first, shared.shares());
    return std::move(**first);
}

} // namespace cerrado
