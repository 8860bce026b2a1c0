// The result of a run: exact counts, and the conditions under which they hold.
#pragma once

#include <cerrado/contract/detail/output_values.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/graph/numbering.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado {

// complete: every given root was done. deadline, interrupted: the counts are lower bounds. They include all of the
// `roots.done` jobs, and the counts so far of the jobs under way. limit: StoreInput::limit subgraphs were delivered and
// counted, and there are more; or the application has ended the run.
enum class Status { complete, deadline, interrupted, limit };

struct Seconds {
    double start = 0;   // making CUDA ready, unless warm_up() did; once per process and kernel
    double prepare = 0; // reordering, orientation, planning, upload, tables
    double run = 0;     // the enumeration alone, launches and totals included
    // the enumeration time of earlier parts, from a checkpoint; the other members are for this process alone
    double run_before = 0;
};

struct MemoryUse {
    std::uint64_t graph_bytes = 0;
    std::uint64_t traversal_bytes = 0; // planned before the launch
    std::uint64_t peak_bytes = 0;      // everything this run held on the device at once
};

struct DeviceUse {
    std::string kind; // "cuda", "host", "lockstep"
    std::string name;
    int workers = 0;
    MemoryUse memory = {};
};

// The share of one device in a run, see docs/devices.md.
struct DeviceShare {
    std::string name; // "cuda:1"
    DeviceUse use = {};
    std::uint64_t jobs = 0;        // that it did
    double busy_seconds = 0;       // that it worked
    std::uint64_t parts = 0;       // seconds in which it worked
    std::uint64_t handed_over = 0; // jobs and traversals under way that other devices took over from it
    std::string note = {};         // the reason, if it was left out
};

// Counts of load balancing. All are 0 if it was off.
struct BalanceUse {
    std::uint64_t donated = 0; // traversals that changed hands while the run went on
    int stops = 0;             // rounds of the mechanism `stop`
    double stop_seconds = 0;   // time of all rounds together
};

struct RootsUse {
    std::uint64_t given = 0;
    std::uint64_t done = 0;
};

// The choices that the run made.
struct Choices {
    std::string form; // the name of the application's form; empty if it has only one
    GraphOrder order = GraphOrder::automatic;
    std::string balance; // "share" or "stop", the mechanism that moves work between workers; empty: no work moves
};

// The runtime's own results of a run, beside those of the outputs: the numbers of the outputs, of which the counter's is
// the first, and the number of subgraphs that a sink got.
struct OutputNumbers {
    using Result = std::vector<WideCount>;
};
struct Delivered {
    using Result = std::uint64_t;
};
// True if a part of a run noted a change in its only round.
struct RoundChanged {
    using Result = bool;
};
// True if an output had too little room. The run is then done again, with more; see output/output_list.hpp.
struct OutOfRoom {
    using Result = bool;
};

struct RunResult {
    // The counter's number; if that is 0, the number of the application's first output that has one: of stored subgraphs,
    // or the sum over patterns, keys or sizes (at most the largest value).
    WideCount count = 0;
    Status status = Status::complete;
    Seconds seconds;
    Choices chosen;
    DeviceUse device;
    std::vector<DeviceShare> devices; // one entry per device if several did the run; else empty
    RootsUse roots;
    BalanceUse balance;

    // The result of one output: result.of<ByPattern>(). It has its defaults if the application has no such output.
    OutputResults results;
    template <class Output> auto& of() & { return results.of<Output>(); }
    template <class Output> auto const& of() const& { return results.of<Output>(); }
    template <class Output> auto of() && { return results.of<Output>(); } // of run(...), which is gone a moment later
    template <class output_whose_header_is_not_included>
        requires(!detail::IsDefined<output_whose_header_is_not_included>)
    void of() const& = delete;
    template <class output_whose_header_is_not_included>
        requires(!detail::IsDefined<output_whose_header_is_not_included>)
    void of() && = delete;
};

// Adds an output's count to RunResult::count. If the sum is too large, it stays at the largest value.
inline void add_to(WideCount& total, WideCount count) { total = total > ~count ? ~WideCount{0} : total + count; }

// Returns: the first number that is not 0; 0 if there is none.
WideCount first_number(std::vector<WideCount> const& numbers);

// Adds the counts one by one. A count that the total does not have yet starts from 0.
void add_counts(std::vector<WideCount>& total, std::vector<WideCount> const& counts);

std::string to_string(WideCount count);
template <std::same_as<WideSum> Sum> std::string to_string(Sum sum) { // a template, so that it takes no other number
    return sum < 0 ? "-" + to_string(-static_cast<WideCount>(sum)) : to_string(static_cast<WideCount>(sum));
}
std::optional<WideCount> product_of(WideCount a, WideCount b); // nothing if it exceeds 128 bits
std::string_view to_string(Status status);

} // namespace cerrado
