// What a run gives back: exact counts with the conditions under which they hold.
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/run/options.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cerrado {

// complete: every root given was done. deadline, interrupted: counts are at least so much: all of the `roots.done` jobs,
// and what had been counted of those under way. limit: RunOptions::limit subgraphs were delivered, which are those
// counted, and there are more.
enum class Status { complete, deadline, interrupted, limit };

struct Seconds {
    double start = 0;      // making CUDA ready, where warm_up() had not: once per process and kernel
    double prepare = 0;    // reordering, orientation, planning, upload, tables
    double run = 0;        // the enumeration alone, launches and totals included
    double run_before = 0; // likewise in the parts that a checkpoint knows of; the others are of this process alone
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

struct SizeCount {
    int k = 0;
    std::string count; // decimal: it can exceed 128 bits by far
};

// From the smallest size asked for to the largest that occurs, or was asked for.
struct SizeCounts {
    std::vector<SizeCount> sizes;
    std::string sum;
};

struct VertexCount {
    OriginalId vertex;
    WideCount count;
    friend bool operator==(VertexCount const&, VertexCount const&) = default;
};

struct EdgeCount {
    OriginalId source, target; // source < target
    WideCount count;
    friend bool operator==(EdgeCount const&, EdgeCount const&) = default;
};

// In how many of the subgraphs each vertex and each edge is, every one of the graph, by original ids ascending.
struct LocalCounts {
    std::vector<VertexCount> vertices;
    std::vector<EdgeCount> edges; // where they were asked for
    // Of the output PerOrbit: the rows of all vertices one after the other; else empty.
    std::vector<WideCount> by_orbit{};

    // Returns: the row of vertices[i], a number for each orbit. It is valid as long as by_orbit is.
    std::span<WideCount const> orbits_of(std::size_t i) const {
        std::size_t const orbits = vertices.empty() ? 0 : by_orbit.size() / vertices.size();
        return std::span(by_orbit).subspan(i * orbits, orbits);
    }
    friend bool operator==(LocalCounts const&, LocalCounts const&) = default;
};

struct RunResult {
    std::string form;    // which of an application's forms it was, where there was a choice; else empty
    WideCount count = 0; // aggregate_counter, or the sum over patterns or sizes (the largest value where it is more)
    std::vector<WideCount> pattern_counts; // of the output ByPattern, by canonical class; else empty
    SizeCounts sizes;                      // of the output BySize; else empty
    LocalCounts local;                     // of the outputs PerVertexAndEdge, PerOrbit; else empty
    std::vector<WideCount> traversals;     // of the output ByLength, of one vertex, two and so on; else empty
    Status status = Status::complete;
    Seconds seconds;
    GraphOrder order =
        GraphOrder::automatic; // the one used; automatic: none, since RunOptions::roots were numbers already
    DeviceUse device;
    MemoryUse memory;
    RootsUse roots;
    BalanceUse balance;
};

// What an output counted joins RunResult::count, which stays at the largest value where it is more.
inline void add_to(WideCount& total, WideCount count) { total = total > ~count ? ~WideCount{0} : total + count; }

// The same, one by one; what a total does not have yet is 0.
void add_counts(std::vector<WideCount>& total, std::vector<WideCount> const& counts);

std::string to_string(WideCount count);
std::optional<WideCount> product_of(WideCount a, WideCount b); // nothing where it exceeds 128 bits
std::string_view to_string(Status status);

} // namespace cerrado
