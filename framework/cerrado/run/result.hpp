// What a run returns: exact counts, and the conditions under which they hold.
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/run/options.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cerrado {

// complete: every given root was done. deadline, interrupted: the counts are lower bounds. They include all of the
// `roots.done` jobs, and what had been counted of those under way. limit: StoreInput::limit subgraphs were delivered
// and counted, and there are more.
enum class Status { complete, deadline, interrupted, limit };

struct Seconds {
    double start = 0;      // making CUDA ready, if warm_up() had not: once per process and kernel
    double prepare = 0;    // reordering, orientation, planning, upload, tables
    double run = 0;        // the enumeration alone, launches and totals included
    double run_before = 0; // the same in earlier parts, from a checkpoint; the other members are for this process alone
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

// What load balancing did; all 0 if it was off.
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
    std::string count; // decimal: it can far exceed 128 bits
};

// From the smallest size asked for to the largest that occurs or was asked for.
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

// How many of the subgraphs contain each vertex and each edge of the graph, by original ids ascending.
struct LocalCounts {
    std::vector<VertexCount> vertices;
    std::vector<EdgeCount> edges; // if they were asked for
    // From the output PerOrbit: the rows of all vertices one after the other; else empty.
    std::vector<WideCount> by_orbit{};

    // Returns: the row of vertices[i], a number for each orbit. It is valid as long as by_orbit is.
    std::span<WideCount const> orbits_of(std::size_t i) const {
        std::size_t const orbits = vertices.empty() ? 0 : by_orbit.size() / vertices.size();
        return std::span(by_orbit).subspan(i * orbits, orbits);
    }
    friend bool operator==(LocalCounts const&, LocalCounts const&) = default;
};

struct RunResult {
    std::string form;    // which of an application's forms ran, if there was a choice; else empty
    WideCount count = 0; // aggregate_counter, or the sum over patterns or sizes (at most the largest value)
    std::vector<WideCount> pattern_counts; // from the output ByPattern, by canonical class; else empty
    SizeCounts sizes;                      // from the output BySize; else empty
    LocalCounts local;                     // from the outputs PerVertexAndEdge, PerOrbit; else empty
    std::vector<WideCount> traversals;     // from the output ByLength, by length from one vertex; else empty
    Status status = Status::complete;
    Seconds seconds;
    GraphOrder order =
        GraphOrder::automatic; // the one used; automatic: none, since RunOptions::roots were numbers already
    DeviceUse device;
    MemoryUse memory;
    RootsUse roots;
    BalanceUse balance;
};

// Adds an output's count to RunResult::count. If the sum is too large, it stays at the largest value.
inline void add_to(WideCount& total, WideCount count) { total = total > ~count ? ~WideCount{0} : total + count; }

// Adds the counts one by one. Counts that the total does not have yet are 0.
void add_counts(std::vector<WideCount>& total, std::vector<WideCount> const& counts);

std::string to_string(WideCount count);
std::optional<WideCount> product_of(WideCount a, WideCount b); // nothing if it exceeds 128 bits
std::string_view to_string(Status status);

} // namespace cerrado
