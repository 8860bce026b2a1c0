// One run on several devices. Each device has a thread, its member of the run. The member does the same steps as a run
// on that device alone: it numbers the graph, plans, and makes the same jobs. Only the work is shared: members take
// jobs from the dealer until all are done. Then each member adds up the results of all members. So all members go on
// with the same result, and one of them returns it.
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

// A device's part in a shared run. Only the device's thread calls it.
class MemberOfRun {
public:
    std::size_t index() const { return index_; }
    bool is_first() const;          // true for the first member that is not gone
    int workers_of_all() const;     // about how many workers all devices have; jobs are cut for them
    bool has_several_kinds() const; // true if the devices are of several kinds
    bool has_several_processes() const;

    // All members call it to begin to share the jobs in `work`. `what` describes the run, and must be the same for all.
    // Waits for all members.
    void begin(std::string const& what, WorkLeft work);
    // Returns: work for this device; nothing if no work is left for any device, or if the run ends.
    std::optional<WorkLeft> next();
    // Called while the device works. `part`: how much of its work is done, from 0 to 1.
    void report(Progress const& progress, double part);
    // The device has ended the work that next() gave it. `result`: its result. `work`: the work that it leaves.
    void leave(WorkLeft work, RunResult const& result);
    // The device failed at the work that next() gave it, and other devices are to do it. Returns: false if none can.
    bool lose(std::string const& why);
    // exchange() waits for all members. Returns: the results of the members that had work. They are valid until
    // leave_exchange(). `sum` returns the sum of all results as bytes, for members in other processes; it is called for
    // one member only.
    std::vector<ResultOfMember> exchange(MemberResult const& mine);
    void leave_exchange(std::function<std::string()> const& sum);
    // left() is the work that all members together left, and status() is the reason. Requires: exchange() has ended.
    WorkLeft const& left() const;
    Status status() const;
    double seconds_of_jobs() const; // seconds since all members began the jobs
    // Returns: how many traversals the device's workers donated in this run. `in_part`: how many they donated in its
    // present part.
    std::uint64_t donated_in_run(std::uint64_t in_part);

    // Returns: how many of `subgraphs` subgraphs this member may still deliver. All members together may deliver
    // `limit`.
    std::uint64_t grant(std::uint64_t subgraphs, std::uint64_t limit);

    // The first member calls make(). Returns: what it made, on all members. `what` names it, and must be the same for
    // all. Waits for all members.
    std::vector<std::int64_t> agree(std::string const& what, std::function<std::vector<std::int64_t>()> const& make);

    // Has the thread that called run() call what(), because only that thread calls the caller's functions. Waits for
    // its end.
    void call(std::function<void()> const& what);

    // Tells the dealer that the device does about `jobs` jobs at the same time, so that shares are not much smaller.
    // Waits for all members.
    void has_room(std::uint64_t jobs);
    // Returns: whether the caller must take the gifts of a member of another process. It is true for one member of each
    // process.
    bool takes_from(std::size_t distant_member);

    MemberOfRun(Crew& crew, Deal& deal, std::size_t index) : crew_(crew), deal_(deal), index_(index) {}

private:
    Crew& crew_;
    Deal& deal_;
    std::size_t const index_;
    std::uint64_t begun_ = 0;                        // how often begin() was called
    std::uint64_t donated_ = 0, donated_before_ = 0; // donated in the run, and in its earlier parts
};

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
// the options name another one. A checkpoint may come from a run with another number of jobs: gifts of higher jobs stay
// in the file. Returns: the result, whose roots are jobs. Throws InputError if the checkpoint has another subject or
// part, and throws as SharedRun does.
RunResult run_numbered(RunOptions const& options, DealPolicy policy, NumberedJobs const& jobs);

} // namespace cerrado
