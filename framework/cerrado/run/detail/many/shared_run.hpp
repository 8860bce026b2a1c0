// One run on several devices. Each device has a thread, its member of the run. The member does the same steps as a run
// on that device alone: it numbers the graph, plans, and makes the same jobs. Only the work is shared: members take
// jobs from the dealer until all are done. Then each member adds up the results of all members. So all members go on
// with the same result, and one of them returns it.
#pragma once

#include <cerrado/core/error.hpp>
#include <cerrado/run/detail/many/deal.hpp>
#include <cerrado/run/detail/many/devices_of_run.hpp>
#include <cerrado/run/detail/parts/checkpoint.hpp>
#include <cerrado/run/detail/session/member.hpp>
#include <cerrado/traversal/detail/job.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace cerrado {

class SharedRun {
public:
    // `asked`: the options of the whole run. Throws InputError if a device does not exist or is named twice.
    explicit SharedRun(RunOptions const& asked);

    // Calls program(options) for each device on a thread of its own; options.member is the device's member. Meanwhile
    // this thread calls the sinks and shows progress. If a device lacks something (Error), and the others can do its
    // work, the run goes on without it. Rethrows any other exception of a device's program.
    void run(std::function<void(RunOptions const&)> const& program);

    // The work that each device did.
    std::vector<DeviceShare> const& shares() const { return shares_; }

private:
    void run_here(std::function<void(RunOptions const&)> const& program);
    void run_on_ranks(std::function<void(RunOptions const&)> const& program);

    RunOptions const& asked_;
    std::vector<DeviceName> const devices_; // the devices of this process
    std::vector<DeviceShare> shares_;
};

// Calls program(options) on each of options.devices, as members of one run. With one device and no other processes it
// calls it on this thread. Returns: the result of the first device.
template <class Result>
Result run_on_devices(RunOptions const& options, std::function<Result(RunOptions const&)> const& program) {
    if (options.devices.size() == 1 && options.ranks == nullptr) {
        OneDevice const one(options);
        return program(one.options());
    }
    SharedRun shared(options);
    std::map<std::size_t, Result> results; // all are equal; devices that were left out have none
    std::mutex mutex;
    shared.run([&](RunOptions const& own) {
        Result result = program(own);
        std::lock_guard const lock(mutex);
        results.emplace(own.member->index(), std::move(result));
    });
    if (results.empty()) throw Error("the devices of this process failed, and other processes do its work");
    Result first = std::move(results.begin()->second);
    describe_devices(first, shared.shares());
    return first;
}

// Numbered jobs that an application does by itself: random graphs, points of a polynomial, layers of a sum. Devices and
// processes share the jobs, a checkpoint keeps their results (gifts), and a part of a run does some of the jobs.
struct NumberedJobs {
    // Called when `jobs` are done, with their gift. `jobs` may be empty.
    using Done = std::function<void(JobRange jobs, std::string gift)>;
    // The work of a device. run() does jobs until all are done, options.interrupt is set, or the application's time is
    // over. It sets the result's status, device, memory and seconds, and reports progress for these jobs.
    struct Worker {
        std::uint64_t at_once = 1; // jobs done at the same time; shares are not much smaller
        std::function<void(std::vector<JobRange> const& jobs, RunOptions const& options, RunResult& result,
                           Done const& done)>
            run;
    };

    std::string what;                                           // describes the jobs; must be the same for all members
    std::string job = "job";                                    // the word for one job
    std::uint64_t count = 0;                                    // the jobs are 0, 1, ..., count - 1
    std::function<CheckpointSubject()> subject;                 // called if there is a checkpoint
    std::function<Worker(RunOptions const& options)> on_device; // called and freed by the thread of each device
    // Gets each gift: from a device of this process, of another process, or of an earlier run. One call at a time.
    std::function<void(std::string const& gift)> take;
};

// Does the jobs on each of options.devices, or on options.device if there are none. Jobs are dealt by `policy` unless
// the options name another one. It is not hand_over, which would end jobs under way, and have them done again. A
// checkpoint may come from a run with another number of jobs: gifts of higher jobs stay in the file. Returns: the
// result, whose roots are jobs. Throws InputError if the checkpoint has another subject or part, and throws as SharedRun
// does.
RunResult run_numbered(RunOptions const& options, DealPolicy policy, NumberedJobs const& jobs);

} // namespace cerrado
