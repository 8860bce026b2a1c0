// A bounded queue of donated traversals on the device: many producers, many consumers.
//
// A record holds a traversal and a range of its extensions: the length, the range, the rest of the job, the vertices,
// and the words that the engine carries for each vertex. Everything else follows from them. So a checkpoint can store
// the same record. An attachment beside it has state that the taker would have to make anew. It is never stored.
//
// Each slot carries a sequence number: slot s is free for ticket t = s mod capacity when it says t, and full when it
// says t + 1. A ticket is one atomic addition. The source uses a compare-and-swap in a loop, but here thousands of
// workers come at once, and only one swap would succeed per round trip to the memory. If the queue is full, it refuses,
// and the donor keeps its work.
// Source: D. Vyukov's bounded queue.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

struct ShareQueueRef {
    std::uint32_t* records = nullptr;  // capacity x words
    std::uint64_t* sequence = nullptr; // capacity, slot s initially s
    Count* tail = nullptr;             // next ticket to fill
    Count* head = nullptr;             // next ticket to take
    std::uint64_t capacity = 0;        // a power of two
    std::uint64_t room = 0;            // most records: the capacity less the number of workers, as all may ask at once
    std::uint32_t words = 0;           // words of a record: record_words()
    std::uint32_t* attachments = nullptr; // capacity x attachment_words
    std::uint32_t attachment_words = 0;   // 0: records have no attachments

    CERRADO_FN std::uint64_t slot(Count ticket) const { return ticket & (capacity - 1); }
    CERRADO_FN std::uint32_t* record(Count ticket) const { return records + slot(ticket) * words; }
    CERRADO_FN std::uint32_t* attachment(Count ticket) const { return attachments + slot(ticket) * attachment_words; }
};

// Where the parts of a record lie.
inline constexpr std::uint32_t record_length = 0, record_first = 1, record_end = 2, record_part = 3, record_parts = 4,
                               record_slice = 5, record_slices = 6, record_origin = 7, record_layer = 8,
                               record_vertices = 9;
// Words that travel with each vertex.
template <class Carried>
inline constexpr std::uint32_t words_carried = std::is_empty_v<Carried> ? 0 : (sizeof(Carried) + 3) / 4;
// Words of a record of a traversal of up to `levels` vertices.
inline std::uint32_t record_words(int levels, std::uint32_t carried_words) {
    return record_vertices + (1 + carried_words) * static_cast<std::uint32_t>(levels);
}

inline constexpr Count no_ticket = ~Count{0};
inline constexpr std::uint64_t no_more_work = std::uint64_t{1} << 63; // value in a slot's sequence: its owner may leave

// Lanes: one. Returns: a ticket to fill, or no_ticket if the queue is full. publish() makes the record visible.
template <class W> CERRADO_FN Count reserve_push(ShareQueueRef const& queue) {
    Count const tail = W::grid_load(queue.tail);
    Count const head = W::grid_load(queue.head);
    if (tail > head && tail - head >= queue.room) return no_ticket;
    Count const ticket = W::grid_add(queue.tail, Count{1});
    // The record that lay here before has been taken, but its owner may still be reading it.
    while (W::grid_acquire(queue.sequence + queue.slot(ticket)) != ticket) W::rest();
    return ticket;
}

template <class W> CERRADO_FN void publish(ShareQueueRef const& queue, Count ticket) {
    W::grid_release(queue.sequence + queue.slot(ticket), ticket + 1);
}

// Takes a place in the line of the workers that wait for work. The t-th record serves ticket t, and the owner of the
// ticket looks at that slot alone. If head exceeds tail, head - tail workers wait. Requires: at most `capacity` wait at
// once. Lanes: one.
template <class W> CERRADO_FN Count stand_in_line(ShareQueueRef const& queue) {
    return W::grid_add(queue.head, Count{1});
}

// Ends the waiting of all workers in line. No memory order is needed, because the word itself is the whole message.
// Requires: no record can appear any more. Lanes: all.
template <class W> CERRADO_FN void dismiss_line(W const& warp, ShareQueueRef const& queue) {
    Count const head = W::grid_load(queue.head);
    for (Count ticket = W::grid_load(queue.tail) + static_cast<Count>(warp.lane()); ticket < head; ticket += W::width) {
        W::grid_store(queue.sequence + queue.slot(ticket), no_more_work);
    }
}

// Lanes: one. Returns: the number of workers in line minus the number of records in the queue.
template <class W> CERRADO_FN std::uint32_t hungry_workers(ShareQueueRef const& queue) {
    Count const tail = W::grid_load(queue.tail);
    Count const head = W::grid_load(queue.head);
    return head > tail ? static_cast<std::uint32_t>(head - tail) : 0;
}

// For workers that do not wait. give_back() frees the slot.
// Requires: nobody pushes. Lanes: one. Returns: a ticket to read, or no_ticket if the queue is empty.
template <class W> CERRADO_FN Count reserve_take(ShareQueueRef const& queue) {
    Count const tail = W::grid_load(queue.tail);
    if (W::grid_load(queue.head) >= tail) return no_ticket;
    Count const ticket = W::grid_add(queue.head, Count{1});
    if (ticket < tail) return ticket;
    W::grid_add(queue.head, ~Count{0});
    return no_ticket;
}

template <class W> CERRADO_FN void give_back(ShareQueueRef const& queue, Count ticket) {
    W::grid_release(queue.sequence + queue.slot(ticket), ticket + queue.capacity);
}

} // namespace cerrado
