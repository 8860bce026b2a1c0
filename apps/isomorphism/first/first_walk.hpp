// Searches for matches that begin at one vertex, by backtracking. For each class of pattern vertices next to those
// found, it keeps the candidates that may still stand for them. It goes on with the class that has the fewest
// candidates.
#pragma once

#include "isomorphism/marks.hpp"

#include <cerrado/core/types.hpp>
#include <cerrado/graph/detail/generate/random_source.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace cerrado {

// The conditions of a pattern on the vertices of a graph, in the form that the search for a first match reads.

// Vertices of a match are numbered from 0, in the pattern's order without its anti-vertices. Vertices are alike, and
// form a class, if exchanging them changes nothing that the pattern says.
class FirstQuestion {
public:
    using Vertices = Pattern::Vertices; // bit i: vertex i, or class i

    // The conditions on a pair of vertices, as an entry in the list of the first one.
    struct Pair {
        bool adjacent = false, strange = false;
        bool has_marks = false;               // arcs, labels or bits
        std::uint32_t needs = 0, refused = 0; // see bits()
        std::uint32_t edge = GraphMarks::no_label, there = GraphMarks::no_label, back = GraphMarks::no_label;

        bool is_some() const { return adjacent || strange || has_marks; }
    };

    // `meaning`: what the pattern's labels mean; null: those of the graph. Requires: the graph outlives this object, and has
    // the arcs and labels that the pattern names. With a meaning the pattern is as needs_of() requires.
    FirstQuestion(Graph const& graph, Pattern const& pattern, bool induced, LabelMeaning const* meaning);
    FirstQuestion(FirstQuestion const&) = delete;

    Graph const& graph() const { return graph_; }
    int size() const { return static_cast<int>(vertices_.size()); }
    Pair const& pair(int i, int j) const { return pairs_[at(i) * vertices_.size() + at(j)]; }

    Vertices neighbours(int i) const { return neighbours_[at(i)]; }
    Vertices orbit(int i) const { return orbits_[at(i)]; }

    // The different needs of pairs that are adjacent, some at most, and for each the vertices that i is paired so with.
    struct Kind {
        std::uint32_t needs;
        std::array<Vertices, Pattern::max_vertices> paired{};
    };
    static constexpr std::size_t most_kinds = 32;
    std::vector<Kind> const& kinds() const { return kinds_; }
    // Returns: the conditions that an entry meets: those of the meaning, or else the directions of its arcs.
    std::uint32_t bits(EdgeOffset entry) const {
        if (narrow_bits_ != nullptr) return narrow_bits_[entry];
        return wide_bits_ != nullptr ? wide_bits_[entry] : 0;
    }

    int classes() const { return static_cast<int>(members_.size()); }
    int class_of(int i) const { return class_of_[at(i)]; }
    std::vector<int> const& members(int c) const { return members_[at(c)]; }
    // Returns: the classes that some condition ties to this one. The class itself is among them if a condition ties two
    // of its members.
    Vertices tied_to(int c) const { return tied_[at(c)]; }
    // One set for each anti-vertex. No vertex outside the match may be adjacent to all vertices of a set.
    std::vector<Vertices> const& bans() const { return bans_; }

    // Returns: the vertices that x can stand for by its degree and its label or bits.
    Vertices candidate_for(VertexId x) const {
        VertexId const degree = graph_.degree(x);
        Vertices const found = by_degree_[degree < by_degree_.size() ? degree : by_degree_.size() - 1];
        if (!vertex_needs_.empty()) return found & meeting(marks_->of_vertex[x]);
        if (by_label_.empty()) return found;
        std::uint32_t const label = graph_.marks->labels[x];
        return found & (label == GraphMarks::no_label ? without_label_ : by_label_[label]);
    }

