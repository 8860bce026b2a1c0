// The store's bounded ring between the workers (producers) and the thread that called run() (the consumer).
//
// The ring is a few blocks of records. A warp reserves consecutive records by one addition to `ticket`. Record t
// belongs to block t / block_records. The block may be written when the consumer has released the block that had its
// place before. A warp adds the number of records it wrote to the block's counter, at the latest when it takes its next
// ticket or ends its job. The warp that completes a block says so in `full`. No record carries a flag.
//
// A producer that finds no room waits, after it has added all its records to the counters. So a slow sink slows the
// search, nothing is lost and memory stays bounded. There is no deadlock: the producer with the lowest unwritten ticket
// only waits for the release of blocks that are complete.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

inline constexpr std::uint64_t store_closed = std::uint64_t{1} << 63; // value of `released`: no more records are wanted

struct StoreRef {
    VertexId* records = nullptr;        // blocks x block_records x width
    Count* ticket = nullptr;            // records reserved so far
    std::uint64_t* written = nullptr;   // per place in the ring: records written to it so far
    std::uint64_t* full = nullptr;      // per place: the block completed there last, plus 1; the host reads it
    std::uint64_t* released = nullptr;  // blocks that the consumer is done with, or store_closed; the host writes it
    std::uint32_t const* ids = nullptr; // the name of each vertex in records; null: the vertex itself
    std::uint32_t block_bits = 0;       // log2 of the records of a block
    std::uint32_t ring_bits = 0;        // log2 of the blocks of the ring
    int width = 0;                      // vertices of a record

    CERRADO_FN std::uint64_t block_records() const { return std::uint64_t{1} << block_bits; }
    CERRADO_FN std::uint64_t blocks() const { return std::uint64_t{1} << ring_bits; }
    CERRADO_FN std::uint64_t place(std::uint64_t block) const { return block & (blocks() - 1); }
    // The value of `written` at the block's place when the block is complete.
    CERRADO_FN std::uint64_t complete(std::uint64_t block) const { return ((block >> ring_bits) + 1) << block_bits; }
    CERRADO_FN VertexId* record(std::uint64_t block, std::uint64_t index) const {
        return records + ((place(block) << block_bits) + index) * static_cast<std::uint64_t>(width);
    }
};

CERRADO_FN inline VertexId stored_name(StoreRef const& store, VertexId vertex) {
    return store.ids != nullptr ? store.ids[vertex] : vertex;
}

// The state that a worker keeps for the ring.
struct StoreCursor {
    std::uint64_t released = 0;    // as last seen
    std::uint64_t block = 0;       // the block to which the worker wrote last
    std::uint32_t unpublished = 0; // records written there and not yet announced
};

} // namespace cerrado
