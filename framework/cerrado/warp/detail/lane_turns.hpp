// The lanes of a lockstep warp on one thread: each has a stack of its own, and they take turns. A lane runs until the next
// barrier, then the next lane does, by turns from the first to the last and from the last to the first. So a lane that
// reads too early what another writes reads it too early now and then. A barrier costs a few microseconds; 32 threads on
// two cores take a hundred times that.
//
// Sanitizers do not follow such stacks, and ThreadSanitizer shall see the lanes race. So their builds have a thread for
// each lane.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__linux__)
#define CERRADO_LANES_ARE_THREADS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define CERRADO_LANES_ARE_THREADS 1
#endif
#endif
#if !defined(CERRADO_LANES_ARE_THREADS)
#define CERRADO_LANES_ARE_THREADS 0
#endif

#if !CERRADO_LANES_ARE_THREADS

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <functional>
#include <memory>
#include <ucontext.h>
#include <utility>

namespace cerrado {

class LaneTurns {
public:
    explicit LaneTurns(int lanes) : lanes_(lanes), all_(new Lane[static_cast<std::size_t>(lanes)]) {}
    LaneTurns(LaneTurns const&) = delete;

    // Calls body(lane) for each lane, and returns when all calls have returned. Rethrows what one of them threw first.
    void run(std::function<void(int)> const& body) {
        body_ = &body;
        step_ = 1;
        for (int i = 0; i < lanes_; ++i) all_[i].begin(*this, i);
        swap(main_, all_[0].place);
        if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    }

    // The lane that calls it has arrived. Returns when all others that have not ended have arrived, too.
    void pass(int lane) { go_on_from(lane); }

private:
    static constexpr std::size_t stack_bytes = std::size_t{4} << 20;

    // A place in a program, with what the C++ runtime knows of the exceptions that are handled there.
    struct Place {
        ucontext_t context{};
        struct {
            void* caught = nullptr;
            unsigned uncaught = 0;
        } exceptions;
    };
    struct Lane {
        Place place;
        std::unique_ptr<std::byte[]> stack; // its pages are given when they are used
        bool has_ended = false;

        void begin(LaneTurns& turns, int number) {
            if (!stack) stack = std::make_unique_for_overwrite<std::byte[]>(stack_bytes);
            has_ended = false;
            place = {};
            ::getcontext(&place.context);
            place.context.uc_stack.ss_sp = stack.get();
            place.context.uc_stack.ss_size = stack_bytes;
            place.context.uc_link = nullptr;
            auto const address = reinterpret_cast<std::uintptr_t>(&turns);
            ::makecontext(&place.context, reinterpret_cast<void (*)()>(enter), 3, static_cast<unsigned>(address >> 32),
                          static_cast<unsigned>(address), number);
        }
    };

    static void enter(unsigned high, unsigned low, int number) {
        auto* const turns = reinterpret_cast<LaneTurns*>(static_cast<std::uintptr_t>(high) << 32 | low);
        try {
            (*turns->body_)(number);
        } catch (...) {
            if (!turns->failure_) turns->failure_ = std::current_exception();
        }
        turns->all_[number].has_ended = true;
        turns->go_on_from(number);
    }

    // Lets the next lane that has not ended go on. The last one goes first in the next turn, the other way round. If all
    // have ended, the caller of run() goes on.
    void go_on_from(int lane) {
        Place& here = all_[lane].place;
        int next = next_after(lane);
        if (next < 0) {
            step_ = -step_;
            if (!all_[lane].has_ended) return;
            next = next_after(lane);
        }
        swap(here, next < 0 ? main_ : all_[next].place);
    }
    // Returns: the next lane that has not ended, or -1.
    int next_after(int lane) const {
        for (int next = lane + step_; next >= 0 && next < lanes_; next += step_) {
            if (!all_[next].has_ended) return next;
        }
        return -1;
    }

    static void swap(Place& from, Place& to) {
        void* const exceptions = abi::__cxa_get_globals();
        static_assert(sizeof from.exceptions == 2 * sizeof(void*));
        std::memcpy(&from.exceptions, exceptions, sizeof from.exceptions);
        std::memcpy(exceptions, &to.exceptions, sizeof to.exceptions);
        ::swapcontext(&from.context, &to.context);
    }

    int const lanes_;
    std::unique_ptr<Lane[]> const all_;
    std::function<void(int)> const* body_ = nullptr;
    std::exception_ptr failure_;
    int step_ = 1; // to the next lane
    Place main_;
};

} // namespace cerrado

#endif
