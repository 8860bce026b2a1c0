// Codes that say all of a small subgraph: what joins each two of its vertices, and the label of each.
#pragma once

#include "discovery/statistics.hpp"

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/output/codes/by_code.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace cerrado::discovery {

// The labels by which patterns differ. No label is one, too.
struct PatternLabels {
    std::vector<std::uint32_t> of_vertex;  // below vertex_names.size(); empty: all are alike
    std::vector<std::string> vertex_names; // "" for no label
    std::vector<std::string> edge_names;   // of the label with number i + 1; empty: all are alike

    // What the graph has of them, if `vertices` and `edges` are asked for. Throws InputError if it has none.
    static PatternLabels of(Graph const& graph, bool vertices, bool edges);

    bool has_any() const { return !of_vertex.empty() || !edge_names.empty(); }
    // Returns: the number of the edge of an entry of the lists, from 1 on.
    std::uint32_t edge_number(Graph const& graph, std::uint64_t entry) const;
};

// A code is a number whose digits are the kinds of pairs and the labels of vertices. The pair of i < j has digit
// j (j - 1) / 2 + i, and its kind is seen from i. Vertex v has digit k (k - 1) / 2 + v. Kind 0: the pair is not joined.
class SubgraphCodes {
public:
    // Throws InputError if codes of k vertices would have more than 62 bits.
    SubgraphCodes(int k, bool is_directed, PatternLabels const& labels);

    std::uint64_t count() const { return count_; } // codes are below
    // What each digit counts in a code.
    std::vector<std::uint64_t> const& weights() const { return weights_; }
    // Takes an arc there and an arc back, each 0 or the number of its label. Both are the same if the graph is undirected.
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
    std::uint32_t arc_numbers_; // with 0
    std::uint64_t kinds_, labels_;
    std::uint64_t count_ = 1;
    std::vector<std::uint64_t> weights_;
};

// What a pattern says, with labels as numbers. Throws InputError unless each vertex has one label that the graph knows,
// if vertices have labels, likewise each edge or arc, and the pattern says no more.
LabelledGraph labelled_graph(Pattern const& pattern, bool is_directed, PatternLabels const& labels);

// The graph without its labels, as canonical_form() and canonical_arcs() take it.
PatternWord without_labels(LabelledGraph const& graph, bool is_directed);

// Which pattern a code means that a run counted by.

// Labels each code once. Any thread may call it.
class CodeClasses {
public:
    using CanonicalOf = std::function<PatternWord(std::uint64_t code)>;
    // Many new codes are labelled by so many threads together.
    CodeClasses(CanonicalOf canonical_of, int threads) : canonical_of_(std::move(canonical_of)), threads_(threads) {}

    // Appends the counts of each group, by the canonical form of their pattern.
    void append(CodeCounts const& found, std::size_t groups, std::vector<ClassCounts>& counts);

private:
    // The canonical form of each.
    std::vector<PatternWord> forms_of(std::vector<std::uint64_t> const& codes);

    CanonicalOf canonical_of_;
    int threads_;
    std::mutex mutex_;                                     // of what follows
    std::unordered_map<std::uint64_t, PatternWord> known_; // code -> canonical form
};

// The canonical arcs that a code of k vertices over these tables means, see ByArcCode.
PatternWord canonical_of_arc_code(int k, TransitionTable const& tables, std::uint64_t code);

} // namespace cerrado::discovery
