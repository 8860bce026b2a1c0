// A device of a run that several devices do together, as the run on that device sees it.
#pragma once

#include <cerrado/run/detail/jobs/jobs.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/result.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cerrado {

class Crew;
class Deal;

// A member's result of its shares of the jobs. `bytes` returns it in the form of a checkpoint, for members in other
// processes.
struct MemberResult {
    RunResult const* result = nullptr; // null if the member had no work
    std::function<std::string()> bytes = {};
};

// The result of one member: `result` if it is in this process, else `bytes`. The other one is null.
struct ResultOfMember {
    RunResult const* result = nullptr;
    std::string const* bytes = nullptr;
};

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

} // namespace cerrado
