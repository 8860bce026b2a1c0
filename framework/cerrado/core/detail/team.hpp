// A few threads that one caller keeps for a series of short parallel steps.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>

namespace cerrado {

// One of the equal parts of a step.
struct Member {
    int index = 0;
    int count = 1;

    // This member's part of `items` is contiguous. The parts are in the order of the members.
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

// The caller and threads that wait between steps. A step has as many parts, called members, as the team has threads.
// Any free thread takes the next part. So nobody waits for a thread that the system does not run. If the system gives
// fewer threads, the team is smaller.
class Team {
public:
    explicit Team(int members = 1);
    ~Team();
    Team(Team const&) = delete;
    Team& operator=(Team const&) = delete;

    int size() const { return static_cast<int>(members_); }

    // One step: calls body(member) for every member, on any thread, and returns when all calls have returned. Rethrows
    // what one of them threw.
    void run(std::function<void(Member)> const& body);

private:
    void serve();
    void take_parts();

    std::atomic<std::uint32_t> step_ = 0; // steps begun so far
    // number of the next part of the step; may be too large after all parts are taken
    std::atomic<std::uint32_t> taken_ = 0;
    std::atomic<std::uint32_t> left_ = 0; // parts of the step that have not ended
    std::atomic<bool> over_ = false;
    std::function<void(Member)> const* body_ = nullptr; // the threads that have taken a part of the step read these
    std::uint32_t members_ = 1;
    struct Threads; // hides <thread> and <mutex> from the files that use a team
    std::unique_ptr<Threads> threads_;
};

// The machine's hardware threads, at least 1. The system is asked only once, because its answer takes as long as
// preparing a small graph.
int hardware_threads();

// Returns: a number of members such that the work of each is worth its start; at most `threads`. `work` is, say, the
// number of array entries to read. If `threads` is 0, the limit is one member per hardware thread.
int team_size(std::uint64_t work, int threads);

} // namespace cerrado
