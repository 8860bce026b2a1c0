// The check of a result: a serial program, which shares no code with the application, counts the same again. --verify
// and Python's verify do it in the same way.
#pragma once

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/output/local_counts.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/result.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cerrado {

// Means to end a serial program, which knows no deadlines.

// Conditions that end a run early.
struct Until {
    std::atomic<bool> const* interrupt = nullptr;
    double deadline_seconds = 0; // from now on; 0: no deadline

    RunOptions in(RunOptions options) const {
        options.interrupt = interrupt;
        options.deadline_seconds = deadline_seconds;
        return options;
    }
};

// It is thrown through the serial program.
struct StoppedBy {
    char const* what;
};

// Call it at every step. Throws StoppedBy at the deadline and after Ctrl-C.
class StopLook {
public:
    explicit StopLook(Until const& until) : interrupt_(*until.interrupt), time_(until.deadline_seconds) {}

    void operator()() {
        constexpr std::uint64_t looks_apart = 1 << 10; // the clock takes longer than a step
        if (looks_++ % looks_apart == 0) now();
    }

    void now() const {
        if (interrupt_) throw StoppedBy{"Ctrl-C"};
        if (time_.is_over()) throw StoppedBy{"the deadline"};
    }

    double seconds_left() const { return time_.seconds(); }

private:
    std::atomic<bool> const& interrupt_;
    TimeLeft time_;
    std::uint64_t looks_ = 0;
};

// A comparison in steps. Several steps can be taken at once.
class Check {
public:
    virtual ~Check() = default;
    virtual std::size_t steps() const = 0;
    // Compares these steps. It calls `look` all the while, and throws what `look` throws. Throws Error if the two
    // programs differ.
    virtual void compare(std::size_t first, std::size_t count, StopLook& look) = 0;
    // Called when all steps were compared; it may compare their sums.
    virtual void compare_whole() {}
    // Returns: true if each call has a high cost that does not depend on its number of steps. Then this number grows
    // fast.
    virtual bool has_dear_steps() const { return false; }
    // Returns: a phrase for this many compared steps, such as "3 of 5 roots agree with the serial program".
    virtual std::string agreement(std::size_t done) const = 0;
};

struct Verdict {
    std::string line;
    bool is_whole = true; // all steps were compared
};

// Compares until all steps are done or `until` ends it. Returns: the verdict on the steps that were compared. Throws
// Error if the two programs differ. `progress` may be empty.
Verdict run_check(Check& check, Until const& until, std::function<void(double share)> const& progress);

// All roots, or a number of roots that a seed draws.
struct VerifyRequest {
    std::optional<std::uint64_t> roots; // none: all
    std::uint64_t seed = 1;
};

// Returns: distinct vertices in ascending order. A seed gives the same vertices on every machine. If `count` is not
// less than the number of vertices, these are all vertices.
std::vector<VertexId> sample_roots(VertexId vertex_count, std::uint64_t count, std::uint64_t seed);

// A check in which each step is a root.

using CountsByPattern =
    std::map<std::string, WideCount>; // from graph6 to count; an application without patterns has only the key ""
using Look = std::function<void()>;

// The serial program of a query, which the verifier of an application makes. Its functions get the prepared graph. They
// call `look` all the while, and throw what `look` throws.
struct SerialProgram {
    // Returns: the counts of the subgraphs of k vertices with these roots. For a pattern it counts the mappings that
    // take the first vertex to one of the roots; mappings_of_match() of them make a match.
    std::function<CountsByPattern(Graph const& prepared, int k, std::span<VertexId const> roots, Look const& look)>
        count;
    std::function<LocalCounts(Graph const& prepared, int k, std::span<VertexId const> roots, Look const& look)>
        locate{};                                                         // the same for local counts
    std::function<WideCount(std::string const& key)> mappings_of_match{}; // `key`: that of the pattern's count
    std::function<CountsByPattern(RunResult const& result)>
        counts_of{}; // a run's counts by these keys, if it has others
    bool has_sizes =
        false; // it knows the sizes, whatever k, and has a count for each; by key_of_size() if there are several
};

std::string key_of_size(int k);

// Returns: the program for the subgraphs that have all of these vertices: a sum over the subsets of them that are taken
// out of the graph, with alternating signs. Its counts can only be compared as a whole. `first_k`, `last_k`: the sizes
// that are asked for. Throws InputError for a program that knows sizes by itself.
SerialProgram through(SerialProgram program, std::vector<OriginalId> const& ids, int first_k, int last_k);

// A run whose result is to be checked. The caller keeps what the references refer to.
struct CheckedRun {
    std::string what; // begins the messages
    int first_k, last_k;
    SerialProgram serial;
    BoundApplication bound;
    Graph const& graph; // the whole graph, as given
    RunOptions options; // of the run; one device counts again
    RunResult const& result;
    TransitionTable const* tables; // null if the counts are not by pattern
};

// Returns: the run's counts per vertex and orbit, or else its counts per vertex and edge; empty if it has neither.
LocalCounts const& local_counts_of(RunResult const& result);

// Returns: a check that counts the sampled roots, or all, again on the prepared graph, by the run and by the serial
// program. Mappings can only be compared as a whole, with all roots.
std::unique_ptr<Check> check_by_roots(CheckedRun run, VerifyRequest const& request);

} // namespace cerrado
