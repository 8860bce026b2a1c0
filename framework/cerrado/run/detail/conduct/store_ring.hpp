// The consumer of the store: it takes records from the ring, replaces vertices by the ids of the user's file, and hands
// the records to the sink.
#pragma once

#include <cerrado/contract/detail/store_ring.hpp>
#include <cerrado/run/detail/session/session.hpp>

#include <exception>

namespace cerrado {

// The ring as a backend offers it to the consumer.
class StoreBlocks {
public:
    virtual ~StoreBlocks() = default;

    // Returns: the next records that are completely written; empty if there are none. If the search is quick, these are
    // whole blocks. They are valid until the next call, which gives their memory back to the producers. With
    // StoreInput::device_sink they were handed over already and must not be read. `ended`: all workers have ended, so
    // the call returns all remaining records.
    virtual std::span<VertexId const> next(bool ended) = 0;
    // From now on producers discard their records and do not wait. Requires: next() is not called again.
    virtual void close() = 0;
};

// The sizes of a ring. Its blocks take `block_bytes`, or have as many records as the options ask for.
struct StorePlan {
    std::uint32_t block_bits = 0;
    std::uint32_t ring_bits = 0;
    std::uint64_t block_entries = 0; // vertices of a block
    std::uint64_t ring_entries = 0;
};
StorePlan plan_store(RunSession const& session, std::uint64_t block_bytes, std::uint64_t blocks);
// Returns: the bytes of such a ring together with the ids of the vertices; 0 if the application stores nothing.
std::uint64_t store_bytes(RunSession const& session, std::uint64_t block_bytes, std::uint64_t blocks);

// Returns: original ids as producers write them into records, one per vertex. Empty unless all ids have 32 bits and
// differ from the vertices' own numbers. Longer ids are looked up by the consumer.
std::vector<std::uint32_t> narrow_ids(RunSession const& session);

// Returns: the number of records at the beginning of `block` that can be taken. These are all records if every reserved
// record is written; else it is `taken`, as before. Requires: `written` was read before `reserved`.
std::uint64_t takeable_records(StoreRef const& store, std::uint64_t block, std::uint64_t written,
                               std::uint64_t reserved, std::uint64_t taken);

// The time that records may wait in a block that is not full.
inline constexpr double store_patience_seconds = 0.02;

class StoreConsumer {
public:
    // `blocks` is null if the application stores nothing.
    StoreConsumer(RunSession const& session, StoreBlocks* blocks);

    // Delivers the records that are ready, for at most some milliseconds. Returns: false if there were none. If the
    // sink throws, the exception is kept for rethrow(), and the ring is closed.
    bool drain(bool ended = false);
    std::uint64_t delivered() const { return delivered_; } // subgraphs
    bool cut() const { return cut_; }                      // true if there were more than StoreInput::limit
    bool failed() const { return failure_ != nullptr; }
    // Discards records from now on; rethrow() throws `failure`.
    void fail(std::exception_ptr failure);
    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    void deliver_piece();
    std::uint64_t grant(std::uint64_t records, std::uint64_t limit) const;
    void hand_over(std::span<VertexId const> piece);
    void hand_over_wide(std::span<VertexId const> piece);
    void hand_over_ids(std::span<OriginalId const> ids);
    void close();

    RunSession const& session_;
    StoreBlocks* blocks_;
    std::size_t width_;
    std::uint64_t piece_records_ = ~std::uint64_t{0}; // records that are handed over between two looks at the clock
    std::span<OriginalId const> names_;               // the ids of vertices; empty if records hold ids
    std::span<VertexId const> waiting_;               // records from the ring that are not yet delivered
    std::vector<OriginalId> ids_;
    std::uint64_t delivered_ = 0;
    bool cut_ = false;
    bool closed_ = false;
    std::exception_ptr failure_;
};

} // namespace cerrado
