// aggregate_store's bounded ring between the workers (producers) and the thread that called run() (the consumer).
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

// A record is `width` vertices. Ticket t goes to slot t % capacity once consumed > t - capacity; ready[slot] = t + 1 publishes it.
// A producer that finds the ring full waits: a slow sink slows the search, nothing is lost and memory stays bounded.
struct StoreRef {
    VertexId* records = nullptr;    // capacity x width
    std::uint64_t* ready = nullptr; // capacity
    std::uint64_t* consumed = nullptr;
    Count* ticket = nullptr;
    std::uint64_t capacity = 0; // 0: the caller gave no sink
    int width = 0;
};

} // namespace cerrado
