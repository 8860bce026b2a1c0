// Codes of small subgraphs: what joins each two vertices, and the label of each. With codes as keys, an application
// counts by pattern with labels and directions, which are too many for ByPattern's tables.
//
//   struct LabelledMotifs {
//       using Engine = cerrado::Exclusive; // or ByEdges, or another with lists
//       using Output = cerrado::ByKey<cerrado::PatternCode>;
//       static constexpr bool only_reads_arrays = true;
//       int k;
//       cerrado::PatternCoder coder;
//
//       template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
//           te.extend_exclusive();
//           if (te.size() == k - 1) te.aggregate_key(coder.of_extensions(te));
//       }
//   };
//   cerrado::PatternCodes const codes(resident, k);
//   auto const result = cerrado::run(LabelledMotifs{k, codes.coder()}, resident);
//   for (auto const& [pattern, count] : codes.patterns(result.of<ByKey<PatternCode>>())) ...
//
// A pattern has several codes, one for each order in which a walk meets its vertices. They are few beside the
// subgraphs, and the host joins them at the end.
// Source: the two levels of Arabesque's aggregation, Teixeira et al., SOSP 2015, Section 5.4.
#pragma once

#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/output/by_key.hpp>
#include <cerrado/pattern/pattern.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/traversal/filter.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cerrado {

using PatternCode = WideCount;

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
    // Throws InputError if codes of k vertices would have more bits than `most_bits`.
    SubgraphCodes(int k, bool is_directed, PatternLabels const& labels, int most_bits = 126);

    PatternCode count() const { return count_; } // codes are below this
    // The weight of each digit in a code.
    std::vector<PatternCode> const& weights() const { return weights_; }
    // Returns: the kind of a pair. `there` and `back` are the numbers of the labels of its two arcs, or 0 where there
    // is no arc. Both are the same if the graph is undirected.
    std::uint32_t kind(std::uint32_t there, std::uint32_t back) const {
        return is_directed_ ? there + arc_numbers_ * back : there;
    }
    PatternCode code(LabelledGraph const& graph) const;
    LabelledGraph graph(PatternCode code) const; // without vertices that are joined to none
    // The code of the graph in canonical order.
    PatternCode canonical(PatternCode code) const { return this->code(canonical_labelled(graph(code))); }

private:
    int k_;
    bool is_directed_;
    std::uint32_t arc_numbers_; // numbers of labels of arcs, and 0
    std::uint64_t kinds_, labels_;
    PatternCode count_ = 1;
    std::vector<PatternCode> weights_;
};

// The digits of a code in a callback.
template <class Code> struct CodeDigits {
    ArrayRef<std::uint32_t> labels{}; // the label of each vertex; if empty, all are 0
    ArrayRef<std::uint32_t> kinds{};  // kinds of pairs, by entry of the lists; if empty, all are 1
    ArrayRef<Code> weights{};         // see SubgraphCodes

    static CERRADO_FN int pairs(int size) { return size * (size - 1) / 2; }
    // Vertex v at `place` of k.
    CERRADO_FN Code label(int k, int place, VertexId v) const {
        if (labels.size() == 0) return 0;
        return weights[static_cast<std::uint64_t>(pairs(k) + place)] * labels[v];
    }
    // `view` shows a traversal, or a traversal with an extension. Vertex u is at place j > i. Requires: u is adjacent to
    // the i-th vertex of the view.
    template <class View> CERRADO_FN Code pair(View const& view, int i, int j, VertexId u) const {
        Code const weight = weights[static_cast<std::uint64_t>(pairs(j) + i)];
        return kinds.size() == 0 ? weight : weight * kinds[view.graph().find(view.vertex(i), u)];
    }
};

// The codes of a traversal with each of its extensions: a key for aggregate_key().
struct ExtensionCodes {
    int k;
    CodeDigits<PatternCode> digits;
    PatternCode before; // the digits of the traversal

    template <class View> CERRADO_FN PatternCode operator()(View const& t, VertexId u) const {
        int const place = t.size();
        PatternCode code = before;
        if constexpr (View::is_edge()) {
            auto const ends = t.ends();
            if (ends.to == place) code += digits.label(k, place, u);
            return code + digits.pair(t, ends.from, ends.to, u);
        } else {
            for (int i = 0; i < place; ++i) {
                if (t.adjacent(i, u)) code += digits.pair(t, i, place, u);
            }
            return code + digits.label(k, place, u);
        }
    }
};

// A member of an application, which PatternCodes::coder() makes.
struct PatternCoder {
    int k = 0;
    CodeDigits<PatternCode> digits{};

    // Returns: a function of a view and an extension that gives the code of the subgraph. With the engine ByEdges it has
    // the edges that were taken, with others all edges between the vertices. Lanes: any. Requires: size() is k - 1.
    // Cost: O(k^2), and O(k) for each extension; with labels of edges and directions, a search in a list for each pair.
    template <class Traversal> CERRADO_FN ExtensionCodes of_extensions(Traversal const& te) const {
        ExtensionCodes codes{k, digits, digits.label(k, 0, te.root())};
        for (int j = 1; j < te.size(); ++j) {
            if constexpr (grows_by_edges<typename Traversal::Engine>) {
                auto const ends = te.ends(j);
                codes.before += digits.pair(te, ends.from, ends.to, te.vertex(j));
                if (ends.to == j) codes.before += digits.label(k, j, te.vertex(j));
            } else {
                codes.before += digits.label(k, j, te.vertex(j));
                for (int i = 0; i < j; ++i) {
                    if (te.edge(i, j)) codes.before += digits.pair(te, i, j, te.vertex(j));
                }
            }
        }
        return codes;
    }
};

struct CountedPattern {
    Pattern pattern; // a vertex without a label has none in the graph, either
    WideCount count;
};

// The codes of subgraphs of a resident graph, and the arrays that callbacks need to make them. It outlives the runs.
class PatternCodes {
public:
    // Patterns of up to k vertices, with all labels and directions that the graph has, or with these labels. Throws
    // InputError if they are too many for codes of 126 bits, or if k exceeds max_adjacency_vertices.
    PatternCodes(Resident const& resident, int k);
    PatternCodes(Resident const& resident, int k, PatternLabels labels);

    PatternCoder coder() const;

    // Returns: the code that all codes of the same pattern share. Some microseconds. Any thread may call it.
    PatternCode canonical(PatternCode code) const { return codes_.canonical(code); }
    Pattern pattern(PatternCode code) const;
    // Returns: the counts by pattern, the greatest first.
    std::vector<CountedPattern> patterns(std::vector<KeyValue<PatternCode, WideCount>> const& found) const;

private:
    int k_;
    bool is_directed_;
    PatternLabels names_;
    SubgraphCodes codes_;
    ResidentArray<std::uint32_t> labels_, kinds_;
    ResidentArray<PatternCode> weights_;
};

} // namespace cerrado
