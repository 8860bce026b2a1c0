// One run on several devices. Each device has a thread, its member of the run, which does what a run on that device
// alone would do: it numbers the graph, plans, and makes the same jobs. Only the jobs are shared: members take theirs
// from the dealer until all are done, and then each adds up what all counted. So all members go on with the same result,
// whatever the program around the run makes of it, and one of them gives it.
#pragma once

#include <cerrado/core/error.hpp>
#include <cerrado/run/many/deal.hpp>
#include <cerrado/run/many/devices_of_run.hpp>
#include <cerrado/run/parts/checkpoint.hpp>
#include <cerrado/traversal/job.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace cerrado {

class Crew;

// A device's part in a shared run. Only its own thread calls it.
class MemberOfRun {
public:
    std::size_t index() const { return index_; }
    bool is_first() const;          // of those that are there
    int workers_of_all() const;     // of all devices, about: jobs are cut for them
    bool has_several_kinds() const; // of devices
    bool has_several_processes() const;

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
    // Waits for all. Returns: the results of the members that had work. They are there until leave_exchange(). `sum`
    // makes bytes of the sum of all, for members in other processes; only one is asked for it.
    std::vector<ResultOfMember> exchange(MemberResult const& mine);
    void leave_exchange(std::function<std::string()> const& sum);
    // What all members together left, and why. Requires: exchange() has ended.
    WorkLeft const& left() const;
    Status status() const;
    double seconds_of_jobs() const; // since all members had come to them
    // Returns: how many traversals the device's workers donated in this run, if they donated so many in its present part.
    std::uint64_t donated_in_run(std::uint64_t in_part);

    // Returns: how many of so many subgraphs may still be delivered, of `limit` that all members may deliver.
    std::uint64_t grant(std::uint64_t subgraphs, std::uint64_t limit);

    // The first member makes it, and all get it. `what` says what it is, and must be the same for all. Waits for all.
    std::vector<std::int64_t> agree(std::string const& what, std::function<std::vector<std::int64_t>()> const& make);

    // The thread that called run() does this: it calls the caller's functions. Waits for its end.
    void call(std::function<void()> const& what);

    // About so many jobs are done at the same time on the device: shares are not much smaller. Waits for all.
    void has_room(std::uint64_t jobs);
    // Returns: whether this process takes what the member of another process gave to the present jobs. One member of
    // each process is told to.
    bool takes_from(std::size_t distant_member);

    MemberOfRun(Crew& crew, Deal& deal, std::size_t index) : crew_(crew), deal_(deal), index_(index) {}

private:
    Crew& crew_;
    Deal& deal_;
    std::size_t const index_;
    std::uint64_t begun_ = 0;                        // how often jobs were begun
    std::uint64_t donated_ = 0, donated_before_ = 0; // in the run; in its parts before the present one
};

class SharedRun {
public:
    // `asked`: of the whole run. Throws InputError if a device is not there or is named twice.
    explicit SharedRun(RunOptions const& asked);

    // Calls program(options) for each device, on a thread of its own; options.member is the device's. This thread calls
    // the sinks and shows progress meanwhile. A device that lacks something (Error) is left out, if the others can do its
    // work. Rethrows what else a device's program threw.
    void run(std::function<void(RunOptions const&)> const& program);

    // What each device did.
    std::vector<DeviceShare> const& shares() const { return shares_; }

private:
    void run_here(std::function<void(RunOptions const&)> const& program);
    void run_on_ranks(std::function<void(RunOptions const&)> const& program);

    RunOptions const& asked_;
    std::vector<DeviceName> const devices_; // of this process
    std::vector<DeviceShare> shares_;
};

// Calls program(options) on each of options.devices, as members of one run; with one device and no other processes, on
// this thread. Returns: what the first gives.
template <class Result>
Result run_on_devices(RunOptions const& options, std::function<Result(RunOptions const&)> const& program) {
    if (options.devices.size() == 1 && options.ranks == nullptr) {
        OneDevice const one(options);
        return program(one.options());
    }
    SharedRun shared(options);
    std::map<std::size_t, Result> results; // all alike, but of devices that were left out
    std::mutex mutex;
    shared.run([&](RunOptions const& own) {
        Result result = program(own);
        std::lock_guard const lock(mutex);
        results.emplace(own.member->index(), std::move(result));
    });
    if (results.empty()) throw Error("the others do the work of this process, whose devices failed");
    Result first = std::move(results.begin()->second);
    describe_devices(first, shared.shares());
    return first;
}

// Jobs that an application does by itself, by number: random graphs, points of a polynomial, layers of a sum. Devices and
// processes share them, a checkpoint keeps what they have given, and a part of a run has some of them.
struct NumberedJobs {
    // These jobs are done, and gave this. A gift without jobs may come as well.
    using Done = std::function<void(JobRange jobs, std::string gift)>;
    // A device's work. run() does jobs until all are done, options.interrupt is set, or the application's time is over. It
    // sets the result's status, device, memory and seconds. Progress is of these jobs.
    struct Worker {
        std::uint64_t at_once = 1; // jobs that the device does at the same time: its shares are not much smaller
        std::function<void(std::vector<JobRange> const& jobs, RunOptions const& options, RunResult& result,
                           Done const& done)>
            run;
    };

    std::string what;                           // what the numbers are, and of what; the same for all members
    std::string job = "job";                    // what one is called
    std::uint64_t count = 0;                    // they are 0, 1 and so on
    std::function<CheckpointSubject()> subject; // asked for if there is a checkpoint
    std::function<Worker(RunOptions const& options)> on_device; // called and freed by the thread of each device
    // Gets each gift, whoever made it: a device of this process or of another one, or a run before. One call at a time.
    std::function<void(std::string const& gift)> take;
};

// Does the jobs on each device that `options` names, or on the one that they mean. Jobs are dealt by `policy`, if the options
// do not say how. A checkpoint may have been written by a run with another number of jobs: those beyond stay in the file.
// Returns: with roots as the number of jobs. Throws InputError for a checkpoint of another subject or part, and as
// SharedRun.
RunResult run_numbered(RunOptions const& options, DealPolicy policy, NumberedJobs const& jobs);

} // namespace cerrado
