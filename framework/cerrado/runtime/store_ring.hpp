// The consumer's end of aggregate_store: takes records off the ring in the order of their tickets and hands them to the sink.
#pragma once

#include <cerrado/runtime/session.hpp>
#include <cerrado/traversal/store.hpp>

#include <exception>

namespace cerrado {

inline constexpr std::uint64_t store_capacity = std::uint64_t{1} << 15; // records; a multiple of every warp's width

class StoreConsumer {
public:
    StoreConsumer(Session const& session, StoreRef const& store) : session_(session), store_(store) {}

    // Delivers what is ready, for some milliseconds at most; false when nothing was. What the sink throws is kept for rethrow(), and the rest is discarded, so that
    // no producer waits forever.
    bool drain();
    bool failed() const { return failure_ != nullptr; }
    // From now on records are discarded, and `failure` is what rethrow() throws.
    void fail(std::exception_ptr failure) { failure_ = std::move(failure); }
    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    Session const& session_;
    StoreRef store_;
    std::uint64_t taken_ = 0;
    std::vector<OriginalId> record_;
    std::exception_ptr failure_;
};

} // namespace cerrado
