// What a run gives back: exact counts with the conditions under which they hold.
#pragma once

#include <cerrado/core/types.hpp>

#include <string>
#include <vector>

namespace cerrado {

// complete: every root given was done. deadline, interrupted: exact for the `roots.done` roots. limit: RunOptions::limit subgraphs were
// delivered, which are those counted, and there are more.
enum class Status { complete, deadline, interrupted, limit };

struct Seconds {
    double prepare = 0; // reordering, orientation, planning, upload, tables
    double run = 0;     // the enumeration alone, launches included
};

struct DeviceUse {
    std::string kind; // "cuda", "host", "lockstep"
    std::string name;
    int workers = 0;
};

struct MemoryUse {
    std::uint64_t graph_bytes = 0;
    std::uint64_t traversal_bytes = 0; // planned before the launch
    std::uint64_t peak_bytes = 0;      // everything this run held on the device at once
};

// What load balancing did; all 0 without it.
struct BalanceUse {
    std::uint64_t donated = 0; // traversals that changed hands while the run went on
    int stops = 0;             // rounds of the mechanism `stop`
    double stop_seconds = 0;   // all of them together
};

struct RootsUse {
    std::uint64_t given = 0;
    std::uint64_t done = 0;
};

struct RunResult {
    WideCount count = 0;                   // aggregate_counter, or the sum over patterns
    std::vector<WideCount> pattern_counts; // by canonical class; empty unless the application aggregates patterns
    Status status = Status::complete;
    Seconds seconds;
    DeviceUse device;
    MemoryUse memory;
    RootsUse roots;
    BalanceUse balance;
};

std::string to_string(WideCount count);
std::string_view to_string(Status status);

} // namespace cerrado
