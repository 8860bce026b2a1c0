// --verify: the counts of a run against the application's serial program.
#pragma once

#include "command/record/record.hpp"
#include "command/run/application.hpp"
#include "command/run/work.hpp"

#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/output/local_counts.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

// What is under test, and how much of it was counted.
struct VerifySubject {
    Application const& application;
    BoundApplication const& bound;
    Graph const& graph;
    Parameters const& parameters;
    RunResult const& result; // of the whole graph
    RunOptions options;      // those of the run
    std::optional<TransitionTable> const& tables;
};

// Counts the sampled (or all) roots again on the prepared graph, by the run and by the serial program.
std::unique_ptr<Check> check_by_roots(VerifySubject subject, VerifyRequest const& request);

// Distinct vertices, ascending. A seed gives the same vertices on every machine. If `count` is not less than the number
// of vertices, it gives all.
std::vector<VertexId> sample_roots(VertexId vertex_count, std::uint64_t count, std::uint64_t seed);

// Throws Error, which names the first pattern whose counts differ.
void require_equal(std::string const& what, CountsByPattern const& counted, CountsByPattern const& expected);

// Throws Error, which names the first vertex or edge whose counts differ. It compares edges only if they were counted.
void require_equal(std::string const& what, LocalCounts const& counted, LocalCounts const& expected);

} // namespace cerrado::command
