// The conditions of a pattern on arcs and labels as bits, so that plans need not know what they mean. A vertex or an entry
// of a list must meet a set of bits. If two vertices of a pattern join, their sets do.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/detail/marked_plan.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
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
    static constexpr std::size_t most = 32, narrow = 8; // of either; bits of entries that fit a byte

    std::vector<std::vector<std::string>> of_vertex{}; // one of these labels
    std::vector<OfEntry> of_entry{};

    friend bool operator==(PatternBits const&, PatternBits const&) = default;
    bool is_empty() const { return of_vertex.empty() && of_entry.empty(); }
    bool fit() const { return of_vertex.size() <= most && of_entry.size() <= most; }
    bool are_narrow() const { return fit() && of_entry.size() <= narrow; }
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

// The meaning of a pattern's labels, if they are not the labels of a graph: a condition each. It is for one graph.
class LabelMeaning {
public:
    virtual ~LabelMeaning() = default;
    // Returns: the bits that the vertices and the entries of the graph meet. The search for an order and each run ask for the
    // same ones, which are kept. Any thread.
    MarkBits bits(Graph const& graph, PatternBits const& asked) const;

    // Returns: for each vertex whether it bears the label; and for each entry of the lists whether the arc to the neighbour,
    // or the edge of an undirected graph, bears it. One thread calls them.
    virtual std::vector<std::uint8_t> of_vertices(Graph const& graph, std::string const& label) const = 0;
    virtual std::vector<std::uint8_t> of_entries(Graph const& graph, std::string const& label) const = 0;

private:
    mutable std::mutex mutex_; // of `last_`
    mutable std::optional<std::pair<PatternBits, MarkBits>> last_;
};

// Returns: the bits that the vertices and the entries of the graph meet. All threads of the host share the work.
// Requires: the graph has the marks that the bits speak of, or `meaning` is not null.
MarkBits bits_of(Graph const& graph, PatternBits const& bits, LabelMeaning const* meaning = nullptr);

// A plan, and the bits that it points into.
struct MarkedWalk {
    MarkedPlan plan;
    std::shared_ptr<MarkBits const> bits;
};

} // namespace cerrado
