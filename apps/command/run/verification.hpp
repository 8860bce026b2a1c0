// --verify: the counts of a run against the application's serial program.
#pragma once

#include "command/record/record.hpp"
#include "command/run/application.hpp"

#include <cerrado/canonical/transition_table.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

// How much is verified: every root, or some roots drawn with a seed.
struct VerifyRequest {
    std::optional<std::uint64_t> roots; // empty: all
    std::uint64_t seed = 1;
};

// What is under test, and how much of it was counted.
struct VerifySubject {
    Application const& application;
    BoundApplication const& bound;
    Graph const& graph;
    Parameters const& parameters;
    RunResult const& result; // of the whole graph
    RunOptions options;      // those of the run; its deadline is what is left of it
    std::optional<TransitionTable> const& tables;
};

struct Verdict {
    std::string line;
    bool is_whole = true; // every root that was asked for was verified
};

// Counts the sampled (or all) roots again on the prepared graph, by the run and by the serial program. Throws Error if
// they differ. Ends early at the deadline or when interrupted, and returns what was covered until then.
Verdict verify(VerifySubject const& subject, VerifyRequest const& request,
               std::function<void(double share)> const& progress);

// Reads "all" or a positive number. Throws InputError.
VerifyRequest parse_verify(std::string const& text, std::uint64_t seed);

// Distinct vertices, ascending. A seed gives the same vertices on every machine. If `count` is not less than the number
// of vertices, it gives all.
std::vector<VertexId> sample_roots(VertexId vertex_count, std::uint64_t count, std::uint64_t seed);

// Throws Error, which names the first pattern whose counts differ.
void require_equal(std::string const& what, CountsByPattern const& counted, CountsByPattern const& expected);

// Throws Error, which names the first vertex or edge whose counts differ. It compares edges only if they were counted.
void require_equal(std::string const& what, LocalCounts const& counted, LocalCounts const& expected);

} // namespace cerrado::command
