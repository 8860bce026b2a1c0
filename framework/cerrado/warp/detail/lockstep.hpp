// The checking Warp: a thread for each lane, and a barrier in every collective. It is slow, but ThreadSanitizer reports a
// missing sync. Without a sanitizer the lanes take turns on one thread, see lane_turns.hpp.
#pragma once

// True if an application is compiled for the device lockstep, too. This takes an eighth of the time that its host code
// takes to compile. If the build's option CERRADO_LOCKSTEP is OFF, the bundled applications are not compiled for it,
// and a run on it is refused.
#if !defined(CERRADO_HAS_LOCKSTEP)
#define CERRADO_HAS_LOCKSTEP 1
#endif

#include <cerrado/warp/detail/host_atomics.hpp>
#include <cerrado/warp/detail/lane_turns.hpp>

#include <atomic>
#include <cstring>
#include <functional>
#if CERRADO_LANES_ARE_THREADS
#include <pthread.h>
#include <thread>
#include <vector>
#endif

namespace cerrado {

// A lane of a lockstep warp throws this in a collective that another lane has left for good.
struct LaneLeft {};

// The barrier of some lanes, which run() runs.
#if CERRADO_LANES_ARE_THREADS
class LaneBarrier {
public:
    explicit LaneBarrier(int lanes) : lanes_(lanes) {
        pthread_barrier_init(&barrier_, nullptr, static_cast<unsigned>(lanes));
    }
    ~LaneBarrier() { pthread_barrier_destroy(&barrier_); }
    LaneBarrier(LaneBarrier const&) = delete;

