// The classes of codes that describe a small subgraph completely. cerrado/apps/pattern_codes.hpp makes the codes.
#pragma once

#include "discovery/statistics.hpp"

#include <cerrado/apps/pattern_codes.hpp>
#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/output/detail/codes/by_code.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace cerrado::discovery {

// Turns a pattern into a graph with labels as numbers. If vertices have labels, each vertex of the pattern must have
// one label, and the graph must know it. If edges have labels, this holds for each edge or arc, too. Throws InputError
// if it does not hold, or if the pattern has more than edges or arcs, and labels.
LabelledGraph labelled_graph(Pattern const& pattern, bool is_directed, PatternLabels const& labels);

// The graph without its labels, as canonical_form() and canonical_arcs() take it.
PatternWord without_labels(LabelledGraph const& graph, bool is_directed);

// Finds the patterns of the codes that a run counted.

// Finds the canonical form of each code once. Any thread may call this.
class CodeClasses {
public:
    using CanonicalOf = std::function<PatternWord(std::uint64_t code)>;
    // If there are many new codes, `threads` threads share them.
    CodeClasses(CanonicalOf canonical_of, int threads) : canonical_of_(std::move(canonical_of)), threads_(threads) {}

    // Appends the counts of each group, by the canonical form of the pattern.
    void append(CodeCounts const& found, std::size_t groups, std::vector<ClassCounts>& counts);

private:
    // The canonical form of each code.
    std::vector<PatternWord> forms_of(std::vector<std::uint64_t> const& codes);

    CanonicalOf canonical_of_;
    int threads_;
    std::mutex mutex_;                                     // guards the members below
    std::unordered_map<std::uint64_t, PatternWord> known_; // code -> canonical form
};

// The canonical arcs of the pattern with this code of k vertices over these tables, see ByArcCode.
PatternWord canonical_of_arc_code(int k, TransitionTable const& tables, std::uint64_t code);

} // namespace cerrado::discovery
