// The agreement of the members of a shared run: which member does which jobs, the sum of all results, and the end of
// the run. A member is the thread of a device. The deal is in the member's process or in another one; see
// distant_deal.hpp.
#pragma once

#include <cerrado/run/detail/session/member.hpp>
#include <cerrado/run/options.hpp>

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cerrado {

class Deal {
public:
    virtual ~Deal() = default;

    // Returns: the flag that ends the member's part.
    virtual std::atomic<bool>& stop(std::size_t member) = 0;
    // The member calls it when its device is ready. `workers`: about how many workers the device has. Waits for all
    // members.
    virtual void arrive(std::size_t member, int workers) = 0;
    // The member calls it when its program has ended. `failure`: why the program failed; null if it did not. Returns:
    // whether the whole run fails.
    virtual bool end(std::size_t member, std::exception_ptr const& failure) = 0;

    // See the functions of MemberOfRun.
    virtual bool is_first(std::size_t member) const = 0;
    virtual int workers_of_all() const = 0;
    virtual bool has_several_kinds() const = 0;
    virtual bool has_several_processes() const = 0;
    virtual void begin(std::size_t member, std::string const& what, WorkLeft work) = 0;
    virtual std::optional<WorkLeft> next(std::size_t member) = 0;
    virtual void report(std::size_t member, Progress const& progress, double part) = 0;
    virtual void leave(std::size_t member, WorkLeft work, RunResult const& result) = 0;
    virtual bool lose(std::size_t member, std::string const& why) = 0;
    virtual std::vector<ResultOfMember> exchange(std::size_t member, MemberResult const& mine) = 0;
    virtual void leave_exchange(std::size_t member, std::function<std::string()> const& sum) = 0;
    virtual WorkLeft const& left(std::size_t member) const = 0;
    virtual Status status(std::size_t member) const = 0;
    virtual double seconds_of_jobs(std::size_t member) const = 0;
    virtual std::uint64_t grant(std::size_t member, std::uint64_t subgraphs, std::uint64_t limit) = 0;
    virtual std::vector<std::int64_t> agree(std::size_t member, std::string const& what,
                                            std::function<std::vector<std::int64_t>()> const& make) = 0;

    // Ends the run at once.
    virtual void interrupt() = 0;
    // Returns: the progress of the jobs that are being shared; nothing if there are none, or if another process shows
    // the progress.
    virtual std::optional<Progress> progress() const = 0;
};

} // namespace cerrado
