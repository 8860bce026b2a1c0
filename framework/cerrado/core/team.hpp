// A few threads that one caller keeps for a series of short parallel steps.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace cerrado {

// One of the equal parts of a step.
struct Member {
    int index = 0;
    int count = 1;

    // This member's part of `items`: contiguous, and in the order of the members.
    std::size_t begin(std::size_t items) const { return part(items, index); }
    std::size_t end(std::size_t items) const { return part(items, index + 1); }

    // Calls visit(i) for the items of this member's part, in their order.
    template <class Visit> void for_part_of(std::size_t items, Visit const& visit) const {
        std::size_t const last = end(items);
        for (std::size_t i = begin(items); i < last; ++i) visit(i);
    }

private:
    std::size_t part(std::size_t items, int i) const {
        auto const members = static_cast<std::size_t>(count);
        auto const before = static_cast<std::size_t>(i);
        return items / members * before + std::min(items % members, before);
    }
};

// The caller and threads that wait between steps. A step has as many parts, called members, as the team has threads,
// and whoever is there takes the next: a thread that the system keeps from running holds up nobody. Where the system
// has no more threads, the team is smaller.
class Team {
public:
    explicit Team(int members = 1);
    ~Team();
    Team(Team const&) = delete;
    Team& operator=(Team const&) = delete;

    int size() const { return static_cast<int>(members_); }

    // One step: calls body(member) for every member, on any thread; returns when all calls have. Rethrows what one of
    // them threw.
    void run(std::function<void(Member)> const& body);

private:
    void serve();
    void take_parts();

    std::atomic<std::uint32_t> step_ = 0;  // begun so far
    std::atomic<std::uint32_t> taken_ = 0; // parts of the step; once all are, it may count on
    std::atomic<std::uint32_t> left_ = 0;  // parts of the step that have not ended
    std::atomic<bool> over_ = false;
    std::function<void(Member)> const* body_ = nullptr; // read by who has taken a part of the step
    std::uint32_t members_ = 1;
    std::mutex failure_mutex_;
    std::exception_ptr failure_;
    std::vector<std::jthread> threads_;
};

// Of the machine, at least 1. Asked for once: the system takes as long to say as a small graph to prepare.
int hardware_threads();

// Members that are worth their start for so much work (entries of an array read, say), at most `threads`; 0: one per
// hardware thread.
int team_size(std::uint64_t work, int threads);

} // namespace cerrado