    // Requires: body throws nothing.
    void run(std::function<void(int)> const& body) {
        std::vector<std::jthread> threads;
        for (int lane = 0; lane < lanes_; ++lane) threads.emplace_back([&body, lane] { body(lane); });
    }
    void pass(int) { pthread_barrier_wait(&barrier_); } // ThreadSanitizer knows this barrier

private:
    int const lanes_;
    pthread_barrier_t barrier_;
};
#else
using LaneBarrier = LaneTurns;
#endif

// The shared state of one lockstep warp's lanes.
template <int Width> class LockstepTileGroup {
    static_assert(Width == 1 || Width == 8 || Width == 16 || Width == 32, "the widths of a GPU's tiles");

public:
    static constexpr int width = Width;

    LockstepTileGroup() : barrier_(width) {}
    LockstepTileGroup(LockstepTileGroup const&) = delete;
    LockstepTileGroup& operator=(LockstepTileGroup const&) = delete;

    // Calls body(lane) for each lane. All calls go on at the same time, or in turns.
    void run(std::function<void(int)> const& body) { barrier_.run(body); }

    // Waits until all lanes arrived. Throws LaneLeft if one of them arrived by leave().
    void arrive_and_wait(int lane) {
        std::uint64_t const arrival = ++arrivals_[lane];
        barrier_.pass(lane);
        if (arrival == left_at_.load(std::memory_order_relaxed)) throw LaneLeft();
    }
    // A lane has nothing more to do. It waits until the other lanes have nothing to do, or throw LaneLeft.
    void end(int lane) {
        ++arrivals_[lane];
        barrier_.pass(lane);
    }
    // The same for a lane that cannot go on. Returns: true for one of the lanes that do this.
    bool leave(int lane) {
        bool const is_first = left_at_.exchange(arrivals_[lane] + 1, std::memory_order_relaxed) == 0;
        end(lane);
        return is_first;
    }

    std::uint64_t slot[width] = {};

private:
    LaneBarrier barrier_;
    std::uint64_t arrivals_[width] = {};     // by lane; all lanes arrive equally often
    std::atomic<std::uint64_t> left_at_ = 0; // the arrival at which a lane left; 0: none did
};

// 32 lanes are a whole warp; fewer are a narrow tile, which takes fewer threads.
template <int Width> class LockstepTile : public HostAtomics {
public:
    using Group = LockstepTileGroup<Width>;
    static constexpr int width = Width;
    static constexpr bool notes_visits = true; // see contract/notes.hpp

    LockstepTile(Group& group, int lane) : group_(&group), lane_(lane) {}

    CERRADO_FN int lane() const { return lane_; }
    CERRADO_FN bool any(bool flag) const { return ballot(flag) != 0; }
    CERRADO_FN LaneMask ballot(bool flag) const {
        LaneMask mask = 0;
        exchange(flag, [&](int lane, bool value) { mask |= LaneMask{value} << lane; });
        return mask;
    }
    CERRADO_FN int rank_below(LaneMask mask) const { return popcount(mask & ((LaneMask{1} << lane_) - 1)); }
    template <class T> CERRADO_FN T shuffle(T value, int source) const {
        T result{};
        exchange(value, [&](int lane, T other) {
            if (lane == source) result = other;
        });
        return result;
    }
    template <class T> CERRADO_FN T reduce_add(T value) const {
        T sum{};
        exchange(value, [&](int, T other) { sum += other; });
        return sum;
    }
    CERRADO_FN std::uint32_t reduce_max(std::uint32_t value) const {
        std::uint32_t most = 0;
        exchange(value, [&](int, std::uint32_t other) { most = most < other ? other : most; });
        return most;
    }
    CERRADO_FN std::uint32_t reduce_or(std::uint32_t value) const {
        std::uint32_t all = 0;
        exchange(value, [&](int, std::uint32_t other) { all |= other; });
        return all;
    }
    CERRADO_FN std::uint32_t reduce_xor(std::uint32_t value) const {
        std::uint32_t all = 0;
        exchange(value, [&](int, std::uint32_t other) { all ^= other; });
        return all;
    }
    CERRADO_FN std::uint32_t reduce_min(std::uint32_t value) const {
        std::uint32_t least = value;
        exchange(value, [&](int, std::uint32_t other) { least = least < other ? least : other; });
        return least;
    }
    CERRADO_CALLS_HOST CERRADO_FN void sync() const { group_->arrive_and_wait(lane_); }

    CERRADO_CALLS_HOST template <class T> static CERRADO_FN T lane_add(T* cell, T value) {
        return std::atomic_ref<T>(*cell).fetch_add(value, std::memory_order_relaxed);
    }
    CERRADO_CALLS_HOST static CERRADO_FN std::uint32_t lane_cas(std::uint32_t* cell, std::uint32_t expected,
                                                                std::uint32_t desired) {
        std::atomic_ref<std::uint32_t>(*cell).compare_exchange_strong(expected, desired, std::memory_order_relaxed);
        return expected;
    }

private:
    // It is not inline, because in longer functions GCC 12 warns of variables that it takes for uninitialized ones.
    // Every lane posts a value, then visits all values. The second barrier keeps the slots until all lanes have read.
    CERRADO_CALLS_HOST template <class T, class Visit>
    [[gnu::noinline]] CERRADO_FN void exchange(T value, Visit visit) const {
        static_assert(sizeof(T) <= sizeof(std::uint64_t));
        std::memcpy(&group_->slot[lane_], &value, sizeof(T));
        sync();
        for (int lane = 0; lane < width; ++lane) {
            T other;
            std::memcpy(&other, &group_->slot[lane], sizeof(T));
            visit(lane, other);
        }
        sync();
    }

    Group* group_;
    int lane_;
};

// The lanes of a run on the device lockstep. Sanitizer builds may use fewer lanes: they are quicker, and they cover the
// code of narrow tiles.
#if !defined(CERRADO_LOCKSTEP_LANES)
#define CERRADO_LOCKSTEP_LANES 32
#endif
using LockstepWarp = LockstepTile<CERRADO_LOCKSTEP_LANES>;
using LockstepGroup = LockstepWarp::Group;

static_assert(Warp<LockstepTile<8>> && Warp<LockstepTile<16>> && Warp<LockstepWarp>);

} // namespace cerrado
