// A shared run whose members are in several processes, as one of them sees it.
#pragma once

#include <cerrado/run/ranks/clerk.hpp>
#include <cerrado/run/ranks/distant_deal.hpp>

#include <memory>

namespace cerrado {

class RankRun {
public:
    // Waits until all ranks have come. `devices`: of this process. Rank 0 deals by `policy`. Throws Error if a rank does
    // not come.
    RankRun(Ranks& ranks, std::vector<DeviceName> const& devices, DealPolicy policy);
    ~RankRun();

    Deal& deal() { return *deal_; }
    std::size_t first_member() const { return first_; } // of this process

    // Waits until all members have ended. Returns: what each did; nothing on other ranks than 0. Rethrows why a member of
    // another rank failed, if the run cannot do without it.
    std::vector<DeviceShare> finish();

private:
    void meet(std::vector<DeviceName> const& devices, DealPolicy policy);
    void greet(std::vector<DeviceName> const& devices);
    void join_clerks();

    Ranks& ranks_;
    RunLines const lines_;
    std::size_t first_ = 0;
    std::unique_ptr<Deal> deal_;
    LocalDeal* local_ = nullptr; // of rank 0
    std::deque<Clerk> clerks_;
    std::exception_ptr failure_; // of a member of another rank
};

} // namespace cerrado
