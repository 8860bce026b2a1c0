// The consumer's end of the store: takes records off the ring, gives them the ids of the user's file and hands them to
// the sink.
#pragma once

#include <cerrado/output/detail/store_ring.hpp>
#include <cerrado/run/session/session.hpp>

#include <exception>

namespace cerrado {

// The ring as a backend offers it to the consumer.
class StoreBlocks {
public:
    virtual ~StoreBlocks() = default;

    // For RunOptions::device_sink they were handed over already, and must not be read. Else: the next records that are
    // all written, whole blocks where the search is quick; empty when none are there. Valid until the next call, which
    // gives their memory back to the producers. `ended`: no worker is at work any more, so whatever is left comes too.
    virtual std::span<VertexId const> next(bool ended) = 0;
    // From now on producers discard their records, and none waits. next() is not called again.
    virtual void close() = 0;
};

// The sizes of a ring whose blocks take `block_bytes`, or as many records as the options ask for.
struct StorePlan {
    std::uint32_t block_bits = 0;
    std::uint32_t ring_bits = 0;
    std::uint64_t block_entries = 0; // vertices of a block
    std::uint64_t ring_entries = 0;
};
StorePlan plan_store(Session const& session, std::uint64_t block_bytes, std::uint64_t blocks);
// What such a ring takes, the ids of the vertices included; 0 where the application stores nothing.
std::uint64_t store_bytes(Session const& session, std::uint64_t block_bytes, std::uint64_t blocks);

// Original ids as producers write them into records: one per vertex where all have 32 bits and they are not the
// vertices' own numbers. Else empty; then the consumer looks them up.
std::vector<std::uint32_t> narrow_ids(Session const& session);

// How many records of `block`, from its beginning, can be taken: all below what was written of it, where so many were
// reserved and none is still being written. Else `taken` as before. `written` must have been read before `reserved`.
std::uint64_t takeable_records(StoreRef const& store, std::uint64_t block, std::uint64_t written,
                               std::uint64_t reserved, std::uint64_t taken);

// How long records may lie in a block that is not full.
inline constexpr double store_patience_seconds = 0.02;

class StoreConsumer {
public:
    // `blocks` is null where the application stores nothing.
    StoreConsumer(Session const& session, StoreBlocks* blocks);

    // Delivers what is ready, for some milliseconds at most; false when nothing was. What the sink throws is kept for
    // rethrow(), and the ring is closed.
    bool drain(bool ended = false);
    std::uint64_t delivered() const { return delivered_; } // subgraphs
    bool cut() const { return cut_; }                      // there were more than RunOptions::limit
    bool failed() const { return failure_ != nullptr; }
    // From now on records are discarded, and `failure` is what rethrow() throws.
    void fail(std::exception_ptr failure);
    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    void deliver_piece();
    void hand_over_wide(std::span<VertexId const> piece);
    void hand_over(std::span<OriginalId const> ids);
    void close();

    Session const& session_;
    StoreBlocks* blocks_;
    std::size_t width_;
    std::uint64_t piece_records_ = ~std::uint64_t{0}; // handed over between two looks at the clock
    std::span<OriginalId const> names_;               // of the vertices in records; empty: records hold ids
    std::span<VertexId const> waiting_;               // taken off the ring, not yet delivered
    std::vector<OriginalId> ids_;
    std::uint64_t delivered_ = 0;
    bool cut_ = false;
    bool closed_ = false;
    std::exception_ptr failure_;
};

} // namespace cerrado
