// The conditions of a pattern on arcs and labels as bits, so that plans of parts need not know what they mean. A vertex or
// an entry of a list must meet a set of bits. If two vertices of a pattern join, their sets do.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cerrado {

// The conditions that the bits stand for.
struct PatternBits {
    // A condition on the entry of u in v's list. The label is that of the arc to u, of the arc from u, or of one of these.
    enum class Kind : std::uint8_t { to, from, no_to, no_from, label_to, label_from, label_either };
    struct OfEntry {
        Kind kind;
        std::string label{};
        friend bool operator==(OfEntry const&, OfEntry const&) = default;
    };
    static constexpr std::size_t max_of_vertex = 32, max_of_entry = 8;

    std::vector<std::vector<std::string>> of_vertex{}; // one of these labels
    std::vector<OfEntry> of_entry{};

    bool is_empty() const { return of_vertex.empty() && of_entry.empty(); }
    bool fit() const { return of_vertex.size() <= max_of_vertex && of_entry.size() <= max_of_entry; }
};

// Returns: the bits of an entry's two ends, seen from the lower one's list and from the other one's.
struct EntryNeeds {
    std::uint32_t there = 0, back = 0;
};

// A pattern's conditions as bits, and the edges that a match must not have.
struct PatternNeeds {
    struct Forbidden { // an edge between u and v that meets this
        int u, v;
        EntryNeeds needs;
    };

    PatternBits bits{};
    std::vector<std::uint32_t> needs{}; // see PatternMaps; empty: none
    std::vector<Forbidden> forbidden{};
};

// Requires: Pattern::meaning(induced) gave the pattern, which has neither anti-vertices nor labels to discover. More
// conditions than bits: PatternBits::fit() is false.
PatternNeeds needs_of(Pattern const& pattern, bool induced);

// The bits that the vertices and the entries of a graph's lists meet.
struct MarkBits {
    std::vector<std::uint32_t> of_vertex{};
    std::vector<std::uint8_t> of_entry{};

    // Requires: the graph has the marks that the bits speak of.
    static MarkBits of(Graph const& graph, PatternBits const& bits);
};

} // namespace cerrado
