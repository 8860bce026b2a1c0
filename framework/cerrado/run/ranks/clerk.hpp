// Rank 0's part in the talk with a member of another rank: a thread that does what the member asks for.
#pragma once

#include <cerrado/run/many/local_deal.hpp>
#include <cerrado/run/ranks/distant_deal.hpp>

#include <thread>

namespace cerrado {

class Clerk {
public:
    // For the device `device` of `rank`, which is `member` of the deal.
    Clerk(Ranks& ranks, RunLines lines, LocalDeal& deal, int rank, std::size_t device, std::size_t member);

    // Waits until the member has ended. Returns: why the run fails; null if it does not.
    std::exception_ptr join();

private:
    void serve();
    bool answer(ByteReader& question);
    void answer_request(Request request, ByteReader& question, ByteWriter& to);
    void answer_exchange(ByteReader& question, ByteWriter& to);
    void tell_stop();

    Ranks& ranks_;
    RunLines const lines_;
    LocalDeal& deal_;
    int const rank_;
    std::size_t const device_;
    std::size_t const member_;
    bool told_ = false; // what the member last heard of its stop
    std::exception_ptr failure_;
    std::jthread thread_;
};

} // namespace cerrado
