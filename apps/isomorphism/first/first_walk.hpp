// A search for matches from one vertex on. It backtracks. For each class of vertices next to what was found, it keeps
// those that may still stand for it. It goes on with the class that has the fewest.
#pragma once

#include "isomorphism/first/first_domains.hpp"
#include "isomorphism/first/id_stack.hpp"

#include <cerrado/graph/generate/random_source.hpp>

#include <array>
#include <functional>
#include <span>

namespace cerrado {

// What of a list is tried next: some entries are drawn, and the one of the highest degree, or of the lowest, is taken.
struct FirstTaste {
    int drawn = 1;
    bool lowest = false;
};

// One thread uses it.
class FirstWalk {
public:
    // What the walk does after a match. known: it was found before, so the budget goes on.
    enum class Meeting { known, is_new, enough };
    // Called with the vertices that stand for a match, in the question's order.
    using Meet = std::function<Meeting(std::span<VertexId const>)>;
    enum class End { exhausted, budget, stopped };

    // `each`: the walk meets all matches. Otherwise it may pass over some near one that it met. Requires: all arguments
    // outlive it. The walk ends soon after `stop` is set.
    FirstWalk(FirstQuestion const& question, FirstDomains const& domains, bool each, std::atomic<bool> const& stop,
              Meet meet);

    // Looks for matches in which x stands for i. `budget` is the number of list entries to look at without a new match.
    // Returns: exhausted if every such match, or an image of it by an exchange of alike vertices, was met.
    End from(int i, VertexId x, std::uint64_t budget, FirstTaste taste, std::uint64_t seed);
    std::uint64_t work() const { return work_; } // of all walks so far

private:
    using Vertices = FirstQuestion::Vertices;
    // Those that may stand for the members of a class that are not found yet. If `ids` is null, none are known.
    struct Candidates {
        VertexId* ids = nullptr; // in the stack; else
        int of = -1;             // the list of the vertex that stands for this one, not looked at yet
        VertexId count = 0;

        bool are_known() const { return ids != nullptr || of >= 0; }
    };
    struct Frame {
        std::array<Candidates, Pattern::max_vertices> lists;
        std::array<std::uint8_t, Pattern::max_vertices> left; // members of each class
        Vertices classes = 0;                                 // that have some left
        Vertices found = 0;                                   // vertices
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
    std::array<VertexId, Pattern::max_vertices> images_{}; // of the vertices
    std::array<int, Pattern::max_vertices> order_{};       // in which they were found
    int depth_ = 0;
    IdStack stack_;
    std::vector<std::uint8_t> marks_; // of vertices that are adjacent to the one that is taken; no others have marks
    bool is_marked_ = false;
    std::uint64_t work_ = 0, last_ = 0, budget_ = 0;
    bool ended_ = false;
};

} // namespace cerrado
