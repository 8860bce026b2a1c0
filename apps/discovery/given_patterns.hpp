// The patterns that a search was asked about, and their counts from those of all classes.
#pragma once

#include "discovery/statistics.hpp"

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace cerrado::discovery {

// Bit u of row v is set if there is an edge of v and u, or an arc that way.
struct SmallRows {
    using Row = std::uint32_t;
    std::array<Row, max_adjacency_vertices> out{}, in{};

    // `graph`: the word of its edges or arcs, see adjacency.hpp.
    SmallRows(PatternKind kind, int k, PatternWord graph);
};

// The copies of a pattern in a small graph with as many vertices.
class PatternCopies {
public:
    // Requires: the pattern says its edges or arcs alone.
    explicit PatternCopies(Pattern const& pattern);

    // Returns: in how many ways edges can be left out of the graph so that the pattern is left.
    Count in(SmallRows const& graph) const { return from(graph, 0, {}, 0); }

private:
    using Images = std::array<int, max_adjacency_vertices>;
    struct Step { // finds an image for a vertex
        int vertex;
        // Earlier vertices: to which and from which it has edges or arcs, and whose images are below or above its own.
        std::vector<int> to, from, above, below;
    };

    Count from(SmallRows const& graph, std::size_t step, Images images, SmallRows::Row taken) const;

    std::vector<Step> steps_;
};

class GivenPatterns {
public:
    using FormOf = std::function<PatternWord(Pattern const& pattern)>;

    // `form_of` gives the canonical form of a pattern, whatever that is, or throws InputError. If patterns are edge-induced
    // it is plain_form(). Throws InputError for a pattern that has not k vertices, or is there twice.
    GivenPatterns(std::vector<Pattern> const& patterns, PatternKind kind, int k, bool edge_induced,
                  FormOf const& form_of);

    std::size_t size() const { return forms_.size(); }
    PatternWord canonical(PatternWord pattern) const { return forms_[static_cast<std::size_t>(pattern)]; }

    // The counts of all patterns, by their place, also those that are 0. `canonical` gives the form of a class. An induced
    // subgraph of pattern Q has as many subgraphs of pattern P as edges can be left out of Q to get P: N(P) = sum over Q of
    // C(P, Q) I(Q). Throws InputError if 128 bits cannot hold a number.
    // Cost: the copies of each given pattern in each of the others, once.
    ClassCounts counts_of(ClassCounts const& classes, std::function<PatternWord(PatternWord)> const& canonical);

private:
    std::vector<Count> const& copies_in(PatternWord form);

    PatternKind kind_;
    int k_;
    bool edge_induced_;
    std::vector<PatternWord> forms_;                      // of the patterns
    std::vector<PatternCopies> copies_;                   // likewise, if edge_induced_
    std::map<PatternWord, std::vector<Count>> copies_in_; // by form and pattern
};

// The form of a pattern without labels. Throws InputError for one that says more than its edges or arcs.
PatternWord plain_form(Pattern const& pattern, PatternKind kind);

} // namespace cerrado::discovery