    bool adjacent(VertexId x, VertexId y) const {
        return graph_.degree(x) < graph_.degree(y) ? ref_.adjacent(x, y) : ref_.adjacent(y, x);
    }
    // Returns: whether y can stand for j if x stands for i.
    bool fits(int i, VertexId x, int j, VertexId y) const {
        Pair const& asked = pair(i, j);
        if (asked.has_marks) return bears(asked, x, y);
        return !asked.is_some() || adjacent(x, y) == asked.adjacent;
    }

private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }
    Vertices numbered(Vertices of_pattern) const;
    Pair asked_of(Pattern const& pattern, bool induced, int u, int v) const;
    void put_needs(Pattern const& pattern, bool induced, LabelMeaning const& meaning);
    void find_kinds();
    Vertices meeting(std::uint32_t bits) const;
    void find_classes(Pattern const& pattern);
    void find_labels(Pattern const& pattern);
    bool bears(Pair const& asked, VertexId x, VertexId y) const;
    bool bears_label(VertexId x, VertexId y, std::uint32_t label) const;

    Graph const& graph_;
    GraphRef ref_;
    std::vector<int> vertices_; // vertices of the pattern
    std::vector<Pair> pairs_;
    std::vector<Kind> kinds_;
    std::vector<Vertices> neighbours_, orbits_;
    std::vector<int> class_of_;
    std::vector<std::vector<int>> members_;
    std::vector<Vertices> tied_;
    std::vector<Vertices> bans_;
    std::vector<Vertices> by_degree_; // by degree; the last entry also serves higher degrees
    std::vector<Vertices> by_label_;  // empty: the pattern has no labels
    Vertices without_label_ = 0;      // vertices without a label in the pattern

    std::shared_ptr<MarkBits const> marks_;     // of a meaning
    std::vector<std::uint32_t> vertex_needs_;   // bits that a vertex must meet; empty: none
    std::uint8_t const* narrow_bits_ = nullptr; // by entry; of both arrays at most one is there
    std::uint32_t const* wide_bits_ = nullptr;
};

// For each vertex of the graph, the vertices of a match that it may stand for.
class FirstDomains {
public:
    using Vertices = FirstQuestion::Vertices;

    // Decides by degrees and labels. Requires: the question outlives this object.
    explicit FirstDomains(FirstQuestion const& question);

    Vertices of(VertexId x) const {
        return std::atomic_ref(const_cast<Vertices&>(of_[x])).load(std::memory_order_relaxed);
    }
    // Any thread. From now on x stands for none of these.
    void exclude(VertexId x, Vertices vertices) {
        std::atomic_ref(of_[x]).fetch_and(~vertices, std::memory_order_relaxed);
    }

    // Drops candidates that their neighbours rule out. x can stand for i if enough neighbours of x can stand for those
    // of i, over arcs of the right direction. It repeats this while a turn changes many vertices. It calls `must_end`
    // all the while and ends early if that returns true. Cost: each turn reads some of the edges.
    void filter(std::function<bool()> const& must_end);

    // Returns: the vertex of a match with the fewest candidates, and of several the one with the most neighbours. In a
    // large graph it looks at a sample of the vertices.
    int rarest() const;
    std::vector<VertexId> candidates(int i) const;

private:
    Vertices supported(VertexId x, Vertices of_x) const;

    FirstQuestion const& question_;
    std::vector<Vertices> of_;
};

// Chooses the vertex at which a search for the first match begins next, and the time that it may take there.

// A root that was not searched to its end comes again with twice the budget. Each size of budget gets about the same
// share of the time, so neither many hopeless roots nor one deep root starve the others.
// Source: Luby, Sinclair and Zuckerman 1993, Optimal speedup of Las Vegas algorithms.
class FirstRoots {
public:
    struct Turn {
        VertexId root = 0;
        int level = 0; // the budget is 2 to this power
        std::uint64_t number = 0;
    };

    FirstRoots(Graph const& graph, std::vector<VertexId> roots);

    // Any thread. Returns: the next root, or nothing if other threads search all roots that are left.
    std::optional<Turn> next();
    void put_back(Turn const& turn); // for a turn whose budget was not enough
    void finish();                   // for a turn whose root was searched to its end
    bool is_empty() const { return finished_ == given_; }
    std::uint64_t given() const { return given_; }
    std::uint64_t finished() const { return finished_; }

private:
    std::optional<VertexId> new_root();

    Graph const& graph_;
    std::uint64_t const given_;
    std::atomic<std::uint64_t> finished_ = 0;
    std::mutex mutex_;
    std::vector<VertexId> roots_; // roots from new_ on had no turn yet
    std::size_t new_ = 0;
    std::vector<std::deque<VertexId>> waiting_; // by their next level
    std::uint64_t turns_ = 0;
    RandomSource random_{1};
};

// A stack of lists of ids. Lists do not move.
class IdStack {
public:
    struct Place {
        std::size_t block = 0, used = 0;
    };

    Place place() const { return at_; }
    void go_back(Place place) { at_ = place; }

