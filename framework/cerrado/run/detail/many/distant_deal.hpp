// A run that several processes share: its messages, the deal of a rank, and the clerks of rank 0.
#pragma once

#include <cerrado/contract/detail/bytes.hpp>
#include <cerrado/run/detail/many/deal.hpp>
#include <cerrado/run/detail/many/local_deal.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/ranks.hpp>

#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

namespace cerrado {

// The messages between members of a shared run and the clerks of rank 0, as bytes.

// Each request gets one answer, except a report, which gets none.
enum class Request : std::uint8_t { arrive, begin, next, report, leave, lose, exchange, grant, agree, end };

// An answer begins with one of these. A failure follows `failed`.
enum class Answer : std::uint8_t { done, failed };

void put(ByteWriter& to, std::vector<DeviceName> const& devices);
void get(ByteReader& from, std::vector<DeviceName>& devices);

// Writes the failure's message, and whether the caller can mend its cause.
void put_failure(ByteWriter& to, std::exception_ptr const& failure);
std::exception_ptr get_failure(ByteReader& from, std::string const& who);

// The deal for members in other processes than rank 0's: each member asks its clerk in that process.

// The lines of a shared run. Each member has two lines: one for questions and answers, and one for the stop flag, which
// rank 0 sends unasked.
struct RunLines {
    std::uint64_t run; // see Ranks::next_run()

    static constexpr std::uint64_t of_a_run = 1 << 16;
    std::uint64_t greeting() const { return run * of_a_run; }
    std::uint64_t member(std::size_t device) const { return greeting() + 1 + 2 * device; }
    std::uint64_t stops(std::size_t device) const { return member(device) + 1; }
};

class DistantDeal final : public Deal {
public:
    // This process has the `count` members first, first + 1, and so on.
    DistantDeal(Ranks& ranks, RunLines lines, std::size_t first, std::size_t count, bool has_several_kinds);
    ~DistantDeal() override;

    std::atomic<bool>& stop(std::size_t member) override { return of(member).stop; }
    void arrive(std::size_t member, int workers) override;
    bool end(std::size_t member, std::exception_ptr const& failure) override;
    bool is_first(std::size_t) const override { return false; }
    int workers_of_all() const override { return workers_of_all_; }
    bool has_several_kinds() const override { return has_several_kinds_; }
    bool has_several_processes() const override { return true; }
    void begin(std::size_t member, std::string const& what, WorkLeft work) override;
    std::optional<WorkLeft> next(std::size_t member) override;
    void report(std::size_t member, Progress const& progress, double part) override;
    void leave(std::size_t member, WorkLeft work, RunResult const& result) override;
    bool lose(std::size_t member, std::string const& why) override;
    std::vector<ResultOfMember> exchange(std::size_t member, MemberResult const& mine) override;
    void leave_exchange(std::size_t, std::function<std::string()> const&) override {}
    WorkLeft const& left(std::size_t member) const override { return of(member).left; }
    Status status(std::size_t member) const override { return of(member).status; }
    double seconds_of_jobs(std::size_t member) const override { return of(member).seconds; }
    std::uint64_t grant(std::size_t member, std::uint64_t subgraphs, std::uint64_t limit) override;
    std::vector<std::int64_t> agree(std::size_t member, std::string const& what,
                                    std::function<std::vector<std::int64_t>()> const& make) override;
    void interrupt() override;
    std::optional<Progress> progress() const override { return std::nullopt; } // rank 0 shows the progress

private:
    struct Member {
        // Takes a stop flag from rank 0, if none that rank 0 said later is here. An answer and an unasked flag come on
        // two lines, so either may be first.
        void take_stop(ByteReader& from);

        std::atomic<bool> stop = false;
        std::mutex mutex;
        std::uint64_t said = 0; // the number of the flag, from 1
        // These are set by an exchange.
        std::string sum;
        WorkLeft left;
        Status status = Status::complete;
        double seconds = 0;
    };

    Member& of(std::size_t member) { return members_[member - first_]; }
    Member const& of(std::size_t member) const { return members_[member - first_]; }
    void tell(std::size_t member, ByteWriter const& question);
    ByteReader ask(std::size_t member, ByteWriter const& question, std::string& answer);

    Ranks& ranks_;
    RunLines const lines_;
    std::size_t const first_;
    bool const has_several_kinds_;
    std::atomic<int> workers_of_all_ = 1;
    std::deque<Member> members_;
};

// A clerk is a thread of rank 0 that answers the questions of one member of another rank.

class Clerk {
public:
    // Serves the device number `device` of rank `rank`, which is member number `member` of the deal.
    Clerk(Ranks& ranks, RunLines lines, LocalDeal& deal, int rank, std::size_t device, std::size_t member);

    // Waits until the member has ended. Returns: the failure with which the run fails; null if it does not.
    std::exception_ptr join();

private:
    void serve();
    bool answer(ByteReader& question);
    void answer_request(Request request, ByteReader& question, ByteWriter& to);
    void answer_exchange(ByteReader& question, ByteWriter& to);
    void tell_stop();
    void put_stop(ByteWriter& to, bool stop);

    Ranks& ranks_;
    RunLines const lines_;
    LocalDeal& deal_;
    int const rank_;
    std::size_t const device_;
    std::size_t const member_;
    bool told_ = false;      // the stop flag that the member got last
    std::uint64_t said_ = 0; // how many it got
    std::exception_ptr failure_;
    std::jthread thread_;
};

// The part of one process in a run whose members are in several processes.

class RankRun {
public:
    // Waits until all ranks have called it. `devices`: the devices of this process. Rank 0 deals by `policy`. Throws
    // Error if a rank has ended.
    RankRun(Ranks& ranks, std::vector<DeviceName> const& devices, DealPolicy policy);
    ~RankRun();

    Deal& deal() { return *deal_; }
    std::size_t first_member() const { return first_; } // the first member of this process

    // Waits until all members have ended. Returns: on rank 0 the work that each device did; on other ranks nothing.
    // Rethrows the failure of a member of another rank if the run cannot go on without it.
    std::vector<DeviceShare> finish();

private:
    void meet(std::vector<DeviceName> const& devices, DealPolicy policy);
    void greet(std::vector<DeviceName> const& devices);
    void join_clerks();

    Ranks& ranks_;
    RunLines const lines_;
    std::size_t first_ = 0;
    std::unique_ptr<Deal> deal_;
    LocalDeal* local_ = nullptr; // null on other ranks than 0
    std::deque<Clerk> clerks_;
    std::exception_ptr failure_; // the failure of a member of another rank
};

} // namespace cerrado
