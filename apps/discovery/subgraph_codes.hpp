// Codes that describe a small subgraph completely: what joins each two of its vertices, and the label of each vertex.
#pragma once

#include "discovery/statistics.hpp"

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

// The labels that distinguish patterns. A missing label counts as a label, too.
struct PatternLabels {
    std::vector<std::uint32_t> of_vertex;  // numbers below vertex_names.size(); if empty, all vertices are alike
    std::vector<std::string> vertex_names; // "" for no label
    std::vector<std::string> edge_names;   // name i is that of label number i + 1; if empty, all edges are alike

    // The labels of the graph's vertices, if `vertices`, and of its edges, if `edges`. Throws InputError if the graph
    // lacks labels that are asked for.
    static PatternLabels of(Graph const& graph, bool vertices, bool edges);

    bool has_any() const { return !of_vertex.empty() || !edge_names.empty(); }
    // Returns: the number of the label of an entry's edge, from 1 on.
    std::uint32_t edge_number(Graph const& graph, std::uint64_t entry) const;
};

// A code is a number whose digits are the kinds of pairs and the labels of vertices. The pair of i < j has digit j (j -
// 1) / 2 + i, and its kind is that from i to j. Vertex v has digit k (k - 1) / 2 + v. A pair of kind 0 is not joined.
class SubgraphCodes {
public:
    // Throws InputError if codes of k vertices would have more than 62 bits.
    SubgraphCodes(int k, bool is_directed, PatternLabels const& labels);

    std::uint64_t count() const { return count_; } // codes are below this
    // The weight of each digit in a code.
    std::vector<std::uint64_t> const& weights() const { return weights_; }
    // Returns: the kind of a pair. `there` and `back` are the numbers of the labels of its two arcs, or 0 where there
    // is no arc. Both are the same if the graph is undirected.
    std::uint32_t kind(std::uint32_t there, std::uint32_t back) const {
        return is_directed_ ? there + arc_numbers_ * back : there;
    }
    std::uint64_t code(LabelledGraph const& graph) const;
    LabelledGraph graph(std::uint64_t code) const;
    // The code of the graph in canonical order.
    std::uint64_t canonical(std::uint64_t code) const { return this->code(canonical_labelled(graph(code))); }

private:
    int k_;
    bool is_directed_;
    std::uint32_t arc_numbers_; // numbers of labels of arcs, and 0
    std::uint64_t kinds_, labels_;
    std::uint64_t count_ = 1;
    std::vector<std::uint64_t> weights_;
};

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