    // Returns: room for at most `most` ids. keep() then sets the number of ids in it.
    VertexId* room(std::size_t most) {
        while (at_.block < blocks_.size() && blocks_[at_.block].size - at_.used < most) at_ = {at_.block + 1, 0};
        if (at_.block == blocks_.size()) {
            std::size_t const size = std::max(most, least_block);
            blocks_.push_back({std::make_unique_for_overwrite<VertexId[]>(size), size});
        }
        return blocks_[at_.block].ids.get() + at_.used;
    }
    void keep(std::size_t count) { at_.used += count; }

private:
    static constexpr std::size_t least_block = 1 << 14;
    struct Block {
        std::unique_ptr<VertexId[]> ids;
        std::size_t size;
    };
    std::vector<Block> blocks_;
    Place at_;
};

// The choice of the next candidate in a list: `drawn` entries are drawn at random, and the one of the highest degree,
// or of the lowest, is taken.
struct FirstTaste {
    int drawn = 1;
    bool lowest = false;
};

// A walk over matches by backtracking. One thread uses it.
class FirstWalk {
public:
    // The answer to a match. known: it was found before, so the budget goes on. is_new: the budget begins anew. enough:
    // the walk ends.
    enum class Meeting { known, is_new, enough };
    // Called with the vertices that stand for a match, in the question's order.
    using Meet = std::function<Meeting(std::span<VertexId const>)>;
    enum class End { exhausted, budget, stopped };

    // `each`: the walk meets all matches. Otherwise it may skip some that are close to one that it met. Requires: all
    // arguments outlive the walk. It ends soon after `stop` is set.
    FirstWalk(FirstQuestion const& question, FirstDomains const& domains, bool each, std::atomic<bool> const& stop,
              Meet meet);

    // Looks for matches in which x stands for i. `budget` is the number of list entries to look at without a new match.
    // Returns: exhausted if every such match, or an image of it by an exchange of alike vertices, was met.
    End from(int i, VertexId x, std::uint64_t budget, FirstTaste taste, std::uint64_t seed);
    std::uint64_t work() const { return work_; } // list entries read by all walks so far

private:
    using Vertices = FirstQuestion::Vertices;
    // The candidates for the members of a class that are not found yet. If `ids` is null, the list was not read yet.
    struct Candidates {
        VertexId* ids = nullptr; // in the stack
        int of = -1;             // if `ids` is null: candidates are the neighbours of this vertex's image; -1: unknown
        VertexId count = 0;

        bool are_known() const { return ids != nullptr || of >= 0; }
    };
    struct Frame {
        std::array<Candidates, Pattern::max_vertices> lists;
        std::array<std::uint8_t, Pattern::max_vertices> left; // members of each class
        Vertices classes = 0;                                 // classes that have members left
        Vertices found = 0;                                   // vertices found
    };

    static std::size_t at(int i) { return static_cast<std::size_t>(i); }
    int next_of(Frame const& frame, int c) const;
    bool is_used(VertexId y) const;
    bool serves(Frame const& frame, int j, VertexId y, int but = -1) const;
    bool take(int i, VertexId x);
    bool narrow(Frame& frame, int c, int i, VertexId x);
    void collect(Frame const& frame, Candidates& list, int j, std::span<VertexId const> from, int but);
    void sift(Candidates& list, int i, VertexId x, FirstQuestion::Pair const& asked, int j);
    template <class Keeps> void keep(Candidates& list, Keeps const& keeps);
    bool is_worth_marks(Frame const& frame, int i, VertexId x) const;
    void mark(VertexId x, bool marked);
    bool breaks_a_ban(Frame const& frame) const;
    void go_on();
    int chosen_class(Frame const& frame) const;
    void try_all(int c);
    void draw(Candidates const& list, VertexId position);
    void meet();
    bool complete_at_once(Frame const& frame);
    bool is_over();

    FirstQuestion const& question_;
    FirstDomains const& domains_;
    bool const each_;
    std::atomic<bool> const& stop_;
    Meet const meet_;
    RandomSource random_{0};
    FirstTaste taste_;
    std::array<Frame, Pattern::max_vertices + 1> frames_;
    std::array<VertexId, Pattern::max_vertices> images_{}; // by vertex
    std::array<int, Pattern::max_vertices> order_{};       // in which vertices were found
    int depth_ = 0;
    IdStack stack_;
    std::vector<std::uint8_t> marks_; // 1 for the neighbours of the vertex that is being taken
    bool is_marked_ = false;
    std::uint64_t work_ = 0, last_ = 0, budget_ = 0;
    bool ended_ = false;
};

} // namespace cerrado
