// The consumer's end of the store: takes records off the ring, gives them the ids of the user's file and hands them to
// the sink.
#pragma once

#include <cerrado/contract/store_ring.hpp>
#include <cerrado/run/session/session.hpp>

#include <exception>

namespace cerrado {

// The ring as a backend offers it to the consumer.
class StoreBlocks {
public:
    virtual ~StoreBlocks() = default;

    // Returns: the next records that are all written, in whole blocks if the search is quick; empty if there are none.
    // They are valid until the next call, which gives their memory back to the producers. For StoreInput::device_sink
    // they were handed over already, and must not be read. `ended`: no worker works any more, so all remaining records
    // come too.
    virtual std::span<VertexId const> next(bool ended) = 0;
    // Producers now discard their records, and none waits. next() is not called again.
    virtual void close() = 0;
};

// The sizes of a ring whose blocks take `block_bytes`, or as many records as the options ask for.
struct StorePlan {
    std::uint32_t block_bits = 0;
    std::uint32_t ring_bits = 0;
    std::uint64_t block_entries = 0; // vertices of a block
    std::uint64_t ring_entries = 0;
};
StorePlan plan_store(RunSession const& session, std::uint64_t block_bytes, std::uint64_t blocks);
// Returns: the memory of such a ring, with the ids of the vertices; 0 if the application stores nothing.
std::uint64_t store_bytes(RunSession const& session, std::uint64_t block_bytes, std::uint64_t blocks);

// Returns: original ids as producers write them into records, one per vertex. Empty unless all ids have 32 bits and
// differ from the vertices' own numbers. If ids do not have 32 bits, the consumer looks them up.
std::vector<std::uint32_t> narrow_ids(RunSession const& session);

// Returns: how many records of `block`, from its beginning, can be taken: all written ones if none of the reserved ones
// is still being written; else `taken` as before. `written` must have been read before `reserved`.
std::uint64_t takeable_records(StoreRef const& store, std::uint64_t block, std::uint64_t written,
                               std::uint64_t reserved, std::uint64_t taken);

// How long records may lie in a block that is not full.
inline constexpr double store_patience_seconds = 0.02;

class StoreConsumer {
public:
    // `blocks` is null if the application stores nothing.
    StoreConsumer(RunSession const& session, StoreBlocks* blocks);

    // Delivers the records that are ready, for at most some milliseconds. Returns: false if there were none. If the
    // sink throws, the exception is kept for rethrow(), and the ring is closed.
    bool drain(bool ended = false);
    std::uint64_t delivered() const { return delivered_; } // subgraphs
    bool cut() const { return cut_; }                      // there were more than StoreInput::limit
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
