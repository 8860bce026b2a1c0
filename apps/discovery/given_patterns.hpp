// The patterns that the user gave. Their counts are computed from the counts of all classes.
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

// A small graph. Bit u of row v is set if an edge joins v and u, or an arc leads from v to u.
struct SmallRows {
    using Row = std::uint32_t;
    std::array<Row, max_adjacency_vertices> out{}, in{};

    // `graph` is the word of the edges or arcs, see adjacency.hpp.
    SmallRows(PatternKind kind, int k, PatternWord graph);
};

// Counts the copies of a pattern in a small graph with the same number of vertices.
class PatternCopies {
public:
    // Requires: the pattern has only edges, or only arcs.
    explicit PatternCopies(Pattern const& pattern);

    // Returns: the number of sets of edges whose removal from the graph leaves the pattern.
    Count in(SmallRows const& graph) const { return from(graph, 0, {}, 0); }

private:
    using Images = std::array<int, max_adjacency_vertices>;
    struct Step { // finds an image for a vertex of the pattern
        int vertex;
        // Earlier vertices. `to` and `from`: the vertex has edges or arcs to or from them. `above` and `below`: their
        // images are above or below its own.
        std::vector<int> to, from, above, below;
    };

    Count from(SmallRows const& graph, std::size_t step, Images images, SmallRows::Row taken) const;

    std::vector<Step> steps_;
};

class GivenPatterns {
public:
    using FormOf = std::function<PatternWord(Pattern const& pattern)>;

    // `form_of` gives the canonical form of a pattern, or throws InputError. If patterns are edge-induced, it is
    // plain_form(). Throws InputError if a pattern does not have k vertices, or is given twice.
    GivenPatterns(std::vector<Pattern> const& patterns, PatternKind kind, int k, bool edge_induced,
                  FormOf const& form_of);

    std::size_t size() const { return forms_.size(); }
    PatternWord canonical(PatternWord pattern) const { return forms_[static_cast<std::size_t>(pattern)]; }

    // Returns: the count of each pattern, by its place. Counts of 0 are included. `canonical` gives the form of a
    // class. C(P, Q) is the number of sets of edges whose removal from Q leaves P, and I(Q) the number of induced
    // subgraphs of pattern Q. The number of subgraphs of pattern P is N(P) = sum over Q of C(P, Q) I(Q). Throws
    // InputError if 128 bits cannot hold a number. Cost: the copies of each given pattern in each of the others, once.
    ClassCounts counts_of(ClassCounts const& classes, std::function<PatternWord(PatternWord)> const& canonical);

private:
    std::vector<Count> const& copies_in(PatternWord form);

    PatternKind kind_;
    int k_;
    bool edge_induced_;
    std::vector<PatternWord> forms_;                      // forms of the patterns
    std::vector<PatternCopies> copies_;                   // one for each pattern, if edge_induced_
    std::map<PatternWord, std::vector<Count>> copies_in_; // by form, then by pattern
};

// The form of a pattern without labels. Throws InputError if the pattern has more than edges or arcs.
PatternWord plain_form(Pattern const& pattern, PatternKind kind);

} // namespace cerrado::discovery
