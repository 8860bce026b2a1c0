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

// How much is verified: every root, or so many roots drawn with a seed.
struct VerifyRequest {
    std::optional<std::uint64_t> roots; // none: all
    std::uint64_t seed = 1;
};

// What is under test, and what of it was counted.
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

// Counts the sampled (or all) roots again on the prepared graph, by the run and by the serial program. Throws Error
// where they differ; ends early, with what was covered until then, at the deadline or when interrupted.
Verdict verify(VerifySubject const& subject, VerifyRequest const& request,
               std::function<void(double share)> const& progress);

// "all" or a positive number; throws InputError.
VerifyRequest parse_verify(std::string const& text, std::uint64_t seed);

// Distinct vertices, ascending; the same on every machine for the same seed. All of them when `count` is not less than
// the number of vertices.
std::vector<VertexId> sample_roots(VertexId vertex_count, std::uint64_t count, std::uint64_t seed);

// Throws Error that names the first pattern whose counts differ.
void require_equal(std::string const& what, CountsByPattern const& counted, CountsByPattern const& expected);

// Throws Error that names the first vertex or edge whose counts differ; edges only where they were counted.
void require_equal(std::string const& what, LocalCounts const& counted, LocalCounts const& expected);

} // namespace cerrado::command
