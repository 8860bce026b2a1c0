// Load balancing as workers see it, from the memory that a backend has for it.
#pragma once

#include <cerrado/run/conduct/balancer.hpp>

namespace cerrado {

// What a backend allocates, whose sizes are those of BalanceSizes; all of it is 0 but where it says otherwise.
struct BalanceMemory {
    std::uint32_t* records;  // capacity x record_words
    std::uint64_t* sequence; // empty_slots()
    std::uint32_t* requests; // by worker
    std::uint32_t* activity; // by worker, active
    LeftRef left;
    SavedTraversal* saved; // by worker; null where nothing is saved, as saved_levels
    void* saved_levels;
    Count* tail;
    Count* head;
    Count* pending; // the number of workers
    Count* donated;
    Count* donated_done;
};

BalanceRef balance_ref(BalanceSizes const& sizes, BalanceMemory const& memory);

} // namespace cerrado
