// Load balancing as workers see it, made from a backend's memory for it.
#pragma once

#include <cerrado/run/conduct/balancer.hpp>

namespace cerrado {

// The memory that a backend allocates, with the sizes of BalanceSizes. All of it is 0, except as noted.
struct BalanceMemory {
    std::uint32_t* records;  // capacity x record_words
    std::uint64_t* sequence; // empty_slots()
    std::uint32_t* requests; // by worker
    std::uint32_t* activity; // by worker; all active at first
    LeftRef left;
    SavedTraversal* saved; // by worker; null if nothing is saved, like saved_levels
    void* saved_levels;
    Count* tail;
    Count* head;
    Count* pending; // the number of workers
    Count* donated;
    Count* donated_done;
};

BalanceRef balance_ref(BalanceSizes const& sizes, BalanceMemory const& memory);

} // namespace cerrado
